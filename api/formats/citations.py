"""Publications as finished citations, in the styles that medical journals ask for.

citeproc-py with its styles takes 10 MB, so it is imported when the first citation is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any

from api.formats.format import FIELDS
from api.formats.links import pmid
from api.formats.plain import one_line
from db.names import Person, is_cut_off, people

if TYPE_CHECKING:
    from api.formats.styles import JournalStyle

# The names that people know, and those that the styles have (Vancouver is Citing Medicine, 2nd edition, by citation sequence).
STYLES = {"vancouver": "nlm-citation-sequence", "apa": "apa", "ama": "american-medical-association"}
DEFAULT_STYLE = "vancouver"
# How many citations an answer has at most: a tenth of a second of work.
MOST_AT_ONCE = 100
# A citation takes about a millisecond; a list of a thousand, and the same in another order, should do so once.
REMEMBERED = 2048
# A style is for one thread at a time, and so is its first import.
ONE_AT_A_TIME = Lock()

# Signs within the text that a style takes for letters. Unicode has no characters of these codes (section 23.7), so that programs
# may use them for themselves.
COMPLETE, CUT_OFF, HYPHEN = "\ufdd0", "\ufdd1", "\ufdd2"
OWN_SIGNS = dict.fromkeys(map(ord, (COMPLETE, CUT_OFF, HYPHEN)))
# A text that ends like this needs no full stop (Citing Medicine, chapter 1). One that ends with a full stop itself gets no second
# one from citeproc-py, and some styles take it away.
ENDS_ITSELF = re.compile(r"(?:[?!][\"'”’»]*|\.[\"'”’»]+)\Z")
# The style joins the last name as one of the authors: "Levi, R., & et al.".
JOINED_CUT_OFF = re.compile(f"(?:& |… )?{CUT_OFF}")
PAGE_RANGE = re.compile(
    r"(?P<letters>[A-Za-z]?)(?P<first>[0-9]{1,9})\s*[-–]\s*(?P=letters)?(?P<last>[0-9]{1,9})(?P<rest>\.[a-z][0-9]*)?"
)
ABBREVIATIONS = frozenset(("Jr", "Sr"))


def citations(publications: Sequence[Mapping[str, Any]], style: str) -> list[str]:
    """One line of text for each publication, in their order and without numbers; ``style`` is a key of ``STYLES``."""
    return [citation(style, tuple([publication.get(field) for field in FIELDS])) for publication in publications]


@lru_cache(REMEMBERED)
def citation(style: str, values: tuple[Any, ...]) -> str:
    """The citation of a publication, given as the values of ``FIELDS``."""
    publication = {field: value for field, value in zip(FIELDS, values, strict=True) if value is not None}
    with ONE_AT_A_TIME:
        form = loaded(style)
        cited = form.cite(item(publication, form))
    cited = JOINED_CUT_OFF.sub("et al", cited).replace(f"{COMPLETE}.", "").replace(COMPLETE, "")
    return cited.replace(HYPHEN, "-")


@lru_cache
def loaded(style: str) -> JournalStyle:
    from api.formats.styles import JournalStyle

    return JournalStyle(STYLES[style])


def item(publication: Mapping[str, Any], form: JournalStyle) -> dict[str, Any]:
    """A publication as an item of CSL-JSON, with what citeproc-py does not do for itself done beforehand."""
    values: dict[str, Any] = {
        "id": "1",
        "type": "article-journal",
        # Nobody knows the language; in English, APA would put capitals into a journal's name.
        "language": "und",
        "author": authors(text(publication["authors"]), form),
        "title": sentence(publication["title"]),
        "container-title": sentence(publication["journal"]),
        "issued": {"date-parts": [[publication["year"]]]},
        "PMID": pmid(publication),
        "page": pages(text(publication.get("pages", "")), form),
    }
    for variable, field in (("volume", "volume"), ("issue", "issue"), ("DOI", "doi"), ("URL", "url")):
        values[variable] = text(publication.get(field, ""))
    return {variable: value for variable, value in values.items() if value}


def text(value: str) -> str:
    """The value on one line, without the signs of this module."""
    return one_line(value).translate(OWN_SIGNS).strip()


def sentence(value: str) -> str:
    """A text after which the style sets a full stop, with a sign that it needs none."""
    value = text(value)
    return value + COMPLETE if ENDS_ITSELF.search(value) else value


def authors(listed: str, form: JournalStyle) -> list[dict[str, str]]:
    """The names; that there are more is said as one more name."""
    return [name(person, form) for person in people(listed)] + ([{"literal": CUT_OFF}] if is_cut_off(listed) else [])


def name(person: Person, form: JournalStyle) -> dict[str, str]:
    if person.literal:
        return {"literal": person.name}
    parts = {"family": person.family, "given": person.given}
    if person.suffix:
        parts["suffix"] = f"{person.suffix}." if form.has_full_stops and person.suffix in ABBREVIATIONS else person.suffix
    return parts


def pages(listed: str, form: JournalStyle) -> str:
    return ", ".join([page_range(part, form) for part in listed.split(", ")])


def page_range(written: str, form: JournalStyle) -> str:
    """A range of pages as long as the style wants it, from ``101-9`` as from ``101-109``; an article's number stays as it is."""
    if not (found := PAGE_RANGE.fullmatch(written)):
        return written
    letters, first, last, rest = found.group("letters", "first", "last", "rest")
    last = first[: -len(last)] + last if len(last) < len(first) else last
    if int(last) < int(first):
        return written.replace("-", HYPHEN)
    if last == first and not rest:
        return letters + first
    if form.shortens_pages and len(last) == len(first):
        same = next(place for place in range(len(first)) if first[place] != last[place] or place == len(first) - 1)
        return f"{letters}{first}-{last[same:]}{rest or ''}"
    return f"{letters}{first}-{letters}{last}{rest or ''}"
