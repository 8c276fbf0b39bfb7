"""The files that are imported: found by name, decoded to UTF-8. Each problem is one sentence for the owner."""

from __future__ import annotations

import codecs
import errno
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from charset_normalizer import from_bytes

from pipeline.readers.unsupported import explain_binary

STANDARD_INPUT = "-"
# Formats are recognized by how a file begins; some exports have other lines before their first record.
HEAD = 1 << 18
BOMS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
# JabRef's first line where it saves in another encoding than UTF-8, and the declaration of XML.
DECLARED = re.compile(rb"(?:%\s*Encoding:\s*|<\?xml[^>]*encoding=[\"'])([A-Za-z0-9_-]+)")
# Encodings of programs that don't write UTF-8, above all of Excel. Where several fit, the first is the most frequent.
OTHER_ENCODINGS = {
    "cp1252": "Windows-1252",
    **{f"cp{number}": f"Windows-{number}" for number in (1255, 1250, 1251, 1254, 1253, 1256, 1257)},
    "mac_roman": "Mac Roman",
    "gb18030": "GB 18030",
    "big5": "Big5",
    "shift_jis": "Shift JIS",
    "euc_kr": "EUC-KR",
}
SAMPLE_LINES, SAMPLE_BYTES = 200, 1 << 16
NOT_TEXT = "It is not text: it contains zero bytes. It is damaged, or it is not an export. Export or download it again."
AS_UTF_8 = "Export it again and choose the encoding UTF-8 (Unicode)."


class InputError(Exception):
    """A file cannot be imported; the sentence says why and what to do."""


@dataclass(frozen=True)
class Input:
    """A file with text in UTF-8, without a byte order mark; ``head`` is its beginning.

    ``guess`` is the name of the encoding that it was converted from, if that was neither UTF-8 nor declared.
    """

    name: str
    path: Path
    head: str
    guess: str = ""


def named_files(arguments: Iterable[str]) -> list[str]:
    """Return the names of the files in the arguments, each once.

    make passes several names as one argument. Such an argument is split as a shell would do it (quotes, wildcards),
    except that words which together name a file, such as ``My Collection.bib``, stay together.
    """
    names: list[str] = []
    for argument in arguments:
        names += matching_files(argument) or split_names(argument)
    return list(dict.fromkeys(names))


def split_names(text: str) -> list[str]:
    """Return the names in a text, or the text itself if none of them is a file."""
    try:
        words = shlex.split(text)
    except ValueError:  # an apostrophe in a name
        words = text.split()
    names, missing = list[str](), list[str]()
    start = 0
    while start < len(words):
        for end in range(len(words), start, -1):
            if files := matching_files(" ".join(words[start:end])):
                break
        names += files or words[start:end]
        missing += [] if files else words[start:end]
        start = end
    return [text] if names == missing else names


def matching_files(name: str) -> list[str]:
    """Return the files of a name, which may contain wildcards or begin with ~."""
    with suppress(OSError, ValueError, RuntimeError):  # a name that is too long, no pattern, or in nobody's home folder
        path = Path(name).expanduser()
        if name == STANDARD_INPUT or path.exists():
            return [str(path)]
        return sorted(map(str, Path(path.anchor).glob(str(path.relative_to(path.anchor)))))
    return []


@contextmanager
def opened(named: str) -> Iterator[Input]:
    """Open a file by its name, or standard input for ``-``; it is in UTF-8 whatever its encoding was.

    Raises:
        InputError: it is missing, not text, or in an unknown encoding.
    """
    with tempfile.TemporaryDirectory() as folder:
        name, path = named, Path(named)
        if named == STANDARD_INPUT:
            name, path = "standard input", Path(folder, "input")
            with path.open("wb") as file:
                shutil.copyfileobj(sys.stdin.buffer, file)
        try:
            encoding, guess = checked_encoding(path)
            if encoding != "utf-8":
                path = recoded(path, encoding, Path(folder, "recoded"))
            with path.open(encoding="utf-8", newline=None) as text:
                head = text.read(HEAD)
        except OSError as error:
            missing = error.errno in (errno.ENOENT, errno.ENAMETOOLONG)
            raise InputError("There is no such file." if missing else f"It cannot be read ({error.strerror}).") from None
        yield Input(name, path, head, guess)


def checked_encoding(path: Path) -> tuple[str, str]:
    """Return the encoding of a file after decoding all of it, and its name for the owner if it had to be guessed.

    Raises:
        InputError: the file is not text, or in no encoding that is known.
    """
    if path.is_dir():
        raise InputError("It is a folder. Name the files in it.")
    if not path.stat().st_size:
        raise InputError("It is empty. Export it again.")
    if sentence := explain_binary(path):
        raise InputError(sentence)
    with path.open("rb") as file:
        encoding = declared(file.read(4096))
        file.seek(0)
        decoder = codecs.getincrementaldecoder(encoding)("strict")
        for number, line in enumerate(file, start=1):
            if b"\0" in line and encoding != "utf-16":
                raise InputError(NOT_TEXT)
            try:
                decoder.decode(line)
            except UnicodeDecodeError:
                if guess := guessed_encoding(path):
                    return guess, OTHER_ENCODINGS[guess]
                raise InputError(f"Line {number} is not in {encoding.removesuffix('-sig').upper()}. {AS_UTF_8}") from None
    try:
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        raise InputError("It ends in the middle of a character. Export or download it again.") from None
    return encoding, ""


def guessed_encoding(path: Path) -> str:
    """Return the encoding in which the lines that are not ASCII look most like text; "" if they do in none."""
    with path.open("rb") as file:
        sample = b"".join(islice((line for line in file if not line.isascii()), SAMPLE_LINES))[:SAMPLE_BYTES]
    matches = from_bytes(sample, steps=1, chunk_size=len(sample), cp_isolation=[*OTHER_ENCODINGS])
    best = matches.best()
    likely = {match.encoding for match in matches if best and match.chaos == best.chaos}
    return next((encoding for encoding in OTHER_ENCODINGS if encoding in likely), "")


def declared(start: bytes) -> str:
    """Return the encoding that a file declares in its first bytes; UTF-8 if it declares none."""
    if encoding := next((name for bom, name in BOMS.items() if start.startswith(bom)), None):
        return encoding
    if match := DECLARED.search(start):
        with suppress(LookupError):
            return codecs.lookup(match[1].decode("ascii")).name
    return "utf-8"


def recoded(path: Path, encoding: str, target: Path) -> Path:
    """Write the text to another file in UTF-8, and return its path. A byte outside the encoding is shown as damaged text."""
    with path.open(encoding=encoding, errors="replace", newline="") as old, target.open("w", encoding="utf-8", newline="") as new:
        shutil.copyfileobj(old, new)
    return target
