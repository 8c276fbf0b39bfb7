"""ORCID records as a test makes them up, in the form of the API 3.0: values in objects, whatever is missing null."""

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]
AFFILIATIONS = ("employment", "invited-position", "education", "qualification", "distinction", "membership", "service")


def value(text: str | None) -> Json | None:
    return None if text is None else {"value": text}


def date(text: str | None) -> Json | None:
    if text is None:
        return None
    parts = [*text.split("-"), None, None]
    return {name: value(part) for name, part in zip(("year", "month", "day"), parts, strict=False)}


def organization(name: str, city: str = "Exampleton", country: str = "IL") -> Json:
    return {"name": name, "address": {"city": city, "region": None, "country": country}, "disambiguated-organization": None}


def summary(name: str, start: str | None = None, end: str | None = None, **changes: Any) -> Json:
    whole = {"department-name": None, "role-title": None, "start-date": date(start), "end-date": date(end), "url": None}
    return {**whole, "organization": organization(name), "visibility": "public", "display-index": "0", **changes}


def funding(title: str, name: str, start: str | None = None, end: str | None = None, number: str = "", **changes: Any) -> Json:
    ids = [{"external-id-type": "grant_number", "external-id-value": number, "external-id-relationship": "self"}] * 2
    dates = {"start-date": date(start), "end-date": date(end)}
    titles = {"title": value(title), "translated-title": {"value": title.upper(), "language-code": "en"}}
    rest = {"type": "grant", "title": titles, "external-ids": {"external-id": ids if number else []}, "url": None}
    return {**dates, **rest, "organization": organization(name), "visibility": "public", "display-index": "0", **changes}


def review(publisher: str, year: str | None, issn: str = "issn:1234-5678") -> Json:
    version = {"reviewer-role": "reviewer", "completion-date": date(year), "convening-organization": organization(publisher)}
    whole = {**version, "review-group-id": issn, "visibility": "public", "display-index": "0"}
    return {"peer-review-group": [{"peer-review-summary": [whole]}]}


def record(person: Mapping[str, Any] | None = None, **activities: Any) -> Json:
    sections: Json = {
        f"{name}s": {
            "affiliation-group": [
                {"summaries": [{f"{name}-summary": version}]} for version in activities.get(f"{name}s".replace("-", "_"), [])
            ]
        }
        for name in AFFILIATIONS
    }
    sections["fundings"] = {"group": [{"funding-summary": group} for group in activities.get("fundings", [])]}
    sections["peer-reviews"] = {"group": activities.get("peer_reviews", [])}
    sections["works"] = {"group": activities.get("works", [])}
    sections["research-resources"] = {"group": activities.get("research_resources", [])}
    return {"person": someone(**(person or {})), "activities-summary": sections}


def someone(
    given: str | None = "Noa",
    family: str | None = "Example",
    credit: str | None = None,
    others: tuple[str, ...] = (),
    bio: str | None = None,
    pages: tuple[tuple[str | None, str], ...] = (),
    profiles: tuple[tuple[str, str, str | None], ...] = (),
    keywords: tuple[str, ...] = (),
) -> Json:
    """The person of a record. ``profiles`` are type, number and address, the owner's favorite first."""
    name = {"given-names": value(given), "family-name": value(family), "credit-name": value(credit), "visibility": "public"}
    order = range(9, 0, -1)
    urls = [{"url-name": one, "url": value(url), "display-index": index} for (one, url), index in zip(pages, order, strict=False)]
    ids = [
        {"external-id-type": kind, "external-id-value": number, "external-id-url": value(url), "display-index": index}
        for (kind, number, url), index in zip(profiles, order, strict=False)
    ]
    return {
        "name": name,
        "other-names": {"other-name": [{"content": other, "display-index": 9 - n} for n, other in enumerate(others)]},
        "biography": None if bio is None else {"content": bio, "visibility": "public"},
        "researcher-urls": {"researcher-url": urls},
        "external-identifiers": {"external-identifier": ids},
        "keywords": {"keyword": [{"content": word, "display-index": 9 - n} for n, word in enumerate(keywords)]},
        "emails": {"email": []},
        "addresses": {"address": []},
    }
