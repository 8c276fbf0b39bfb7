"""Files that the pages load: style sheet, scripts, and those of the API console."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from api.context import Context
from api.errors import ApiError, quotation
from api.http.query_string import Parameter
from api.http.representation import Representation
from db.colors import ACCENT

CSS = "text/css; charset=utf-8"
JAVASCRIPT = "text/javascript; charset=utf-8"
# The Python package that ships Swagger UI; only its files are used, it is never imported.
SWAGGER_UI = "flask_swagger_ui"
# Files kept in memory: all of them, before and after the owner changes the colour.
REMEMBERED = 32
FOLDER = Path(__file__).parent.parent / "assets"
# Name: media type, and the file of Swagger UI that comes first in the same response, if any.
ASSETS: dict[str, tuple[str, str]] = {
    "style.css": (CSS, ""),
    "page.js": (JAVASCRIPT, ""),
    "console.css": (CSS, "swagger-ui.css"),
    "console.js": (JAVASCRIPT, "swagger-ui-bundle.js"),
}
NAME = Parameter("name", "The name of the file.", {"type": "string", "enum": [*ASSETS]}, location="path")


def asset(context: Context) -> Representation:
    """Return a file by its name."""
    name = context.values["name"]
    if name not in ASSETS:
        raise ApiError("not_found", f"There is no file {quotation(name)} here. The files are {', '.join(ASSETS)}.")
    return Representation(content(context.service.templates, name, color(context)), ASSETS[name][0])


def accent(site: Mapping[str, Any]) -> str:
    """Return the colour of links, buttons and headings."""
    return str(site.get("accentColor", ACCENT))


def color(context: Context) -> str:
    """Return the accent colour. Without the database, the page of that error has the default one."""
    try:
        return accent(context.site)
    except (ApiError, sqlite3.DatabaseError):
        return ACCENT


def digest(own: Path | None, name: str, accent_color: str) -> str:
    """Return the query in the address of a file. It changes with the content, so that no page loads a file of another release."""
    return hashlib.sha256(content(own, name, accent_color)).hexdigest()[:8]


@lru_cache(REMEMBERED)
def content(own: Path | None, name: str, accent_color: str) -> bytes:
    """Return the bytes of a file, in the accent colour; a file in the owner's folder ``own`` replaces the one that ships."""
    _, vendored = ASSETS[name]
    path = own / name if own and (own / name).is_file() else FOLDER / name
    before = (swagger_ui() / vendored).read_bytes() + b"\n" if vendored else b""
    return before + path.read_bytes().replace(ACCENT.encode(), accent_color.encode())


def swagger_ui() -> Path:
    """Return the folder with Swagger UI's files."""
    spec = find_spec(SWAGGER_UI)
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError(f"The package {SWAGGER_UI} is not installed.")
    return Path(spec.submodule_search_locations[0], "dist")
