"""The profile as a JSON Resume (jsonresume.org, schema 1.x), which programs for curricula vitae read.

It leaves out what the owner's data does not say. Sections of the CV without an equivalent become projects.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from api.context import Context
from api.formats.markdown import plain_text
from api.http.response import Representation, of_json
from api.pages.cv_sections import career
from api.pages.text_html import specialty_of
from db.career import NOW
from db.publication import Publication
from db.store import ONLINE_ADDRESS, Values

SCHEMA = "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json"
# By section of the CV: the resume's list, and its names for title, organization, place, note and dates.
WORK_NAMES = ("position", "name", "location", "summary", "startDate", "endDate")
EDUCATION_NAMES = ("studyType", "institution", "", "", "startDate", "endDate")
PUBLICATION_NAMES = ("name", "publisher", "", "summary", "releaseDate", "releaseDate")
RESUME_LISTS = {
    "position": ("work", WORK_NAMES),
    "education": ("education", EDUCATION_NAMES),
    "training": ("education", EDUCATION_NAMES),
    "certification": ("certificates", ("name", "issuer", "", "", "date", "date")),
    "award": ("awards", ("title", "awarder", "", "summary", "date", "date")),
    "service": ("volunteer", ("position", "organization", "", "summary", "startDate", "endDate")),
    "book": ("publications", PUBLICATION_NAMES),
    "preprint": ("publications", PUBLICATION_NAMES),
    "thesis": ("publications", PUBLICATION_NAMES),
}
PROJECT = ("projects", ("name", "entity", "", "description", "startDate", "endDate"))
CV_FIELDS = ("title", "organization", "place", "note", "startDate", "endDate")


def resume(context: Context) -> Representation:
    """The profile with its publications, and all lists that have entries."""
    store, profile = context.store, context.api_profile
    names = ("work", "volunteer", "education", "awards", "certificates", "publications", "languages", "projects")
    lists: dict[str, list[dict[str, str]]] = {name: [] for name in names}
    lists["publications"] += map(resume_publication, store.all_publications())
    lists["languages"] += ({"language": language} for language in profile.get("languages", ()))
    for entry in career(store):
        name, names_of_values = RESUME_LISTS.get(entry["section"], PROJECT)
        lists[name].append(resume_entry(entry, names_of_values) | ({"type": entry["section"]} if name == "projects" else {}))
    return of_json(
        {
            "$schema": SCHEMA,
            "basics": resume_basics(context.base_url, profile, store.document("clinic")),
            **{name: members for name, members in lists.items() if members},
            "meta": {"canonical": context.url("/resume.json")},
        }
    )


def resume_entry(entry: Values, names: Sequence[str]) -> dict[str, str]:
    """Write an entry of the CV under the names of the document. If two dates share a name, the first one wins."""
    values: dict[str, str] = {}
    for name, field in zip((*names, "url"), (*CV_FIELDS, "url"), strict=True):
        if name and entry.get(field, NOW) != NOW:
            values.setdefault(name, entry[field])
    return values


def resume_basics(base_url: str, profile: Values, clinic: Values) -> dict[str, Any]:
    """The person. Phone number and address are the clinic's, if there is a clinic."""
    values = {
        "name": profile["name"],
        "label": specialty_of(profile),
        "image": profile.get("photo"),
        "email": profile.get("email"),
        "phone": clinic.get("phone"),
        "url": base_url,
        "summary": plain_text(profile.get("bio", "")),
        "location": {"address": clinic["address"]} if clinic.get("address", ONLINE_ADDRESS) != ONLINE_ADDRESS else None,
        "profiles": list(resume_profiles(profile, base_url)),
    }
    return {name: value for name, value in values.items() if value}


def resume_profiles(profile: Values, base_url: str) -> Iterator[dict[str, str]]:
    """Yield the person's pages elsewhere."""
    orcid = ""
    if "orcid" in profile:
        orcid = f"https://orcid.org/{profile['orcid']}"
        yield {"network": "ORCID", "username": profile["orcid"], "url": orcid}
    for name, url in profile.get("links", {}).items():
        if url.rstrip("/") not in (orcid, base_url):
            yield {"network": name, "url": url}


def resume_publication(publication: Publication) -> dict[str, str]:
    values = {
        "name": publication.title_with_notice(),
        "publisher": publication.journal,
        "releaseDate": str(publication.year),
        "url": publication.doi_url or publication.url or publication.pubmed,
    }
    return {name: value for name, value in values.items() if value}
