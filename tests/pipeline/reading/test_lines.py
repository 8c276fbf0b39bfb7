"""Text files: encodings, sizes, unusable characters, and files that cannot be opened."""

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


def read(path: Path, max_bytes: int = 1 << 30) -> tuple[list[str], list[tuple[int, str]]]:
    unusable: list[tuple[int, str]] = []
    return list(read_lines(path, "a.csv", max_bytes, unusable)), unusable


def refusal(path: Path) -> str:
    with pytest.raises(SourceError) as raised:
        read(path)
    return str(raised.value)


def test_a_byte_order_mark_is_dropped(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    assert read(path) == (["name\n", "אולטרסאונד\n"], [])


@pytest.mark.parametrize(
    ("encoding", "message"),
    [
        ("cp1255", "a.csv, line 2: The text is not UTF-8; it was probably saved in another encoding."),
        ("utf-16", "a.csv: The file is saved as UTF-16 (“Unicode text”)."),
        ("utf-16-le", "a.csv: The file is not text, or saved as UTF-16."),
        ("utf-32-be", "a.csv: The file is not text, or saved as UTF-16."),
    ],
)
def test_other_encodings_are_refused(path: Path, encoding: str, message: str) -> None:
    """They are never guessed: Hebrew in a Windows encoding would become other letters."""
    path.write_bytes(TEXT.encode(encoding))
    assert refusal(path) == f"{message} {SAVE_AS_UTF_8}"


@pytest.mark.parametrize("content", [b"\xc0\x80", b"\xed\xa0\x80", "é".encode()[:1], b"\x89PNG\r\n\x1a\n\xff"])
def test_bytes_that_are_not_utf_8(path: Path, content: bytes) -> None:
    """An overlong NUL, a surrogate, a cut character, a picture."""
    path.write_bytes(content)
    assert refusal(path).startswith("a.csv, line 1: The text is not UTF-8")


def test_unusable_characters_are_left_out_and_reported(path: Path) -> None:
    """Some programs stop reading at a NUL."""
    path.write_text("a\nb\x07c\x85\nd\ufffd\x9fe\nf\0\n", encoding="utf-8")
    invisible = "The text contains the invisible character {}. Delete it, or type the line again."
    assert read(path) == (
        ["a\n", "bc\x85\n", "de\n", "f\n"],
        [
            (2, invisible.format("U+0007")),
            (3, 'The character "\ufffd" shows that text was damaged. Type the word again.'),
            (4, invisible.format("U+0000")),
        ],
    )


def test_a_file_has_a_limit(path: Path) -> None:
    """It is refused before anything is read."""
    path.touch()
    os.truncate(path, (1 << 30) + 1)
    assert refusal(path) == "a.csv: The file is larger than 1024 MB. Is it the right one?"


def link_to(target: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(target)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda _: None, "The file is missing. Put it back under this name."),
        (Path.mkdir, "The file cannot be opened (Is a directory)."),
        (lambda path: path.with_name("a.csv.txt").touch(), 'The file is missing. If it is "a.csv.txt", save that as a.csv.'),
        (lambda path: path.with_name("a.xlsx").touch(), 'The file is missing. If it is "a.xlsx", save that as a.csv.'),
        (link_to("nowhere"), "The file is missing. Put it back under this name."),
        (link_to("a.csv"), "The file cannot be opened (Too many levels of symbolic links)."),
    ],
    ids=["missing", "folder", "another ending", "spreadsheet", "dangling link", "circular link"],
)
def test_a_file_that_cannot_be_opened(path: Path, make: Callable[[Path], None], message: str) -> None:
    make(path)
    assert refusal(path) == f"a.csv: {message}"
