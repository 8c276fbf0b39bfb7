"""LaTeX in BibTeX files is converted to Unicode text by pylatexenc, with corrections for what it leaves or loses."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from pylatexenc import latex2text, macrospec
from pylatexenc.latexwalker import get_default_latex_context_db

# A text without any of these contains no LaTeX except braces.
MARKUP = re.compile(r"[\\$~%]|``|''|--")
MATH = re.compile(r"(?<!\\)\$([^$]*)(?<!\\)\$")
# Text between two dollar signs is a formula if it contains one of these; otherwise the signs may be those of prices.
FORMULA = re.compile(r"[\\^_{}=<>+]|^\s*[A-Za-z0-9.,]{1,3}\s*$")
# Accents inside LaTeX's tabbing environment: \a', \a` and \a= are \', \` and \=.
TABBING_ACCENT = re.compile(r"\\a(?=['`=])")
BARE_PERCENT = re.compile(r"(?<!\\)%")
BARE_DOLLAR = re.compile(r"(?<!\\)\$")

# pylatexenc raises these on text that only resembles LaTeX, such as a backslash at the end.
CONVERSION_ERRORS = (LookupError, RecursionError, ValueError)
GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega"
)
# Macros that reference managers write and pylatexenc lacks.
MACROS = {
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "textunderscore": "_",
    "textasteriskcentered": "*",
    "textquotedbl": '"',
    "textcommabelow": "%s\u0326",
    "textprime": "′",
    "textasciicircum": "^",
    "textbraceleft": "{",
    "textbraceright": "}",
    "hyphen": "-",
    "nobreakdash": "",
    "slash": "/",
    "href": "%(2)s",
    "copyright": "©",
    "degree": "°",
    "celsius": "°C",
    "noopsort": "",
    "LaTeX": "LaTeX",
    "TeX": "TeX",
    "nolinkurl": "%s",
    "url": "%s",
    # As HTML, so that values.py adds the spaces that are missing around italics.
    "textit": "<i>%s</i>",
    "emph": "<i>%s</i>",
    "mkbibquote": "“%s”",
    "enquote": "“%s”",
    **{f"text{name}": greek for name, greek in zip(GREEK.split(), "αβγδεζηθικλμνξοπρστυφχψω", strict=True)},
}
# Macros that only change how text is typeset.
WITHOUT_TEXT = (
    "relax protect par noindent newline linebreak allowbreak break null tiny scriptsize footnotesize small normalsize large Large"
    " rm sf tt bf it sl sc em normalfont rmfamily sffamily ttfamily mdseries bfseries upshape itshape slshape scshape uppercase"
    " lowercase MakeUppercase MakeLowercase selectlanguage ignorespaces unskip boldmath displaystyle textstyle"
)
# The arguments of those macros that take any.
ARGUMENTS = {"noopsort": "{", "href": "{{", **{name: "{" for name, shown in MACROS.items() if "%s" in shown}}


def decode(text: str) -> str:
    """Return the text without LaTeX: protecting braces are removed, formulas become the characters that they show.

    Source for braces: BibTeXing, section 4.
    """
    if not MARKUP.search(text):
        return without_braces(text)
    text = TABBING_ACCENT.sub(r"\\", text)
    # A percent sign begins a comment in a LaTeX document, but not in a BibTeX value.
    text = BARE_PERCENT.sub(r"\\%", text)
    try:
        text = MATH.sub(formula, text)
        return convert(BARE_DOLLAR.sub(r"\\$", text))
    except CONVERSION_ERRORS:
        return without_braces(text)


def without_braces(text: str) -> str:
    return text.replace("{", "").replace("}", "")


def address(text: str) -> str:
    """Return a DOI or a URL, which biblatex and most programs write verbatim; it is LaTeX only if it contains escapes."""
    return text if frozenset("\\{}").isdisjoint(text) else decode(text)


def formula(match: re.Match[str]) -> str:
    """Return a formula as text; two dollar signs of prices stay."""
    inside = match[1]
    if not FORMULA.search(inside):
        return rf"\${inside}\$"
    shown = convert(rf"\({inside}\)")
    # Subscripts and superscripts are written in line, like HTML's <sub> and <sup>.
    return escaped(shown.replace("^", "").replace("_", "").strip())


def escaped(text: str) -> str:
    """Return the LaTeX for a text."""
    return re.sub(r"([\\{}$%&#_])", lambda match: r"\textbackslash{}" if match[1] == "\\" else rf"\{match[1]}", text)


def unknown(node: Any, l2tobj: Any) -> str:
    """Return the text of a macro without a replacement: its arguments, or else its name, so that it is not lost silently."""
    arguments = [argument for argument in (node.nodeargd.argnlist if node.nodeargd else ()) if argument is not None]
    end = node.pos + node.len
    if arguments or node.macroname in WITHOUT_TEXT.split() or node.parsing_state.s[end : end + 1] in ("{", "["):
        return str(l2tobj.nodelist_to_text(arguments))
    return f"\\{node.macroname}{node.macro_post_space}"


def converter(latex_context: Any, text_context: Any) -> Callable[[str], str]:
    """Return a function that converts LaTeX with pylatexenc's contexts for parsing and for text, extended by the macros above."""
    arguments = [macrospec.std_macro(name, arguments) for name, arguments in ARGUMENTS.items()]
    latex_context.add_context_category("reference-managers", macros=arguments, prepend=True)
    macros = [latex2text.MacroTextSpec(name, shown) for name, shown in MACROS.items()]
    text_context.add_context_category("reference-managers", macros=macros, prepend=True)
    text_context.set_unknown_macro_spec(latex2text.MacroTextSpec("", simplify_repl=unknown))
    nodes_to_text = latex2text.LatexNodes2Text(latex_context=text_context, keep_comments=True)
    return partial(nodes_to_text.latex_to_text, latex_context=latex_context, tolerant_parsing=True)


convert = converter(get_default_latex_context_db(), latex2text.get_default_latex_context_db())
