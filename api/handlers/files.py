"""Files that pages load: style sheets, scripts, images that the build made, and the web app manifest."""

from __future__ import annotations

from api.context import Context
from api.errors import ApiError, quotation
from api.http.query_string import Choice, Text
from api.http.response import IMMUTABLE, PLAIN, Representation, of_json
from api.pages.font_rules import font_names, font_rules
from api.pages.localization import specialty_of
from api.pages.templates import ASSETS, accent, asset_file
from db.file_format import DatabaseError
from look.theme import ACCENT, PAPER
from look.typeface import LICENSE, font_files

ASSET_NAME = Choice("name", "The name of the file.", (*ASSETS,), location="path")
IMAGE_NAME = Text("name", "The name of the image.", location="path")
MANIFEST_TYPE = "application/manifest+json"
WOFF2 = "font/woff2"


def asset(context: Context) -> Representation:
    name, folder = context.values["name"], context.application.fonts
    fonts = font_files(folder)
    if folder and name in font_names(fonts):
        font = (folder / name).read_bytes()
        return Representation(font, PLAIN) if name == LICENSE else Representation(font, WOFF2, {"Cache-Control": IMMUTABLE})
    if name not in ASSETS:
        raise ApiError("not_found", f"There is no file {quotation(name)} here. The files are {', '.join(ASSETS)}.")
    file = asset_file(context.application.templates, name, color(context), font_rules(fonts))
    return Representation(file.content, ASSETS[name][0])


def color(context: Context) -> str:
    """Return the accent colour. Without the database, the page of that error has the default one."""
    try:
        return accent(context.site)
    except (ApiError, DatabaseError):
        return ACCENT


def image(context: Context, name: str = "") -> Representation:
    """Answer with the image that the path names, or the one at a fixed address."""
    name = name or context.values["name"]
    found = context.store.image(name)
    if found is None:
        raise ApiError("not_found", f"There is no image {quotation(name)}.")
    media_type, body = found
    return Representation(body, media_type)


def manifest(context: Context) -> Representation:
    """Name, icons and colours of the site. Its addresses are relative to its own."""
    profile = context.profile
    return of_json(
        {
            "name": profile["name"],
            "description": f"{profile['name']}: {specialty_of(profile, context.language)}",
            "lang": context.language.code,
            "start_url": "./",
            "display": "minimal-ui",  # with a way back
            "theme_color": accent(context.site),
            "background_color": PAPER,
            "icons": [{"src": f"images/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in (192, 512)],
        },
        media_type=MANIFEST_TYPE,
    )
