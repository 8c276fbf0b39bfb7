"""LaTeX, as BibTeX files hold it, into Unicode text. pylatexenc does it; what it leaves or loses is put right here."""

from __future__ import annotations

import re
from typing import Any

from pylatexenc import latex2text, macrospec
from pylatexenc.latexwalker import get_default_latex_context_db

# Without one of these a text is LaTeX only in its braces.
MARKUP = re.compile(r"[\\$~%]|``|''|--")
BRACES = re.compile(r"[{}]")
ESCAPED = re.compile(r"[\\{}]")
MATH = re.compile(r"(?<!\\)\$([^$]*)(?<!\\)\$")
# What makes text between two dollar signs a formula, not two prices.
FORMULA = re.compile(r"[\\^_{}=<>+]|^\s*[A-Za-z0-9.,]{1,3}\s*$")
SCRIPT = re.compile(r"[\^_]")
# LaTeX's accents inside the environment tabbing: \\a', \\a` and \\a= are \\', \\` and \\=.
TABBING_ACCENT = re.compile(r"\\a(?=['`=])")
BARE_PERCENT = re.compile(r"(?<!\\)%")
# A dollar sign without its pair is money before a digit, and a slip anywhere else.
PRICE = re.compile(r"(?<!\\)\$(?=\d)")
BARE_DOLLAR = re.compile(r"(?<!\\)\$")

GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega"
)
# Macros that reference managers write and pylatexenc does not know.
MACROS = {
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "textasteriskcentered": "*",
    "textquotesingle": "'",
    "textquotedbl": '"',
    "textasciiacute": "´",
    "textasciigrave": "`",
    "textcommabelow": "%s\u0326",
    "textnumero": "№",
    "textprime": "′",
    "textasciicircum": "^",
    "textasciitilde": "~",
    "textbackslash": "\\",
    "textbraceleft": "{",
    "textbraceright": "}",
    # What follows it belongs to no entity or tag: values.py takes the sign away when it has looked for them.
    "nobreak": "\u2060",
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
    # As HTML, so that values.py finds italics without spaces around them.
    "textit": "<i>%s</i>",
    "emph": "<i>%s</i>",
    "mkbibquote": "“%s”",
    "enquote": "“%s”",
    **{f"text{name}": greek for name, greek in zip(GREEK.split(), "αβγδεζηθικλμνξοπρστυφχψω", strict=True)},
}
# Macros that only change how text is set.
WITHOUT_TEXT = (
    "relax protect par noindent newline linebreak allowbreak break null tiny scriptsize footnotesize small normalsize large Large"
    " rm sf tt bf it sl sc em normalfont rmfamily sffamily ttfamily mdseries bfseries upshape itshape slshape scshape uppercase"
    " lowercase MakeUppercase MakeLowercase selectlanguage ignorespaces unskip boldmath displaystyle textstyle"
)
# How many arguments those of them take that take any.
ARGUMENTS = {"noopsort": "{", "href": "{{", **{name: "{" for name, shown in MACROS.items() if "%s" in shown}}


def decode(text: str) -> str:
    """The text without LaTeX; protecting braces go, formulas become the characters that they show.

    Source: BibTeX's own documentation (BibTeXing, section 4) for braces; pylatexenc for macros.
    """
    if not MARKUP.search(text):
        return BRACES.sub("", text)
    # In BibTeX's values a percent sign is one; only in a LaTeX document it begins a comment.
    text = TABBING_ACCENT.sub(r"\\", text)
    text = BARE_PERCENT.sub(r"\\%", text)
    text = MATH.sub(formula, text)
    text = BARE_DOLLAR.sub("", PRICE.sub(r"\\$", text))
    try:
        return str(CONVERTER.latex_to_text(text))
    except (
        LookupError,
        RecursionError,
        ValueError,
    ):  # pylatexenc on text that only looks like LaTeX: a backslash at the end, ...
        return BRACES.sub("", text)


def address(text: str) -> str:
    """A DOI or an address: biblatex takes these as they are, and so do most programs; where they are LaTeX, they have escapes."""
    return decode(text) if ESCAPED.search(text) else text


def formula(match: re.Match[str]) -> str:
    """A formula as text; two dollar signs that stand for money stay what they are."""
    inside = match[1]
    if not FORMULA.search(inside):
        return rf"\${inside}\$"
    try:
        shown = CONVERTER.latex_to_text(rf"\({inside}\)")
    except (LookupError, RecursionError, ValueError):
        return escaped(inside)
    # What stands lower or higher is written in line, as HTML's <sub> and <sup> are.
    return escaped(SCRIPT.sub("", shown).strip()) if shown else ""


def escaped(text: str) -> str:
    """Text as LaTeX that stands for it."""
    return re.sub(r"([\\{}$%&#_])", lambda match: r"\textbackslash{}" if match[1] == "\\" else rf"\{match[1]}", text)


def unknown(node: Any, l2tobj: Any) -> str:
    """Return the text of a macro without a replacement: its arguments, or else its name, so that it is not lost silently."""
    arguments = [argument for argument in (node.nodeargd.argnlist if node.nodeargd else ()) if argument is not None]
    end = node.pos + node.len
    if arguments or node.macroname in WITHOUT_TEXT.split() or node.parsing_state.s[end : end + 1] in ("{", "["):
        return str(l2tobj.nodelist_to_text(arguments))
    return f"\\{node.macroname}{node.macro_post_space}"


def converter() -> latex2text.LatexNodes2Text:
    """The converter of pylatexenc, which also knows the macros above."""
    walker = get_default_latex_context_db()
    walker.add_context_category(
        "reference-managers",
        macros=[macrospec.std_macro(name, arguments) for name, arguments in ARGUMENTS.items()],
        prepend=True,
    )
    context = latex2text.get_default_latex_context_db()
    context.add_context_category(
        "reference-managers", macros=[latex2text.MacroTextSpec(name, shown) for name, shown in MACROS.items()], prepend=True
    )
    context.set_unknown_macro_spec(latex2text.MacroTextSpec("", simplify_repl=unknown))
    return WithWalker(context, walker)


class WithWalker(latex2text.LatexNodes2Text):  # type: ignore[misc]  # pylatexenc has no types
    """The converter with a walker of its own: it must know which macros take an argument."""

    def __init__(self, context: object, walker: object) -> None:
        super().__init__(latex_context=context, keep_comments=True)
        self.walker = walker

    def latex_to_text(self, latex: str, **options: object) -> str:
        return str(super().latex_to_text(latex, latex_context=self.walker, tolerant_parsing=True, **options))


CONVERTER = converter()
