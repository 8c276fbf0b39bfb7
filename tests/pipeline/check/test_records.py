"""Whole files against the example's schema, and the checks of one field."""

import re
from pathlib import Path
from typing import Any

import frictionless
import pytest
from hypothesis import given
from hypothesis import strategies as st

from look.theme import COMMON_LETTERS
from pipeline.build import check
from pipeline.check.fields import FieldCheck
from pipeline.check.rules.rule_tables import VALUE_RULES
from pipeline.images.fonts import missing_letters
from pipeline.schema.package import read_shipped
from pipeline.wording import FIELD_HINTS
from tests.conftest import SOURCES
from tests.support.checking import problems, read, records_and_problems
from tests.support.messages import HEADER, NEXT_YEAR, codes, edit, publication, write


def publication_problems(folder: Path, *rows: str) -> list[str]:
    write(folder, "publications.csv", f"{HEADER}\n{''.join(rows)}")
    return [line.removeprefix("publications.csv, ") for line in problems(folder / "publications.csv")]


def test_a_row_with_an_error_is_left_out(folder: Path) -> None:
    """The others are typed, in the order of the schema, without empty fields."""
    write(folder, "publications.csv", "doi,year,title,authors,journal\n10.5555/a,2020,T,A,J\n,2021,T2,A,J\n,x,T3,A,J\n")
    records, lines = records_and_problems(folder / "publications.csv")
    assert [list(record.items()) for record in records] == [
        [("title", "T"), ("authors", "A"), ("journal", "J"), ("year", 2020), ("doi", "10.5555/a")],
        [("title", "T2"), ("authors", "A"), ("journal", "J"), ("year", 2021)],
    ]
    assert lines == ["publications.csv, row 4, year: type"]


def test_a_missing_file_under_another_name_is_one_problem(folder: Path) -> None:
    (folder / "publications.csv").rename(folder / "publications (1).csv")
    [problem] = read(folder / "publications.csv")[1]
    assert problem.message == 'The file is missing. If it is "publications (1).csv", save that as publications.csv.'


def test_a_publication_needs_title_authors_journal_and_year(folder: Path) -> None:
    names = ("title", "authors", "journal", "year")
    rows = [publication(**{"title": name, "doi": f"10.5555/{name}", name: ""}) for name in names]
    assert publication_problems(folder, *rows) == [f"row {row}, {name}: required" for row, name in enumerate(names, start=2)]


# A header, a row, and their problems.
HEADERS = {
    "missing": ("title,authors,journal,doi", "T,A,J,bad doi", ["row 1, year: required", "row 2, doi: doi"]),
    "misspelled": ("Titel,authors,journal,year", "T,A,J,20x5", ["row 1, title: unknown_name", "row 2, year: type"]),
    "unknown": ("title,authors,journal,year,weight", "T,A,J,20x5,8", ["row 1: unknown_name", "row 2, year: type"]),
    "repeated": ("title,authors,journal,year,doi,doi", "T,A,J,20x5,,", ["row 1: repeated_name", "row 2, year: type"]),
    "missing, and no row is left": ("title,journal,year", "T,J,2020", ["row 1, authors: required"]),
}


@pytest.mark.parametrize(("header", "row", "lines"), HEADERS.values(), ids=HEADERS)
def test_rows_below_a_wrong_header_are_checked(folder: Path, header: str, row: str, lines: list[str]) -> None:
    """A missing column is one error, not one for each row."""
    write(folder, "publications.csv", f"{header}\n{row}\n")
    records, problems = records_and_problems(folder / "publications.csv")
    assert (records, problems) == ([], [f"publications.csv, {line}" for line in lines])


def test_other_files_are_checked_without_what_a_column_would_hold(folder: Path) -> None:
    """The section of an entry completes the profile, and authors can be the owner."""
    edit(folder, "publications.csv", "title,authors,", "title,Authors,")
    edit(folder, "cv.csv", "section,", "Section,")
    edit(folder, "cv.csv", "2018-04,now", "2018-04,2017")
    assert [(problem.row, problem.field, problem.code) for problem in check(folder).report] == [
        (1, "section", "unknown_name"),
        (2, "endDate", "order"),
        (1, "authors", "unknown_name"),
    ]


