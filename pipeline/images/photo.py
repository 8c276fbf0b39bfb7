"""The owner's photo: checked, upright, cropped to a square, in sRGB, without metadata."""

from __future__ import annotations

from contextlib import suppress
from io import SEEK_END, BytesIO
from pathlib import Path

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

# The formats to read and write. If one were missing, Pillow would import all formats.
from PIL import IcoImagePlugin, JpegImagePlugin, PngImagePlugin, WebPImagePlugin  # noqa: F401, isort: skip

from db.text import nearest
from pipeline.check.rules.appearance import IMAGE_FILE_NAME
from pipeline.read.regular_file import regular_file
from pipeline.wording import quote

MAX_PHOTO_BYTES = 15 << 20
# The largest phone photos. A small file can declare huge dimensions.
MAX_PIXELS = 50_000_000
# The sizes for phones and for wide screens.
SMALL_PIXELS, LARGE_PIXELS = 320, 640
# The share of the cropped part above the square, unless the profile locates the face. Faces are mostly in the upper half.
SHARE_ABOVE = 0.25
PHOTO_FORMATS = ("JPEG", "PNG", "WEBP")
# EXIF (CIPA DC-008): where a photo was taken.
GPS_INFO = 0x8825
# This module checks the size itself, with a message for the owner.
Image.MAX_IMAGE_PIXELS = None


class PhotoError(OSError):
    """A photo that cannot be published; the message says why, and how to fix it."""


def read_photo(path: Path, focus: str | None = None) -> Image.Image:
    """Read the photo as a square of at most ``LARGE_PIXELS`` pixels. ``focus`` is the ``photoFocus`` of the profile.

    Raises:
        PhotoError: the file is missing, a link, too large, damaged, not an image or without permission to read it.
    """
    try:
        with regular_file(path).open("rb") as file:
            size = file.seek(0, SEEK_END)
    except FileNotFoundError as error:
        images = (other.name for other in path.parent.iterdir() if IMAGE_FILE_NAME.fullmatch(other.name) and other.is_file())
        near = nearest(path.name, images)
        fix = f"Did you mean {quote(near)}?" if near else "Put the photo there, or correct the name."
        raise PhotoError(f"There is no file {quote(path.name)} next to this file. {fix}") from error
    except OSError as error:
        raise PhotoError(f"The photo cannot be opened ({error.strerror}).") from error
    if size > MAX_PHOTO_BYTES:
        fix = f"Save it with {MAX_PHOTO_BYTES >> 20} MB or less; 1,000 × 1,000 pixels are enough."
        raise PhotoError(f"The photo is {size / (1 << 20):.1f} MB. {fix}")
    try:
        with Image.open(path, formats=PHOTO_FORMATS) as image:
            check_pixels(*image.size)
            image.draft(None, (2 * LARGE_PIXELS, 2 * LARGE_PIXELS))  # a square around a face can be half as wide
            ImageOps.exif_transpose(image, in_place=True)
            return in_srgb(crop_square(image, focus))
    except PhotoError:
        raise
    except UnidentifiedImageError as error:
        raise PhotoError("The photo is not a JPEG, PNG or WebP image. Export it as one of these.") from error
    except (OSError, SyntaxError, ValueError) as error:  # Pillow raises each of them for damaged files
        raise PhotoError("The photo is damaged and cannot be read to its end. Export it again.") from error


def has_position(path: Path) -> bool:
    """Whether an image says where it was taken; False if it cannot be read."""
    with suppress(OSError, SyntaxError, ValueError), Image.open(regular_file(path), formats=PHOTO_FORMATS) as image:
        return bool(image.getexif().get_ifd(GPS_INFO)) or b"GPSLatitude" in str(image.info.get("xmp", "")).encode()
    return False


def without_metadata(path: Path) -> bytes:
    """The file of an image, upright and with its colors, without anything else that a camera wrote."""
    with Image.open(path, formats=PHOTO_FORMATS) as image:
        upright, target = ImageOps.exif_transpose(image), BytesIO()
        upright.save(target, image.format, quality=95, icc_profile=image.info.get("icc_profile"), exif=b"", xmp=b"", comment=b"")
    return target.getvalue()


def check_pixels(width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise PhotoError(f"The photo is {width} × {height} pixels. Save it with at most {MAX_PIXELS // 10**6} million.")
    if min(width, height) < SMALL_PIXELS:
        raise PhotoError(f"The photo is {width} × {height} pixels. It needs at least {SMALL_PIXELS} × {SMALL_PIXELS}.")


def crop_square(image: Image.Image, focus: str | None) -> Image.Image:
    """Crop an image to a square of at most ``LARGE_PIXELS`` pixels."""
    if image.mode in ("1", "P"):  # these modes have no colors in between
        image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    left, top, side = square_around(focus, *image.size) if focus else upper_middle(*image.size)
    return resize(image, LARGE_PIXELS, (left, top, left + side, top + side))


def upper_middle(width: int, height: int) -> tuple[int, int, int]:
    """Left, top and side of the square in the middle of a wide image, or above the middle of a tall image."""
    side = min(width, height)
    return (width - side) // 2, round((height - side) * SHARE_ABOVE), side


def square_around(focus: str, width: int, height: int) -> tuple[int, int, int]:
    """Left, top and side of the square around the face.

    The square is as large as possible, and at least half of the largest square, so a face near an edge can be off center.
    """
    across, down = (int(part.removesuffix("%")) / 100 for part in focus.split())
    x, y, whole = round(width * across), round(height * down), min(width, height)
    side = min(whole, max(2 * min(x, width - x), whole // 2, SMALL_PIXELS))
    left, top = (max(0, min(middle - side // 2, end - side)) for middle, end in ((x, width), (y, height)))
    return left, top, side


def in_srgb(image: Image.Image) -> Image.Image:
    """Convert an image to the colors of the web. Transparent parts become white."""
    icc = image.info.get("icc_profile")
    if image.has_transparency_data:
        image = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image).convert("RGB")
    if icc:
        with suppress(ImageCms.PyCMSError, OSError):  # a profile that doesn't fit the image says nothing about its colors
            profile = ImageCms.ImageCmsProfile(BytesIO(icc))
            return ImageCms.profileToProfile(image, profile, ImageCms.createProfile("sRGB"), outputMode="RGB") or image
    return image.convert("RGB")


def resize(image: Image.Image, max_side: int, box: tuple[int, int, int, int] | None = None) -> Image.Image:
    """Resize a square image, or the square ``box`` of an image, to at most this many pixels on each side."""
    side = min(max_side, box[2] - box[0] if box else image.width)
    return image.resize((side, side), Image.Resampling.LANCZOS, box)
