"""The share card: the image that networks and messengers show beside a link to the site (Open Graph, og:image)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from db.colors import INK, PAPER, SOFT
from db.names import monogram
from pipeline.images.drawing import fitted, rounded

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
    portrait = photo.resize((PORTRAIT, PORTRAIT), Image.Resampling.LANCZOS) if photo else initials(profile["name"], accent)
    image.paste(portrait, place(PORTRAIT, TOP), rounded(PORTRAIT, 0.5))
    lines = [line for line in LINES if line.fields[0] in profile]
    # One script alone has more room above it.
    baseline = TOP + PORTRAIT + (0 if len(lines) > 2 else 40)
    for line in lines:
        baseline += line.distance
        text, chosen = fitted(joined(profile, line.fields), line.weight, line.size, WIDTH - 2 * MARGIN)
        draw.text((WIDTH // 2, baseline), text, line.color, chosen, anchor="ms")
    return image


def place(diameter: int, top: int) -> tuple[int, int]:
    return (WIDTH - diameter) // 2, top


def initials(name: str, accent: str) -> Image.Image:
    """Return the monogram of a name, in place of a photo."""
    image = Image.new("RGB", (PORTRAIT, PORTRAIT), accent)
    text, chosen = fitted(monogram(name), "bold", PORTRAIT * 45 // 100, PORTRAIT * 7 // 10)
    ImageDraw.Draw(image).text((PORTRAIT / 2, PORTRAIT / 2 + chosen.size * 0.36), text, "white", chosen, anchor="ms")
    return image


def joined(profile: Mapping[str, Any], fields: tuple[str, ...]) -> str:
    """Return the values of fields with commas between them."""
    return ", ".join(profile[name] for name in fields if name in profile)
