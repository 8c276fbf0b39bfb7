"""The profile in the vocabulary of schema.org, for search engines and assistants (JSON-LD 1.1, W3C 2020).

It leaves out what the owner's data does not say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from api.context import Context
from api.formats import json_ld
from api.formats.json_ld import CONTEXT, article, compact, in_languages, in_other_languages, without_empty
from api.pages.cv_sections import career
from api.pages.place import is_long, map_url
from db.career import NOW
from db.languages import Language, entries_of_list
from db.publication import Publication
from db.store import Values

Node = dict[str, Any]

MAX_ARTICLES = 50
PERSON_ID = "/#person"
# Opening and closing at midnight means closed all day (Google Search Central, Local business).
CLOSED_ALL_DAY = {"opens": "00:00", "closes": "00:00"}


def script_content(context: Context) -> str:
    """Write the graph for a script element: what search engines read. The page has the rest as text, and links to all of it."""
    areas = [
        {name: value for name, value in area.items() if not name.startswith("description")} for area in research_areas(context)
    ]
    return json_ld.safe_in_html(orjson.dumps(graph(context, [], areas, [])))


def whole_graph(context: Context) -> Node:
    """The graph with services, descriptions and the newest publications."""
    publications, _ = context.store.publications(limit=MAX_ARTICLES, with_authors=True)
    return graph(context, context.store.services(), research_areas(context), publications)


def research_areas(context: Context) -> Sequence[Values]:
    areas: Sequence[Values] = context.store.document("research")["areas"]
    return areas


def graph(context: Context, services: Sequence[Values], areas: Sequence[Values], publications: Sequence[Publication]) -> Node:
    """One JSON-LD graph of the page, the person, the places of work, the services and the publications."""
    store, person, languages = context.store, context.base_url + PERSON_ID, context.store.languages
    procedures = [
        named_node("MedicalProcedure", service, languages, f"{context.base_url}/#service-{number}")
        for number, service in enumerate(services, start=1)
    ]
    clinics = []
    for number, place in enumerate(store.places(), start=1):
        offered = [
            {"@id": procedure["@id"]}
            for service, procedure in zip(services, procedures, strict=True)
            if place["name"] in service.get("locations", (place["name"],))
        ]
        clinics.append(clinic_node(place, offered, languages, f"{context.base_url}/#clinic{f'-{number}' if number > 1 else ''}"))
    nodes = [
        page_node(context),
        person_node(context, areas, procedures, [clinic["@id"] for clinic in clinics]),
        *clinics,
        *(procedures if "profession" in context.api_profile else ()),
        dataset_node(context),
        *[article_node(publication, person, languages) for publication in publications],
    ]
    return {**CONTEXT, "@graph": nodes}


def page_node(context: Context) -> Node:
    """The profile page with its translations and the newest date in the data: a day, a month or a year."""
    checked = [place["hours"].get("checked") for place in context.store.places() if "hours" in place]
    dates = [*filter(None, (context.store.last_changed, *checked))]
    home, [first, *others] = f"{context.base_url}/", context.store.languages
    addresses = [(context.url("/", language.code), language.code) for language in others]
    translations = [{"@type": "ProfilePage", "@id": url, "url": url, "inLanguage": code} for url, code in addresses]
    return {
        "@type": "ProfilePage",
        "@id": home,
        "url": home,
        "name": context.api_profile["name"],
        "inLanguage": first.code,
        **({"dateModified": max(dates)} if dates else {}),
        **({"workTranslation": compact(translations)} if translations else {}),
        "mainEntity": {"@id": context.base_url + PERSON_ID},
        "license": context.site["license"]["url"],
        "creditText": context.site["attribution"],
    }


def person_node(context: Context, areas: Sequence[Values], procedures: list[Node], clinics: list[str]) -> Node:
    """The person. A physician has two types, because each has properties that the other lacks."""
    profile, base_url, languages = context.api_profile, context.base_url, context.store.languages
    is_physician = "profession" not in profile
    identifiers = [
        {"@type": "PropertyValue", "propertyID": name, "value": profile[field]}
        for field, name in (("orcid", "ORCID"), ("npi", "NPI"))
        if field in profile
    ]
    return without_empty(
        {
            "@type": ["Person", "IndividualPhysician"] if is_physician else "Person",
            "@id": base_url + PERSON_ID,
            "name": profile["name"],
            "alternateName": [*in_other_languages(profile, "name", languages), *profile.get("nameVariants", ())],
            "image": profile.get("photo"),
            "description": in_languages(profile, "bio", languages),
            "honorificSuffix": profile.get("credentials"),
            "jobTitle": context.store.current_profile["positions"],
            "medicalSpecialty": profile["specialty"] if is_physician else None,
            "knowsLanguage": profile.get("languages"),
            "email": profile.get("email"),
            "url": f"{base_url}/",
            "identifier": identifiers[0] if len(identifiers) == 1 else identifiers,
            "usNPI": profile.get("npi") if is_physician else None,
            "sameAs": other_pages(profile, base_url),
            **career_of(profile, career(context.store), languages),
            "knowsAbout": [
                *condition_nodes(profile, languages),
                *(named_node("Thing", area, languages) for area in areas),
            ],
            "potentialAction": reservation_nodes(profile),
            "practicesAt": [{"@id": clinic} for clinic in clinics if is_physician],
            "workLocation": [{"@id": clinic} for clinic in clinics],
            "availableService": procedures if is_physician else None,
        }
    )


def career_of(profile: Values, entries: Sequence[Values], languages: Sequence[Language]) -> Node:
    """Combine what profile and CV say about the person's work. A role gives an occupation its dates."""

    def of(*sections: str) -> list[Values]:
        return [entry for entry in entries if entry["section"] in sections]

    return {
        "hasOccupation": [*profession_nodes(profile, languages), *(role_node(entry) for entry in of("position"))],
        "worksFor": [
            organization_node(entry) for entry in of("position") if "organization" in entry and entry.get("endDate") == NOW
        ],
        "hasCredential": [
            without_empty(
                {"@type": "EducationalOccupationalCredential", "name": entry["title"], "recognizedBy": organization_node(entry)}
            )
            for entry in of("education", "training", "certification")
        ],
        "alumniOf": [organization_node(entry) for entry in of("education", "training") if "organization" in entry],
        "award": [
            ", ".join(entry[name] for name in ("title", "organization", "startDate") if name in entry) for entry in of("award")
        ],
        "memberOf": [organization_node(entry) or {"@type": "Organization", "name": entry["title"]} for entry in of("membership")],
    }


