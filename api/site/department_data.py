"""The people of a department and their publications as JSON, with its JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from api.context import Context
from api.formats.format import year_and_locators
from api.handlers.publications import add_landing_pages
from api.http.response import Representation, of_json
from api.page_language import PageLanguage, page_language
from api.pages.localization import spoken_languages
from db.languages import Language
from db.publication.author import split_authors
from db.publication.owner import Owner
from db.store import Store

Values = Mapping[str, Any]
# New patients are welcome, perhaps with a referral.
TAKES_PATIENTS = ("yes", "referral")
TEXTS = {"type": "object", "additionalProperties": {"type": "string"}}
LISTS = {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
URI = {"type": "string", "format": "uri"}
# Texts are by the code of their language.
PERSON_SCHEMA = {
    "type": "object",
    "required": ["slug", "url", "name", "specialty", "languages", "places"],
    "properties": {
        "slug": {"type": "string"},
        "url": URI,
        "photo": URI,
        "groups": {"type": "array", "items": {"type": "string"}},
        **dict.fromkeys(("name", "profession", "specialty", "credentials"), TEXTS),
        **dict.fromkeys(("languages", "conditions", "services"), LISTS),
        "places": {
            "type": "array",
            "items": {"type": "object", "properties": dict.fromkeys(("name", "shortName", "address"), TEXTS)},
        },
        "newPatients": {"type": "boolean"},
    },
}
AUTHOR_SCHEMA = {
    "type": "object",
    "required": ["slug", "url"],
    "properties": {"slug": {"type": "string"}, "url": URI, "author": {"type": "string"}},
}


@dataclass(frozen=True)
class Member:
    """A person of the department.

    Attributes:
        settings: what department.yaml says, and what the build adds.
        context: of the person's own site.
        static: the same with links to files.
        owner: finds the person among authors.
    """

    settings: Values
    context: Context
    static: Context
    owner: Owner

    @property
    def slug(self) -> str:
        return str(self.settings["slug"])

    @property
    def has_left(self) -> bool:
        return bool(self.settings["hasLeft"])

    @property
    def store(self) -> Store:
        return self.context.store

    @property
    def url(self) -> str:
        return f"{self.context.base_url}/"

    def address(self, path: str, code: str = "", **values: Any) -> str:
        """Address a page of the person within the department, in a language that the person's site may have."""
        known = code if code in {language.code for language in self.store.languages} else ""
        return f"/{self.slug}{self.static.address(path, known, **values)}"

    def language(self, code: str) -> PageLanguage:
        """Return the person's own language with a code, or else the first one."""
        return replace(self.context, code=code).language

    def author_positions(self, publication: Values) -> Sequence[int]:
        """Return the person's position among the authors; nothing unless it is certain."""
        matches = self.owner.positions_in(split_authors(publication["authors"]))
        return matches if len(matches) == 1 else ()


def people_json(context: Context, members: Sequence[Member]) -> Representation:
    people = sorted((person_json(member, context.store.languages) for member in members), key=lambda person: person["slug"])
    return of_json({"$schema": context.url("/schema.json"), "count": len(people), "people": people})


def person_json(member: Member, languages: Sequence[Language]) -> dict[str, Any]:
    """Return a person with texts by language, and the spoken languages as the department's languages name them too."""
    store, profile, own = member.store, member.store.values("profile"), member.store.languages
    places, services = store.places(), store.services()
    photo = [f"{member.url}images/{name}" for name, *_ in store.photo()[:1]]
    texts = {name: by_language(profile, name, own) for name in ("name", "profession", "specialty", "credentials", "conditions")}
    names = [by_language(service, "name", own) for service in services]
    values = {
        "slug": member.slug,
        "url": member.url,
        **({"photo": photo[0]} if photo else {}),
        **({"groups": member.settings["groups"]} if "groups" in member.settings else {}),
        **{name: text for name, text in texts.items() if text},
        "languages": {
            language.code: spoken(member, language) for language in {each.code: each for each in (*languages, *own)}.values()
        },
        "services": {each.code: [name[each.code] for name in names if each.code in name] for each in own} if services else {},
        "places": [
            {name: text for name in ("name", "shortName", "address") if (text := by_language(place, name, own))}
            for place in places
        ],
        **({"newPatients": takes_patients(places)} if any("newPatients" in place for place in places) else {}),
    }
    return {name: value for name, value in values.items() if value or name in ("languages", "places", "newPatients")}


def by_language(values: Values, field: str, languages: Sequence[Language]) -> dict[str, Any]:
    """Return the versions of a field by the codes of their languages."""
    return {each.code: values[f"{field}{each.suffix}"] for each in languages if f"{field}{each.suffix}" in values}


def publications_json(context: Context, members: Sequence[Member]) -> Representation:
    by_slug = {member.slug: member for member in members}
    listed = [*joint_publications(context, by_slug)]
    return of_json({"$schema": context.url("/schema.json"), "count": len(listed), "publications": listed})


def joint_publications(context: Context, members: Mapping[str, Member]) -> Iterator[dict[str, Any]]:
    """Yield the publications with the people here who have them, and what a list shows of each."""
    publications = context.store.all_publications()
    add_landing_pages(context, publications)
    for publication in publications:
        people = []
        authors = split_authors(publication["authors"])
        for slug in (person["slug"] for person in publication["people"]):
            person = {"slug": slug, "url": members[slug].url}
            for position in members[slug].author_positions(publication):
                person["author"] = authors[position]
            people.append(person)
        yield {**publication, "source": year_and_locators(publication), "people": people}


def schema(context: Context) -> Representation:
    """Return the JSON Schema of people.json and publications.json."""
    publication = context.store.schemas()["Publication"]
    people = {"type": "array", "items": AUTHOR_SCHEMA}
    joint = {**publication, "properties": {**publication["properties"], "source": {"type": "string"}, "people": people}}
    count = {"type": "integer", "minimum": 0}
    return of_json(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "required": ["count"],
            "properties": {
                "count": count,
                "people": {"type": "array", "items": PERSON_SCHEMA},
                "publications": {"type": "array", "items": joint},
            },
        }
    )


def takes_patients(places: Sequence[Values]) -> bool:
    return any(place.get("newPatients") in TAKES_PATIENTS for place in places)


def spoken(member: Member, language: Language) -> list[str]:
    """Return the languages that a person speaks, in any language."""
    languages = member.store.languages
    own = next((each for each in languages if each.code == language.code), language)
    return spoken_languages(member.store.values("profile"), page_language(own, languages))
