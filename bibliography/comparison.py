"""Decide whether two values of a field mean the same, although they are written differently."""

from __future__ import annotations

import re
from itertools import takewhile

from bibliography import identifiers
from bibliography.values import AFTER_JOURNAL, normalize_pages, strip_markup
from db.publication import owner
from db.publication.license import parse_license
from db.text import letters, normalize
from pipeline.wording import MAX_QUOTED_CHARACTERS, quote

# Words of a journal's name, without the words that abbreviations leave out.
SIGNIFICANT_WORD = re.compile(r"\([^()]*\)|\b(?:of|the|and|in|for|on)\b|(\w+)")
LOOSE_RANGE = re.compile(r"(\D*)(\d+)-(\D*)(\d+)")
# S1, Suppl 1, 1_suppl.
SUPPLEMENT = re.compile(r"supp?l|(?<![a-z])s(?![a-z])", re.IGNORECASE)
POSITIVE_NUMBER = re.compile(r"[1-9][0-9]*")


def cells_agree(name: str, first: str, second: str) -> bool:
    if name in ("fullText", "funding"):  # there can be several free copies, and everybody words grants differently
        return True
    if name == "trial":
        numbers, others = ({*text.split(";")} for text in (first, second))
        return numbers <= others or others <= numbers
    if first == second or comparable(name, first) == comparable(name, second):
        return True
    return name == "journal" and same_journal(first, second)


def comparable(name: str, value: str) -> str:
    if name == "license" and (terms := parse_license(value)) and terms.name:
        return terms.name.rstrip(" .0123456789")  # Europe PMC gives no version
    if name in ("doi", "preprint"):
        return identifiers.find_doi(value) or normalize(value)
    if name == "pubmed":
        return identifiers.find_pmid(value) or normalize(value)
    if name in ("url", "license"):
        return value.partition("://")[2].removeprefix("www.").rstrip("/") or value
    if name == "pages":
        return expand_range(normalize(normalize_pages(value)))
    if name in ("title", "authors", "journal"):
        text = AFTER_JOURNAL.sub("", strip_markup(value)) if name == "journal" else strip_markup(value)
        return letters(text.replace("&", " and ")) or value
    return normalize(strip_markup(value))


def expand_range(text: str) -> str:
    """Write the last page in full (``1521-7`` becomes ``1521-1527``), or a single page if both are the same."""
    match = LOOSE_RANGE.fullmatch(text)
    if not match:
        return text
    before, first, before_last, last = match.groups()
    last = first[: max(0, len(first) - len(last))] + last
    before_last = before_last or before
    return f"{before}{first}" if (before, first) == (before_last, last) else f"{before}{first}-{before_last}{last}"


def same_author(first: str, second: str) -> bool:
    """Whether two names could be one author: the same family name, and no different given name or initial."""
    for name, other in ((first, second), (second, first)):
        family, given = owner.listed_name(name)
        if family and first != second:
            rest = owner.given_names(other, owner.name_letters(family))
            return rest is not None and owner.given_names_match(given, rest)
    return letters(first) == letters(second)


def same_journal(first: str, second: str) -> bool:
    """Whether two names are one journal's: ``J Natl Ex`` or ``JNE``, and ``Journal of National Examples``."""
    fewer, more = sorted((journal_words(first), journal_words(second)), key=len)
    if len(fewer) == 1 < len(more):
        return fewer[0] == "".join(word[0] for word in more)
    pairs = [sorted(pair, key=len) for pair in zip(fewer, more, strict=False)]
    return len(fewer) == len(more) > 0 and all(is_short_word(short, long) for short, long in pairs)


def may_be_same_journal(first: str, second: str) -> bool:
    """Whether one name could abbreviate the other, even if it lacks some words: ``Proc Natl Acad Sci``."""
    fewer, more = sorted((journal_words(first), journal_words(second)), key=len)
    rest = iter(more)
    begins_alike = bool(fewer) and fewer[0][0] == more[0][0]
    return begins_alike and all(any(is_short_word(*sorted((word, other), key=len)) for other in rest) for word in fewer)


def is_short_word(short: str, long: str) -> bool:
    return long.startswith(short) or is_contraction(short, long)


def split_supplement(volume: str) -> tuple[str, str]:
    """Split ``35 Suppl 1`` into volume and supplement, because other exports have the supplement as the issue."""
    match = SUPPLEMENT.search(volume)
    return (volume[: match.start()], volume[match.start() :]) if match else (volume, "")


def same_issue(first: str, second: str) -> bool:
    """Whether two issues could be the same: ``S1`` and ``Suppl 1``, ``3`` and ``3-4``."""
    return bool(SUPPLEMENT.search(first)) == bool(SUPPLEMENT.search(second)) and same_volume(first, second)


def same_volume(first: str, second: str) -> bool:
    """Whether two volumes share a number, or one of them has none."""
    numbers, others = ({*POSITIVE_NUMBER.findall(text)} for text in (first, second))
    return not (numbers and others) or not numbers.isdisjoint(others)


def is_abbreviation(short: str, journal: str) -> bool:
    """Whether a text abbreviates a journal's name in any way (``Dtsch Arztebl``). Some databases only repeat the name."""
    fewer, more = journal_words(short), journal_words(journal)
    return len(short) < len(journal) and fewer != more and bool(fewer and more) and fewer[0][0] == more[0][0]


def journal_words(name: str) -> list[str]:
    return list(filter(None, SIGNIFICANT_WORD.findall(normalize(name))))


def is_contraction(short: str, long: str) -> bool:
    """Whether a word lacks only inner letters of another: ``natl`` for ``national``."""
    rest = iter(long)
    return (short[0], short[-1]) == (long[0], long[-1]) and all(letter in rest for letter in short)


def quote_difference(value: str, other: str) -> tuple[str, str]:
    """Quote two values. Long ones begin shortly before the first word that differs."""
    pair = value.split(), other.split()
    alike = sum(takewhile(bool, (letters(first) == letters(second) for first, second in zip(*pair, strict=False))))
    start = max(0, alike - 2) if max(len(value), len(other)) > MAX_QUOTED_CHARACTERS else 0
    first, second = (quote(" ".join(["…", *text[start:]] if start else text)) for text in pair)
    return first, second