def profession_nodes(profile: Values, languages: Sequence[Language]) -> list[Node]:
    """The profession, unless the person is a physician. The specialty describes it, because a Person has no specialty."""
    if "profession" not in profile:
        return []
    terms = {"profession": "name", "specialty": "description"}
    suffixes = dict.fromkeys(["", *(language.suffix for language in languages)])
    versions = [(f"{field}{suffix}", f"{term}{suffix}") for field, term in terms.items() for suffix in suffixes]
    return [named_node("Occupation", {term: profile[field] for field, term in versions if field in profile}, languages)]


def condition_nodes(profile: Values, languages: Sequence[Language]) -> list[Node]:
    """The conditions that patients come with."""
    return [named_node("MedicalCondition", entry, languages) for entry in entries_of_list(profile, "conditions", "name")]


def role_node(entry: Values) -> Node:
    """A position, with its dates if they are known."""
    occupation = {"@type": "Occupation", "name": entry["title"]}
    dates = {name: entry[name] for name in ("startDate", "endDate") if entry.get(name, NOW) != NOW}
    return {"@type": "Role", "hasOccupation": occupation, **dates} if dates else occupation


def organization_node(entry: Values) -> Node | None:
    return {"@type": "Organization", "name": entry["organization"]} if "organization" in entry else None


