"""Warnings of what several files show: the owner's names, values of the example, places of work, legal notices."""

from pathlib import Path

import pytest

from pipeline.build import check
from tests.support.checking import read
from tests.support.languages import remove_hebrew
from tests.support.messages import HEADER, append, codes, edit, locations, messages, publication, write


def lists(folder: Path, *authors: str) -> None:
    rows = (publication(title=f"Title {row}", authors=f'"{text}"', doi=f"10.5555/{row}") for row, text in enumerate(authors))
    write(folder, "publications.csv", f"{HEADER}\n{''.join(rows)}")


def test_forms_of_the_name_that_are_missing_are_counted(folder: Path) -> None:
    """Only those with the owner's family name and first initial, in whole lists of authors without the owner."""
    others = ("Example N, Levi R", "Example NQ, et al", "Examples N", "Example Study Group", "Levi R", "Example NZ, Example NB")
    lists(folder, "Levi R, EXAMPLE NZ", "Example NZ, Example A", "Éxample NA", *others)
    assert codes(folder) == ["warning: sources/profile.yaml, nameVariants: name_variants"]
    edit(folder, "profile.yaml", "  - Example NB\n", "  - Example NB\n  - Example NZ\n  - Example NA\n")
    assert codes(folder) == []


def test_a_name_that_only_begins_like_the_owners_is_another(folder: Path) -> None:
    edit(folder, "profile.yaml", "  - Example N\n  - Example NB\n", "  - Noa Example\n  - Example NB\n")
    lists(folder, "Noa Examples, Levi R", "Examples N", "Example B", "Example Nbs, Levi R", "Example NB")
    assert codes(folder) == []


NOT_AMONG = (
    "warning: sources/profile.yaml, nameVariants: You are not among the authors of any publication. Add your name as papers "
    "write it, such as Levi RK."
)


@pytest.mark.parametrize(
    ("authors", "expected"),
    [
        (("Levi R", "Sample T", "Levi R, Sample T"), [NOT_AMONG]),
        (("Levi R", "Sample T"), []),
        (("Levi R", "Sample T", "Sample T, et al"), []),
        (("Levi R", "Sample T", "Levi R, Sample T", "Example N, et al"), []),
    ],
    ids=["three papers", "two", "one is cut off", "the owner is in another, which is cut off"],
)
def test_a_list_without_the_owner(folder: Path, authors: tuple[str, ...], expected: list[str]) -> None:
    """The name of the profile can be wrong, or all names of authors."""
    lists(folder, *authors)
    assert messages(folder) == expected


def test_a_profile_with_errors_is_not_compared_with_anything(folder: Path) -> None:
    lists(folder, "Example NZ")
    edit(folder, "profile.yaml", "  - Example N\n  - Example NB\n", "  - [Example N]\n")
    [message] = codes(folder)
    assert message.startswith("sources/profile.yaml, line 33, nameVariants[1]: type")


# The files and columns with values that no real person has; a document has one line for all of them.
SHIPPED: dict[str, list[str | None]] = {
    "clinic.yaml": [None],
    "cv.csv": ["url"],
    "profile.yaml": [None],
    "publications.csv": ["doi", "pubmed", "url", "fullText", "preprint", "data[1]", "data[2]", "license"],
    "services.csv": ["name"],
    "site.yaml": [None],
}


def test_under_another_name_every_value_of_the_example_is_reported(folder: Path) -> None:
    """Canonical links would lead to a foreign site."""
    edit(folder, "profile.yaml", "name: Dr. Noa Example", "name: Dr. Dana Levi")
    report = [*check(folder).report]
    found = dict.fromkeys((Path(problem.file).name, problem.field, problem.code) for problem in report)
    assert found == dict.fromkeys((name, field, "shipped_value") for name, fields in SHIPPED.items() for field in fields)
    assert [problem for problem in report if problem.file.endswith("profile.yaml") and not problem.line] == []  # lists of cv.csv
    [service, *_] = [problem.message for problem in report if problem.field == "name"]
    assert service == "This value came with the software, or is reserved for examples. Replace it with your own, or delete it."


def test_an_owners_values_are_not_warned_about(folder: Path) -> None:
    edit(folder, "profile.yaml", "name: Dr. Noa Example", "name: Dr. Dana Levi")
    write(folder, "services.csv", "name,nameHebrew,category,tags\nUltrasound of the shoulder,כתף,,\n")
    write(folder, "publications.csv", "title,authors,journal,year,doi\nAn example of a Title,Example N,J,2020,10.1000/5555\n")
    assert [line for line in codes(folder) if "publications" in line or "services" in line] == []


