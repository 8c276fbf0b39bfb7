"""Typesetting in a child process, see ``look.typst``.

Typst keeps all that it has typeset, may panic, and may need minutes or gigabytes for a text. A child ends with all of it.
"""

from __future__ import annotations

import logging
import os
import signal
import subprocess  # nosec B404 - runs only that module
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, Literal

import orjson

from look import typst
from look.theme import FONTS
from look.typst import MAX_BYTES, MAX_SECONDS, SEPARATOR

# Seconds by the clock, for systems without limits and machines that are too busy.
PATIENCE = 60
TOO_LONG = f"it takes longer than {MAX_SECONDS} seconds"
# So that the limits hold for the process, not for each of its threads.
ONE_AT_A_TIME = Lock()
# The folder that has the package look.
ROOT = Path(__file__).parents[1]

logger = logging.getLogger(__name__)


class TypesettingError(OSError):
    """A document cannot be typeset; the message says why."""


class LimitError(TypesettingError):
    """A document takes too long or too much memory; the message says which, for everybody."""


def make_pdf(template: Path, values: Mapping[str, Any], source: str) -> bytes:
    """PDF of a template, whose text is ``source``: the same bytes for the same values.

    Raises:
        TypesettingError: the template has an error.
        LimitError: it takes too long or too much memory.
    """
    return run_typst(template, source, values, "pdf", FONTS)[0]


def draw_pages(template: Path, values: Mapping[str, Any], fonts: Collection[str]) -> list[bytes]:
    """PNG of each page of a template: the same bytes for the same values. ``fonts`` are names of ``theme.FONTS``.

    Raises:
        TypesettingError: the template has an error.
        LimitError: it takes too long or too much memory.
    """
    return run_typst(template, template.read_text(encoding="utf-8"), values, "png", fonts)


def run_typst(
    template: Path, source: str, values: Mapping[str, Any], kind: Literal["pdf", "png"], fonts: Collection[str]
) -> list[bytes]:
    # One thread: as many as there are processors could be more than the service may start.
    environment = {**os.environ, "RAYON_NUM_THREADS": "1"}
    with ONE_AT_A_TIME, TemporaryDirectory() as folder:  # removed even if the child is killed
        command = [sys.executable, "-X", "utf8", "-m", typst.__name__, str(template.resolve()), folder, kind, *fonts]
        try:
            done = subprocess.run(  # noqa: S603  # nosec B603 - no text of others
                command,
                input=source.encode() + SEPARATOR + orjson.dumps(values),
                capture_output=True,
                timeout=PATIENCE,
                cwd=ROOT,
                env=environment,
                start_new_session=True,  # a signal to the service's process group lets it finish the request
            )
        except subprocess.TimeoutExpired:
            raise LimitError(TOO_LONG) from None
        reason = " ".join(done.stderr.decode(errors="replace").split())
        if done.returncode:
            raise error_of_child(done.returncode, reason)
        if reason:
            logger.warning("The PDF of %s is not PDF/UA-1: %s", template.name, reason)
        pages = sorted(Path(folder).glob("[0-9]*"), key=lambda path: int(path.name))
        return [path.read_bytes() for path in pages]


def error_of_child(code: int, reason: str) -> TypesettingError:
    """Explain why a child ended with an exit code, or with a signal if that is negative, and what it said."""
    name = signal.Signals(-code).name if code < 0 else ""
    if name == "SIGXCPU":
        return LimitError(TOO_LONG)
    if name == "SIGKILL" or "MemoryError" in reason or "memory allocation of" in reason:  # of Linux, Python and Rust
        return LimitError(f"it takes more than {MAX_BYTES >> 20} MB of memory")
    return TypesettingError(f"{name} {reason}".strip())
