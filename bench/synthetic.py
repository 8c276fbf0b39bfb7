"""Publications that nobody wrote, as many as wanted: realistic in length, spread and spelling, the same at every run.

``python -m bench.synthetic FOLDER --publications N`` copies the example's sources into FOLDER with N publications.
"""

from __future__ import annotations

import argparse
import csv
import random
import shutil
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "sources"

JOURNALS = 3000
FIRST_YEAR, LAST_YEAR = 1980, 2026

KINDS = ("Journal of", "Annals of", "Archives of", "European Journal of", "International Journal of", "Revista de", "Acta")
FIELDS = (
    "Radiology", "Radiología", "Ultrasound", "Orthopaedics", "Rheumatology", "Neurology", "Sports Medicine", "Surgery",
    "Internal Medicine", "Oncology", "Cardiology", "Rehabilitation", "Anatomy", "Pain", "Imaging Science", "Médecine",
)  # fmt: skip
PLACES = ("Levant", "Iberia", "Scandinavia", "the Alps", "the Baltic", "the Pacific", "Anatolia", "Łódź", "Québec", "the Negev")
SUBJECTS = (
    "Shear-wave elastography", "High-resolution ultrasound", "Diffusion tensor imaging", "Platelet-rich plasma", "Dry needling",
    "Corticosteroid injection", "Power Doppler", "Dual-energy CT", "Nerve hydrodissection", "Synovial TNF-α",
)  # fmt: skip
TARGETS = (
    "the tibial nerve", "the median nerve", "the rotator cuff", "the Achilles tendon", "the sacroiliac joint", "the wrist",
    "lateral elbow tendinopathy", "the brachial plexus", "the plantar fascia", "the hip in early arthritis",
)  # fmt: skip
DESIGNS = (
    "a prospective cohort study", "a randomised trial", "a systematic review and meta-analysis", "a cross-sectional study",
    "one-year results", "inter-reader agreement", "a multicentre registry", "technique and pitfalls",
)  # fmt: skip
SURNAMES = (
    "Example", "Sample", "Muster", "Voorbeeld", "Ejemplo-Ruiz", "Sørensen", "Żółw", "Levi", "Dugma", "Esempio", "Näide",
    "Primjer", "Örnek", "Príklad", "de la Muestra", "O'Specimen",
)  # fmt: skip
INITIALS = ("N", "Q", "YT", "R", "J", "K", "TB", "V", "GI", "A", "M", "SL")
HEADER = ("title", "authors", "journal", "year", "volume", "issue", "pages", "doi", "pubmed", "url")


def journals() -> list[str]:
    """The names of all journals, the most frequent first."""
    chance = random.Random(1)
    names: dict[str, None] = {}
    while len(names) < JOURNALS:
        name = f"{chance.choice(KINDS)} {chance.choice(FIELDS)}"
        if chance.random() < 0.8:
            name += f" and {chance.choice(FIELDS)}"
        if chance.random() < 0.7:
            name += f" of {chance.choice(PLACES)}"
        if chance.random() < 0.3:
            name += f", Section {chance.choice('ABCDEF')}"
        names[name] = None
    return list(names)


def rows(number: int) -> Iterator[tuple[str, ...]]:
    """The rows of a list of publications, in the owner's order: the newest year first."""
    chance = random.Random(number)
    names = journals()
    # Few journals have most of the papers, as everywhere (Bradford's law): the weight falls as the rank rises.
    weights = list(accumulate(1 / rank for rank in range(1, JOURNALS + 1)))
    for n in range(number):
        year = LAST_YEAR - n * (LAST_YEAR - FIRST_YEAR + 1) // number
        subject, target, design = chance.choice(SUBJECTS), chance.choice(TARGETS), chance.choice(DESIGNS)
        authors = ", ".join(f"{chance.choice(SURNAMES)} {chance.choice(INITIALS)}" for _ in range(chance.randint(1, 9)))
        page = chance.randint(1, 900)
        yield (
            f"{subject} of {target}: {design} ({n + 1})",
            authors,
            chance.choices(names, cum_weights=weights)[0],
            str(year),
            str(year - 1970),
            str(chance.randint(1, 12)),
            f"{page}-{page + chance.randint(3, 15)}",
            f"10.5555/syn.{year}.{n + 1:07}" if chance.random() < 0.95 else "",
            f"https://pubmed.example.org/{n + 10_000_000}" if chance.random() < 0.7 else "",
            f"https://journals.example.org/{year}/{n + 1}" if chance.random() < 0.9 else "",
        )


def write(folder: Path, number: int) -> None:
    """Make sources with so many publications in a folder that is not there yet."""
    shutil.copytree(SOURCES, folder)
    with (folder / "publications.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(HEADER)
        writer.writerows(rows(number))


def main() -> None:
    parser = argparse.ArgumentParser(description="Make sources with many publications.")
    parser.add_argument("folder", type=Path, help="a folder that is not there yet")
    parser.add_argument("--publications", type=int, default=100_000, help="how many (default: 100000)")
    options = parser.parse_args()
    write(options.folder, options.publications)


if __name__ == "__main__":
    main()
