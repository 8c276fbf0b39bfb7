"""HTML pages: elements by XPath, and their text on one line."""

from __future__ import annotations

from typing import Any

from lxml import html

from tests.conftest import Server
from tests.support.wire import ask

ITEMS = "//ol[@class='publications']/li[not(@hidden)]"


def page(server: Server, path: str, **headers: str) -> Any:
    """Return the HTML document at a path."""
    answer = ask(server, path, **headers)
    assert answer.status == 200, answer
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return html.document_fromstring(answer.body.decode())


def text(element: Any) -> str:
    """Return the text of an element with whitespace collapsed, as a browser shows it."""
    return " ".join("".join(element.itertext()).split())


def texts(element: Any, path: str) -> list[str]:
    """Return the texts of the elements at an XPath; attributes unchanged."""
    return [found if isinstance(found, str) else text(found) for found in element.xpath(path)]


def links(element: Any, path: str = ".//a") -> list[tuple[str, str]]:
    """Return text and target of each link."""
    return [(text(link), link.get("href")) for link in element.xpath(path)]


def listed(document: Any) -> list[dict[str, Any]]:
    """Return what the items of the publication list show."""
    return [
        {
            "title": links(item, "h3/a")[0],
            "authors": text(item.xpath(".//p[contains(@class, 'names')]")[0]),
            "source": text(item.xpath("p[@class='source']")[0]),
            "links": links(item, "p[@class='links']/a"),
        }
        for item in document.xpath(ITEMS)
    ]


def titles(document: Any) -> list[str]:
    return texts(document, f"{ITEMS}/h3")