def test_a_profile_that_cannot_be_read_gives_no_such_warning(folder: Path) -> None:
    (folder / "profile.yaml").unlink()
    assert codes(folder) == ["sources/profile.yaml: file"]


@pytest.mark.parametrize(("publishing", "prefix"), [(False, "warning: "), (True, "")])
def test_placeholders_are_refused_where_the_site_is_published(folder: Path, publishing: bool, prefix: str) -> None:
    """Comments don't count, and a title may begin with the name of a trial."""
    edit(folder, "clinic.yaml", "name: ", "# REPLACE\nparent: REPLACE with the name of the hospital # REPLACE\nname: ")
    append(folder, "services.csv", "REPLACE with a service,,consultation,,,,,,,\n")
    write(folder, "publications.csv", "title,authors,journal,year\nREPLACE: a randomized trial,Example N,J,2020\n")
    lines = [str(problem) for problem in check(folder, publishing=publishing).report if problem.code == "placeholder"]
    assert locations(lines) == [f"{prefix}{folder}/{where}" for where in ("clinic.yaml, line 10", "services.csv, row 20, name")]


def test_an_error_elsewhere_does_not_hide_what_has_to_be_replaced(folder: Path) -> None:
    edit(folder, "profile.yaml", "orcid: ", "orcid: 0")
    edit(folder, "profile.yaml", "specialty: ", "specialty: REPLACE ")
    assert [(problem.code, problem.line) for problem in check(folder).report] == [("orcid", 16), ("placeholder", 9)]


def test_a_place_has_the_checks_of_the_clinic(clinic: Path) -> None:
    append(clinic, "clinic.yaml", "locations:\n  - name: Other\n    phone: 55\n    mapLink: x\n    locations: []\n")
    assert [f"{each.line} {each.field}: {each.code}" for each in read(clinic / "clinic.yaml")[1]] == [
        "7 locations[1].phone: telephone",
        "8 locations[1].mapLink: uri",
        "9 locations[1].locations: unknown_name",
    ]


def test_coordinates_are_advised_once(clinic: Path) -> None:
    """For all places that have no link to a map."""
    place = "  - {name: %s, address: %s Road, phone: '+1 555 0101'%s}\n"
    append(clinic, "clinic.yaml", "locations:\n" + place % ("A", 2, "") + place % ("B", 3, ", mapLink: https://example.net"))
    append(clinic, "clinic.yaml", place % ("C", 4, ""))
    [problem] = read(clinic / "clinic.yaml")[1]
    assert (problem.severity, problem.line, problem.field) == ("warning", 6, "locations[1].coordinates")
    assert problem.message == (
        'Maps and directions search for "2 Road" and "4 Road", and can find the wrong place. Choose Share in an online map, and '
        "paste the link under mapLink; or write the coordinates."
    )


def test_coordinates_far_from_the_country_of_the_time_zone(clinic: Path) -> None:
    """Of every place; a country is as large as all its time zones."""
    places = (
        ("Swapped", "Europe/Paris", "2.4, longitude: 48.9"),
        ("Another country", "Europe/Paris", "40.7, longitude: -74"),
        ("Far north", "Europe/Oslo", "69.7, longitude: 30"),
        ("Far west", "Asia/Shanghai", "39.5, longitude: 76"),
        ("Another zone", "America/New_York", "21.3, longitude: -157.9"),
        ("No country", "UTC", "40.7, longitude: -74"),
    )
    rows = [
        f"  - {{name: {name}, hours: {{timezone: {zone}}}, coordinates: {{latitude: {point}}}}}\n" for name, zone, point in places
    ]
    append(clinic, "clinic.yaml", f"locations:\n{''.join(rows)}")
    assert [(problem.line, problem.message) for problem in read(clinic / "clinic.yaml")[1]] == [
        (6, "Latitude 2.4 and longitude 48.9 are far from the country of Europe/Paris. Swap the two."),
        (7, "Latitude 40.7 and longitude -74 are far from the country of Europe/Paris. Correct them, or the time zone."),
    ]


def test_places_with_commas_are_quoted(clinic: Path) -> None:
    edit(clinic, "clinic.yaml", "name: Clinic", "name: Clinic, Floor 2")
    append(clinic, "clinic.yaml", "locations:\n  - name: Other\n")
    assert [problem.message for problem in check(clinic).report] == [
        'No place is called "Clinic". Did you mean "Clinic, Floor 2"?'
    ]
    edit(clinic, "services.csv", ",Clinic", ",Hospital")
    assert [problem.message for problem in check(clinic).report] == [
        'No place is called "Hospital". Use one of: "Clinic, Floor 2", "Other".'
    ]


