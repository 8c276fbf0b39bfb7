"""The profile page in English and Hebrew: everything that the sources contain, read back from the HTML."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from api.pages.home import split_biography
from bench.synthetic import write_csv
from tests.conftest import BASE_URL, SOURCES
from tests.support.languages import in_code, remove_hebrew
from tests.support.markup import links, text, texts, titles
from tests.support.messages import append, edit, write
from tests.support.own import announce
from tests.support.site import Site, serving_edited


def source(name: str) -> Any:
    return yaml.safe_load((SOURCES / name).read_text(encoding="utf-8"))


def test_the_person(site: Site) -> None:
    """The header: who it is, the promise and the first thing to do; then the rest of the biography, and positions."""
    document, profile = site.page("/"), source("profile.yaml")
    header = document.xpath("//main/header")[0]
    promise, _, rest = profile["bio"].replace("*", "").partition("\n\n")
    assert texts(
        header, ".//h1/span | .//h1/text() | .//h1/small | .//div[@class='identity']/p | div[@class='reach']//p[not(a)]"
    ) == [
        *(profile["specialty"], "Dr.", " Noa Example ", profile["credentials"], profile["positions"][0]),
        *(promise, "Hebrew, English and French"),
    ]
    assert links(header) == [
        ("Book a video consultation", "https://booking.example.org/video"),
        ("+972-0-555-0109", "tel:+97205550109"),
    ]
    about = document.get_element_by_id("about")
    bio = rest.replace("\n\n", "\n").replace("\n- ", "\n")
    assert texts(about, ".//h2 | .//h3 | .//li | .//p[not(@class='links')]") == [
        "About",
        *bio.splitlines(),
        "Positions",
        *profile["positions"],
    ]
    assert links(about) == [
        *(("ORCID", f"https://orcid.org/{profile['orcid']}"), ("Institution", profile["links"]["institution"])),
        (profile["email"], f"mailto:{profile['email']}"),
    ]


@pytest.mark.parametrize(
    ("biography", "promise", "rest"),
    [
        ("I treat Dr. Rossi. I *run*.\n\nI teach.", "<p>I treat Dr. Rossi. I <em>run</em>.</p>", ["<p>I teach.</p>"]),
        ("One\nTwo\n- Three", "<p>One<br>Two</p>", ["<ul><li>Three</li></ul>"]),
        ("- A list\n\nA text", "", ["<ul><li>A list</li></ul>", "<p>A text</p>"]),
        ("", "", []),
    ],
    ids=["two paragraphs", "a line break", "no paragraph comes first", "none"],
)
def test_the_first_paragraph_is_at_the_top(biography: str, promise: str, rest: list[str]) -> None:
    assert split_biography(biography, in_code("en")) == (promise, rest)


@pytest.fixture(scope="module")
def psychologist(tmp_path_factory: pytest.TempPathFactory) -> Site:
    lines = "profession: Psychologist\nprofessionHebrew: פסיכולוגית\n"
    return serving_edited(tmp_path_factory.mktemp("p"), lambda folder: append(folder, "profile.yaml", lines))


@pytest.mark.parametrize(
    ("path", "accept", "shown"),
    [
        ("/", "text/html", '<p class="specialty">Psychologist\u00a0· Musculoskeletal radiology</p>'),
        ("/", "text/html", "<title>Dr. Noa Example, MD, PhD · Psychologist · Musculoskeletal radiology</title>"),
        ("/", "text/markdown", "\nPsychologist · Musculoskeletal radiology\n"),
        ("/he/cv", "text/html", '<p class="specialty">פסיכולוגית\u00a0· רדיולוגיה של מערכת השריר והשלד</p>'),
        ("/cv", "text/markdown", "\nPsychologist · Musculoskeletal radiology\n"),
        ("/llms.txt", "*/*", "- About: Dr. Noa Example, Psychologist, Musculoskeletal radiology\n"),
        ("/contact.vcf", "*/*", "\r\nROLE:Psychologist\r\nROLE:Musculoskeletal radiology\r\n"),
        ("/resume.json", "*/*", '"label": "Psychologist · Musculoskeletal radiology"'),
        ("/api/profile", "*/*", '"profession": "Psychologist"'),
    ],
)
def test_the_profession_is_beside_the_specialty(psychologist: Site, path: str, accept: str, shown: str) -> None:
    assert shown in psychologist.get(path, Accept=accept).text


def test_announcements(tmp_path: Path) -> None:
    """[announcements] All of them, the urgent ones first, with their days for the script alone; also in Markdown."""
    given: list[dict[str, Any]] = [
        {"text": "Moved.", "from": "2026-11-01"},
        {"text": "On leave:\n\n- no letters", "from": "2027-04-21", "until": "2027-04-30", "urgent": False},
        {"text": "Call [04](tel:+972-4)", "until": "2027-05-01", "urgent": True, "textHebrew": "חייגו"},
    ]
    site = serving_edited(tmp_path, announce(*given))
    assert site.json("/api/profile")["announcements"] == [given[2], *given[:2]]
    notices = site.page("/").xpath("//section[@class='announcements']/div")
    days = [(each.get("class"), each.get("data-from"), each.get("data-until")) for each in notices]
    assert [(*each, texts(notice, "div/p | .//li")) for each, notice in zip(days, notices, strict=True)] == [
        ("notice", "", "2027-05-01", ["Call 04"]),
        ("notice calm", "2026-11-01", "9999-12-31", ["Moved."]),
        ("notice calm", "2027-04-21", "2027-04-30", ["On leave:", "no letters"]),
    ]
    assert links(notices[0]) == [("04", "tel:+972-4")]
    assert texts(site.markdown("/he"), "//blockquote") == ["חייגו", "Moved.", "On leave: no letters"]


def test_the_featured_entries_of_the_cv(site: Site) -> None:
    sections = site.page("/").xpath("//div[@class='ledger']/section[starts-with(@id, 'cv-') or @id='training']")
    assert [texts(section, "h2 | .//li") for section in sections] == [
        [
            "Awards",
            "2023 Teacher of the Year, Faculty of Medicine, Example University",
            "4 Nov 2021 Young Investigator Award, Example Society of Radiology",
        ],
        ["Grants", "2024–2027 Ultrasound of entrapped nerves, Example Science Foundation · Principal investigator, 900,000 ₪"],
        [
            "Education and training",
            "2013–2017 PhD, Example University, Exampleton · High-resolution ultrasound of peripheral nerves",
            "Jul 2014 – Jun 2015 Fellowship in musculoskeletal imaging, Sample University Hospital, Sampletown",
            "2009–2014 Residency in diagnostic radiology, Example Medical Center, Exampleton",
            "2001–2008 MD, Faculty of Medicine, Example University, Exampleton · With honours",
        ],
    ]
    assert links(sections[0]) == [("Young Investigator Award", "https://radiology.example.org/awards/2021")]


def test_a_featured_position_is_said_once(tmp_path: Path) -> None:
    """The list of positions already has current ones, and ones with the same words. Any other has its dates."""
    columns, head = ["section", "title", "organization", "endDate", "featured"], "Head of Musculoskeletal Ultrasound"
    rows = [("Chief", "Center", "now"), (head, "Example Medical Center", "2025"), ("Founder", "", "2019")]
    cells = [["position", *row, "yes"] for row in rows]
    page = serving_edited(tmp_path, lambda folder: write_csv(folder / "cv.csv", columns, cells)).page("/")
    assert texts(page, "//section[@id='cv-position']//li") == ["2019 Founder"]


def test_a_featured_book_leads_the_page_of_an_author(tmp_path: Path) -> None:
    """It comes before featured publications, and before the awards, which come first in the CV."""

    def change(folder: Path) -> None:
        (folder / "clinic.yaml").unlink()
        write_csv(folder / "services.csv", ["name"], [])
        write_csv(folder / "cv.csv", ["section", "title", "featured"], [["award", "Medal", "yes"], ["book", "Nerves", "yes"]])

    sections = serving_edited(tmp_path, change).page("/").xpath("//div[@class='ledger']/section/@id")
    assert sections[:3] == ["cv-book", "cv-award", "publications"]


def test_an_orcid_id_that_is_also_a_link_is_listed_once(tmp_path: Path) -> None:
    def link(folder: Path) -> None:
        edit(folder, "profile.yaml", "links:", "links:\n  ORCID profile: https://orcid.org/0000-0000-5555-0000")

    lines = serving_edited(tmp_path, link).get("/", Accept="text/markdown").text.splitlines()
    assert [line for line in lines if "0000-0000-5555-0000" in line] == ["- ORCID: <https://orcid.org/0000-0000-5555-0000>"]


def test_someone_without_a_clinic(tmp_path: Path) -> None:
    def change(folder: Path) -> None:
        (folder / "clinic.yaml").unlink()
        (folder / "services.csv").write_text("name\n", encoding="utf-8")

    site = serving_edited(tmp_path, change)
    assert links(site.page("/he"), "//div[@class='reach']/p[@class='actions']/a") == [
        ("זימון ייעוץ בווידאו", "https://booking.example.org/video"),
        ("דוא״ל noa@example.org", "mailto:noa@example.org"),
        ("קורות חיים (PDF)", "/he/cv.pdf"),
    ]


def test_without_a_clinic_only_what_is_urgent_comes_before_the_ways_to_get_in_touch(tmp_path: Path) -> None:
    def change(folder: Path) -> None:
        (folder / "clinic.yaml").unlink()
        write_csv(folder / "services.csv", ["name"], [])
        announce({"text": "On leave."}, {"text": "Call 988.", "urgent": True})(folder)

    shown = "//header//*[self::p[@class='actions'] or ancestor::section and self::p]"
    assert [text(part) for part in serving_edited(tmp_path, change).page("/").xpath(shown)] == [
        "Call 988.",
        "Book a video consultation Email noa@example.org CV (PDF)",
        "On leave.",
    ]


def test_the_research(site: Site) -> None:
    research, section = source("research.yaml"), site.page("/").get_element_by_id("research")
    expected = ["Research", " ".join(research["summary"].split())]
    counts = ("3 publications", "3 publications", "1 publication", "2 publications")
    for area, count in zip(research["areas"], counts, strict=True):
        expected += [area["name"], area["description"], f"Keywords: {', '.join(area['keywords'])}", count]
    assert texts(section, ".//h2 | .//h3 | .//p") == expected


@pytest.mark.parametrize("home", ["/", "/he"])
def test_a_research_area_links_to_its_publications(site: Site, home: str) -> None:
    """The link has the keywords in both languages, so both pages link to the same list. The form shows the area's title."""
    link = site.page(home).xpath("//section[@id='research']//a")[2]
    assert link.get("aria-label").startswith(text(link))
    page = site.page(link.get("href"))
    assert titles(page) == ["Return to play after hamstring injury: does early ultrasound predict the time lost?"]
    [area] = page.xpath("//select[@name='keywords']/option[@selected]")
    assert area.get("value").startswith("hamstring injury, Achilles tendon")
    assert text(area) == {"/": "Imaging of sports injuries (1)", "/he": "הדמיה של פציעות ספורט (1)"}[home]


