"""The page of one publication, as people, reference managers and search engines read it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Server
from tests.support.markup import links, page, texts
from tests.support.messages import HEADER
from tests.support.own import serving_own, write_csv
from tests.support.wire import ask, refused

BASE = "https://profile.example.org"
PATH = "/publications/10.5555%2Fmsk.2021.001"


def meta(document: Any) -> list[tuple[str, str]]:
    """The meta tags of Google Scholar, in their order."""
    return [(tag.get("name"), tag.get("content")) for tag in document.xpath("//meta[starts-with(@name, 'citation_')]")]


def test_what_people_see(server: Server) -> None:
    document = page(server, PATH)
    assert texts(document, "//head/title") == ["Sonography of the median nerve"]
    assert texts(document, "//header/h1 | //header/p") == [
        "Sonography of the median nerve",
        "Example N, Levi R",
        "Journal of Example Radiology. 2021;12(3):101-109",
        "doi:10.5555/msk.2021.001 PubMed Full text",
    ]
    assert links(document, "//header//a") == [
        ("Dr. Noa Example", "/"),
        ("Publications", "/#publications"),
        ("doi:10.5555/msk.2021.001", "https://doi.org/10.5555/msk.2021.001"),
        ("PubMed", "https://pubmed.example.org/99000001"),
        ("Full text", "https://journals.example.org/msk/2021/001"),
    ]
    cited = dict(zip(texts(document, "//main//h3"), texts(document, "//main//blockquote"), strict=True))
    assert cited == {
        "Vancouver": "Example N, Levi R. Sonography of the median nerve. Journal of Example Radiology. 2021;12(3):101–9. "
        "doi:10.5555/msk.2021.001",
        "APA": "Example, N., & Levi, R. (2021). Sonography of the median nerve. Journal of Example Radiology, 12(3), 101–109. "
        "https://doi.org/10.5555/msk.2021.001",
        "AMA": "Example N, Levi R. Sonography of the median nerve. Journal of Example Radiology. 2021;12(3):101-109. "
        "doi:10.5555/msk.2021.001",
    }


def test_what_programs_read(server: Server) -> None:
    """Google Scholar's tags, Open Graph, the canonical address, and where the data are."""
    document = page(server, PATH)
    assert meta(document) == [
        ("citation_title", "Sonography of the median nerve"),
        ("citation_author", "Example, N."),
        ("citation_author", "Levi, R."),
        ("citation_publication_date", "2021"),
        ("citation_journal_title", "Journal of Example Radiology"),
        ("citation_volume", "12"),
        ("citation_issue", "3"),
        ("citation_firstpage", "101"),
        ("citation_lastpage", "109"),
        ("citation_doi", "10.5555/msk.2021.001"),
        ("citation_abstract_html_url", BASE + PATH),
    ]
    assert texts(document, "//link[@rel='canonical']/@href") == [BASE + PATH]
    assert {tag.get("property"): tag.get("content") for tag in document.xpath("//meta[@property]")} == {
        "og:site_name": "Dr. Noa Example",
        "og:url": BASE + PATH,
        "og:type": "article",
        "og:title": "Sonography of the median nerve",
        "og:description": "Example N, Levi R. Journal of Example Radiology. 2021;12(3):101-109.",
    }
    assert [(link.get("type"), link.get("href")) for link in document.xpath("//link[@rel='alternate']")] == [
        ("application/atom+xml", "/feed.atom"),
        ("application/x-bibtex", f"/api{PATH}?format=bibtex"),
        ("application/x-research-info-systems", f"/api{PATH}?format=ris"),
        ("application/vnd.citationstyles.csl+json", f"/api{PATH}?format=csl"),
        ("application/ld+json", f"/api{PATH}?format=jsonld"),
    ]
    [structured] = document.xpath("//script[@type='application/ld+json']/text()")
    assert json.loads(structured) == server.json(f"/api{PATH}?format=jsonld")


