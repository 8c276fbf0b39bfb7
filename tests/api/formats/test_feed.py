"""The Atom feed: its bytes, what RFC 4287 requires of it, and what a reader of feeds makes of it."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from typing import Any

import feedparser
import pytest

from api.formats.atom import atom

Publication = dict[str, Any]

BASE = "https://profile.example.org"
ATOM = "{http://www.w3.org/2005/Atom}"
INSTANT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
# RFC 3986, section 2: what an address may be written with.
ADDRESS = re.compile(r"[a-z]+:([A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-F]{2})+")
SICI = "10.5555/(SICI)1234-5678(2014)12:3<101::AID-EX1>2.0.CO;2"
FULL: Publication = {
    "title": "Is <i>x</i> & y > 1?",
    "authors": "Levi R, Example N, Example Study Group, et al",
    "journal": "Journal of Example Radiology",
    "year": 2021,
    "volume": "12",
    "issue": "3",
    "pages": "101-109",
    "doi": "10.5555/MSK.2021.001",
    "url": "https://journals.example.org/msk?a=1&b=2",
}
BARE: Publication = {"title": "סונוגרפיה של עצב", "authors": "Example N", "journal": "Radiología", "year": 2014}
WHOLE = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>https://profile.example.org/feed.atom</id>
<updated>2021-01-01T00:00:00Z</updated>
<link rel="self" href="https://profile.example.org/feed.atom" type="application/atom+xml"/>
<link rel="alternate" href="https://profile.example.org/api/publications" type="application/json"/>
<title>Publications</title>
<author><name>Dr. Noa Example</name></author>
<rights>CC BY 4.0</rights>
<entry>
<id>https://doi.org/10.5555/msk.2021.001</id>
<title>Is &lt;i&gt;x&lt;/i&gt; &amp; y &gt; 1?</title>
<updated>2021-01-01T00:00:00Z</updated>
<published>2021-01-01T00:00:00Z</published>
<author><name>Levi R</name></author>
<author><name>Example N</name></author>
<author><name>Example Study Group</name></author>
<link rel="alternate" href="https://journals.example.org/msk?a=1&amp;b=2"/>
<content type="text">Levi R, Example N, Example Study Group, et al. Journal of Example Radiology. 2021;12(3):101-109.</content>
</entry>
<entry>
<id>urn:uuid:63ef3cdd-045f-582c-a5e0-80d5e9b58a26</id>
<title>סונוגרפיה של עצב</title>
<updated>2014-01-01T00:00:00Z</updated>
<published>2014-01-01T00:00:00Z</published>
<author><name>Example N</name></author>
<link rel="alternate" href="https://profile.example.org/api/publications?year=2014"/>
<content type="text">Example N. Radiología. 2014.</content>
</entry>
</feed>
"""


def feed(*publications: Publication, base_url: str = BASE) -> bytes:
    return atom(publications, base_url=base_url, title="Publications", author="Dr. Noa Example", rights="CC BY 4.0")


def parsed(*publications: Publication) -> ET.Element:
    return ET.fromstring(feed(*publications))  # noqa: S314


def ids(*publications: Publication) -> list[str]:
    return [found.text or "" for found in parsed(*publications).iterfind(f"{ATOM}entry/{ATOM}id")]


def test_the_whole_document() -> None:
    assert feed(BARE, FULL).decode() == WHOLE


def test_a_feed_reader_reads_it_back() -> None:
    read = feedparser.parse(feed(FULL, BARE))
    assert (read.bozo, read.version, read.encoding) == (False, "atom10", "utf-8")
    assert (read.feed.title, read.feed.author, read.feed.rights) == ("Publications", "Dr. Noa Example", "CC BY 4.0")
    first, second = read.entries
    assert first.id == "https://doi.org/10.5555/msk.2021.001"
    assert [author.name for author in first.authors] == ["Levi R", "Example N", "Example Study Group"]
    assert first.link == FULL["url"]
    assert (second.title, second.published) == (BARE["title"], "2014-01-01T00:00:00Z")
    assert second.content[0] == {
        "type": "text/plain",
        "language": None,
        "base": "",
        "value": "Example N. Radiología. 2014.",
    }


@pytest.mark.parametrize(
    "publications",
    [
        (),
        (FULL, BARE),
        (BARE | {"authors": "et al"},),
        (BARE | {"doi": SICI}, BARE | {"doi": "10.5555/a%2Fü²", "pubmed": "https://pubmed.example.org/1"}),
        tuple(BARE | {"title": title, "journal": title} for title in ("\x00", "]]>", " \n ", "\"'&<", "\ud800\ufffe\U0001f600")),
    ],
)
def test_what_the_rfc_requires(publications: tuple[Publication, ...]) -> None:
    """RFC 4287, sections 4.1.1 and 4.1.2."""
    root = parsed(*publications)
    entries = root.findall(f"{ATOM}entry")
    assert root.tag == f"{ATOM}feed"
    assert len(entries) == len(publications)
    for element in (root, *entries):
        for name in ("id", "title", "updated"):
            assert len(element.findall(ATOM + name)) == 1
        assert INSTANT.fullmatch(element.findtext(f"{ATOM}updated", ""))
        assert ADDRESS.fullmatch(element.findtext(f"{ATOM}id", ""))
        links = element.findall(f"{ATOM}link")
        assert all(ADDRESS.fullmatch(link.attrib["href"]) for link in links)
        assert [link.attrib["rel"] for link in links] == (["self", "alternate"] if element is root else ["alternate"])
    assert root.findtext(f"{ATOM}author/{ATOM}name") == "Dr. Noa Example"  # stands for the authors of an entry without any
    found = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert len(set(found)) == len(found)
    read = feedparser.parse(feed(*publications))
    assert not read.bozo
    assert len(read.entries) == len(publications)


