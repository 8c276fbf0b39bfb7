"""Files that the pages load: style sheet, scripts, icon, and those of the API console."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from api.context import Context
from api.errors import ApiError
from api.http.query_string import Parameter
from api.http.representation import Representation

CSS = "text/css; charset=utf-8"
JAVASCRIPT = "text/javascript; charset=utf-8"
# The Python package that ships Swagger UI; only its files are used, it is never imported.
SWAGGER_UI = "flask_swagger_ui"
FOLDER = Path(__file__).parent.parent / "assets"
# Name: media type, and the file of Swagger UI that comes first in the same response, if any.
ASSETS: dict[str, tuple[str, str]] = {
    "style.css": (CSS, ""),
    "page.js": (JAVASCRIPT, ""),
    "icon.svg": ("image/svg+xml", ""),
    # The type that the WHATWG MIME Sniffing Standard gives the format.
    "favicon.ico": ("image/x-icon", ""),
    "console.css": (CSS, "swagger-ui.css"),
    "console.js": (JAVASCRIPT, "swagger-ui-bundle.js"),
}
NAME = Parameter("name", "The name of the file.", {"type": "string", "enum": [*ASSETS]}, location="path")


def asset(context: Context) -> Representation:
    """Return a file by its name."""
    name = context.values["name"]
    if name not in ASSETS:
        raise ApiError("not_found", f'There is no file "{name[:100]}" here. The files are {", ".join(ASSETS)}.')
    return Representation(content(context.service.templates, name), ASSETS[name][0])


def favicon(context: Context) -> Representation:
    """Return the icon at the address where browsers look for it if a page names none."""
    return Representation(content(context.service.templates, "favicon.ico"), ASSETS["favicon.ico"][0])


@cache
def asset_path(own: Path | None, name: str) -> str:
    """Return the path of a file. It changes with the content, so that no page loads a file of another release."""
    return f"/assets/{name}?{hashlib.sha256(content(own, name)).hexdigest()[:8]}"


@cache
def content(own: Path | None, name: str) -> bytes:
    """Return the bytes of a file; a file in the owner's folder ``own`` replaces the one that ships."""
    _, vendored = ASSETS[name]
    path = own / name if own and (own / name).is_file() else FOLDER / name
    before = (swagger_ui() / vendored).read_bytes() + b"\n" if vendored else b""
    return before + path.read_bytes()


def swagger_ui() -> Path:
    """Return the folder with Swagger UI's files."""
    spec = find_spec(SWAGGER_UI)
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError(f"The package {SWAGGER_UI} is not installed.")
    return Path(spec.submodule_search_locations[0], "dist")
