"""Files that the pages load: style sheet, scripts, and those of the API console."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from db.theme import ACCENT

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


def accent(site: Mapping[str, Any]) -> str:
    """Return the colour of links, buttons and headings."""
    return str(site.get("accentColor", ACCENT))


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
