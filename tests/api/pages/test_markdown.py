"""The pages as Markdown: the same content, and text that stays text."""

import pytest
from lxml import html
from markdown_it import MarkdownIt

from api.formats.markdown import escape_markdown
from api.http.negotiation import prefers_html, prefers_markdown
from tests.conftest import BASE_URL
from tests.support.markup import text, texts, titles
from tests.support.messages import edit
from tests.support.site import Site, serving_edited


@pytest.fixture(scope="module")
def french(tmp_path_factory: pytest.TempPathFactory) -> Site:
    languages = "languages: [en, he, fr]\npaper:"
    return serving_edited(tmp_path_factory.mktemp("french"), lambda folder: edit(folder, "site.yaml", "paper:", languages))


@pytest.mark.parametrize(
    ("accept", "preferred"),
    [
        ("*/*", False),
        ("TEXT/Markdown", True),
        ("text/html, text/markdown", True),
        ("text/html;q=0.9, text/markdown;q=0.8", False),
        ("text/markdown;variant=GFM;q=0.5, text/html;q=0.4", True),
        ("text/markdown;q=0", False),
        ("*/*, text/markdown;q=0.1", False),
        ("text/*;q=0.2, text/markdown;q=0.1", False),
        ("text/html;q=0.1, */*, text/markdown;q=0.5", True),
        ("text/*", False),
        ("text/html;qs=0.5, text/markdown;q=0.7", False),
        ("text/markdown;qs=0.5", True),
        ("text/markdown, text", False),
        ("text/markdown;q=x", False),
    ],
)
def test_preference(accept: str, preferred: bool) -> None:
    """RFC 9110, section 12.5.1: the weight of the most specific range decides; a wildcard does not ask for Markdown.

    A malformed header counts as one.
    """
    assert prefers_markdown(accept) is preferred


@pytest.mark.parametrize(
    ("accept", "preferred"),
    [
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", True),
        ("text/html, */*", True),
        ("text/html;q=0.1, */*", False),
        ("text/html, application/json", False),
        ("text/*", False),
        ("*/*", False),
        ("text/html;q=0, application/json;q=0", False),
        ("", False),
        ("text/html;qs=0.5, */*;q=0.8", True),
        ("text/html, x", False),
    ],
)
def test_preference_of_browsers(accept: str, preferred: bool) -> None:
    assert prefers_html(accept) is preferred


@pytest.mark.parametrize(
    ("page", "address"),
    [
        ("/", "/index.md"),
        ("/he/", "/he/index.md"),
        ("/cv", "/cv.md"),
        ("/he/publications?year=2021&utm_source=x", "/he/publications.md?year=2021&utm_source=x"),
    ],
)
def test_markdown_at_an_address_of_its_own(site: Site, page: str, address: str) -> None:
    """[markdown-addresses] The page links to it."""
    negotiated, own = site.get(page, Accept="text/markdown"), site.get(address)
    assert (own.text, own.headers["content-type"]) == (negotiated.text, negotiated.headers["content-type"])
    assert own.headers["vary"] == "Accept-Encoding"
    [link] = site.page(page).xpath("//link[@type='text/markdown']/@href")
    assert link == BASE_URL + address.removesuffix("&utm_source=x")


def test_both_forms_have_their_own_validator(site: Site) -> None:
    """A validator of one form does not confirm the other; only HTML has a policy for scripts."""
    page, markdown = site.get("/", Accept="text/html"), site.get("/", Accept="text/markdown")
    assert page.headers["vary"] == markdown.headers["vary"] == "Accept, Accept-Encoding"
    assert page.headers["link"] == markdown.headers["link"]
    assert "content-security-policy" not in markdown.headers
    assert site.get("/", Accept="text/html", If_None_Match=markdown.headers["etag"]).status_code == 200
    assert site.get("/", Accept="text/markdown", If_None_Match=page.headers["etag"]).status_code == 200


@pytest.mark.parametrize("path", ["/", "/he"])
def test_the_profile_page(site: Site, path: str) -> None:
    page, markdown = site.page(path), site.markdown(path)
    heading = "".join(texts(page, "//h1/span | //h1/text()")).strip()
    assert texts(markdown, "//h1") == [", ".join([heading, *texts(page, "//h1/small")])]
    assert sorted(texts(markdown, "//h2")) == sorted(
        texts(page, "//div[@class='ledger']/section/h2 | //nav//li/a[contains(@href, '#clinic')]")
    )
    assert [text(link) for link in markdown.xpath("//ol/li/a[1]")] == titles(page)
    content = text(markdown)
    parts = page.xpath(
        "(//section[@id!='publications']//ul/li | //section[@id='research']//p | //section[@id!='publications']//p//bdi)//text()"
    )
    assert len(parts) > 20
    assert [part for part in parts if " ".join(part.split()) not in content] == []
    addresses = {address for address in page.xpath("//section[@id='clinic']//a/@href") if address.startswith("https:")}
    assert addresses <= set(markdown.xpath("//a/@href"))