def test_areas_without_publications_have_no_link(tmp_path: Path) -> None:
    """A keyword without a letter is left out, a comma in a keyword separates no words, and a long list of keywords is cut."""
    keywords = ["zzz", "*", "hamstring, injury", f"sonography, {'z' * 1000}"]
    areas = [{"name": "z"}, *({"name": keyword, "keywords": [keyword]} for keyword in keywords)]
    site = serving_edited(tmp_path, lambda folder: write(folder, "research.yaml", json.dumps({"areas": areas})))
    headings = site.page("/").xpath("//section[@id='research']//div[p/a]/h3")
    assert [text(heading) for heading in headings] == [keywords[2]]


def test_selected_publications(site: Site, short_list: Site, publications: list[dict[str, Any]]) -> None:
    section = site.page("/").get_element_by_id("publications")
    assert titles(section) == [row["title"] for row in publications if "featured" in row]
    assert texts(section, "ol/li[2]/p[@class='source']/* | ol/li[2]/div/p") == [
        "Journal of Example Radiology",
        "2025",
        "Two injections for tennis elbow were compared. Both were safe.",
    ]
    assert texts(section, "p/span[not(@aria-hidden)] | p/a") == ["13 publications2014–2025", "Search publications"]
    assert len(section.xpath("p//*[local-name()='rect']")) == 10
    assert titles(short_list.page("/")) == [f"Title {number}" for number in range(5)]


