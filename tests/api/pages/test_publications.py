"""The list of publications as a page, in English and Hebrew, with its chart."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from api.pages.chart import Bar, bars
from bench.synthetic import write_csv
from tests.conftest import BASE_URL
from tests.support.markup import links, listed, text, texts, titles
from tests.support.messages import write
from tests.support.own import build_own
from tests.support.site import Site, serving, serving_edited, serving_list

SICI = "10.5555/(SICI)1234-5678(2014)12:3<101::AID-EX1>2.0.CO;2"
FIELDS = ["title", "authors", "journal", "year", "doi", "notice"]


def test_all_publications_by_year(site: Site, publications: list[dict[str, Any]]) -> None:
    document = site.page("/publications")
    assert titles(document) == [publication["title"] for publication in publications]
    years = [str(year) for year in dict.fromkeys(publication["year"] for publication in publications)]
    sections = document.xpath("//div[@class='list ledger']/section")
    assert [(section.get("id"), *texts(section, "h2")) for section in sections] == [(year, year) for year in years]
    assert [len(section.xpath("ol/li")) for section in sections] == [2, 1, 2, 1, 2, 1, 1, 1, 1, 1]
    assert texts(document, "//p[@role='status']") == ["13 publications"]
    assert links(document, "//main/header//a[not(@hidden)][not(@data-year)]") == [("Download all", "#download")]
    assert links(document.get_element_by_id("download")) == [
        ("CSV", "/api/export.csv"),
        ("BibTeX", "/api/export.bib"),
        ("RIS", "/api/export.ris"),
        ("CSL-JSON", "/api/export.csl.json"),
        ("Feed of new publications", "/feed.atom"),
        ("Use on another site", "/embed"),
    ]


def test_items(site: Site) -> None:
    """An article, and a chapter whose full text is at its DOI. The second word of the link to a DOI is for telephones."""
    items = listed(site.page("/publications"))
    assert items[6] == {
        "title": ("Sonography of the median nerve", "/publications/10.5555%2Fmsk.2021.001"),
        "authors": "Example N, Levi R",
        "source": "Journal of Example Radiology. 2021;12(3):101-109",
        "links": [
            ("doi:10.5555/msk.2021.001DOI", "https://doi.org/10.5555/msk.2021.001"),
            ("PubMed", "https://pubmed.example.org/99000001"),
            ("Full text", "https://journals.example.org/msk/2021/001"),
            ("Cite", "/publications/10.5555%2Fmsk.2021.001#cite"),
        ],
    }
    assert items[12] == {
        "title": ("Dynamic ultrasound of the snapping hip: a pictorial essay", f"/publications/{quote(SICI, safe='')}"),
        "authors": "Example N",
        "source": "Chapter In: Ultrasound of the Hip and Groin (eds. Voorbeeld J, Sample TB). "
        "Example University Press; 2014. p. 101-108",
        "links": [
            (f"doi:{SICI}DOI", "https://doi.org/10.5555/(SICI)1234-5678(2014)12:3%3C101::AID-EX1%3E2.0.CO;2"),
            ("PubMed", "https://pubmed.example.org/98000140"),
            ("Cite", f"/publications/{quote(SICI, safe='')}#cite"),
        ],
    }


def test_the_hebrew_page(site: Site) -> None:
    document = site.page("/he/publications?q=")
    assert texts(document, "//head/title | //meta[@property='og:title']/@content") == ["פרסומים · ד״ר נועה דוגמה"] * 2
    assert texts(document, "//link[@rel='canonical']/@href") == ["https://profile.example.org/he/publications"]
    assert texts(document, "//nav/ul//a[@aria-current='page']") == ["פרסומים"]
    assert texts(document, "//p[@role='status']") == ["13 פרסומים"]
    assert texts(document, "//ol/@lang")[0] == "en"
    # Each item is laid out as the page; its texts have their direction.
    assert texts(document, "(//ol/li)[1]/*/@dir | //ol/@dir | //ol/li/@dir") == ["ltr"] * 3
    assert texts(document, "//li//a[@class='cite']/bdi[@lang='he' and @dir='rtl']") == ["ציטוט"] * 13


@pytest.mark.parametrize(
    ("query", "same", "status"),
    [
        ("q=nerve&year=2021&journal_is=", "q=nerve&year=2021", "2 publications"),
        ("journal_is=Radiology", "journal_is=Radiology", "No publications match."),
        ("journal=radiolog&journal_is=Journal+of+Example+Radiology", "journal_is=Journal+of+Example+Radiology", "3 publications"),
        ("q=nerve&utm_source=x&fbclid=y", "q=nerve", "4 publications"),
        ("offset=12", "", "13 publications"),
        ("type=review&year=", "type=review", "2 publications"),
        ("featured=true", "featured=true", "5 publications"),
        ("summary=true&year=2025", "summary=true&year=2025", "1 publication"),
        ("q=zzz+yyy", "q=zzz+yyy", "No publications match. Try fewer words."),
    ],
)
def test_search(site: Site, query: str, same: str, status: str) -> None:
    """The page shows what the API answers. Empty fields and parameters of trackers are ignored; a short list has one page."""
    document = site.page(f"/publications?{query}")
    matching = [publication["title"] for publication in site.json(f"/api/publications?{same}")["publications"]]
    assert titles(document) == matching
    assert texts(document, "//p[@role='status']") == [status]
    assert document.xpath("count(//li[h3])") == 13


@pytest.mark.parametrize(
    ("query", "chart", "show_all"),
    [
        ("", True, False),
        ("year=2020", True, True),
        ("featured=true", True, True),
        ("q=nerve", False, True),
        ("q=zzz", False, True),
    ],
)
def test_useless_controls_are_hidden(site: Site, query: str, chart: bool, show_all: bool) -> None:
    """A chart of fewer than 5 publications, and the link to all publications where nothing is filtered, are hidden."""
    document = site.page(f"/publications?{query}")
    assert bool(document.xpath("//figure[not(@hidden)]")) is chart
    assert bool(document.xpath("//a[@data-show-all][not(@hidden)]")) is show_all


def test_the_form_keeps_its_values(site: Site) -> None:
    document = site.page("/publications?q=%22nerve%22+%3C&year=2021&journal_is=radiology&journal=part&type=review")
    form = document.xpath("//form")[0]
    assert form.get("action") == "/publications"
    assert form.xpath(".//input/@value") == ['"nerve" <', "true", "true", "true", "part"]
    assert texts(form, ".//label[input]") == ["Selected publications (5)", "In plain words (2)", "With data (1)"]
    assert texts(form, ".//option[@selected]") == ["2021 (2)", "Review (2)", "radiology"]
    years = {option.get("value"): text(option) for option in form.xpath(".//select[@name='year']/option")}
    assert list(years.items())[:3] == [("", "All years"), ("2025", "2025 (2)"), ("2024", "2024 (1)")]


@pytest.mark.parametrize(
    ("query", "is_open"),
    [
        ("", False),
        ("?q=nerve&year=2021&type=review", False),
        ("?journal_is=J", True),
        ("?has_data=true", True),
    ],
)
def test_more_filters_are_folded_unless_one_is_chosen(site: Site, query: str, is_open: bool) -> None:
    form = site.page(f"/publications{query}").xpath("//form")[0]
    assert texts(form, "p/label | details/summary") == ["Words, a year, DOI or PubMed ID", "Year", "Type", "More filters"]
    assert texts(form, "details//label") == [
        "Journal",
        "Research",
        "Selected publications (5)",
        "In plain words (2)",
        "With data (1)",
    ]
    assert [details.get("open") is not None for details in form.xpath("details")] == [is_open]


@pytest.mark.parametrize("path", ["/?q=", "/he?q=&year=&journal_is=&offset=0"])
def test_an_empty_search_stays_on_the_home_page(site: Site, path: str) -> None:
    assert site.get(path).text == site.get(path.partition("?")[0]).text


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/?q=ulnar+nerve&year=&journal_is=", "/publications?q=ulnar+nerve"),
        ("/he?year=2021&offset=50&utm_source=x", "/he/publications?year=2021&offset=50"),
        ("/?journal_is=%22%0d%0aX:+Y", "/publications?journal_is=%22%0D%0AX%3A+Y"),
    ],
)
def test_the_earlier_address_of_a_search_redirects(site: Site, path: str, target: str) -> None:
    response = site.get(path)
    assert (response.status_code, response.headers["location"]) == (308, target)
    assert response.headers["cache-control"] == "public, max-age=3600"


@pytest.fixture(scope="module")
def long_list(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rows = [[f"Title {n}", "Example N", f"Journal {n % 2}", 2023 - n // 130, f"10.5555/{n}"] for n in range(520)]
    header = ["title", "authors", "journal", "year", "doi"]
    return build_own(tmp_path_factory.mktemp("long"), lambda folder: write_csv(folder / "publications.csv", header, rows))


def test_pages_of_a_long_list(long_list: Path) -> None:
    """The links keep the filters; bars lead to the first page, and an address beyond the last page to that."""
    address = "/he/publications?journal_is=Journal+1"
    site = serving(long_list)
    document, beyond = site.page(f"{address}&offset=100"), site.page(f"{address}&offset=900")
    assert titles(document) == [f"Title {n}" for n in range(201, 401, 2)]
    assert document.xpath("//@data-complete") == []
    assert texts(document, "//p[@role='status'] | //select[@name='journal_is']/option[@selected]") == [
        "260 פרסומים",
        "Journal 1 (260)",
    ]
    assert texts(document, "//svg/a/@href") == [f"{address}&year={year}" for year in range(2020, 2024)]
    assert texts(document, "//nav[@class='pages']/a/@href") == [address, f"{address}&offset=200"]
    assert texts(beyond, "//nav[@class='pages']/a/@href") == [f"{address}&offset=200"]


@pytest.mark.parametrize(("is_static", "address"), [(False, "/publications?year=2023"), (True, "/publications#2023")])
def test_the_year_of_a_publication_leads_into_a_long_list(long_list: Path, is_static: bool, address: str) -> None:
    """It finds the publications of the year. A site of files has one page for all, and it leads to the year there."""
    document = serving(long_list, is_static=is_static).page("/publications/10.5555%2F0")
    assert links(document, "//p[@class='crumb']/a") == [("Publications · 2023", address)]


def test_authors_direction_and_notices(tmp_path: Path) -> None:
    """The owner is bold, long lists are folded, an item has the direction of most of its title, and notices are shown."""
    others = ", ".join([f"Levi {letter}" for letter in "ABCDEFGHIJKLM"])
    title = "MRI של הברך: סקירה מערכתית של הספרות"
    rows = [
        [f"RETRACTED: {title}", "כהן א, Example NB, Levi R", "הרפואה", 2024, "10.5555/he", "retracted 2024-05-01, doi:10.5555/r"],
        ["The word שלום", f"{others}, éxample n, et al", "J", 2023, "", ""],
        ["No owner", f"{others}, Example Q", "J", 2022, "", ""],
    ]
    site = serving_list(tmp_path, FIELDS, rows)
    items = site.page("/publications").xpath("//li[h3]")
    page = site.page("/publications/10.5555%2Fhe")
    assert [(item.get("lang"), item.xpath("h3/@dir")) for item in items] == [("he", ["rtl"]), (None, []), (None, [])]
    assert texts(items[0], "p[@class='authors names']/bdi") == ["כהן א", "Example NB", "Levi R"]
    assert [texts(item, ".//p[contains(@class, 'names')]//b") for item in items] == [["Example NB"], ["éxample n"], []]
    assert texts(items[0], "p[@class='source']/span[@dir='ltr'] | p/a[@class='cite']/bdi[@lang='en']") == ["2024", "Cite"]
    assert [texts(item, "details/summary/span") for item in items[1:]] == [
        ["Levi A, Levi B, … 11 more …, éxample n, et al", "All 14 authors"],
        ["Levi A, Levi B, … 11 more …, Example Q", "All 14 authors"],
    ]
    assert texts(items[1], "details/p") == [rows[1][1]]
    assert links(items[0], "p[@class='notice retracted' and @lang='en']/a") == [("doi:10.5555/r", "https://doi.org/10.5555/r")]
    [head] = page.xpath("//header[@class='head']")
    assert (head.get("lang"), head.get("dir"), head.xpath("h1/@dir")) == ("he", None, ["rtl"])
    meaning = "The journal has withdrawn this paper. Its results should not be relied on."
    assert texts(head, "p")[:2] == [f"Retracted 1 May 2024 doi:10.5555/r {meaning}", rows[0][1]]
    assert texts(head, ".//b") == ["Example NB"]
    assert texts(page, "//title | //meta[@property='og:title']/@content") == [f"[Retracted] {title}"] * 2
    summary = "[Retracted] כהן א, Example NB, Levi R. הרפואה. 2024."
    assert texts(page, "//meta[contains('description og:description', @*)]/@content") == [summary] * 2


def test_no_publications(tmp_path: Path) -> None:
    site = serving_list(tmp_path, FIELDS, [])
    parts = "//@data-complete | //h1/text() | //main//p/text() | //form | //figure"
    shown = [site.page(f"/publications{query}").xpath(parts) for query in ("", "?q=x")]
    assert shown == [["Publications", "No publications yet."]] * 2
    assert site.page("/").xpath("//section[@id='publications']") == []
    assert {site.get(path, Accept="text/markdown").status_code for path in ("/", "/publications")} == {200}


def test_search_engines_list_no_empty_pages(tmp_path: Path) -> None:
    """They are in neither the navigation nor the sitemap, in any language. A CV without entries has no PDF to offer."""

    def clear(folder: Path) -> None:
        write(folder, "profile.yaml", "name: Dr. Noa Example\nspecialty: Musculoskeletal radiology\n")
        (folder / "cv.csv").unlink()
        write_csv(folder / "publications.csv", FIELDS, [])

    site = serving_edited(tmp_path, clear)
    refusing = "//meta[@name='robots']/@content"
    empty = ("/publications", "/he/publications", "/cv", "/he/cv")
    assert [site.page(path).xpath(refusing) for path in empty] == [["noindex"]] * 4
    assert [site.page(path).xpath(refusing) for path in ("/", "/he")] == [[], []]
    assert re.findall("<loc>(.*)</loc>", site.get("/sitemap.xml").text) == [f"{BASE_URL}/", f"{BASE_URL}/he"]
    assert site.page("/cv").xpath("//a[contains(@href, '.pdf')]") == []


def test_search_engines_list_the_pages_of_the_example(site: Site) -> None:
    pages = ("/", "/publications", "/publications?q=none", "/he/cv")
    assert [site.page(path).xpath("//meta[@name='robots']") for path in pages] == [[]] * 4


COUNTS = {2014: 1, 2016: 1, 2017: 1, 2019: 1, 2020: 1, 2021: 2, 2022: 1, 2023: 2, 2024: 1, 2025: 2}


def test_the_chart_of_the_page(site: Site) -> None:
    """A bar for each year with publications, each a link; other years leave a gap."""
    svg = site.page("/publications").xpath("//figure/svg")[0]
    assert texts(svg, "../figcaption") == ["Publications per year. Choose a year to see only its publications."]
    assert svg.get("aria-labelledby") == svg.xpath("../figcaption/@id")[0]
    assert [(text(bar.find("title")), bar.get("href")) for bar in svg.xpath("a")] == [
        (f"{year}: {count}", f"/publications?year={year}") for year, count in COUNTS.items()
    ]
    assert texts(svg, "g/text") == [*map(str, range(2014, 2026))]
    assert texts(svg, "a/text") == [*map(str, COUNTS.values())]


def test_the_chart_follows_the_filters(site: Site) -> None:
    """All years keep their bars. A part of each bar shows the matching publications; years without any have no number."""
    svg = site.page("/publications?q=ultrasound&year=2021").xpath("//figure/svg")[0]
    matching = {2014: 1, 2016: 1, 2017: 0, 2019: 1, 2020: 0, 2021: 1, 2022: 1, 2023: 1, 2024: 0, 2025: 1}
    assert [text(bar.find("title")) for bar in svg.xpath("a[title]")] == [f"{year}: {n}" for year, n in matching.items()]
    assert texts(svg, "a/text[@class='count']") == [str(n or "") for n in matching.values()]
    heights = {name: [float(rect.get("height")) for rect in svg.xpath(f"a/rect[@class='{name}']")] for name in ("bar", "whole")}
    assert heights == {"bar": [36 * n for n in matching.values()], "whole": [36 * n for n in COUNTS.values()]}
    assert links(svg, "a[@aria-current='true']") == [("2021: 1 1", "/publications?q=ultrasound")]
    assert svg.xpath("a[title='2017: 0']/@href") == ["/publications?q=ultrasound&year=2017"]


def test_the_chart_of_the_home_page_names_its_first_and_last_year(site: Site) -> None:
    [chart] = site.page("/").xpath("//*[@class='chart']")
    assert (chart.get("dir"), chart.get("aria-hidden"), texts(chart, "span")) == ("ltr", "true", ["2014", "2025"])


@pytest.mark.parametrize(("publications", "has_chart"), [(12, False), (13, True)], ids=["one in each year", "two in one year"])
def test_equal_bars_are_not_drawn(tmp_path: Path, publications: int, has_chart: bool) -> None:
    rows = [[f"Title {n}", "Example N", "Journal", 2010 + n % 12, f"10.5555/{n}", ""] for n in range(publications)]
    site = serving_list(tmp_path, FIELDS, rows)
    charts = [site.page(path).xpath("//figure | //*[@class='chart']") for path in ("/publications", "/")]
    assert [len(found) for found in charts] == [has_chart, has_chart]


@pytest.mark.parametrize(
    ("first", "labelled", "has_counts"),
    [
        (2009, [*range(2009, 2021)], True),
        (2008, [2010, 2015, 2020], True),
        (1990, [*range(1990, 2021, 5)], False),
        (1961, [*range(1965, 2021, 5)], False),
        (1960, [*range(1960, 2021, 10)], False),
    ],
)
def test_labels_of_many_years(first: int, labelled: list[int], has_counts: bool) -> None:
    """Up to 12 years are all labelled, up to 60 every fifth, then every tenth; up to 30 have their number above the bar."""
    totals = dict.fromkeys(range(first, 2021), 1)
    chart = bars(totals, totals)
    assert [bar.year for bar in chart if bar.has_label] == labelled
    assert {bar.has_count for bar in chart} == {has_counts}


def test_bars_are_in_proportion_to_the_tallest() -> None:
    """Years without publications leave a gap. Few years have narrow bars, as if they were six."""
    assert bars({2018: 4, 2020: 3}, {2020: 3}) == [
        Bar(2018, 0, 4, 14.93, 76.8, 0, 72, has_label=True, has_count=True),
        Bar(2019, 0, 0, 121.6, 76.8, 0, 0, has_label=True, has_count=True),
        Bar(2020, 3, 3, 228.27, 76.8, 54, 54, has_label=True, has_count=True),
    ]
