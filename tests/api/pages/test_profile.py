"""The profile page in English and Hebrew: everything that the sources contain, read back from the HTML."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import yaml

from tests.conftest import SOURCES
from tests.support.markup import links, listed, text, texts, titles
from tests.support.messages import HEADER, edit
from tests.support.own import write_csv
from tests.support.site import Site, serving, serving_edited

BASE = "https://profile.example.org"
PUBLICATION = "/publications/10.5555%2Fmsk.2021.001"
HOSTILE = """</script><script>alert(1)</script> "'><img src=x onerror=alert(1)> &amp; {{ 7 * 7 }} ${x}"""
HOSTILE_PAGE = "/publications/10.5555%2F%3Cx%3E%22%27%26%3F%23%252F"


def source(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((SOURCES / name).read_text(encoding="utf-8"))
    return loaded


def item(publication: dict[str, Any]) -> dict[str, Any]:
    """Return what the list should show of a publication."""
    doi = publication.get("doi")
    address = f"https://doi.org/{quote(doi, safe='/:;.,()-_')}" if doi else None
    data = f"/api/publications/{quote(doi, safe='')}" if doi else ""
    shown = [(f"doi:{doi}", address)] if doi else []
    shown += [("PubMed", publication["pubmed"])] if "pubmed" in publication else []
    shown += [("Full text", publication["url"])] if "url" in publication and publication["url"] != address else []
    number = publication.get("volume", "") + (f"({publication['issue']})" if "issue" in publication else "")
    pages = f":{publication['pages']}" if "pages" in publication else ""
    formats = {"BibTeX": "format=bibtex", "RIS": "format=ris", "CSL-JSON": "format=csl"}
    styles = {name: f"format=citation&style={name.lower()}" for name in ("Vancouver", "APA", "AMA")}
    return {
        "title": (publication["title"], f"/publications/{quote(doi, safe='')}" if doi else publication.get("url")),
        "authors": publication["authors"],
        "source": f"{publication['journal']}. {publication['year']}{';' if number else ''}{number}{pages}",
        "links": shown,
        "cite": [(name, f"{data}?{query}") for name, query in {**formats, **styles}.items()] if doi else [],
    }


# Content


def test_the_person(site: Site) -> None:
    document, profile = site.page("/"), source("profile.yaml")
    assert texts(document, "//h1") == [f"{profile['name']}, {profile['credentials']}"]
    assert texts(document, "//p[@class='specialty']") == [profile["specialty"]]
    assert links(document, "//p[@class='contact']/a") == [
        (profile["email"], f"mailto:{profile['email']}"),
        (f"ORCID {profile['orcid']}", f"https://orcid.org/{profile['orcid']}"),
        ("Website", profile["links"]["website"]),
        ("Institution", profile["links"]["institution"]),
    ]
    assert texts(document.get_element_by_id("about"), ".//h2 | .//li | .//p") == [
        "Positions", *profile["positions"], "Languages", ", ".join(profile["languages"]), "Training", *profile["training"],
    ]  # fmt: skip


def test_the_clinic(site: Site) -> None:
    clinic, section = source("clinic.yaml"), site.page("/").get_element_by_id("clinic")
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
    assert f"Part of {clinic['parent']}" in texts(section, ".//p")
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


@pytest.mark.parametrize(
    ("path", "categories", "tags"),
    [
        (
            "/",
            ["Diagnostic ultrasound", "Sports imaging", "Injections", "Procedures", "Consultations"],
            {"nerve-ultrasound": "nerve ultrasound", "prp-injection": "PRP injection", "joint-injection": "joint injection"},
        ),
        (
            "/he",
            ["אולטרסאונד אבחוני", "הדמיה ברפואת ספורט", "הזרקות", "פעולות רפואיות", "ייעוץ"],
            {"nerve-ultrasound": "אולטרסאונד עצבים", "prp-injection": "הזרקת PRP", "joint-injection": "הזרקה למפרק"},
        ),
    ],
)
def test_the_services(site: Site, services: list[dict[str, Any]], path: str, categories: list[str], tags: dict[str, str]) -> None:
    """Grouped by category with their tags; in English both names side by side, in Hebrew the Hebrew one."""
    section = site.page(path).get_element_by_id("services")
    assert texts(section, ".//h3") == categories
    shown = [
        (texts(row, "span/text()")[0].strip(), texts(row, "span[@lang='he']"), texts(row, ".//span[@class='tag']"))
        for row in section.xpath(".//li")
    ]
    order = [*dict.fromkeys(service["category"] for service in services)]
    assert shown == [
        (
            service["name"] if path == "/" else service["nameHebrew"],
            [service["nameHebrew"]] if path == "/" else [],
            [tags[tag] for tag in service.get("tags", [])],
        )
        for service in sorted(services, key=lambda service: order.index(service["category"]))
    ]


def test_the_research(site: Site) -> None:
    research, section = source("research.yaml"), site.page("/").get_element_by_id("research")
    expected = ["Research", " ".join(research["summary"].split())]
    for area in research["areas"]:
        expected += [area["name"], area["nameHebrew"], area["description"], f"Keywords: {', '.join(area['keywords'])}"]
    assert texts(section, ".//h2 | .//h3 | .//p") == expected


def test_the_publications(site: Site, publications: list[dict[str, Any]]) -> None:
    document = site.page("/")
    assert listed(document) == [item(publication) for publication in publications]
    assert texts(document, "//p[@role='status']") == ["13 publications"]
    assert links(document, "//section[@id='publications']/p[last()]/a") == [
        ("BibTeX", "/api/export.bib"),
        ("RIS", "/api/export.ris"),
        ("CSL-JSON", "/api/export.csl.json"),
        ("CSV", "/api/export.csv"),
        ("Feed of new publications", "/feed.atom"),
    ]


def test_the_licence_and_the_credit(site: Site) -> None:
    section = site.page("/").get_element_by_id("credit")
    assert texts(section, "p") == [
        "The data on this page may be used under CC BY 4.0. Please credit:",
        "For developers: API, JSON-LD, llms.txt, OpenAPI",
    ]
    assert links(section, "p[1]/a") == [("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/")]
    assert texts(section, "blockquote") == [source("site.yaml")["attribution"]]


def test_every_internal_link_answers(site: Site) -> None:
    found = set()
    for path in ("/", "/he", PUBLICATION, "/api/docs"):
        document = site.page(path)
        found |= {address.partition("#")[0] for address in document.xpath("//@href | //@src | //@action")}
        anchors = [address[1:] for address in document.xpath("//@href") if address.startswith("#")]
        assert [anchor for anchor in filter(None, anchors) if not document.xpath(f"//*[@id='{anchor}']")] == []
    inside = sorted(address for address in found if address.startswith("/"))
    assert len(inside) > 100
    assert [address for address in inside if site.get(address).status_code != 200] == []


# Hebrew


def test_hebrew(site: Site) -> None:
    """All words of the page; text that the owner wrote in English only is marked as English."""
    document, clinic = site.page("/he"), source("clinic.yaml")
    assert (document.get("lang"), document.get("dir")) == ("he", "rtl")
    assert texts(document, "//h2") == [
        "תפקידים", "שפות", "הכשרה", "מרפאה", "שירותים", "מחקר", "פרסומים", "תנאי שימוש וקרדיט",
    ]  # fmt: skip
    section = document.get_element_by_id("clinic")
    assert texts(section, ".//h3") == [clinic["nameHebrew"], "הסדרי ביטוח", "שעות פתיחה"]
    assert texts(section, ".//th[@scope='row']") == ["ראשון", "שני", "שלישי", "רביעי", "חמישי", "שישי", "שבת"]
    assert f"חלק מ־{clinic['parent']}" in texts(section, ".//p")
    assert texts(section, ".//p[@class='note']") == ["השעות לפי השעון המקומי (Asia/Jerusalem)."]
    areas = [area["nameHebrew"] for area in source("research.yaml")["areas"]]
    assert texts(document, "//section[@id='research']//h3") == areas
    assert texts(document, "//p[@role='status']") == ["13 פרסומים"]
    assert texts(document, "//p[@class='specialty']/bdi[@lang='en']") == [source("profile.yaml")["specialty"]]


def test_both_languages_have_the_same_structure(site: Site) -> None:
    """The same sections with as many entries, links and bars, and a link to the other language."""
    both = [site.page(path) for path in ("/", "/he")]
    for path in ("//section/@id", "//section//a", "//li", "//tr", "//rect", "//option", "//form//@name"):
        english, hebrew = (document.xpath(path) for document in both)
        assert len(english) == len(hebrew) > 0, path
    assert [links(document, "//li[@class='language']/a") for document in both] == [[("עברית", "/he")], [("English", "/")]]


# Head


@pytest.mark.parametrize(("path", "locale", "other"), [("/", "en_US", "he_IL"), ("/he", "he_IL", "en_US")])
def test_metadata_for_search_engines_and_link_previews(site: Site, path: str, locale: str, other: str) -> None:
    document = site.page(f"{path}?year=2021&q=nerve")
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
    [structured] = document.xpath("//script[@type='application/ld+json']/text()")
    assert json.loads(structured) == site.json("/profile.jsonld")


# Search


@pytest.mark.parametrize(
    ("query", "same", "found"),
    [
        ("q=nerve&year=2021&journal=", "q=nerve&year=2021", "2 publications"),
        ("q=&year=&journal=", "", "13 publications"),
        ("journal=Journal+of+Example+Radiology", "journal=Journal+of+Example+Radiology", "3 publications"),
        ("q=nerve&utm_source=x&fbclid=y", "q=nerve", "4 publications"),
        ("offset=12", "offset=12", "13 publications"),
        ("year=-5", "year=-5", "No publications match. Try fewer words."),
        ("q=%22%3E%3Cscript%3E", "q=%22%3E%3Cscript%3E", "No publications match. Try fewer words."),
    ],
)
def test_search(site: Site, query: str, same: str, found: str) -> None:
    """The page lists what the API answers. Empty fields and parameters of trackers are ignored."""
    document = site.page(f"/?{query}")
    assert titles(document) == [publication["title"] for publication in site.json(f"/api/publications?{same}")["publications"]]
    assert texts(document, "//p[@role='status']") == [found]
    assert document.xpath("count(//script)") == 2


def test_the_form_keeps_its_values(site: Site) -> None:
    document = site.page("/?q=%22nerve%22+%3C&year=2021&journal=Journal+of+Example+Radiology")
    form = document.xpath("//form")[0]
    assert form.get("action") == "/#publications"
    assert form.xpath(".//input/@value") == ['"nerve" <']
    assert form.xpath(".//option[@selected]/@value") == ["2021", "Journal of Example Radiology"]
    years = {option.get("value"): text(option) for option in form.xpath(".//select[@name='year']/option")}
    assert list(years.items())[:3] == [("", "All years"), ("2025", "2025 (2)"), ("2024", "2024 (1)")]
    assert document.xpath("//svg/a[@aria-current]/@aria-label") == ["2021 (2)"]


@pytest.mark.parametrize(
    ("query", "named"), [("year=x", 'year is "x"'), ("offset=-1", 'offset is "-1"'), ("q=a&q=b", "q is given")]
)
def test_an_invalid_value_is_refused(site: Site, query: str, named: str) -> None:
    response = site.get(f"/?{query}")
    assert (response.status_code, response.json()["error"]) == (400, "invalid_parameter")
    assert named in response.json()["error_description"]


def test_pages_of_a_long_list(tmp_path: Path) -> None:
    """Fifty publications per page; the links keep the filters and visit every publication once, forwards and backwards."""
    rows = [[f"Title {n}", "Example N", f"Journal {n % 2}", 2020, "", "", "", f"10.5555/{n}", "", ""] for n in range(220)]
    with serving_edited(tmp_path, lambda folder: write_csv(folder / "publications.csv", HEADER.split(","), rows)) as site:
        forwards, backwards = [], []
        address = last = "/he?journal=Journal+1"
        while address:
            document, last = site.page(address), address
            forwards.append(titles(document))
            [address] = document.xpath("//a[@rel='next']/@href")
        while last:
            document = site.page(last)
            backwards.append(titles(document))
            [last] = document.xpath("//a[@rel='prev']/@href")
    assert [len(page) for page in forwards] == [50, 50, 10]
    assert [title for page in forwards for title in page] == [f"Title {n}" for n in range(1, 220, 2)]
    assert backwards == forwards[::-1]


# Other data


@pytest.fixture(scope="module")
def least(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Only required fields, and markup in all of them."""

    def edit(folder: Path) -> None:
        (folder / "profile.yaml").write_text(yaml.safe_dump({"name": HOSTILE, "specialty": HOSTILE, "positions": [HOSTILE]}))
        (folder / "clinic.yaml").write_text(yaml.safe_dump({"name": HOSTILE, "address": HOSTILE, "phone": HOSTILE}))
        (folder / "research.yaml").write_text(yaml.safe_dump({"areas": [{"name": HOSTILE}]}))
        write_csv(folder / "services.csv", ["name", "nameHebrew", "category", "tags"], [[HOSTILE, "", "", ""]])
        rows = [
            [HOSTILE, HOSTILE, HOSTILE, 2020, HOSTILE, HOSTILE, HOSTILE, "10.5555/<x>\"'&?#%2F", "", ""],
            ["Plain", "Example N", "Journal", 2020, "", "", "", "", "", ""],
        ]
        write_csv(folder / "publications.csv", HEADER.split(","), rows)

    with serving_edited(tmp_path_factory.mktemp("least"), edit) as site:
        yield site


@pytest.mark.parametrize("path", ["/", "/he"])
def test_missing_values_leave_nothing_behind(least: Site, path: str) -> None:
    document = least.page(path)
    assert document.xpath("//section[@id='clinic']//a/@href") == [f"tel:{HOSTILE.replace(' ', '')}"]
    assert document.xpath("//table | //time | //p[@class='note'] | //*[@class='tag'] | //*[@lang='he' and @class='beside']") == []
    assert document.xpath("//p[@class='contact']/a") == []
    assert [shown["title"] for shown in listed(document)] == [(HOSTILE, HOSTILE_PAGE), ("Plain", None)]
    assert texts(document, "//section[@id='services']//h3") == ["Other services" if path == "/" else "שירותים נוספים"]
    assert not [shown for shown in texts(document, "//body//*") if "None" in shown or "undefined" in shown.lower()]


@pytest.mark.parametrize("path", ["/", "/he", HOSTILE_PAGE])
def test_text_is_never_markup(least: Site, path: str) -> None:
    document = least.page(path)
    assert document.xpath("//img | //@onerror") == []
    scripts = [script for script in document.xpath("//script") if script.get("type") != "application/ld+json"]
    assert [script.get("src", "").partition("?")[0] for script in scripts] == ["/assets/page.js"] * (path != HOSTILE_PAGE)
    [structured] = document.xpath("//script[@type='application/ld+json']/text()")
    assert HOSTILE in json.dumps(json.loads(structured)).encode().decode("unicode_escape")
    assert text(document.xpath("//h1")[0]) == HOSTILE


def test_a_new_category_and_a_new_tag(tmp_path: Path) -> None:
    """One edit of datapackage.yaml: pages show the label, or the value if it has none, and the API accepts it as a filter."""

    def change(folder: Path) -> None:
        edit(folder, "datapackage.yaml", "procedure, consultation]", "procedure, consultation, laser]")
        edit(folder, "datapackage.yaml", "consultation: {en:", "laser: {en: Laser therapy}\n            consultation: {en:")
        edit(folder, "datapackage.yaml", "prp-injection, joint-injection]", "prp-injection, joint-injection, urgent]")
        write_csv(folder / "services.csv", ["name", "nameHebrew", "category", "tags"], [["Scar laser", "", "laser", "urgent"]])

    with serving_edited(tmp_path, change) as site:
        shown = [texts(site.page(path).get_element_by_id("services"), ".//h3 | .//span[@class='tag']") for path in ("/", "/he")]
        assert shown == [["Laser therapy", "urgent"], ["laser", "urgent"]]
        assert [service["name"] for service in site.json("/api/services?category=laser&tag=urgent")["services"]] == ["Scar laser"]
        parameters = {entry["path"]: entry["parameters"] for entry in site.json("/api")["endpoints"]}["/api/services"]
        assert [parameter["enum"][-1] for parameter in parameters] == ["urgent", "urgent"]
        described = site.json("/api/openapi.json")["paths"]["/api/services"]["get"]["parameters"]
        assert [parameter["schema"]["enum"] for parameter in described] == [parameter["enum"] for parameter in parameters]


def test_no_publications(tmp_path: Path) -> None:
    with serving_edited(tmp_path, lambda folder: write_csv(folder / "publications.csv", HEADER.split(","), [])) as site:
        document = site.page("/")
        assert (titles(document), document.xpath("//svg | //figure")) == ([], [])
        assert texts(document, "//p[@role='status']") == ["No publications match. Try fewer words."]
        assert site.get("/", Accept="text/markdown").status_code == 200


def test_a_base_address_with_a_path(example_database: Path) -> None:
    """All internal links begin with the path of the base address."""
    with serving(example_database, base_url="https://example.org/people/noa") as site:
        for path in ("/", "/he", PUBLICATION, "/api/docs"):
            document = site.page(path)
            addresses = [
                address for address in document.xpath("//@href | //@src | //@action | //@data-root") if address.startswith("/")
            ]
            assert addresses
            assert [address for address in addresses if not address.startswith("/people/noa")] == []
            assert texts(document, "//link[@rel='canonical']/@href") == [f"https://example.org/people/noa{path}"]
