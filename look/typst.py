"""``python -m look.typst TEMPLATE FOLDER FORMAT``: turn a template and JSON on standard input into files.

The folder contains the fonts and gets the files.
The template's text comes on standard input, because an upgrade may have replaced the file. Its imports are read from its folder.
A PDF is one file, ``1``; PNG has one file for each page, ``1``, ``2`` and so on. The module imports little, because it starts
for each document.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

# Processor time: a busy machine interrupts nothing. A thousand publications take 4 s on a slow machine, and 80 MB.
MAX_PROCESSOR_SECONDS = 20
MAX_MEMORY_BYTES = 256 << 20
# Separates the template from the JSON. Neither can contain it.
INPUT_SEPARATOR = b"\0"
# Typst's name for a template that it gets as text.
NAME_OF_TEXT = "__typst_py_bytes__.typ"


def main() -> int:
    """Write the files. Return 1, with the reason on stderr, if the template has an error or a file cannot be written."""
    limit_resources()
    template, folder = map(Path, sys.argv[1:3])
    try:
        for number, content in enumerate(compile_typst(template, folder, sys.argv[3]), start=1):
            (folder / str(number)).write_bytes(content)
    except OSError as error:
        print(error.strerror, file=sys.stderr)
        return 1
    except RuntimeError as error:  # from Typst
        reason = getattr(error, "diagnostic", str(error)).replace(NAME_OF_TEXT, template.name)
        print(*reason.splitlines()[:2], file=sys.stderr)
        return 1
    return 0


def compile_typst(template: Path, folder: Path, kind: str) -> list[bytes]:
    import typst

    source, _, data = sys.stdin.buffer.read().partition(INPUT_SEPARATOR)
    options: dict[str, Any] = {"root": template.parent, "format": kind, "sys_inputs": {"data": data.decode()}}
    options["font_paths"] = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[folder])
    if kind == "png":
        pages = typst.compile(source, ppi=72, **options)  # one point is one pixel
        return pages if isinstance(pages, list) else [pages]
    try:
        return [typst.compile(source, pdf_standards="ua-1", **options)]
    except typst.TypstError as error:
        if "PDF/UA" not in error.message:
            raise
        # Visitors get the document even if no font has a letter, or an owner's template has no title.
        print(error.message, file=sys.stderr)
        return [typst.compile(source, **options)]


def limit_resources() -> None:
    """Limit memory and processor time, if the system can: a child must also end after someone kills its parent."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for kind, limit in (
        (resource.RLIMIT_DATA, MAX_MEMORY_BYTES),
        (resource.RLIMIT_CPU, MAX_PROCESSOR_SECONDS),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(OSError, ValueError):  # a limit can be lower already
            resource.setrlimit(kind, (limit, limit + 1))  # at the second limit, the system sends SIGKILL instead of SIGXCPU


if __name__ == "__main__":
    sys.exit(main())
