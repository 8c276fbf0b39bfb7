"""Find the files to import by name, and decode them from any encoding. Each problem is one sentence for the owner."""

from __future__ import annotations

import codecs
import re
import shlex
import sys
from collections.abc import Iterable
from contextlib import nullcontext, suppress
from io import BytesIO, TextIOWrapper
from pathlib import Path

from charset_normalizer import from_bytes

from bibliography.formats.unsupported import explain_binary

STANDARD_INPUT = "-"
BOMS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
# JabRef's first line if it does not save as UTF-8, and the declaration of XML.
DECLARED = re.compile(rb"(?:%\s*Encoding:\s*|<\?xml[^<>]*encoding=[\"'])([A-Za-z0-9_-]+)")
# Encodings of programs that don't write UTF-8, above all Excel. If several fit, use the first, the most common.
OTHER_ENCODINGS = {
    "cp1252": "Windows-1252",
    **{f"cp{number}": f"Windows-{number}" for number in (1255, 1250, 1251, 1254, 1253, 1256, 1257)},
    "mac_roman": "Mac Roman",
    "gb18030": "GB 18030",
    "big5": "Big5",
    "shift_jis": "Shift JIS",
    "euc_kr": "EUC-KR",
}
# Letters outside of ASCII tell encodings apart. This many lines and bytes with such letters are enough.
SAMPLE_LINES, SAMPLE_BYTES = 200, 1 << 16
BLOCK_BYTES = 1 << 20
MAX_FILE_BYTES = 50_000_000
MAX_LINES = 2_000_000
# Per file. Two megabytes can hold 200,000 empty records, which need 400 MB of memory.
MAX_RECORDS = 50_000
TOO_MUCH = "The file is too large: {}. Export only the publications of one person."


class InputError(Exception):
    """A file cannot be imported; the sentence says why and what to do."""


def named_files(arguments: Iterable[str]) -> list[str]:
    """The names of the files in the arguments, each once.

    make passes several names as one argument, so an argument that is not a file is split as in a shell (quotes, wildcards).
    """
    names: list[str] = []
    for argument in arguments:
        names += matching_files(argument) or split_file_names(argument)
    return list(dict.fromkeys(names))


def split_file_names(text: str) -> list[str]:
    """Split a text as a shell would. A text that contains no existing file is a single name."""
    with suppress(ValueError):  # an apostrophe in a name
        words = shlex.split(text)
        files = [matching_files(word) for word in words]
        if any(files):
            return [name for word, matches in zip(words, files, strict=True) for name in matches or [word]]
    return [text]


def matching_files(name: str) -> list[str]:
    """The existing files with a name, which can contain wildcards or begin with ~."""
    with suppress(OSError, ValueError, RuntimeError):  # too long, not a pattern, or in nobody's home folder
        path = Path(name).expanduser()
        if name == STANDARD_INPUT or path.exists():
            return [str(path)]
        return sorted(map(str, Path(path.anchor).glob(str(path.relative_to(path.anchor)))))
    return []


def open_text(name: str) -> tuple[TextIOWrapper, str]:
    """Open a file (standard input for ``-``) as text. Also return the name of its encoding, if that is a guess.

    Raises:
        InputError: the file is missing, not text, or in an unknown encoding.
    """
    try:
        with nullcontext(sys.stdin.buffer) if name == STANDARD_INPUT else Path(name).open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        raise InputError("There is no such file.") from None
    except OSError as error:
        raise InputError(f"It cannot be read: {error.strerror}.") from None
    if len(content) > MAX_FILE_BYTES:
        raise InputError(TOO_MUCH.format(f"more than {MAX_FILE_BYTES // 1_000_000} MB"))
    if max(content.count(b"\n"), content.count(b"\r")) > MAX_LINES:
        raise InputError(TOO_MUCH.format(f"more than {MAX_LINES:,} lines"))
    if sentence := explain_binary(content):
        raise InputError(sentence)
    encoding, guess = encoding_of(content)
    # Ignore half a character at the end of a file that is cut off: the readers say that the last record is cut off.
    return TextIOWrapper(BytesIO(content), encoding, "replace" if guess else "ignore"), guess


def encoding_of(content: bytes) -> tuple[str, str]:
    """The encoding of a file, and its name for the owner if it is a guess: neither UTF-8 nor declared.

    Raises:
        InputError: the encoding is unknown.
    """
    encoding = declared_encoding(content[:4096])
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        for start in range(0, len(content), BLOCK_BYTES):  # in parts, because the whole text can need four times the memory
            decoder.decode(content[start : start + BLOCK_BYTES])
    except UnicodeError:
        if guess := guess_encoding(content):
            return guess, OTHER_ENCODINGS[guess]
        raise InputError("Its encoding is unknown. Export it again and choose the encoding UTF-8 (Unicode).") from None
    return encoding, ""


def declared_encoding(start: bytes) -> str:
    """The encoding that the first bytes of a file declare; UTF-8 if they declare none."""
    if encoding := next((name for bom, name in BOMS.items() if start.startswith(bom)), None):
        return encoding
    if match := DECLARED.search(start):
        encoding = match[1].decode("ascii")
        with suppress(LookupError, UnicodeError):  # no such encoding, or not one of text
            b" ".decode(encoding)
            return encoding
    return "utf-8"


def guess_encoding(content: bytes) -> str:
    """The encoding that makes the non-ASCII lines look most like text; "" if no encoding does."""
    lines = [line for line in content.splitlines() if not line.isascii()]
    sample = b"\n".join(lines[:SAMPLE_LINES])[:SAMPLE_BYTES]
    matches = from_bytes(sample, steps=1, chunk_size=len(sample), cp_isolation=[*OTHER_ENCODINGS])
    best = matches.best()
    likely = {match.encoding for match in matches if best and match.chaos == best.chaos}
    return next((encoding for encoding in OTHER_ENCODINGS if encoding in likely), "")
