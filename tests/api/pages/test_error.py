"""The HTML page of an error, and the icon that browsers ask for by themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lxml import html

from api.context import Context, Service
from api.data.snapshot import Database
from api.errors import ApiError, QueryTimeoutError, UnavailableError
from api.pages.page import error_page
from tests.support.markup import links, texts
from tests.support.site import serving


def context_of(database: Path, **options: Any) -> Context:
    service = Service(Database(database), (), **options)
    return Context(service, service.database.snapshot())


def test_error_page(example_database: Path) -> None:
    """Advice, a search field and the sentence of the JSON error, escaped, in the look of the site, without a script."""
    context = context_of(example_database, base_url="https://example.org/people/noa")
    page = error_page(context, ApiError("not_found", 'There is nothing at "/<x>".', {"X-Reason": "x"}), "/<x>")
    assert (page.status, page.media_type, page.headers["Vary"]) == (404, "text/html; charset=utf-8", "Accept")
    assert page.headers["X-Reason"] == "x"
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none'")
    document = html.document_fromstring(page.body.decode())
    assert texts(document, "//head/title | //main//h1 | //main//p") == [
        "Page not found", "Page not found", "The address may be mistyped, or the page was removed.", "Go to the home page",
        "Status 404 (not_found)", 'There is nothing at "/<x>".',
    ]  # fmt: skip
    assert texts(document, "//summary") == ["Details"]
    assert links(document, "//main//a") == [("Go to the home page", "/people/noa/")]
    assert links(document, "//header//a")[0] == ("Dr. Noa Example", "/people/noa/")
    [form] = document.xpath("//form[@role='search']")
    assert (form.get("action"), form.xpath(".//input/@name")) == ("/people/noa/publications", ["q"])
    [style] = document.xpath("//link[@rel='stylesheet']/@href")
    assert style.startswith("/people/noa/assets/style.css?")
    assert document.xpath("//script") == []


def test_error_page_in_hebrew(example_database: Path) -> None:
    """Below /he; the sentence, which programs get too, is marked as English. The suggestion is a link."""
    error = ApiError("not_found", "There is nothing.", suggestion="/he/cv")
    page = error_page(context_of(example_database), error, "/he/cw")
    document = html.document_fromstring(page.body.decode())
    assert (document.get("lang"), texts(document, "//h1"), texts(document, "//main//*[@lang='en']")) == (
        "he", ["העמוד לא נמצא"], ["There is nothing."],
    )  # fmt: skip
    assert texts(document, "//p[@class='lead']") == [
        "ייתכן שהכתובת הוקלדה בטעות, או שהעמוד הוסר. האם הכוונה הייתה ל־/he/cv?",
    ]  # fmt: skip
    assert links(document, "//main//a") == [("/he/cv", "/he/cv"), ("לדף הבית", "/he")]


@pytest.mark.parametrize(
    ("error", "heading"),
    [
        (ApiError("invalid_parameter", "The year is wrong."), "This address is not valid"),
        (ApiError("method_not_allowed", "Use GET."), "This address is not valid"),
        (UnavailableError(), "The page cannot be shown right now"),
        (QueryTimeoutError(), "The page cannot be shown right now"),
    ],
)
def test_the_heading_says_whether_to_try_again(example_database: Path, error: ApiError, heading: str) -> None:
    document = html.document_fromstring(error_page(context_of(example_database), error).body.decode())
    assert texts(document, "//title | //h1") == [heading, heading]


def test_error_page_without_a_database(tmp_path: Path) -> None:
    """The owner and the path of the site are not known then; its link leads to the root."""
    page = error_page(context_of(tmp_path / "missing.db"), UnavailableError("There is no database."), "/he")
    assert page.status == 503
    assert page.headers["Retry-After"] == "5"
    document = html.document_fromstring(page.body.decode())
    assert texts(document, "//h1 | //p[@class='lead'] | //details/p") == [
        "The page cannot be shown right now", "Please try again in a moment.", "Status 503 (service_unavailable)",
        "There is no database. Try again in a moment.",
    ]  # fmt: skip
    assert (links(document), document.xpath("//form")) == ([("Skip to content", "#content"), ("Go to the home page", "/")], [])


def test_the_page_of_an_error_keeps_its_look_without_a_database(tmp_path: Path) -> None:
    with serving(tmp_path / "missing.db") as site:
        response = site.get("/", Accept="text/html")
        assert (response.status_code, response.headers["content-type"]) == (503, "text/html; charset=utf-8")
        [style] = html.document_fromstring(response.text).xpath("//link[@rel='stylesheet']/@href")
        assert site.get(style).status_code == 200
