"""A person as the department shows them, from their public documents alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from api.page_language import PageLanguage
from api.pages.localization import spoken_languages
from api.pages.localized import localize
from api.pages.place import Place
from cli.department.documents import Documents
from cli.department.settings import Person
from db.languages import suffix_of
from db.publication.owner import Owner, family_and_given, monogram
from db.text import normalize, words

Values = Mapping[str, Any]
# The search covers these fields of people, places and services, in every language.
SEARCHED = ("name", "shortName", "address", "profession", "specialty", "credentials", "conditions", "languages")
# Answers of places that accept new patients, with the phrase before the names of the places.
WELCOMES = {"yes": "new_patients", "referral": "new_patients_referral"}
OTHER_ANSWERS = ("existing", "no")


@dataclass(frozen=True)
class Member:
    """A person of the department, with what they publish."""

    person: Person
    documents: Documents

    @property
    def groups(self) -> list[str]:
        return [*self.person.settings.get("groups", ())]

    @property
    def places(self) -> list[Values]:
        clinic = self.documents["clinic"]
        return [clinic, *clinic.get("locations", ())] if clinic else []

    @cached_property
    def owner(self) -> Owner:
        return Owner(self.documents["profile"])

    def as_json(self) -> dict[str, Any]:
        """The person in people.json."""
        published = {"groups": self.groups} | {name: self.documents[name] for name in ("profile", "clinic", "services")}
        return {"slug": self.person.slug, "url": self.person.url} | {name: value for name, value in published.items() if value}

    def card(self, page_language: PageLanguage) -> dict[str, Any]:
        """The values of the person's card in a language, or else in the person's first language."""
        language = with_every_suffix(page_language)
        profile = localize(self.documents["profile"], language)
        places = [Place(document, language) for document in self.places]
        family, given = family_and_given(profile["name"])
        return {
            "profile": profile,
            "sort": normalize(" ".join([*family, *given])),
            "monogram": monogram(profile["name"]),
            "groups": self.groups,
            "places": list(dict.fromkeys(place.short_name for place in places)),
            "phone": next((place["phone"] for place in places if "phone" in place.document), ""),
            "patients": [*about_new_patients(places, language)],
            "takes_patients": any(place.new_patients in WELCOMES for place in places),
            "words": " ".join(dict.fromkeys(self.searched_words(spoken_languages(profile, language)))),
        }

    def searched_words(self, spoken: Sequence[str]) -> Iterator[str]:
        texts = [*spoken, *self.groups]
        for values in (self.documents["profile"], *self.places, *self.documents["services"]):
            for name, value in values.items():
                if name.startswith(SEARCHED):
                    texts += [value] if isinstance(value, str) else value
        yield from words(" ".join(texts))


def with_every_suffix(language: PageLanguage) -> PageLanguage:
    """The language, also if it is the department's first, as one that a person can have versions in."""
    languages = tuple(replace(each, suffix=suffix_of(each.name)) for each in language.languages)
    return replace(language, suffix=suffix_of(language.name), languages=languages)


def about_new_patients(places: Sequence[Place], language: PageLanguage) -> Iterator[str]:
    """Yield where new patients are welcome; if nowhere, the answer of the first place that has one."""
    answers = [place.new_patients for place in places]
    for answer, phrase in WELCOMES.items():
        if answer in answers:
            names = (place.short_name for place in places if place.new_patients == answer)
            yield f"{language.phrases[phrase]}: {', '.join(dict.fromkeys(names))}"
    if WELCOMES.keys().isdisjoint(answers):
        yield from [language.phrases[f"new_patients_{answer}"] for answer in answers if answer in OTHER_ANSWERS][:1]
