"""Documents for programs: the API catalog and the Link header to it, security.txt, robots.txt, the sitemap and llms.txt."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import yaml

from tests.conftest import BASE_URL, SOURCES
from tests.support.languages import endpoints
from tests.support.messages import write
from tests.support.site import Site, serving_edited
from tests.support.wire import SERVICE_LINKS

SITE = yaml.safe_load((SOURCES / "site.yaml").read_text(encoding="utf-8"))
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
ALTERNATE = "{http://www.w3.org/1999/xhtml}link"
WITHOUT_DOI = "sample2016thickness-piybd56r"


def serving_site(folder: Path, values: dict[str, Any]) -> Site:
    return serving_edited(folder, lambda sources: write(sources, "site.yaml", yaml.safe_dump(values)))


def test_api_catalog(site: Site) -> None:
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


def test_the_home_page_links_to_the_owner_the_data_and_the_description(site: Site) -> None:
    """[signposts] RFC 8288, RFC 8631. The head has the same links."""
    data = f'<{BASE_URL}/profile.jsonld>; rel="describedby"; type="application/ld+json"'
    markdown = f'<{BASE_URL}/index.md>; rel="alternate"; type="text/markdown"'
    links = ['<https://orcid.org/0000-0000-5555-0000>; rel="author"', data, *SERVICE_LINKS.split(", "), markdown]
    assert site.get("/").headers["link"].split(", ") == links
    in_head = {f'<{link.get("href")}>; rel="{link.get("rel")}"' for link in site.page("/").xpath("//head/link")}
    assert [link for link in links if link.partition("; type=")[0] not in in_head] == []


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Settings of an owner: several contacts, a date that has expired, signals, markup in a name."""
    security = {
        "contact": ["https://x.example.org/report?a=1", "tel:+972-0-555-0100"],
        "policy": "https://x.example.org/policy",
        "expires": "2000-01-01T00:00:00Z",
        "preferredLanguages": ["en", "he"],
    }
    signals = {"aiTrain": False, "search": True}
    values = {"name": "# [x](https://x.example) *x*", "base_url": "https://x.example.org/it's&so//", "security": security}
    return serving_site(tmp_path_factory.mktemp("own"), {**SITE, **values, "contentSignals": signals})


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """No contact for security reports, and no signals."""
    values = {key: SITE[key] for key in SITE if key not in ("security", "contentSignals")}
    return serving_site(tmp_path_factory.mktemp("bare"), values)


def test_security_txt_of_the_owner(own: Site) -> None:
    """RFC 9116, section 2.5: contacts in the owner's order of preference, and a date that has expired as it is.

    Slashes at the end of the base address are left out.
    """
    assert own.get("/.well-known/security.txt").text == (
        "Contact: https://x.example.org/report?a=1\n"
        "Contact: tel:+972-0-555-0100\n"
        "Expires: 2000-01-01T00:00:00Z\n"
        "Policy: https://x.example.org/policy\n"
        "Preferred-Languages: en, he\n"
        "Canonical: https://x.example.org/it's&so/.well-known/security.txt\n"
    )


def test_without_a_contact_there_is_no_security_txt(bare: Site) -> None:
    """llms.txt does not list it then."""
    response = bare.get("/.well-known/security.txt")
    error = {"error": "not_found", "error_description": "site.yaml has no contact for security reports."}
    assert (response.status_code, response.json()) == (404, error)
    assert "security.txt" not in bare.get("/llms.txt").text


def test_robots(bare: Site) -> None:
    """Everything is allowed by default (contentsignals.org)."""
    assert bare.get("/robots.txt").text == (
        "User-agent: *\n"
        "Content-Signal: search=yes, ai-input=yes, ai-train=yes\n"
        "Disallow: /oauth/\n"
        "Disallow: /embed/\n"
        "Disallow: /he/embed/\n"
        "Allow: /\n"
        "\n"
        "Sitemap: https://profile.example.org/sitemap.xml\n"
    )


def test_signals_and_text_of_the_owner(own: Site) -> None:
    """A signal that is not named is neither granted nor refused; text is escaped."""
    assert own.get("/robots.txt").text.splitlines()[1] == "Content-Signal: search=yes, ai-train=no"
    assert own.get("/llms.txt").text.splitlines()[0] == r"# \# \[x\](https://x.example) \*x\*"


def test_sitemap(site: Site, publications: list[dict[str, Any]]) -> None:
    root = ET.fromstring(site.get("/sitemap.xml").content)  # noqa: S314
    assert root.tag == f"{SITEMAP}urlset"
    listed = [f"/publications/{quote(row.get('doi', WITHOUT_DOI), safe='')}" for row in publications]
    expected = []
    for path in ("", "/publications", "/cv", *listed):
        english, hebrew = f"{BASE_URL}{path or '/'}", f"{BASE_URL}/he{path}"
        others = [("en", english), ("he", hebrew), ("x-default", english)]
        expected += [(english, others), (hebrew, others)]
    assert [
        (page.findtext(f"{SITEMAP}loc"), [(link.get("hreflang"), link.get("href")) for link in page.findall(ALTERNATE)])
        for page in root.findall(f"{SITEMAP}url")
    ] == expected


def listed(text: str, heading: str) -> list[str]:
    return text.partition(f"## {heading}\n\n")[2].partition("\n\n")[0].splitlines()


def test_llms(site: Site) -> None:
    text = site.get("/llms.txt").text
    assert text.partition("\n\n## ")[0].splitlines() == [
        "# Dr. Noa Example Public Profile API",
        "",
        f"> {SITE['description']}",
        "",
        "- About: Dr. Noa Example, Musculoskeletal radiology",
        "- License of the data: [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/)",
        "- Please credit: Dr. Noa Example, https://profile.example.org",
        "- The pages (`/`, `/he`, `/publications`, `/he/publications`, `/cv`, `/he/cv`, `/publications/{doi}`, "
        "`/he/publications/{doi}`, `/embed`, `/he/embed`, `/accessibility`, `/he/accessibility`) answer in Markdown to "
        "`Accept: text/markdown`.",
        "- The API is public and read-only, and answers in JSON: no key is needed.",
    ]
    # With a parameter, the home page only redirects to the list.
    assert listed(text, "Pages")[0] == f"- [/]({BASE_URL}/): The profile as a page."
    assert listed(text, "API")[1] == f"- [/api/profile]({BASE_URL}/api/profile): The profile of the physician-researcher."
    assert listed(text, "API")[4].endswith(" Parameters: `format`, `style`.")


def test_every_address_that_answers_is_listed(site: Site) -> None:
    """Each with an address that can be tried; the pages answer in Markdown, as the summary says."""
    text = site.get("/llms.txt").text
    entries = re.findall(r"^- \[(/.*?)\]\(https://profile\.example\.org(/.*?)\): ", text, re.MULTILINE)
    answering = [entry.path for entry in endpoints("he") if 200 in entry.statuses and "/legal/" not in entry.path]
    assert sorted(path for path, _ in entries) == sorted(answering)
    assert [address for _, address in entries if site.get(address).status_code != 200] == []
    pages = [address for _, address in entries[: len(listed(text, "Pages"))]]
    markdown = {site.get(address, Accept="text/markdown").headers["content-type"] for address in pages}
    assert markdown == {"text/markdown; charset=utf-8"}
