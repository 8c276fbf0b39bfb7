"""Notices about a publication, such as ``retracted 2024-05-01, doi:10.5555/x``: the form that sources, API and pages share."""

from __future__ import annotations

import re

from db.identifiers import DOI
from db.keys import Publication

KINDS = ("retracted", "corrected", "expression of concern")
# A kind, then a date (or a month or a year), a DOI of the notice, or both.
NOTICE = re.compile(
    rf"(?P<kind>{'|'.join(KINDS)})(?=[ ,])(?: (?P<date>[0-9]{{4}}(?:-[0-9]{{2}}){{0,2}}))?(?:,? doi:(?P<doi>{DOI.pattern}))?"
)


def sentence(notice: str) -> str:
    """Return a notice as the note of an export: it begins with a capital."""
    return f"{notice[:1].upper()}{notice[1:]}"


def titled(publication: Publication) -> str:
    """Return the title of a publication, after the kind of its notice if it has one: ``[Retracted] A title``."""
    found = NOTICE.fullmatch(publication.get("notice", ""))
    return (f"[{sentence(found['kind'])}] " if found else "") + str(publication["title"])
