"""Templates, style sheets and scripts of the pages, from the owner's folder or else from the package."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from api.formats.markdown import escape_markdown, safe_markdown
from api.text_files import ASSETS_FOLDER, TEMPLATES_FOLDER, find_file, read_visible_files
from look.phrases import parse_phrases
from look.theme import ACCENT

if TYPE_CHECKING:
    from jinja2 import Environment

CSS = "text/css; charset=utf-8"
JAVASCRIPT = "text/javascript; charset=utf-8"
# The Python package that ships Swagger UI. This module uses its files, but never imports it.
SWAGGER_UI = "flask_swagger_ui"
# Cache size: all assets, before and after the owner changes the color.
CACHED_FILES = 32
# A link with an address that could run a script: it is not relative, and has an unknown scheme. Quotation marks in texts are
# escaped, so nothing else looks like it.
UNSAFE_LINK = re.compile(r' href="(?!(?:https?|mailto|tel|sms):|[^":/?#]*["/?#])[^"]*"', re.IGNORECASE)
# A quoted text, which can look like a comment, or a comment of a style sheet. Comments only help readers of the file. The space
# after one stays, because it can be between two selectors. A comment without an end is the rest of the file
# (CSS Syntax Module Level 3, section 4.3.2).
TEXT_OR_COMMENT = re.compile(rb"""("[^"\n]*"|'[^'\n]*')|/\*.*?(?:\*/|\Z)""", re.DOTALL)
# Indentation, too, only helps readers of the file, and so do the lines of a script that are comments.
INDENTATION = re.compile(rb"^ +", re.MULTILINE)
COMMENT_LINES = re.compile(rb"^(?://.*|/\*\*[\s\S]*?\*/)\n", re.MULTILINE)
# Name: media type and, optionally, the file of Swagger UI that comes first in the same response.
ASSETS: dict[str, tuple[str, str]] = {
    "style.css": (CSS, ""),
    "today.js": (JAVASCRIPT, ""),
    "publications.js": (JAVASCRIPT, ""),
    "console.css": (CSS, "swagger-ui.css"),
    "console.js": (JAVASCRIPT, "swagger-ui-bundle.js"),
}


@cache
def environment(own: Path | None) -> Environment:
    """Make Jinja2's environment. A template in the folder ``own`` replaces the shipped template with the same name.

    The first call imports Jinja2, so a service that only answers API requests starts faster.
    """
    from jinja2 import Environment, FunctionLoader, select_autoescape

    class WithoutIndentation(Environment):
        """Removes the indentation of HTML, which only helps readers of templates."""

        def preprocess(self, source: str, name: str | None = None, filename: str | None = None) -> str:
            lines = super().preprocess(source, name, filename).split("\n")
            return "\n".join(map(str.lstrip, lines) if name and name.endswith(".html") else lines)

    def load(name: str) -> tuple[str, str, None] | None:
        with suppress(FileNotFoundError):
            path, content = find_file(name, TEMPLATES_FOLDER, own)
            return content.decode(), str(path), None
        return None

    made = WithoutIndentation(
        loader=FunctionLoader(load),
        autoescape=select_autoescape(("html", "xml")),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
        optimized=False,  # optimizing takes longer than it saves
    )
    made.filters |= {"markdown": escape_markdown, "safe_markdown": safe_markdown}
    return made


def render(own: Path | None, template: str, **variables: Any) -> bytes:
    text = environment(own).get_template(template).render(variables)
    return (UNSAFE_LINK.sub("", text) if template.endswith(".html") else text).encode()


def template_errors(own: Path) -> list[str]:
    """List the errors in the owner's templates and phrases, each with file and reason.

    The service calls this when it starts: the owner sees errors before visitors do. Checking Typst templates would take too long.
    """
    from jinja2 import TemplateSyntaxError

    errors = []
    files = read_visible_files(own)
    for path in sorted(path for path in own.iterdir() if path.name in files):
        try:
            if path.suffix == ".json":
                parse_phrases(files[path.name])
            elif path.suffix != ".typ" and (path.suffix in (".html", ".md") or (TEMPLATES_FOLDER / path.name).is_file()):
                environment(own).get_template(path.name)
        except TemplateSyntaxError as error:
            errors.append(f"{path}, line {error.lineno}: {error.message}")
        except UnicodeDecodeError:
            errors.append(f"{path}: it is not saved as UTF-8.")
        except ValueError as error:
            errors.append(f"{path}: {error}.")
    return errors


def accent(site: Mapping[str, Any]) -> str:
    """The color of links and buttons."""
    return str(site.get("accentColor", ACCENT))


class AssetFile(NamedTuple):
    """A file that pages load. Its address has its digest as the query, so no page loads a file of another release."""

    content: bytes
    digest: str


@lru_cache(CACHED_FILES)
def asset_file(own: Path | None, name: str, accent_color: str, fonts: str = "") -> AssetFile:
    """Read a file, with the accent color. A file in the owner's folder ``own`` replaces the shipped one.

    Style sheets have the rules for the ``fonts`` before their own.
    """
    _, vendored = ASSETS.get(name, ("", ""))
    before = (swagger_ui() / vendored).read_bytes() + b"\n" if vendored else b""
    before += fonts.encode() if name.endswith(".css") else b""
    _, file = find_file(name, ASSETS_FOLDER, own)
    if name.endswith(".css"):
        file = TEXT_OR_COMMENT.sub(rb"\1", file)
    file = INDENTATION.sub(b"", file)
    if name.endswith(".js"):
        file = COMMENT_LINES.sub(b"", file)
    content = before + file.replace(ACCENT.encode(), accent_color.encode())
    return AssetFile(content, hashlib.sha256(content).hexdigest()[:8])


def swagger_ui() -> Path:
    """Find the folder with Swagger UI's files."""
    from importlib.metadata import distribution  # only the console needs it

    return Path(str(distribution(SWAGGER_UI).locate_file(f"{SWAGGER_UI}/dist")))
