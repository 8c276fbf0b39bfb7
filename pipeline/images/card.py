"""The share card: the image that networks and messengers show beside a link to the site (Open Graph, og:image)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from db.colors import INK, PAPER, SOFT
from db.names import monogram
from pipeline.images.drawing import fitted, icon, rounded

# The size that networks ask for. Some show only the square in the middle, so everything is centred.
WIDTH, HEIGHT = 1200, 630
BAND = 178
PORTRAIT, BORDER, TOP = 256, 8, 44
MARGIN = 80


class Line(NamedTuple):
    """The fields that a line shows, its font, and the distance of its baseline from that of the line above."""

    fields: tuple[str, ...]
    weight: str
    size: int
    color: str
    distance: int


LINES = (
    Line(("name", "credentials"), "bold", 62, INK, 92),
    Line(("specialty",), "regular", 36, SOFT, 54),
    Line(("nameHebrew", "credentialsHebrew"), "bold", 50, INK, 88),
    Line(("specialtyHebrew",), "regular", 34, SOFT, 50),
)


def card(profile: Mapping[str, Any], accent: str, photo: Image.Image | None) -> Image.Image:
    """Return the card: photo or monogram, name and specialty, in both scripts if the profile has both."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, BAND), fill=accent)
    image.paste(PAPER, place(PORTRAIT + 2 * BORDER, TOP - BORDER), rounded(PORTRAIT + 2 * BORDER, 0.5))
    portrait = photo or icon(monogram(profile["name"]), accent)
    image.paste(portrait.resize((PORTRAIT, PORTRAIT), Image.Resampling.LANCZOS), place(PORTRAIT, TOP), rounded(PORTRAIT, 0.5))
    lines = [line for line in LINES if line.fields[0] in profile]
    # One script alone has more room above it.
    baseline = TOP + PORTRAIT + (0 if len(lines) > 2 else 40)
    for line in lines:
        baseline += line.distance
        values = ", ".join(profile[name] for name in line.fields if name in profile)
        text, chosen = fitted(values, line.weight, line.size, WIDTH - 2 * MARGIN)
        draw.text((WIDTH // 2, baseline), text, line.color, chosen, anchor="ms")
    return image


def place(diameter: int, top: int) -> tuple[int, int]:
    return (WIDTH - diameter) // 2, top
