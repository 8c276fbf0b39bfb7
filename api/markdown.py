"""Markdown: the owner's longer texts as HTML, as Markdown and as plain text, and plain text in Markdown.

A text may have emphasis, links, and lists after an empty line. Each line outside a list is a paragraph, as in text that was
written before it could have marks. Everything else, such as headings, images and HTML, is shown as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

# CommonMark 0.31, section 2.4: punctuation can be escaped with a backslash, line endings cannot.
PUNCTUATION = re.compile(r"([\\`*_\[\]<>#|~&!])")
WHITESPACE = re.compile(r"\s+")
# These start a list or a heading, but only at the beginning of a line.
BLOCK_START = re.compile(r"^([-+=]|[0-9]{1,9}(?=[.)]))")
# A text may come from an import, so its links run no script (javascript:, data:).
LINKS = ("https:", "http:", "mailto:", "tel:")


@cache
def parser() -> MarkdownIt:
    """Return the parser. It is imported on the first call, so that a service that only answers API requests starts faster."""
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import list_block, paragraph

    class Parser(MarkdownIt):
        def validateLink(self, url: str) -> bool:  # noqa: N802 - the name in the library
            return url.lower().startswith(LINKS)

    def bullet_list(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        is_allowed = state.level > 0 or start == 0 or state.isEmpty(start - 1)
        is_numbered = state.src[state.bMarks[start] + state.tShift[start]].isdigit()
        return is_allowed and not is_numbered and list_block(state, start, end, silent)

    def line(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        last = state.lineMax
        state.lineMax = last if state.level else start + 1
        is_paragraph = paragraph(state, start, end, silent)
        state.lineMax = last
        return is_paragraph

    made = Parser("zero").enable(["list", "emphasis", "link", "escape"])
    made.block.ruler.at("list", bullet_list, {"alt": ["paragraph"]})
    made.block.ruler.at("paragraph", line)
    return made


def html_blocks(text: str, mark: Callable[[Sequence[str]], Markup]) -> list[Markup]:
    """Return the paragraphs and lists of a text as HTML; ``mark`` makes it from the parts of a line, of which tags are Markup."""
    blocks, block = [], Markup()
    for token in parser().parse(text):
        if token.type == "inline":
            block += mark(list(parts(token, html_tag)))
        elif not token.hidden:
            block += html_tag(token, "")
        if token.nesting == -1 and token.level == 0:
            blocks.append(block)
            block = Markup()
    return blocks


def html_tag(token: Token, address: str) -> Markup:
    if token.nesting == -1:
        return Markup("</{}>").format(token.tag)
    return Markup('<a href="{}">').format(address) if token.tag == "a" else Markup("<{}>").format(token.tag)


def plain_text(text: str) -> str:
    """Return a text without marks, a paragraph or an item of a list on each line, for formats that have plain text only."""
    return "\n".join(["".join(["- " * is_item, *parts(line, lambda token, address: "")]) for line, is_item in lines(text)])


def safe_markdown(text: str) -> str:
    """Return a text as Markdown in which everything that is no mark here is escaped."""
    return "\n\n".join(
        "- " * is_item + escape_start("".join(parts(line, markdown_tag, escape_punctuation))) for line, is_item in lines(text)
    )


def markdown_tag(token: Token, address: str) -> str:
    return token.markup or ("[" if token.nesting == 1 else f"](<{address}>)")


def lines(text: str) -> Iterator[tuple[Token, bool]]:
    """Yield the lines of a text, and whether each is an item of a list."""
    return ((token, token.level > 1) for token in parser().parse(text) if token.type == "inline")


def parts(line: Token, tag: Callable[[Token, str], str], literal: Callable[[str], str] = str) -> Iterator[str]:
    """Yield the tags and the texts between them in a line; ``tag`` is also given the address of a link."""
    address = ""
    for token in line.children or ():
        address = str(token.attrs.get("href", address))
        yield tag(token, address) if token.nesting else literal(WHITESPACE.sub(" ", token.content))


def escape_markdown(value: Any) -> str:
    """Return Markdown that shows a text literally, on one line."""
    return escape_start(escape_punctuation(WHITESPACE.sub(" ", str(value)).strip()))


def escape_punctuation(text: str) -> str:
    return PUNCTUATION.sub(r"\\\1", text)


def escape_start(line: str) -> str:
    return BLOCK_START.sub(lambda match: f"\\{match[1]}" if not match[1].isdigit() else f"{match[1]}\\", line)
