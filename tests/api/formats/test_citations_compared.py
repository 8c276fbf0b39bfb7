"""Generated records, cited here and by Citation.js: every difference has its reason.

Citation.js has the CSL styles of Vancouver and APA, and none of AMA.
"""

import json
import random
import re
import shutil
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from api.formats.citations import cite
from api.formats.export_formats import EXPORT_FORMATS
from db.publication import Publication
from tests.conftest import ROOT

Record = dict[str, Any]
NODE = ROOT / "tests" / "node"
RECORDS = 60
GROUP = "Example Study Group"
PERSONS = (
    *("Levi R", "Cohen DA", "van der Muster N", "Żółw K", "Müller-Weiß O", "לוי ר"),
    *(f"Family{letter} G" for letter in "abcdefghijklmnop"),
)
VALUES = {
    "title": ("Sonography of the wrist: a review", "It works!", "One needle or two?", "בדיקת שורש כף היד"),
    "journal": ("Journal of Example Radiology", "J. Ex. Radiol.", "Radiology Now!"),
    "year": range(1990, 2030),
    "volume": ("", "12", "42 Suppl 2"),
    "issue": ("", "3"),
    "pages": ("", "445", "101-109", "101-9", "99-101", "1199-1205", "S93-S99", "iii-v", "12, 15-18", "e21-e29", "e2021-0034"),
    "doi": ("", "", "10.5555/1", "10.5555/(SICI)12:3<101::AID-EX1>2.0.CO;2"),
    "pubmed": ("", "https://pubmed.ncbi.nlm.nih.gov/12345/"),
    "url": ("", "https://journals.example.org/1"),
}


def record(number: int) -> Record:
    rng = random.Random(number)  # noqa: S311
    authors = rng.sample(PERSONS, rng.choice((1, 1, 2, 2, 3, 6, 7, 20, 21, 22)))
    authors += [name for name in (GROUP, "et al") if rng.random() < 0.2]
    values = {field: rng.choice(choice) for field, choice in VALUES.items()}
    return {"authors": ", ".join(authors), **{field: value for field, value in values.items() if value}}


def replaced(pattern: str, replacement: str) -> Callable[[str, Record], str]:
    return lambda text, _: re.sub(pattern, replacement, text)


def group_after_semicolon(text: str, row: Record) -> str:
    if GROUP not in row["authors"]:
        return text
    text = text.replace(f", {GROUP}", "", 1)
    authors, title, rest = text.partition(f" {row['title']}")
    return f"{authors.removesuffix('.')}; {GROUP}.{title}{rest}"


def group_not_counted(text: str, row: Record) -> str:
    names = row["authors"].split(", ")
    return text.replace(", et al;", ";") if len(names) == 7 and names[-1] == GROUP else text


def colon_before_pages(text: str, row: Record) -> str:
    return text if {"volume", "issue"} & row.keys() else text.replace(f"{row['year']};", f"{row['year']}:")


# The reasons of each style with the functions that make our citation of Citation.js's.
DEVIATIONS: dict[str, dict[str, Callable[[str, Record], str]]] = {
    "vancouver": {
        "A citation alone has no number.": replaced(r"\A1\. ", ""),
        "Pages are joined by a hyphen (Citing Medicine, Pagination; all of the ICMJE's samples).": replaced("–", "-"),
        "Without volume and issue, a colon comes before the pages (ICMJE, No volume or issue).": colon_before_pages,
        "A semicolon separates organizations (ICMJE, Both personal authors and organization as author).": group_after_semicolon,
        "Only persons count as the six authors.": group_not_counted,
        "A space after doi, a period after the DOI (ICMJE, Article with a DOI).": replaced(r"doi:(\S+)", r"doi: \1."),
    },
    "apa": {
        "A comma before the ampersand, whatever the names are (section 9.8).": replaced("(?<!,) & ", ", & "),
        "A list that the data cuts off ends with et al; CSL has no word for it.": replaced(r"& et al\.", "et al."),
        "So does a long one: the last author is unknown.": replaced(r"… et al\.", "et al."),
        "The address of a DOI works as a link: < is no character of a URL (RFC 3986).": replaced("<(.*)>", r"%3C\1%3E"),
    },
}


@pytest.mark.skipif(
    not shutil.which("node") or not (NODE / "node_modules" / "@citation-js" / "plugin-csl").is_dir(),
    reason="npm ci --prefix tests/node",
)
@pytest.mark.parametrize("style", DEVIATIONS)
def test_citation_js(style: str) -> None:
    records = list(map(record, range(RECORDS)))
    items = EXPORT_FORMATS["csl"].write_list(map(Publication, records)).decode()
    done = subprocess.run(["node", "cite.mjs", style], input=items, capture_output=True, text=True, cwd=NODE, check=True)
    expected, needed = [], set[str]()
    for text, row in zip(json.loads(done.stdout), records, strict=True):
        for reason, change in DEVIATIONS[style].items():
            before, text = text, change(text, row)
            if text != before:
                needed.add(reason)
        expected.append(text)
    assert [cite(Publication(row), style) for row in records] == expected
    assert needed == DEVIATIONS[style].keys()
