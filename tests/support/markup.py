"""HTML pages: elements by XPath, and their text on one line."""

from typing import Any

ITEMS = "//ol[@class='publications']/li[not(@hidden)]"


def text(element: Any) -> str:
    return " ".join("".join(element.itertext()).split())


def texts(element: Any, path: str) -> list[str]:
    return [match if isinstance(match, str) else text(match) for match in element.xpath(path)]


def links(element: Any, path: str = ".//a") -> list[tuple[str, str]]:
    return [(text(link), link.get("href")) for link in element.xpath(path)]


def listed(document: Any) -> list[dict[str, Any]]:
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
