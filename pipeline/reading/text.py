"""Text files as people save them: UTF-8 is read, everything else is refused with the remedy."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

from pipeline.problems import Problem, SourceError, quote

LONGEST_LINE = 1 << 22
BLOCK = 1 << 20  # bytes that are looked at together
BOMS_OF_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
BOM_OF_UTF_8 = b"\xef\xbb\xbf"
# C0 and C1 controls but for tab and line ends. SQLite's LIKE and many readers stop at a NUL; none can be meant.
CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
REPLACEMENT = "\ufffd"
# The same controls in UTF-8: C0 and DEL are bytes of their own, C1 are two bytes; surrogates are not UTF-8.
CONTROL_BYTES = bytes(code for code in range(0x80) if CONTROLS.match(chr(code)))
CONTROL_PAIRS = re.compile(b"\xc2[\x80-\x84\x86-\x9f]")
SAVE_AS_UTF_8 = (
    "Save it as UTF-8: in Excel choose the file type “CSV UTF-8 (comma delimited)”, "
    "in Google Sheets download as CSV, in a text editor choose the encoding UTF-8."
)


def read_lines(path: Path, label: str, most_bytes: int, faults: list[tuple[int, str]]) -> Iterator[str]:
    """The decoded lines of a file, one by one, each with its line end; a BOM is dropped.

    A character that cannot be meant is left out, and its line's number and a sentence go to ``faults``: the reader
    knows better how to name the place, and goes on.

    Raises:
        SourceError: the file is missing, too large, or not UTF-8.
    """
    try:
        size = path.stat().st_size
        if size > most_bytes:
            limit = most_bytes // 2**20
            raise SourceError(Problem(label, f"The file is larger than {limit} MB. Is it the right one?"))
        with path.open("rb") as file:
            number = 1
            # Whole lines, with a limit on each, so that a huge file without line breaks is never held in memory.
            while block := file.read(BLOCK) + file.readline(LONGEST_LINE):
                text = sound_text(block)
                yield from io.StringIO(text) if text is not None else mended_lines(block, number, label, faults)
                number += block.count(b"\n")
    except FileNotFoundError:
        raise SourceError(Problem(label, "The file is missing. Put it back under this name.")) from None
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise SourceError(Problem(label, f"The file cannot be opened ({reason}).")) from None


def sound_text(block: bytes) -> str | None:
    """Whole lines as text where nothing at all is wrong with them, seen at once; None where a closer look is needed."""
    if len(block) >= LONGEST_LINE or block.startswith(BOM_OF_UTF_8):
        return None
    if len(block.translate(None, CONTROL_BYTES)) < len(block) or CONTROL_PAIRS.search(block):
        return None
    try:
        text = block.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if REPLACEMENT in text else text


def mended_lines(block: bytes, first: int, label: str, faults: list[tuple[int, str]]) -> Iterator[str]:
    """The lines of a block, of which the first has the number ``first``, without the characters that cannot be meant."""
    lines = io.BytesIO(block)
    for number, line in enumerate(iter(lambda: lines.readline(LONGEST_LINE), b""), start=first):
        text = decode(line, number, label)
        if fault := unusable_character(text):
            faults.append((number, fault))
            text = CONTROLS.sub("", text).replace(REPLACEMENT, "")
        yield text


def decode(line: bytes, number: int, label: str) -> str:
    """One line as text, or the reason why it is none."""
    if number == 1:
        if line.startswith(BOMS_OF_UTF_16):
            raise SourceError(Problem(label, f"The file is saved as UTF-16 (“Unicode text”). {SAVE_AS_UTF_8}"))
        if b"\0" in line:
            raise SourceError(Problem(label, f"The file is not text, or saved as UTF-16. {SAVE_AS_UTF_8}"))
        line = line.removeprefix(BOM_OF_UTF_8)
    if len(line) == LONGEST_LINE:
        raise SourceError(Problem(label, "The line is longer than any that can be meant. Is it the right file?", line=number))
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        message = f"The text is not UTF-8; it was probably saved in another encoding. {SAVE_AS_UTF_8}"
        raise SourceError(Problem(label, message, line=number)) from None


def unusable_character(text: str) -> str | None:
    """What is wrong with a text that holds a character which cannot be meant; None where it holds none."""
    if control := CONTROLS.search(text):
        return f"The invisible character U+{ord(control[0]):04X} stands here. Delete it, or type the line anew."
    if REPLACEMENT in text:
        return f"The character {quote(REPLACEMENT)} shows that text was damaged. Type the word anew."
    return None
