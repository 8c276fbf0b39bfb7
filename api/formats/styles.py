"""Citation styles as citeproc-py reads them, cut down to what an article in a journal needs.

A style of the Citation Style Language (CSL 1.0.2) says how to cite whatever there is, from maps to treaties, and citeproc-py asks
each of its questions anew for every citation. Here all that is cited is of one type and has ten variables at most: what that
settles is settled once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle
from citeproc.formatter import plain
from citeproc.source.json import CiteProcJSON
from citeproc.string import MixedString, String

CSL = "{http://purl.org/net/xbiblio/csl}"
TYPE = "article-journal"
ALWAYS = frozenset(("title", "author", "container-title", "issued"))
VARIABLES = ALWAYS | {"volume", "issue", "page", "DOI", "PMID", "URL"}
SHOW_VARIABLE = ("text", "number", "date", "names")
# The words that citeproc-py asks for whether or not a style names them.
TERMS = frozenset(("and", "et-al", "page-range-delimiter"))


class JournalStyle:
    """A style that cites articles in journals. It is for one thread at a time: citeproc-py writes into a style while it cites.

    Attributes:
        shortens_pages: whether the style wants 101-9 rather than 101-109. That is left to the caller: citeproc-py makes 1-2
            of 1-12.
        has_full_stops: whether the style abbreviates names with them: G. I. rather than GI.
    """

    def __init__(self, name: str) -> None:
        # Unchecked: its schema is older than the styles are.
        self.style = CitationStylesStyle(name, validate=False)
        root = self.style.root
        self.shortens_pages = root.attrib.pop("page-range-format", "expanded") == "minimal"
        self.has_full_stops = "." in root.get("initialize-with", "")
        specialise(root)
        complete(root)

    def cite(self, item: Mapping[str, Any]) -> str:
        """The citation of an item of CSL-JSON as plain text. A bibliography of many would look through all for each."""
        bibliography = CitationStylesBibliography(self.style, TextSource([item]), plain)
        bibliography.register(Citation([CitationItem(str(item["id"]))]))
        return "".join(map(str, bibliography.bibliography()))


class TextSource(CiteProcJSON):  # type: ignore[misc]
    """Items whose text is text: to citeproc-py some of HTML's tags are not."""

    def parse_string(self, string: str) -> MixedString:
        return MixedString([String(string)])


def complete(root: Any) -> None:
    """Put in what citeproc-py would add with each citation once more, so that the style would grow without end."""
    for names in root.iter(f"{CSL}names"):
        if names.find(f"{CSL}name") is None and names.getparent().tag != f"{CSL}substitute":
            names.insert(0, names.makeelement(f"{CSL}name"))


def specialise(root: Any) -> None:
    """Take out of a style whatever cannot be shown for an article in a journal."""
    for number in root.iterfind(f"{CSL}bibliography/{CSL}layout/{CSL}text[@variable='citation-number']"):
        number.getparent().remove(number)
    for choice in reversed(list(root.iter(f"{CSL}choose"))):  # those inside others first
        decide(choice)
    take_out_silent(root.bibliography.layout, set())
    shorten(root.bibliography.layout)
    take_out_unused(root)


def decide(choice: Any) -> None:
    """Leave of a choice the branches that may be taken; put the one that is taken always in its place."""
    for branch in list(choice):
        answer = holds(branch)
        if answer is False:
            choice.remove(branch)
        elif answer:
            for later in list(branch.itersiblings()):
                choice.remove(later)
            break
    if not len(choice):
        choice.getparent().remove(choice)
    elif holds(choice[0]):
        # To citeproc-py as to CSL, a choice is not there: what it shows stands among what is beside it.
        parent = choice.getparent()
        at = parent.index(choice)
        parent[at : at + 1] = list(choice[0])


def holds(branch: Any) -> bool | None:
    """Whether a branch's condition holds for every article in a journal (True), for none (False), or for some."""
    if branch.tag == f"{CSL}else":
        return True
    answers = set(conditions(branch))
    match = branch.get("match", "all")
    if match == "all":
        return False if False in answers else None if None in answers else True
    found = True if True in answers else None if None in answers else False
    if match == "any" or found is None:
        return found
    return not found


def conditions(branch: Any) -> Iterator[bool | None]:
    for test, values in branch.attrib.items():
        for value in str(values).split():
            if test == "type":
                yield value == TYPE
            elif test == "variable":
                yield (value in ALWAYS or None) if value in VARIABLES else False
            elif test == "is-uncertain-date":
                yield False
            elif test == "is-numeric":
                yield None if value in VARIABLES else False
            elif test != "match":
                yield None


def take_out_silent(element: Any, seen: set[str]) -> bool:
    """Take out of an element what shows only variables that are never there; whether the element itself is of this kind."""
    silent = [child for child in element if take_out_silent(child, seen)]
    for child in silent:
        element.remove(child)
    kind = element.tag.removeprefix(CSL)
    if macro := element.get("macro"):
        return is_silent_macro(element.get_macro(macro), seen)
    if kind in SHOW_VARIABLE and (variables := element.get("variable")):
        return VARIABLES.isdisjoint(variables.split()) and element.find(f"{CSL}substitute") is None
    if kind == "group":
        # A group with variables shows its words only beside one that is there.
        return not len(element) or (bool(silent) and not any(child.calls_variable() for child in element))
    if kind == "choose":
        return not any(map(len, element))
    return kind == "substitute" and not len(element)


def is_silent_macro(macro: Any, seen: set[str]) -> bool:
    if macro.get("name") not in seen:
        seen.add(macro.get("name"))
        take_out_silent(macro, seen)
    return not len(macro)


def shorten(element: Any) -> None:
    """Put what stands alone in a macro or a group in the place of that, where no more is said about it."""
    for child in list(element):
        only = child
        while (inner := alone_in(only)) is not None:
            only = inner
        if only is not child:
            element.replace(child, only := deepcopy(only))
        shorten(only)


def alone_in(element: Any) -> Any:
    """The one element that makes up the whole of a macro's text or of a group; a choice takes its delimiter from around it."""
    inside = element.get_macro(element.get("macro")) if list(element.attrib) == ["macro"] else element
    plain = inside is not element or (element.tag == f"{CSL}group" and set(element.attrib) <= {"delimiter"})
    return inside[0] if plain and len(inside) == 1 and inside[0].tag != f"{CSL}choose" else None


def take_out_unused(root: Any) -> None:
    """Take out the macros that nothing refers to any more, and what is about citing within a text."""
    root.remove(root.citation)
    bibliography = root.bibliography
    for sort in bibliography.findall(f"{CSL}sort"):
        bibliography.remove(sort)
    used: set[str | None] = set()
    unread = [bibliography]
    while unread:
        names = {text.get("macro") for text in unread.pop().iter(f"{CSL}text")} - used - {None}
        used |= names
        unread += map(root.get_macro, names)
    for macro in root.findall(f"{CSL}macro"):
        if macro.get("name") not in used:
            root.remove(macro)
    terms = TERMS | {text.get("term") for text in root.iter(f"{CSL}text")}
    for term in [term for locale in root.locales for term in locale.iter(f"{CSL}term")]:
        if term.get("name") not in terms:
            term.getparent().remove(term)
