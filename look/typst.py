"""``python -m look.typst TEMPLATE FONTS``: turn JSON on standard input into a PDF.

It imports little, because it starts for each PDF.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from look.theme import FONTS, font_file

# Of processor time, so that a busy machine interrupts nothing. A thousand publications take 4 s on a slow machine, and 80 MB.
MAX_SECONDS = 20
MAX_BYTES = 256 << 20


def main() -> int:
    """Print the PDF. Return 1, with the reason on standard error, if the template has an error."""
    limit_resources()
    import typst

    template, fonts = map(Path, sys.argv[1:])
    options: dict[str, Any] = {"root": template.parent, "format": "pdf", "sys_inputs": {"data": sys.stdin.read()}}
    for name in FONTS:  # Typst reads fonts from files only
        (fonts / f"{name}.ttf").write_bytes(font_file(name))
    options["font_paths"] = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[fonts])
    try:
        document = typst.compile(template, pdf_standards="ua-1", **options)
    except typst.TypstError as error:
        if "PDF/UA" not in error.message:
            print(*error.diagnostic.splitlines()[:2], file=sys.stderr)
            return 1
        # A letter that no font has, or an owner's template without a title, must not cost visitors the document.
        print(error.message, file=sys.stderr)
        document = typst.compile(template, **options)
    sys.stdout.buffer.write(document)
    return 0


def limit_resources() -> None:
    """Limit memory and processor time where the system can: a child whose parent was killed must end, too."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for kind, limit in ((resource.RLIMIT_DATA, MAX_BYTES), (resource.RLIMIT_CPU, MAX_SECONDS), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):  # a limit may be lower already
            resource.setrlimit(kind, (limit, limit + 1))  # at the second one, the system sends SIGKILL instead of SIGXCPU


if __name__ == "__main__":
    sys.exit(main())
