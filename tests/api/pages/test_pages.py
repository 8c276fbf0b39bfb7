"""The profile page in English and in Hebrew: all that the sources hold, read back out of the HTML."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest
import yaml

from tests.conftest import SOURCES, Server
from tests.support.markup import links, listed, page, text, texts, titles
from tests.support.wire import ask, refused

BASE = "https://profile.example.org"


def source(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((SOURCES / name).read_text(encoding="utf-8"))
    return loaded


def in_source(publication: dict[str, Any]) -> str:
    """Where a publication stands, in plain Python."""
    place = publication.get("volume", "") + (f"({publication['issue']})" if "issue" in publication else "")
    pages = f":{publication['pages']}" if "pages" in publication else ""
    return f"{publication['journal']}. {publication['year']}{';' if place else ''}{place}{pages}"


def as_listed(publication: dict[str, Any]) -> dict[str, Any]:
    """What an item of the list should show of a publication."""
    doi = publication.get("doi")
    address = f"https://doi.org/{quote(doi, safe='/:;.,()-_')}" if doi else None
    data = f"/api/publications/{quote(doi, safe='')}" if doi else ""
    shown = [(f"doi:{doi}", address)] if doi else []
    shown += [("PubMed", publication["pubmed"])] if "pubmed" in publication else []
    shown += [("Full text", publication["url"])] if "url" in publication and publication["url"] != address else []
    queries = (
        "format=bibtex",
        "format=ris",
        "format=csl",
        *(f"format=citation&style={style}" for style in ("vancouver", "apa", "ama")),
    )
    names = ("BibTeX", "RIS", "CSL-JSON", "Vancouver", "APA", "AMA")
    return {
        "title": (publication["title"], f"/publications/{quote(doi, safe='')}" if doi else publication.get("url")),
        "authors": publication["authors"],
        "source": in_source(publication),
        "links": shown,
        "cite": [(name, f"{data}?{query}") for name, query in zip(names, queries, strict=True)] if doi else [],
    }


# What the page says


def test_the_person(server: Server) -> None:
    document, profile = page(server, "/"), source("profile.yaml")
    assert texts(document, "//h1") == [f"{profile['name']}, {profile['credentials']}"]
    assert texts(document, "//p[@class='specialty']") == [profile["specialty"]]
    assert links(document, "//p[@class='contact']/a") == [
        (profile["email"], f"mailto:{profile['email']}"),
        (f"ORCID {profile['orcid']}", f"https://orcid.org/{profile['orcid']}"),
        ("Website", profile["links"]["website"]),
        ("Institution", profile["links"]["institution"]),
    ]
    about = document.get_element_by_id("about")
    assert texts(about, ".//h2 | .//li | .//p") == [
        "Positions", *profile["positions"], "Languages", ", ".join(profile["languages"]), "Training", *profile["training"],
    ]  # fmt: skip


def test_the_clinic(server: Server) -> None:
    clinic = source("clinic.yaml")
    section = page(server, "/").get_element_by_id("clinic")
    assert texts(section, ".//h2 | .//h3") == ["Clinic", clinic["name"], "Insurance", "Opening hours"]
    assert texts(section, ".//*[@lang='he']") == [clinic["nameHebrew"]]
    assert links(section) == [
        ("Show on map", "https://www.openstreetmap.org/?mlat=31.5&mlon=34.75#map=17/31.5/34.75"),
        (clinic["phone"], f"tel:{clinic['phone']}"),
        (clinic["email"], f"mailto:{clinic['email']}"),
        ("Book an appointment: online", clinic["bookingLinks"]["online"]),
        ("Book an appointment: referral", clinic["bookingLinks"]["referral"]),
    ]
    assert texts(section, ".//address/p")[0] == f"{clinic['address']} · Show on map"
    assert [" ".join(texts(row, "th | td")) for row in section.xpath(".//table//tr")] == [
        "Day Hours",
        "Sunday 08:30–13:00",
        "Monday 08:30–13:00, 15:00–19:00",
        "Tuesday 08:30–13:00",
        "Wednesday 08:30–13:00, 15:00–19:00",
        "Thursday 08:30–13:00",
        "Friday 08:30–12:00",
        "Saturday Closed",
    ]
    assert texts(section, ".//li") == [
        *clinic["insurance"], "2027-04-21–2027-04-28 (Passover)", "2027-10-01–2027-10-03 (Rosh Hashana)",
    ]  # fmt: skip
    assert texts(section, ".//strong") == ["By appointment only."]
    assert texts(section, ".//p[@class='note']") == ["Times are local (Asia/Jerusalem)."]


NAMES = {
    "en": {
        "diagnostic-ultrasound": "Diagnostic ultrasound",
        "sports-imaging": "Sports imaging",
        "injection": "Injections",
        "procedure": "Procedures",
        "consultation": "Consultations",
        "nerve-ultrasound": "nerve ultrasound",
        "prp-injection": "PRP injection",
        "joint-injection": "joint injection",
    },
    "he": {
        "diagnostic-ultrasound": "אולטרסאונד אבחוני",
        "sports-imaging": "הדמיית ספורט",
        "injection": "הזרקות",
        "procedure": "פעולות",
        "consultation": "ייעוץ",
        "nerve-ultrasound": "אולטרסאונד של עצבים",
        "prp-injection": "הזרקת PRP",
        "joint-injection": "הזרקה למפרק",
    },
}


@pytest.mark.parametrize(("path", "language"), [("/", "en"), ("/he", "he")])
def test_the_services(server: Server, services: list[dict[str, Any]], path: str, language: str) -> None:
    """By category with their tags; in English both names side by side, in Hebrew the Hebrew one."""
    section = page(server, path).get_element_by_id("services")
    shown = [
        (
            text(block.find("h3")),
            [(texts(item, "span/text()")[0].strip(), texts(item, "span[@lang='he']"), texts(item, ".//span[@class='tag']"))
             for item in block.xpath("ul/li")],
        )
        for block in section.xpath("div/div")
    ]  # fmt: skip
    names = NAMES[language]
    assert shown == [
        (
            names[category],
            [
                (
                    service["name"] if language == "en" else service["nameHebrew"],
                    [service["nameHebrew"]] if language == "en" else [],
                    [names[tag] for tag in service.get("tags", [])],
                )
                for service in services
                if service["category"] == category
            ],
        )
        for category in dict.fromkeys(service["category"] for service in services)
    ]


def test_the_research(server: Server) -> None:
    research = source("research.yaml")
    section = page(server, "/").get_element_by_id("research")
    expected = ["Research", " ".join(research["summary"].split())]
    for area in research["areas"]:
        expected += [area["name"], area["nameHebrew"], area["description"], f"Keywords: {', '.join(area['keywords'])}"]
    assert texts(section, ".//h2 | .//h3 | .//p") == expected


def test_the_publications(server: Server, publications: list[dict[str, Any]]) -> None:
    document = page(server, "/")
    assert listed(document) == [as_listed(publication) for publication in publications]
    assert texts(document, "//p[@role='status']") == ["13 publications"]


def test_the_picture(server: Server) -> None:
    """Publications per year: a bar for each, in proportion, each a link; years without any keep their place."""
    svg = page(server, "/").xpath("//figure/svg")[0]
    assert texts(svg, "title") == ["Publications per year"]
    counts = {2014: 1, 2016: 1, 2017: 1, 2019: 1, 2020: 1, 2021: 2, 2022: 1, 2023: 2, 2024: 1, 2025: 2}
    assert [(bar.get("aria-label"), bar.get("href")) for bar in svg.xpath("a")] == [
        (f"{year} ({count})", f"/?year={year}#publications") for year, count in counts.items()
    ]
    assert [(float(rect.get("y")), float(rect.get("height"))) for rect in svg.xpath("a/rect")] == [
        (120 - 60 * count, 60 * count) for count in counts.values()
    ]
    step = 640 / 12
    assert [float(rect.get("x")) for rect in svg.xpath("a/rect")] == [
        pytest.approx((year - 2014) * step + 0.14 * step, abs=0.01) for year in counts
    ]
    assert texts(svg, "g/text") == [*map(str, range(2014, 2026)), *map(str, counts.values())]


def test_the_credit_and_the_downloads(server: Server) -> None:
    document, site = page(server, "/"), source("site.yaml")
    assert texts(document, "//section[@id='credit']/blockquote") == [site["attribution"]]
    assert links(document, "//section[@id='credit']/p[1]/a") == [("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/")]
    shown = links(document, "//section[@id='publications']/p[last()]/a")
    assert shown == [
        ("BibTeX", "/api/export.bib"),
        ("RIS", "/api/export.ris"),
        ("CSL-JSON", "/api/export.csl.json"),
        ("CSV", "/api/export.csv"),
        ("Feed of new publications", "/feed.atom"),
    ]


def test_every_link_within_the_site_answers(server: Server) -> None:
    """On all pages."""
    found = set()
    for path in ("/", "/he", "/publications/10.5555%2Fmsk.2021.001", "/api/docs"):
        document = page(server, path)
        found |= {address.partition("#")[0] for address in document.xpath("//@href | //@src | //@action")}
        anchors = [address[1:] for address in document.xpath("//@href") if address.startswith("#")]
        assert [anchor for anchor in filter(None, anchors) if not document.xpath(f"//*[@id='{anchor}']")] == []
    inside = sorted(address for address in found if address.startswith("/"))
    assert len(inside) > 100
    assert [address for address in inside if server.get(address).status_code != 200] == []


# Languages


def test_hebrew(server: Server) -> None:
    document, clinic = page(server, "/he"), source("clinic.yaml")
    assert (document.get("lang"), document.get("dir")) == ("he", "rtl")
    assert texts(document, "//h2") == [
        "תפקידים", "שפות", "הכשרה", "מרפאה", "שירותים", "מחקר", "פרסומים", "תנאי שימוש וקרדיט",
    ]  # fmt: skip
    assert texts(document, "//section[@id='clinic']//h3") == [clinic["nameHebrew"], "הסדרי ביטוח", "שעות פתיחה"]
    assert texts(document, "//section[@id='clinic']//th[@scope='row']") == [
        "ראשון",
        "שני",
        "שלישי",
        "רביעי",
        "חמישי",
        "שישי",
        "שבת",
    ]
    areas = [area["nameHebrew"] for area in source("research.yaml")["areas"]]
    assert texts(document, "//section[@id='research']//h3") == areas
    assert len(titles(document)) == 13


def test_each_language_leads_to_the_other(server: Server) -> None:
    assert links(page(server, "/"), "//li[@class='language']/a") == [("עברית", "/he")]
    assert links(page(server, "/he"), "//li[@class='language']/a") == [("English", "/")]


def test_both_languages_say_the_same(server: Server) -> None:
    """The same sections with as many entries, links and bars."""
    both = [page(server, path) for path in ("/", "/he")]
    for path in ("//section/@id", "//section//a", "//li", "//tr", "//rect", "//option", "//form//@name"):
        english, hebrew = (document.xpath(path) for document in both)
        assert len(english) == len(hebrew) > 0, path


# The head


@pytest.mark.parametrize(("path", "locale", "other"), [("/", "en_US", "he_IL"), ("/he", "he_IL", "en_US")])
def test_what_search_engines_and_networks_read(server: Server, path: str, locale: str, other: str) -> None:
    document = page(server, f"{path}?year=2021&q=nerve")
    assert texts(document, "//head/title") == ["Dr. Noa Example, MD, PhD · Musculoskeletal radiology"]
    assert texts(document, "//link[@rel='canonical']/@href") == [BASE + path]
    assert [(link.get("hreflang"), link.get("href")) for link in document.xpath("//link[@hreflang]")] == [
        ("en", f"{BASE}/"), ("he", f"{BASE}/he"), ("x-default", f"{BASE}/"),
    ]  # fmt: skip
    assert {meta.get("property"): meta.get("content") for meta in document.xpath("//meta[@property]")} == {
        "og:site_name": "Dr. Noa Example",
        "og:url": BASE + path,
        "og:type": "profile",
        "og:title": "Dr. Noa Example, MD, PhD",
        "og:description": "Musculoskeletal radiology. Head of Musculoskeletal Ultrasound, Example Medical Center.",
        "og:locale": locale,
        "og:locale:alternate": other,
        "og:image": f"{BASE}/card.png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": "Publications per year" if path == "/" else "פרסומים לפי שנה",
    }


def test_structured_data_is_that_of_its_own_address(server: Server) -> None:
    [script] = page(server, "/").xpath("//script[@type='application/ld+json']/text()")
    assert json.loads(script) == server.json("/profile.jsonld")


# Filters without JavaScript


@pytest.mark.parametrize(
    "query",
    [
        "q=nerve",
        "q=nerve&year=2021&journal=",
        "q=&year=&journal=",
        "year=2023",
        "journal=Journal+of+Example+Radiology",
        "q=levi&journal=radiology",
        "year=-5",
        "q=nothing+of+the+kind",
        "q=nerve&utm_source=x&fbclid=y",
        "offset=12",
        "offset=13",
        "q=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E",
    ],
)
@pytest.mark.parametrize("path", ["/", "/he"])
def test_filters(server: Server, path: str, query: str) -> None:
    """The page shows what the API answers to the same filters; what is blank, and what others add to links, is no filter."""
    pairs = [pair for pair in query.split("&") if not pair.endswith("=") and not pair.startswith(("utm", "fbclid"))]
    answer = server.get(f"/api/publications?{'&'.join([*pairs, 'limit=50'])}")
    document = page(server, f"{path}?{query}")
    assert titles(document) == [publication["title"] for publication in answer.json()["publications"]]
    total = int(answer.headers["x-total-count"])
    found = text(document.xpath("//p[@role='status']")[0])
    if path == "/":
        singular = "1 publication" if total == 1 else f"{total} publications"
        assert found == (singular if total else "No publications match. Try fewer words.")
    assert document.xpath("count(//script)") == 2


def test_the_form_shows_what_was_asked(server: Server) -> None:
    document = page(server, "/?q=%22nerve%22+%3C&year=2021&journal=Journal+of+Example+Radiology")
    form = document.xpath("//form")[0]
    assert form.get("action") == "/#publications"
    assert form.xpath(".//input/@value") == ['"nerve" <']
    assert form.xpath(".//option[@selected]/@value") == ["2021", "Journal of Example Radiology"]
    years = {option.get("value"): text(option) for option in form.xpath(".//select[@name='year']/option")}
    assert list(years.items())[:3] == [("", "All years"), ("2025", "2025 (2)"), ("2024", "2024 (1)")]
    assert document.xpath("//svg/a[@aria-current]/@aria-label") == ["2021 (2)"]


@pytest.mark.parametrize(
    ("query", "named"), [("year=x", 'year is "x"'), ("offset=-1", 'offset is "-1"'), ("q=a&q=b", "q is given"), ("q=%FF", "q is")]
)
def test_what_is_no_filter_is_refused_in_words(server: Server, query: str, named: str) -> None:
    assert named in refused(ask(server, f"/?{query}"), 400, "invalid_parameter")