def test_featured_is_yes_or_empty(folder: Path) -> None:
    marks = ("yes", "YES", "TRUE", "", "no", "x")
    rows = [f"{mark},Title {number},A,J,2020,10.5555/{number}\n" for number, mark in enumerate(marks)]
    write(folder, "publications.csv", "featured,title,authors,journal,year,doi\n" + "".join(rows))
    records, lines = records_and_problems(folder / "publications.csv")
    assert [record.get("featured") for record in records] == [True, True, True, None]
    assert lines == ["publications.csv, row 6, featured: type", "publications.csv, row 7, featured: type"]


def test_a_doi_that_was_read_in_another_form_is_compared(folder: Path) -> None:
    rows = [publication(title="One"), publication(title="Two", doi="https://doi.org/10.5555/A")]
    assert publication_problems(folder, *rows) == ["row 3, doi: unique", "warning: publications.csv, row 3, doi: read_as"]


def test_keys_differ_by_more_than_case(folder: Path) -> None:
    rows = [f"{key},Title {number},A,J,2020,10.5555/{number}\n" for number, key in enumerate(("Own2020", "OWN2020", "Facets"))]
    write(folder, "publications.csv", "key,title,authors,journal,year,doi\n" + "".join(rows))
    assert records_and_problems(folder / "publications.csv")[1] == [
        "publications.csv, row 3, key: unique",
        "publications.csv, row 4, key: pattern",
    ]


def test_every_error_of_a_late_row_is_found(folder: Path) -> None:
    rows = [publication(title=f"Title {number}", doi=f"10.5555/{number}", year="1799") for number in range(2, 1203)]
    lines = publication_problems(folder, *rows, publication(title="Last", doi="x"))
    assert [line.split(":")[0] for line in lines] == [*(f"row {number}, year" for number in range(2, 1203)), "row 1203, doi"]


