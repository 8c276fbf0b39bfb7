"""The Atom feed: its text, the rules of RFC 4287, and what feedparser reads."""

from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from xml.etree import ElementTree

import feedparser
import pytest

from bench.synthetic import write_csv
from tests.conftest import BASE_URL
from tests.support.own import build_own
from tests.support.site import Site, serving, serving_list

Values = dict[str, Any]
ATOM = "{http://www.w3.org/2005/Atom}"
SICI = "10.5555/(SICI)1234-5678(2014)12:3<101::AID-EX1>2.0.CO;2"
FULL: Values = {
    "title": "Is <i>x</i> & y > 1?",
    "authors": "Levi R, Example Study Group, et al",
    "journal": "Journal of Example Radiology",
    "year": 2021,
    "volume": "12",
    "issue": "3",
    "pages": "101-109",
    "doi": "10.5555/MSK.2021.001",
    "url": "https://journals.example.org/msk?a=1&b=2",
}
LEAST: Values = {"title": "סונוגרפיה של עצב", "authors": "Example N", "journal": "Radiología", "year": 2014}
# Each title is one word, which a search finds alone.
DATED = {
    "Undated": ({}, "2021-01-01"),
    "Added": ({"added": "2021-06-07"}, "2021-06-07"),
    "Month": ({"notice": "retracted 2022-04"}, "2022-04-01"),
    "Dateless": ({"notice": "retracted doi:10.5555/n"}, "2021-01-01"),
    "Year": ({"added": "2022-04-02", "notice": "retracted 2022"}, "2022-04-02"),
    "Day": ({"added": "2022-04-02", "notice": "retracted 2022-05-06"}, "2022-05-06"),
    "Early": ({"added": "2020-12-31"}, "2020-12-31"),
}
LINKED = {
    "Address": (
        {"url": "https://a.example.org/", "doi": "10.5555/x", "pubmed": "https://pubmed.example.org/1/"},
        "https://a.example.org/",
    ),
    "Identified": ({"doi": "10.5555/x<y", "pubmed": "https://pubmed.example.org/2/"}, "https://doi.org/10.5555/x%3Cy"),
    "Indexed": ({"pubmed": "https://pubmed.example.org/3/"}, "https://pubmed.example.org/3/"),
}
PUBLICATIONS: list[Values] = [
    FULL,
    LEAST,
    *({**LEAST, "year": 2021, "title": title, **fields} for title, (fields, _) in (DATED | LINKED).items()),
    LEAST | {"title": "Old", "doi": SICI},
    LEAST | {"title": "Odd", "doi": "10.5555/A%b#?ÄÖ"},
    LEAST | {"title": "Exclaimed", "journal": "Radiology Now!"},
    LEAST | {"title": "Abbreviated", "authors": "Levi R, Example Study Group, et al.", "journal": "J. Ex."},
]
HEADER = list(dict.fromkeys(name for publication in PUBLICATIONS for name in publication))


def write_publications(folder: Path) -> None:
    rows = [[publication.get(name, "") for name in HEADER] for publication in PUBLICATIONS]
    write_csv(folder / "publications.csv", HEADER, rows)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_own(tmp_path_factory.mktemp("feed"), write_publications)


@pytest.fixture(scope="module")
def papers(database: Path) -> Site:
    return serving(database)


def feed(site: Site, **filters: Any) -> ElementTree.Element:
    return ElementTree.fromstring(site.get(f"/feed.atom?{urlencode(filters)}").text)  # noqa: S314


def texts(name: str, site: Site, **filters: Any) -> list[str | None]:
    return [element.text for element in feed(site, **filters).iterfind(f"{ATOM}entry/{ATOM}{name}")]


def test_every_byte(small: Site) -> None:
    assert small.get("/feed.atom").text == Path(__file__).with_name("expected").joinpath("small.atom").read_text(encoding="utf-8")


@pytest.mark.parametrize("title", DATED)
def test_an_entry_is_updated_on_the_day_of_its_row_or_notice(papers: Site, title: str) -> None:
    """[feed-dates]"""
    day = f"{DATED[title][1]}T00:00:00Z"
    assert [texts("updated", papers, q=title), texts("published", papers, q=title)] == [[day], ["2021-01-01T00:00:00Z"]]
    assert feed(papers, q=title).findtext(f"{ATOM}updated") == day


def test_a_feed_is_updated_with_its_newest_entry(papers: Site) -> None:
    assert feed(papers).findtext(f"{ATOM}updated") == "2022-05-06T00:00:00Z"


