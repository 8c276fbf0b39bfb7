"""The accessibility statement, and the footer that leads to it."""

from pathlib import Path

import pytest

from bench.synthetic import write_csv
from tests.support.markup import links, texts
from tests.support.messages import write
from tests.support.site import Site, serving_edited


@pytest.mark.parametrize(
    ("path", "title", "name"),
    [
        ("/accessibility", "Accessibility statement", "Noa Example, accessibility coordinator"),
        ("/he/accessibility", "הצהרת נגישות", "נועה דוגמה, רכזת הנגישות"),
    ],
)
def test_the_statement(site: Site, path: str, title: str, name: str) -> None:
    """It says what was tested and whom to tell; every page leads to it."""
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
    assert texts(site.page("/"), "//footer/p[2]") == ["Publications updated: 22 November 2026."]
    assert texts(site.page("/he"), "//footer/p[2]") == ["רשימת הפרסומים עודכנה: 22 בנובמבר 2026."]
