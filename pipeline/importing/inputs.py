"""The files that are imported: is it text, in which encoding, and in which format? Each fault is one sentence for the owner."""

from __future__ import annotations

import codecs
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

STANDARD_INPUT = "-"
MOST_BYTES = 1 << 30
BLOCK = 1 << 20
# Formats are told by what stands at the beginning; some exports have lines of their own before the first record.
HEAD = 1 << 18
BOMS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
# JabRef's first lines, where it saves in another encoding than UTF-8.
DECLARED = re.compile(rb"%\s*Encoding:\s*([A-Za-z0-9_-]+)")
AS_UTF_8 = "Export it again and choose the encoding UTF-8 (Unicode)."


class InputError(Exception):
    """A file cannot be imported at all; the sentence says why and what to do."""


@dataclass(frozen=True)
class Input:
    """A file that holds text in UTF-8, with or without a byte order mark; ``head`` is how it begins."""

    name: str
    path: Path
    head: str


@contextmanager
def opened(named: str) -> Iterator[Input]:
    """A file by its name, or standard input for ``-``; in UTF-8 whatever it was in.

    Raises:
        InputError: it is missing, too large, no text, or in an encoding that it does not declare.
    """
    with tempfile.TemporaryDirectory() as folder:
        name, path = named, Path(named)
        if named == STANDARD_INPUT:
            name, path = "standard input", Path(folder, "input")
            with path.open("wb") as file:
                shutil.copyfileobj(sys.stdin.buffer, file)
        try:
            encoding = checked(path)
            if encoding not in ("utf-8", "utf-8-sig"):
                path = recoded(path, encoding, Path(folder, "recoded"))
            with path.open(encoding="utf-8-sig", newline=None) as text:
                head = text.read(HEAD)
        except FileNotFoundError:
            raise InputError("There is no such file.") from None
        except OSError as error:
            raise InputError(f"It cannot be read ({error.strerror or 'unknown reason'}).") from None
        yield Input(name, path, head)


def checked(path: Path) -> str:
    """The encoding of a file, every byte of which was looked at."""
    if path.is_dir():
        raise InputError("It is a folder. Name the files in it.")
    if (size := path.stat().st_size) > MOST_BYTES:
        raise InputError(f"It is larger than {MOST_BYTES >> 20} MB. Is it the right file?")
    if not size:
        raise InputError("It is empty. Export it again.")
    with path.open("rb") as file:
        encoding = declared(file.read(4096))
        file.seek(0)
        decoder = codecs.getincrementaldecoder(encoding)("strict")
        lines = 0
        while block := file.read(BLOCK):
            if b"\0" in block and encoding != "utf-16":
                raise InputError(
                    "It is no text: it holds zero bytes. The download or the disk damaged it, or it is another file."
                )
            try:
                decoder.decode(block)
            except UnicodeDecodeError as error:
                line = lines + block[: error.start].count(b"\n") + 1
                raise InputError(f"Line {line} is not in {encoding.removesuffix('-sig').upper()}. {AS_UTF_8}") from None
            lines += block.count(b"\n")
        try:
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            raise InputError("It breaks off in the middle of a character. Export or download it again.") from None
    return encoding


def declared(head: bytes) -> str:
    """The encoding that a file declares by its first bytes; UTF-8 where it declares none."""
    if found := next((encoding for bom, encoding in BOMS.items() if head.startswith(bom)), None):
        return found
    if match := DECLARED.search(head):
        try:
            return codecs.lookup(match[1].decode("ascii")).name
        except LookupError:
            pass
    return "utf-8"


def recoded(path: Path, encoding: str, target: Path) -> Path:
    """The same text in UTF-8, in another file."""
    with path.open(encoding=encoding, newline="") as source, target.open("w", encoding="utf-8", newline="") as copy:
        shutil.copyfileobj(source, copy)
    return target
