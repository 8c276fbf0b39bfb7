"""The photo: what is accepted, and what is made of it."""

import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageCms, ImageDraw

from pipeline.images.photo import LARGE_PIXELS, SMALL_PIXELS, has_position, read_photo, without_metadata
from pipeline.images.pictures import photo_picture
from tests.support.checking import read

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)
# EXIF (CIPA DC-008): Orientation 6 says that the camera was turned; GPSInfo holds where the photo was taken.
ORIENTATION, TURNED, GPS_INFO, GPS_LATITUDE = 0x0112, 6, 0x8825, 2


def saved(path: Path, image: Image.Image, **options: Any) -> Path:
    image.save(path, **options)
    return path


def bands(width: int, height: int, *colors: tuple[int, int, int]) -> Image.Image:
    image = Image.new("RGB", (width, height))
    for index, color in enumerate(colors):
        left, right = width * index // len(colors), width * (index + 1) // len(colors)
        ImageDraw.Draw(image).rectangle((left, 0, right, height), color)
    return image


def near(color: Any, expected: tuple[int, int, int]) -> bool:
    return all(abs(a - b) < 8 for a, b in zip(color, expected, strict=True))


def test_a_turned_photo_is_upright_and_has_no_metadata(tmp_path: Path) -> None:
    """The left of what the camera wrote is the top; its location stays with the owner."""
    exif = Image.Exif()
    exif[ORIENTATION] = TURNED
    exif.get_ifd(GPS_INFO)[GPS_LATITUDE] = (31.0, 30.0, 0.0)
    path = saved(tmp_path / "photo.jpg", bands(1200, 1200, RED, BLUE), exif=exif, comment=b"a secret")
    assert b"Exif" in path.read_bytes()
    picture = photo_picture(read_photo(path))
    image = Image.open(BytesIO(picture.content))
    assert image.size == (LARGE_PIXELS, LARGE_PIXELS)
    assert image.mode == "RGB"
    assert image.info.keys() & {"exif", "icc_profile", "comment"} == set()
    assert b"Exif" not in picture.content
    assert near(image.getpixel((320, 100)), RED)
    assert near(image.getpixel((320, 540)), BLUE)
    assert has_position(path)
    path.write_bytes(without_metadata(path))
    original = Image.open(path)
    assert (original.size, b"Exif" in path.read_bytes(), has_position(path)) == ((1200, 1200), False, False)
    assert near(original.getpixel((600, 100)), RED)


def test_a_wide_photo_is_cut_at_both_sides_and_a_high_one_more_below(tmp_path: Path) -> None:
    wide = read_photo(saved(tmp_path / "wide.png", bands(2100, 700, RED, GREEN, BLUE)))
    assert {wide.getpixel((x, 320)) for x in range(2, 638)} == {GREEN}
    # Of 1200 pixels, 600 are shown: from 150 on.
    high = read_photo(
        saved(tmp_path / "high.webp", bands(1200, 600, RED, BLUE).transpose(Image.Transpose.ROTATE_270), lossless=True)
    )
    assert (high.size, high.getpixel((300, 440)), high.getpixel((300, 460))) == ((600, 600), RED, BLUE)


# A photo in which a red disc is the face: its size, where the disc is, and where the square shows it.
FOCUSES = {
    "wide": ((2000, 1000), "70% 40%", (50, 40)),
    "wide, near the edge": ((2000, 1000), "10% 50%", (40, 50)),
    "square, in a corner": ((1000, 1000), "100% 0%", (100, 0)),
    "small": ((330, 330), "70% 40%", (69, 41)),
}


