"""The headings of a CV: the section of cv.csv that each one names, or where else its lines belong.

headings.csv has the headings of the pages in each language, and what people write in English and Hebrew. They are compared
without case, accents and an "s" at the end. A heading may join those of several sections, and have fillers such as "selected".
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from pathlib import Path

from db.text import words
from pipeline.messages import command_line, quote

# Why the lines below other headings are not for cv.csv.
REASONS = {
    "PUBLICATIONS": f"publications, which `{command_line('import')}` and `{command_line('add')}` add",
    "PROFILE": "for profile.yaml",
    "OTHER": "not on the pages",
}
FILLER = "FILLER"
SEVERAL_SECTIONS = "The heading {} names several sections; this row is in {}"
CONJUNCTION = re.compile(r"[&,/+]|\s(?:and|und|et|y|и)\s|\sו(?=\w)", re.IGNORECASE)


@dataclass(frozen=True)
class Heading:
    """The section of the lines below a heading, or why they have no section; with a note if the heading names several."""

    text: str
    section: str = ""
    reason: str = ""
    note: str = ""


def key(phrase: list[str]) -> str:
    return " ".join(word if len(word) < 4 else word.removesuffix("s") for word in phrase)


with Path(__file__).with_name("headings.csv").open(encoding="utf-8", newline="") as table:
    SECTIONS = {key(words(text)): row["section"] for row in csv.DictReader(table) for text in row["headings"].split(";")}


def parse_heading(text: str) -> Heading | None:
    """Return what a line means as a heading; None if it is not a known one."""
    numberless = re.sub(r"^\s*(?:[A-Za-z]|[IVX]+|\d+)[.)]\s+|\(?\d+\)?", "", text)
    if whole := section_of(words(numberless)):
        sections = [whole]
    else:  # in Hebrew, the conjunction is a prefix
        sections = [section_of(words(part)) for part in CONJUNCTION.split(numberless)]
    if not all(sections):
        return None
    first, *others = dict.fromkeys(sections)
    if first in REASONS:
        return Heading(text, reason=REASONS[first])
    return Heading(text, first, note=SEVERAL_SECTIONS.format(quote(text), first) if others else "")


def section_of(phrase: list[str]) -> str:
    """Return the section that words name, if need be without fillers, or each for itself; "" without one."""
    telling = [word for word in phrase if SECTIONS.get(key([word])) != FILLER]
    if section := SECTIONS.get(key(phrase)) or SECTIONS.get(key(telling)):
        return section.replace(FILLER, "")
    sections = {SECTIONS.get(key([word]), "") for word in telling}
    return sections.pop() if len(sections) == 1 else ""
