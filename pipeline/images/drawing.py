"""The images that the build draws: the share card, which networks and messengers show beside a link to the site (Open Graph,
og:image), and the icon, the monogram on the accent colour.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple

from bidi.algorithm import get_display
from PIL import Image, ImageDraw, ImageFont

from db.languages import Language
from db.publication.owner import monogram
from look.theme import FONTS, INK, PAPER, SOFT, font_file
from pipeline.images.joining import join_letters

Font = ImageFont.FreeTypeFont
# The smallest font, for the longest names.
MIN_FONT_PIXELS = 12
# The icon is drawn once, in the largest size.
ICON_PIXELS = 512
# The size that networks ask for. Some show only the square in the middle, so everything is centred.
CARD_WIDTH, CARD_HEIGHT = 1200, 630
BAND = 178
PORTRAIT, BORDER, TOP = 256, 8, 44
MARGIN = 80


class Line(NamedTuple):
    """The fields that a line shows, its font and colour, and the distance from the baseline above to its own."""

    fields: tuple[str, ...]
    weight: str
    size: int
    color: str
    distance: int


def card_lines(profile: Mapping[str, Any], languages: Sequence[Language]) -> list[Line]:
    """Return name and specialty in the first language, and in the next one that the profile has a name in."""
    lines = [Line(("name", "credentials"), "bold", 62, INK, 92), Line(("specialty",), "regular", 36, SOFT, 54)]
    if suffix := next((language.suffix for language in languages[1:] if f"name{language.suffix}" in profile), ""):
        lines.append(Line((f"name{suffix}", f"credentials{suffix}"), "bold", 50, INK, 88))
        lines.append(Line((f"specialty{suffix}",), "regular", 34, SOFT, 50))
    return [line for line in lines if line.fields[0] in profile]


def card(profile: Mapping[str, Any], accent: str, photo: Image.Image | None, languages: Sequence[Language]) -> Image.Image:
    """Return the card: photo or monogram, name and specialty, in two languages if the profile has them."""
    image = Image.new("RGB", (CARD_WIDTH, CARD_HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, CARD_WIDTH, BAND), fill=accent)
    image.paste(PAPER, corner(PORTRAIT + 2 * BORDER, TOP - BORDER), rounded_mask(PORTRAIT + 2 * BORDER, 0.5))
    portrait = photo or icon(monogram(profile["name"]), accent)
    image.paste(
        portrait.resize((PORTRAIT, PORTRAIT), Image.Resampling.LANCZOS),
        corner(PORTRAIT, TOP),
        rounded_mask(PORTRAIT, 0.5),
    )
    lines = card_lines(profile, languages)
    # One language alone has more room above it.
    baseline = TOP + PORTRAIT + (0 if len(lines) > 2 else 40)
    for line in lines:
        baseline += line.distance
        values = ", ".join(profile[name] for name in line.fields if name in profile)
        text, chosen = fit_text(values, line.weight, line.size, CARD_WIDTH - 2 * MARGIN)
        draw.text((CARD_WIDTH // 2, baseline), text, line.color, chosen, anchor="ms")
    return image


def corner(diameter: int, top: int) -> tuple[int, int]:
    return (CARD_WIDTH - diameter) // 2, top


@cache
def font(weight: str, size: int) -> Font:
    """Return a font. The basic layout needs no library of the system, so that every machine draws the same."""
    return ImageFont.truetype(BytesIO(font_file(weight)), size, layout_engine=ImageFont.Layout.BASIC)


def visual_order(text: str) -> str:
    """Return a text in visual order (Unicode bidirectional algorithm), which the basic layout needs.

    Letters and their accents become one character, Arabic letters are joined, and characters that cannot be seen are left out.
    """
    visible = "".join(char for char in unicodedata.normalize("NFC", text) if unicodedata.category(char) != "Cf")
    return str(get_display(join_letters(visible)))


def drawable(text: str, weight: str) -> str:
    """Return a text without the characters that the font lacks, such as emoji; it would draw boxes for them."""
    return " ".join("".join(char for char in text if has_letter(weight, char)).split())


@cache
def has_letter(weight: str, char: str) -> bool:
    """Whether a font can draw a character. It draws one and the same box for every character that it lacks."""
    letters = font(weight, 20)
    return bytes(letters.getmask(char)) != bytes(letters.getmask("\uffff"))


def missing_letters(text: str) -> str:
    """Return the characters of a text that no font has, each once, in the order of the text."""
    return "".join(filter(is_missing, dict.fromkeys(text)))


def is_missing(char: str) -> bool:
    """Whether no font has a visible character."""
    return unicodedata.category(char)[0] not in "CZ" and not any(has_letter(name, char) for name in FONTS)


def fit_text(text: str, weight: str, size: int, width: int) -> tuple[str, Font]:
    """Return a text as it is drawn, and the largest font up to ``size`` in which it fits."""
    line = visual_order(drawable(text, weight))
    while size > MIN_FONT_PIXELS and font(weight, size).getlength(line) > width:
        size -= 1
    return line, font(weight, size)


def icon(letters: str, accent: str) -> Image.Image:
    """Return the monogram on a full square of the accent colour; systems cut icons to their own shapes."""
    image = Image.new("RGB", (ICON_PIXELS, ICON_PIXELS), accent)
    text, chosen = fit_text(letters, "bold", ICON_PIXELS * 56 // 100, ICON_PIXELS * 78 // 100)
    ImageDraw.Draw(image).text((ICON_PIXELS / 2, ICON_PIXELS / 2 + chosen.size * 0.35), text, "white", chosen, anchor="ms")
    return image


def rounded_mask(side: int, radius: float) -> Image.Image:
    """Return the mask of a square with round, smooth corners; ``radius`` is a share of its side, 0.5 for a disc."""
    large = side * 4
    mask = Image.new("L", (large, large))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, large - 1, large - 1), large * radius, 255)
    return mask.reduce(4)