# A change of a file; the line or row, field and code of the one problem that it causes.
PROBLEMS = (
    ("clinic.yaml", 'opens: "15:00"', 'opens: "8:30"', "35 hours.weekly[2].opens: pattern"),
    ("clinic.yaml", "[Friday]", "[Fryday]", "37 hours.weekly[3].days[1]: enum"),
    ("clinic.yaml", "[Friday]", "[Friday-Saturday]", "37 hours.weekly[3].days[1]: read_as"),
    ("clinic.yaml", "[Friday]", "[יום שישי]", "37 hours.weekly[3].days[1]: read_as"),
    ("clinic.yaml", 'closes: "13:00"', 'closes: "08:00"', "27 hours: opening_hours"),
    ("clinic.yaml", '"9999-11-01"', '"2000-11-01"', "27 hours: checked_hours"),
    ("clinic.yaml", "Asia/Jerusalem", "Israel Time", "28 hours.timezone: timezone"),
    ("clinic.yaml", "  byAppointment:", "  byAppointement:", "51 hours.byAppointement: unknown_name"),
    ("clinic.yaml", '"2027-04-21"', '"2027-02-30"', "42 hours.closures[1].from: date"),
    ("clinic.yaml", '"2027-04-28"', '"2027-04-20"', "42 hours.closures[1]: closure"),
    (
        "clinic.yaml",
        "זימון תור באינטרנט: https://booking.example.org/",
        "Book: זימון",
        "74 bookingLinksHebrew.Book: booking_link",
    ),
    ("clinic.yaml", '"+972-0-555-0100"', "12", "11 phone: telephone"),
    ("clinic.yaml", '"+972-0-555-0100"', "050-555-0100", "11 phone: country_code"),
    ("clinic.yaml", '"+972-0-555-0100"', "+972 (0)0 555 0100", "11 phone: read_as"),
    ("clinic.yaml", '"+972-0-555-0100"', '["+972-0-555-0100"]', "11 phone: type"),
    ("clinic.yaml", "- Self-pay", "-", "20 insurance[1]: type"),
    ("clinic.yaml", "- Self-pay", "- price: 5", "20 insurance[1]: type"),
    ("clinic.yaml", "  longitude: 34.75\n", "", "16 coordinates.longitude: required"),
    ("clinic.yaml", "latitude: 31.5", "latitude: -31.5", "16 coordinates: far_coordinates"),
    ("site.yaml", "mailto:security@example.org", "security@example.org", "29 security.contact[1]: contact"),
    ("site.yaml", "security:\n", "security:\n  policy: http://example.org/\n", "28 security.policy: secure_uri"),
    ("site.yaml", '"9999-10-31T00:00:00Z"', "9999-10-31", "31 security.expires: instant"),
    ("site.yaml", "9999-10-31", "2000-10-31", "31 security.expires: not_past"),
    ("site.yaml", "paper:", "languages: [en, he, Arabic]\npaper:", "48 languages[3]: language_code"),
    ("site.yaml", '"2026-11-01"', "tomorrow", "43 accessibility.checked: date"),
    ("site.yaml", '"#0b6260"', "blue", "46 accentColor: pattern"),
    ("site.yaml", '"#0b6260"', '"#ffffff"', "46 accentColor: readable_color"),
    ("site.yaml", "paper:", "legal: {Imprint: One, IMPRINT!: Two}\npaper:", "48 legal: legal_names"),
    ("site.yaml", "paper:", "legal: {Privacy: www.example.org}\npaper:", "48 legal.Privacy: legal_notice"),
    ("profile.yaml", "name: Dr. Noa Example", "name: Dr. Noa Example, MD", "8 name: name_alone"),
    ("profile.yaml", "name: Dr. Noa Example", "name: Dr. Сабирова Гульнара Рашитовна", "8 name: given_first"),
    ("profile.yaml", '"0000-0000-5555-0000"', '"0000-0000-5555-0001"', "16 orcid: orcid"),
    ("profile.yaml", '"0000-0000-5555-0000"', "https://orcid.org/0000-0000-5555-0000", "16 orcid: read_as"),
    ("profile.yaml", "https://orcid.org/0000-0000-5555-0000", "orcid.org", "26 links.orcid: uri"),
    ("profile.yaml", "noa@example.org", "noa@example", "17 email: email"),
    ("profile.yaml", "  - English\n", "  - en\n", "21 languages[2]: spoken_language"),
    ("profile.yaml", "photo: portrait.png", "photo: ../portrait.png", "30 photo: image_name"),
    ("profile.yaml", "photo: portrait.png", "photo: portrait.png\nphotoFocus: 70%", "31 photoFocus: pattern"),
    ("profile.yaml", "photo: portrait.png", "photo: portrait.png\nphotoFocus: 70 40", "31 photoFocus: pattern"),
    ("profile.yaml", "photo: portrait.png", "photo: portrait.png\nphotoFocus: 101% 40%", "31 photoFocus: pattern"),
    ("profile.yaml", '"2027-01-03"', '"9999-11-01"', "51 announcements[2]: announcement"),
    ("profile.yaml", 'from: "2027-01-03"\n    until: "9999-10-31"', 'until: "2020-01-31"', "51 announcements[2]: not_over"),
    ("profile.yaml", "1234567893", "1234567890", "56 npi: npi"),
    ("publications.csv", ",2025,23,", ",1799,23,", "2 year: minimum"),
    ("publications.csv", ",2025,23,", f",{NEXT_YEAR + 1},23,", "2 year: not_after_next_year"),
    ("publications.csv", "23,2,188-197", "23,12-Mar,188-197", "2 issue: not_a_date"),
    ("publications.csv", '"Example N, Sørensen Q, Dugma YT"', "Example N; Sørensen Q", "2 authors: authors"),
    ("publications.csv", "10.5555/msk.2025.007", "msk.2025.007", "2 doi: doi"),
    ("publications.csv", "10.5555/msk.2025.031", "https://doi.org/10.5555/a", "3 doi: read_as"),
    ("publications.csv", "https://pubmed.example.org/99000412", "99000412", "2 pubmed: read_as"),
    ("publications.csv", "CC BY 4.0", "open", "2 license: known_license"),
    ("publications.csv", ";https://data.example.org/tibial-nerve", ";GSE12345", "2 data[2]: data_link"),
    ("publications.csv", "NCT00000000", "NCT0", "3 trial[1]: trial"),
    ("publications.csv", ",yes,,2025-05-06,", ",no,,2025-05-06,", "3 featured: type"),
    ("publications.csv", ",yes,,2025-05-06,", ",yes,withdrawn 2024,2025-05-06,", "3 notice: notice"),
    ("publications.csv", ",2025-05-06,", ",6/5/25,", "3 added: iso_date"),
    ("publications.csv", "Dynamic ultrasound", "王伟 ultrasound", "14 title: letters"),
    ("publications.csv", "Dynamic ultrasound", "<i>Dynamic</i> ultrasound", "14 title: no_markup"),
    ("publications.csv", "Journal of Example Radiology", "Pain &amp; Sleep", "3 journal: no_markup"),
    ("services.csv", "אולטרסאונד של הברך", "Knee", "4 nameHebrew: hebrew"),
    ("services.csv", "Ultrasound of the wrist", "Ultrasound of the wr\ufffdst", "3 name: encoding"),
    ("cv.csv", "2018-04,now", "18-Apr,now", "2 startDate: partial_date"),
    ("cv.csv", "2018-04,now", "2018-04,later", "2 endDate: partial_date_or_now"),
    ("cv.csv", "2018-04,now", "2018-04,present", "2 endDate: read_as"),
    ("cv.csv", "2018-04,now", "2018-04,2017", "2 endDate: order"),
    ("cv.csv", "\naward,", "\nAwards,", "10 section: near_known"),
)


