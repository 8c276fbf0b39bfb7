"""The profile page of other data: only what is required, markup in every text, other categories, another address."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
import yaml

from bench.synthetic import write_csv
from tests.support.markup import links, text, texts, titles
from tests.support.messages import HEADER, edit, editing
from tests.support.site import Site, serving, serving_edited

PUBLICATION = "/publications/10.5555%2Fmsk.2021.001"
HOSTILE = """</script><script>alert(1)</script> "'><img src=x onerror=alert(1)> &amp; {{ 7 * 7 }} ${x}"""
HOSTILE_PAGE = "/publications/10.5555%2F%3Cx%3E%22%27%26%3F%23%252F"


@pytest.fixture(scope="module")
def least(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Only required fields, and markup in all of them."""

    def change(folder: Path) -> None:
        edit(folder, "site.yaml", "  nameHebrew: נועה דוגמה, רכזת הנגישות\n", "")
        edit(folder, "site.yaml", 'attributionHebrew: "ד״ר נועה דוגמה, https://profile.example.org"\n', "")
        (folder / "profile.yaml").write_text(yaml.safe_dump({"name": HOSTILE, "specialty": HOSTILE, "positions": [HOSTILE]}))
        (folder / "clinic.yaml").write_text(yaml.safe_dump({"name": HOSTILE, "address": HOSTILE, "phone": "+44 (0)20/794600 x5"}))
        (folder / "research.yaml").write_text(yaml.safe_dump({"areas": [{"name": HOSTILE}]}))
        write_csv(folder / "services.csv", ["name", "nameHebrew", "category", "tags"], [[HOSTILE, "", "", ""]])
        write_csv(folder / "cv.csv", ["section", "title"], [[HOSTILE, HOSTILE]])
        rows = [
            [HOSTILE, HOSTILE, HOSTILE, 2020, HOSTILE, HOSTILE, HOSTILE, "10.5555/<x>\"'&?#%2F", "", ""],
            ["Plain", "Example N", "Journal", 2020, "", "", "", "", "", ""],
        ]
        write_csv(folder / "publications.csv", HEADER.split(","), rows)

    return serving_edited(tmp_path_factory.mktemp("least"), change)


def test_missing_values_leave_nothing_behind(least: Site) -> None:
    document = least.page("/")
    search = f"https://www.openstreetmap.org/search?{urlencode({'query': HOSTILE})}"
    route = f"https://www.openstreetmap.org/directions?{urlencode({'to': HOSTILE})}"
    phone = "tel:+4420794600;ext=5"
    assert document.xpath("//main/header//a/@href") == []
    assert document.xpath("//section[@id='clinic']//a/@href") == [phone, phone, route, search]
    assert (
        document.xpath(
            "//table | //p[@class='note' or @class='status' or @class='spoken'] | //*[@class='tag'] | //*[@id='about']"
        )
        == []
    )
    assert links(document, "//section[@id='publications']//h3/a") == [
        (HOSTILE, HOSTILE_PAGE),
        ("Plain", "/publications/example2020plain-fsolw7xo"),
    ]
    assert texts(document, "//section[@id='services']//h3") == []
    assert not [shown for shown in texts(document, "//body//*") if "None" in shown or "undefined" in shown.lower()]


def test_without_hebrew_nothing_links_to_hebrew_pages(least: Site) -> None:
    assert least.page("/").xpath("//a[@hreflang] | //link[@hreflang] | //meta[@property='og:locale:alternate']") == []
    assert "/he" not in least.get("/sitemap.xml").text
    assert [path for path in ("/api", "/api/openapi.json", "/llms.txt") if "/he/" in least.get(path).text] == []


@pytest.mark.parametrize("path", ["/he", "/he/contact.vcf"])
def test_without_hebrew_the_addresses_of_hebrew_pages_are_not_found(least: Site, path: str) -> None:
    response = least.get(path)
    assert (response.status_code, response.json()["error"]) == (404, "not_found")
    assert response.json()["error_description"].startswith(f'There is nothing at "{path}". ')


@pytest.mark.parametrize(("path", "script"), [("/", "today.js"), (HOSTILE_PAGE, "publications.js")])
def test_text_is_never_markup(least: Site, path: str, script: str) -> None:
    document = least.page(path)
    assert document.xpath("//img | //@onerror") == []
    scripts = [address.partition("?")[0] for address in document.xpath("//script[not(@type) or @type='module']/@src")]
    assert scripts == [f"/assets/{script}"]
    [structured] = document.xpath("//script[@type='application/ld+json']/text()")
    assert HOSTILE in json.dumps(json.loads(structured)).encode().decode("unicode_escape")
    assert text(document.xpath("//h1")[0]) == HOSTILE
    assert titles(least.page("/publications"))[0] == HOSTILE
    assert text(least.markdown(path).xpath("//h1")[0]) == HOSTILE


def test_german_titles(tmp_path: Path) -> None:
    """The page, the vCard and the authors have the same titles before the name."""

    def change(folder: Path) -> None:
        (folder / "profile.yaml").write_text("name: Prof. Dr. med. Jörg Weißgerber, MHBA\nspecialty: Surgery\n", encoding="utf-8")
        write_csv(folder / "publications.csv", HEADER.split(",")[:4], [["Paper", "Levi R, Weißgerber J", "Journal", 2020]])

    site = serving_edited(tmp_path, change)
    assert texts(site.page("/"), "//main/header//h1/*[@class='titles many']") == ["Prof. Dr. med."]
    assert "N:Weißgerber;Jörg;;Prof. Dr. med.;" in site.get("/contact.vcf").text.splitlines()
    assert texts(site.page("/publications"), "//*[contains(@class, 'names')]//*[self::b or self::strong]") == ["Weißgerber J"]


def serving_positions(tmp_path: Path, *rows: list[Any]) -> Site:
    """A person with these positions in the CV, and no clinic."""

    def change(folder: Path) -> None:
        (folder / "profile.yaml").write_text("name: Noa Example\nspecialty: Radiology\n", encoding="utf-8")
        (folder / "cv.csv").unlink()
        if rows:
            columns = ["section", "title", "organization", "startDate", "endDate"]
            write_csv(folder / "cv.csv", columns, [["position", *row] for row in rows])
        (folder / "clinic.yaml").unlink()
        (folder / "services.csv").write_text("name\n", encoding="utf-8")

    return serving_edited(tmp_path, change)


def test_someone_without_positions(tmp_path: Path) -> None:
    """A retired surgeon or a student has no positions. The API gives an empty array, because the contract requires one."""
    site = serving_positions(tmp_path)
    assert site.json("/api/profile") == {"name": "Noa Example", "specialty": "Radiology", "positions": []}
    home, described = site.page("/"), "//meta[@name='description']/@content"
    assert texts(home, f"{described} | //meta[@property='og:description']/@content") == ["Noa Example: Radiology.", "Radiology."]
    assert texts(home, "//h1/..") == ["Radiology Noa Example"]
    assert texts(site.page("/cv"), described) == ["CV: Noa Example, Radiology."]
    assert site.get("/cv.pdf").status_code == 200
    assert site.get("/", Accept="text/markdown").text.startswith("# Noa Example\n\nRadiology\n\n- עברית")
    assert "TITLE" not in site.get("/contact.vcf").text
    assert "jobTitle" not in site.get("/profile.jsonld").text


def test_someone_whose_positions_have_ended(tmp_path: Path) -> None:
    """The API lists them all, as it promises. Elsewhere a position without its dates would say that it is held today."""
    site = serving_positions(tmp_path, ["Head", "Clinic", 2010, 2022], ["Lecturer", "", 1998, 2009])
    assert site.json("/api/profile")["positions"] == ["Head, Clinic", "Lecturer"]
    home, described = site.page("/"), "//meta[@name='description']/@content"
    assert texts(home, f"{described} | //meta[@property='og:description']/@content") == ["Noa Example: Radiology.", "Radiology."]
    assert texts(home, "//*[@class='position']") == ["Head, Clinic · 2010–2022"]
    assert home.xpath("//*[@id='about']") == []
    assert texts(site.page("/cv"), described) == ["CV: Noa Example, Radiology."]
    assert site.get("/", Accept="text/markdown").text.startswith("# Noa Example\n\nRadiology\n\nHead, Clinic · 2010–2022\n\n")
    assert "TITLE" not in site.get("/contact.vcf").text
    assert "jobTitle" not in site.get("/profile.jsonld").text


def test_a_position_that_someone_came_back_to_is_current(tmp_path: Path) -> None:
    site = serving_positions(tmp_path, ["Consultant", "Clinic", 2005, 2010], ["Consultant", "Clinic", 2018, "now"])
    assert texts(site.page("/"), "//*[starts-with(@class, 'position')]") == ["Consultant, Clinic"]
    assert "TITLE:Consultant\\, Clinic" in site.get("/contact.vcf").text


@pytest.mark.parametrize(("bio", "headings"), [("One.", ["Positions"]), ("One.\n\nTwo.", ["About", "Positions"])])
def test_positions_alone_are_not_under_about(tmp_path: Path, bio: str, headings: list[str]) -> None:
    def change(folder: Path) -> None:
        profile = {"name": "Noa Example", "specialty": "Radiology", "positions": ["Physician", "Lecturer"], "bio": bio}
        (folder / "profile.yaml").write_text(yaml.safe_dump(profile))

    page = serving_edited(tmp_path, change).page("/")
    assert texts(page, "//section[@id='about']//*[self::h2 or self::h3]") == headings


def test_paragraphs_and_closures(tmp_path: Path) -> None:
    """The first paragraph of the biography is at the top; closures are in the order of dates, the last without an end."""

    def change(folder: Path) -> None:
        profile = {"name": "Noa Example", "specialty": "Radiology", "positions": ["Physician"]}
        bio = "bio: |-\n  One line.\n\n  Two.\n\n\n  Three.\n"
        (folder / "profile.yaml").write_text(yaml.safe_dump(profile) + bio, encoding="utf-8")
        days = ("2026-12-31", "2027-04-21")
        with editing(folder, "clinic.yaml") as clinic:
            del clinic["locations"][1]
            clinic["hours"]["closures"] = [{"from": "2027-10-01"}, *({"from": day, "to": day} for day in days)]

    site = serving_edited(tmp_path, change)
    page, markdown = site.page("/"), site.get("/", Accept="text/markdown").text
    paths = ("//div[@class='promise']/p", "//section[@id='about']//div[@class='lead']/p")
    assert [texts(page, path) for path in paths] == [["One line."], ["Two.", "Three."]]
    assert "\n\nOne line.\n\nTwo.\n\nThree.\n\n" in markdown
    assert texts(page, "//*[@class='closures']//li") == [
        "31 December 2026",
        "21 April 2027",
        "From 1 October 2027 until further notice",
    ]
    assert [line[-6:] for line in markdown.splitlines() if line.startswith("- Closed:")] == ["r 2026", "l 2027", "notice"]
    [hours] = page.xpath("//script[@id='hours']/text()")
    assert [closure[:2] for closure in json.loads(hours)["places"][-1]["closures"]] == [
        ["2026-12-31", "2026-12-31"],
        ["2027-04-21", "2027-04-21"],
        ["2027-10-01", "9999-12-31"],
    ]


@pytest.mark.parametrize(
    ("rows", "shown"),
    [([["Biopsy", ""], ["PRP", "injection"]], ["Services", "Injections", "PRP", "Other services", "Biopsy"]), ([], [])],
    ids=["one without a category", "none"],
)
def test_other_services(tmp_path: Path, rows: list[list[str]], shown: list[str]) -> None:
    site = serving_edited(tmp_path, lambda folder: write_csv(folder / "services.csv", ["name", "category"], rows))
    document = site.page("/")
    assert texts(document, "//section[@id='services']//*[self::h2 or self::h3 or self::li]") == shown
    assert len(document.xpath("//a[@href='/#services']")) == bool(shown)


@pytest.mark.parametrize(
    ("training", "entries", "publications", "is_offered"),
    [([], 0, 0, False), ([], 0, 5, False), ([], 0, 6, True), (["MD, Example University"], 0, 0, False), ([], 1, 0, True)],
    ids=["a position alone", "five publications", "six publications", "training", "an entry"],
)
def test_a_cv_that_repeats_the_home_page_is_not_offered(
    tmp_path: Path, training: list[str], entries: int, publications: int, is_offered: bool
) -> None:
    """It has an address, but no link."""

    def change(folder: Path) -> None:
        profile = {"name": "Noa Example", "specialty": "Radiology", "positions": ["Physician"], "training": training}
        (folder / "profile.yaml").write_text(yaml.safe_dump(profile))
        write_csv(folder / "cv.csv", ["section", "title"], [["award", "Award"]] * entries)
        rows = [[f"Title {number}", "Example N", "Journal", 2020] for number in range(publications)]
        write_csv(folder / "publications.csv", HEADER.split(",")[:4], rows)

    site = serving_edited(tmp_path, change)
    assert bool(site.page("/").xpath("//nav//a[@href='/cv']")) == is_offered
    assert texts(site.page("/cv"), "//h1") == ["Noa Example"]


@pytest.mark.parametrize("path", ["/", "/he", "/publications", "/he/publications", PUBLICATION, "/api/docs"])
def test_a_base_address_with_a_path(example_database: Path, path: str) -> None:
    document = serving(example_database, base_url="https://example.org/people/noa").page(path)
    links = [link for link in document.xpath("//@href | //@src | //@action | //@data-root") if link.startswith("/")]
    assert links != []
    assert [link for link in links if not link.startswith("/people/noa")] == []
    assert texts(document, "//link[@rel='canonical']/@href") == [f"https://example.org/people/noa{path}"]
