"""CSL styles in citeproc-py, with corrections for what it gets wrong.

citeproc-py and its styles take 10 MB of memory, so only the first citation imports this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle
from citeproc.formatter import plain
from citeproc.source.json import CiteProcJSON
from citeproc.string import MixedString, String

CSL = "{http://purl.org/net/xbiblio/csl}"
CITATION_NUMBERS = f"{CSL}bibliography/{CSL}layout/{CSL}text[@variable='citation-number']"


class CslStyle:
    """A CSL style for use by one thread at a time: citeproc-py writes into a style while it cites.

    Attributes:
        shortens_pages: whether the style writes 101-9 for 101-109. The caller does that: citeproc-py makes 1-2 of 1-12.
        abbreviates_with_dots: whether the style writes initials as G. I. rather than GI.
    """

    def __init__(self, name: str) -> None:
        # The styles are newer than the schema that citeproc-py would check them against.
        self.style = CitationStylesStyle(name, validate=False)
        root = self.style.root
        self.shortens_pages = root.attrib.pop("page-range-format", "expanded") == "minimal"
        self.abbreviates_with_dots = "." in root.get("initialize-with", "")
        for number in root.findall(CITATION_NUMBERS):
            number.getparent().remove(number)
        complete_names(root)
        # A search for a macro takes longer than to write what it defines, and most of them are needed many times in a citation.
        root.xpath_search = cache(root.xpath_search)

    def cite(self, item: Mapping[str, Any]) -> str:
        """Return the citation of a CSL-JSON item as plain text."""
        bibliography = CitationStylesBibliography(self.style, PlainTextSource([item]), plain)
        bibliography.register(Citation([CitationItem(str(item["id"]))]))
        return "".join(map(str, bibliography.bibliography()))


class PlainTextSource(CiteProcJSON):  # type: ignore[misc]
    """A source of items in which HTML tags are plain text."""

    def parse_string(self, string: str) -> MixedString:
        return MixedString([String(string)])


def complete_names(root: Any) -> None:
    """Add the ``name`` elements that citeproc-py would otherwise add again with each citation, so that the style grows."""
    for names in root.iter(f"{CSL}names"):
        if names.find(f"{CSL}name") is None and names.getparent().tag != f"{CSL}substitute":
            names.insert(0, names.makeelement(f"{CSL}name"))