@pytest.mark.parametrize(("name", "old", "new", "problem"), PROBLEMS, ids=[f"{new[-30:]}: {line}" for *_, new, line in PROBLEMS])
def test_fields_have_their_rules(folder: Path, name: str, old: str, new: str, problem: str) -> None:
    """tests/pipeline/check/rules has all messages, and tests/pipeline/test_wording.py samples with their location."""
    edit(folder, name, old, new)
    assert [f"{each.line or each.row} {each.field}: {each.code}" for each in read(folder / name)[1]] == [problem]


def test_each_rule_of_the_schema_has_a_row() -> None:
    rules = set(re.findall(r"(?:rules|advice)['\"]: \[([^]]+)\]", str(read_shipped())))
    named = {name for names in rules for name in re.findall(r"\w+", names)} | {"hebrew"}
    assert named == {problem.rpartition(" ")[2] for *_, problem in PROBLEMS} & VALUE_RULES.keys()


def test_values_of_yaml_have_the_types_of_the_schema(folder: Path) -> None:
    edit(folder, "clinic.yaml", '"+972-0-555-0100"', "+035550100")
    edit(folder, "clinic.yaml", "parent: Example Medical Center", "parent:")
    edit(folder, "clinic.yaml", "latitude: 31.5", "latitude: -031.50")
    edit(folder, "clinic.yaml", "longitude: 34.75", "longitude: 34.0")
    edit(folder, "clinic.yaml", "byAppointment: true", "byAppointment: false")
    edit(folder, "clinic.yaml", "reason: Passover", "reason:")
    [clinic], lines = records_and_problems(folder / "clinic.yaml")
    assert lines == ["warning: clinic.yaml, line 16, coordinates: far_coordinates"]
    assert (clinic["phone"], "parent" in clinic) == ("+035550100", False)
    assert repr(clinic["coordinates"]) == "{'latitude': -31.5, 'longitude': 34}"
    assert clinic["hours"]["byAppointment"] is False
    assert clinic["hours"]["closures"][0] == {"from": "2027-04-21", "to": "2027-04-28", "reasonHebrew": "פסח"}


def test_hours_by_appointment_need_no_days(folder: Path) -> None:
    clinic = (folder / "clinic.yaml").read_text(encoding="utf-8")
    hours = clinic[clinic.index("  weekly:") : clinic.index("  byAppointment:")]
    edit(folder, "clinic.yaml", hours, "")
    edit(folder, "clinic.yaml", '  checked: "9999-11-01"\n', "")
    [record], lines = records_and_problems(folder / "clinic.yaml")
    assert (record["hours"], lines) == ({"timezone": "Asia/Jerusalem", "weekly": [], "byAppointment": True}, [])


def test_an_empty_list_or_mapping_does_not_satisfy_a_required_field(folder: Path) -> None:
    edit(folder, "research.yaml", "areas:", "areas: []\nmore:")
    edit(folder, "site.yaml", "license:", "license: {}\nmore:")
    required = [(problem.line, problem.field) for problem in check(folder).report if problem.code == "required"]
    assert required == [(13, "areas"), (12, "license")]


