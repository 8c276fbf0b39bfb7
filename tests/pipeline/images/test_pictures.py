"""The images that every site has, share card and icons, in the colours of its pages."""

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageFont

from look.theme import ACCENT, INK, PAPER, SOFT, channels
from pipeline.images.drawing import card, fit_text, font, visual_order
from pipeline.images.joining import join_letters
from pipeline.images.pictures import Picture, pictures
from tests.conftest import ROOT
from tests.support.languages import DEFAULT

PROFILE = {
    "name": "Dr. Noa Example",
    "specialty": "Radiology",
    "nameHebrew": "ד״ר נועה דוגמה",
    "specialtyHebrew": "רדיולוגיה (MSK)",
}


def made(site: dict[str, Any] | None = None) -> dict[str, Picture]:
    return {picture.name: picture for picture in pictures(Path("nowhere"), PROFILE, site or {}, DEFAULT)}


def lines_of_text(image: Image.Image) -> list[int]:
    rows = [len(image.crop((0, row, image.width, row + 1)).getcolors() or ()) > 1 for row in range(310, image.height)]
    return [310 + row for row in range(1, len(rows)) if rows[row] and not rows[row - 1]]


def test_names_types_and_sizes() -> None:
    found = made({"accentColor": "#8a1c5c"})
    assert [(picture.name, picture.media_type, picture.width, picture.height) for picture in found.values()] == [
        ("card.png", "image/png", 1200, 630),
        ("apple-touch-icon.png", "image/png", 180, 180),
        ("icon-192.png", "image/png", 192, 192),
        ("icon-512.png", "image/png", 512, 512),
        ("favicon.ico", "image/x-icon", 48, 48),
    ]
    for picture in found.values():
        image = Image.open(BytesIO(picture.content))
        assert image.size == (picture.width, picture.height)
        assert image.convert("RGB").getpixel((image.width // 2, 4)) == channels("#8a1c5c")
    assert Image.open(BytesIO(found["favicon.ico"].content)).info["sizes"] == {(16, 16), (32, 32), (48, 48)}


def test_the_corners_are_round_except_where_the_system_cuts_them() -> None:
    found = made()
    assert Image.open(BytesIO(found["icon-192.png"].content)).getpixel((0, 0))[3] == 0  # type: ignore[index]
    assert Image.open(BytesIO(found["apple-touch-icon.png"].content)).getpixel((0, 0)) == channels(ACCENT)


def test_the_card_shows_both_scripts() -> None:
    both = card(PROFILE, ACCENT, None, DEFAULT)
    assert both.getpixel((5, 620)) == channels(PAPER)
    assert len(lines_of_text(both)) == 4
    assert len(lines_of_text(card({name: PROFILE[name] for name in ("name", "specialty")}, ACCENT, None, DEFAULT))) == 2


def test_hebrew_is_in_the_order_of_the_screen() -> None:
    """Brackets are mirrored, Latin letters and digits keep their order, and no library of the system is needed."""
    assert visual_order("רדיולוגיה (MSK) ו־12 שנים") == "םינש 12־ו (MSK) היגולוידר"
    assert visual_order("\u200fNoe\u0301") == "Noé"
    assert font("regular", 20).layout_engine == ImageFont.Layout.BASIC


def test_emoji_are_left_out_of_images() -> None:
    assert fit_text("Dr. Noa \N{X-RAY} Łęvi\N{STAFF OF AESCULAPIUS}\ufe0f ™", "bold", 60, 800)[0] == "Dr. Noa Łęvi ™"


def test_long_names_fit() -> None:
    text, smaller = fit_text("Dr. Maximiliane Alexandra Example", "bold", 60, 800)
    assert (text, 36 < smaller.size < 60, smaller.getlength(text) <= 800) == ("Dr. Maximiliane Alexandra Example", True, True)
    text, smallest = fit_text("Example " * 10, "bold", 60, 800)
    assert (len(text), smallest.getlength(text) <= 800) == (79, True)


def test_the_colours_are_those_of_the_style_sheet() -> None:
    style = (ROOT / "api" / "assets" / "style.css").read_text(encoding="utf-8")
    # Each colour comes first for light screens.
    found = dict(reversed(re.findall(r"--(brand|paper|ink|soft): (#\w+);", style)))
    assert found == {"brand": ACCENT, "paper": PAPER, "ink": INK, "soft": SOFT}


@pytest.mark.parametrize(("text", "joined"), [
    ("عيادة", "\ufecb\ufef4\ufe8e\u062f\u0629"),
    ("سلام", "\ufeb3\ufefc\u0645"),
    ("بِك", "\ufe91\u0650\ufeda"),
    ("Dr. دم", "Dr. دم"),
], ids=["letters that join on one side", "a ligature", "a mark between letters", "isolated letters"])  # fmt: skip
def test_arabic_letters_are_joined(text: str, joined: str) -> None:
    assert join_letters(text) == joined
