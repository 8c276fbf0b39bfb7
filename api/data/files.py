"""Files that pages load: style sheets, scripts, images that the build made, and the web app manifest."""

from __future__ import annotations

import re

from api.context import Context
from api.errors import ApiError, quotation
from api.http.response import IMMUTABLE, PLAIN, Representation, of_json
from api.pages.font_rules import font_rules
from api.pages.templates import ASSETS, accent, asset_file
from api.pages.text_html import specialty_of
from api.query.query_string import Choice, Text
from db.file_format import DatabaseError
from look.theme import ACCENT, PAPER
from look.typeface import LICENSE, font_files

ASSET_NAME = Choice("name", "The name of the file.", (*ASSETS,), location="path")
IMAGE_NAME = Text("name", "The name of the image.", location="path")
# A photo, whose name has a hash of its content.
HASHED_IMAGE = re.compile("photo-[0-9a-f]{16}-[0-9]+[.]jpg")
MANIFEST_TYPE = "application/manifest+json"
WOFF2 = "font/woff2"


def asset(context: Context) -> Representation:
    name = context.params["name"]
    if name in ASSETS:
        file = asset_file(context.application.templates, name, *color_and_fonts(context))
        return Representation(file.content, ASSETS[name][0])
    font = context.store.font(name)
    if font is None:
        raise ApiError("not_found", f"There is no file {quotation(name)} here. The files are {', '.join(ASSETS)}.")
    return Representation(font, PLAIN) if name == LICENSE else Representation(font, WOFF2, {"Cache-Control": IMMUTABLE})


def color_and_fonts(context: Context) -> tuple[str, str]:
    """The accent color, and the rules for the fonts. The page about a missing database has only the defaults."""
    try:
        return accent(context.site), font_rules(font_files(context.store.font_names()))
    except DatabaseError:
        return ACCENT, ""


def image(context: Context, name: str = "") -> Representation:
    """Answer with the image in the path, or with ``name`` at a fixed address."""
    name = name or context.params["name"]
    found = context.store.image(name)
    if found is None:
        raise ApiError("not_found", f"There is no image {quotation(name)}.")
    media_type, body = found
    return Representation(body, media_type, {"Cache-Control": IMMUTABLE} if HASHED_IMAGE.fullmatch(name) else {})


def card(context: Context) -> Representation:
    """Answer with the share card in the language of the request."""
    return image(context, f"card-{context.code}.png" if context.code else "card.png")


def manifest(context: Context) -> Representation:
    """Name, icons and colors of the site. Addresses are relative to the manifest."""
    profile = context.store.document("profile")
    return of_json(
        {
            "name": profile["name"],
            "description": f"{profile['name']}: {specialty_of(profile)}",
            "lang": context.language.code,
            "start_url": "./",
            "display": "minimal-ui",  # it has a back button
            "theme_color": accent(context.site),
            "background_color": PAPER,
            "icons": [{"src": f"images/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in (192, 512)],
        },
        media_type=MANIFEST_TYPE,
    )
