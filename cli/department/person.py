"""A person of a department: what department.yaml says, and what the person publishes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

from api.page_language import PageLanguage
from api.pages.localized import localize
from api.pages.place import Place
from api.pages.text_html import spoken_languages
from db.languages import suffix_of
from db.publication.author import split_authors
from db.publication.owner import Owner, family_and_given, monogram
from db.text import normalize, words

# The object or the list of objects in each public document. A missing clinic is empty.
Documents = dict[str, Any]
# The search covers these fields of people, places and services, in every language.
SEARCHED = ("name", "shortName", "address", "profession", "specialty", "credentials", "conditions", "languages")


@dataclass(frozen=True)
class Person:
    """A person of the department.

    Attributes:
        folder: the sources. Someone who has left or publishes elsewhere may have none.
        url: the address of the person's site, with a slash at the end.
        settings: what department.yaml says about the person.
        documents: what the person publishes; empty until it is read.
        state: a hash of what the documents were made of; empty for someone who publishes elsewhere.
    """

    slug: str
    folder: Path
    url: str
    settings: Mapping[str, Any]
    documents: Documents = field(default_factory=dict)
    state: str = ""

    @property
    def is_elsewhere(self) -> bool:
        return "site" in self.settings

    @property
    def has_sources(self) -> bool:
        return self.folder.is_dir() and not self.is_elsewhere

    @property
    def has_left(self) -> bool:
        return str(self.settings.get("until", "9999")) < date.today().isoformat()

    @property
    def places(self) -> list[Mapping[str, Any]]:
        clinic = self.documents["clinic"]
        return [clinic, *clinic.get("locations", ())] if clinic else []

    @cached_property
    def owner(self) -> Owner:
        return Owner(self.documents["profile"])

    def positions(self, record: Mapping[str, Any]) -> list[int]:
        """The positions at which the person can be among the authors of a publication."""
        return self.owner.positions_in(split_authors(record["authors"]))

    def as_json(self) -> dict[str, Any]:
        """The person in people.json."""
        published = {name: self.documents[name] for name in ("profile", "clinic", "services")}
        values = {"groups": self.settings.get("groups"), **published}
        return {"slug": self.slug, "url": self.url} | {name: value for name, value in values.items() if value}

    def card(self, page_language: PageLanguage) -> dict[str, Any]:
        """The values of the person's card in a language, or else in the person's first language."""
        language = with_every_suffix(page_language)
        profile = localize(self.documents["profile"], language)
        family, given = family_and_given(profile["name"])
        return {
            "profile": profile,
            "sort": normalize(" ".join([*family, *given])),
            "monogram": monogram(profile["name"]),
            "groups": self.settings.get("groups", ()),
            "places": [Place(document, language) for document in self.places],
            "words": " ".join(dict.fromkeys(self.searched_words(spoken_languages(profile, language)))),
        }

    def searched_words(self, spoken: Sequence[str]) -> Iterator[str]:
        texts = [*spoken, *self.settings.get("groups", ())]
        for values in (self.documents["profile"], *self.places, *self.documents["services"]):
            for name, value in values.items():
                if name.startswith(SEARCHED):
                    texts += [value] if isinstance(value, str) else value
        yield from words(" ".join(texts))


def with_every_suffix(language: PageLanguage) -> PageLanguage:
    """The same language with its suffix.

    A department's first language has none, but people's documents can have versions in it.
    """
    languages = tuple(replace(each, suffix=suffix_of(each.name)) for each in language.languages)
    return replace(language, suffix=suffix_of(language.name), languages=languages)
