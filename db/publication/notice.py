"""Notices about a publication, such as ``retracted 2024-05-01, doi:10.5555/x``: the form that sources, API and pages share."""

from __future__ import annotations

import re
from typing import NamedTuple

from db.publication.identifiers import DOI

RETRACTED, CORRECTED, CONCERN = NOTICE_KINDS = ("retracted", "corrected", "expression of concern")
# Publishers' marks on the title of a retracted paper.
RETRACTION_MARK = re.compile(
    r"^\W*(?:retracted|withdrawn|removed|temporary removal)(?: (?:article|paper|publication))?\W*[:\-–—\]]\s*", re.IGNORECASE
)
# A kind, then a date (or a month or a year), a DOI of the notice, or both.
NOTICE = re.compile(
    rf"(?P<kind>{'|'.join(NOTICE_KINDS)})(?=[ ,])"
    rf"(?: (?P<date>[0-9]{{4}}(?:-[0-9]{{2}}){{0,2}}))?(?:,? doi:(?P<doi>{DOI.pattern}))?"
)


class Notice(NamedTuple):
    """A notice about a publication.

    Attributes:
        text: as the owner wrote it.
        kind: one of ``NOTICE_KINDS``.
        date: a day, month or year; "" if unknown.
        doi: the DOI of the notice itself; "" if unknown.
    """

    text: str
    kind: str
    date: str
    doi: str

    @property
    def note(self) -> str:
        """The text, capitalized, for the note of an export."""
        return f"{self.text[:1].upper()}{self.text[1:]}"


def parse_notice(text: str) -> Notice | None:
    """None if the text is not a notice."""
    match = NOTICE.fullmatch(text)
    return Notice(text, match["kind"], match["date"] or "", match["doi"] or "") if match else None


def strip_retraction_mark(title: str) -> str:
    """Strip the mark of a retraction: it belongs to the notice, not to the title."""
    return RETRACTION_MARK.sub("", title)
