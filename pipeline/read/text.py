"""Read text files in UTF-8, and reject any other encoding, with instructions for saving as UTF-8."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from db.text import NOT_IN_XML
from pipeline.read.regular_file import regular_file
from pipeline.report import Problem, SourceError
from pipeline.wording import join_names, quote

# Files of spreadsheet programs, which the build cannot read.
WORKBOOKS = (".xlsx", ".xls", ".ods", ".numbers")
# The endings that programs give to a file, by the ending that the build reads.
MISTAKEN_ENDINGS = {".csv": (*WORKBOOKS, ".csv"), ".yaml": (".yaml", ".yml")}
# Per cell. Thousands of authors fit.
MAX_CELL_CHARACTERS = 100_000
# Invisible characters that hide a word from searches, or reverse the text after them. The joiners and the marks of direction
# (U+200C to U+200F, U+061C) stay, because scripts need them.
UNSEEN = re.compile("[\u00ad\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")
SAVE_AS_UTF_8 = (
    "Save it as UTF-8: in Excel choose the file type “CSV UTF-8 (comma delimited)”, "
    "in Google Sheets download as CSV, in a text editor choose the encoding UTF-8."
)
RENAMED_WORKBOOK = "This is an Excel workbook (.xlsx). Open it in Excel, and save it as “CSV UTF-8 (comma delimited)”."
CONFLICT = (
    "From here to >>>>>>> are two versions that git could not merge. Keep one of them, "
    "and delete the lines that begin with <<<<<<<, ======= and >>>>>>>."
)


def read_lines(path: Path, max_bytes: int) -> Iterator[str]:
    """Yield the lines of a file with their line ends, without a byte order mark.

    Raises:
        SourceError: the file is missing, too large, not UTF-8, or has a merge conflict.
    """
    number = 0
    try:
        if regular_file(path).stat().st_size > max_bytes:
            raise SourceError(
                Problem(str(path), "file", f"The file is larger than {max_bytes // 2**20} MB. Is it the right one?")
            )
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if number == 1 and line.startswith(b"PK\x03\x04"):
                    raise SourceError(Problem(str(path), "encoding", RENAMED_WORKBOOK))
                if b"\0" in line:  # UTF-16
                    raise UnicodeError
                if line.startswith(b"<<<<<<< "):
                    raise SourceError(Problem(str(path), "syntax", CONFLICT, line=number))
                yield line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeError:
        message = f"The text is not UTF-8; it was probably saved in another encoding. {SAVE_AS_UTF_8}"
        raise SourceError(Problem(str(path), "encoding", message, line=number)) from None
    except FileNotFoundError:
        other = next((each.name for each in misnamed(path)), None)
        header = " If you have nothing to list, its header line alone is enough." if path.suffix == ".csv" else ""
        fix = f"If it is {quote(other)}, save that as {path.name}." if other else f"Put it back under this name.{header}"
        raise SourceError(Problem(str(path), "file", f"The file is missing. {fix}")) from None
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise SourceError(Problem(str(path), "file", f"The file cannot be opened ({reason}).")) from None


def misnamed(path: Path) -> list[Path]:
    """The files that programs and owners save under a name like this one: ``cv (1).csv``, ``CV.csv``, ``cv.csv.txt``.

    ``cv notes.txt`` are notes.
    """
    endings = "|".join(map(re.escape, MISTAKEN_ENDINGS.get(path.suffix, ())))
    stem = re.escape(path.stem)
    name = re.compile(rf"{stem}([ (-][^.]*)?({endings})+(\.txt)?|{stem}\.txt", re.IGNORECASE)
    named = (other for other in path.parent.glob("*") if name.fullmatch(other.name) and other.name != path.name)
    return sorted(filter(Path.is_file, named))


def unread_files(path: Path) -> Iterator[Problem]:
    """Yield a warning for each file that the owner probably means to be this one."""
    for other in misnamed(path):
        if other.suffix.lower() in WORKBOOKS:
            fix = f"Save it as “CSV UTF-8 (comma delimited)” under the name {path.name}, then move it out of this folder."
        elif path.exists() and not path.samefile(other):  # it is the same where case is ignored
            fix = f"If it is newer than {path.name}, replace that file; otherwise move this one out of this folder."
        else:
            fix = f"Rename it to {path.name}, or move it out of this folder."
        yield Problem(str(other), "file", f"The file is not read. {fix}", "warning")


def unusable_character(text: str) -> str | None:
    """A message about the first character that a text must not contain; None if there is none."""
    match = NOT_IN_XML.search(text)  # SQLite's LIKE and many readers stop at a NUL, too
    return match and f"The text contains the invisible character U+{ord(match[0]):04X}. Delete it, or type the line again."


def invisible_characters(text: str) -> str | None:
    """A message about the invisible characters to remove from a text; None if it has none."""
    characters = [] if text.isascii() else [*dict.fromkeys(UNSEEN.findall(text))]
    return f"Removed invisible characters ({join_names([f'U+{ord(char):04X}' for char in characters])})." if characters else None
