"""A second implementation of the list: filters, orders and facets in plain Python over the rows of the sources."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from api.data.patterns import author_phrases

Row = dict[str, Any]


def plain(text: str) -> str:
    """Return the text without case and accents."""
    decomposed = unicodedata.normalize("NFD", text)
    folded = "".join(char for char in decomposed if not unicodedata.combining(char)).casefold()
    return "".join(char for char in unicodedata.normalize("NFD", folded) if not unicodedata.combining(char))


def tokens(text: str) -> list[str]:
    for letter, typed in {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ŧ": "t",
        "ı": "i",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
    }.items():
        text = plain(text).replace(letter, typed)
    return re.findall(r"[^\W_]+", text)


def begins(wanted: list[str], found: list[str]) -> bool:
    """Whether the words are the wanted ones; the last wanted word may be incomplete."""
    return found[: len(wanted) - 1] == wanted[:-1] and len(found) >= len(wanted) and found[len(wanted) - 1].startswith(wanted[-1])


def has_words(row: Row, text: str) -> bool:
    wanted = tokens(text)
    found = [word for name in ("title", "authors", "journal") for word in tokens(row[name])]
    # The year, the DOI as one word, the PubMed ID, the notice, and hyphenated words of the title without their hyphens.
    doi, pubmed = "".join(tokens(row.get("doi", ""))), row.get("pubmed", "").rstrip("/").rpartition("/")[2]
    compounds = ["".join(tokens(word)) for word in row["title"].split() if re.search("[-‐‑–]", word)]
    found += [str(row["year"]), *filter(None, (doi, pubmed)), *tokens(row.get("notice", ""))[:1], *compounds]
    found += tokens(f"{row.get('summary', '')} {row.get('summaryHebrew', '')}")
    return not wanted or (set(wanted[:-1]) <= set(found) and any(word.startswith(wanted[-1]) for word in found))


def has_author(row: Row, text: str) -> bool:
    """Whether an author has the words, or the initial of a given name beside the family name (``author_phrases``)."""
    query = author_phrases(text).replace('"', "").replace(" *", "")
    wanted = [phrase.split() for phrase in query.split(" OR ")]
    names = list(map(tokens, row["authors"].split(", ")))
    return not query or any(begins(words, name[start:]) for words in wanted for name in names for start in range(len(name)))


def has_keyword(row: Row, text: str) -> bool:
    """Whether title or summary has consecutive words."""
    wanted = [" ".join(tokens(part)) for part in text.split(",")]
    texts = [f" {' '.join(tokens(row.get(name, '')))} " for name in ("title", "summary", "summaryHebrew")]
    return not any(wanted) or any(f" {phrase} " in text for phrase in filter(None, wanted) for text in texts)


FILTERS: dict[str, Callable[[Row, Any], bool]] = {
    "year": lambda row, value: bool(row["year"] == value),
    "year_from": lambda row, value: bool(row["year"] >= value),
    "year_to": lambda row, value: bool(row["year"] <= value),
    "journal": lambda row, value: plain(value.strip()) in plain(row["journal"]),
    "journal_is": lambda row, value: not value.strip() or plain(value.strip()) == plain(row["journal"]),
    "author": has_author,
    "q": has_words,
    "keywords": has_keyword,
    "has_doi": lambda row, value: ("doi" in row) == (value == "true"),
    "type": lambda row, value: row.get("type", "article") in value.split(","),
    "featured": lambda row, value: ("featured" in row) == (value == "true"),
    "notice": lambda row, value: value in row.get("notice", "").partition("2")[0],
}
ORDERS: dict[str, Callable[[list[Row]], list[Row]]] = {
    "-year": lambda rows: rows,
    "year": lambda rows: rows[::-1],
    "title": lambda rows: sorted(rows, key=lambda row: " ".join(tokens(row["title"]))),
    "journal": lambda rows: sorted(rows, key=lambda row: (plain(row["journal"]), row["journal"])),
    "-journal": lambda rows: sorted(rows, key=lambda row: (plain(row["journal"]), row["journal"]), reverse=True),
}
ORDERS["-title"] = lambda rows: ORDERS["title"](rows)[::-1]


def selected(rows: list[Row], query: dict[str, Any]) -> list[Row]:
    """Return the rows that match every filter, in the requested order. The rows are given in the default order."""
    fitting = [row for row in rows if all(FILTERS[name](row, value) for name, value in query.items() if name in FILTERS)]
    return ORDERS[query.get("sort", "-year")](fitting)


def wrapped(rows: Sequence[Mapping[Any, Any]], total: int) -> Row:
    """Return a page of the list as the API wraps it."""
    return {"count": len(rows), "publications": rows, "total": total}


def counted(rows: list[Row], query: dict[str, Any]) -> Row:
    """Return the facets of the rows that match."""
    fitting = selected(rows, query)
    years = Counter(row["year"] for row in fitting)
    journals = Counter(row["journal"] for row in fitting)
    types = Counter(row.get("type", "article") for row in fitting)
    authors = Counter(name for row in fitting for name in dict.fromkeys(row["authors"].split(", ")) if name != "et al")
    return {
        "count": len(fitting),
        "years": [{"year": year, "count": years[year]} for year in sorted(years, reverse=True)],
        "journals": [
            {"journal": name, "count": journals[name]} for name in sorted(journals, key=lambda name: (-journals[name], name))
        ],
        "authors": [
            {"author": name, "count": authors[name]} for name in sorted(authors, key=lambda name: (-authors[name], name))
        ],
        "types": [{"type": name, "count": types[name]} for name in sorted(types, key=lambda name: (-types[name], name))],
    }
