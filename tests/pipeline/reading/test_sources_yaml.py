"""YAML files: values stay what was written, and every fault names its place and line."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pipeline.loading.publish import build
from tests.support.messages import append, edit, messages, write

CLINIC = "clinic.yaml"
CLINIC_NAMES = "name, address, phone, nameHebrew, parent, email, coordinates, insurance, bookingLinks, hours"
UNREADABLE = "Check the blanks at its beginning, and put text that begins with a special character in quotes."

FAULTS = {
    "misspelt name": (
        "parent:",
        "parrent:",
        'line 13, parrent: "parrent" is not a known name. Did you mean "parent"?',
    ),
    "unknown name": (
        "parent:",
        "colour:",
        f'line 13, colour: "colour" is not a known name. The names here are {CLINIC_NAMES}.',
    ),
    "misspelt name inside": (
        "  byAppointment:",
        "  byAppointement:",
        'line 49, hours.byAppointement: "byAppointement" is not a known name. Did you mean "byAppointment"?',
    ),
    "name twice": (
        "parent:",
        "name:",
        "line 13, name: The name stands twice; the first time in line 9. Keep one.",
    ),
    "name twice inside a mapping": (
        "  referral:",
        "  online:",
        "line 26, bookingLinks.online: The name stands twice; the first time in line 25. Keep one.",
    ),
    "name twice inside a list": (
        'opens: "15:00"\n',
        'opens: "15:00"\n      opens: "16:00"\n',
        "line 36, hours.weekly[2].opens: The name stands twice; the first time in line 35. Keep one.",
    ),
    "address of no page": (
        "https://booking.example.org/\n",
        "booking.example.org\n",
        'line 25, bookingLinks.online: "booking.example.org" is not a web address. Write it whole, beginning with https://.',
    ),
    "required name left out": (
        "  longitude: 34.75\n",
        "",
        "line 16, coordinates.longitude: The value is missing. Write decimal degrees between -180 and 180, for example 34.75.",
    ),
    "mapping for a text": (
        "- Self-pay",
        "- price: 5",
        "line 20, insurance[1]: Here stands a group of lines “name: value” instead of a text.",
    ),
    "text for a list": (
        "  - Self-pay\n  - Example Health Fund\n  - Sample Supplementary Insurance",
        "  Self-pay",
        'line 19, insurance: "Self-pay" is not a list. Write one insurer a line, each after a dash and a blank.',
    ),
    "entry without a text": (
        "- Self-pay",
        "-",
        "line 20, insurance[1]: The value is missing.",
    ),
    "required field without a value": (
        "phone: ",
        "phone: # ",
        "line 11, phone: The value is missing. An example: +972-0-555-0100.",
    ),
    "required field left out": (
        "phone: ",
        "# phone: ",
        "phone: The value is missing. An example: +972-0-555-0100.",
    ),
    "list for a text with a rule": (
        "  timezone: Asia/Jerusalem",
        "  timezone: [Asia/Jerusalem]",
        "line 28, hours.timezone: Here stands a list instead of a text. "
        "Write its name as continent and city, for example Asia/Jerusalem.",
    ),
    "list for an address": (
        "  online: https://booking.example.org/",
        "  online: [https://booking.example.org/]",
        "line 25, bookingLinks.online: Here stands a list instead of a text.",
    ),
    "span that is no mapping": (
        "  closures:",
        "    - Saturday\n  closures:",
        'line 41, hours.weekly[4]: "Saturday" is not a group of lines “name: value”.',
    ),
    "no entry in a list": (
        "    - days: [Friday]",
        "    - days: []",
        "line 37, hours.weekly[3].days: The value is missing.",
    ),
    "alias": (
        "parent: Example",
        "parent: *a Example",
        'line 13: "*a" is a YAML alias. Write the value out, or put it in quotes.',
    ),
    "anchor": (
        "parent: Example",
        "parent: &a Example",
        'line 13: "&a" is a YAML anchor. Leave it out, or put the text in quotes.',
    ),
    "tag": (
        "parent: Example",
        "parent: !!str Example",
        'line 13: "!!str" is a YAML tag. Write the value alone, or put it in quotes.',
    ),
    "colon in a text": (
        "parent: Example",
        "parent: Example: the",
        "line 13: A colon stands inside the text. Put the whole text in quotes.",
    ),
    "tab": (
        "  latitude:",
        "\tlatitude:",
        "line 17: A tab stands here. Indent with blanks.",
    ),
    "quotation mark not closed": (
        "reason: Rosh",
        'reason: "Rosh',
        "line 47: A quotation mark is opened here and never closed.",
    ),
    "bracket not closed": (
        "    - days: [Friday]",
        "    - days: [Friday",
        "line 37: In the brackets that are opened here a comma or the closing bracket is missing.",
    ),
    "no colon": (
        "parent: Example",
        "parent Example",
        "line 14: The line has no colon. Write name: value, or indent it as part of the text above.",
    ),
    "other indentation": (
        "  longitude:",
        " longitude:",
        "line 18: The line is not indented as those around it, or a quotation mark above it is not closed.",
    ),
    "special character": (
        "parent: Example",
        "parent: @Example",
        f"line 13: The line cannot be read (found character '@' that cannot start any token). {UNREADABLE}",
    ),
    "second document": (
        "parent: Example",
        "---\nparent: Example",
        "line 13: A second document begins here (---). Keep one.",
    ),
}


def built(folder: Path, table: str) -> Any:
    """What a build makes of a YAML file, as the API gives it."""
    target = folder.parent / "profile.db"
    assert build(folder, target).outcome == "built", messages(folder)
    with closing(sqlite3.connect(target)) as connection:
        return json.loads(connection.execute(f"select json from {table}").fetchone()[0])  # noqa: S608


def test_unquoted_times_stay_times(folder: Path) -> None:
    """YAML 1.1 would read 16:30 as the number 990."""
    edit(folder, CLINIC, '"19:00"', "16:30")
    assert built(folder, "clinic")["hours"]["weekly"][1] == {
        "days": ["Monday", "Wednesday"],
        "opens": "15:00",
        "closes": "16:30",
    }


def test_unquoted_words_and_numbers_stay_text_where_text_is_wanted(folder: Path) -> None:
    """YAML 1.1 would read no as false, 035550100 as an octal or decimal number, and a date as a date."""
    edit(folder, CLINIC, "- Self-pay", "- no\n  - 007\n  - 1_000\n  - 2027-04-21\n  - 1e3\n  - true")
    edit(folder, CLINIC, '"+972-0-555-0100"', "035550100")
    edit(folder, CLINIC, '"2027-04-21"', "2027-04-21")
    clinic = built(folder, "clinic")
    assert clinic["insurance"][:6] == ["no", "007", "1_000", "2027-04-21", "1e3", "true"]
    assert clinic["phone"] == "035550100"
    assert clinic["hours"]["closures"][0]["from"] == "2027-04-21"


def test_numbers_and_truth_values_where_the_schema_wants_them(folder: Path) -> None:
    """Coordinates are numbers in JSON, byAppointment is true or false."""
    edit(folder, CLINIC, "latitude: 31.5", "latitude: -031.50")
    edit(folder, CLINIC, "longitude: 34.75", "longitude: 34")
    edit(folder, CLINIC, "byAppointment: true", "byAppointment: false")
    clinic = built(folder, "clinic")
    assert json.dumps(clinic["coordinates"]) == '{"latitude": -31.5, "longitude": 34}'
    assert clinic["hours"]["byAppointment"] is False


@pytest.mark.parametrize("word", ["no", "yes", "True", "on", "1"])
def test_other_words_for_true_and_false_are_refused_by_name(folder: Path, word: str) -> None:
    """Never turned into something else."""
    edit(folder, CLINIC, "byAppointment: true", f"byAppointment: {word}")
    assert messages(folder) == [
        f'sources/clinic.yaml, line 49, hours.byAppointment: "{word}" is not true or false. Write true or false.'
    ]


def test_optional_places_without_a_value_count_as_not_written(folder: Path) -> None:
    """An owner may leave a name and delete its value."""
    edit(folder, CLINIC, "parent: Example Medical Center", "parent:")
    edit(folder, CLINIC, "reason: Passover", "reason:")
    clinic = built(folder, "clinic")
    assert "parent" not in clinic
    assert clinic["hours"]["closures"][0] == {"from": "2027-04-21", "to": "2027-04-28"}


def test_long_texts_and_emoji_survive(folder: Path) -> None:
    """Folded text is one paragraph; characters beyond 16 bits are as good as any, escaped or not."""
    write(folder, "research.yaml", 'summary: >-\n  One\n  two 🩻\nareas:\n  - name: "\\U0001FA7B nerves"\n')
    assert built(folder, "research") == {"summary": "One two 🩻", "areas": [{"name": "🩻 nerves"}]}


def test_stray_blanks_inside_quotes_are_trimmed_with_a_warning(folder: Path) -> None:
    """Outside quotes YAML ignores them; inside, somebody typed them."""
    edit(folder, CLINIC, "parent: Example Medical Center", 'parent: " Example Medical Center "')
    assert messages(folder) == [
        'warning: sources/clinic.yaml, line 13, parent: A stray blank was taken out; the value is now "Example Medical Center".'
    ]
    assert built(folder, "clinic")["parent"] == "Example Medical Center"


@pytest.mark.parametrize(("old", "new", "message"), FAULTS.values(), ids=FAULTS)
def test_faults_are_named_with_place_and_line(folder: Path, old: str, new: str, message: str) -> None:
    """One fault, one line: the place in dots, list items counted from 1."""
    edit(folder, CLINIC, old, new)
    assert messages(folder) == [f"sources/clinic.yaml, {message}"]


@pytest.mark.parametrize("text", ["", "\n", "# a note\n", "- name: A clinic\n", "A clinic\n", "name:A clinic\n", "~\n"])
def test_a_file_that_is_no_mapping(folder: Path, text: str) -> None:
    """Empty, a list, or a text."""
    write(folder, CLINIC, text)
    assert messages(folder) == ["sources/clinic.yaml, line 1: The file must hold lines of the form “name: value”."]


@pytest.mark.parametrize("text", ["{}\n", "name:\naddress:\nphone:\n"])
def test_a_mapping_without_values_lacks_every_required_field(folder: Path, text: str) -> None:
    """Each is named, and the recommended one too."""
    write(folder, "research.yaml", text.replace("name:\naddress:\nphone:", "areas:"))
    line = "" if text == "{}\n" else "line 1, "
    assert messages(folder) == [f"sources/research.yaml, {line}areas: The value is missing."]


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("research.yaml", "areas:", "areas: []\nmore:", "line 13, areas: The value is missing."),
        ("site.yaml", "license:", "license: {}\nmore:", "line 12, license: The value is missing."),
        (
            "profile.yaml",
            "positions:",
            "positions: []\nmore:",
            "line 11, positions: The value is missing. Write one position a line, each after a dash and a blank.",
        ),
    ],
)
def test_an_empty_list_does_not_satisfy_a_required_field(folder: Path, name: str, old: str, new: str, message: str) -> None:
    """Neither does an empty mapping."""
    edit(folder, name, old, new)
    assert messages(folder)[:1] == [f"sources/{name}, {message}"]


@pytest.mark.parametrize(
    "written",
    ['\'{"latitude": 31.5, "longitude": 34.75}\'', '\'{"latitude": NaN, "longitude": 3}\'', "31.5, 34.75"],
)
def test_a_text_is_no_mapping_whatever_it_holds(folder: Path, written: str) -> None:
    """JSON inside a YAML text would escape the checks of YAML: duplicate names, NaN."""
    edit(folder, CLINIC, "coordinates:\n  latitude: 31.5\n  longitude: 34.75", f"coordinates: {written}")
    shown = written.strip("'")
    assert messages(folder) == [f'sources/clinic.yaml, line 16, coordinates: "{shown}" is not a group of lines “name: value”.']


@pytest.mark.parametrize(("escape", "code"), [(r"\0", "U+0000"), (r"\x07", "U+0007"), (r"\ud800", "U+D800")])
def test_escapes_give_no_character_that_a_file_may_not_hold(folder: Path, escape: str, code: str) -> None:
    """What is refused as a byte is refused as an escape, in values and in names."""
    edit(folder, CLINIC, "parent: Example Medical Center", f'parent: "Example{escape}"')
    edit(folder, CLINIC, "  online:", f'  "on{escape}line":')
    remedy = f"The invisible character {code} stands here. Delete it, or type the line anew."
    assert messages(folder) == [
        f"sources/clinic.yaml, line 13, parent: {remedy}",
        f"sources/clinic.yaml, line 25, bookingLinks: {remedy}",
    ]


def test_several_faults_of_one_file_are_all_reported(folder: Path) -> None:
    """In the order of their lines."""
    edit(folder, CLINIC, "name: Example Mus", "title: Example Mus")
    edit(folder, CLINIC, "latitude: 31.5", "latitude: north")
    edit(folder, CLINIC, "[Friday]", "[friday, Saturday]")
    append(folder, CLINIC, "phone: 1\n")
    assert messages(folder) == [
        "sources/clinic.yaml, name: The value is missing. An example: Example Ultrasound Clinic.",
        f'sources/clinic.yaml, line 9, title: "title" is not a known name. The names here are {CLINIC_NAMES}.',
        'sources/clinic.yaml, line 17, coordinates.latitude: "north" is not a number. '
        "Write decimal degrees between -90 and 90, for example 31.5.",
        'sources/clinic.yaml, line 37, hours.weekly[3].days[1]: "friday" is not allowed here. '
        "Write one of: Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday.",
        "sources/clinic.yaml, line 50, phone: The name stands twice; the first time in line 11. Keep one.",
    ]
