"""The list of publications in a real browser: search, history, chart, citations and print, with and without JavaScript."""

from itertools import cycle, islice
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from bench.synthetic import INITIALS, SURNAMES, rows
from tests.browser.conftest import PUBLICATION, matching, titles
from tests.conftest import Server
from tests.support.browser import needs_chromium, open_whole, watched
from tests.support.messages import HEADER
from tests.support.own import serving_publications

pytestmark = needs_chromium
MAX_BYTES = 90_000
BARS = "figure svg a"
# Fills each field in turn, alone, and finishes the search, as a person does who leaves the field.
SEARCH = """(asked) => asked.map(([name, value]) => {
    for (const field of document.querySelectorAll("[name=q], [name=journal_is], [name=keywords]")) {
        const text = field.name === name ? value : "";
        if (field.options) field.add(new Option(text, text));
        field.value = text;
        field.dispatchEvent(new Event("input", { bubbles: true }));
        field.dispatchEvent(new Event("change", { bubbles: true }));
    }
    return [...document.querySelectorAll("li:not([hidden]) > h3")].map((title) => title.textContent);
})"""


@pytest.fixture
def listing(page: Page, server: Server) -> Page:
    page.goto(f"{server.address}/publications#2019")
    return page


def follow(page: Page, element: Locator) -> None:
    with page.expect_navigation():
        element.click()


def counts(page: Page) -> dict[str, int]:
    shown = [title.split(": ") for title in page.locator(f"{BARS} title").all_text_contents()]
    return {year: int(count) for year, count in shown if count != "0"}


JOURNAL = "&journal_is=Journal+of+Example+Radiology"


def entries(page: Page) -> int:
    return int(page.evaluate("history.length"))


def test_the_list_and_the_chart_follow_what_is_typed(listing: Page, server: Server) -> None:
    seen, before = watched(listing), entries(listing)
    listing.locator("#q").press_sequentially("nerve")
    expect(listing.locator(".found")).to_have_text("4 publications")
    assert titles(listing) == matching(server, "q=nerve")
    assert counts(listing) == {"2025": 1, "2022": 1, "2021": 2}
    assert listing.url == f"{server.address}/publications?q=nerve#2019"
    listing.locator("#q").press("Enter")
    assert entries(listing) == before + 1
    # Chromium asks for the icon at each new address.
    assert ([url for url in seen.requests if "icon" not in url], seen.errors) == ([], [])


