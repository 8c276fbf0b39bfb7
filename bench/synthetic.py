"""Synthetic publications: any number of them, realistic in length, spread and spelling, and the same in every run."""

from __future__ import annotations

import csv
import random
import shutil
from collections.abc import Iterator
from itertools import accumulate, product
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "sources"
HEADER = ("title", "authors", "journal", "year", "volume", "issue", "pages", "doi", "pubmed", "url")
JOURNALS = 3000
FIRST_YEAR, LAST_YEAR = 1980, 2026

SERIES = ("Journal of", "Annals of", "Archives of", "European Journal of", "International Journal of", "Revista de", "Acta")
FIELDS = (
    "Radiology", "Radiología", "Ultrasound", "Orthopaedics", "Rheumatology", "Neurology", "Sports Medicine", "Surgery",
    "Internal Medicine", "Oncology", "Cardiology", "Rehabilitation", "Anatomy", "Pain", "Imaging Science", "Médecine",
)  # fmt: skip
REGIONS = ("Levant", "Iberia", "Scandinavia", "the Alps", "the Baltic", "the Pacific", "Anatolia", "Łódź", "Québec", "the Negev")
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


def journals() -> list[str]:
    """Return the names of all journals, the most frequent first."""
    names = [
        f"{series} {field}{other and f' and {other}'}{region and f' of {region}'}"
        for series, field, other, region in product(SERIES, FIELDS, ("", *FIELDS), ("", *REGIONS))
    ]
    return random.Random(1).sample(names, JOURNALS)


def rows(number: int) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a list of publications, the newest year first."""
    chance = random.Random(number)
    names = journals()
    # A few journals publish most of the papers (Bradford's law), so the weight falls with the rank.
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
    """Create sources with ``number`` publications in a folder that does not exist yet."""
    shutil.copytree(SOURCES, folder)
    with (folder / "publications.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(HEADER)
        writer.writerows(rows(number))
