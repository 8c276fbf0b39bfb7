"""Publications as formatted citations, one per line, in the styles that medical journals ask for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any

from api.formats.format import Format, Publication
from api.formats.links import pmid
from api.formats.plain import one_line
from db.names import Person, is_cut_off, people
from db.notices import titled

if TYPE_CHECKING:
    from api.formats.csl_style import CslStyle

# The value of the query parameter ``style``, the name that people know, and the CSL style. Vancouver is Citing Medicine, 2nd
# edition, in citation-sequence order.
STYLES = {
    "vancouver": ("Vancouver", "nlm-citation-sequence"),
    "apa": ("APA", "apa"),
    "ama": ("AMA", "american-medical-association"),
}
DEFAULT_STYLE = "vancouver"
# The maximum number of citations in a response: each takes several milliseconds.
MAX_CITATIONS = 100
REMEMBERED_CITATIONS = 2048
# A CSL style serves one thread at a time, and so does the import of citeproc-py.
ONE_AT_A_TIME = Lock()

# Marks within text that a style takes for letters. Unicode reserves these code points for internal use (section 23.7).
COMPLETE, CUT_OFF, HYPHEN = "\ufdd0", "\ufdd1", "\ufdd2"
MARKS = dict.fromkeys(map(ord, (COMPLETE, CUT_OFF, HYPHEN)))
# Text with such an end needs no period after it (Citing Medicine, chapter 1). citeproc-py adds none after a period.
ENDS_SENTENCE = re.compile(r"(?:[?!][\"'”’»]*|\.[\"'”’»]+)\Z")
# The style of Vancouver forgets the period between DOI and PMID.
DOI_BEFORE_PMID = re.compile(r"(?<!\.)(?= PubMed PMID: [0-9]+\.\Z)")
# A style joins the last name like any other author: "Levi, R., & et al.".
JOINED_CUT_OFF = re.compile(f"(?:& |… )?{CUT_OFF}")
PAGE_RANGE = re.compile(
    r"(?P<letters>[A-Za-z]?)(?P<first>[0-9]{1,9})\s*[-–]\s*(?P=letters)?(?P<last>[0-9]{1,9})(?P<rest>\.[a-z][0-9]*)?"
)
ABBREVIATIONS = frozenset(("Jr", "Sr"))


def document(publications: Iterable[Publication], style: str = DEFAULT_STYLE) -> Iterator[str]:
    for publication in publications:
        yield f"{citation(publication, style)}\n"


def citation(publication: Publication, style: str) -> str:
    """Return the citation of a publication on one line; ``style`` is a key of ``STYLES``."""
    return cited(json.dumps(publication), style)


@lru_cache(REMEMBERED_CITATIONS)
def cited(publication: str, style: str) -> str:
    """Return the citation of a publication, given as JSON because that can be a key of the cache."""
    with ONE_AT_A_TIME:
        csl_style = loaded(style)
        text = csl_style.cite(item(json.loads(publication), csl_style))
    text = JOINED_CUT_OFF.sub("et al", text).replace(f"{COMPLETE}.", "").replace(COMPLETE, "")
    return DOI_BEFORE_PMID.sub(".", text.replace(HYPHEN, "-"))


@lru_cache
def loaded(style: str) -> CslStyle:
    from api.formats.csl_style import CslStyle

    _, csl_style = STYLES[style]
    return CslStyle(csl_style)


def item(publication: Publication, style: CslStyle) -> dict[str, Any]:
    """Return a publication as a CSL-JSON item, prepared for what citeproc-py does not do itself."""
    values: dict[str, Any] = {
        "id": "1",
        "type": "article-journal",
        # The language is unknown; for English, APA would capitalize the name of the journal.
        "language": "und",
        "author": authors(clean(publication["authors"]), style),
        "title": sentence(titled(publication)),
        "container-title": sentence(publication["journal"]),
        "issued": {"date-parts": [[publication["year"]]]},
        "volume": clean(publication.get("volume", "")),
        "issue": clean(publication.get("issue", "")),
        "page": pagination(clean(publication.get("pages", "")), style),
        "DOI": clean(publication.get("doi", "")),
        "PMID": pmid(publication),
        "URL": clean(publication.get("url", "")),
    }
    return {variable: value for variable, value in values.items() if value}


def clean(text: str) -> str:
    """Return text on one line, without the marks of this module."""
    return one_line(text).translate(MARKS).strip()


def sentence(text: str) -> str:
    """Return text that the style ends with a period, marked if it needs none."""
    text = clean(text)
    return text + COMPLETE if ENDS_SENTENCE.search(text) else text


def authors(listed: str, style: CslStyle) -> list[dict[str, str]]:
    """Return the names. A list that is cut off has one more name, which represents the rest."""
    return [name(person, style) for person in people(listed)] + ([{"literal": CUT_OFF}] if is_cut_off(listed) else [])


def name(person: Person, style: CslStyle) -> dict[str, str]:
    if person.literal:
        return {"literal": person.name}
    parts = {"family": person.family, "given": person.given}
    if person.suffix:
        dot = "." if style.abbreviates_with_dots and person.suffix in ABBREVIATIONS else ""
        parts["suffix"] = person.suffix + dot
    return parts


def pagination(pages: str, style: CslStyle) -> str:
    return ", ".join([page_range(part, style) for part in pages.split(", ")])


def page_range(written: str, style: CslStyle) -> str:
    """Return a range, given as ``101-9`` or ``101-109``, at the length that the style wants; any other text unchanged."""
    if not (found := PAGE_RANGE.fullmatch(written)):
        return written
    letters, first, last, rest = found.group("letters", "first", "last", "rest")
    last = first[: -len(last)] + last if len(last) < len(first) else last
    if int(last) < int(first):
        return written.replace("-", HYPHEN)
    if last == first and not rest:
        return letters + first
    if style.shortens_pages and len(last) == len(first):
        return f"{letters}{first}-{shortened(last, first)}{rest or ''}"
    return f"{letters}{first}-{letters}{last}{rest or ''}"


def shortened(last: str, first: str) -> str:
    """Return the last page without the digits that it shares with the first: ``9`` for ``109`` after ``101``."""
    shared = next(index for index, digit in enumerate(last) if digit != first[index] or index == len(last) - 1)
    return last[shared:]


FORMAT = Format(
    name="citation",
    title="Citation",
    media_type="text/plain; charset=utf-8",
    document=document,
    options=frozenset(("style",)),
    limit=MAX_CITATIONS,
)
