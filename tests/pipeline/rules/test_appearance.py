"""The accent colour."""

from __future__ import annotations

import re

import pytest

from db.theme import ACCENT, INK, PAPER, SOFT
from pipeline.rules.appearance import readable_color
from tests.conftest import ROOT


@pytest.mark.parametrize("value", [ACCENT, "#000000", "#8A1C5C", "#1a4d8f"])
def test_a_dark_colour(value: str) -> None:
    assert list(readable_color(value)) == []


@pytest.mark.parametrize(("value", "ratio", "near"), [("#5fb3a1", "2.2", "#3e7469"), ("#ffffff", "1.0", "#6b6b6b")])
def test_a_light_colour(value: str, ratio: str, near: str) -> None:
    """The message has the ratio, and a darker shade that passes."""
    assert list(readable_color(value)) == [
        f'"{value}" is hard to read on the light background: the contrast is {ratio}:1, and 4.5:1 is needed. '
        f'Use a darker colour, for example "{near}".'
    ]
    assert list(readable_color(near)) == []


def test_the_colours_are_those_of_the_style_sheet() -> None:
    style = (ROOT / "api" / "assets" / "style.css").read_text(encoding="utf-8")
    found = {name: re.search(rf"--{name}: (#\w+);", style) for name in ("brand", "paper", "ink", "soft")}
    assert {name: match[1] for name, match in found.items() if match} == {
        "brand": ACCENT,
        "paper": PAPER,
        "ink": INK,
        "soft": SOFT,
    }