def test_the_license_and_the_credit(site: Site) -> None:
    """Pages credit the owner in their language, the API in the first one."""
    english, hebrew = (source("site.yaml")[name] for name in ("attribution", "attributionHebrew"))
    [footer] = site.page("/").xpath("//body/footer")
    assert texts(footer, "p[last()]") == [f"License of the data: CC BY 4.0. Please credit: {english}"]
    assert links(footer, "p[last()]/a") == [("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/")]
    credit = f"נא לציין את המקור: {hebrew}"
    assert texts(site.page("/he"), "//body/footer/p[last()]")[0].endswith(credit)
    assert [credit in site.get(path, Accept="text/markdown").text for path in ("/he", "/he/publications")] == [True, True]
    assert site.json("/api")["attribution"] == english


def test_the_hebrew_page(site: Site) -> None:
    """The words of the page, the names of the days and dates are in Hebrew; text in Latin letters is marked."""
    document, clinic, profile = site.page("/he"), source("clinic.yaml"), source("profile.yaml")
    assert (document.get("lang"), document.get("dir")) == ("he", "rtl")
    assert texts(document, "//h2") == [
        *("איפה אפשר להגיע אליי", "מצבים שבהם מטפלים", "שירותים", "אודות", "מחקר"),
        *("פרסומים נבחרים", "פרסים", "מענקי מחקר", "הכשרה"),
    ]
    services = document.get_element_by_id("services")
    assert texts(services, ".//h3") == ["אולטרסאונד אבחוני", "הדמיה ברפואת ספורט", "הזרקות", "פעולות רפואיות", "ייעוץ"]
    assert texts(services, ".//div[h3][3]/ul/li[4]//span[@class='note']") == ["הזרקת PRP · הזרקה למפרק"]
    section = document.xpath("//article")[0]
    assert texts(section, ".//h4") == ["המרפאה סגורה בתאריכים", "כדאי לדעת"]
    assert texts(section, ".//ol/li/span[1]") == ["א׳", "ב׳", "ג׳", "ד׳", "ה׳", "ו׳", "ש׳"]
    assert texts(section, ".//address/p")[:2] == [clinic["nameHebrew"], clinic["parentHebrew"]]
    assert texts(section, ".//*[@class='closures']//li") == [
        "\u206621–28\u2069 באפריל 2027 (פסח)",
        "\u20661–3\u2069 באוקטובר 2027 (ראש השנה)",
    ]
    assert texts(section, ".//div[@class='times']/p[not(@class)]") == [clinic["noteHebrew"]]
    assert texts(section, ".//p[@class='note' and not(@hidden)]") == [
        f"הסדרי ביטוח: {', '.join(clinic['insuranceHebrew'])}",
        "שעות הפתיחה נבדקו ב־1 בנובמבר 2026.",
    ]
    latin = document.xpath("//main//*[@lang='en'][not(ancestor::*[@id='publications'])]")
    assert {part.get("dir") for part in latin} == {"ltr"}
    assert {text(part) for part in latin} == {profile["credentialsHebrew"], "ORCID"}