@pytest.mark.parametrize(("size", "focus", "expected"), FOCUSES.values(), ids=FOCUSES)
def test_the_square_is_around_the_face(size: tuple[int, int], focus: str, expected: tuple[int, int], tmp_path: Path) -> None:
    """Never smaller than the smallest size, however close to a corner the face is."""
    x, y = (length * int(part.strip("%")) // 100 for length, part in zip(size, focus.split(), strict=True))
    image = Image.new("RGB", size, WHITE)
    ImageDraw.Draw(image).ellipse((x - 12, y - 12, x + 12, y + 12), RED)
    photo = read_photo(saved(tmp_path / "photo.png", image), focus)
    assert (photo.width, photo.width >= SMALL_PIXELS) == (photo.height, True)
    left, top, right, bottom = photo.getchannel("G").point(lambda value: 255 * (value < 128)).getbbox() or (0, 0, 0, 0)
    center = ((left + right) / 2 * 100 / photo.width, (top + bottom) / 2 * 100 / photo.height)
    assert all(abs(a - b) <= 2 for a, b in zip(center, expected, strict=True)), center


def test_a_turned_photo_is_focused_as_it_is_seen(tmp_path: Path) -> None:
    """What the camera wrote at 40 % from the left and 30 % from the top is at 70 % and 40 % of the upright photo."""
    exif = Image.Exif()
    exif[ORIENTATION] = TURNED
    image = Image.new("RGB", (1000, 1000), WHITE)
    ImageDraw.Draw(image).ellipse((380, 280, 420, 320), RED)
    photo = read_photo(saved(tmp_path / "photo.jpg", image, exif=exif), "70% 40%")
    assert near(photo.getpixel((photo.width // 2, photo.height // 2)), RED)


def test_a_large_photo_of_a_camera(tmp_path: Path) -> None:
    """A JPEG of 50 million pixels is decoded in a smaller size, so that it needs little memory."""
    photo = read_photo(saved(tmp_path / "photo.jpg", Image.new("L", (8160, 6100), 255)), "70% 40%")
    assert (photo.size, near(photo.getpixel((320, 320)), WHITE)) == ((LARGE_PIXELS, LARGE_PIXELS), True)


def test_colors_are_those_of_srgb(tmp_path: Path) -> None:
    """In a profile whose red and blue are swapped, what is written as red is blue."""
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    for part in ("XYZ", "TRC"):
        red, blue = (profile.index(f"{letter}{part}".encode()) for letter in "rb")
        profile[red : red + 4], profile[blue : blue + 4] = profile[blue : blue + 4], profile[red : red + 4]
    path = saved(tmp_path / "photo.png", Image.new("RGB", (640, 640), RED), icc_profile=bytes(profile))
    assert near(read_photo(path).getpixel((1, 1)), BLUE)


@pytest.mark.parametrize("mode", ["1", "P", "RGBA", "CMYK", "I;16"])
def test_every_kind_of_pixels(mode: str, tmp_path: Path) -> None:
    color: Any = {"1": 1, "RGBA": (255, 0, 0, 0), "I;16": 65535}.get(mode, 0)
    options = {"transparency": 0} if mode == "P" else {}
    path = saved(tmp_path / ("photo.jpg" if mode == "CMYK" else "photo.png"), Image.new(mode, (400, 400), color), **options)
    assert near(read_photo(path).getpixel((200, 200)), WHITE)


def test_a_jpeg_with_a_second_image(tmp_path: Path) -> None:
    """As telephones save a portrait; Pillow calls it MPO."""
    second = Image.new("RGB", (400, 400), BLUE)
    path = saved(tmp_path / "photo.jpg", Image.new("RGB", (400, 400), RED), format="MPO", save_all=True, append_images=[second])
    assert near(read_photo(path).getpixel((200, 200)), RED)


def cut(path: Path) -> None:
    saved(path, bands(800, 800, RED, BLUE))
    path.write_bytes(path.read_bytes()[:-400])


def bomb(path: Path) -> None:
    """Write a small file that says that it is an enormous image (PNG, third edition, section 11.2.1)."""
    content = saved(path, Image.new("1", (320, 320))).read_bytes()
    start = content.index(b"IHDR")
    header = b"IHDR" + struct.pack(">II", 60_000, 60_000) + content[start + 12 : start + 17]
    path.write_bytes(content[:start] + header + struct.pack(">I", zlib.crc32(header)) + content[start + 21 :])


PROBLEMS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "missing": (
        lambda path: path.unlink(),
        'There is no file "portrait.png" next to this file. Put the photo there, or correct the name.',
    ),
    "capital letters": (
        lambda path: path.rename(path.with_name("Portrait.PNG")),
        'There is no file "portrait.png" next to this file. Did you mean "Portrait.PNG"?',
    ),
    "too many bytes": (
        lambda path: path.write_bytes(bytes(16 << 20)),
        "The photo is 16.0 MB. Save it with 15 MB or less; 1,000 × 1,000 pixels are enough.",
    ),
    "another type": (
        lambda path: path.write_text("<svg/>"),
        "The photo is not a JPEG, PNG or WebP image. Export it as one of these.",
    ),
    "cut off": (cut, "The photo is damaged and cannot be read to its end. Export it again."),
    "bomb": (bomb, "The photo is 60000 × 60000 pixels. Save it with at most 50 million."),
    "too small": (
        lambda path: saved(path, Image.new("RGB", (319, 900))),
        "The photo is 319 × 900 pixels. It needs at least 320 × 320.",
    ),
}


@pytest.mark.parametrize(("spoil", "message"), PROBLEMS.values(), ids=PROBLEMS)
def test_a_photo_that_cannot_be_used_is_explained(folder: Path, spoil: Callable[[Path], Any], message: str) -> None:
    spoil(folder / "portrait.png")
    assert [str(problem) for problem in read(folder / "profile.yaml")[1]] == [f"profile.yaml, line 30, photo: {message}"]
