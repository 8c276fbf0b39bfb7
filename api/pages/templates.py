"""The templates of the pages: the service's own in ``api/templates``, and before them those of the owner."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment

    from api.context import Context

TEMPLATES = Path(__file__).parent.parent / "templates"
# What Markdown could take for a sign of its own; punctuation may be escaped (CommonMark 0.31, section 2.4), line ends may not.
SIGNS = re.compile(r"([\\`*_\[\]<>#|~&!])")
LINE_ENDS = re.compile(r"\s+")
# At the beginning of a line these begin a list or a heading.
LEADING = re.compile(r"^([-+=]|[0-9]{1,9}(?=[.)]))")


def folders(own: Path | None) -> list[Path]:
    """Where templates are looked for, the owner's first."""
    return [own, TEMPLATES] if own else [TEMPLATES]


@cache
def environment(own: Path | None) -> Environment:
    """The templates, ready to be rendered.

    Jinja2 is imported when the first page is asked for: a service that is only asked for data does without.
    """
    from jinja2 import Environment, FileSystemLoader, select_autoescape

    made = Environment(
        loader=FileSystemLoader(folders(own)),
        autoescape=select_autoescape(("html", "xml")),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    made.filters["markdown"] = as_markdown
    return made


def template_faults(own: Path) -> list[str]:
    """What is wrong with the owner's templates, before anybody asks for a page: file, line and reason."""
    from jinja2 import TemplateSyntaxError

    faults = []
    for path in sorted(own.iterdir()):
        if path.suffix in (".html", ".md"):
            try:
                environment(own).get_template(path.name)
            except TemplateSyntaxError as error:
                faults.append(f"{path}, line {error.lineno}: {error.message}")
            except UnicodeDecodeError:
                faults.append(f"{path}: it is not saved as UTF-8.")
    return faults


def rendered(context: Context, template: str, **values: Any) -> bytes:
    """The text of a template with values."""
    return environment(context.service.templates).get_template(template).render(values).encode()


def as_markdown(value: Any) -> str:
    """Plain text as Markdown that shows it: one line, no sign of it means anything."""
    line = SIGNS.sub(r"\\\1", LINE_ENDS.sub(" ", str(value)).strip())
    return LEADING.sub(lambda found: f"\\{found[1]}" if not found[1].isdigit() else f"{found[1]}\\", line)
