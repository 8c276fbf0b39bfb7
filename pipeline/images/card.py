"""The share card, which networks and messengers show next to a link to the site (Open Graph, og:image), and the icons."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import orjson

from db.languages import Language
from db.publication.author import unbroken_particles
from db.publication.owner import family_and_given, monogram
from db.text import NO_BREAK_SPACE
from look import typst
from look.theme import ACCENT, COMMON_LETTERS, INK, PAPER, SOFT
from look.typesetting import draw_pages
from pipeline.images.cache import FileCache
from pipeline.images.fonts import missing_letters

TEMPLATE = Path(__file__).with_name("card.typ")
# The file of the photo next to the template.
PHOTO_FILE = "photo.jpg"
# The size that networks ask for.
CARD_SIZE = (1200, 630)
# Names of theme.FONTS. The other fonts lack the letters of names.
CARD_FONTS = ("regular", "bold")
# No line ends inside a family name with this many characters or fewer. On one line, a longer one would be small.
MAX_UNBROKEN_CHARACTERS = 28
# The card has no room for longer texts.
MAX_CARD_CHARACTERS = 300


def draw_card_and_icons(
    profile: Mapping[str, Any],
    site: Mapping[str, Any],
    languages: Sequence[Language],
    places: Sequence[Mapping[str, Any]],
    photo: bytes | None,
    icons: Sequence[tuple[int, float]] = (),
) -> list[bytes]:
    """Draw the share card and icons as PNG. An icon has a side in pixels, and the radius of its corners as a share of the side.

    Raises:
        OSError: the pictures cannot be drawn.
    """
    values = {**template_values(profile, site, languages, places), "photo": PHOTO_FILE if photo else None, "icons": icons}
    cache = card_cache()
    key = hashlib.sha256(orjson.dumps(values) + (photo or b"")).hexdigest()
    names = [f"{key[:32]}-{number}.png" for number in range(1 + len(icons))]
    cached = [content for name in names if (content := cache.get(name))]
    if len(cached) == len(names):
        return cached
    with TemporaryDirectory() as folder:  # Typst reads the photo (JPEG) beside the template
        template = Path(shutil.copy(TEMPLATE, folder))
        if photo:
            template.with_name(PHOTO_FILE).write_bytes(photo)
        drawn = draw_pages(template, values, CARD_FONTS)
    for name, content in zip(names, drawn, strict=True):
        cache.put(name, content)
    return drawn


def card_cache() -> FileCache:
    versions = [version(name) for name in ("typst", "pymupdf-fonts")]
    return FileCache("cards", [*versions, *(Path(file).read_text(encoding="utf-8") for file in (TEMPLATE, typst.__file__))])


def template_values(
    profile: Mapping[str, Any], site: Mapping[str, Any], languages: Sequence[Language], places: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Texts and colors: the person in the first language and in the next one with another script, and the places, or else the
    position.
    """
    first, *others = languages
    other = next((each for each in others if f"name{each.suffix}" in profile and each.script != first.script), None)
    positions = profile.get(f"positions{first.suffix}") or profile.get("positions", [])
    return {
        "accent": site.get("accentColor", ACCENT),
        "paper": PAPER,
        "ink": INK,
        "soft": SOFT,
        "first": person_texts(profile, first, profile),
        "other": person_texts(profile, other, {}) if other else None,
        "footers": [[*filter(None, map(drawable, texts))] for texts in place_texts(places, first.suffix) or [positions[:1]]],
        "monogram": drawable(monogram(profile["name"])),
    }


def person_texts(profile: Mapping[str, Any], language: Language, plain: Mapping[str, Any]) -> dict[str, Any]:
    """Texts about the owner in a language, or else those in ``plain``, for the template."""
    name, credentials, profession, specialty = (
        drawable(profile.get(f"{field}{language.suffix}") or plain.get(field, ""))
        for field in ("name", "credentials", "profession", "specialty")
    )
    words, _ = family_and_given(name, profile.get("nameVariants", ()))
    family = " ".join(words)
    space = NO_BREAK_SPACE if len(family) <= MAX_UNBROKEN_CHARACTERS else " "
    return {
        "code": language.code.partition("-")[0],
        "direction": language.direction,
        # No line ends after a particle, or inside a family name that is not very long.
        "name": name.replace(family, space.join(unbroken_particles(words))),
        "credentials": credentials,
        "specialty": f"{NO_BREAK_SPACE}· ".join(filter(None, (profession, specialty))),
    }


def place_texts(places: Sequence[Mapping[str, Any]], suffix: str) -> list[list[str]]:
    """Two lists of short names: one with an address, and one without it for cards with no room. No list if there are no places.

    The first place with an address shows it after its name, or in place of a name that is a part of it. The town in a name such
    as Bilbao (private) is enough.
    """
    addressed = next((place for place in places if "address" in place), None)
    with_address: list[str] = []
    names: list[str] = []
    for place in places:
        fields = ("shortName", "name", "address")
        short_name, whole_name, address = (place.get(f"{field}{suffix}") or place.get(field, "") for field in fields)
        name = short_name or whole_name
        names.append(name)
        if place is addressed and name in address:
            with_address.append(address)
        elif place is addressed and name.partition(" (")[0] not in address:  # unlike Bilbao (private)
            with_address += [name, address]
        else:
            with_address.append(name)
    return [with_address, names] if places else []


def drawable(text: str) -> str:
    """The text without characters that the fonts lack, such as emoji, because boxes would appear instead."""
    missing = "" if COMMON_LETTERS.issuperset(text) else missing_letters(text, CARD_FONTS)
    return " ".join("".join(char for char in text if char not in missing).split())[:MAX_CARD_CHARACTERS]
