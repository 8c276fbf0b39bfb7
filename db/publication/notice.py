"""Notices about a publication, such as ``retracted 2024-05-01, doi:10.5555/x``: the form that sources, API and pages share."""

from __future__ import annotations

import re
from collections.abc import Mapping

from db.publication import Publication
from db.publication.identifiers import DOI

KINDS = ("retracted", "corrected", "expression of concern")
# Marks of publishers on the title of a retracted paper.
MARK = re.compile(
    r"^\W*(?:retracted|withdrawn|removed|temporary removal)(?: (?:article|paper|publication))?\W*[:\-–—\]]\s*", re.IGNORECASE
)
# A kind, then a date (or a month or a year), a DOI of the notice, or both.
NOTICE = re.compile(
    rf"(?P<kind>{'|'.join(KINDS)})(?=[ ,])(?: (?P<date>[0-9]{{4}}(?:-[0-9]{{2}}){{0,2}}))?(?:,? doi:(?P<doi>{DOI.pattern}))?"
)


def notice_of(publication: Publication) -> re.Match[str] | None:
    """Match the kind, date and DOI of a publication's notice, if it has one."""
    return NOTICE.fullmatch(publication.get("notice", ""))


def announcement_day(publication: Publication) -> str:
    """The day on which feed readers learn of a publication: the first one of a month or year, and without any, of its year."""
    date = max(announcement_dates(publication), default=f"{publication['year']:04}")
    return f"{date}-01-01"[:10]


def announcement_dates(publication: Publication) -> list[str]:
    """The day ``added``, and the day, month or year of the notice."""
    notice = notice_of(publication)
    return [date for date in (publication.get("added"), notice and notice["date"]) if date]


def capitalize_first(notice: str) -> str:
    """Write a notice as the note of an export, which begins with a capital."""
    return f"{notice[:1].upper()}{notice[1:]}"


def strip_notice_prefix(title: str) -> str:
    """Strip the mark of a retraction, which belongs to the notice and not to the title."""
    return MARK.sub("", title)


def title_with_notice(publication: Publication, words: Mapping[str, str] | None = None) -> str:
    """The title after the kind of its notice, if there is one: ``[Retracted] A title``."""
    title = str(publication["title"])
    if not (notice := notice_of(publication)):
        return title
    kind = words[notice["kind"]] if words else capitalize_first(notice["kind"])
    return f"[{kind}] {strip_notice_prefix(title) if notice['kind'] == KINDS[0] else title}"
