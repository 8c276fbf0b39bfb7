"""robots.txt and the sitemap."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import yaml

from tests.conftest import BASE_URL, SOURCES
from tests.support.site import Site, serving_edited

SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
ALTERNATE = "{http://www.w3.org/1999/xhtml}link"
TRANSLATED = ["/", "/he", "/publications", "/he/publications", "/cv", "/he/cv"]
WITHOUT_DOI = "sample2016thickness-piybd56r"
SITE = yaml.safe_load((SOURCES / "site.yaml").read_text(encoding="utf-8"))


def write_signals(folder: Path, signals: dict[str, bool] | None) -> None:
    values = {**SITE, "contentSignals": signals} if signals else {key: SITE[key] for key in SITE if key != "contentSignals"}
    (folder / "site.yaml").write_text(yaml.safe_dump(values, allow_unicode=True), encoding="utf-8")


def test_robots(site: Site) -> None:
    assert site.get("/robots.txt").text == (
        "User-agent: *\n"
        "Content-Signal: search=yes, ai-input=yes, ai-train=yes\n"
        "Disallow: /oauth/\n"
        "Allow: /\n"
        "\n"
        "Sitemap: https://profile.example.org/sitemap.xml\n"
    )


@pytest.mark.parametrize(
    ("signals", "line"),
    [
        (None, "Content-Signal: search=yes, ai-input=yes, ai-train=yes"),
        ({"aiTrain": False, "search": True}, "Content-Signal: search=yes, ai-train=no"),
    ],
)
def test_content_signals_of_the_owner(tmp_path: Path, signals: dict[str, bool] | None, line: str) -> None:
    """contentsignals.org: everything is allowed by default; a signal that is not named is neither granted nor refused."""
    with serving_edited(tmp_path, lambda folder: write_signals(folder, signals)) as site:
        assert site.get("/robots.txt").text.splitlines()[1] == line


def entries(site: Site) -> list[ET.Element]:
    response = site.get("/sitemap.xml")
    assert response.headers["content-type"] == "application/xml; charset=utf-8"
    root = ET.fromstring(response.content)  # noqa: S314
    assert root.tag == f"{SITEMAP}urlset"
    assert {child.tag for child in root} == {f"{SITEMAP}url"}
    return list(root)


def test_sitemap(site: Site, publications: list[dict[str, Any]], subtests: pytest.Subtests) -> None:
    """The pages and each publication, in the order of the list, in both languages, each with the other."""
    listed = [f"/publications/{quote(row.get('doi', WITHOUT_DOI), safe='')}" for row in publications]
    pages = entries(site)
    for path in ("", "/publications", "/cv", *listed):
        paths = {"en": path or "/", "he": f"/he{path}"}
        with subtests.test(paths=paths):
            for address in paths.values():
                page = pages.pop(0)
                assert page.findtext(f"{SITEMAP}loc") == BASE_URL + address
                assert [link.attrib for link in page.findall(ALTERNATE)] == [
                    {"rel": "alternate", "hreflang": language, "href": BASE_URL + path}
                    for language, path in (*paths.items(), ("x-default", paths["en"]))
                ]
    assert pages == []