def test_the_chart_and_the_menus_narrow_the_search(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/publications?featured=true#2019")
    page.locator(BARS).filter(has_text="2021").click()
    expect(page.locator(".found")).to_have_text("2 publications")
    assert titles(page) == matching(server, "featured=true&year=2021")
    assert page.locator(f"{BARS}[aria-current=true] title").all_text_contents() == ["2021: 2"]
    assert counts(page) == {"2025": 2, "2023": 1, "2021": 2}
    assert page.locator(".list h2:visible").all_inner_texts() == ["2021"]
    page.locator("#journal_is").select_option("Journal of Example Radiology")
    expect(page.locator(".found")).to_have_text("1 publication")
    assert page.url == f"{server.address}/publications?year=2021{JOURNAL}&featured=true#2019"


def test_the_script_draws_the_chart_that_the_server_draws(listing: Page, server: Server) -> None:
    """Bars of all publications, with a part for matches; no number without a match; no chart of fewer than 5."""
    chart = """() => [...document.querySelectorAll("figure svg a")].map((bar) => {
        const parts = ["whole", "bar"].map((name) => bar.querySelector(`.${name}`));
        const sizes = parts.flatMap((part) => ["y", "height"].map((name) => Number(part.getAttribute(name))));
        return [bar.textContent.trim(), ...sizes];
    })"""
    listing.locator("#q").fill("ultrasound")
    expect(listing.locator(".found")).to_have_text("7 publications")
    drawn = listing.evaluate(chart)
    assert [words[6:].split() for words, *_ in drawn] == [[n] if n == "0" else [n, n] for n in "1101011101"]
    listing.reload()
    assert listing.evaluate(chart) == drawn
    listing.locator("#q").fill("nerve")
    expect(listing.locator(".found")).to_have_text("4 publications")
    expect(listing.locator("figure")).to_be_hidden()


def test_selected_and_in_plain_words(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/publications?featured=true")
    assert page.get_by_label("Selected publications").is_checked()
    page.get_by_label("In plain words").check()
    expect(page.locator(".found")).to_have_text("2 publications")
    assert titles(page) == matching(server, "featured=true&summary=true")
    assert page.url == f"{server.address}/publications?featured=true&summary=true"
    page.get_by_role("link", name="Show all").click()
    assert [box.is_checked() for box in page.get_by_role("checkbox").all()] == [False, False, False]


def test_publications_with_data(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/publications")
    page.get_by_text("More filters").click()
    page.get_by_label("With data").check()
    expect(page.locator(".found")).to_have_text("1 publication")
    assert titles(page) == matching(server, "has_data=true")
    assert page.url == f"{server.address}/publications?has_data=true"


def test_without_a_match_the_whole_list_is_offered(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/publications?q=nerve&year=2021{JOURNAL}#2019")
    page.locator("#q").fill("hamstring")
    expect(page.locator(".found")).to_have_text("No publications match.")
    expect(page.locator("figure")).to_be_hidden()
    page.get_by_role("link", name="Show all").click()
    expect(page.locator(".found")).to_have_text("13 publications")
    expect(page.locator("figure")).to_be_visible()
    expect(page.get_by_text("Show all")).to_be_hidden()
    assert page.url == f"{server.address}/publications#2019"


def test_back_and_forward_lead_through_the_searches(listing: Page, server: Server) -> None:
    before, found = entries(listing), listing.locator(".found")
    listing.locator("#q").fill("ultrasound")
    listing.locator("#q").press("Enter")
    listing.locator(BARS).filter(has_text="2023").click()
    listing.get_by_text("More filters").click()
    listing.locator("#journal_is").select_option("Example Archives of Sports Imaging")
    expect(found).to_have_text("1 publication")
    assert entries(listing) == before + 3
    for query, text in (("?q=ultrasound&year=2023", "1 "), ("?q=ultrasound", "7 "), ("", "13 ")):
        listing.go_back()
        expect(found).to_contain_text(text)
        assert listing.url == f"{server.address}/publications{query}#2019"
    listing.go_forward()
    expect(found).to_have_text("7 publications")
    assert [listing.locator(f"#{name}").input_value() for name in ("q", "year", "journal_is")] == ["ultrasound", "", ""]


def test_a_shared_address_fills_the_form(page: Page, server: Server) -> None:
    """Also with a value that no menu offers."""
    page.goto(f"{server.address}/publications?journal_is=radiolog&year=1999#2019")
    expect(page.locator(".found")).to_contain_text("No publications match.")
    assert page.locator("#journal_is").input_value() == "radiolog"


def test_a_year_with_a_leading_zero_is_that_year(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/publications?year=02021")
    expect(page.locator(".found")).to_have_text("2 publications")
    assert page.locator(f"{BARS}[aria-current=true] title").all_text_contents() == ["2021: 2"]


def test_part_of_a_journal_in_an_address_stays_while_a_menu_changes(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/publications?journal=radiolog&year=1999")
    page.locator("#year").select_option("")
    expect(page.locator(".found")).to_have_text("5 publications")
    assert titles(page) == matching(server, "journal=radiolog")


def test_keyboard(listing: Page, server: Server) -> None:
    """The chart is one stop of the Tab key. Arrow keys go from bar to bar, and Enter chooses; then the ways to cite."""
    focused = "document.activeElement.querySelector('title')?.textContent ?? document.activeElement.textContent"
    listing.get_by_text("More filters").focus()
    steps = []
    for key in ("Tab", "ArrowLeft", "Home", "ArrowLeft", "ArrowRight", "End", "Tab", "Shift+Tab", "ArrowLeft", "Enter"):
        listing.keyboard.press(key)
        steps.append(listing.evaluate(focused))
    first = matching(server, "limit=1")[0]
    assert steps == [
        "2025: 2",
        "2024: 1",
        "2014: 1",
        "2014: 1",
        "2016: 1",
        "2025: 2",
        first,
        "2025: 2",
        "2024: 1",
        "2024: 1",
    ]
    expect(listing.locator(".found")).to_have_text("1 publication")
    assert listing.url == f"{server.address}/publications?year=2024#2019"
    listing.keyboard.press("Enter")
    expect(listing.locator(".found")).to_have_text("13 publications")

    cite = listing.locator("a.cite").nth(6)
    cite.focus()
    for key in ("Enter", *("Tab",) * 5, "Enter"):
        listing.keyboard.press(key)
    expect(listing.locator("ol.publications > li").nth(6).locator("output")).to_have_text("Copied")
    assert cite.get_attribute("aria-expanded") == "true"
    expected = server.get("/api/publications/10.5555%2Fmsk.2021.001?format=citation&style=apa").text.strip()
    assert listing.evaluate("navigator.clipboard.readText()") == expected
    assert listing.locator("output").evaluate("element => element.previousElementSibling.textContent") == "APA"
    cite.press("Enter")
    expect(listing.locator("output")).to_have_count(0)


def test_escape_closes_the_ways_to_cite(listing: Page) -> None:
    """The focus returns to the link that opened them."""
    cite = listing.locator("a.cite").first
    cite.click()
    listing.locator(".citations a").nth(1).focus()
    listing.keyboard.press("Escape")
    assert listing.locator(".citations").count() == 0
    assert cite.get_attribute("aria-expanded") == "false"
    assert cite.evaluate("element => element === document.activeElement")


@pytest.mark.parametrize("name", ["Cite", "Full text", "PubMed"])
def test_repeated_links_name_their_publication(listing: Page, name: str) -> None:
    """A screen reader lists the links of a page by their names."""
    links = listing.get_by_role("link", name=f"{name}: Sonography of the median nerve", exact=True)
    assert links.count() == 1
    assert links.inner_text() == name


def test_citations_on_the_page_of_a_publication(listing: Page, server: Server) -> None:
    follow(listing, listing.get_by_role("link", name="Sonography of the median nerve", exact=True))
    assert listing.url == f"{server.address}/publications/10.5555%2Fmsk.2021.001"
    listing.get_by_text("APA").click()
    listing.get_by_role("button", name="Copy: APA").click()
    expect(listing.locator("output")).to_have_text(["", "Copied", ""])
    expected = server.get("/api/publications/10.5555%2Fmsk.2021.001?format=citation&style=apa").text.strip()
    assert listing.evaluate("navigator.clipboard.readText()") == expected
    listing.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }")
    listing.get_by_role("button", name="Copy: APA").click()
    listing.wait_for_function("getSelection().toString()")
    assert listing.evaluate("getSelection().toString()").strip() == expected


def test_a_style_of_citation_is_chosen_with_the_arrow_keys(page: Page, plain: Page, server: Server) -> None:
    """Also without the script. One citation is shown; on paper, each is below the name of its style."""
    for tab in (page, plain):
        tab.goto(f"{server.address}{PUBLICATION}")
        shown = tab.locator("blockquote:visible")
        assert shown.inner_text().startswith("Example N, Levi R. Sonography")
        tab.get_by_role("radio", name="Vancouver").focus()
        tab.keyboard.press("ArrowRight")
        assert shown.inner_text().startswith("Example, N., & Levi, R. (2021).")
        assert tab.get_by_role("radio", name="APA").is_checked()
        tab.emulate_media(media="print")
        parts = tab.locator(".styles > :not(input):visible")
        assert parts.evaluate_all("all => all.map(each => each.localName)") == ["label", "div"] * 3
        tab.emulate_media(media="null")


def test_hebrew(listing: Page, server: Server) -> None:
    follow(listing, listing.get_by_role("link", name="עברית"))
    assert listing.evaluate("getComputedStyle(document.body).direction") == "rtl"
    listing.locator("#q").fill("ulnar")
    expect(listing.locator(".found")).to_have_text("פרסום אחד")
    assert listing.url == f"{server.address}/he/publications?q=ulnar"


def test_without_javascript(plain: Page, server: Server) -> None:
    plain.goto(f"{server.address}/publications")
    plain.locator("#q").fill("nerve")
    plain.locator("#year").select_option("2021")
    follow(plain, plain.get_by_role("button", name="Search"))
    assert plain.url == f"{server.address}/publications?q=nerve&year=2021&type=&journal_is=&keywords="
    assert titles(plain) == matching(server, "q=nerve&year=2021")
    follow(plain, plain.get_by_role("link", name="Show all"))
    follow(plain, plain.locator(BARS).filter(has_text="2022"))
    assert titles(plain) == matching(server, "year=2022")
    follow(plain, plain.get_by_role("link", name="Show all"))
    assert len(titles(plain)) == 13
    follow(plain, plain.locator("a.cite").first)
    assert plain.url.endswith("/publications/10.5555%2Fmsk.2025.007#cite")
    assert plain.get_by_role("button").count() == 0


SPELLINGS = [
    ["Sørensen's TNF-α: Œdème, Þorn & ŁÓDŹ", "Żółw K, O’Neil B", "Zeitschrift für Straßen"],
    ["STRASSE_und_Maße der Ärzte 12½", "Müller-Weiß O, Iğdır İ", "Revista de Radiología"],
    ["דופלר שֶׁל עֲצַב המדיאן", "לוי ר, Example N", "הרפואה"],
    ["Ο ΟΔΥΣΣΕΥΣ και η οδός, PM₂.₅ m²", "Παπάς Α", "Ιατρική"],
    ["Неврология ёлка Й", "Иванов И", "Вестник"],
    ["عَصَب الوسيط", "علي م", "مجلة"],
    ["超音波 検査 ＡＢＣ ﬁbre", "田中 A", "J"],
    ["<b>5 > 4</b> & \"quotes\" 'a' C++ 100%", "Group 2000, et al", "A & B"],
]
QUERIES = [
    "sorensen", "SØRENSEN tnf", "α", "A", "oedeme thorn", "lodz", "zolw", "o'neil", "neil o", "strasse", "straße mass",
    "maße", "12", "½", "igdir", "i", "דופלר של", "עצב", "שֶׁל", "οδυσσευς", "οδυσσεύσ", "οδος", "елка", "й", "عصب",
    "超音", "検査", "pm2", "PM₂.5", "m2", "ＡＢＣ", "abc", "ﬁbre", "fibre", "<b>", "c++", "100%", "5 4", "4 5", "et al", "2000",
    "2015", "10.5555/S%C3.2015(x)", "https://doi.org/10.5555/b", "10.5555/c",
    "31000001", "31000002", "31000003", "31000004", "sorensen s tnf α oedeme thorn lodz zolw k o nothing",
    "sorensen s tnf s tnf α oedeme thorn lodz zolw k o", "sorensen s tnf α oedeme thorn lodz zolw k nothing", "tnf α tnf",
    "retracted", "concern", "tnfα", "of concern",
    "weiss muller", "muller-weiß", "_", "und_ma", "...", "nothing",
]  # fmt: skip
KEYWORDS = ["tnf α", "α tnf", "o neil", "TNFα,zzz", "sorensen, strasse", "mass,maße", "של עצב", "2020", ",*"]
JOURNALS = [" ZEITSCHRIFT fur strassen ", "straß", "revista de radiologia", "הרפואה", "ΙΑΤΡΙΚΉ", "a &", "A & b", "%"]


def test_the_script_finds_what_the_server_finds(page: Page, tmp_path: Path) -> None:
    """For any spelling, in the fields for words, journal and keywords."""
    # A shorter list has no search.
    spellings = [*SPELLINGS, *([f"Filler{number}", "Nobody N", "Filler"] for number in range(10 - len(SPELLINGS)))]
    listed = [[*row, 2020 - number] for number, row in enumerate(spellings)]
    listed[0] += ["10.5555/S%C3.2015(x)", "https://pubmed.ncbi.nlm.nih.gov/31000001/", "expression of concern 2020-03"]
    listed[1] += ["10.5555/b-2", "http://www.ncbi.nlm.nih.gov/pubmed/31000002?dopt=Abstract", "retracted 2024"]
    listed[2] += ["", "https://pubmed.gov/31000003", "", "https://doi.org/10.5555/c"]
    listed[3] += ["", "https://pubmed.example.com/31000004"]
    header = ["title", "authors", "journal", "year", "doi", "pubmed", "notice", "url"]
    with serving_publications(tmp_path, header, [[*row, "", "", "", ""][:8] for row in listed]) as own:
        page.goto(f"{own.address}/publications?keywords=zzz")
        asked = [*(("q", query) for query in QUERIES), *(("journal_is", query) for query in JOURNALS)]
        asked += [("keywords", query) for query in KEYWORDS]
        found = page.evaluate(SEARCH, asked)
        assert dict(zip(asked, found, strict=True)) == {pair: matching(own, urlencode([pair])) for pair in asked}
        assert {len(shown) for shown in found} >= {0, 1, 2, len(spellings)}


def many_authors(number: int) -> list[list[Any]]:
    group = cycle(f"{family} {initials}" for initials in INITIALS for family in SURNAMES)
    listed = [list(row) for row in rows(number)]
    for index, row in enumerate(listed):
        names = [*islice(group, 49)]
        names.insert(index % 50, "Example NB")
        row[1] = ", ".join(names)
    return listed


def test_500_publications_with_50_authors(page: Page, plain: Page, tmp_path: Path) -> None:
    listed = many_authors(500)
    listed[400][1] += ", Rare XY"
    with serving_publications(tmp_path, HEADER.split(","), listed) as own:
        seen = watched(page)
        open_whole(page, f"{own.address}/publications")
        assert 0 < sum(size for url, size in seen.received.items() if not url.endswith(".woff2")) < MAX_BYTES
        assert len([url for url in seen.requests if "icon" not in url and not url.endswith(".woff2")]) == 3
        assert len(titles(page)) == 500
        summary = page.locator(".list summary").nth(20)
        assert summary.inner_text().split(", ") == [
            *(
                "Example\u00a0YT",
                "Muster\u00a0YT",
                "…\u00a018\u00a0more\u00a0…",
                "Example\u00a0NB",
                "…\u00a028\u00a0more\u00a0…",
                "de\u00a0la\u00a0Muestra\u00a0TB",
            )
        ]
        page.emulate_media(media="print")
        assert page.locator(".authors summary:visible").count() == page.locator("h3:visible").count() == 500
        for hidden in ("form", "figure", ".names", ".cite", "header.site ul"):
            expect(page.locator(hidden).first).to_be_hidden()
        page.emulate_media(media="screen")
        page.locator("#q").fill("rare xy")
        expect(page.locator(".found")).to_have_text("1 publication")
        assert titles(page) == [listed[400][0]]
        assert seen.errors == []
        plain.goto(f"{own.address}/publications?q=rare")
        expect(plain.locator(".names:visible")).to_have_count(0)
        plain.locator(".list summary:visible").click()
        assert plain.locator(".names:visible").inner_text().replace("\u00a0", " ") == listed[400][1]
        assert plain.locator(".list summary:visible").inner_text().startswith("All 51 authors")


def test_hostile_titles_and_a_second_page(page: Page, tmp_path: Path) -> None:
    """Markup in the data stays text, and the form of a list with several pages asks the server."""
    title = "<img src=x onerror=\"document.title='hacked'\"> & \"q\" 'a' {n}"
    listed = [[title.format(n=n), "<b>Example</b> N", "J", 2020, "", "", "", f"10.5555/<{n}>&?#%", "", ""] for n in range(510)]
    with serving_publications(tmp_path, HEADER.split(","), listed) as own:
        seen = watched(page)
        page.goto(f"{own.address}/publications")
        page.locator("#q").fill("example")
        follow(page, page.get_by_role("button", name="Search"))
        assert len(titles(page)) == 100
        assert page.locator(".list img, .names > *").count() == 0
        follow(page, page.locator("nav a[rel=next]"))
        assert page.url == f"{own.address}/publications?q=example&offset=100"
        assert titles(page) == matching(own, "q=example&offset=100&limit=100")
        page.locator("a.cite").last.click()
        with page.expect_response(lambda response: "/api/" in response.url) as response:
            page.locator(".citations a").last.click()
        assert response.value.url == f"{own.address}/api/publications/10.5555%2F%3C199%3E%26%3F%23%25?format=citation&style=ama"
        assert response.value.ok
        page.goto(f"{own.address}/publications?q=example&offset=500")
        follow(page, page.locator("ol.publications h3 a").last)
        assert page.locator("h1").inner_text() == title.format(n=509)
        assert page.title() == title.format(n=509)
        assert [error for error in seen.errors if "Clipboard" not in error] == []
