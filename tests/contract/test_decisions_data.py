"""Decisions, The data that ships: complete, and nobody's data; also the small print on its links."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from tests.conftest import CATEGORIES, SOURCES, TAGS, Server

RESOURCES = ("/api/profile", "/api/publications", "/api/clinic", "/api/services", "/api/research")
# ORCID announced that it assigns iDs from these two ranges (of the 15 digits before the checksum).
ASSIGNED = (range(15_000_000, 35_000_001), range(900_000_000_000, 900_100_000_001))
LINK = re.compile(r"""https?://[^\s"'<>,]+""")


def texts(value: Any) -> list[str]:
    """Yield the texts at any depth."""
    if isinstance(value, dict):
        return [text for item in value.values() for text in texts(item)]
    if isinstance(value, list):
        return [text for item in value for text in texts(item)]
    return [value] if isinstance(value, str) else []


def everything(server: Server) -> list[str]:
    return [text for path in RESOURCES for text in texts(server.json(path))]


def reserved(host: str | None) -> bool:
    """Whether a host is example.org or below it (RFC 2606)."""
    return host is not None and (host == "example.org" or host.endswith(".example.org"))


# Complete


def absent(schema: dict[str, Any], values: list[Any]) -> list[str]:
    """Return the fields of a schema that no value has, at any depth."""
    names: list[str] = []
    for name, part in schema.get("properties", {}).items():
        inner = [value[name] for value in values if value.get(name) not in (None, "", [], {})]
        items = [item for value in inner for item in (value if isinstance(value, list) else [value])]
        names += absent(part.get("items", part), items) if items else [name]
    return names


@pytest.mark.parametrize(
    ("path", "component"),
    [
        ("profile", "Profile"),
        ("clinic", "Clinic"),
        ("research", "Research"),
        ("publications", "Publication"),
        ("services", "Service"),
    ],
)
def test_every_field_is_present(server: Server, path: str, component: str) -> None:
    """The data that ships: complete: every field of every resource, none of them empty."""
    body = server.json(f"/api/{path}")
    schema = server.json("/api/openapi.json")["components"]["schemas"][component]
    # Another place of work has few of the clinic's fields.
    schema["properties"].get("locations", {}).pop("items", None)
    assert absent(schema, body.get(path, [body])) == []


def test_numbers_of_rows(publications: list[dict[str, Any]], services: list[dict[str, Any]]) -> None:
    """The data that ships: 13 publications, at least 15 services over all five categories and three tags."""
    assert len(publications) == 13
    assert len(services) >= 15
    assert {row["category"] for row in services} == set(CATEGORIES)
    assert {tag for row in services for tag in row.get("tags", [])} == set(TAGS)
    assert Counter(len(row.get("tags", [])) for row in services).keys() == {0, 1, 2}


def test_names_are_in_english_and_hebrew(server: Server, subtests: pytest.Subtests) -> None:
    """The data that ships: names in English and Hebrew: of services, the clinic and research areas."""
    named = [*server.json("/api/services")["services"], *server.json("/api/research")["areas"], server.json("/api/clinic")]
    for item in named:
        assert item["name"].isascii()
        assert re.search("[א-ת]{2}", item["nameHebrew"])
    for key in ("name", "nameHebrew"):
        with subtests.test(key=key):
            assert max(Counter(item[key] for item in named).values()) == 1


@pytest.mark.parametrize("name", ["title", "doi", "pubmed", "url"])
def test_publications_are_distinct(publications: list[dict[str, Any]], name: str) -> None:
    """The data that ships: 13 publications: each with its own title, DOI and addresses."""
    values = [row[name].lower() for row in publications if name in row]
    assert len(values) == len(set(values))


# Nobody's data


def test_dois_have_the_reserved_prefix(server: Server, publications: list[dict[str, Any]]) -> None:
    """The data that ships: reserved identifiers only: every DOI has the prefix 10.5555."""
    assert [row["doi"] for row in publications if not row.get("doi", "10.5555/").startswith("10.5555/")] == []
    assert [text for text in everything(server) if re.search(r"\b10\.(?!5555/)[0-9]{4,9}/", text)] == []


def test_emails_are_reserved(server: Server) -> None:
    """The data that ships: reserved identifiers only: example.org addresses, e-mail among them."""
    emails = [email for text in everything(server) for email in re.findall(r"[\w.+-]+@[\w.-]+", text)]
    assert len(emails) >= 2
    assert [email for email in emails if not reserved(email.partition("@")[2])] == []


def test_orcid_checksum_is_valid_outside_the_assigned_ranges(server: Server) -> None:
    """The data that ships: an ORCID iD with a valid checksum (ISO 7064 MOD 11-2) outside the assigned ranges."""
    orcid = server.json("/api/profile")["orcid"]
    assert re.fullmatch(r"([0-9]{4}-){3}[0-9]{3}[0-9X]", orcid)
    digits = orcid.replace("-", "")
    values = [10 if digit == "X" else int(digit) for digit in digits]
    # The digits, read as a polynomial in 2, are congruent to 1.
    assert sum(value * 2 ** (15 - i) for i, value in enumerate(values)) % 11 == 1
    assert [block for block in ASSIGNED if int(digits[:-1]) in block] == []


def test_links_lead_only_to_allowed_hosts(server: Server) -> None:
    """Small print: links in the example data lead only to example.org addresses, to doi.org with 10.5555, or to orcid.org."""
    links = [link for text in everything(server) for link in LINK.findall(text)]
    assert len(links) >= 25
    allowed = [
        link
        for link in links
        if reserved(urlsplit(link).hostname)
        or link.startswith("https://doi.org/10.5555/")
        or link == f"https://orcid.org/{server.json('/api/profile')['orcid']}"
    ]
    assert links == allowed


def test_links_of_the_site_lead_only_to_allowed_hosts() -> None:
    """Small print: the same in site.yaml, where only the licence's text is elsewhere."""
    site = yaml.safe_load((SOURCES / "site.yaml").read_text(encoding="utf-8"))
    links = [link for text in texts(site) for link in LINK.findall(text)]
    assert [link for link in links if not reserved(urlsplit(link).hostname)] == [site["license"]["url"]]
    assert site["license"]["url"] == "https://creativecommons.org/licenses/by/4.0/"


def test_site_says_that_it_is_an_example(server: Server) -> None:
    """The data that ships: site.yaml says that it is an example, and so do the index and the API's description."""
    site = yaml.safe_load((SOURCES / "site.yaml").read_text(encoding="utf-8"))
    assert "example" in site["description"]
    assert "fictional" in site["description"]
    assert server.json("/api")["description"] == site["description"]
    assert site["description"] in server.json("/api/openapi.json")["info"]["description"]


def test_names_say_that_they_are_examples(server: Server, subtests: pytest.Subtests) -> None:
    """The data that ships: cannot be mistaken for a living person."""
    profile, clinic = server.json("/api/profile"), server.json("/api/clinic")
    for text in (profile["name"], clinic["name"], clinic["parent"], clinic["address"], *profile["positions"]):
        with subtests.test(text=text):
            assert "Example" in text
    strangers = [row for row in server.json("/api/publications")["publications"] if "Example N" not in row["authors"]]
    assert strangers == []


# Consistent


def test_links_of_the_profile_are_consistent(server: Server) -> None:
    """The data that ships: the link to orcid.org has the profile's iD, the website is the site's."""
    profile = server.json("/api/profile")
    assert profile["links"]["orcid"] == f"https://orcid.org/{profile['orcid']}"
    assert profile["links"]["website"].rstrip("/") == server.json("/api/openapi.json")["servers"][0]["url"]
