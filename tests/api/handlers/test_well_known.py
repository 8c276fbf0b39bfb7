"""The API catalogue, security.txt, and the Link header that leads to them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import BASE_URL, SOURCES
from tests.contract.test_addresses import SERVICE_LINKS
from tests.support.site import Site, serving, serving_edited

SITE = yaml.safe_load((SOURCES / "site.yaml").read_text(encoding="utf-8"))
BUILT = ("/robots.txt", "/sitemap.xml", "/.well-known/security.txt", "/profile.jsonld", "/llms.txt")


def write_site(folder: Path, values: dict[str, Any]) -> None:
    (folder / "site.yaml").write_text(yaml.safe_dump(values), encoding="utf-8")


def test_api_catalogue(site: Site) -> None:
    """RFC 9727, section 4, and RFC 9264, section 4.2."""
    response = site.get("/.well-known/api-catalog")
    assert response.json() == {
        "linkset": [
            {"anchor": f"{BASE_URL}/.well-known/api-catalog", "item": [{"href": f"{BASE_URL}/api"}]},
            {
                "anchor": f"{BASE_URL}/api",
                "service-desc": [{"href": f"{BASE_URL}/api/openapi.json", "type": "application/json"}],
                "service-doc": [{"href": f"{BASE_URL}/api/docs", "type": "text/html"}],
                "status": [{"href": f"{BASE_URL}/api/status", "type": "application/json"}],
                "license": [{"href": "https://creativecommons.org/licenses/by/4.0/"}],
            },
        ]
    }


@pytest.mark.parametrize("path", ["/", "/he"])
def test_the_home_page_links_to_the_description(site: Site, path: str) -> None:
    """RFC 8288, RFC 8631."""
    assert site.get(path).headers["link"] == SERVICE_LINKS


def test_security_txt_of_the_owner(tmp_path: Path) -> None:
    """RFC 9116, section 2.5: contacts in the owner's order of preference, and a date that has expired as it is."""
    security = {
        "contact": ["https://x.example.org/report?a=1", "tel:+972-0-555-0100"],
        "policy": "https://x.example.org/policy",
        "expires": "2000-01-01T00:00:00Z",
        "preferredLanguages": ["en", "he"],
    }
    values = {**SITE, "base_url": "https://x.example.org/it's&so", "security": security}
    with serving_edited(tmp_path, lambda folder: write_site(folder, values)) as site:
        assert site.get("/.well-known/security.txt").text == (
            "Contact: https://x.example.org/report?a=1\n"
            "Contact: tel:+972-0-555-0100\n"
            "Expires: 2000-01-01T00:00:00Z\n"
            "Policy: https://x.example.org/policy\n"
            "Preferred-Languages: en, he\n"
            "Canonical: https://x.example.org/it's&so/.well-known/security.txt\n"
        )


def test_without_a_contact_there_is_no_security_txt(tmp_path: Path) -> None:
    """llms.txt does not list it then."""
    values = {key: SITE[key] for key in SITE if key != "security"}
    with serving_edited(tmp_path, lambda folder: write_site(folder, values)) as site:
        response = site.get("/.well-known/security.txt")
        assert response.status_code == 404
        assert response.json() == {
            "error": "not_found",
            "error_description": "site.yaml has no contact for security reports.",
        }
        assert "security.txt" not in site.get("/llms.txt").text


@pytest.mark.parametrize("path", BUILT)
def test_the_setting_replaces_the_base_address(example_database: Path, path: str) -> None:
    """PROFILE_BASE_URL replaces that of site.yaml."""
    with serving(example_database, base_url="https://elsewhere.example.org") as other:
        assert "https://elsewhere.example.org/" in other.get(path).text
        # The owner's attribution contains the address of site.yaml.
        assert path in ("/llms.txt", "/profile.jsonld") or BASE_URL not in other.get(path).text
