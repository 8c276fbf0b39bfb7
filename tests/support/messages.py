"""What the pipeline says about a folder of sources, and small edits that break them."""

from __future__ import annotations

from contextlib import chdir
from datetime import date
from pathlib import Path

from pipeline.loading.publish import check

HEADER = "title,authors,journal,year,volume,issue,pages,doi,pubmed,url"
NEXT_YEAR = date.today().year + 1
SAVE_AS_UTF_8 = (
    "Save it as UTF-8: in Excel choose the file type “CSV UTF-8 (comma delimited)”, "
    "in Google Sheets download as CSV, in a text editor choose the encoding UTF-8."
)


def messages(folder: Path) -> list[str]:
    """The lines of a check, run from the folder above: the paths in them begin with ``sources/``."""
    with chdir(folder.parent):
        return [str(problem) for problem in check(Path(folder.name)).report]


def edit(folder: Path, name: str, old: str, new: str) -> None:
    """Put ``new`` in the place of the first ``old`` in a file, which must be there."""
    path = folder / name
    text = path.read_bytes().decode()
    assert old in text, f"{name} does not hold {old!r}"
    path.write_bytes(text.replace(old, new, 1).encode())


def append(folder: Path, name: str, text: str) -> None:
    """Write further text at the end of a file."""
    path = folder / name
    path.write_bytes(path.read_bytes() + text.encode())


def write(folder: Path, name: str, text: str | bytes) -> None:
    """Replace a file by other bytes; text is written as it is, whatever its line ends."""
    (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)


def publication(**cells: str) -> str:
    """A row of publications.csv without a fault, but for the cells that are given."""
    row = dict.fromkeys(HEADER.split(","), "")
    row |= {"title": "A title", "authors": "Example N", "journal": "A journal", "year": "2020", "doi": "10.5555/a"}
    return ",".join((row | cells).values()) + "\n"


def never_over(folder: Path) -> Path:
    """The example, with a security contact that does not expire: one day it will lie in the past and be warned of."""
    edit(folder, "site.yaml", "2027-10-31", "9999-10-31")
    return folder


def without_warnings(folder: Path) -> Path:
    """The example, with a DOI for the one publication that has none."""
    edit(folder, "publications.csv", "290-296,,", "290-296,10.5555/easi.2016.290,")
    return folder
