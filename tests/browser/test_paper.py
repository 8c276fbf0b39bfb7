"""Pages on paper, as Chromium prints them and poppler reads them."""

import shutil
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from lxml import html
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PUBLICATION
from tests.conftest import BASE_URL, Server
from tests.support.browser import needs_chromium
from tests.support.messages import editing
from tests.support.own import HEBREW_TITLE, announce, serving_own, serving_publications

pytestmark = [
    needs_chromium,
    pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext is not installed (Debian: poppler-utils)"),
]
# Width and height in points.
PAPER = {"A4": (595, 842), "Letter": (612, 792)}
MARGIN = 40


def printed(page: Page, paper: str, file: Path) -> tuple[list[tuple[float, float]], list[list[tuple[str, float, float]]]]:
    """The size of each sheet, and its words with their left and right edges."""
    page.pdf(path=file, format=paper)
    done = subprocess.run(["pdftotext", "-bbox", str(file), "-"], capture_output=True, text=True, check=True)
    sheets = html.document_fromstring(done.stdout).xpath("//page")
    words = [[(word.text, float(word.get("xmin")), float(word.get("xmax"))) for word in sheet.xpath("word")] for sheet in sheets]
    return [(float(sheet.get("width")), float(sheet.get("height"))) for sheet in sheets], words


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    """On a day of the clinic's closure."""
    with browser.new_page() as page:
        page.clock.set_fixed_time("2027-04-25T08:00Z")
        yield page


@pytest.mark.parametrize("path", ["/cv", "/he/cv"])
def test_on_paper(page: Page, professor: Server, tmp_path: Path, path: str) -> None:
    page.goto(f"{professor.address}{path}")
    # poppler has the letters of Hebrew from left to right.
    titles = {f"({number})" for number in range(1, 501) if number != 2} | {*HEBREW_TITLE[::-1].split()}
    for paper, (width, height) in PAPER.items():
        sizes, sheets = printed(page, paper, tmp_path / "cv.pdf")
        assert set(sizes) == {sizes[0]}
        assert sizes[0] == pytest.approx((width, height), abs=1)
        assert [word for sheet in sheets for word in sheet if word[1] < MARGIN or word[2] > width - MARGIN] == []
        texts = [" ".join(word for word, _, _ in sheet) for sheet in sheets]
        assert [f"{number} / {len(sheets)}" in text for number, text in enumerate(texts, start=1)] == [True] * len(sheets)
        assert titles <= {word.strip(".:") for sheet in sheets for word, _, _ in sheet}
        assert len(sheets) < 40
        assert "(1)" in texts[1]
        assert "PDF" not in texts[0]


def test_the_home_page_on_paper(page: Page, server: Server, tmp_path: Path) -> None:
    """The regular hours of each place, not those of this week, and all that unfolds; links have their address, and words that
    only lead elsewhere are left out. Each sheet names the owner and the address.
    """
    page.goto(server.address)
    _, sheets = printed(page, "A4", tmp_path / "home.pdf")
    texts = [" ".join(word for word, _, _ in sheet) for sheet in sheets]
    everything = " ".join(texts)
    for part in (
        "Mon 8:30–13 15–19 Tue 8:30–13",
        "By appointment only. Sun 8:30–13 Mon",
        "From 1 October 2026 until further notice (renovation)",
        "Hours checked on 1 November 2026.",
        "Insurance",
        "You may eat and drink as usual.",
        "+972-0-555-0155",
        "https://orcid.org/0000-0000-5555-0000",
    ):
        assert part in everything
    assert "9–12" not in everything  # of the closed place
    # A filled and an outlined button begin where other lines do.
    starts = [left for (word, left, _), (after, _, _) in pairwise(sheets[0]) if (word, after) == ("Book", "online")]
    assert starts == [next(left for word, left, _ in sheets[0] if word == "20")] * 2
    assert len(sheets) < 6  # none is half empty, whatever the font
    assert [text.count("Dr. Noa Example") for text in texts[1:]] == [1] * (len(texts) - 1)
    assert all(text.endswith(f"{BASE_URL}/") for text in texts)
    assert "https://booking.example.org/" in texts[0]
    assert [
        word for word in ("PubMed", "Cite", "Directions", "All publications", "Save contact") if word in " ".join(texts)
    ] == []


