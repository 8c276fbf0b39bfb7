"""What programs find that look for the service: catalogue, links, llms.txt, robots.txt, sitemap.xml, security.txt."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.robotparser import RobotFileParser

import pytest
import yaml

from api.endpoints import ENDPOINTS
from api.handlers.crawlers import MAX_IN_SITEMAP
from tests.conftest import BASE_URL, SOURCES, Server
from tests.contract.test_specification_headers import SERVICE_LINKS
from tests.support.own import serving_own, write_csv
from tests.support.wire import PAGES, ask, indented, refused

ADDRESSES = ("/llms.txt", "/robots.txt", "/sitemap.xml", "/.well-known/security.txt", "/.well-known/api-catalog")
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
ALTERNATE = "{http://www.w3.org/1999/xhtml}link"
ALTERNATES = [("en", f"{BASE_URL}/"), ("he", f"{BASE_URL}/he"), ("x-default", f"{BASE_URL}/")]
SITE = yaml.safe_load((SOURCES / "site.yaml").read_text(encoding="utf-8"))
# More publications than a sitemap may name, every third without a DOI; two DOIs hold what means something in addresses or XML.
MANY = MAX_IN_SITEMAP * 3 // 2 + 30
ODD = ["10.5555/a/b?c#d&e=<f>", "10.5555/%2F\u05d0'\""]


def write_site(sources: Path, **fields: Any) -> None:
    """The site with other fields; those that are None are left out."""
    values = {name: value for name, value in (SITE | fields).items() if value is not None}
    (sources / "site.yaml").write_text(yaml.safe_dump(values, sort_keys=False, allow_unicode=True), encoding="utf-8")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site that says nothing of robots and of security, with many publications."""

    def edit(sources: Path) -> None:
        write_site(sources, contentSignals=None, security=None)
        dois = [*ODD, *(f"10.5555/{n}" for n in range(MANY - len(ODD)))]
        rows = [[2020, "J", "Example N", f"Title {n}", "" if n % 3 == 2 else doi] for n, doi in enumerate(dois)]
        write_csv(sources / "publications.csv", ["year", "journal", "authors", "title", "doi"], rows)

    with serving_own(tmp_path_factory.mktemp("plain"), edit) as running:
        yield running


