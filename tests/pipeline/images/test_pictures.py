"""The images that every site has, share card and icons, in the colors of its pages."""

import re
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from look.theme import ACCENT, INK, PAPER, SOFT, channels
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


def test_names_types_and_sizes() -> None:
    found = made({"accentColor": "#8a1c5c"})
    assert [(picture.name, picture.media_type, picture.width, picture.height) for picture in found.values()] == [
        ("card.png", "image/png", 1200, 630),
        ("card-he.png", "image/png", 1200, 630),
        ("apple-touch-icon.png", "image/png", 180, 180),
        ("icon-192.png", "image/png", 192, 192),
        ("icon-512.png", "image/png", 512, 512),
        ("favicon.ico", "image/x-icon", 48, 48),
    ]
    images = {name: Image.open(BytesIO(picture.content)) for name, picture in found.items()}
    assert [image.size for image in images.values()] == [(picture.width, picture.height) for picture in found.values()]
    edges = {"card-he.png": 1195}  # where lines begin
    colors = {image.convert("RGB").getpixel((edges.get(name, 4), image.height // 2)) for name, image in images.items()}
    assert colors == {channels("#8a1c5c")}
    assert Image.open(BytesIO(found["favicon.ico"].content)).info["sizes"] == {(16, 16), (32, 32), (48, 48)}


def test_the_corners_are_round_except_where_the_system_cuts_them() -> None:
    found = made()
    assert Image.open(BytesIO(found["icon-192.png"].content)).getpixel((0, 0))[3] == 0  # type: ignore[index]
    assert Image.open(BytesIO(found["apple-touch-icon.png"].content)).getpixel((0, 0)) == (*channels(ACCENT), 255)


def test_the_colors_are_those_of_the_style_sheet() -> None:
    style = (ROOT / "api" / "assets" / "style.css").read_text(encoding="utf-8")
    # Each color comes first for light screens.
    found = dict(reversed(re.findall(r"--(brand|paper|ink|soft): (#\w+);", style)))
    assert found == {"brand": ACCENT, "paper": PAPER, "ink": INK, "soft": SOFT}
