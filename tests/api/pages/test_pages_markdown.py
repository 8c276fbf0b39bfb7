"""The site's pages as Markdown for those who ask for it, and which of both an Accept header asks for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html
from markdown_it import MarkdownIt

from api.http.negotiation import prefers_markdown
from api.pages.markdown import escape_markdown
from tests.conftest import Server
from tests.support.markup import text, texts
from tests.support.own import serving_own
from tests.support.wire import ON_EVERY_ANSWER, PAGES, ask

MARKDOWN = "text/markdown; charset=utf-8"
BASE = "https://profile.example.org"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


def read(server: Server, path: str) -> Any:
    """The Markdown at a path as CommonMark (with tables) makes HTML of it."""
    answer = ask(server, path, Accept="text/markdown")
    assert (answer.status, answer.headers["content-type"]) == (200, MARKDOWN)
    return html.document_fromstring(MarkdownIt("commonmark").enable("table").render(answer.body.decode()))


# Negotiation


@pytest.mark.parametrize(
    ("accept", "preferred"),
    [
        ("", False),
        ("*/*", False),
        ("text/*", False),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8", False),
        ("text/markdown", True),
        ("TEXT/Markdown", True),
        ("text/markdown, text/html, */*", True),
        ("text/html, text/markdown", True),
        ("text/html;q=0.9, text/markdown;q=0.8", False),
        ("text/html;q=0.8, text/markdown;q=0.9", True),
        ("text/markdown;variant=GFM;q=0.5, text/html;q=0.4", True),
        ("text/markdown; charset=utf-8", True),
        ("text/markdown;q=0", False),
        ("text/markdown;q=nonsense", False),
        ("text/plain, application/json", False),
        ("text/markdownish", False),
    ],
)
def test_who_prefers_markdown(server: Server, accept: str, preferred: bool) -> None:
    """RFC 9110, section 12.5.1: the weights decide; a wildcard is no wish for Markdown."""
    assert prefers_markdown(accept) is preferred
    for _ in range(2):  # made, and from the cache
        answer = ask(server, "/", Accept=accept)
        assert answer.headers["content-type"] == (MARKDOWN if preferred else "text/html; charset=utf-8")
        assert answer.headers["vary"] == "Accept, Accept-Encoding"


@pytest.mark.parametrize("path", PAGES)
def test_all_headers_of_a_page(server: Server, path: str) -> None:
    """Both forms: a validator of their own, the same lifetime; the policy stands on HTML."""
    page, markdown = ask(server, path), ask(server, path, Accept="text/markdown")
    assert page.headers["etag"] != markdown.headers["etag"]
    both = {
        **ON_EVERY_ANSWER,
        "cache-control": "public, max-age=3600",
        "vary": "Accept, Accept-Encoding",
        "link": page.headers["link"],
    }
    assert page.headers == {
        **both,
        "etag": page.headers["etag"],
        "content-type": "text/html; charset=utf-8",
        "content-length": str(len(page.body)),
        "content-security-policy": POLICY,
        "referrer-policy": "strict-origin-when-cross-origin",
    }
    assert markdown.headers == {
        **both,
        "etag": markdown.headers["etag"],
        "content-type": MARKDOWN,
        "content-length": str(len(markdown.body)),
    }


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_each_form_is_validated_by_its_own_tag(server: Server, path: str, encoding: str) -> None:
    page, markdown = (ask(server, path, Accept=accept, Accept_Encoding=encoding) for accept in ("text/html", "text/markdown"))
    for accept, same, other in (("text/html", page, markdown), ("text/markdown", markdown, page)):
        held = ask(server, path, Accept=accept, Accept_Encoding=encoding, If_None_Match=same.headers["etag"])
        assert (held.status, held.body) == (304, b"")
        assert held.headers == {
            **ON_EVERY_ANSWER,
            "cache-control": "public, max-age=3600",
            "vary": "Accept, Accept-Encoding",
            "etag": same.headers["etag"],
        }
        assert ask(server, path, Accept=accept, Accept_Encoding=encoding, If_None_Match=other.headers["etag"]).status == 200


def test_an_error_is_json_for_everyone(server: Server) -> None:
    for accept in ("text/html", "text/markdown"):
        for path in ("/nowhere", "/publications/10.5555%2Fnone", "/publications/", "/publications", "/?year=x"):
            assert ask(server, path, Accept=accept).headers["content-type"] == "application/json; charset=utf-8"


# The same content


def test_the_profile_page_as_markdown(server: Server) -> None:
    """What the page shows, in its order: headings, entries, the table of hours, each publication."""
    for path in ("/", "/he"):
        page, markdown = html.document_fromstring(ask(server, path).body.decode()), read(server, path)
        assert sorted(texts(markdown, "//h1 | //h2")) == sorted(texts(page, "//h1 | //h2"))
        assert [texts(row, "th | td") for row in markdown.xpath("//tr")] == [texts(row, "th | td") for row in page.xpath("//tr")]
        listed = [text(item.find("h3")) for item in page.xpath("//ol[@class='publications']/li")]
        items = markdown.xpath("//ol/li")
        assert len(items) == len(listed) == 13
        for item, title in zip(items, listed, strict=True):
            assert text(item).startswith(f"{title}. ")
        said = text(markdown)
        for element in page.xpath(
            "//section[@id!='publications']//li | //section[@id='research']//p | //main//bdi | //blockquote"
        ):
            for part in (" ".join(piece.split()) for piece in element.itertext()):
                assert part in said, part
        missing = {address for address in page.xpath("//section[@id='clinic']//a/@href") if address.startswith("https:")}
        assert missing <= set(markdown.xpath("//a/@href"))


def test_a_publication_as_markdown(server: Server) -> None:
    markdown = read(server, "/publications/10.5555%2Fmsk.2021.001")
    assert texts(markdown, "//h1 | //h2 | //h3") == [
        "Sonography of the median nerve", "Cite", "Vancouver", "APA", "AMA", "Export",
    ]  # fmt: skip
    styles = ("vancouver", "apa", "ama")
    doi = "10.5555%2Fmsk.2021.001"
    said = text(markdown)
    for style in styles:
        assert server.get(f"/api/publications/{doi}?format=citation&style={style}").text.strip() in said
    assert set(markdown.xpath("//a/@href")) == {
        "https://doi.org/10.5555/msk.2021.001",
        "https://pubmed.example.org/99000001",
        "https://journals.example.org/msk/2021/001",
        *(f"{BASE}/api/publications/{doi}?format={form}" for form in ("bibtex", "ris", "csl", "jsonld")),
        f"{BASE}/api/publications/{doi}",
        f"{BASE}/",
        "https://creativecommons.org/licenses/by/4.0/",
    }


def test_filters_apply_to_markdown_too(server: Server) -> None:
    markdown = read(server, "/?q=nerve&year=2021")
    wanted = server.json("/api/publications?q=nerve&year=2021")["publications"]
    assert [text(item).partition(". ")[0] for item in markdown.xpath("//ol/li")] == [row["title"] for row in wanted]


# Text stays text


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=60))
def test_any_text_is_shown_as_it_is(value: str) -> None:
    """CommonMark 0.31: alone in a paragraph, in a list and in a heading."""
    written = escape_markdown(value)
    reader = MarkdownIt("commonmark").enable("table")
    wanted = " ".join(value.split())
    for before in ("", "- ", "# ", "1. "):
        rendered = html.fragment_fromstring(
            reader.render(f"{before}x {written}" if before == "# " else f"{before}{written}") or "<p></p>", "div"
        )
        shown = text(rendered)
        assert shown == (f"x {wanted}".strip() if before == "# " else wanted)  # a text of blanks alone is none


@pytest.mark.parametrize(
    "hostile", ["# not a heading", "- no entry", "1. no number", "<b>no</b>", "[no](https://x.example)", "a | b", "`x`", "*x*"]
)
def test_signs_in_the_sources(tmp_path: Path, hostile: str) -> None:
    def edit(folder: Path) -> None:
        profile = folder / "profile.yaml"
        lines = profile.read_text(encoding="utf-8").splitlines()
        at = next(number for number, line in enumerate(lines) if line.startswith("specialty:"))
        lines[at] = f"specialty: {json.dumps(hostile)}"
        profile.write_text("\n".join(lines) + "\n", encoding="utf-8")

    with serving_own(tmp_path, edit) as running:
        assert texts(read(running, "/"), "//p")[0] == hostile
