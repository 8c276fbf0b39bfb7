"""Messages for the owner: the sentences of a check, hints, quotes, shared lines. Other tests pin codes and locations."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from cli.__main__ import COMMANDS
from pipeline.report import Problem, Report
from pipeline.wording import command_line, message, quote, unknown_name, with_hint
from tests.conftest import modules
from tests.support.checking import read
from tests.support.messages import edit, messages


@pytest.mark.parametrize(
    ("keyword", "value", "limit", "expected"),
    [
        ("type", {"a": 1}, "integer", "Expected a whole number, got lines of the form “name: value”."),
        (
            "type",
            "\u200e2021",
            "integer",
            'Expected a whole number, got "\ufffd2021". The \ufffd is an invisible character: type the value again.',
        ),
        ("enum", {"a": 1}, ["ab", "cd"], "Expected one of ab, cd; got lines of the form “name: value”."),
        ("enum", "thu", ["Tuesday", "Thursday"], '"thu" is not allowed. Did you mean "Thursday"?'),
        ("enum", "T", ["Tuesday", "Thursday"], '"T" is not allowed. Use one of: Tuesday, Thursday.'),
        ("minLength", "", 1, "The value is missing."),
        ("minItems", ["a"], 2, "Expected at least 2 entries, got 1."),
        ("maxItems", ["a", "b"], 1, "Expected at most 1 entry, got 2. Remove one."),
        ("maxItems", ["a", "b", "c", "d"], 2, "Expected at most 2 entries, got 4. Remove 2."),
        ("minItems", ["a"], 1, "Expected at least 1 entry, got 1."),
    ],
)
def test_the_message_of_each_keyword(keyword: str, value: Any, limit: Any, expected: str) -> None:
    """Each is followed by the hint."""
    assert message(keyword, value, limit, {"hint": "Try 1."}) == f"{expected} Try 1."


def test_a_hint_goes_before_an_example() -> None:
    assert with_hint("Wrong.", {"hint": "Try 1.", "example": 2}) == "Wrong. Try 1."
    assert with_hint("Wrong.", {"example": 2}) == "Wrong. Example: 2."
    assert with_hint("Use less, for example 1.", {"example": 2}) == "Use less, for example 1."
    assert with_hint("Wrong.", {"example": [2]}) == "Wrong."


def test_a_command_is_named_as_it_can_be_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With make where its file is, otherwise without."""
    assert command_line("cv", "--not-mine", "17", ORCID="0000") == 'make cv ORCID=0000 OPTIONS="--not-mine 17"'
    assert command_line("build") == "make build-db"
    monkeypatch.setenv("SOURCES", "people/noa")
    assert command_line("import", "--write", FILES="...") == "make import SOURCES=people/noa FILES=... OPTIONS=--write"
    monkeypatch.chdir(tmp_path)
    assert command_line("cv", "--not-mine", "17", ORCID="0000") == "public-profile cv --not-mine 17 --orcid 0000"
    assert command_line("import", FILES="My refs.bib") == 'public-profile import "My refs.bib"'


def test_no_message_names_a_command_that_only_make_has() -> None:
    paths = [path for name, path in modules().items() if name.startswith("pipeline.")]
    nodes = [node for path in paths for node in ast.walk(ast.parse(path.read_text()))]
    docstrings = {node.value for node in nodes if isinstance(node, ast.Expr)}
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and node not in docstrings]
    assert [text for text in texts if re.search(rf"\bmake ({'|'.join(COMMANDS)})\b", str(text))] == []


def test_quoted_values_are_short_and_printable() -> None:
    assert quote("a\n b\u202ec") == '"a b\ufffdc"'
    assert quote("x" * 61) == f'"{"x" * 60}…"'
    assert quote(True) == '"true"'


def test_a_version_of_a_field_that_has_none() -> None:
    """Arabic is a language of the site, because another field has a version."""
    versions = 'Unknown name "titleArabic": title has no versions in other languages. Delete it.'
    assert unknown_name("name", "titleArabic", ["title", "name", "nameArabic"]) == versions


def test_a_name_in_another_spelling_is_a_name_of_this_file() -> None:
    assert unknown_name("name", "Title", ["title", "name"]) == 'Unknown name "Title". Did you mean "title"?'


def test_many_columns_are_described_elsewhere() -> None:
    names = [f"field{number}" for number in range(9)]
    assert unknown_name("column", "weight", names) == 'Unknown column "weight". fields.md next to this file lists them.'
    assert unknown_name("name", "weight", names) == 'Unknown name "weight". README.md next to this file describes each one.'


