"""sources/README.md, "The example": complete, and nobody's data."""

import re
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from tests.conftest import CATEGORIES, SOURCES, TAGS, Server

RESOURCES = ("/api/profile", "/api/publications", "/api/clinic", "/api/services", "/api/research")
SITE = yaml.safe_load((SOURCES / "site.yaml").read_text(encoding="utf-8"))
# ORCID announced that it assigns iDs from these two ranges (of the 15 digits before the checksum).
ASSIGNED = (range(15_000_000, 35_000_001), range(900_000_000_000, 900_100_000_001))
LINK = re.compile(r"""https?://[^\s"'<>,]+""")


def everything(server: Server) -> str:
    return "\n".join(server.get(path).text for path in RESOURCES)


def reserved(host: str | None) -> bool:
    return host is not None and (host == "example.org" or host.endswith(".example.org"))


def absent(schema: dict[str, Any], values: list[Any]) -> list[str]:
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
    """[example]"""
    body = server.json(f"/api/{path}")
    schema = server.json("/api/openapi.json")["components"]["schemas"][component]
    # Another place of work has few of the clinic's fields.
    schema["properties"].get("locations", {}).pop("items", None)
    # Of someone who is not a physician; of a category that the pages have no words for; of a place without an address; in
    # lists, only on request.
    for name in ("profession", "professionHebrew", "categoryHebrew", "online", "authorList"):
        schema["properties"].pop(name, None)
    assert absent(schema, body.get(path, [body])) == []


def test_numbers_of_rows(publications: list[dict[str, Any]], services: list[dict[str, Any]]) -> None:
    """[example]"""
    assert len(publications) == 13
    assert len(services) >= 15
    assert {row["category"] for row in services} == set(CATEGORIES)
    assert {tag for row in services for tag in row.get("tags", [])} == set(TAGS)
    assert Counter(len(row.get("tags", [])) for row in services).keys() == {0, 1, 2}


def test_names_are_in_english_and_hebrew(server: Server) -> None:
    """[example]"""
    named = [*server.json("/api/services")["services"], *server.json("/api/research")["areas"], server.json("/api/clinic")]
    names = [(item["name"], item["nameHebrew"]) for item in named]
    assert [pair for pair in names if not (pair[0].isascii() and re.search("[א-ת]{2}", pair[1]))] == []
    assert len({name for name, _ in names}) == len({hebrew for _, hebrew in names}) == len(names)


def test_dois_have_the_reserved_prefix(server: Server) -> None:
    """[example]"""
    assert re.findall(r"\b10\.(?!5555/)[0-9]{4,9}/", everything(server)) == []


def test_orcid_checksum_is_valid_outside_the_assigned_ranges(server: Server) -> None:
    """[example] Its checksum is that of ISO 7064 MOD 11-2."""
    orcid = server.json("/api/profile")["orcid"]
    assert re.fullmatch(r"([0-9]{4}-){3}[0-9]{3}[0-9X]", orcid)
    digits = orcid.replace("-", "")
    values = [10 if digit == "X" else int(digit) for digit in digits]
    # The digits, read as a polynomial in 2, are congruent to 1.
    assert sum(value * 2 ** (15 - i) for i, value in enumerate(values)) % 11 == 1
    assert [block for block in ASSIGNED if int(digits[:-1]) in block] == []


def test_addresses_are_reserved_for_examples(server: Server) -> None:
    """[example]"""
    profile = server.json("/api/profile")
    links = LINK.findall(everything(server))
    assert len(links) >= 25
    allowed = ("https://doi.org/10.5555/", f"https://orcid.org/{profile['orcid']}")
    assert [link for link in links if not (reserved(urlsplit(link).hostname) or link.startswith(allowed))] == []
    assert profile["links"]["orcid"] == allowed[1]
    assert profile["links"]["website"].rstrip("/") == server.json("/api/openapi.json")["servers"][0]["url"]
    emails = re.findall(r"[\w.+-]+@[\w.-]+", everything(server))
    assert len(emails) >= 2
    assert [email for email in emails if not reserved(email.partition("@")[2])] == []


def test_addresses_of_the_site_are_reserved_for_examples() -> None:
    """[example] Except to the license."""
    links = LINK.findall(str(SITE))
    assert [link for link in links if not reserved(urlsplit(link).hostname)] == [SITE["license"]["url"]]


def test_it_says_that_it_is_an_example(server: Server) -> None:
    """[example]"""
    profile, clinic = server.json("/api/profile"), server.json("/api/clinic")
    names = (profile["name"], clinic["name"], clinic["parent"], clinic["address"], *profile["positions"])
    assert [name for name in names if "Example" not in name] == []
    assert "fictional" in SITE["description"]
    publications = server.json("/api/publications")["publications"]
    assert [row for row in publications if "Example N" not in row["authors"]] == []
