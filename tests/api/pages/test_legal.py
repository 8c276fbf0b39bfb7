"""Legal notices: links in the footer of every page, and pages of the owner's texts."""

import re
from pathlib import Path

import pytest

from tests.support.markup import links, texts
from tests.support.messages import append
from tests.support.own import build_own
from tests.support.site import Site, serving_edited
from tests.support.static_site import write_site

LEGAL = """
legal:
  Imprint: |
    Noa Example, **Example Road 1**

    - Chamber: Example
  Privacy: https://practice.example.org/privacy
  חוק: Text of the law
legalHebrew:
  פרטים: פרטי המרפאה
  פרטיות: https://practice.example.org/he/privacy
"""


def add_notices(folder: Path) -> None:
    append(folder, "site.yaml", LEGAL)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return serving_edited(tmp_path_factory.mktemp("legal"), add_notices)


@pytest.mark.parametrize("path", ["/", "/publications", "/cv", "/publications/10.5555%2Fmsk.2021.001", "/accessibility"])
def test_every_page_links_to_the_notices(site: Site, path: str) -> None:
    assert links(site.page(path), "//footer/p[@class='links'][1]/a")[:3] == [
        ("Imprint", "/legal/imprint"),
        ("Privacy", "https://practice.example.org/privacy"),
        ("חוק", "/legal/legal-3"),
    ]


def test_the_notices_in_another_language(site: Site) -> None:
    assert links(site.page("/he"), "//footer/p[@class='links'][1]/a")[:2] == [
        ("פרטים", "/he/legal/legal-1"),
        ("פרטיות", "https://practice.example.org/he/privacy"),
    ]


def test_the_page_of_a_notice(site: Site) -> None:
    page = site.page("/legal/imprint")
    assert texts(page, "//h1") == ["Imprint"]
    assert texts(page, "//main/div/*") == ["Noa Example, Example Road 1", "Chamber: Example"]
    assert texts(page, "//main//strong") == ["Example Road 1"]


def test_a_notice_leads_to_the_one_at_its_position_in_the_other_language(site: Site) -> None:
    assert links(site.page("/legal/imprint"), "//a[@class='language']") == [("עברית", "/he/legal/legal-1")]


def test_a_notice_that_another_language_lacks(site: Site) -> None:
    assert links(site.page("/legal/legal-3"), "//a[@class='language']") == []


def test_a_notice_in_markdown(site: Site) -> None:
    assert site.get("/legal/imprint", Accept="text/markdown").text == (
        "# Imprint\n\nNoa Example, **Example Road 1**\n\n- Chamber: Example\n\n- Profile: <https://profile.example.org/>\n"
    )


def test_a_notice_that_does_not_exist(site: Site) -> None:
    assert site.get("/legal/none").json() == {
        "error": "not_found",
        "error_description": 'This site has no legal notice "none".',
    }


PRIVACY = "  Privacy: https://practice.example.org/privacy\n"
NOTICES = {
    "the first one with a page": (f"legal:\n{PRIVACY}  Imprint: Road 1\n", ["/legal/imprint", "/he/legal/imprint"]),
    "a version with its own name": (
        "legal: {Terms: Road 1}\nlegalHebrew: {Notice: Road 1}\n",
        ["/legal/terms", "/he/legal/notice"],
    ),
    "no version": ("legal: {Terms: Road 1}\n", ["/legal/terms", "/he/legal/terms"]),
    "a version elsewhere": (f"legal: {{Terms: Road 1}}\nlegalHebrew:\n{PRIVACY}", ["/legal/terms"]),
    "only a version with a page": (f"legal:\n{PRIVACY}legalHebrew: {{Notice: Road 1}}\n", ["/he/legal/notice"]),
}


@pytest.mark.parametrize(("legal", "paths"), NOTICES.values(), ids=NOTICES)
def test_the_summary_for_language_models_links_to_notices_with_a_page(tmp_path: Path, legal: str, paths: list[str]) -> None:
    site = serving_edited(tmp_path, lambda folder: append(folder, "site.yaml", legal))
    linked = re.findall(r"legal/\{slug\}\]\(https://profile.example.org(.*?)\)", site.get("/llms.txt").text)
    assert (linked, [site.get(path).status_code for path in linked]) == (paths, [200] * len(paths))


def test_notices_are_in_no_document_of_the_api(site: Site) -> None:
    assert "Imprint" not in site.get("/api").text + site.get("/datapackage.json").text


@pytest.mark.slow
def test_notices_as_files(tmp_path: Path) -> None:
    out = tmp_path / "public"
    assert write_site(build_own(tmp_path, add_notices), out).code == 0
    assert sorted(path.relative_to(out).as_posix() for path in out.rglob("legal/*/index.html")) == [
        "he/legal/legal-1/index.html",
        "legal/imprint/index.html",
        "legal/legal-3/index.html",
    ]
