"""The fonts of the pages: their files, and their rules in the style sheet."""

from __future__ import annotations

from db.languages import LATIN
from look.typeface import FAMILY, RANGES, FontFiles

# Characters, as CSS has them: all, capital letters, the space and figures, and Hebrew letters.
ALL, CAPITALS, FIGURES, HEBREW = "U+0-10FFFF", "U+41-5A", "U+20,U+30-39", RANGES["Hebr"]
# Until a font is there, one of the system's shows the text as wide as it will be, so that nothing moves. Whose widths it has, the
# weight, its names, and how wide our characters are in percent, measured with the text of the example.
STAND_INS = (
    ("Arial", 400, ("Arial", "Liberation Sans", "Roboto"), {ALL: 104, CAPITALS: 87, FIGURES: 94}),
    ("Arial", 700, ("Arial Bold", "Liberation Sans Bold", "Roboto Bold"), {ALL: 97, CAPITALS: 87, FIGURES: 91}),
    ("DejaVu", 400, ("DejaVu Sans",), {ALL: 91, CAPITALS: 88, FIGURES: 82, HEBREW: 92}),
    ("DejaVu", 700, ("DejaVu Sans Bold",), {ALL: 82, CAPITALS: 79, FIGURES: 72, HEBREW: 90}),
)

# Of the fonts' files, in percent of the size; they have no line gap.
ASCENT, DESCENT = 93.5, 26.5


def font_rules(files: FontFiles) -> str:
    """Return the rules for fonts, and for those that stand in for them; empty without a font."""
    rules = [
        rule(FAMILY, weight, f'url({name}) format("woff2")', RANGES[script], "font-display:swap")
        for (script, weight), name in files.items()
    ]
    stand_ins = [
        rule(f"{FAMILY} like {like}", weight, ",".join(f'local("{name}")' for name in names), characters, size_like_ours(width))
        for like, weight, names, widths in STAND_INS
        for characters, width in widths.items()
        if files
    ]
    return "".join(rules + stand_ins)


def size_like_ours(width: int) -> str:
    """Return what gives a font our widths, and our lines, which would grow where glyphs of several heights meet.

    Ascent and descent are relative to the adjusted size (CSS Fonts 5, section 2.2).
    """
    ascent, descent = ASCENT / width, DESCENT / width
    return f"size-adjust:{width}%;ascent-override:{ascent:.1%};descent-override:{descent:.1%};line-gap-override:0%"


def early_fonts(files: FontFiles, script: str) -> list[str]:
    """Return the names of the files that every page in a script needs: in both weights, for its letters and for figures."""
    return [name for (each, _), name in files.items() if each in (LATIN, script)]


def rule(family: str, weight: int, source: str, characters: str, more: str) -> str:
    return f'@font-face{{font-family:"{family}";font-weight:{weight};src:{source};unicode-range:{characters};{more}}}\n'