def test_text_without_hebrew_is_marked_in_the_hebrew_page(tmp_path: Path) -> None:
    def change(folder: Path) -> None:
        remove_hebrew(folder)
        append(folder, "profile.yaml", "nameHebrew: ד״ר נועה דוגמה\n")
        write_csv(folder / "cv.csv", ["section", "title", "featured"], [["award", "פרס דוגמה", "yes"]])

    site = serving_edited(tmp_path, change)
    positions = site.page("/he").xpath("//section[@id='about']//div[h3]/ul/li/*")
    assert [(item.tag, item.get("lang"), item.get("dir"), text(item)) for item in positions] == [
        ("bdi", "en", "ltr", position) for position in source("profile.yaml")["positions"]
    ]
    awards = site.page("/").xpath("//section[@id='cv-award']//li/span/*")
    assert [(item.get("lang"), item.get("dir"), text(item)) for item in awards] == [("he", "rtl", "פרס דוגמה")]


@pytest.mark.parametrize("path", ["", "/publications"])
def test_both_languages_have_the_same_structure(site: Site, path: str) -> None:
    both = [site.page(path or "/"), site.page(f"/he{path}")]
    parts = ("//section/@id", "//section//a", "//li", "//tr", "//rect", "//option", "//form//@name")
    english, hebrew = ([len(document.xpath(part)) for part in parts] for document in both)
    assert english == hebrew
    switches = [links(document, "//header//a[@class='language']") for document in both]
    assert switches == [[("עברית", f"/he{path}")], [("English", path or "/")]]