def test_a_photo_on_paper_keeps_its_shape(page: Page, server: Server) -> None:
    """On a screen it is as tall as the text beside it."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(server.address)
    page.emulate_media(media="print")
    box = page.locator(".photo").bounding_box()
    assert box
    assert box["height"] / box["width"] == pytest.approx(5 / 4, rel=0.01)


def test_a_long_closure_is_printed_once(page: Page, server: Server, tmp_path: Path) -> None:
    page.goto(server.address)
    _, sheets = printed(page, "A4", tmp_path / "home.pdf")
    assert [word for sheet in sheets for word, _, _ in sheet].count("(renovation)") == 1


def test_announcements_hide_nothing_on_paper(page: Page, tmp_path: Path) -> None:
    """Those below the places fill the card on the screen."""
    with serving_own(tmp_path, announce({"text": "Flu shots on Thursdays."})) as own:
        page.goto(own.address)
        page.emulate_media(media="print")
        notice, heading = page.locator(".places .notice").bounding_box(), page.locator("#conditions h2").bounding_box()
    assert notice
    assert heading
    assert heading["y"] >= notice["y"] + notice["height"]


def test_each_telephone_number_is_printed_once(page: Page, tmp_path: Path) -> None:
    """Below the address, or on the button of a place without a number of its own."""

    def change(folder: Path) -> None:
        with editing(folder, "clinic.yaml") as clinic:
            del clinic["bookingLinks"]
            clinic["locations"].append({"name": "Visits at home"})

    with serving_own(tmp_path, change) as own:
        page.goto(own.address)
        page.emulate_media(media="print")
        first, visits = page.locator(".place").first, page.locator(".place").filter(has_text="Visits at home")
        numbers = [place.locator("a[href='tel:+97205550100']:visible").all_inner_texts() for place in (first, visits)]
    assert numbers == [["+972-0-555-0100"], ["Call +972-0-555-0100"]]


def test_a_vacation_does_not_show_on_paper(page: Page, tmp_path: Path) -> None:
    """It may be over when somebody reads the sheet."""

    def change(folder: Path) -> None:
        with editing(folder, "clinic.yaml") as clinic:
            clinic["hours"]["closures"] = [{"from": "2026-11-23", "to": "2026-12-06"}]

    with serving_own(tmp_path, change) as own:
        page.clock.set_fixed_time("2026-11-28T08:00Z")
        page.goto(own.address)
        page.emulate_media(media="print")
        place = page.locator(".place").first
        assert place.locator(".badge:visible").all_inner_texts() == ["Takes new patients"]
        expect(place.locator(".week")).to_be_visible()


def link_in_words(sources: Path) -> None:
    with editing(sources, "clinic.yaml") as clinic, editing(sources, "profile.yaml") as profile:
        clinic["bookingLinks"] = {"Letters": "mailto:first@example.org?subject=Letter", "Refer": "mailto:second@example.org"}
        profile["bio"] = "Hello.\n\nMy [plan](https://p.example/plan) is here. Ask [us](mailto:us@e.example) or <me@e.example>."


def test_links_in_words_have_their_address_on_paper(page: Page, tmp_path: Path) -> None:
    with serving_own(tmp_path, link_in_words) as own:
        page.goto(own.address)
        _, sheets = printed(page, "A4", tmp_path / "home.pdf")
    words = [word.strip("().\u2066\u2069") for sheet in sheets for word, _, _ in sheet]
    listed = ["first@example.org", "second@example.org", "https://p.example/plan", "us@e.example", "me@e.example"]
    assert [word for word in words if word in listed] == listed


def test_profiles_and_the_cv_of_a_researcher_have_their_address_on_paper(page: Page, resident: Server, tmp_path: Path) -> None:
    page.goto(resident.address)
    _, sheets = printed(page, "A4", tmp_path / "home.pdf")
    words = [word.strip("()\u2066\u2069") for word, _, _ in sheets[0]]
    site = "https://dana-sample.example.org"
    listed = [f"{site}/cv.pdf", "https://linkedin.example.org/dana-sample", "https://github.example.org/dana-sample"]
    assert [word for word in words if word in listed] == listed


@pytest.mark.parametrize("lines", [0, 2, 4, 6])
def test_a_place_is_on_one_sheet(page: Page, server: Server, tmp_path: Path, lines: int) -> None:
    page.goto(server.address)
    page.locator(".place ul").first.evaluate("(list, lines) => { list.innerHTML += '<li>Line'.repeat(lines); }", lines)
    _, sheets = printed(page, "A4", tmp_path / "home.pdf")
    words = [[word for word, _, _ in sheet] for sheet in sheets]
    first, last = ([word in sheet for sheet in words] for word in ("Rehabilitation", "(renovation)"))
    assert any(first)
    assert first == last


def test_research_areas_begin_on_one_line_on_paper(page: Page, server: Server) -> None:
    page.goto(server.address)
    page.set_viewport_size({"width": 680, "height": 900})
    page.emulate_media(media="print")
    first, second = [page.locator("#research h3").nth(number).bounding_box() for number in range(2)]
    assert first
    assert second
    assert first["x"] != second["x"]
    assert first["y"] == second["y"]


def test_the_selection_of_a_cv_is_printed_once(page: Page, tmp_path: Path) -> None:
    """A screen shows the selection because the full list is folded. On paper, the list is unfolded and has these papers, too."""
    listed = [[f"Paper{number}", "Example N", "Journal", 2020, "yes" if number == 1 else ""] for number in range(1, 23)]
    with serving_publications(tmp_path, ["title", "authors", "journal", "year", "featured"], listed) as own:
        page.goto(f"{own.address}/cv")
        assert page.locator(".featured").is_visible()
        _, sheets = printed(page, "A4", tmp_path / "cv.pdf")
    assert [word for sheet in sheets for word, _, _ in sheet].count("Paper1.") == 1


@pytest.mark.parametrize("path", ["/", "/he"])
def test_a_selected_publication_has_an_address_on_paper(page: Page, server: Server, path: str) -> None:
    page.goto(server.address + path)
    page.emulate_media(media="print")
    shown = page.locator(".highlights .links").evaluate_all(
        "lines => lines.map(line => [...line.querySelectorAll('a')].filter(link => link.checkVisibility()).length)"
    )
    assert shown == [1] * len(shown) != []


def test_the_bar_that_stays_in_reach_is_not_printed(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(server.address)
    page.locator("#research").scroll_into_view_if_needed()
    expect(page.locator(".in-reach")).to_be_visible()
    page.emulate_media(media="print")
    assert not page.locator(".in-reach").is_visible()


@pytest.mark.parametrize("path", ["/publications", PUBLICATION])
def test_publications_on_paper_name_the_owner(page: Page, server: Server, tmp_path: Path, path: str) -> None:
    page.goto(server.address + path)
    _, sheets = printed(page, "A4", tmp_path / "page.pdf")
    assert [word for word, _, _ in sheets[0][:3]] == ["Dr.", "Noa", "Example"]


def test_the_first_sheet_is_full(page: Page, neurologist: Server, tmp_path: Path) -> None:
    """A place and the part after it share the sheet."""
    page.goto(neurologist.address)
    _, sheets = printed(page, "A4", tmp_path / "home.pdf")
    words = [word for word, _, _ in sheets[0]]
    assert {"Mon", "Thu", "Good"} <= set(words)


def test_many_authors_are_folded_on_their_page_on_paper(page: Page, tmp_path: Path) -> None:
    authors = ", ".join(f"Author{number} A" for number in range(800))
    row = ["Many", authors, "Journal", 2020, "10.5555/many"]
    with serving_publications(tmp_path, ["title", "authors", "journal", "year", "doi"], [row]) as own:
        page.goto(f"{own.address}/publications/10.5555%2Fmany")
        _, [words] = printed(page, "A4", tmp_path / "page.pdf")
    assert {"Author1", "797", "Author799"} <= {word for word, _, _ in words}


@pytest.mark.parametrize("path", ["/cv", "/publications"])
def test_every_sheet_begins_with_its_year(page: Page, professor: Server, tmp_path: Path, path: str) -> None:
    page.goto(professor.address + path)
    _, sheets = printed(page, "A4", tmp_path / "list.pdf")
    later = [sheet[0][0] for sheet in sheets[2:]]
    assert len(later) > 15
    assert [word for word in later if not (word.isdigit() and len(word) == 4)] == []
