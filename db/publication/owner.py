"""The owner's full name, and the owner among the authors of a publication."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from db.languages import versions
from db.publication.author import is_collective, name_cache, parse_author, without_titles
from db.text import joined_words, words


def monogram(name: str) -> str:
    """The initials of a person's given and family names."""
    listed = without_titles(name) or [name]
    return "".join([word[0] for word in (listed[0], *listed[1:][-1:])]).upper()


def family_and_given(name: str, variants: Iterable[str] = ()) -> tuple[list[str], list[str]]:
    """The words of the family name and of the given names of a person (``Dr. Given Family, MD``).

    The family name is the last word with its particles, or the longest end of the name that is a family name in ``variants``.
    """
    listed = without_titles(name)
    size = 1
    while size < len(listed) - 1 and listed[-size - 1].islower() and not name.islower():
        size += 1
    families = {name_letters(family) for family, _ in map(listed_name, variants)}
    if families:  # a search has no variants, and its words must not fill the cache
        size = max([size, *(count for count in range(1, len(listed)) if name_letters(" ".join(listed[-count:])) in families)])
    return listed[-size:], listed[:-size]


def listed_name(variant: str) -> tuple[str, list[str]]:
    """Split a name that begins with the family name from its given names or initials; empty for other names."""
    family, comma, given = variant.partition(",")
    if comma:
        return family, words(given)
    author = parse_author(variant.replace(".", ""))
    return author.family, [word[0] for word in words(" ".join(author.initials))]


# The words of a name without spaces and accents.
name_letters = name_cache(joined_words)


class Owner:
    """The owner of a profile: an author with the same family name, and given names that contradict no known form.

    The forms come from ``name``, its versions and ``nameVariants``. An author can have the words in any order, initials or
    whole given names, and further initials that no form has: Gofrit ON is Ofer Gofrit.
    """

    def __init__(self, profile: Mapping[str, Any]) -> None:
        self.forms: dict[str, list[list[str]]] = {}
        # The first given names by each word of the family name.
        self.given_by_family: dict[str, set[str]] = defaultdict(set)
        self.unknown_initials = name_cache(self.count_unknown_initials)
        variants = profile.get("nameVariants") or []
        full_names = [profile.get("name", ""), *(name for name in versions(profile, "name").values() if isinstance(name, str))]
        for variant in variants:
            family, given = listed_name(variant)
            if family:
                self.forms.setdefault(name_letters(family), []).append(given)
            else:
                full_names.append(variant)
        for name in filter(name_letters, full_names):
            last, first = family_and_given(name, variants)
            given = words(" ".join(first))
            self.forms.setdefault(name_letters(" ".join(last)), []).append(given)
            for word in chain(*(words(part) for part in last if not part.islower())):  # without particles
                self.given_by_family[word].update(given[:1])

    def positions_in(self, authors: Sequence[str]) -> list[int]:
        """Positions of the owner in a list of names; if several names match, the positions of the closest matches."""
        unknown = {number: self.unknown_initials(author) for number, author in enumerate(authors)}
        fewest = min([count for count in unknown.values() if count is not None], default=0)
        return [number for number, count in unknown.items() if count == fewest]

    def count_unknown_initials(self, author: str) -> int | None:
        """Count the author's given names that no known form includes; None if the author is not the owner."""
        for given, forms in self.same_family(author):
            # Without capitals, nothing tells initials that are written together from a name.
            joined = ["".join([name[0] for name in form]) for form in forms]
            if given in forms or "".join(given) in joined or all(map(partial(given_names_match, given), forms)):
                return max(0, len(given) - max(map(len, forms)))
        return None

    def could_match(self, author: str) -> bool:
        """Whether an author has the owner's family name, or a word of it, and first initial. Other given names can differ."""
        if same := [*self.same_family(author)]:
            return any(all(given_names_match(given[:1], form[:1]) for form in forms) for given, forms in same)
        parts = words(author)  # Levi N could be Noa Levi-Cohen
        shared = [] if is_collective(author) else [part for part in parts if part in self.given_by_family]
        return any(
            given_names_match([other], [given])
            for part in shared
            for given in self.given_by_family[part]
            for other in parts
            if other != part
        )

    def same_family(self, author: str) -> Iterator[tuple[list[str], list[list[str]]]]:
        """Yield the author's given names for each family name shared with the owner, and the owner's given names with it."""
        letters = name_letters(author)
        for family, forms in self.forms.items():
            if family in letters and (given := given_names(author, family)) is not None:
                yield given, forms


def given_names(author: str, family: str) -> list[str] | None:
    """The given names or initials of an author; None if the family name is not ``family``."""
    family_name, given = listed_name(author)
    if family_name:
        return given if name_letters(family_name) == family else None
    if parse_author(author).collective:
        return None
    parts = words(" ".join(without_titles(author)))
    for count in range(1, len(parts) + 1):
        if "".join(parts[-count:]) == family:
            return parts[:-count]
        if "".join(parts[:count]) == family:
            return parts[count:]
    return None


def given_names_match(given: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two people's given names agree: each name equals the other person's or is its initial."""
    pairs = [sorted(pair, key=len) for pair in zip(given, other, strict=False)]
    return bool(given) == bool(other) and all(short in (long, long[0]) for short, long in pairs)
