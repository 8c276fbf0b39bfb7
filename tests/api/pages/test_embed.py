"""The list for other sites: what a sanitizer keeps of it, its parameters, and the page that says how to use it."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import nh3
import pytest
from lxml import html

from tests.conftest import BASE_URL
from tests.support.markup import links, texts
from tests.support.site import Site, serving, serving_list

PATH = "/embed/publications"
TAGS = {"h3", "h4", "ul", "ol", "li", "p", "a", "em", "strong", "cite", "span"}


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Publications with characters that HTML has several ways to write, names in two scripts, many authors and a notice."""
    many = ", ".join(f"Author{letter} A" for letter in "ABCDEFGHIJKLM")
    rows = [
        [
            "Is \"x\" < y & 'z' <b>&amp; 5\u00a0mm\u00a0?",
            many,
            "R & D",
            2021,
            "retracted 2022-04",
            "letter",
            "https://x.example.org/?a='1'&b",
        ],
        ["סונוגרפיה של עצב", "דוגמה נ, Levi R", "הרפואה", 2020, "", "review", ""],
        ["In English", "דוגמה נ, Levi R, et al", "הרפואה", 2020, "", "", ""],
    ]
    header = ["title", "authors", "journal", "year", "notice", "type", "pubmed"]
    return serving_list(tmp_path_factory.mktemp("odd"), header, rows)


