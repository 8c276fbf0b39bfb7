"""Warnings of what several files show: the owner's names, values of the example, missing Hebrew, places of work."""

import re
from contextlib import chdir
from pathlib import Path

import pytest

from pipeline.build import check
from tests.support.checking import problems, read
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
    "warning: sources/profile.yaml, nameVariants: You are not among the authors of any publication. Add your name as papers have "
    "it, such as Levi RK."
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
    assert service == "This value came with the software. Replace it with your own, or delete it."


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


def test_missing_versions_are_counted_by_file(folder: Path) -> None:
    """Degrees and names of networks may be the same in both languages; a heading has its version if it is known or in one row."""
    edit(folder, "profile.yaml", "specialtyHebrew: רדיולוגיה של מערכת השריר והשלד\n", "")
    edit(folder, "profile.yaml", "credentialsHebrew: MD, PhD\n", "")
    profile = (folder / "profile.yaml").read_text()
    links = profile[profile.index("linksHebrew:") : profile.index("bioHebrew:")]
    edit(folder, "profile.yaml", links, "")
    edit(folder, "clinic.yaml", "      reasonHebrew: ראש השנה\n", "")
    edit(folder, "research.yaml", "areas:\n", "areas:\n" + "".join(f"  - name: Area {number}\n" for number in range(20)))
    edit(folder, "cv.csv", ",התנדבות,", ",,")
    edit(folder, "services.csv", ",consultation,,nerve-ultrasound,", ",Teams and clubs,קבוצות ומועדונים,nerve-ultrasound,")
    edit(folder, "services.csv", ",consultation,,,", ",Teams and clubs,,,")
    for name in ("הברך", "שורש כף היד"):
        edit(folder, "services.csv", f",אולטרסאונד של {name},", ",,")
    found = [(Path(problem.file).name, problem.code, problem.message.rpartition(": ")[2]) for problem in check(folder).report]
    assert found == [
        ("clinic.yaml", "missing_versions", "hours.closures.reasonHebrew (1)."),
        ("cv.csv", "missing_versions", "sectionHebrew (1)."),
        ("profile.yaml", "missing_versions", "specialtyHebrew (1)."),
        ("research.yaml", "missing_versions", "areas.nameHebrew (20)."),
        ("services.csv", "missing_versions", "nameHebrew (2)."),
    ]


@pytest.mark.parametrize(
    ("language", "missing"),
    [
        (
            "he",
            {
                "site.yaml": "accessibility.nameHebrew (1)",
                "profile.yaml": "nameHebrew (1), specialtyHebrew (1) and positionsHebrew (1)",
                "clinic.yaml": "nameHebrew (1), addressHebrew (1), parentHebrew (1) and 3 more",
                "research.yaml": "areas.nameHebrew (1)",
                "services.csv": "nameHebrew (1)",
                "cv.csv": "titleHebrew (1), organizationHebrew (1) and placeHebrew (1)",
            },
        ),
        (
            "es",
            {
                "profile.yaml": "specialtySpanish (1) and positionsSpanish (1)",
                "clinic.yaml": "shortNameSpanish (1) and locations.shortNameSpanish (1)",
                "research.yaml": "areas.nameSpanish (1)",
                "services.csv": "nameSpanish (1)",
                "cv.csv": "titleSpanish (1)",
            },
        ),
    ],
    ids=["another script", "the same script"],
)
def test_proper_names_need_no_version_in_the_same_script(clinic: Path, language: str, missing: dict[str, str]) -> None:
    """Names of people, organizations and places, and addresses; the names of services and areas are words."""
    contact = "accessibility: {name: Desk, email: desk@example.org}\n"
    edit(clinic, "site.yaml", "paper:", f"languages: [en, {language}]\npaper:")
    site = (clinic / "site.yaml").read_text(encoding="utf-8")
    write(clinic, "site.yaml", re.sub(r"(?m)^accessibility:\n(  .*\n)*", contact, site))
    write(clinic, "profile.yaml", "name: Ana Levi\nspecialty: Radiology\n")
    append(clinic, "clinic.yaml", "parent: Hospital\nshortName: Town\nlocations:\n  - {name: Other, shortName: Village}\n")
    write(clinic, "research.yaml", "areas: [{name: Nerves}]\n")
    write(clinic, "services.csv", "name\nUltrasound\n")
    write(clinic, "cv.csv", "section,title,organization,place,endDate\nposition,Head,Hospital,Town,now\n")
    found = {
        Path(problem.file).name: problem.message.rpartition(": ")[2].removesuffix(".")
        for problem in check(clinic).report
        if problem.code == "missing_versions"
    }
    assert found == missing


