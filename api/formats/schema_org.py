"""The profile in the words of schema.org, as search engines and assistants read it: JSON-LD 1.1 (W3C, 2020).

What the data does not say is left out, and nothing is said that it does not.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from api.context import Context
from api.formats.json_ld import CONTEXT, FORMAT, article
from api.formats.medical import clinic_node, hebrew, kept, reference, service_nodes
from api.http.representation import Representation, json_text
from db.names import names, person
from db.text import normalize

Values = Mapping[str, Any]
Node = dict[str, Any]

MOST_ARTICLES = 50
PERSON, CLINIC = "/#person", "/#clinic"
# Words before a name that are no part of it.
TITLES = frozenset(("dr", "prof", "professor", "doctor", "mr", "mrs", "ms", "mx", "sir", "dame"))
# In a script element of HTML these could end it, or begin a comment (HTML Living Standard, section 4.12.1.3); the last two end
# lines in older JavaScript.
ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def profile_jsonld(context: Context) -> Representation:
    return Representation(f"{json_text(graph(context))}\n".encode(), FORMAT.media_type)


def embedded(context: Context) -> str:
    """The same, safe to stand inside ``<script type="application/ld+json">``."""
    return safe_in_html(json.dumps(graph(context), ensure_ascii=False))


def safe_in_html(text: str) -> str:
    """JSON text that HTML takes for nothing else; outside of strings JSON has none of these signs."""
    return text.translate(ESCAPES)


def graph(context: Context) -> Node:
    """The page, the person, the clinic and the newest publications, each under an address of its own where it has one."""
    store, base = context.store, context.base_url
    profile, clinic, research = (json.loads(store.document(name)) for name in ("profile", "clinic", "research"))
    services = service_nodes(json.loads(b"[%b]" % store.services({})), base)
    publications = json.loads(b"[%b]" % store.publications({}, MOST_ARTICLES, 0)[1])
    nodes = [
        page_node(context.site, profile, base),
        person_node(profile, research, services, base),
        clinic_node(clinic, services, base + CLINIC),
        *[by_person(article(publication), publication, profile["name"], base + PERSON) for publication in publications],
    ]
    return {**CONTEXT, "@graph": nodes}


def page_node(site: Values, profile: Values, base: str) -> Node:
    """The profile page, and that it stands in Hebrew as well."""
    return {
        "@type": "ProfilePage",
        "@id": f"{base}/",
        "url": f"{base}/",
        "name": profile["name"],
        "inLanguage": "en",
        "workTranslation": {"@type": "ProfilePage", "@id": f"{base}/he", "url": f"{base}/he", "inLanguage": "he"},
        "mainEntity": reference(base + PERSON),
        "license": site["license"]["url"],
        "creditText": site["attribution"],
    }


def person_node(profile: Values, research: Values, services: list[Node], base: str) -> Node:
    """The person, who is a physician: both types are needed for the properties of either."""
    orcid = profile.get("orcid")
    return kept(
        {
            "@type": ["Person", "IndividualPhysician"],
            "@id": base + PERSON,
            "name": profile["name"],
            "honorificSuffix": profile.get("credentials"),
            "jobTitle": profile["positions"],
            "medicalSpecialty": profile["specialty"],
            "knowsLanguage": profile.get("languages"),
            "email": profile.get("email"),
            "url": f"{base}/",
            "identifier": orcid and {"@type": "PropertyValue", "propertyID": "ORCID", "value": orcid},
            "sameAs": elsewhere(profile, base),
            "hasCredential": [
                {"@type": "EducationalOccupationalCredential", "name": entry} for entry in profile.get("training", ())
            ],
            "knowsAbout": [area_node(area) for area in research["areas"]],
            "practicesAt": reference(base + CLINIC),
            "workLocation": reference(base + CLINIC),
            "availableService": [reference(service["@id"]) for service in services],
        }
    )


def elsewhere(profile: Values, base: str) -> list[str]:
    """Further pages about the person, each once; this one is not further."""
    orcid = [f"https://orcid.org/{profile['orcid']}"] if "orcid" in profile else []
    addresses = dict.fromkeys([*orcid, *profile.get("links", {}).values()])
    return [address for address in addresses if address.rstrip("/") != base]


def area_node(area: Values) -> Node:
    return kept(
        {
            "@type": "Thing",
            "name": area["name"],
            "alternateName": hebrew(area.get("nameHebrew")),
            "description": area.get("description"),
        }
    )


def by_person(node: Node, publication: Values, name: str, identity: str) -> Node:
    """The article, in which the one author who can only be the person bears the person's address; of two, either could be."""
    places = [place for place, author in enumerate(names(publication["authors"])) if is_named(author, name)]
    if len(places) != 1:
        return node
    [place] = places
    authors = [*node["author"]]
    authors[place] = {"@type": authors[place]["@type"], "@id": identity, **authors[place]}
    return {**node, "author": authors}


def is_named(author: str, name: str) -> bool:
    """Whether an author, as ``Family GI``, has the family name and the first initial of a person, as ``Dr. Given Family``."""
    words = [word for word in normalize(name.partition(",")[0]).split() if word.rstrip(".") not in TITLES]
    one = person(author)
    return len(words) > 1 and not one.literal and (normalize(one.family), normalize(one.initials)[:1]) == (words[-1], words[0][0])