def other_pages(profile: Values, base_url: str) -> list[str]:
    """URLs of other pages about the person, without duplicates."""
    orcid = [f"https://orcid.org/{profile['orcid']}"] if "orcid" in profile else []
    urls = dict.fromkeys([*orcid, *profile.get("links", {}).values()])
    return [url for url in urls if url.rstrip("/") != base_url]


def named_node(kind: str, values: Values, languages: Sequence[Language], identifier: str = "") -> Node:
    """A research area or a service with name and description in the languages of the site."""
    return without_empty(
        {
            "@type": kind,
            "@id": identifier,
            "name": values["name"],
            "alternateName": compact(in_other_languages(values, "name", languages)),
            "description": in_languages(values, "description", languages),
        }
    )


def dataset_node(context: Context) -> Node:
    """The whole data, with the files to download it."""
    files = {"/datapackage.json": "application/json", "/api/export.csv": "text/csv", "/profile.db": "application/vnd.sqlite3"}
    return {
        "@type": "Dataset",
        "@id": f"{context.base_url}/#data",
        "name": context.site["name"],
        "description": context.site["description"],
        "license": context.site["license"]["url"],
        "creator": {"@id": context.base_url + PERSON_ID},
        "distribution": [
            {"@type": "DataDownload", "encodingFormat": media_type, "contentUrl": context.url(path)}
            for path, media_type in files.items()
        ],
    }


def clinic_node(clinic: Values, procedures: list[Node], languages: Sequence[Language], identifier: str) -> Node:
    """A place of work: location, contact, opening hours, booking and services."""
    hours, coordinates, parent = clinic.get("hours", {}), clinic.get("coordinates"), clinic.get("parent")
    closures = hours.get("closures", ())
    long = [closure for closure in closures if is_long(closure)]
    return without_empty(
        {
            "@type": "MedicalClinic",
            "@id": identifier,
            "name": clinic["name"],
            "alternateName": compact(in_other_languages(clinic, "name", languages)),
            "address": clinic.get("address"),
            "telephone": clinic.get("phone"),
            "email": clinic.get("email"),
            "geo": coordinates and {"@type": "GeoCoordinates", **coordinates},
            "hasMap": clinic.get("mapLink") or (coordinates and map_url(coordinates)),
            "parentOrganization": parent and {"@type": "Organization", "name": parent},
            "openingHoursSpecification": [*map(opening_hours_node, hours.get("weekly", ())), *map(closure_node, long)],
            "specialOpeningHoursSpecification": [closure_node(closure) for closure in closures if closure not in long],
            "isAcceptingNewPatients": {"yes": True, "no": False}.get(clinic.get("newPatients", "")),
            "potentialAction": reservation_nodes(clinic),
            "availableService": procedures,
        }
    )


def reservation_nodes(values: Values) -> list[Node]:
    """The booking links of a person or place."""
    links = values.get("bookingLinks", {})
    return [{"@type": "ReserveAction", "name": name, "target": url} for name, url in links.items()]


def opening_hours_node(span: Values) -> Node:
    days = [f"https://schema.org/{day}" for day in span["days"]]
    return {"@type": "OpeningHoursSpecification", "dayOfWeek": days, "opens": span["opens"], "closes": span["closes"]}


def closure_node(closure: Values) -> Node:
    """A closure with its first and last day. A closure until further notice has no last day."""
    return without_empty(
        {
            "@type": "OpeningHoursSpecification",
            "description": closure.get("reason"),
            "validFrom": closure["from"],
            "validThrough": closure.get("to"),
            **CLOSED_ALL_DAY,
        }
    )


def article_node(publication: Publication, identifier: str, languages: Sequence[Language]) -> Node:
    """A publication. If exactly one author is the owner, link that author to the person."""
    node = article(publication, languages)
    matches = publication.owner_positions
    if len(matches) == 1:
        author = node["author"][matches[0]]
        node["author"][matches[0]] = {"@type": author["@type"], "@id": identifier, **author}
    return node
