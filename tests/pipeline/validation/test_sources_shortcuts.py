"""What is known to be in order at the first look is what the thorough way finds in order, whatever the text."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

import frictionless
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from db.text import letters, without_marks
from pipeline import rules
from pipeline.problems import SourceError
from pipeline.reading import text as textfile
from pipeline.reading.csv import trimmed
from pipeline.reading.text import mended_lines, read_lines
from pipeline.rules import PLAIN_URI, uri
from pipeline.validation.fields import FieldCheck, Remembered, cell_reader

ADDRESS = frictionless.Field.from_descriptor({"name": "url", "type": "string", "format": "uri", "constraints": {"maxLength": 30}})
# A BOM, controls of one and two bytes, U+0085, line ends, text of two to four bytes, and bytes that are not UTF-8.
BYTES = ("\ufeff", "\x00", "\x1b", "\x7f", "\x80", "\x85", "\x9f", "\xa0", "\r", "\n", "a", ",", '"', "é", "א", "\ufffd", "😀")
PIECES = st.sampled_from([*(piece.encode() for piece in BYTES), *[b"a\n"] * 20, b"\xff\xfe", b"\xc2", b"\xed\xa0\x80"])
BREAKS = st.text(st.sampled_from(' \t\n\r\x0b\x1c\x85\xa0\u2028ab,"é'), max_size=6)


@settings(deadline=None)
@given(st.from_regex(PLAIN_URI, fullmatch=True))
def test_a_plain_address_is_an_address(value: str) -> None:
    """For Frictionless, with the field's other constraints, and for our own rule."""
    assert cell_reader(ADDRESS)(value) == ADDRESS.read_cell(value)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "PLAIN_URI", rules.ORCID)  # which no address fits
        assert list(uri(value)) == []


@settings(deadline=None)
@given(st.one_of(st.none(), st.text(max_size=40), st.text(st.sampled_from("htps:/.a@?#[]% é"), max_size=12)))
def test_any_other_text_is_read_by_frictionless(value: str | None) -> None:
    assert cell_reader(ADDRESS)(value) == ADDRESS.read_cell(value)


@pytest.mark.parametrize("value", ["https://example.org", "https://example.org/a/b.html", "http://a-b.example.org/~c_d"])
def test_everyday_addresses_are_plain(value: str) -> None:
    assert PLAIN_URI.fullmatch(value)


def lines_of(path: Path, block: int) -> tuple[list[str], list[tuple[int, str]], str]:
    """The lines of a file that is read in blocks of this size (0: line by line), its faults, and why it ends early."""
    lines: list[str] = []
    faults: list[tuple[int, str]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(textfile, "BLOCK", block)
        patch.setattr(textfile, "LONGEST_LINE", 20)
        try:
            whole = mended_lines(path.read_bytes(), 1, "file", faults)
            lines.extend(read_lines(path, "file", 1000, faults) if block else whole)
        except SourceError as error:
            return lines, faults, str(error)
    return lines, faults, ""


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(PIECES, max_size=40).map(b"".join), st.integers(1, 60))
def test_lines_are_the_same_in_blocks(tmp_path: Path, content: bytes, block: int) -> None:
    """Text, faults, their lines and the error are those of reading line by line."""
    path = tmp_path / "file"
    path.write_bytes(content)
    assert lines_of(path, block) == lines_of(path, 0)


@settings(deadline=None)
@given(st.lists(BREAKS, max_size=4))
def test_cells_are_trimmed_as_one_by_one(row: list[str]) -> None:
    assert trimmed(row) == [" ".join(cell.splitlines()).strip() for cell in row]


@settings(deadline=None)
@given(st.text())
def test_folding_looks_at_every_character(text: str) -> None:
    """Also at those that the shortcuts for ASCII pass over."""
    decomposed = unicodedata.normalize("NFD", text)
    assert without_marks(text) == "".join(char for char in decomposed if not unicodedata.combining(char))
    assert letters(text) == "".join(char for char in without_marks(without_marks(text).casefold()) if char.isalnum())


@pytest.mark.parametrize("unique", [False, True])
@settings(deadline=None)
@given(cells=st.lists(st.sampled_from(["", "7", "07", "8", "x", "-1", "1_0", "10"]), max_size=30))
def test_what_is_remembered_is_what_is_found(cells: list[str], unique: bool) -> None:
    """More different cells than are remembered; and a column whose cells must differ."""
    descriptor: dict[str, Any] = {"name": "n", "type": "integer", "constraints": {"minimum": 0, "unique": unique}}
    one_by_one, column = (FieldCheck(frictionless.Field.from_descriptor(descriptor)) for _ in range(2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pipeline.validation.fields.REMEMBERED", 3)
        remembered = Remembered(column)
        assert [remembered[cell] for cell in cells] == [one_by_one.verdict(cell) for cell in cells]