UNLISTED = (
    "{} is not a language of this site. Add {} to languages in site.yaml, "
    "the first being that of the plain fields, or delete this."
)


def test_without_any_hebrew_nothing_is_missing(folder: Path) -> None:
    remove_hebrew(folder)
    assert codes(folder) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        (
            "profile.yaml",
            "specialty: ",
            "specialtyArabic: طب\nspecialty: ",
            UNLISTED.format("Arabic", "ar"),
        ),
        (
            "site.yaml",
            "paper:",
            "languages: [en, he, Arabic]\npaper:",
            'Expected a code, got the name "Arabic". Write ar; names of spoken languages go into profile.yaml.',
        ),
        (
            "profile.yaml",
            "specialtyHebrew: רדיולוגיה של מערכת השריר והשלד",
            "specialtyHebrew: طب",
            'Expected Hebrew letters, got "طب". Write it in Hebrew letters, or leave it empty.',
        ),
    ],
    ids=["a language that is not listed", "a name for a code", "another script"],
)
def test_versions_and_languages_that_are_refused(folder: Path, name: str, old: str, new: str, message: str) -> None:
    edit(folder, name, old, new)
    assert [problem.message for problem in read(folder / name)[1]] == [message]


def test_empty_versions_in_a_language_that_is_not_listed(folder: Path) -> None:
    """A text, a text in quotes, a list, inside a value, and a column."""
    edit(folder, "profile.yaml", "specialty: ", "bioArabic:\nspecialtyArabic: ''\nconditionsArabic: []\nspecialty: ")
    edit(folder, "clinic.yaml", "      reasonHebrew: פסח\n", "      reasonHebrew: פסח\n      reasonArabic:\n")
    edit(folder, "services.csv", "name,nameHebrew,category,categoryHebrew", "name,nameHebrew,category,categoryArabic")
    assert codes(folder) == []


@pytest.mark.parametrize("row", [2, 4])
def test_a_column_of_another_language_with_a_value(folder: Path, row: int) -> None:
    lines = ["name,nameArabic\n", *(f"Service {number},{'طب' if number >= row else ''}\n" for number in range(2, 6))]
    write(folder, "services.csv", "".join(lines))
    errors = [*read(folder / "services.csv")[1]]
    assert [(error.row, error.field, error.value) for error in errors] == [
        (number, "nameArabic", "طب") for number in range(row, 6)
    ]
    assert errors[0].message == UNLISTED.format("Arabic", "ar")


def test_a_language_that_is_not_listed_is_one_line_for_each_file(folder: Path) -> None:
    edit(folder, "site.yaml", "paper:", "languages: [en]\npaper:")
    with chdir(folder.parent):
        lines = [*check(Path(folder.name)).report.lines()]
    assert len(lines) == 7
    assert lines[5].removeprefix(f"{folder.name}/") == (
        "services.csv, rows 2, 4, 6, 8, 11, 13, 15, 18 and 19, descriptionHebrew and noteHebrew: "
        + UNLISTED.format("Hebrew", "he")
    )


@pytest.mark.parametrize(
    ("codes", "message"),
    [
        ("en, iw", '"iw" is not the code of a language. Did you mean he?'),
        ("en, he, cv", 'The address /cv is taken, so pages cannot be in the language "cv".'),
    ],
)
def test_a_code_that_no_page_can_have_is_the_only_problem(folder: Path, codes: str, message: str) -> None:
    """Nobody knows yet whether the versions in the files are in the language that is meant."""
    edit(folder, "site.yaml", "paper:", f"languages: [{codes}]\npaper:")
    assert [problem.message for problem in check(folder).report] == [message]