EMPTIED = {
    "no bytes": ("clinic.yaml", b"", "clinic"),
    "notes only": ("clinic.yaml", b"\xef\xbb\xbf# name: REPLACE\n\n  # phone: REPLACE\n", "clinic"),
    "research": ("research.yaml", b"\n", "research"),
    "curriculum vitae": ("cv.csv", b"\xef\xbb\xbf\r\n", "curriculum vitae"),
}


@pytest.mark.parametrize(("name", "content", "noun"), EMPTIED.values(), ids=EMPTIED)
def test_an_emptied_file_is_not_a_missing_one(folder: Path, name: str, content: bytes, noun: str) -> None:
    """Its places, areas or entries would vanish from the site; services may still name the places."""
    write(folder, name, content)
    report = check(folder).report
    assert [str(each) for each in report if each.file == str(folder / name)] == [
        f"{folder / name}: The file is empty. Delete it if you have no {noun}."
    ]
    assert "unknown_place" not in [problem.code for problem in report]


def test_a_header_alone_is_an_empty_table(folder: Path) -> None:
    write(folder, "cv.csv", "section,title\n")
    assert codes(folder) == []


MAPPING = '{"latitude": 31.5, "longtitude": "34.75"}'


@pytest.mark.parametrize(
    ("name", "written", "problems"),
    [
        ("phone: ", "fone: ", [("unknown_name", "fone", None)]),
        ("phone: ", "clinic: ", [("required", "phone", None), ("unknown_name", "clinic", None)]),
        ("longitude: 34.75", "longtitude: 34.75", [("unknown_name", "coordinates.longtitude", MAPPING)]),
    ],
    ids=["misspelled", "another name", "misspelled in a mapping"],
)
def test_a_misspelled_name_is_one_mistake(
    folder: Path, name: str, written: str, problems: list[tuple[str, str, str | None]]
) -> None:
    edit(folder, "clinic.yaml", name, written)
    assert [(problem.code, problem.field, problem.value) for problem in check(folder).report] == problems


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        ("publications.csv", "Sonography of the median nerve", "a" * 20_001, "row 8, title: maxLength"),
        ("publications.csv", "https://journals.example.org/msk/2021/001", f"http://{'a' * 1_994}", "row 8, url: maxLength"),
        ("profile.yaml", "noa@example.org", f"{'a' * 1_989}@example.org", "line 17, email: maxLength"),
        ("clinic.yaml", "Self-pay", "a" * 20_001, "line 20, insurance[1]: maxLength"),
    ],
    ids=["text", "address", "e-mail", "text in a list"],
)
def test_texts_have_a_length_that_every_format_can_show(folder: Path, name: str, old: str, new: str, problem: str) -> None:
    edit(folder, name, old, new)
    assert problems(folder / name) == [f"{name}, {problem}"]


def test_letters_that_the_fonts_lack_are_named(folder: Path) -> None:
    """In texts that the CV as a PDF shows. Greek, Hebrew, primes, spaces and letters with accents are no problem."""
    row = publication(title="王伟 and the 3′ end: μ ≥ 5 ℃", authors='"Żółw K, דוגמה נ"')
    assert publication_problems(folder, row) == ["warning: publications.csv, row 2, title: letters"]
    assert missing_letters("".join(COMMON_LETTERS)) == ""


# Sources that the first profile repositories began with, with every field in use.
FIRST = Path(__file__).parent / "first_sources"


def test_every_error_says_where_the_field_goes_now() -> None:
    """A field that moves needs a line in FIELD_HINTS, because these files are in the repositories of owners."""
    errors = [problem for problem in check(FIRST).report if problem.severity == "error"]
    assert [str(error) for error in errors if not error.message.endswith(tuple(FIELD_HINTS))] == []
    assert {error.code for error in errors} <= {"unknown_name"}


FILES = ("site.yaml", "profile.yaml", "clinic.yaml", "research.yaml", "publications.csv", "services.csv")
PIECES = ["name", "title", "days", "10.5555/a", "1e999", "null", "א", "[", "]", "{", "}", ",", ";", '"', "'", "&a", "*a"]
SPACES = (": ", "- ", "!!", "|", ">-", "<<", "~", "#", "---", "%", "@", "?", "\n", "\r", "\n  ", "\t", "\x00", "\ufeff")
CONTENTS = st.one_of(
    st.binary(max_size=300),
    st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.lists(st.sampled_from([*PIECES, *SPACES]), max_size=60).map(lambda pieces: "".join(pieces).encode()),
)