def test_a_feed_without_entries_says_when_it_changed_as_well() -> None:
    assert parsed().findtext(f"{ATOM}updated") == "1970-01-01T00:00:00Z"


def test_ids_stay_whatever_comes_beside_them_and_wherever_the_feed_is_served() -> None:
    rows = [FULL, BARE, BARE | {"title": "Another"}, BARE | {"doi": SICI}]
    before = ids(*rows)
    assert set(ids(BARE | {"year": 2025, "title": "New"}, *reversed(rows))) > set(before)
    elsewhere = feed(*rows, base_url="http://127.0.0.1:8080").decode()
    assert [found for found in before if f"<id>{found}</id>" not in elsewhere] == []


def test_values_that_are_filled_in_later_leave_the_id_as_it_is() -> None:
    assert ids(BARE) == ids(BARE | {"volume": "3", "issue": "1", "pages": "7", "url": "https://journals.example.org/1"})


def test_a_doi_is_an_address_in_lower_case() -> None:
    """DOI Handbook, section 2.4; RFC 3986, section 2.1."""
    assert ids(BARE | {"doi": SICI}) == ["https://doi.org/10.5555/(sici)1234-5678(2014)12:3%3C101::aid-ex1%3E2.0.co;2"]
    assert ids(BARE | {"doi": "10.5555/A%b#?ÄÖ"}) == ["https://doi.org/10.5555/a%25b%23%3F%C3%84%C3%96"]


def test_what_is_listed_twice_is_one_entry() -> None:
    assert len(ids(BARE, BARE | {"volume": "3"}, FULL, FULL | {"doi": FULL["doi"].lower()})) == 2


def test_the_newest_year_comes_first_and_a_year_keeps_its_order() -> None:
    rows = [BARE | {"title": title, "year": year} for title, year in (("a", 2014), ("b", 2021), ("c", 2014), ("d", 2021))]
    titles = [found.text for found in parsed(*rows).iterfind(f"{ATOM}entry/{ATOM}title")]
    assert titles == ["b", "d", "a", "c"]


@pytest.mark.parametrize(
    ("fields", "link"),
    [
        ({"url": "https://a.example.org/", "doi": "10.5555/x", "pubmed": "https://p.example.org/1"}, "https://a.example.org/"),
        ({"doi": SICI, "pubmed": "https://p.example.org/1"}, "https://doi.org/" + SICI.replace("<", "%3C").replace(">", "%3E")),
        ({"pubmed": "https://p.example.org/1"}, "https://p.example.org/1"),
        ({}, "https://profile.example.org/api/publications?year=2014"),
    ],
)
def test_the_link_is_the_nearest_to_the_article(fields: Publication, link: str) -> None:
    found = parsed(BARE | fields).find(f"{ATOM}entry/{ATOM}link")
    assert found is not None
    assert found.attrib == {"rel": "alternate", "href": link}


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({}, "2014."),
        ({"volume": "12"}, "2014;12."),
        ({"issue": "3"}, "2014;(3)."),
        ({"pages": "e214"}, "2014:e214."),
        ({"volume": "12", "pages": "1-9"}, "2014;12:1-9."),
        ({"journal": "Radiology Now!"}, "Example N. Radiology Now! 2014."),
        ({"authors": "Levi R, et al.", "journal": "J. Example."}, "Levi R, et al. J. Example. 2014."),
    ],
)
def test_the_line_of_an_entry(fields: Publication, place: str) -> None:
    assert parsed(BARE | fields).findtext(f"{ATOM}entry/{ATOM}content", "").endswith(place)


def test_characters_that_xml_cannot_hold_are_dropped() -> None:
    """XML 1.0, section 2.2; what divides lines becomes a blank."""
    title = "a\x00b\x0bc\x7fd\x9fe\ufffef\ud800g\r\n\th\u2028i ]]> \u05d0 α \U0001f600"
    assert parsed(BARE | {"title": title}).findtext(f"{ATOM}entry/{ATOM}title") == "abcdefg h i ]]> \u05d0 α \U0001f600"


def test_any_text_makes_a_feed() -> None:
    chance = random.Random(7)  # noqa: S311
    for _ in range(50):
        text = "".join([chr(chance.choice((chance.randrange(0x300), chance.randrange(0x110000)))) for _ in range(40)])
        read = feedparser.parse(feed(BARE | {"title": text, "authors": text, "journal": text}))
        assert not read.bozo
