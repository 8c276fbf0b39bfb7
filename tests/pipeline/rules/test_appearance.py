"""The colours of images and of the web app manifest."""

from __future__ import annotations

import re

from db.theme import ACCENT, INK, PAPER, SOFT
from tests.conftest import ROOT


def test_the_colours_are_those_of_the_style_sheet() -> None:
    style = (ROOT / "api" / "assets" / "style.css").read_text(encoding="utf-8")
    found = {name: re.search(rf"--{name}: (#\w+);", style) for name in ("brand", "paper", "ink", "soft")}
    assert {name: match[1] for name, match in found.items() if match} == {
        "brand": ACCENT,
        "paper": PAPER,
        "ink": INK,
        "soft": SOFT,
    }
