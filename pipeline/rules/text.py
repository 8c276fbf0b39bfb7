"""Rules for text: Hebrew, names of files, regular expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.messages import quote

IMAGE_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*\.(?:jpe?g|png|webp)", re.IGNORECASE)

# Between authors: a semicolon, an "and" after initials, or a comma before initials alone.
NOT_BY_COMMAS = re.compile(r";|\b[A-Z]{1,2}\.? (?:and|&) |, (?:[A-Z]|(?:[A-Z]\.[ -]?)+)(?=,|$)")
# What spreadsheets make of 3-12. In Hebrew, some write a month in full.
MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|(?:ינו|פבר|מרץ|אפר|מאי|יונ|יול|אוג|ספט|אוק|נוב|דצמ)[א-ת]*׳?)"
DATE = re.compile(rf"[0-9]{{1,2}}[-/ ]{MONTH}|{MONTH}-[0-9]{{1,2}}|[0-9]{{1,2}}/[0-9]{{1,2}}/[0-9]{{2,4}}")


def authors(value: str) -> Iterator[str]:
    """Advise commas between authors, and nowhere else."""
    if NOT_BY_COMMAS.search(value):
        yield f"Expected commas between authors and nowhere else, got {quote(value)}."


def not_a_date(value: str) -> Iterator[str]:
    """Warn of a date in place of numbers."""
    if DATE.fullmatch(value):
        yield f"{quote(value)} is a date that a spreadsheet made of two numbers. Type them again in a cell of the type Text."


def hebrew(value: str) -> Iterator[str]:
    """Require at least one Hebrew letter."""
    if not any("א" <= char <= "ת" for char in value):
        lost = "Its letters were lost when the file was saved: write them again, and save the file as UTF-8."
        yield f"Expected Hebrew text, got {quote(value)}. {lost if '??' in value else 'Write it in Hebrew, or leave it empty.'}"


def image_name(value: str) -> Iterator[str]:
    """Require the name of an image in the same folder."""
    if not IMAGE_NAME.fullmatch(value):
        yield (
            f"Expected the name of an image beside this file, got {quote(value)}. "
            "Save it as .jpg, .png or .webp, under a name of letters, digits, - and _."
        )


def regex(value: str) -> Iterator[str]:
    """Require a regular expression, as Python reads it."""
    try:
        re.compile(value)
    except (re.error, OverflowError, RecursionError):
        yield f"{quote(value)} is not a valid regular expression."
