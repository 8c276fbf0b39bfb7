"""All images of the site as files: name, media type, size and bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from db.languages import Language
from db.publication.owner import monogram
from look.theme import ACCENT
from pipeline.images.drawing import card, icon, rounded_mask
from pipeline.images.photo import SMALL_PIXELS, read_photo, resize

# Prefix of the names of photos.
PHOTO = "photo-"
ICON_SIZES = (192, 512)
APPLE_SIZE = 180
# Radius of a round corner, as a share of the side.
CORNER_SHARE = 0.2
# Sizes inside favicon.ico, for tabs and bookmarks.
FAVICON_SIZES = (16, 32, 48)
# Between the parts of the preview.
GAP = 40


class Picture(NamedTuple):
    """A row of the table ``images``."""

    name: str
    media_type: str
    width: int
    height: int
    content: bytes


def pictures(
    folder: Path, profile: Mapping[str, Any], site: Mapping[str, Any], languages: Sequence[Language]
) -> Iterator[Picture]:
    """Yield the photo in its sizes, if there is one, the share card and the icons.

    Raises:
        PhotoError: the photo was changed since it was checked, and cannot be read.
    """
    accent = site.get("accentColor", ACCENT)
    photo = read_profile_photo(folder, profile) if "photo" in profile else None
    if photo:
        yield from (photo_picture(resize(photo, side)) for side in sorted({SMALL_PIXELS, photo.width}))
    yield png_picture("card.png", card(profile, accent, photo, languages))
    whole = icon(monogram(profile["name"]), accent)
    yield png_picture("apple-touch-icon.png", resize(whole, APPLE_SIZE))
    round_icon = whole.copy()
    round_icon.putalpha(rounded_mask(whole.width, CORNER_SHARE))
    yield from (png_picture(f"icon-{side}.png", resize(round_icon, side)) for side in ICON_SIZES)
    # The type that the WHATWG MIME Sniffing Standard gives the format.
    content = encode(round_icon, "ICO", sizes=[(side, side) for side in FAVICON_SIZES])
    yield Picture("favicon.ico", "image/x-icon", FAVICON_SIZES[-1], FAVICON_SIZES[-1], content)


def read_profile_photo(folder: Path, profile: Mapping[str, Any]) -> Image.Image:
    """Return the photo as every page, the share card and the contact show it."""
    return read_photo(folder / profile["photo"], profile.get("photoFocus"))


def preview(folder: Path, profile: Mapping[str, Any], site: Mapping[str, Any], languages: Sequence[Language]) -> bytes:
    """Return a PNG of the photo beside the share card, for the owner."""
    photo = read_profile_photo(folder, profile)
    shared = card(profile, site.get("accentColor", ACCENT), photo, languages)
    image = Image.new("RGB", (photo.width + shared.width + 3 * GAP, max(photo.height, shared.height) + 2 * GAP), "white")
    image.paste(photo, (GAP, GAP))
    image.paste(shared, (photo.width + 2 * GAP, GAP))
    return encode(image, "PNG")


def photo_picture(image: Image.Image) -> Picture:
    """The name changes with the content."""
    content = encode(image, "JPEG", quality=84, optimize=True, progressive=True)
    name = f"{PHOTO}{hashlib.sha256(content).hexdigest()[:16]}-{image.width}.jpg"
    return Picture(name, "image/jpeg", *image.size, content)


def png_picture(name: str, image: Image.Image) -> Picture:
    return Picture(name, "image/png", *image.size, encode(image, "PNG"))


def encode(image: Image.Image, kind: str, **options: Any) -> bytes:
    """Return the file of an image, with its pixels and nothing else: no EXIF, no profile, no comment."""
    image.info = {}
    file = BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()