def test_without_selected_publications_the_latest_are_named(short_list: Site) -> None:
    documents = (short_list.page("/"), short_list.markdown("/"))
    headings = [texts(document, "//h2[contains(., 'publications')]") for document in documents]
    assert headings == [["Latest publications"]] * 2


@pytest.mark.parametrize("query", ["", "?q=nerve&year=2021"])
def test_the_list(site: Site, query: str) -> None:
    page, markdown = site.page(f"/publications{query}"), site.markdown(f"/publications{query}")
    assert [text(link) for link in markdown.xpath("//ol/li/a[1]")] == titles(page)
    assert texts(markdown, "//h1 | //h2") == texts(page, "//h1 | //div[contains(@class, 'list')]/section[not(@hidden)]/h2")
    assert {text(found) for found in page.xpath("//p[@role='status']")} <= {*texts(markdown, "//p")}


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/", ("Full text", "Free full text", "Data", "Preprint")),
        ("/he/publications", ("טקסט מלא", "טקסט מלא בחינם", "נתונים", "טרום־פרסום")),
    ],
)
def test_the_links_of_a_publication_in_a_list(site: Site, path: str, words: tuple[str, ...]) -> None:
    """The addresses of the page, each with its name."""
    full_text, free_full_text, data, preprint = words
    assert texts(site.markdown(path), "(//ol)[1]/li[1]")[0].partition("188-197. ")[2] == (
        "DOI: https://doi.org/10.5555/msk.2025.007 PubMed: https://pubmed.example.org/99000412 "
        f"{full_text}: https://journals.example.org/msk/2025/007 "
        f"{free_full_text}: https://repository.example.org/msk/2025-007.pdf "
        f"{data}: https://doi.org/10.5555/data.2025.007 {preprint}: https://doi.org/10.5555/preprints.2024.118"
    )


@pytest.mark.parametrize(
    ("path", "start"),
    [
        ("/fr", "- Établissement : Example Medical Center"),
        ("/fr", "- Prise en charge : Self-pay"),
        ("/fr", "Horaires habituels :"),
        ("/fr", "- Ultrasound of the knee : 20 minutes"),
        ("/fr/cv", "- 4 nov. 2021 : [Young Investigator Award]"),
        ("/fr/publications", "- Publications par année : 2025 : 2, 2024 : 1"),
    ],
)
def test_french_has_a_space_before_its_colons(french: Site, path: str, start: str) -> None:
    lines = french.get(path, Accept="text/markdown").text.splitlines()
    assert [line for line in lines if line.startswith(start.replace(" :", "\u00a0:"))] != []


def test_a_publication(site: Site) -> None:
    path = "/publications/10.5555%2Fmsk.2021.001"
    page, markdown = site.page(path), site.markdown(path)
    assert texts(markdown, "//h1 | //h2 | //h3") == [
        "Sonography of the median nerve",
        "Cite",
        "Vancouver",
        "APA",
        "AMA",
        "Export",
    ]
    citations = texts(page, "//blockquote")
    assert len(citations) == 3
    assert [citation for citation in citations if citation not in text(markdown)] == []
    data = f"{BASE_URL}/api{path}"
    assert set(markdown.xpath("//a/@href")) == {
        "https://doi.org/10.5555/msk.2021.001",
        "https://pubmed.example.org/99000001",
        "https://journals.example.org/msk/2021/001",
        *(f"{data}?format={name}" for name in ("bibtex", "ris", "csl", "jsonld")),
        data,
        f"{BASE_URL}/",
        "https://creativecommons.org/licenses/by/4.0/",
    }


def shown(value: str, before: str) -> str:
    """What a reader sees of an escaped value after ``before``."""
    rendered = MarkdownIt("commonmark").enable("table").render(f"{before}{escape_markdown(value)}")
    return text(html.fragment_fromstring(rendered or "<p></p>", "div"))


@pytest.mark.parametrize(
    "value", ["# a", "- a", "1. a", "2) a", "<b>a</b>", "[a](https://x.example)", "a | b", "`a`", "_a_", "a\n\nb", "&amp;", r"\a"]
)
def test_text_is_escaped(value: str) -> None:
    expected = " ".join(value.split())
    assert [shown(value, before) for before in ("", "- ", "1. ")] == [expected] * 3
    assert shown(value, "# x ") == f"x {expected}"
