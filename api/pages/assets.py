"""The files that the pages are made of: style sheet, script, picture, and those of the console."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from api.context import Context
from api.errors import ApiError
from api.http.query_string import Parameter
from api.http.representation import Representation
from api.pages.templates import folders

CSS = "text/css; charset=utf-8"
JAVASCRIPT = "text/javascript; charset=utf-8"
# The Python package that ships Swagger UI; it is not imported.
SWAGGER_UI = "flask_swagger_ui"
# By name: the media type, and what it is put together from: files of that package before the one that stands among the templates.
ASSETS: dict[str, tuple[str, tuple[str, ...]]] = {
    "style.css": (CSS, ()),
    "page.js": (JAVASCRIPT, ()),
    "icon.svg": ("image/svg+xml", ()),
    "console.css": (CSS, ("swagger-ui.css",)),
    "console.js": (JAVASCRIPT, ("swagger-ui-bundle.js",)),
}
NAME = Parameter("name", "The name of the file.", {"type": "string", "enum": [*ASSETS]}, str, location="path")


def asset(context: Context) -> Representation:
    """A file by its name."""
    name = context.values["name"]
    if name not in ASSETS:
        raise ApiError("not_found", f'There is no file "{name[:100]}" here. The files are {", ".join(ASSETS)}.')
    media_type, _ = ASSETS[name]
    return Representation(content(context.service.templates, name), media_type)


def asset_address(context: Context, name: str) -> str:
    """Where a file is; another content has another address, so that no page gets the file of another version."""
    return f"{context.root}/assets/{name}?{fingerprint(context.service.templates, name)}"


@cache
def fingerprint(own: Path | None, name: str) -> str:
    return hashlib.sha256(content(own, name)).hexdigest()[:8]


@cache
def content(own: Path | None, name: str) -> bytes:
    """The bytes of a file; of one that the owner has, the owner's."""
    _, before = ASSETS[name]
    ours = next(place for folder in folders(own) if (place := folder / name).is_file())
    return b"\n".join([path.read_bytes() for path in (*(swagger_ui() / part for part in before), ours)])


def swagger_ui() -> Path:
    """The folder of Swagger UI's files."""
    spec = find_spec(SWAGGER_UI)
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError(f"The package {SWAGGER_UI} is not installed.")
    return Path(spec.submodule_search_locations[0], "dist")
