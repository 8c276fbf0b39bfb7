"""Text files: encodings, sizes, and files that cannot be opened."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.problems import SourceError
from pipeline.reading.lines import SAVE_AS_UTF_8, read_lines

TEXT = "name\nאולטרסאונד\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.csv"


def refusal(path: Path) -> str:
    with pytest.raises(SourceError) as raised:
        list(read_lines(path, "a.csv", 1 << 30))
    return str(raised.value)


@pytest.mark.parametrize(
    ("content", "line"),
    [(TEXT.encode("cp1255"), 2), (TEXT.encode("utf-16"), 1), (b"PK\x03\x04\0", 1), (TEXT.encode()[:-2], 2)],
    ids=["cp1255", "UTF-16", "workbook", "cut"],
)
def test_other_encodings_are_refused(path: Path, content: bytes, line: int) -> None:
    """They are never guessed: Hebrew in a Windows encoding would become other letters."""
    path.write_bytes(content)
    message = "The text is not UTF-8; it was probably saved in another encoding."
    assert refusal(path) == f"a.csv, line {line}: {message} {SAVE_AS_UTF_8}"


def test_a_file_has_a_limit(path: Path) -> None:
    """It is refused before anything is read."""
    path.touch()
    os.truncate(path, (1 << 30) + 1)
    assert refusal(path) == "a.csv: The file is larger than 1024 MB. Is it the right one?"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda _: None, "The file is missing. Put it back under this name."),
        (lambda path: path.with_name("a.csv.txt").touch(), 'The file is missing. If it is "a.csv.txt", save that as a.csv.'),
        (Path.mkdir, "The file cannot be opened (Is a directory)."),
    ],
    ids=["missing", "another ending", "folder"],
)
def test_a_file_that_cannot_be_opened(path: Path, make: Callable[[Path], None], message: str) -> None:
    make(path)
    assert refusal(path) == f"a.csv: {message}"
