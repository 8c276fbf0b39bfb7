"""Rules for the look of the site: its color and images."""

from __future__ import annotations

import re
from collections.abc import Iterator

from look.theme import PAPER, contrast, mix
from pipeline.wording import quote

# WCAG 2.2, success criterion 1.4.3.
MIN_CONTRAST = 4.5
# The style sheet mixes this share of the accent into highlighted backgrounds. On these, the accent is hardest to read.
TINT = 0.1
STEPS = 100
IMAGE_FILE_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*\.(?:jpe?g|png|webp)", re.IGNORECASE)


def readable_color(value: str) -> Iterator[str]:
    """Require a color that people can read on the light background. For dark screens, the style sheet makes a lighter shade."""
    if (ratio := readability(value)) < MIN_CONTRAST:
        darker = (mix(value, "#000000", step / STEPS) for step in range(1, STEPS))
        enough = next(color for color in darker if readability(color) >= MIN_CONTRAST)
        yield (
            f"{quote(value)} is hard to read on the light background: the contrast is {ratio:.1f}:1, but {MIN_CONTRAST}:1 is "
            f'needed. Use a darker color, for example "{enough}".'
        )


def readability(color: str) -> float:
    """The contrast of a color with the background that is closest to it."""
    return contrast(color, mix(PAPER, color, TINT))


def image_name(value: str) -> Iterator[str]:
    """Require the name of an image in the same folder."""
    if not IMAGE_FILE_NAME.fullmatch(value):
        yield (
            f"Expected the name of an image next to this file, got {quote(value)}. "
            "Save it as .jpg, .png or .webp, under a name of letters, digits, - and _."
        )