def test_hebrew_in_the_place_of_english(folder: Path) -> None:
    """A word in Hebrew beside English is no plain field in Hebrew."""
    edit(folder, "profile.yaml", "specialty: Musculoskeletal radiology", "specialty: רדיולוגיה")
    edit(folder, "profile.yaml", "  - Hebrew\n  - English\n  - French", "  - עברית\n  - אנגלית\n  - צרפתית")
    edit(folder, "services.csv", "Ultrasound of the wrist,", "שורש כף היד,")
    edit(folder, "services.csv", "Ultrasound of the knee,", "Ultrasound of the knee (ברך),")
    assert codes(folder) == [
        "warning: sources/profile.yaml, line 9, specialty: first_language",
        "warning: sources/profile.yaml, line 19, languages: first_language",
        "warning: sources/services.csv, row 3, name: first_language",
    ]


def test_another_script_on_a_site_in_one_language(folder: Path) -> None:
    remove_hebrew(folder)
    edit(folder, "site.yaml", "paper:", "languages: [en]\npaper:")
    edit(folder, "profile.yaml", "specialty: Musculoskeletal radiology", "specialty: Радиология")
    [warning] = [problem for problem in check(folder).report if problem.code == "first_language"]
    assert warning.message == 'Expected English, got "Радиология". Write it in English.'


CLINIC = "name: Clinic\naddress: 1 Road\nphone: '+1 555 0100'\n"


@pytest.fixture
def clinic(folder: Path) -> Path:
    """The example without Hebrew, with a least clinic and one service."""
    remove_hebrew(folder)
    write(folder, "clinic.yaml", CLINIC + "coordinates: {latitude: 1, longitude: 2}\n")
    write(folder, "services.csv", "name,locations\nUltrasound,Clinic\n")
    return folder


def test_a_place_has_the_checks_of_the_clinic(clinic: Path) -> None:
    append(clinic, "clinic.yaml", "locations:\n  - name: Other\n    phone: 55\n    mapLink: x\n    locations: []\n")
    assert [f"{each.line} {each.field}: {each.code}" for each in read(clinic / "clinic.yaml")[1]] == [
        "7 locations[1].phone: telephone",
        "8 locations[1].mapLink: uri",
        "9 locations[1].locations: unknown_name",
    ]


def test_coordinates_are_advised(clinic: Path) -> None:
    """For each place that has no link to a map."""
    place = "  - {name: %s, address: %s Road, phone: '+1 555 0101'%s}\n"
    write(clinic, "clinic.yaml", CLINIC + "locations:\n" + place % ("A", 2, ""))
    append(clinic, "clinic.yaml", place % ("B", 2, ", mapLink: https://example.net"))
    assert problems(clinic / "clinic.yaml") == [
        "warning: clinic.yaml, coordinates: recommended",
        "warning: clinic.yaml, line 5, locations[1].coordinates: recommended",
    ]


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


def test_legal_notices_with_one_address(folder: Path) -> None:
    append(folder, "site.yaml", "legal: {Impressum: One, IMPRESSUM!: Two}\n")
    message = '"Impressum" and "IMPRESSUM!" would both be at /legal/impressum. Change one of the names.'
    assert [problem.message for problem in read(folder / "site.yaml")[1]] == [message]


def test_a_legal_notice_with_half_an_address(folder: Path) -> None:
    append(folder, "site.yaml", "legal: {Privacy: www.example.org/privacy}\n")
    [problem] = read(folder / "site.yaml")[1]
    assert problem.message.startswith('Expected a web address, got "www.example.org/privacy".')


def test_an_online_visit_with_an_address(clinic: Path) -> None:
    append(clinic, "clinic.yaml", "locations: [{name: Video, online: true, address: 2 Road}]\n")
    [problem] = [problem for problem in read(clinic / "clinic.yaml")[1] if problem.code == "online_address"]
    message = "An online visit has no address. Delete the address, or write online: false."
    assert (problem.field, problem.message) == ("locations[1].address", message)
