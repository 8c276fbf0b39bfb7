"""Typesetting in a child process: ``python -m api.pages.typesetting TEMPLATE FONTS`` turns JSON on standard input into a PDF.

Typst keeps all that it has typeset, may panic, and may need minutes or gigabytes for a text. A child ends with all of it.
"""

from __future__ import annotations

import logging
import os
import signal
import subprocess  # nosec B404 - runs only this module
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

import orjson

from db.theme import FONTS, font_file

# Of processor time, so that a busy machine interrupts nothing. A thousand publications take 4 s on a slow machine, and 80 MB.
MAX_SECONDS = 20
MAX_BYTES = 256 << 20
# Seconds by the clock, for systems without limits and machines that are too busy.
PATIENCE = 60
TOO_LONG = f"it takes longer than {MAX_SECONDS} seconds"
# So that the limits hold for the service, not for each of its threads.
ONE_AT_A_TIME = Lock()
# The folder that has the packages api and db.
ROOT = Path(__file__).parents[2]

logger = logging.getLogger(__name__)


class TypesettingError(Exception):
    """A document cannot be typeset; the message says why, for the log."""


class LimitError(TypesettingError):
    """A document takes too long or too much memory; the message says which, for everybody."""


def typeset(template: Path, values: Mapping[str, Any]) -> bytes:
    """Make a PDF: the same bytes for the same values.

    Raises:
        TypesettingError: the template has an error.
        LimitError: it takes too long or too much memory.
    """
    command = [sys.executable, "-X", "utf8", "-m", __name__, str(template.resolve())]
    # One thread: as many as there are processors could be more than the service may start.
    environment = {**os.environ, "RAYON_NUM_THREADS": "1"}
    with ONE_AT_A_TIME, TemporaryDirectory() as fonts:  # removed even if the child is killed
        try:
            done = subprocess.run(  # noqa: S603  # nosec B603 - no text of others
                [*command, fonts], input=orjson.dumps(values), capture_output=True, timeout=PATIENCE, cwd=ROOT, env=environment
            )
        except subprocess.TimeoutExpired:
            raise LimitError(TOO_LONG) from None
    reason = " ".join(done.stderr.decode(errors="replace").split())
    if done.returncode:
        raise error_of_child(done.returncode, reason)
    if reason:
        logger.warning("/cv.pdf is not PDF/UA-1: %s", reason)
    return done.stdout


def error_of_child(code: int, reason: str) -> TypesettingError:
    """Explain why a child ended with an exit code, or with a signal if that is negative, and what it said."""
    name = signal.Signals(-code).name if code < 0 else ""
    if name == "SIGXCPU":
        return LimitError(TOO_LONG)
    if name == "SIGKILL" or "MemoryError" in reason or "memory allocation of" in reason:  # of Linux, Python and Rust
        return LimitError(f"it takes more than {MAX_BYTES >> 20} MB of memory")
    return TypesettingError(f"{name} {reason}".strip())


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
