"""A person as the department shows them, from their public documents alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from api.page_language import PageLanguage, locale_rules
from api.pages.place import short_name
from cli.department.documents import Documents
from db.languages import Language, suffix_of
from db.publication.owner import Owner, family_and_given, monogram
from db.text import normalize, words
from look.phrases import PHRASES_FOLDER

Values = Mapping[str, Any]
# Fields, and their versions, that a search compares; of places and services too.
SEARCHED = ("name", "shortName", "address", "profession", "specialty", "credentials", "conditions", "languages")
# What places say that welcome new patients, with the phrase before their names; the most welcoming first.
WELCOMES = {"yes": "new_patients", "referral": "new_patients_referral"}
OTHER_ANSWERS = ("existing", "no")


@dataclass(frozen=True)
class Member:
    """A person of the department.

    Attributes:
        url: the address of the person's site, with a slash at the end.
        codes: the languages in which the site has pages, besides its first one.
    """

    slug: str
    url: str
    settings: Values
    documents: Documents
    codes: frozenset[str] = frozenset()

    @property
    def profile(self) -> Values:
        return dict(self.documents["profile"])

    @property
    def places(self) -> list[Values]:
        clinic = self.documents["clinic"]
        return [clinic, *clinic.get("locations", ())] if clinic else []

    @cached_property
    def owner(self) -> Owner:
        return Owner(self.profile)

    def in_language(self, address: str, code: str) -> str:
        """Return an address of the person's site in a language, if it has pages in it."""
        is_translated = code in self.codes and address.startswith(self.url)
        return f"{self.url}{code}/{address.removeprefix(self.url)}" if is_translated else address

    def as_json(self) -> dict[str, Any]:
        """What people.json says of the person."""
        published = {**self.documents, "groups": self.settings.get("groups")}
        known = {name: published[name] for name in ("groups", "profile", "clinic", "services") if published[name]}
        return {"slug": self.slug, "url": self.url, **known}

    def card(self, language: PageLanguage) -> dict[str, Any]:
        """What the card of the person shows, in a language or else in the person's first one."""
        profile, places = translate(self.profile, language), [translate(place, language) for place in self.places]
        family, given = family_and_given(profile["name"])
        return {
            **{name: profile.get(name, "") for name in ("name", "photo")},
            "address": self.in_language(self.url, language.code),
            "sort": normalize(" ".join([*family, *given])),
            "monogram": monogram(profile["name"]),
            "specialty": ", ".join(filter(None, (profile.get("profession"), profile.get("specialty")))),
            "groups": self.settings.get("groups", ()),
            "places": list(dict.fromkeys(map(short_name, places))),
            "phone": next((place["phone"] for place in places if "phone" in place), ""),
            "languages": spoken_languages(self.profile, language),
            "patients": [*about_new_patients(places, language)],
            "takes_patients": any(place.get("newPatients") in WELCOMES for place in places),
            "words": " ".join(dict.fromkeys(self.searched_words(language.languages))),
        }

    def searched_words(self, languages: Sequence[Language]) -> Iterator[str]:
        texts = [name for language in languages for name in spoken_languages(self.profile, language)]
        for values in (self.profile, *self.places, *self.documents["services"]):
            for name, value in values.items():
                if name.startswith(SEARCHED):
                    texts += [value] if isinstance(value, str) else value
        yield from words(" ".join([*texts, *self.settings.get("groups", ())]))


def translate(values: Values, language: Language) -> dict[str, Any]:
    """Return values in a language as far as they have versions. Whatever a person's first language is, it has none."""
    suffix = suffix_of(language.name)
    return {name: values.get(f"{name}{suffix}") or value for name, value in values.items()}


def about_new_patients(places: Sequence[Values], language: PageLanguage) -> Iterator[str]:
    """Yield where new patients are welcome; if they are nowhere, what the first place says."""
    answers = [place.get("newPatients") for place in places]
    for answer, phrase in WELCOMES.items():
        if answer in answers:
            names = (short_name(place) for place in places if place.get("newPatients") == answer)
            yield f"{language.phrases[phrase]}: {', '.join(dict.fromkeys(names))}"
    if WELCOMES.keys().isdisjoint(answers):
        yield from [language.phrases[f"new_patients_{answer}"] for answer in answers if answer in OTHER_ANSWERS][:1]


def spoken_languages(profile: Values, language: Language) -> list[str]:
    """Return the languages that a person speaks as they write them in this language, or else as CLDR does."""
    names: list[str] = profile.get("languages", [])
    if version := profile.get(f"languages{suffix_of(language.name)}"):
        return list(version)
    own = locale_rules(language.locale).languages
    known = {name.casefold() for name in own.values()}
    return [name if name.casefold() in known else own.get(language_codes().get(name.casefold(), ""), name) for name in names]


@cache
def language_codes() -> dict[str, str]:
    """Return the codes of languages by their names in the languages that the pages have phrases in."""
    locales = [locale_rules(path.stem) for path in PHRASES_FOLDER.glob("*.json")]
    return {name.casefold(): code for locale in locales for code, name in locale.languages.items()}