# Samples: a change of a file, and the line that answers it. test_records.py has a row for each rule.
# fmt: off
SENTENCES = [
    ("clinic.yaml", "parent:", "parrent:", 'line 13, parrent: Unknown name "parrent". Did you mean "parent"?'),
    ("profile.yaml", "specialty: ", "whatsapp: x\nspecialty: ",
     'line 9, whatsapp: Unknown name "whatsapp". Write it under bookingLinks in clinic.yaml, for example WhatsApp: '
     "https://wa.me/972501234567."),
    ("clinic.yaml", "phone: ", "phone: # ", "line 11, phone: The value is missing. Example: +44-20-7946-0000."),
    ("clinic.yaml", "  - Self-pay\n  - Example Health Fund\n  - Sample Supplementary Insurance", "  Self-pay",
     'line 19, insurance: Expected a list, got "Self-pay". Write one insurer per line, after a hyphen (-) and a space.'),
    ("clinic.yaml", "  closures:", "    - Saturday\n  closures:",
     'line 41, hours.weekly[4]: Expected lines of the form “name: value”, got "Saturday". The names are days, opens, '
     "closes."),
    ("profile.yaml", "bio:", "bio:\n  - One\ncredentials2:",
     "line 37, bio: Expected text, got a list. For a text with several lines, write bio: |- and below it the whole "
     "text, indented."),
    ("clinic.yaml", "  - קופת חולים דוגמה\n", "",
     "line 69, insuranceHebrew: Expected 3 entries, as many as insurance has, got 2. "
     "Keep the same order, and put an entry that has a comma in quotes."),
    ("clinic.yaml", "byAppointment: true", "byAppointment: yes",
     'line 51, hours.byAppointment: Read "yes" as true.'),
    ("publications.csv", ",2025,23,", ",x,23,",
     'row 2, year: Expected a whole number, got "x". Write the four-digit year, for example 2021.'),
    ("publications.csv", "10.5555/msk.2025.031", "10.5555/MSK.2025.007",
     'row 3, doi: "10.5555/MSK.2025.007" is already used in row 2. Delete one of the two rows.'),
    ("publications.csv", "Levi R", "Å»Ã³Å‚w R",
     'row 3, authors: "Å»Ã³Å‚w" was probably "Żółw" until a program read the file in another encoding. Go back to an '
     "earlier copy of the file, or correct every such word."),
    ("cv.csv", "2018-04,now", "01/04/2018,now",
     'row 2, startDate: The order of day, month and year is not clear in "01/04/2018". Write it like 2018, 2018-04 or '
     "2018-04-07. First format the column as text (in Excel Format Cells, Text), or the spreadsheet changes it."),
    ("cv.csv", "2018-04,now", "2018–2020,",
     'row 2, startDate: "2018–2020" are two dates. Write 2018 into startDate and 2020 into endDate. Write it like 2018, '
     "2018-04 or 2018-04-07. First format the column as text (in Excel Format Cells, Text), or the spreadsheet changes it."),
]
# fmt: on


@pytest.mark.parametrize(("name", "old", "new", "line"), SENTENCES, ids=[line.partition(":")[0] for *_, line in SENTENCES])
def test_the_sentences_of_a_check(folder: Path, name: str, old: str, new: str, line: str) -> None:
    edit(folder, name, old, new)
    assert f"{name}, {line}" in [str(problem).removeprefix("warning: ") for problem in read(folder / name)[1]]


def test_the_sentences_about_several_files(folder: Path) -> None:
    edit(folder, "publications.csv", 'Levi R, Example N"', 'Levi R, Example NZ"')
    edit(folder, "services.csv", "Ultrasound of the wrist", "REPLACE with a service")
    edit(folder, "profile.yaml", "  - Senior Lecturer in Radiology, Example University\n", "")
    edit(folder, "profile.yaml", "  - מרצה בכירה לרדיולוגיה, אוניברסיטת דוגמה\n", "")
    edit(folder, "profile.yaml", "specialtyHebrew: רדיולוגיה של מערכת השריר והשלד\n", "")
    expected = [
        "profile.yaml, nameVariants: Example NZ (1 row) may be you. If so, add it to nameVariants: pages then emphasize it.",
        "services.csv, row 3, name: This value still says REPLACE. Write your own, or delete it.",
        'profile.yaml, line 11, positions: cv.csv also has "Senior Lecturer in Radiology, Example University", and pages use '
        "this list. Add what is missing, and use the same words in both files. Or delete the list: pages then use cv.csv.",
        "profile.yaml: The Hebrew pages show 1 text in English, because these are missing: specialtyHebrew (1).",
    ]
    lines = messages(folder)
    assert [line for line in expected if f"warning: sources/{line}" not in lines] == []


def test_the_sentence_about_a_missing_file(folder: Path) -> None:
    (folder / "profile.yaml").unlink()
    assert messages(folder) == ["sources/profile.yaml: The file is missing. Put it back under this name."]


SPACES = "Removed spaces before or after the text."


def spaced(row: int, field: str = "doi") -> Problem:
    return Problem("p.csv", "whitespace", SPACES, "warning", row=row, field=field)


@pytest.mark.parametrize(
    ("rows", "shown"),
    [
        ([3], "row 3"),
        ([3, 4], "rows 3 and 4"),
        ([3, 4, 5], "rows 3–5"),
        ([9, 3, 3, 7], "rows 3, 7 and 9"),
        ([2, *range(15, 45), 50, 51], "rows 2, 15–44, 50 and 51"),
        (range(3, 1203), "rows 3–1202"),
        (range(3, 603, 2), "rows 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25 and 288 more"),
    ],
)
def test_rows_with_the_same_warning_share_a_line(rows: list[int], shown: str) -> None:
    assert list(Report([*map(spaced, rows)]).lines()) == [f"warning: p.csv, {shown}, doi: {SPACES}"]


def wrong(row: int, value: str) -> Problem:
    return Problem("p.csv", "test", f'Expected a date, got "{value}".', row=row, field="added", value=value)


def test_errors_that_repeat_in_a_column_share_a_line() -> None:
    """Whatever their values are; other fields and other sentences keep their lines."""
    report = Report([wrong(2, "a"), wrong(3, "b"), wrong(4, "a"), wrong(5, "c"), spaced(2), spaced(2, "url"), spaced(4)])
    assert list(report.lines()) == [
        'p.csv, rows 2–5, added: Expected a date, got "a" (also "b" and "c").',
        f"warning: p.csv, rows 2 and 4, doi: {SPACES}",
        f"warning: p.csv, row 2, url: {SPACES}",
    ]


def test_of_many_wrong_values_the_first_ones_are_shown() -> None:
    assert list(Report([wrong(row, f"{row}") for row in range(15, 45)]).lines()) == [
        'p.csv, rows 15–44, added: Expected a date, got "15" (also "16", "17", "18" and 26 more).'
    ]