def test_places_in_quotation_marks(clinic: Path) -> None:
    edit(clinic, "services.csv", ",Clinic", ",“Clinic”")
    assert [problem.message for problem in check(clinic).report] == ['No place is called "“Clinic”". Remove the quotation marks.']


def test_services_name_places_that_exist(clinic: Path) -> None:
    append(clinic, "services.csv", "Biopsy,Clinik;Clinic\n")
    assert codes(clinic) == ["sources/services.csv, row 3, locations: unknown_place"]
    edit(clinic, "clinic.yaml", "address: 1 Road", "address:")  # the places are not known
    assert [problem.code for problem in check(clinic).report] == ["required"]


def test_without_a_clinic_services_name_no_place(clinic: Path) -> None:
    (clinic / "clinic.yaml").unlink()
    assert codes(clinic) == ["sources/services.csv, row 2, locations: unknown_place"]
    edit(clinic, "services.csv", "Ultrasound,Clinic", "Ultrasound,")
    assert codes(clinic) == []


LEGAL = (
    "warning: sources/site.yaml, legal: A practice in Germany, Austria or Switzerland must publish an imprint and a privacy "
    "statement. Add them."
)


def test_a_german_profile_needs_legal_notices(folder: Path) -> None:
    remove_hebrew(folder)
    edit(folder, "site.yaml", "paper:", "languages: [de]\npaper:")
    assert LEGAL in messages(folder)


def test_a_practice_in_vienna_needs_legal_notices(clinic: Path) -> None:
    append(clinic, "clinic.yaml", "locations: [{name: Wien, hours: {timezone: Europe/Vienna, weekly: []}}]\n")
    assert LEGAL in messages(clinic)


def test_a_practice_in_vienna_with_legal_notices(clinic: Path) -> None:
    append(clinic, "clinic.yaml", "locations: [{name: Wien, hours: {timezone: Europe/Vienna, weekly: []}}]\n")
    append(clinic, "site.yaml", "legal: {Impressum: 'https://wien.example.org/impressum'}\n")
    assert LEGAL not in messages(clinic)


def test_an_online_visit_with_an_address(clinic: Path) -> None:
    append(clinic, "clinic.yaml", "locations: [{name: Video, online: true, address: 2 Road}]\n")
    [problem] = [problem for problem in read(clinic / "clinic.yaml")[1] if problem.code == "online_address"]
    message = "An online visit has no address. Delete the address, or write online: false."
    assert (problem.field, problem.message) == ("locations[1].address", message)


def test_an_online_clinic_with_an_address(clinic: Path) -> None:
    append(clinic, "clinic.yaml", "online: true\n")
    [problem] = [problem for problem in read(clinic / "clinic.yaml")[1] if problem.code == "online_address"]
    fix = "Delete the address, or write online: false. If patients also come there, add the online visit as a place"
    assert (problem.field, problem.message) == ("address", f"An online visit has no address. {fix} under locations.")


def test_a_clinic_whose_visits_are_online_needs_no_address(clinic: Path) -> None:
    edit(clinic, "clinic.yaml", "address: ", "online: true\nparent: ")
    assert [problem for problem in read(clinic / "clinic.yaml")[1] if problem.field == "address"] == []


@pytest.mark.parametrize("languages", ["[en, he]", "[he, en]"])
def test_an_online_clinic_is_asked_for_no_version_of_its_address(clinic: Path, languages: str) -> None:
    edit(clinic, "clinic.yaml", "address: ", "online: true\nparent: ")
    append(clinic, "site.yaml", f"languages: {languages}\n")
    assert [message for message in messages(clinic) if "address" in message] == []


def test_a_wrong_word_for_online_is_one_error(clinic: Path) -> None:
    edit(clinic, "clinic.yaml", "address: ", "online: maybe\nparent: ")
    errors = [problem.field for problem in read(clinic / "clinic.yaml")[1] if problem.severity == "error"]
    assert errors == ["online"]


def test_any_other_clinic_needs_an_address(clinic: Path) -> None:
    edit(clinic, "clinic.yaml", "address: ", "parent: ")
    [problem] = [problem for problem in read(clinic / "clinic.yaml")[1] if problem.field == "address"]
    assert problem.code == "required"