@pytest.fixture(scope="module")
def namesakes(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Papers, one of them retracted, whose author and journal have the name of the title."""
    rows = [["Pain", "Pain A", "Pain", 2021, "retracted 2022-04"], ["Pain", "Pain A", "Pain", 2020, ""]]
    return serving_list(tmp_path_factory.mktemp("namesakes"), ["title", "authors", "journal", "year", "notice"], rows)


@pytest.mark.parametrize("query", ["", "?style=vancouver", "?q=none"], ids=["the list", "citations", "nothing found"])
@pytest.mark.parametrize("path", [PATH, f"/he{PATH}"])
@pytest.mark.parametrize("name", ["site", "odd"])
def test_a_sanitizer_changes_no_byte(request: pytest.FixtureRequest, name: str, path: str, query: str) -> None:
    """[embedding] And every address is absolute; the last one is the whole list's."""
    response = request.getfixturevalue(name).get(path + query)
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    attributes = {"*": {"lang", "dir"}, "a": {"href"}}
    assert nh3.clean(response.text, tags=TAGS, attributes=attributes, link_rel=None) == response.text
    addresses = html.fragment_fromstring(response.text, create_parent=True).xpath("//@href")
    assert [address for address in addresses if not address.startswith("https://")] == []
    assert addresses[-1] == BASE_URL + path.replace("embed/", "")


def test_items(odd: Site) -> None:
    """[embedding] The owner's name and a notice stand out, and text in another script has its language and direction."""
    lines = odd.get(f"/he{PATH}").text.splitlines()
    page = f"{BASE_URL}/he/publications"
    assert lines[2] == (
        '<li lang="en" dir="ltr">AuthorA&nbsp;A, AuthorB&nbsp;A, '
        '<span lang="he" dir="rtl">…&nbsp;עוד&nbsp;10&nbsp;…</span>, AuthorM&nbsp;A. '
        f'<a href="{page}/authora2021-h5i4kkrm">Is "x" &lt; y &amp; \'z\' &lt;b&gt;&amp;amp; 5&nbsp;mm&nbsp;?</a> '
        '<strong><span lang="he" dir="rtl">המאמר נמשך מפרסום אפריל 2022</span></strong>. '
        '<span lang="he" dir="rtl">מכתב למערכת</span>. <cite>R &amp; D</cite>. <span dir="ltr">2021</span>. '
        "<a href=\"https://x.example.org/?a='1'&amp;b\">PubMed</a></li>"
    )
    assert lines[6] == (
        '<li lang="he" dir="rtl"><span dir="auto">דוגמה&nbsp;נ</span>, <span dir="auto">Levi&nbsp;R</span>. '
        f'<a href="{page}/ref2020-s3lmln74">סונוגרפיה של עצב</a>. מאמר סקירה. '
        '<cite>הרפואה</cite>. <span dir="ltr">2020</span>.</li>'
    ).replace("דוגמה&nbsp;נ<", "<strong>דוגמה&nbsp;נ</strong><")


def test_a_chapter_names_its_book(site: Site) -> None:
    assert (
        ". Chapter. In: <cite>Ultrasound of the Hip and Groin</cite> (eds. Voorbeeld J, Sample TB). "
        "Example University Press; 2014. p.&nbsp;101-108. <a href="
    ) in site.get(f"{PATH}?type=chapter").text


def test_parameters(site: Site) -> None:
    """[embedding] Those of the list and a style; what only JSON has is refused."""
    fragment = site.page(f"{PATH}?type=review&type=letter&limit=1&offset=1&style=apa")
    [row] = site.json("/api/publications?type=review,letter&limit=1&offset=1")["publications"]
    [cited] = site.get("/api/publications?type=review,letter&limit=1&offset=1&format=citation&style=apa").text.splitlines()
    assert texts(fragment, "//h3 | //li") == [str(row["year"]), cited]
    assert links(fragment) == [(row["title"], row["landingPage"]), ("All publications (13)", f"{BASE_URL}/publications")]
    assert texts(site.page(f"{PATH}?sort=title"), "//h3") == []
    refused = [site.get(f"{PATH}?{query}").json()["error"] for query in ("fields=title", "format=csv", "utm_source=x")]
    assert refused == ["unknown_parameter"] * 3


@pytest.mark.parametrize(
    ("style", "before", "title", "after"),
    [
        ("vancouver", "Pain A. ", "[Retracted] Pain", ". Pain. 2021."),
        ("apa", "Pain, A. (2021). ", "[Retracted] Pain", ". Pain."),
        ("ama", "Pain A. ", "[Retracted] Pain", ". Pain. Published online 2021."),
        ("vancouver", "Pain A. ", "Pain", ". Pain. 2020."),
        ("apa", "Pain, A. (2020). ", "Pain", ". Pain."),
        ("ama", "Pain A. ", "Pain", ". Pain. Published online 2020."),
    ],
)
def test_the_link_of_a_citation_is_its_title(namesakes: Site, style: str, before: str, title: str, after: str) -> None:
    """[embedding] Also if the author and the journal have the same name."""
    year = 2021 if title != "Pain" else 2020
    [item] = namesakes.page(f"{PATH}?style={style}&year={year}").xpath("//li")
    [link] = item
    assert (item.text, link.text, link.tail) == (before, title, after)


@pytest.mark.parametrize("code", ["", "/he"])
def test_what_the_page_shows_works(site: Site, code: str) -> None:
    """[embedding] The text to paste is what the address answers."""
    address, filtered, text, *others = site.page(f"{code}/embed").xpath("//pre/text()")
    assert (address, text) == (f"{BASE_URL}{code}{PATH}", site.get(f"{code}{PATH}").text)
    assert [site.get(each.removeprefix(BASE_URL)).status_code for each in (filtered, *others[:2])] == [200] * 3
    assert site.markdown(f"{code}/embed").xpath("//pre/code/text()")[0].strip() == text.strip()


SCRIPT = '" autofocus onfocus="alert(1)'


@pytest.fixture(scope="module")
def unsafe(example_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The example with addresses in the database that no check accepts."""
    database = tmp_path_factory.mktemp("unsafe") / "profile.db"
    shutil.copy(example_database, database)
    addresses = {"pubmed": f"https://x/{SCRIPT}", "url": "javascript:alert(1)", "fullText": " java\nscript:alert(1)"}
    with closing(sqlite3.connect(database)) as connection:
        for name, address in addresses.items():
            connection.execute("update publications set json = json_set(json, ?, ?)", (f"$.{name}", address))
        for path in ("$.links.website", "$.bookingLinks.online"):
            connection.execute("update profile set json = json_set(json, ?, 'data:text/html,x')", (path,))
        connection.commit()
    return serving(database)


@pytest.mark.parametrize("path", [PATH, f"/he{PATH}", "/", "/publications", "/publications/10.5555/msk.2021.001", "/cv"])
def test_an_address_in_the_database_runs_no_script(unsafe: Site, path: str) -> None:
    """[embedding] Whatever the address is, it adds no attribute, and every link has a scheme of the pages."""
    document = unsafe.page(path)
    attributes = {name for element in document.iter() if isinstance(element.tag, str) for name in element.attrib}
    assert {name for name in attributes if name.startswith(("on", "auto"))} == set()
    schemes = {address.partition(":")[0] for address in document.xpath("//@href") if ":" in address}
    assert schemes <= {"https", "http", "mailto", "tel"}


def test_an_attribute_keeps_its_quotation_marks(unsafe: Site) -> None:
    """[embedding] They are escaped, as a sanitizer writes them."""
    assert '<a href="https://x/&quot; autofocus onfocus=&quot;alert(1)">PubMed</a>' in unsafe.get(PATH).text
