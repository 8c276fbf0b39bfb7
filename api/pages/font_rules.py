"""The fonts of the pages: files, and rules for the style sheet."""

from __future__ import annotations

from db.languages import LATIN
from look.typeface import FONT_FAMILY, RANGES, FontFiles

# Ranges of characters in CSS: all, capital letters, the space and figures, and Hebrew letters.
ALL_CHARACTERS, CAPITALS, FIGURES, HEBREW = "U+0-10FFFF", "U+41-5A", "U+20,U+30-39", RANGES["Hebr"]
# Until a font has loaded, the browser uses a system font scaled to our widths, so nothing moves. Each row has the font with the
# same widths, the weight, its names, and the width of our characters in percent of its own, measured with the example's text.
STAND_INS = (
    ("Arial", 400, ("Arial", "Liberation Sans", "Roboto"), {ALL_CHARACTERS: 104, CAPITALS: 87, FIGURES: 94}),
    ("Arial", 700, ("Arial Bold", "Liberation Sans Bold", "Roboto Bold"), {ALL_CHARACTERS: 97, CAPITALS: 87, FIGURES: 91}),
    ("DejaVu", 400, ("DejaVu Sans",), {ALL_CHARACTERS: 91, CAPITALS: 88, FIGURES: 82, HEBREW: 92}),
    ("DejaVu", 700, ("DejaVu Sans Bold",), {ALL_CHARACTERS: 82, CAPITALS: 79, FIGURES: 72, HEBREW: 90}),
)

# From the font files, in percent of the font size. They have no line gap.
ASCENT, DESCENT = 93.5, 26.5


def font_rules(files: FontFiles) -> str:
    """Write the rules for the fonts and for their stand-ins; empty without fonts."""
    rules = [
        font_face(FONT_FAMILY, weight, f'url({name}) format("woff2")', RANGES[script], "font-display:swap")
        for (script, weight), name in files.items()
    ]
    stand_ins = [
        font_face(
            f"{FONT_FAMILY} like {like}",
            weight,
            ",".join(f'local("{name}")' for name in names),
            characters,
            size_like_ours(width),
        )
        for like, weight, names, widths in STAND_INS
        for characters, width in widths.items()
        if files
    ]
    return "".join(rules + stand_ins)


def size_like_ours(width: int) -> str:
    """Write declarations that give a font our widths and line heights. Otherwise, glyphs of other fonts would make lines taller.

    Ascent and descent are relative to the adjusted size (CSS Fonts 5, section 2.2).
    """
    ascent, descent = ASCENT / width, DESCENT / width
    return f"size-adjust:{width}%;ascent-override:{ascent:.1%};descent-override:{descent:.1%};line-gap-override:0%"


def early_fonts(files: FontFiles, script: str) -> list[str]:
    """Names of the files that every page in a script needs: letters and figures, in both weights."""
    return [name for (each, _), name in files.items() if each in (LATIN, script)]


def font_face(family: str, weight: int, source: str, characters: str, more: str) -> str:
    return f'@font-face{{font-family:"{family}";font-weight:{weight};src:{source};unicode-range:{characters};{more}}}\n'