def test_signposts(server: Server) -> None:
    """The Link header names the DOI to cite, the licence, the kind of thing, and the data in each format (RFC 8574, RFC 8288)."""
    data = f"{BASE}/api{PATH}"
    assert ask(server, PATH).headers["link"].split(", ") == [
        '<https://doi.org/10.5555/msk.2021.001>; rel="cite-as"',
        '<https://creativecommons.org/licenses/by/4.0/>; rel="license"',
        '<https://schema.org/ScholarlyArticle>; rel="type"',
        f'<{data}>; rel="describedby"; type="application/json"',
        f'<{data}?format=bibtex>; rel="describedby"; type="application/x-bibtex"',
        f'<{data}?format=ris>; rel="describedby"; type="application/x-research-info-systems"',
        f'<{data}?format=csl>; rel="describedby"; type="application/vnd.citationstyles.csl+json"',
        f'<{data}?format=jsonld>; rel="describedby"; type="application/ld+json"',
    ]


@pytest.mark.parametrize("doi", ["10.5555/MSK.2021.001", "doi:10.5555%2Fmsk.2021.001", "https://doi.org/10.5555/msk.2021.001"])
def test_every_way_to_write_a_doi_leads_to_one_page(server: Server, doi: str) -> None:
    assert ask(server, f"/publications/{doi}").body == ask(server, PATH).body


def test_every_publication_with_a_doi_has_a_page(server: Server, publications: list[dict[str, Any]]) -> None:
    """The list leads to them, and each says what it is about."""
    addresses = page(server, "/").xpath("//ol[@class='publications']/li/h3/a/@href")
    shown = [texts(page(server, address), "//h1")[0] for address in addresses if address.startswith("/publications/")]
    assert shown == [publication["title"] for publication in publications if "doi" in publication]


@pytest.mark.parametrize("doi", ["10.5555%2Fnone", "", "%2F", "10.5555/msk.2021.001/"])
def test_no_such_publication(server: Server, doi: str) -> None:
    assert refused(ask(server, f"/publications/{doi}"), 404, "not_found").endswith("All are listed at /api/publications.")


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Publications of which little is known, or odd things."""
    rows = [
        ["Least", "Example Study Group", "J", 2020, "", "", "", "10.5555/least", "", ""],
        ["Number", "van der Berg NA Jr, et al", "J", 2020, "", "", "e214", "10.5555/number",
         "https://pubmed.ncbi.nlm.nih.gov/123/", "https://doi.org/10.5555/number"],
    ]  # fmt: skip
    with serving_own(
        tmp_path_factory.mktemp("odd"), lambda folder: write_csv(Path(folder, "publications.csv"), HEADER.split(","), rows)
    ) as running:
        yield running


def test_what_is_not_known_is_left_out(odd: Server) -> None:
    assert meta(page(odd, "/publications/10.5555%2Fleast")) == [
        ("citation_title", "Least"),
        ("citation_author", "Example Study Group"),
        ("citation_publication_date", "2020"),
        ("citation_journal_title", "J"),
        ("citation_doi", "10.5555/least"),
        ("citation_abstract_html_url", f"{BASE}/publications/10.5555%2Fleast"),
    ]


def test_names_numbers_and_links(odd: Server) -> None:
    """Particles and suffixes of names, an article's number, PubMed's number; no link says what the DOI says already."""
    document = page(odd, "/publications/10.5555%2Fnumber")
    assert meta(document)[1:2] == [("citation_author", "van der Berg, N. A., Jr")]
    assert [pair for pair in meta(document) if pair[0] in ("citation_firstpage", "citation_lastpage", "citation_pmid")] == [
        ("citation_firstpage", "e214"),
        ("citation_pmid", "123"),
    ]
    assert [name for name, _ in links(document, "//p[@class='contact']/a")] == ["doi:10.5555/number", "PubMed"]
