"""The icons of the site: the monogram on the accent colour."""

from __future__ import annotations

from PIL import Image, ImageDraw

from pipeline.images.drawing import fitted, rounded

# The icon is drawn once, in the largest size.
SIDE = 512
LETTERS = SIDE * 56 // 100
# Part of the side that the radius of the corners takes.
CORNER = 0.2


def icon(letters: str, accent: str) -> Image.Image:
    """Return the icon as a whole square, for systems that cut icons to a shape of their own."""
    image = Image.new("RGB", (SIDE, SIDE), accent)
    text, font = fitted(letters, "bold", LETTERS, SIDE * 78 // 100)
    ImageDraw.Draw(image).text((SIDE / 2, SIDE / 2 + font.size * 0.35), text, "white", font, anchor="ms")
    return image


def with_round_corners(image: Image.Image) -> Image.Image:
    """Return an icon with transparent corners."""
    image = image.copy()
    image.putalpha(rounded(image.width, CORNER))
    return image
