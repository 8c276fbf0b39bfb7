"""The Atom feed: its text, the rules of RFC 4287, and what feedparser reads."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import feedparser
import pytest

from api.addresses import endpoint_address
from api.data.feed import atom
from db.publication import Publication
from tests.support.site import Site, serving_list

Values = dict[str, Any]
BASE_URL = "https://profile.example.org"
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


def url(path: str, **values: str) -> str:
    return BASE_URL + endpoint_address(path, values)


def feed(*publications: Values, url: Callable[..., str] = url) -> bytes:
    frame = {"title": "Publications", "author": "Dr. Noa Example", "rights": "CC BY 4.0", "language": "en"}
    return atom([*map(Publication, publications)], url, {**frame, "address": url("/feed.atom")})


def texts(name: str, *publications: Values) -> list[str | None]:
    root = ElementTree.fromstring(feed(*publications))  # noqa: S314
    return [element.text for element in root.iterfind(f"{ATOM}entry/{ATOM}{name}")]


def test_every_byte(small: Site) -> None:
    assert small.get("/feed.atom").text == Path(__file__).with_name("expected").joinpath("small.atom").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("dates", "day"),
    [
        ({}, "2021-01-01"),
        ({"added": "2021-06-07"}, "2021-06-07"),
        ({"notice": "retracted 2022-04"}, "2022-04-01"),
        ({"notice": "retracted doi:10.5555/n"}, "2021-01-01"),
        ({"added": "2022-04-02", "notice": "retracted 2022"}, "2022-04-02"),
        ({"added": "2022-04-02", "notice": "retracted 2022-05-06"}, "2022-05-06"),
        ({"added": "2020-12-31"}, "2020-12-31"),
    ],
)
def test_an_entry_is_updated_on_the_day_of_its_row_or_notice(dates: Values, day: str) -> None:
    """[feed-dates]"""
    root = ElementTree.fromstring(feed(LEAST, FULL | dates))  # noqa: S314
    assert [texts("updated", FULL | dates), texts("published", FULL | dates)] == [[f"{day}T00:00:00Z"], ["2021-01-01T00:00:00Z"]]
    assert root.findtext(f"{ATOM}updated") == f"{day}T00:00:00Z"


def test_empty_feed_has_a_date() -> None:
    root = ElementTree.fromstring(feed())  # noqa: S314
    assert root.findtext(f"{ATOM}updated") == "1970-01-01T00:00:00Z"
    assert root.findall(f"{ATOM}entry") == []


def test_ids_do_not_depend_on_other_entries_or_on_the_server() -> None:
    rows = [FULL, LEAST, LEAST | {"title": "Another"}, LEAST | {"doi": SICI}]
    ids = texts("id", *rows)
    assert texts("id", LEAST | {"title": "New"}, *reversed(rows))[1:] == ids[::-1]
    elsewhere = feed(*rows, url=lambda path, **values: "http://127.0.0.1:8080" + endpoint_address(path, values)).decode()
    assert [identifier for identifier in ids if f"<id>{identifier}</id>" not in elsewhere] == []


def test_id_is_the_url_of_the_doi_in_lower_case() -> None:
    """DOI Handbook, section 2.4; RFC 3986, section 2.1."""
    assert texts("id", LEAST | {"doi": SICI}) == ["https://doi.org/10.5555/(sici)1234-5678(2014)12:3%3C101::aid-ex1%3E2.0.co;2"]
    assert texts("id", LEAST | {"doi": "10.5555/A%b#?ÄÖ"}) == ["https://doi.org/10.5555/a%25b%23%3F%C3%84%C3%96"]


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
    """[feed-filters] It has its own address, and refuses parameters that only a list has."""
    feed = feedparser.parse(site.get("/feed.atom?type=review&type=letter&q=a").text)
    rows = site.json("/api/publications?type=review,letter&q=a")["publications"]
    assert sorted(entry.link for entry in feed.entries) == sorted(row["landingPage"] for row in rows) != []
    own = [link.href for link in feed.feed.links if link.rel == "self"]
    assert [feed.feed.id, *own] == [f"{BASE_URL}/feed.atom?q=a&type=review%2Cletter"] * 2
    for name in ("limit", "offset", "sort", "fields", "format", "utm_source"):
        refused = site.get(f"/feed.atom?{name}=1")
        assert (refused.status_code, refused.json()["error"]) == (400, "unknown_parameter")


@pytest.mark.parametrize(
    ("fields", "url"),
    [
        ({"url": "https://a.example.org/", "doi": "10.5555/x", "pubmed": "https://p.example.org/1"}, "https://a.example.org/"),
        ({"doi": "10.5555/x<y", "pubmed": "https://p.example.org/1"}, "https://doi.org/10.5555/x%3Cy"),
        ({"pubmed": "https://p.example.org/1"}, "https://p.example.org/1"),
    ],
)
def test_an_entry_links_to_the_article(fields: Values, url: str) -> None:
    """As feedparser reads it."""
    [entry] = feedparser.parse(feed(LEAST | fields)).entries
    assert [link.href for link in entry.links if link.rel == "related"] == [url]


def test_summary_has_one_period_after_each_part() -> None:
    everyone = "Levi R, Example Study Group, et al."
    assert texts("content", FULL) == [f"{everyone} Journal of Example Radiology. 2021;12(3):101-109."]
    assert texts("content", LEAST | {"journal": "Radiology Now!"}) == ["Example N. Radiology Now! 2014."]
    assert texts("content", LEAST | {"authors": everyone, "journal": "J. Ex."}) == [f"{everyone} J. Ex. 2014."]