def test_empty_feed_has_a_date(papers: Site) -> None:
    root = feed(papers, year=1800)
    assert root.findtext(f"{ATOM}updated") == "1970-01-01T00:00:00Z"
    assert root.findall(f"{ATOM}entry") == []


def test_ids_do_not_depend_on_other_entries_or_on_the_server(papers: Site, database: Path) -> None:
    ids = texts("id", papers)
    assert len({*ids}) == len(PUBLICATIONS)
    assert [texts("id", papers, q=title)[0] in ids for title in ("Indexed", "Old")] == [True, True]
    assert texts("id", serving(database, "http://127.0.0.1:8080")) == ids


@pytest.mark.parametrize(
    ("title", "url"),
    [
        ("Old", "https://doi.org/10.5555/(sici)1234-5678(2014)12:3%3C101::aid-ex1%3E2.0.co;2"),
        ("Odd", "https://doi.org/10.5555/a%25b%23%3F%C3%84%C3%96"),
    ],
)
def test_id_is_the_url_of_the_doi_in_lower_case(papers: Site, title: str, url: str) -> None:
    """DOI Handbook, section 2.4; RFC 3986, section 2.1."""
    assert texts("id", papers, q=title) == [url]


def test_papers_that_differ_in_one_locator_are_two_entries(tmp_path: Path) -> None:
    """As it has another key and page; so has a repeated row."""
    rows = [["Case 1", "Levi R", "J", 2020, volume] for volume in ("1", "2", "2")]
    site = serving_list(tmp_path, ["title", "authors", "journal", "year", "volume"], rows)
    entries = feedparser.parse(site.get("/feed.atom").text).entries
    pages = [publication["landingPage"] for publication in site.json("/api/publications")["publications"]]
    assert [entry.link for entry in entries] == pages
    assert len({entry.id for entry in entries}) == len(rows)


def test_the_feed_has_the_50_publications_announced_last(tmp_path: Path) -> None:
    """[feed-entries]"""
    header = ["title", "authors", "journal", "year", "added", "notice"]
    rows = [[f"Paper {number}", "Levi R", "J", 2020, "", ""] for number in range(50)]
    old = [["Added", "Levi R", "J", 1990, "2026-01-02", ""], ["Noticed", "Levi R", "J", 1991, "2025-01-01", "retracted 2026-02"]]
    site = serving_list(tmp_path, header, [*rows, *old])
    titles = [entry.title for entry in feedparser.parse(site.get("/feed.atom").text).entries]
    assert titles == ["[Retracted] Noticed", "Added", *(f"Paper {number}" for number in range(48))]


def test_the_feed_of_a_filter(site: Site) -> None:
    """[feed-filters] It has its own address."""
    feed = feedparser.parse(site.get("/feed.atom?type=review&type=letter&q=a").text)
    rows = site.json("/api/publications?type=review,letter&q=a")["publications"]
    assert sorted(entry.link for entry in feed.entries) == sorted(row["landingPage"] for row in rows) != []
    own = [link.href for link in feed.feed.links if link.rel == "self"]
    assert [feed.feed.id, *own] == [f"{BASE_URL}/feed.atom?q=a&type=review%2Cletter"] * 2


@pytest.mark.parametrize("name", ["limit", "offset", "sort", "fields", "format", "utm_source"])
def test_the_feed_refuses_parameters_that_only_a_list_has(site: Site, name: str) -> None:
    """[feed-filters]"""
    refused = site.get(f"/feed.atom?{name}=1")
    assert (refused.status_code, refused.json()["error"]) == (400, "unknown_parameter")


@pytest.mark.parametrize("title", LINKED)
def test_an_entry_links_to_the_article(papers: Site, title: str) -> None:
    """As feedparser reads it."""
    [entry] = feedparser.parse(papers.get(f"/feed.atom?q={title}").text).entries
    assert [link.href for link in entry.links if link.rel == "related"] == [LINKED[title][1]]


@pytest.mark.parametrize(
    ("title", "summary"),
    [
        ("x y", "Levi R, Example Study Group, et al. Journal of Example Radiology. 2021;12(3):101-109."),
        ("Exclaimed", "Example N. Radiology Now! 2014."),
        ("Abbreviated", "Levi R, Example Study Group, et al. J. Ex. 2014."),
    ],
)
def test_summary_has_one_period_after_each_part(papers: Site, title: str, summary: str) -> None:
    assert texts("content", papers, q=title) == [summary]
