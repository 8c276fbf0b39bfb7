"""The owner's Markdown as HTML, as plain text and as safe Markdown."""

from __future__ import annotations

import pytest

from api.markdown import plain_text, safe_markdown
from api.pages.text import prose

LIST = "Bring:\n\n- a *referral*\n- earlier **images**,\n  if any\n\nCall [the clinic](tel:+972-2-555-0100)."


def test_marks_in_html() -> None:
    assert prose(LIST, "en") == [
        "<p>Bring:</p>",
        "<ul><li>a <em>referral</em></li><li>earlier <strong>images</strong>, if any</li></ul>",
        '<p>Call <a href="tel:+972-2-555-0100">the clinic</a>.</p>',
    ]


def test_plain_text_has_no_marks() -> None:
    assert plain_text(LIST) == "Bring:\n- a referral\n- earlier images, if any\nCall the clinic."


def test_markdown_stays_markdown() -> None:
    """Loose lists, and addresses in angle brackets."""
    expected = "Bring:\n\n- a *referral*\n\n- earlier **images**, if any\n\nCall [the clinic](<tel:+972-2-555-0100>)."
    assert safe_markdown(LIST) == expected


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("A line\nand another", ["<p>A line</p>", "<p>and another</p>"]),
        ("Without an empty line\n- no list", ["<p>Without an empty line</p>", "<p>- no list</p>"]),
        ("# 1\n\n2. of 3\n---\n> & <b>", ["<p># 1</p>", "<p>2. of 3</p>", "<p>---</p>", "<p>&gt; &amp; &lt;b&gt;</p>"]),
        ("a_b_c, \\*d*, `e` &amp; [f]", ["<p>a_b_c, *d*, `e` &amp;amp; [f]</p>"]),
    ],
    ids=["lines", "dash", "blocks", "inline"],
)
def test_plain_text_looks_as_written(text: str, html: list[str]) -> None:
    assert prose(text, "en") == html


@pytest.mark.parametrize(
    "text", ["[x](javascript:alert(1))", "[x](data:text/html,1)", "[x](/page)", "<script>alert(1)</script>", "<https://e.org>"]
)
def test_hostile_text_is_escaped(text: str) -> None:
    escaped = text.replace("<", "&lt;").replace(">", "&gt;")
    assert prose(text, "en") == [f"<p>{escaped}</p>"]


def test_a_line_in_another_language_is_isolated() -> None:
    """So are telephone numbers in Hebrew, which would be shown from right to left."""
    assert prose("*Open*\n\nטלפון **050-555-0100**", "he") == [
        '<p><bdi lang="en" dir="ltr"><em>Open</em></bdi></p>',
        '<p>טלפון <strong><bdi dir="ltr">050-555-0100</bdi></strong></p>',
    ]
