"""The owner's Markdown as HTML, as plain text and as safe Markdown, on every page and in every format that has it."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from lxml import html
from markdown_it import MarkdownIt

from api.formats.markdown import plain_text, safe_markdown
from api.pages.text_html import prose
from bench.synthetic import write_csv
from tests.support.languages import in_code
from tests.support.site import serving_edited

# Each form: the text, its HTML and its plain text.
FORMS = {
    "paragraphs": ("One\n\n\nTwo", "<p>One</p><p>Two</p>", "One\nTwo"),
    "lines": ("One\nTwo  \nThree\\\nFour", "<p>One<br>Two<br>Three<br>Four</p>", "One\nTwo\nThree\nFour"),
    "emphasis": ("a *b* __c__ d_e_f", "<p>a <em>b</em> <strong>c</strong> d_e_f</p>", "a b c d_e_f"),
    "link": (
        '[a *b*](tel:+1 "c") [d]\n\n[d]: https://e.org',
        '<p><a href="tel:+1" title="c" data-address="+1">a <em>b</em></a> <a href="https://e.org" data-address="https://e.org">d</a></p>',
        "a b d",
    ),
    "mail": (
        "[write](mailto:a@e.org?subject=b)",
        '<p><a href="mailto:a@e.org?subject=b" data-address="a@e.org">write</a></p>',
        "write",
    ),
    "number to dial": (
        "[*2700](tel:*2700)",
        '<p><a href="tel:*2700" dir="ltr">*2700</a></p>',
        "*2700",
    ),
    "autolink": (
        "<https://e.org/a_b_> <a@e.org> <ftp://e.org>",
        '<p><a href="https://e.org/a_b_">https://e.org/a_b_</a> <a href="mailto:a@e.org">a@e.org</a> &lt;ftp://e.org&gt;</p>',
        "https://e.org/a_b_ a@e.org <ftp://e.org>",
    ),
    "bullets": (
        "Bring:\n- *a*\n- b\n  c\n  - d",
        "<p>Bring:</p><ul><li><em>a</em></li><li>b<br>c<ul><li>d</li></ul></li></ul>",
        "Bring:\n- a\n- b\n  c\n  - d",
    ),
    "numbers": ("1. a\n\n   b\n2. c", "<ol><li><p>a</p><p>b</p></li><li><p>c</p></li></ol>", "1. a\n   b\n2. c"),
    "numbers from 3": (
        "3. a\n4. b\nc\n5) d",
        '<ol start="3"><li>a</li><li>b<br>c</li></ol><ol start="5"><li>d</li></ol>',
        "3. a\n4. b\n   c\n5) d",
    ),
    "numbers in a list": (
        "- 2. a\n  3. b\n- 1. c\n  2. d",
        '<ul><li><ol start="2"><li>a</li><li>b</li></ol></li><li><ol><li>c</li><li>d</li></ol></li></ul>',
        "- 2. a\n  3. b\n- 1. c\n  2. d",
    ),
    "dates": (
        "21. bis 24. Mai\n\n24. Mai\n\n25. Mai\n\n2027. Neu",
        "<p>21. bis 24. Mai</p><p>24. Mai</p><p>25. Mai</p><p>2027. Neu</p>",
        "21. bis 24. Mai\n24. Mai\n25. Mai\n2027. Neu",
    ),
    "dates in lists": (
        "- 21. bis 24. Mai\n- 25. Mai\n\nUnd:\n1. 24. Mai\n2. 1. Juni",
        "<ul><li>21. bis 24. Mai</li><li>25. Mai</li></ul><p>Und:</p><ol><li>24. Mai</li><li>1. Juni</li></ol>",
        "- 21. bis 24. Mai\n- 25. Mai\nUnd:\n1. 24. Mai\n2. 1. Juni",
    ),
    "dates after a list": (
        "1. a\n2. a\n24. Mai\n25. Mai\n\nb\n\n3. Juni",
        "<ol><li>a</li><li>a<br>24. Mai<br>25. Mai</li></ol><p>b</p><p>3. Juni</p>",
        "1. a\n2. a\n   24. Mai\n   25. Mai\nb\n3. Juni",
    ),
    "dates on the first": (
        "- 24. bis 31. Mai\n- 1. bis 6. Juni\n\n1. Juli",
        "<ul><li>24. bis 31. Mai</li><li>1. bis 6. Juni</li></ul><p>1. Juli</p>",
        "- 24. bis 31. Mai\n- 1. bis 6. Juni\n1. Juli",
    ),
    "dates in a quote": ("> 21. bis 24. Mai", "<blockquote><p>21. bis 24. Mai</p></blockquote>", "21. bis 24. Mai"),
    "quote": (
        "> a\n> *b*\n>\n> > c\n\nd",
        "<blockquote><p>a<br><em>b</em></p><blockquote><p>c</p></blockquote></blockquote><p>d</p>",
        "a\nb\nc\nd",
    ),
    "code": ("`*a*` and `` `b` ``", "<p><code>*a*</code> and <code>`b`</code></p>", "*a* and `b`"),
    "entities": ("&eacute;&nbsp;&lt;b&gt; &#42;c&#42; &d;", "<p>é\xa0&lt;b&gt; *c* &amp;d;</p>", "é\xa0<b> *c* &d;"),
    "escapes": ("\\*a\\* 2021\\. 5 < 6\n\n2021\\. b", "<p>*a* 2021. 5 &lt; 6</p><p>2021. b</p>", "*a* 2021. 5 < 6\n2021. b"),
    "HTML": (
        '<b class="*a*">*b*</b>\n<br><!-- c -->',
        "<p>&lt;b class=&#34;*a*&#34;&gt;<em>b</em>&lt;/b&gt;<br>&lt;br&gt;&lt;!-- c --&gt;</p>",
        '<b class="*a*">b</b>\n<br><!-- c -->',
    ),
    "headings": ("a\n# *b*\nc\n===", "<p>a</p><p># <em>b</em></p><p>c<br>===</p>", "a\n# b\nc\n==="),
    "images": ('![*a*](https://e.org "b")', "<p>![*a*](https://e.org &#34;b&#34;)</p>", '![*a*](https://e.org "b")'),
    "rules": (
        "a\n---\n* * *\n- b\n- - -",
        "<p>a</p><p>---</p><p>* * *</p><ul><li>b</li></ul><p>- - -</p>",
        "a\n---\n* * *\n- b\n- - -",
    ),
    "scripts": (
        "[a](javascript:b) <javascript:c> [d](data:e) [f](/g)",
        "<p>[a](javascript:b) &lt;javascript:c&gt; [d](data:e) [f](/g)</p>",
        "[a](javascript:b) <javascript:c> [d](data:e) [f](/g)",
    ),
}
ALL = "\n\n".join(text for text, _, _ in FORMS.values())


@pytest.mark.parametrize(("text", "expected", "plain"), FORMS.values(), ids=FORMS)
def test_forms(text: str, expected: str, plain: str) -> None:
    """A new line is a line break; what pages do not have stays as it was written."""
    assert "".join(prose(text, in_code("en"))) == expected
    assert plain_text(text) == plain


@pytest.mark.parametrize("text", [text for text, _, _ in FORMS.values()], ids=FORMS)
def test_safe_markdown_means_the_same(text: str) -> None:
    """To any reader of CommonMark, except that lists are loose and links have no titles."""
    rendered = MarkdownIt("commonmark").render(safe_markdown(text))
    assert shown(rendered) == shown("".join(prose(text, in_code("en"))))


def shown(markup: str) -> list[Any]:
    """The elements and texts of HTML, without the paragraphs in list items."""
    elements = html.fragment_fromstring(markup, "div").xpath(".//*[not(self::p[parent::li])]")
    return [(each.tag, each.get("href"), each.get("start"), "".join(each.itertext()).replace("\n", "")) for each in elements]


def test_every_page_and_format(tmp_path: Path) -> None:
    """The biography, a description and a summary have all forms on pages, in their Markdown and in JSON-LD and the résumé."""

    def change(folder: Path) -> None:
        profile = {"name": "Noa Example", "specialty": "Radiology", "positions": ["Physician"], "bio": ALL}
        (folder / "profile.yaml").write_text(yaml.safe_dump(profile), encoding="utf-8")
        write_csv(folder / "services.csv", ["name", "description"], [["Ultrasound", ALL]])
        row = ["Title", "Example N", "J", 2020, "10.5555/a", ALL]
        write_csv(folder / "publications.csv", ["title", "authors", "journal", "year", "doi", "summary"], [row])

    site = serving_edited(tmp_path, change)
    blocks, page = prose(ALL, in_code("en")), "/publications/10.5555%2Fa"
    home, summary = site.get("/").text, "".join(blocks)
    assert [part in home for part in (*blocks[:2], "".join(blocks[2:]), "\n".join(blocks))] == [True] * 4
    assert [summary in site.get(path).text for path in ("/publications", page)] == [True] * 2
    markdown = safe_markdown(ALL)
    assert markdown in site.get("/", Accept="text/markdown").text
    assert markdown.replace("\n", "\n  ").replace("\n  \n", "\n\n") in site.get("/", Accept="text/markdown").text
    assert markdown in site.get(page, Accept="text/markdown").text
    written = json.dumps(plain_text(ALL), ensure_ascii=False)
    paths = ("/profile.jsonld", "/resume.json", f"/api{page}?format=jsonld")
    assert [site.get(path).text.count(written) for path in paths] == [3, 1, 1]


def test_a_paragraph_in_another_language_is_isolated() -> None:
    """So are telephone numbers in Hebrew, which would be shown from right to left."""
    assert prose("*Open*\nnow\n\nטלפון **050-555-0100**", in_code("he")) == [
        '<p><bdi lang="en" dir="ltr"><em>Open</em><br>now</bdi></p>',
        '<p>טלפון <strong><bdi dir="ltr">050-555-0100</bdi></strong></p>',
    ]