@pytest.fixture(scope="module")
def particular(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site that says all that it can, in words that mean something to Markdown, and that has no publication with a DOI."""

    def edit(sources: Path) -> None:
        write_site(
            sources,
            base_url="https://x.example.org/it's&so",
            name="# [Name](https://evil.example.org) *x*",
            contentSignals={"aiTrain": False, "search": True},
            security={
                "contact": ["https://x.example.org/report?a=1", "mailto:a@x.example.org", "tel:+972-0-555-0100"],
                "policy": "https://x.example.org/policy",
                "expires": "2000-01-01T00:00:00Z",
            },
        )
        write_csv(sources / "publications.csv", ["year", "journal", "authors", "title"], [[2020, "J", "Example N", "T"]])

    with serving_own(tmp_path_factory.mktemp("particular"), edit) as running:
        yield running


# RFC 9727


def test_the_catalogue(server: Server) -> None:
    """RFC 9727, section 4, and RFC 9264, section 4.2: the whole of it."""
    assert ask(server, "/.well-known/api-catalog").body == indented(
        {
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
    )


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_the_catalogue_says_that_it_is_one(server: Server, method: str) -> None:
    """RFC 9727, section 2: a HEAD request finds it in the Link header."""
    answer = ask(server, "/.well-known/api-catalog", method)
    assert answer.headers["link"] == f'<{BASE_URL}/.well-known/api-catalog>; rel="api-catalog"'
    assert answer.headers["content-type"] == 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'


def test_what_the_catalogue_describes_is_there(server: Server) -> None:
    """RFC 9264, section 4.2: beside its anchor, an object has lists of targets. Each answers in the media type that is said."""
    for described in server.json("/.well-known/api-catalog")["linkset"]:
        assert described.pop("anchor").startswith(BASE_URL)
        for target in [target for targets in described.values() for target in targets]:
            assert sorted(target) in (["href"], ["href", "type"])
            if target["href"].startswith(BASE_URL):
                answer = ask(server, target["href"].removeprefix(BASE_URL))
                assert answer.status == 200
                assert answer.headers["content-type"].startswith(target.get("type", "application/json"))


def test_the_index_links_to_what_describes_the_api(server: Server, particular: Server) -> None:
    """RFC 8288, RFC 8631; built from the base address alone."""
    assert ask(server, "/api").headers["link"] == SERVICE_LINKS
    assert ask(particular, "/api").headers["link"] == SERVICE_LINKS.replace(BASE_URL, "https://x.example.org/it's&so")


# robots.txt


def test_robots(server: Server) -> None:
    assert ask(server, "/robots.txt").body.decode() == (
        "User-agent: *\n"
        "Content-Signal: search=yes, ai-input=yes, ai-train=yes\n"
        "Disallow: /oauth/\n"
        "Allow: /\n"
        "\n"
        "Sitemap: https://profile.example.org/sitemap.xml\n"
    )


def test_robots_are_allowed_what_the_licence_allows_unless_the_owner_says_otherwise(plain: Server, particular: Server) -> None:
    """contentsignals.org: what is not named is neither granted nor refused."""
    assert "\nContent-Signal: search=yes, ai-input=yes, ai-train=yes\n" in ask(plain, "/robots.txt").body.decode()
    assert "\nContent-Signal: search=yes, ai-train=no\n" in ask(particular, "/robots.txt").body.decode()


def test_robots_read_it(server: Server) -> None:
    """RFC 9309, as Python's reader has it."""
    parser = RobotFileParser()
    parser.parse(server.get("/robots.txt").text.splitlines())
    assert [path for path in (*PAGES, "/api", "/api/publications?q=x") if not parser.can_fetch("AnyBot", path)] == []
    assert [path for path in ("/oauth/authorize", "/oauth/token") if parser.can_fetch("AnyBot", path)] == []
    assert parser.site_maps() == [f"{BASE_URL}/sitemap.xml"]


# sitemap.xml


def sitemap(server: Server) -> list[ET.Element]:
    root = ET.fromstring(server.get("/sitemap.xml").content)  # noqa: S314
    assert root.tag == f"{SITEMAP}urlset"
    assert {child.tag for child in root} == {f"{SITEMAP}url"}
    return list(root)


def addresses(server: Server) -> list[str]:
    return [found.findtext(f"{SITEMAP}loc", "") for found in sitemap(server)]


def test_sitemap(server: Server, publications: list[dict[str, Any]]) -> None:
    """sitemaps.org: the profile in both languages, each with the other; each publication with a DOI, in the list's order."""
    english, hebrew, *pages = sitemap(server)
    for profile, address in ((english, f"{BASE_URL}/"), (hebrew, f"{BASE_URL}/he")):
        assert profile.findtext(f"{SITEMAP}loc") == address
        alternates = profile.findall(ALTERNATE)
        assert [(link.get("hreflang"), link.get("href")) for link in alternates] == ALTERNATES
        assert {link.get("rel") for link in alternates} == {"alternate"}
    assert [[child.text for child in page] for page in pages] == [
        [f"{BASE_URL}/publications/{quote(row['doi'], safe='')}"] for row in publications if "doi" in row
    ]


def test_every_page_of_the_sitemap_answers(server: Server) -> None:
    assert [address for address in addresses(server) if server.get(address.removeprefix(BASE_URL)).status_code != 200] == []


def test_a_sitemap_ends_where_it_may(plain: Server) -> None:
    """sitemaps.org: 50,000 addresses; the newest of those with a DOI, whatever a DOI holds."""
    found = addresses(plain)
    assert len(found) == len(set(found)) == 50_000
    assert found[2:4] == [f"{BASE_URL}/publications/{quote(doi, safe='')}" for doi in ODD]
    assert found[4:6] == [f"{BASE_URL}/publications/10.5555%2F1", f"{BASE_URL}/publications/10.5555%2F2"]
    assert [plain.get(address.removeprefix(BASE_URL)).status_code for address in found[:5]] == [200] * 5


def test_a_sitemap_without_publications(particular: Server) -> None:
    base = "https://x.example.org/it's&so"
    assert addresses(particular) == [f"{base}/", f"{base}/he"]


# security.txt


def test_security(server: Server) -> None:
    """RFC 9116, section 2.5: contact and expiry, both once; the address under which it is valid."""
    lines = ask(server, "/.well-known/security.txt").body.decode().splitlines()
    assert [line.split(": ", 1) for line in lines] == [
        ["Contact", "mailto:security@example.org"],
        ["Expires", "2027-10-31T00:00:00Z"],
        ["Preferred-Languages", "en, he"],
        ["Canonical", f"{BASE_URL}/.well-known/security.txt"],
    ]
    assert datetime.fromisoformat(lines[1].removeprefix("Expires: ")).tzinfo is not None


def test_security_with_all_that_it_can_hold(particular: Server) -> None:
    """RFC 9116, section 2.5.3: the first contact is preferred. What has expired is published as it is: `make check` warns."""
    assert ask(particular, "/.well-known/security.txt").body.decode() == (
        "Contact: https://x.example.org/report?a=1\n"
        "Contact: mailto:a@x.example.org\n"
        "Contact: tel:+972-0-555-0100\n"
        "Expires: 2000-01-01T00:00:00Z\n"
        "Policy: https://x.example.org/policy\n"
        "Canonical: https://x.example.org/it's&so/.well-known/security.txt\n"
    )


def test_security_without_a_contact(plain: Server) -> None:
    said = refused(ask(plain, "/.well-known/security.txt"), 404, "not_found")
    assert said == "No contact for security reports is known: site.yaml names none."


# llms.txt


def sections(text: str) -> dict[str, list[str]]:
    """The lists under the headings of the second level; what stands before them under the empty name."""
    parts = f"\n{text}".split("\n## ")
    found = {"": parts[0].strip().splitlines()}
    for part in parts[1:]:
        heading, *lines = part.strip().splitlines()
        found[heading] = [line for line in lines if line]
    return found


def test_llms(server: Server) -> None:
    """llmstxt.org: a heading, a summary in a quotation, then lists of links under headings."""
    found = sections(server.get("/llms.txt").text)
    assert list(found) == ["", "Pages", "API", "Optional"]
    assert found[""] == [
        "# Dr. Noa Example Public Profile API",
        "",
        f"> {SITE['description']}",
        "",
        "- About: Dr. Noa Example, Musculoskeletal radiology",
        "- Licence of the data: [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/)",
        "- Please credit: Dr. Noa Example, https://profile.example.org",
        "- The pages (`/`, `/he`, `/publications/{doi}`) answer in Markdown to `Accept: text/markdown`.",
        "- The API is public and read-only, and answers in JSON: no key is needed.",
    ]
    assert found["API"][1] == f"- [/api/profile]({BASE_URL}/api/profile): The profile of the physician-researcher."
    services = next(line for line in found["API"] if line.startswith("- [/api/services]"))
    assert services.endswith(" Parameters: `category`, `tag`.")


def test_llms_lists_every_address_that_answers(server: Server) -> None:
    """From the registry: a new endpoint appears by itself."""
    found = sections(server.get("/llms.txt").text)
    listed = [line.split("](", 1) for heading in ("Pages", "API", "Optional") for line in found[heading]]
    assert sorted(name.removeprefix("- [") for name, _ in listed) == sorted(
        endpoint.path for endpoint in ENDPOINTS if 200 in endpoint.statuses
    )
    for _, rest in listed:
        assert server.get(rest.split("): ")[0].removeprefix(BASE_URL)).status_code == 200


def test_the_pages_of_llms_answer_in_markdown(server: Server) -> None:
    """As it promises."""
    for line in sections(server.get("/llms.txt").text)["Pages"]:
        address = line.split("](")[1].split("): ")[0]
        answer = ask(server, address.removeprefix(BASE_URL), Accept="text/markdown")
        assert answer.headers["content-type"] == "text/markdown; charset=utf-8"


def test_what_owners_write_is_no_markdown(particular: Server) -> None:
    assert particular.get("/llms.txt").text.splitlines()[0] == r"# \# \[Name\](https://evil.example.org) \*x\*"


# All of them


@pytest.mark.parametrize("path", [*ADDRESSES, "/profile.jsonld"])
def test_no_answer_says_where_it_was_asked(server: Server, path: str) -> None:
    """Addresses, base address: a body that echoes Host and is publicly cacheable can be poisoned."""
    answer = ask(server, path, Host="evil.example.org", X_Forwarded_Host="evil.example.org")
    assert b"evil" not in answer.body
    assert answer.body == ask(server, path).body


def test_the_operators_base_address_comes_first(serve: Any, example_database: Path) -> None:
    running = serve(example_database, PROFILE_BASE_URL="https://elsewhere.example.org")
    for path in set(ADDRESSES) - {"/llms.txt"}:  # which says how the owner wants to be credited
        assert BASE_URL not in running.get(path).text
        assert "https://elsewhere.example.org/" in running.get(path).text
