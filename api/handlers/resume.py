"""The profile as a JSON Resume (jsonresume.org, schema 1.x), which programs for curricula vitae read.

What the owner's data does not say is left out: positions have no dates. Entries are split by simple rules, which
``api/README.md`` documents.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from api.context import Context
from api.formats.format import Publication
from api.http.representation import Representation, of_json
from api.markdown import plain_text
from db.identifiers import doi_url
from db.notices import titled

Values = Mapping[str, Any]

# More would make a document that no program for curricula vitae reads.
MAX_PUBLICATIONS = 5000
SCHEMA = "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json"
YEAR = "(?:19|20)[0-9]{2}"
# An entry that ends with a year or a range of years.
DATED = re.compile(f"(?P<entry>.+), (?:(?P<startDate>{YEAR})[-–])?(?P<endDate>{YEAR})")


def resume_json(context: Context) -> Representation:
    """Return the profile with its publications, at most MAX_PUBLICATIONS."""
    store = context.store
    publications, _ = store.publications(limit=MAX_PUBLICATIONS)
    documents = {"profile": context.profile, "clinic": store.values("clinic")}
    return of_json(resume(context.base_url, context.url("/resume.json"), **documents, publications=publications))


def resume(
    base_url: str, canonical: str, *, profile: Values, clinic: Values, publications: Sequence[Publication]
) -> dict[str, Any]:
    """Return the profile with all sections that have entries; ``canonical`` is the document's own address."""
    sections = {
        "work": [parts(entry, "position", "name") for entry in profile["positions"]],
        "education": [education(entry) for entry in profile.get("training", ())],
        "awards": [award(entry) for entry in profile.get("awards", ())],
        "publications": [published(publication) for publication in publications],
        "languages": [{"language": language} for language in profile.get("languages", ())],
    }
    return {
        "$schema": SCHEMA,
        "basics": basics(base_url, profile, clinic),
        **{name: entries for name, entries in sections.items() if entries},
        "meta": {"canonical": canonical},
    }


def basics(base_url: str, profile: Values, clinic: Values) -> dict[str, Any]:
    """Return who the person is, with the phone number and address of the clinic, if there is one."""
    values = {
        "name": profile["name"],
        "label": profile["specialty"],
        "image": profile.get("photo"),
        "email": profile.get("email"),
        "phone": clinic.get("phone"),
        "url": base_url,
        "summary": plain_text(profile.get("bio", "")),
        "location": {"address": clinic["address"]} if clinic else None,
        "profiles": list(profiles(profile, base_url)),
    }
    return {name: value for name, value in values.items() if value}


def profiles(profile: Values, base_url: str) -> Iterator[dict[str, str]]:
    """Yield the person's pages elsewhere."""
    orcid = ""
    if "orcid" in profile:
        orcid = f"https://orcid.org/{profile['orcid']}"
        yield {"network": "ORCID", "username": profile["orcid"], "url": orcid}
    for name, url in profile.get("links", {}).items():
        if url.rstrip("/") not in (orcid, base_url):
            yield {"network": name, "url": url}


def education(entry: str) -> dict[str, str]:
    """Return an entry of the training: ``PhD, Example University: Nerves, 1994`` has a degree, institution, subject and date."""
    before, dates = dated(entry)
    values = parts(before, "studyType", "institution") | dates
    institution, colon, subject = values.get("institution", "").partition(": ")
    return {**values, "institution": institution, "area": subject} if colon else values


def award(entry: str) -> dict[str, str]:
    """Return an award: ``Best Paper, Example Society, 2023`` has a title, an awarder and a date; of several years, the last."""
    before, dates = dated(entry)
    return parts(before, "title", "awarder") | ({"date": dates["endDate"]} if dates else {})


def dated(entry: str) -> tuple[str, dict[str, str]]:
    """Return an entry without the year or years at its end, and these."""
    found = DATED.fullmatch(entry)
    dates = {name: year for name, year in found.groupdict().items() if year} if found else {}
    return dates.pop("entry", entry), dates


def parts(entry: str, what: str, where: str) -> dict[str, str]:
    """Return what precedes the first comma and what follows it under two names; text without a comma under the first."""
    before, comma, after = entry.partition(", ")
    return {what: before, where: after} if comma else {what: entry}


def published(publication: Publication) -> dict[str, str]:
    """Return a publication with its address, if it has one."""
    values = {
        "name": titled(publication),
        "publisher": publication["journal"],
        "releaseDate": str(publication["year"]),
        "url": doi_url(publication.get("doi", "")) or publication.get("url") or publication.get("pubmed"),
    }
    return {name: value for name, value in values.items() if value}
