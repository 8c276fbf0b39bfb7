"""All images of the site as files: name, media type, size and bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from db.career import without_former_positions
from db.languages import Language
from db.schema import Record
from db.write import in_page_order, places_of_work
from pipeline.images.card import CARD_SIZE, draw_card_and_icons
from pipeline.images.photo import SMALL_PIXELS, read_photo, resize

# The names of photos begin with this.
PHOTO_PREFIX = "photo-"
# Names, sides and radii of the corners. Apple's systems cut an icon to their own shape.
ICONS = (("apple-touch-icon.png", 180, 0.0), ("icon-192.png", 192, 0.2), ("icon-512.png", 512, 0.2))
# Sizes inside favicon.ico, for tabs and bookmarks.
FAVICON_SIZES = (16, 32, 48)
# Pixels between the parts of the preview.
GAP_PIXELS = 40


class Picture(NamedTuple):
    """A row of the table ``images``."""

    name: str
    media_type: str
    width: int
    height: int
    content: bytes


def pictures(
    folder: Path,
    profile: Mapping[str, Any],
    site: Mapping[str, Any],
    languages: Sequence[Language],
    places: Sequence[Mapping[str, Any]] = (),
) -> Iterator[Picture]:
    """Yield the photo in its sizes, if there is one, the share card in each language, and the icons.

    Raises:
        PhotoError: the photo has changed since the check, and cannot be read.
        OSError: the card and the icons cannot be drawn.
    """
    photo = read_profile_photo(folder, profile) if "photo" in profile else None
    photos = [photo_picture(resize(photo, side)) for side in sorted({SMALL_PIXELS, photo.width})] if photo else []
    yield from photos
    largest = photos[-1].content if photos else None
    icons = [(side, radius) for _, side, radius in ICONS]
    card, *drawn = draw_card_and_icons(profile, site, languages, places, largest, icons)
    yield Picture("card.png", "image/png", *CARD_SIZE, card)
    for language in languages[1:]:
        own_first = sorted(languages, key=lambda each: each is not language)
        [card] = draw_card_and_icons(profile, site, own_first, places, largest)
        yield Picture(f"card-{language.code}.png", "image/png", *CARD_SIZE, card)
    yield from (Picture(name, "image/png", side, side, icon) for (name, side, _), icon in zip(ICONS, drawn, strict=True))
    # The type that the WHATWG MIME Sniffing Standard gives the format.
    content = encode(Image.open(BytesIO(drawn[-1])), "ICO", sizes=[(side, side) for side in FAVICON_SIZES])
    yield Picture("favicon.ico", "image/x-icon", FAVICON_SIZES[-1], FAVICON_SIZES[-1], content)


def read_profile_photo(folder: Path, profile: Mapping[str, Any]) -> Image.Image:
    """Read the photo as every page, the share card and the contact show it."""
    return read_photo(folder / profile["photo"], profile.get("photoFocus"))


def shown_on_card(records: Mapping[str, Sequence[Record]]) -> tuple[Record, Sequence[Record]]:
    """The profile without former positions, and the places of work in the order of the home page."""
    [profile] = records["profile"]
    return without_former_positions(profile, records["cv"]), in_page_order(places_of_work(records["clinic"]))


def draw_preview(
    folder: Path,
    profile: Mapping[str, Any],
    site: Mapping[str, Any],
    languages: Sequence[Language],
    places: Sequence[Mapping[str, Any]],
) -> bytes:
    """A PNG of the photo next to the share card, for the owner."""
    photo = read_profile_photo(folder, profile)
    [drawn] = draw_card_and_icons(profile, site, languages, places, photo_picture(photo).content)
    card = Image.open(BytesIO(drawn))
    image = Image.new(
        "RGB", (photo.width + card.width + 3 * GAP_PIXELS, max(photo.height, card.height) + 2 * GAP_PIXELS), "white"
    )
    image.paste(photo, (GAP_PIXELS, GAP_PIXELS))
    image.paste(card, (photo.width + 2 * GAP_PIXELS, GAP_PIXELS))
    return encode(image, "PNG")


def photo_picture(image: Image.Image) -> Picture:
    """Make the file of a photo. Its name changes with its content."""
    content = encode(image, "JPEG", quality=84, optimize=True, progressive=True)
    name = f"{PHOTO_PREFIX}{hashlib.sha256(content).hexdigest()[:16]}-{image.width}.jpg"
    return Picture(name, "image/jpeg", *image.size, content)


def encode(image: Image.Image, kind: str, **options: Any) -> bytes:
    """Encode the pixels of an image and nothing else: no EXIF, no profile, no comment."""
    image.info = {}
    file = BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()
