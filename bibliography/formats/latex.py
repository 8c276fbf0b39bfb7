"""Convert LaTeX in BibTeX files to Unicode text with pylatexenc, and correct what it leaves or loses."""

from __future__ import annotations

import re
from typing import Any

from pylatexenc import latex2text, macrospec
from pylatexenc.latexwalker import get_default_latex_context_db

from db.publication.author import name_cache

# A text without any of these contains no LaTeX except braces and dashes.
LATEX_SIGNS = ("\\", "$", "~", "%", "``", "''")
# A formula, or a dollar sign that is text: a formula begins and ends without a space, and two signs before digits are prices.
DOLLAR = re.compile(r"(?<!\\)\$((?!\s|\d[^$]*\$\d)[^$]+(?<![\s\\])\$)?")

# pylatexenc raises these on text that only resembles LaTeX, such as a backslash at the end.
CONVERSION_ERRORS = (LookupError, RecursionError, ValueError)
# Macros that reference managers write and pylatexenc lacks.
MACROS = {
    "textless": "<",
    "textgreater": ">",
    "textunderscore": "_",
    "textcommabelow": "%s\u0326",
    "textprime": "′",
    "textasciicircum": "^",
    "textbar": "|",
    "textbraceleft": "{",
    "textbraceright": "}",
    "copyright": "©",
}
# Macros that only change how text is typeset.
WITHOUT_TEXT = frozenset((
    "relax", "protect", "par", "newline", "small", "normalsize", "large", "rm", "sf", "tt", "bf", "it", "sl", "sc", "em",
    "normalfont", "bfseries", "mdseries", "itshape", "upshape", "scshape",
))  # fmt: skip
# The arguments of macros that have one.
ARGUMENTS = {name: "{" for name, replacement in MACROS.items() if "%s" in replacement}


@name_cache
def decode_latex(text: str) -> str:
    """Convert LaTeX to text: remove protecting braces, and turn formulas into the characters that they show.

    Source for braces: BibTeXing, section 4.
    """
    if not any(mark in text for mark in LATEX_SIGNS):
        return without_braces(text)
    # A percent sign begins a comment in a LaTeX document, but not in a BibTeX value.
    text = text.replace(r"\%", "%").replace("%", r"\%")
    try:
        text = DOLLAR.sub(lambda dollar: dollar[0] if dollar[1] else r"\$", text)
        return str(CONVERTER.latex_to_text(text, latex_context=LATEX_MACROS, tolerant_parsing=True))
    except CONVERSION_ERRORS:
        return without_braces(text)


def without_braces(text: str) -> str:
    return text.replace("---", "—").replace("--", "–").replace("{", "").replace("}", "")


def decode_address(text: str) -> str:
    """Decode a DOI or a URL only if it contains escapes, because biblatex and most programs write it verbatim."""
    return text if frozenset("\\{}").isdisjoint(text) else decode_latex(text)


class TextOf(latex2text.LatexNodes2Text):  # type: ignore[misc]  # pylatexenc has no types
    """A converter that writes subscripts and superscripts in line, like HTML's <sub> and <sup>."""

    def math_node_to_text(self, node: Any) -> str:
        return str(super().math_node_to_text(node)).replace("^", "").replace("_", "").strip()


def unknown_macro(node: Any, l2tobj: Any) -> str:
    """The text of an unknown macro: its arguments, or else its name. Nothing is lost silently."""
    arguments = [argument for argument in (node.nodeargd.argnlist if node.nodeargd else ()) if argument is not None]
    end = node.pos + node.len
    if arguments or node.macroname in WITHOUT_TEXT or node.parsing_state.s[end : end + 1] in ("{", "["):
        return str(l2tobj.nodelist_to_text(arguments))
    return f"\\{node.macroname}{node.macro_post_space}"


LATEX_MACROS = get_default_latex_context_db()
LATEX_MACROS.add_context_category("programs", macros=[macrospec.std_macro(*item) for item in ARGUMENTS.items()], prepend=True)
MACRO_TEXTS = latex2text.get_default_latex_context_db()
MACRO_TEXTS.add_context_category("programs", macros=[latex2text.MacroTextSpec(*item) for item in MACROS.items()], prepend=True)
MACRO_TEXTS.set_unknown_macro_spec(latex2text.MacroTextSpec("", simplify_repl=unknown_macro))
CONVERTER = TextOf(latex_context=MACRO_TEXTS, keep_comments=True)