@pytest.mark.parametrize(("path", "locale", "other"), [("/", "en_US", "he_IL"), ("/he", "he_IL", "en_US")])
def test_metadata_for_search_engines_and_link_previews(site: Site, path: str, locale: str, other: str) -> None:
    document = site.page(f"{path}?utm_source=x")
    profile, twin = source("profile.yaml"), "Hebrew" if path == "/he" else ""
    name, specialty = f"{profile[f'name{twin}']}, MD, PhD", profile[f"specialty{twin}"]
    assert texts(document, "//head/title") == [f"{name} · {specialty}"]
    assert texts(document, "//link[@rel='canonical']/@href") == [BASE_URL + path]
    assert [(link.get("hreflang"), link.get("href")) for link in document.xpath("//link[@hreflang]")] == [
        ("en", f"{BASE_URL}/"),
        ("he", f"{BASE_URL}/he"),
        ("x-default", f"{BASE_URL}/"),
    ]
    assert {meta.get("property"): meta.get("content") for meta in document.xpath("//meta[@property]")} == {
        "og:site_name": profile[f"name{twin}"],
        "og:url": BASE_URL + path,
        "og:type": "profile",
        "og:title": name,
        "og:description": f"{specialty}. {profile[f'positions{twin}'][0]}.",
        "og:locale": locale,
        "og:locale:alternate": other,
        "og:image": f"{BASE_URL}{path.rstrip('/')}/card.png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": f"{profile[f'name{twin}']}, {specialty}",
    }
    [structured] = document.xpath("//script[@type='application/ld+json']/text()")
    whole = site.json("/profile.jsonld")
    nodes = [node for node in whole["@graph"] if node["@type"] not in ("ScholarlyArticle", "Chapter")]
    for node in nodes:  # the page has services and descriptions as text
        node.pop("availableService", None)
        for topic in node.get("knowsAbout", ()):
            topic.pop("description", None)
    assert json.loads(structured) == {**whole, "@graph": nodes} != whole
    assert texts(document, "//link[@type='application/ld+json']/@href") == ["https://profile.example.org/profile.jsonld"]


def test_publications_that_are_all_shown_have_no_link_to_all(tmp_path: Path) -> None:
    header, row = ["title", "authors", "journal", "year"], ["A case", "Example N", "Journal", "2024"]
    site = serving_edited(tmp_path, lambda folder: write_csv(folder / "publications.csv", header, [row]))
    assert texts(site.markdown("/"), "//h2[contains(., 'ublications')]") == ["Publications"]
    assert texts(site.page("/"), "//section[@id='publications']//*[self::h2 or self::h3 or @class='total']") == [
        "Publications",
        "A case",
    ]
