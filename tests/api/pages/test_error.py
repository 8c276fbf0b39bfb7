"""The page of an error, and the accessibility statement."""

from pathlib import Path
from typing import Any

import pytest
from lxml import html

from api.context import Application, Context
from api.errors import ApiError, error_of_database
from api.pages.page import error_page
from api.routes import ENDPOINTS
from bench.synthetic import write_csv
from db.file_format import SlowQueryError
from db.snapshot import Database
from tests.conftest import Server
from tests.support.markup import links, texts
from tests.support.messages import write
from tests.support.site import Site, serving, serving_edited
from tests.support.wire import ask


def error_document(database: Path, error: ApiError, path: str = "/", base_url: str | None = None) -> Any:
    application = Application(Database(database), ENDPOINTS, base_url)
    page = error_page(Context(application, application.database.snapshot()), error, path)
    return html.document_fromstring(page.body.decode())


def test_error_page(example_database: Path) -> None:
    """Advice, a search field and the sentence of the JSON error, escaped, in the look of the site."""
    error = ApiError("not_found", 'There is nothing at "/<x>".')
    document = error_document(example_database, error, "/<x>", "https://example.org/people/noa")
    assert texts(document, "//head/title | //main//h1 | //main//p") == [
        "Page not found",
        "Page not found",
        "The address may be mistyped, or the page was removed.",
        "Go to the home page",
        "Status 404 (not_found)",
        'There is nothing at "/<x>".',
    ]
    assert texts(document, "//summary") == ["Details"]
    assert links(document, "//*[@class='languages']/a") == [("עברית", "/people/noa/he")]
    assert links(document, "//main//a") == [("Go to the home page", "/people/noa/")]
    assert links(document, "//header//a")[0] == ("Dr. Noa Example", "/people/noa/")
    assert texts(document, "//form[@role='search']/@action | //form//input/@name") == ["/people/noa/publications", "q"]
    assert document.xpath("//link[@rel='stylesheet']/@href")[0].startswith("/people/noa/assets/style.css?")


def test_error_page_in_hebrew(example_database: Path) -> None:
    """Below /he; the sentence, which programs get too, is marked as English. The suggestion is a link."""
    document = error_document(example_database, ApiError("not_found", "There is nothing.", suggestion="/he/cv"), "/he/cw")
    assert (document.get("lang"), texts(document, "//main//*[@lang='en']")) == ("he", ["There is nothing."])
    assert texts(document, "//h1 | //p[@class='lead']") == [
        "העמוד לא נמצא",
        "ייתכן שהכתובת הוקלדה בטעות, או שהעמוד הוסר. האם הכוונה הייתה ל־/he/cv?",
    ]
    assert links(document, "//main//a") == [("/he/cv", "/he/cv"), ("לדף הבית", "/he")]


@pytest.mark.parametrize(
    ("error", "heading"),
    [
        (ApiError("method_not_allowed", "Use GET."), "This address is not valid"),
        (error_of_database(SlowQueryError()), "The page cannot be shown right now"),
    ],
)
def test_the_heading_says_whether_to_try_again(example_database: Path, error: ApiError, heading: str) -> None:
    assert texts(error_document(example_database, error), "//title | //h1") == [heading, heading]


def test_a_short_list_has_no_search_on_an_error_page_either(short_list: Site) -> None:
    document = html.document_fromstring(short_list.get("/nowhere", Accept="text/html").text)
    assert document.xpath("//form") == []
    assert links(document, "//p[@class='actions']/a[@class='button']") == [("Go to the home page", "/")]


def test_a_browser_gets_a_page_for_a_target_without_a_slash(server: Server) -> None:
    answer = ask(server, "nowhere", Accept="text/html")
    assert (answer.status, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    document = html.document_fromstring(answer.body.decode())
    assert texts(document, "//html/@lang | //details/p") == [
        "en",
        "Status 404 (not_found)",
        'There is nothing at "nowhere". The endpoints are listed at /api.',
    ]


def test_error_page_without_a_database(tmp_path: Path) -> None:
    """The owner and the path of the site are unknown, so the page links to the root. Its style is the usual one."""
    site = serving(tmp_path / "missing.db")
    response = site.get("/he", Accept="text/html")
    document = html.document_fromstring(response.text)
    [style] = document.xpath("//link[@rel='stylesheet']/@href")
    assert site.get(style).status_code == 200
    assert (response.status_code, response.headers["retry-after"]) == (503, "5")
    assert texts(document, "//h1 | //p[@class='lead'] | //details/p") == [
        "The page cannot be shown right now",
        "Please try again in a moment.",
        "Status 503 (service_unavailable)",
        "The database does not exist yet. Build it with make build-db or public-profile build. Try again in a moment.",
    ]
    assert (links(document), document.xpath("//form")) == ([("Skip to content", "#content"), ("Go to the home page", "/")], [])


@pytest.mark.parametrize(
    ("path", "title", "name"),
    [
        ("/accessibility", "Accessibility statement", "Noa Example, accessibility coordinator"),
        ("/he/accessibility", "הצהרת נגישות", "נועה דוגמה, רכזת הנגישות"),
    ],
)
def test_the_statement(site: Site, path: str, title: str, name: str) -> None:
    """It says what was tested and whom to tell; every page links to it."""
    document = site.page(path)
    assert texts(document, "//h1") == [title]
    assert (texts(document, "//address/p")[0], links(document, "//address//a")) == (
        name,
        [("accessibility@example.org", "mailto:accessibility@example.org"), ("+972-0-555-0100", "tel:+97205550100")],
    )
    home = site.page(path.removesuffix("/accessibility") or "/")
    assert links(home, "//footer/p[@class='links']/a")[0] == (title, path)
    assert name in site.get(path, Accept="text/markdown").text


def test_the_footer_without_a_contact_and_with_a_date(tmp_path: Path) -> None:
    """The newest day on which a row was added; without a contact there is no statement."""

    def change(folder: Path) -> None:
        before, _, _ = (folder / "site.yaml").read_text(encoding="utf-8").partition("accessibility:\n")
        write(folder, "site.yaml", before)
        rows = [[f"Title of {day}", "Example N", "J", 2020, day] for day in ("2026-11-22", "2026-02-03")]
        write_csv(folder / "publications.csv", ["title", "authors", "journal", "year", "added"], rows)

    site = serving_edited(tmp_path, change)
    assert site.get("/accessibility").status_code == 404
    assert site.page("/").xpath("//a[contains(@href, '/accessibility')]") == []
    assert "/accessibility" not in site.get("/llms.txt").text
    assert texts(site.page("/"), "//footer/p[1]") == ["Publications updated: 22 November 2026."]
    assert texts(site.page("/he"), "//footer/p[1]") == ["רשימת הפרסומים עודכנה: 22 בנובמבר 2026."]
