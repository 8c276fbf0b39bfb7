"""Synthetic publications: any number of them, realistic in length, spread and spelling, and the same in every run."""

from __future__ import annotations

import csv
import random
import shutil
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, product
from pathlib import Path
from typing import Any

EXAMPLE_SOURCES = Path(__file__).parent.parent / "sources"
HEADER = ("title", "authors", "journal", "year", "volume", "issue", "pages", "doi", "pubmed", "url")
JOURNALS = 3000
FIRST_YEAR, LAST_YEAR = 1980, 2026
SERIES = ("Journal of", "Annals of", "Archives of", "European Journal of", "International Journal of", "Revista de", "Acta")
FIELDS = ("Radiology", "Radiología", "Ultrasound", "Orthopaedics", "Rheumatology", "Neurology", "Surgery", "Pain", "Médecine")
SUBJECTS = (
    "Shear-wave elastography",
    "High-resolution ultrasound",
    "Diffusion tensor imaging",
    "Platelet-rich plasma",
    "Dry needling",
    "Corticosteroid injection",
    "Power Doppler",
    "Dual-energy CT",
    "Nerve hydrodissection",
    "Synovial TNF-α",
)
BODY_PARTS = ("the tibial nerve", "the median nerve", "the rotator cuff", "the wrist", "tennis elbow", "the hip", "the heel")
DESIGNS = ("a cohort study", "a randomised trial", "one-year results", "reader agreement", "a registry", "technique")
SURNAMES = ("Example", "Muster", "Ejemplo-Ruiz", "Sørensen", "Żółw", "Levi", "Örnek", "Príklad", "de la Muestra", "O'Specimen")
INITIALS = ("N", "Q", "YT", "R", "J", "K", "TB", "V", "GI", "A", "M", "SL", "EH", "D", "C", "PL")


def journals() -> list[str]:
    """Names of all journals, most frequent first."""
    names = [f"{series} {field} and {other}, {part}" for series, field, other, part in product(SERIES, FIELDS, FIELDS, "ABCDEF")]
    return random.Random(1).sample(names, JOURNALS)


def rows(number: int) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a list of publications, newest year first."""
    chance = random.Random(number)
    names = journals()
    # A few journals publish most of the papers (Bradford's law), so the weight falls with the rank.
    weights = list(accumulate(1 / rank for rank in range(1, JOURNALS + 1)))
    for n in range(number):
        year = LAST_YEAR - n * (LAST_YEAR - FIRST_YEAR + 1) // number
        page = chance.randint(1, 900)
        yield (
            f"{chance.choice(SUBJECTS)} of {chance.choice(BODY_PARTS)}: {chance.choice(DESIGNS)} ({n + 1})",
            ", ".join(f"{chance.choice(SURNAMES)} {chance.choice(INITIALS)}" for _ in range(chance.randint(1, 9))),
            chance.choices(names, cum_weights=weights)[0],
            str(year),
            str(year - 1970),
            str(chance.randint(1, 12)),
            f"S{page}-S{page + chance.randint(3, 15)}",
            f"10.5555/syn.{year}.{n + 1:07}" if chance.random() < 0.95 else "",
            f"https://pubmed.example.org/{n + 10_000_000}" if chance.random() < 0.7 else "",
            f"https://journals.example.org/{year}/{n + 1}" if chance.random() < 0.9 else "",
        )


def write_sources(folder: Path, number: int) -> None:
    """Create sources with ``number`` publications in a folder that does not exist yet."""
    shutil.copytree(EXAMPLE_SOURCES, folder)
    write_csv(folder / "publications.csv", HEADER, rows(number))


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Iterable[Any]]) -> None:
    """Write a CSV file as a spreadsheet program does."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        writer.writerows(rows)
