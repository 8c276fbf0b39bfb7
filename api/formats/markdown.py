"""Markdown: the owner's longer texts as HTML, as Markdown and as plain text, and plain text in Markdown.

A text can have CommonMark's paragraphs, line breaks, emphasis, links, lists, block quotes, code spans and entities. A new line
in a paragraph is a line break, as people expect (CommonMark 0.31, section 6.8, leaves the choice). HTML, headings, images and
rules appear as typed. A number with a period stays text unless it numbers a list, because many languages begin dates with one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import cache, lru_cache
from textwrap import indent
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.parser_block import RuleFuncBlockType
    from markdown_it.parser_inline import RuleFuncInlineType
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.tree import SyntaxTreeNode

# CommonMark 0.31, section 2.4: punctuation can be escaped with a backslash, line endings cannot.
SPECIAL_CHARACTERS = str.maketrans({char: f"\\{char}" for char in "\\`*_[]<>#|~&!"})
WHITESPACE = re.compile(r"\s+", re.ASCII)  # a no-break space stays
# Characters that start a list or heading, but only at the beginning of a line.
BLOCK_START = re.compile(r"^ *([-+=]|[0-9]{1,9}(?=[.)]))", re.MULTILINE)
# A number that can mark an item of a list, after the marks of quotes and bullets.
NUMBER_MARK = re.compile(r"[ \t>]*+(?P<bullets>(?:[-+*][ \t]++)*+)(?P<number>[0-9]{1,9})(?=[.)](?:[ \t]|$))")
QUOTE_MARKS = "> \t"
# A text can come from an import, so its links must not run scripts (javascript:, data:).
SAFE_SCHEMES = ("https:", "http:", "mailto:", "tel:")
NOTHING = Markup("")


@cache
def make_parser() -> MarkdownIt:
    """Make the parser. Importing markdown-it-py only now lets a service that only answers API requests start faster."""
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import heading, hr
    from markdown_it.rules_inline import html_inline, image

    class Parser(MarkdownIt):
        def validateLink(self, url: str) -> bool:  # noqa: N802 - the name in the library
            return url.lower().startswith(SAFE_SCHEMES)

    made = Parser("commonmark").disable(["code", "fence", "html_block", "lheading"])
    # As in CommonMark, these lines end the paragraph, quote or list before them.
    made.block.ruler.at("heading", match_as_paragraph(heading), {"alt": ["paragraph", "reference", "blockquote"]})
    made.block.ruler.at("hr", match_as_paragraph(hr), {"alt": ["paragraph", "reference", "blockquote", "list"]})
    made.inline.ruler.at("html_inline", match_as_text(html_inline))
    made.inline.ruler.at("image", match_as_text(image))
    return made


def match_as_paragraph(rule: RuleFuncBlockType) -> RuleFuncBlockType:
    """Wrap a rule: a line that it matches becomes a paragraph."""
    from markdown_it.rules_block import paragraph

    def parse(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        is_match = rule(state, start, end, True)
        if is_match and not silent:
            last, state.lineMax = state.lineMax, start + 1
            paragraph(state, start, end, silent)
            state.lineMax = last
        return is_match

    return parse


def match_as_text(rule: RuleFuncInlineType) -> RuleFuncInlineType:
    """Wrap a rule: its match becomes text."""

    def parse(state: StateInline, silent: bool) -> bool:
        start = state.pos
        is_match = rule(state, True)
        if is_match and not silent:
            state.pending += state.src[start : state.pos]
        return is_match

    return parse


@lru_cache(100)  # more than a home page has, and pages show the same texts again and again
def parse_markdown(text: str) -> SyntaxTreeNode:
    from markdown_it.tree import SyntaxTreeNode

    return SyntaxTreeNode(make_parser().parse(escape_dates(text)))


def escape_dates(text: str) -> str:
    r"""Escape numbers that do not count items of a list: ``21\. Dezember``.

    A list begins at 1 if a 2 follows, or with two lines in a row that count up. CommonMark accepts any number.
    """
    lines = text.split("\n")
    marks = [*map(NUMBER_MARK.match, lines), None]
    last_second = max((index for index, mark in enumerate(marks) if mark and is_number(mark, 2)), default=0)
    counted = set[int]()  # the numbers of the list so far
    for index, (line, mark) in enumerate(zip(lines, marks, strict=False)):
        if mark and (is_counted(mark, marks[index + 1], counted) or (int(mark["number"]) == 1 and index < last_second)):
            counted.add(int(mark["number"]))
            start = mark.end() + 1
            inner = NUMBER_MARK.match(line[start:])  # a date in a list
            lines[index] = line[:start] + (escape_number(inner) if inner else line[start:])
        elif mark:
            lines[index] = escape_number(mark)
        elif line[:1].strip() and not lines[index - 1].strip(QUOTE_MARKS):  # a new paragraph without indentation
            counted.clear()
    return "\n".join(lines)


def is_counted(mark: re.Match[str], following: re.Match[str] | None, counted: Collection[int]) -> bool:
    number = int(mark["number"])
    if number - 1 in counted and not mark["bullets"]:
        return True
    return not counted and following is not None and is_number(following, number + 1)


def is_number(mark: re.Match[str], number: int) -> bool:
    return int(mark["number"]) == number and not mark["bullets"]


def escape_number(mark: re.Match[str]) -> str:
    return f"{mark.string[: mark.end()]}\\{mark.string[mark.end() :]}"


def html_blocks(text: str, mark: Callable[[Sequence[str]], Markup]) -> list[Markup]:
    """Render blocks as HTML. ``mark`` renders a paragraph: parts that are ``Markup`` are tags, others are text."""
    return [html_block(node, mark) for node in parse_markdown(text).children]


def html_block(node: SyntaxTreeNode, mark: Callable[[Sequence[str]], Markup]) -> Markup:
    if node.type == "inline":
        return mark(line_parts(node, html_tags))
    content = Markup("").join([html_block(child, mark) for child in node.children])
    start, end = html_tags(node)
    return content if node.hidden else start + content + end


def html_tags(node: SyntaxTreeNode) -> tuple[Markup, Markup]:
    """Start and end tags of an element; empty for text."""
    if not node.tag:
        return NOTHING, NOTHING
    attributes = {**node.attrs, **link_attributes(node)} if node.type == "link" else node.attrs
    written = "".join([f' {name}="{escape(value)}"' for name, value in attributes.items()])
    start, end = f"<{node.tag}{written}>", f"</{node.tag}>" if node.tag != "br" else ""
    return Markup(start), Markup(end)  # noqa: S704 - the library names tags; values are escaped


def link_attributes(node: SyntaxTreeNode) -> dict[str, str]:
    """Set the direction of a link that shows a number to dial. In right-to-left text, ``*2700`` would be ``2700*``.

    Any other link has an address for paper, unless its text is the address.
    """
    href, text = str(node.attrs["href"]), "".join([child.content for child in node.children])
    scheme, _, rest = href.partition(":")
    if scheme == "tel" and not any(map(str.isalpha, text)):
        return {"dir": "ltr"}
    address = rest.partition("?")[0] if scheme in ("mailto", "tel") else href
    return {"data-address": address} if address not in ("", text) else {}


def plain_text(text: str) -> str:
    """Render a text for formats without markup: one line per paragraph. Only lists keep their markers."""
    return outline(parse_markdown(text), lambda line: "".join(line_parts(line, plain_marks)), "\n", "")


def plain_marks(node: SyntaxTreeNode) -> tuple[str, str]:
    return "\n" if node.tag == "br" else "", ""


def safe_markdown(text: str) -> str:
    """Render a text as Markdown, with everything escaped that this module does not support."""
    return outline(
        parse_markdown(text),
        lambda line: escape_start("".join(line_parts(line, markdown_marks, escape_punctuation))),
        "\n\n",
        "> ",
    )


def markdown_marks(node: SyntaxTreeNode) -> tuple[str, str]:
    if node.type == "link":
        return "[", f"](<{node.attrs['href']}>)"
    if node.type == "code_inline":
        return f"{node.markup} ", f" {node.markup}"
    if node.tag == "br":
        return "\\\n", ""
    return (node.markup, node.markup) if node.is_nested else ("", "")


def outline(node: SyntaxTreeNode, write_line: Callable[[SyntaxTreeNode], str], gap: str, quote: str) -> str:
    """Render a block as text. Lists keep their markers; lines of a quote begin with ``quote``."""
    if node.type == "inline":
        return write_line(node)
    text = gap.join([outline(child, write_line, gap, quote) for child in node.children])
    if node.type == "list_item":
        mark = f"{node.info}{node.markup} "
        space = " " * len(mark)
        return mark + indent(text, space).removeprefix(space)
    return indent(text, quote, lambda line: True) if node.type == "blockquote" else text


def line_parts(
    line: SyntaxTreeNode, marks: Callable[[SyntaxTreeNode], tuple[str, str]], literal: Callable[[str], str] = str
) -> list[str]:
    """The markup of a line and the texts in between."""
    parts: list[str] = []
    for node in line.children:
        start, end = marks(node)
        if node.children:
            inner = line_parts(node, marks, literal)
        else:
            inner = [node.content if node.type == "code_inline" else literal(WHITESPACE.sub(" ", node.content))]
        parts += [start, *inner, end]
    return parts


def escape_markdown(value: Any) -> str:
    """Escape a text: the Markdown shows it literally, on one line."""
    return escape_start(escape_punctuation(WHITESPACE.sub(" ", str(value)).strip()))


def escape_punctuation(text: str) -> str:
    return text.translate(SPECIAL_CHARACTERS)


def escape_start(text: str) -> str:
    """Escape characters that would begin a list or heading at the start of a line."""
    return BLOCK_START.sub(lambda match: f"{match[1]}\\" if match[1].isdigit() else f"\\{match[1]}", text)
