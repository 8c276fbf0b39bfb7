"""The pages of a department in a browser: its people and its joint list, searched without a server."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from bench.programs import free_port
from bench.synthetic import HEADER, rows, write_csv
from tests.browser.conftest import titles
from tests.support.browser import needs_chromium, open_whole, watched
from tests.support.department import make_department, write_department
from tests.support.static_site import file_server

pytestmark = needs_chromium
NOTICE = "retracted 1999-05-01"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The department, in which one person has many publications, and the oldest one was retracted."""
    folder, port = tmp_path_factory.mktemp("department"), free_port()
    sources = make_department(folder / "sources")
    papers = [(*cells, NOTICE if number == 109 else "") for number, cells in enumerate(rows(110))]
    papers = [(cells[0], f"Sample D, {cells[1]}", *cells[2:]) for cells in papers]
    write_csv(sources / "people" / "dana" / "publications.csv", (*HEADER, "notice"), papers)
    done = write_department(sources, base_url=f"http://127.0.0.1:{port}")
    assert done.code == 0, done.err
    with file_server(folder / "public", port) as address:
        yield address


def people(page: Page) -> list[str]:
    return page.locator(".people li:not([hidden]) h2").all_inner_texts()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["Prof. Yael Ben-Ami", "Dr. Dana Sample"]),
        ("?q=BEN+ya", ["Prof. Yael Ben-Ami"]),
        ("?q=נוירולוגיה", ["Prof. Yael Ben-Ami"]),
        ("?q=ערבית", ["Prof. Yael Ben-Ami"]),
        ("?q=internal+medicine", ["Dr. Dana Sample"]),
        ("?q=nobody", []),
    ],
    ids=["all", "name", "specialty in Hebrew", "spoken language in Hebrew", "specialty", "none"],
)
def test_people_are_found_by_address(address: str, page: Page, query: str, found: list[str]) -> None:
    seen = watched(page)
    open_whole(page, f"{address}/{query}")
    assert (people(page), seen.errors) == (found, [])


def test_the_search_of_people_is_in_the_address(address: str, page: Page) -> None:
    page.goto(f"{address}/he/")
    page.fill("#q", "dana")
    expect(page.locator(".found")).to_have_text("איש צוות אחד")
    assert page.url == f"{address}/he/?q=dana"
    page.get_by_role("link", name="Dr. Dana Sample").click()
    assert page.url == f"{address}/dana/"


def test_without_the_script_everyone_is_listed(address: str, plain: Page) -> None:
    plain.goto(f"{address}/?q=dana")
    assert people(plain) == ["Prof. Yael Ben-Ami", "Dr. Dana Sample"]
    expect(plain.locator("form")).to_be_hidden()


def test_the_search_of_the_joint_list_shows_notices(address: str, page: Page) -> None:
    seen = watched(page)
    open_whole(page, f"{address}/publications/")
    assert page.locator("ol.publications > li").count() == 113
    page.fill("#q", "retracted")
    expect(page.locator(".found")).to_have_text("1 publication")
    [title] = titles(page)
    assert page.locator("ol.publications > li:not([hidden]) .notice").inner_text().startswith("Retracted")
    assert title.endswith("(110)")
    assert page.url == f"{address}/publications/?q=retracted"
    assert seen.errors == []


@pytest.mark.parametrize("path", ["/", "/he/", "/publications/"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_is_wider_than_the_window(address: str, page: Page, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{address}{path}")
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_every_name_begins_at_the_same_distance_from_its_monogram(address: str, page: Page) -> None:
    page.goto(f"{address}/")
    left = "(elements) => elements.map((element) => element.getBoundingClientRect().left)"
    names, cards = (page.locator(selector).evaluate_all(left) for selector in (".people h2", ".people > li"))
    first, second = (name - card for name, card in zip(names, cards, strict=True))
    assert first == second


def test_new_patients_only(address: str, page: Page) -> None:
    open_whole(page, f"{address}/?patients=yes")
    expect(page.locator(".found")).to_have_text("No people match.")
    page.get_by_label("Takes new patients").uncheck()
    expect(page.locator(".found")).to_have_text("2 people")
