"""The profile page with an owner's own data: much of it, next to none, hostile texts, another address."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import Server
from tests.support.markup import listed, page, text, texts, titles
from tests.support.messages import HEADER
from tests.support.own import serving_own, write_csv

HOSTILE = """</script><script>alert(1)</script> "'><img src=x onerror=alert(1)> &amp; {{ 7 * 7 }} ${x}"""


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """120 publications of as many years, from 1907 on."""
    rows = [
        [f"Title {n}", "Example N", f"Journal {n % 3}", 2026 - n, "", "", "", f"10.5555/many.{n}", "", ""] for n in range(120)
    ]
    with serving_own(
        tmp_path_factory.mktemp("many"), lambda folder: write_csv(folder / "publications.csv", HEADER.split(","), rows)
    ) as running:
        yield running


def test_pages_of_a_long_list(many: Server) -> None:
    """Fifty at once; next and previous keep the filters."""
    visited, address = [], "/?journal=Journal+1"
    while address:
        document = page(many, address)
        visited.append(titles(document))
        assert texts(document, "//p[@role='status']") == ["40 publications"]
        [address] = document.xpath("//a[@rel='next']/@href")
    assert [len(shown) for shown in visited] == [40]
    visited, backwards, address = [], [], "/he"
    while address:
        document, last = page(many, address.partition("#")[0]), address
        visited.append(titles(document))
        [address] = document.xpath("//a[@rel='next']/@href")
    while last:
        document = page(many, last.partition("#")[0])
        backwards.append(titles(document))
        [last] = document.xpath("//a[@rel='prev']/@href")
    assert [title for shown in visited for title in shown] == [f"Title {n}" for n in range(120)]
    assert backwards == visited[::-1]


def test_the_picture_of_many_years(many: Server) -> None:
    """More than sixty years are labelled by tens, and the numbers above the bars are left to those who hear them."""
    svg = page(many, "/").xpath("//svg")[0]
    assert len(svg.xpath("a")) == 120
    assert texts(svg, "g/text") == [str(year) for year in range(1910, 2027, 10)]


@pytest.fixture(scope="module")
def least(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Only what is required, and every text of it as hostile as can be."""

    def edit(folder: Path) -> None:
        (folder / "profile.yaml").write_text(yaml.safe_dump({"name": HOSTILE, "specialty": HOSTILE, "positions": [HOSTILE]}))
        (folder / "clinic.yaml").write_text(yaml.safe_dump({"name": HOSTILE, "address": HOSTILE, "phone": HOSTILE}))
        (folder / "research.yaml").write_text(yaml.safe_dump({"areas": [{"name": HOSTILE}]}))
        write_csv(folder / "services.csv", ["name", "nameHebrew", "category", "tags"], [[HOSTILE, "", "", ""]])
        rows = [
            [HOSTILE, HOSTILE, HOSTILE, 2020, HOSTILE, HOSTILE, HOSTILE, "10.5555/<x>\"'&?#%2F", "", ""],
            ["Plain", "Example N", "Journal", 2020, "", "", "", "", "", ""],
        ]
        write_csv(folder / "publications.csv", HEADER.split(","), rows)

    with serving_own(tmp_path_factory.mktemp("least"), edit) as running:
        yield running


@pytest.mark.parametrize("path", ["/", "/he"])
def test_what_is_not_known_is_not_shown(least: Server, path: str) -> None:
    document = page(least, path)
    assert document.xpath("//section[@id='clinic']//a/@href") == [f"tel:{HOSTILE.replace(' ', '')}"]
    assert document.xpath("//table | //time | //p[@class='note'] | //*[@class='tag'] | //*[@lang='he' and @class='beside']") == []
    assert document.xpath("//p[@class='contact']/a") == []
    assert [item["title"] for item in listed(document)] == [
        (HOSTILE, "/publications/10.5555%2F%3Cx%3E%22%27%26%3F%23%252F"), ("Plain", None),
    ]  # fmt: skip
    assert not [shown for shown in texts(document, "//body//*") if "None" in shown or "undefined" in shown.lower()]


@pytest.mark.parametrize("path", ["/", "/he", "/publications/10.5555%2F%3Cx%3E%22%27%26%3F%23%252F"])
def test_text_stays_text(least: Server, path: str) -> None:
    """Whatever stands in the sources, nothing of it becomes markup, script or template."""
    document = page(least, path)
    assert document.xpath("//img | //@onerror") == []
    scripts = [script for script in document.xpath("//script") if script.get("type") != "application/ld+json"]
    assert [script.get("src", "").partition("?")[0] for script in scripts] == ["/assets/page.js"] * (path in ("/", "/he"))
    [structured] = document.xpath("//script[@type='application/ld+json']/text()")
    assert HOSTILE in json.dumps(json.loads(structured)).encode().decode("unicode_escape")
    assert text(document.xpath("//h1")[0]) == HOSTILE


def test_no_publications_at_all(tmp_path: Path) -> None:
    with serving_own(tmp_path, lambda folder: write_csv(folder / "publications.csv", HEADER.split(","), [])) as running:
        document = page(running, "/")
        assert (titles(document), document.xpath("//svg | //figure")) == ([], [])
        assert texts(document, "//p[@role='status']") == ["No publications match. Try fewer words."]
        assert running.get("/", headers={"Accept": "text/markdown"}).status_code == 200


def test_a_base_address_with_a_path(tmp_path: Path, example_database: Path, serve: Any) -> None:
    """All links within the site begin with the path of the base address."""
    running = serve(example_database, PROFILE_BASE_URL="https://example.org/people/noa")
    for path in ("/", "/he", "/publications/10.5555%2Fmsk.2021.001", "/api/docs"):
        document = page(running, path)
        addresses = [
            address for address in document.xpath("//@href | //@src | //@action | //@data-api") if address.startswith("/")
        ]
        assert addresses
        assert [address for address in addresses if not address.startswith("/people/noa/")] == []
        assert texts(document, "//link[@rel='canonical']/@href") == [f"https://example.org/people/noa{path}"]
