"""Templates of the pages: the owner's folder first, then the ones that ship in ``api/templates``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from api.markdown import escape_markdown, safe_markdown

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent.parent / "templates"


@cache
def environment(own: Path | None) -> Environment:
    """Return the template engine; a template in the folder ``own`` replaces the one of the same name.

    Jinja2 is imported on the first call, so that a service that only answers API requests starts faster.
    """
    from jinja2 import Environment, FileSystemLoader, select_autoescape

    made = Environment(
        loader=FileSystemLoader([own, TEMPLATES] if own else TEMPLATES),
        autoescape=select_autoescape(("html", "xml")),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    made.filters |= {"markdown": escape_markdown, "safe_markdown": safe_markdown}
    return made


def render(own: Path | None, template: str, **values: Any) -> bytes:
    """Return the text of a template as UTF-8."""
    return environment(own).get_template(template).render(values).encode()


def template_errors(own: Path) -> list[str]:
    """Return the syntax errors of the owner's templates, each with file, line and reason.

    Checked when the service starts, so that the owner sees them before a visitor does. Typst would take too long for that.
    """
    from jinja2 import TemplateSyntaxError

    errors = []
    for path in sorted(own.iterdir()):
        if path.suffix != ".typ" and (path.suffix in (".html", ".md") or (TEMPLATES / path.name).is_file()):
            try:
                environment(own).get_template(path.name)
            except TemplateSyntaxError as error:
                errors.append(f"{path}, line {error.lineno}: {error.message}")
            except UnicodeDecodeError:
                errors.append(f"{path}: it is not saved as UTF-8.")
    return errors