@pytest.mark.slow
@given(name=st.sampled_from(FILES), content=CONTENTS, keep=st.integers(0, 400))
def test_no_content_of_a_file_raises(tmp_path: Path, name: str, content: bytes, keep: int) -> None:
    """Anything, alone or after the beginning of the real file, gives lines that name the file."""
    (tmp_path / name).write_bytes((SOURCES / name).read_bytes()[:keep] + content)
    for line in map(str, read(tmp_path / name)[1]):
        assert line.removeprefix("warning: ").startswith(name)
        assert line.splitlines() == [line]


def check_of(**descriptor: Any) -> FieldCheck:
    return FieldCheck(frictionless.Field.from_descriptor({"name": "field", **descriptor}))


@pytest.mark.parametrize(
    ("type_", "written", "value"),
    [
        ("string", "a", "a"),
        ("integer", "-07", -7),
        ("number", "3.50", 3.5),
        ("number", "4", 4),
        ("boolean", "true", True),
        ("date", "2021-01-31", "2021-01-31"),
        ("list", "a; b;;", ["a", "b"]),
    ],
)
def test_values_have_the_types_of_json(type_: str, written: str, value: Any) -> None:
    found, findings = check_of(type=type_, **{"delimiter": ";"} if type_ == "list" else {}).validate(written)
    assert (repr(found), findings) == (repr(value), [])


def test_a_repeated_value_is_checked_like_the_first() -> None:
    year = check_of(type="integer", constraints={"minimum": 1800})
    read = [year.validate(written) for written in ("2020", "1799", "2020", "1799")]
    assert [(value, [finding.message for finding in findings]) for value, findings in read] == [
        (2020, []),
        (None, ['Expected at least 1800, got "1799".']),
        (2020, []),
        (None, ['Expected at least 1800, got "1799".']),
    ]


@pytest.mark.parametrize("written", ["2020.0", "2e3", "1_000", "+2020", "２０２０", "1" * 19])
def test_integers_are_ascii_digits(written: str) -> None:
    """Python and Frictionless read more; SQLite and JSON hold 64 bits."""
    [finding] = check_of(type="integer", hint="Write a year.").validate(written)[1]
    assert (finding.message, finding.value) == (f'Expected a whole number, got "{written}". Write a year.', written)


@pytest.mark.parametrize(
    ("descriptor", "written", "message"),
    [
        ({"type": "integer", "constraints": {"minimum": 1800}}, "1799", 'Expected at least 1800, got "1799".'),
        ({"type": "integer", "constraints": {"maximum": 9}}, "10", 'Expected at most 9, got "10".'),
        ({"type": "string", "constraints": {"minLength": 2}}, "a", 'Expected at least 2 characters, got "a".'),
        ({"type": "string", "constraints": {"maxLength": 2}}, "abc", "Expected at most 2 characters, got 3. Shorten it."),
        ({"type": "string", "constraints": {"pattern": "[A-Z]+"}}, "a", '"a" is not in the expected form.'),
        ({"type": "string", "constraints": {"enum": ["ab"]}}, "AB", '"AB" is not allowed. Did you mean "ab"?'),
        ({"type": "boolean"}, "perhaps", 'Expected true or false, got "perhaps".'),
        ({"type": "date"}, "31.1.2021", 'Expected a date, got "31.1.2021".'),
        ({"type": "number"}, "1e9", 'Expected a number, got "1e9".'),
        ({"type": "object"}, '{"a": 1}', 'Expected lines of the form “name: value”, got "{"a": 1}".'),
        ({"type": "list", "delimiter": ";"}, "a;b;a", 'The list has "a" more than once. Remove the repetition.'),
        ({"type": "list", "delimiter": ";", "constraints": {"required": True}}, ";", "The value is missing."),
        ({"type": "string", "format": "uri"}, "a", 'Expected a web address, got "a". Copy it from the browser, with https://.'),
        ({"type": "string", "format": "email"}, "a", 'Expected an e-mail address, got "a".'),
    ],
)
def test_a_value_that_breaks_its_field(descriptor: dict[str, Any], written: Any, message: str) -> None:
    assert [finding.message for finding in check_of(**descriptor).validate(written)[1]] == [message]
