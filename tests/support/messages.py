"""The messages of a check, and small edits that cause them."""

import re
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import yaml

from pipeline.build import check
from pipeline.report import Problem

HEADER = "title,authors,journal,year,volume,issue,pages,doi,pubmed,url"
NEXT_YEAR = datetime.now(UTC).year + 1


def messages(folder: Path) -> list[str]:
    with chdir(folder.parent):
        return [str(problem) for problem in check(Path(folder.name)).report]


def codes(folder: Path) -> list[str]:
    """The same, with codes in place of the messages."""
    with chdir(folder.parent):
        return [located(problem) for problem in check(Path(folder.name)).report]


def located(problem: Problem) -> str:
    """A problem as a line, with its code in place of the message."""
    return str(replace(problem, message=problem.code))


def locations(lines: list[str]) -> list[str]:
    """The problems as lines, without their messages."""
    return [re.sub(': ["A-Z].*', "", line) for line in lines]


def edit(folder: Path, name: str, old: str, new: str) -> None:
    """Replace the first ``old`` in a file, which must contain it, with ``new``."""
    path = folder / name
    text = path.read_bytes().decode()
    assert old in text, f"{name} does not hold {old!r}"
    path.write_bytes(text.replace(old, new, 1).encode())


def append(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.write_bytes(path.read_bytes() + text.encode())


def write(folder: Path, name: str, text: str | bytes) -> None:
    """Replace the content of a file; line endings of text are kept."""
    (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)


@contextmanager
def editing(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    """Yield the values of a YAML file, and write them back after the caller has edited them."""
    values = yaml.safe_load((folder / name).read_text(encoding="utf-8"))
    yield values
    write(folder, name, yaml.safe_dump(values, allow_unicode=True))


def write_clinic(folder: Path, text: str) -> None:
    """Replace the clinic, and the services with one that names no place."""
    write(folder, "clinic.yaml", text)
    write(folder, "services.csv", "name\nUltrasound\n")


def with_fixed_day(text: str) -> str:
    """A list of publications with DAY in place of the dates in its last column."""
    return re.sub(r"(?m),[0-9]{4}-[0-9]{2}-[0-9]{2}(?=\r?$)", ",DAY", text)


def publication(**cells: str) -> str:
    row = dict.fromkeys(HEADER.split(","), "")
    row |= {"title": "A title", "authors": "Example N", "journal": "A journal", "year": "2020", "doi": "10.5555/a"}
    return ",".join((row | cells).values()) + "\n"


def never_over(folder: Path) -> Path:
    """Let the example's contact, hours and announcement never be too old: one day their dates would cause warnings."""
    edit(folder, "site.yaml", "2027-10-31", "9999-10-31")
    edit(folder, "profile.yaml", "2027-10-31", "9999-10-31")
    clinic = folder / "clinic.yaml"
    clinic.write_text(clinic.read_text(encoding="utf-8").replace("2026-11-01", "9999-11-01"), encoding="utf-8")
    return folder
