"""Typesetting in a child process, see ``look.typst``.

Typst keeps everything in memory, can panic, and can need minutes or gigabytes for a text. When the child ends, all is freed.
"""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, Literal

import orjson

from look import typst
from look.theme import FONTS, font_file
from look.typst import INPUT_SEPARATOR, MAX_MEMORY_BYTES, MAX_PROCESSOR_SECONDS

# Seconds of wall time, for systems without resource limits and for busy machines.
MAX_WALL_SECONDS = 60
TOO_LONG = f"it takes longer than {MAX_PROCESSOR_SECONDS} seconds"
# One child at a time: the limits then hold for the whole service, not for each of its threads.
ONE_AT_A_TIME = Lock()
# The folder that contains the package look.
SOFTWARE_FOLDER = Path(__file__).parents[1]

logger = logging.getLogger(__name__)


class TypesettingError(OSError):
    """A document cannot be typeset; the message says why."""


class LimitError(TypesettingError):
    """A document takes too much time or memory. The public can read the message, which says which."""


def make_pdf(template: Path, data: Mapping[str, Any], source: str) -> bytes:
    """Make the PDF of a template with the text ``source``. The same values give the same bytes.

    Raises:
        TypesettingError: the template has an error.
        LimitError: it takes too long or too much memory.
    """
    return run_typst(template, source, data, "pdf", FONTS)[0]


def draw_pages(template: Path, data: Mapping[str, Any], fonts: Collection[str]) -> list[bytes]:
    """Draw each page of a template as PNG. The same values give the same bytes. ``fonts`` are names of ``theme.FONTS``.

    Raises:
        TypesettingError: the template has an error.
        LimitError: it takes too long or too much memory.
    """
    return run_typst(template, template.read_text(encoding="utf-8"), data, "png", fonts)


def run_typst(
    template: Path, source: str, data: Mapping[str, Any], kind: Literal["pdf", "png"], fonts: Collection[str]
) -> list[bytes]:
    # One thread: the default, one for each processor, could be more than the service is allowed to start.
    environment = {**os.environ, "RAYON_NUM_THREADS": "1"}
    with ONE_AT_A_TIME, TemporaryDirectory() as folder:  # removed even if someone kills the child
        for name in fonts:  # Typst reads fonts only from files. Each child would unpack them again.
            Path(folder, f"{name}.ttf").write_bytes(font_file(name))
        command = [sys.executable, "-X", "utf8", "-m", typst.__name__, str(template.resolve()), folder, kind]
        try:
            done = subprocess.run(  # noqa: S603 - no text of others
                command,
                input=source.encode() + INPUT_SEPARATOR + orjson.dumps(data),
                capture_output=True,
                timeout=MAX_WALL_SECONDS,
                cwd=SOFTWARE_FOLDER,
                env=environment,
                start_new_session=True,  # a signal to the service's process group spares the child, so the request can finish
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
    """Make the error of a child from its exit code (negative for a signal) and its error output."""
    name = signal.Signals(-code).name if code < 0 else ""
    if name == "SIGXCPU":
        return LimitError(TOO_LONG)
    if name == "SIGKILL" or "MemoryError" in reason or "memory allocation of" in reason:  # of Linux, Python and Rust
        return LimitError(f"it takes more than {MAX_MEMORY_BYTES >> 20} MB of memory")
    return TypesettingError(f"{name} {reason}".strip())
