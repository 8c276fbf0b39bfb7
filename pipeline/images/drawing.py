"""Text and shapes for the share card and the icons."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from functools import cache
from importlib import import_module
from io import BytesIO

from bidi.algorithm import get_display
from PIL import Image, ImageDraw, ImageFont

# FiraGO has Latin, Greek, Cyrillic and Hebrew letters. The module of each weight holds the bytes of the font.
WEIGHTS = {"regular": "pymupdf_fonts.FiraGO_Regular", "bold": "pymupdf_fonts.FiraGO_Bold"}
Font = ImageFont.FreeTypeFont


@cache
def font(weight: str, size: int) -> Font:
    """Return a font. The basic layout needs no library of the system, so that every machine draws the same."""
    data = BytesIO(import_module(WEIGHTS[weight]).fontbuffer)
    return ImageFont.truetype(data, size, layout_engine=ImageFont.Layout.BASIC)


def visual(text: str) -> str:
    """Return a text with its characters in the order of the screen, as the basic layout needs them.

    Letters and their accents become one character, and characters that cannot be seen are left out.
    """
    return str(get_display("".join(char for char in unicodedata.normalize("NFC", text) if unicodedata.category(char) != "Cf")))


def drawable(text: str, weight: str) -> str:
    """Return a text without the characters that the font lacks, such as emoji; it would draw boxes for them."""
    letters = font(weight, 20)
    box = bytes(letters.getmask("\uffff"))
    return " ".join("".join(char for char in text if bytes(letters.getmask(char)) != box).split())


def fitted(text: str, weight: str, size: int, width: int) -> tuple[str, Font]:
    """Return a text and its font: smaller if the text is too wide, and cut off if it is still too wide at 60 percent."""
    text, least = drawable(text, weight), size * 6 // 10
    line = visual(text)
    while size > least and font(weight, size).getlength(line) > width:
        size -= 1
    letters = font(weight, size)
    if letters.getlength(line) <= width:
        return line, letters

    def is_too_wide(count: int) -> bool:
        return letters.getlength(visual(f"{text[:count].rstrip()}…")) > width

    longest = bisect_left(range(1, len(text)), True, key=is_too_wide)
    return visual(f"{text[:longest].rstrip()}…"), letters


def rounded(side: int, radius: float) -> Image.Image:
    """Return the mask of a square with round, smooth corners; ``radius`` is a part of its side, 0.5 for a disc."""
    large = side * 4
    mask = Image.new("L", (large, large))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, large - 1, large - 1), large * radius, 255)
    return mask.reduce(4)
