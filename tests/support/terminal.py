"""Commands on a terminal."""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from pathlib import Path

from tests.conftest import ROOT


def on_a_terminal(command: list[str], folder: Path = ROOT, **environment: str) -> str:
    """Return what a command prints on a terminal, run in a folder."""
    terminal, end = os.openpty()
    shown = b""
    with subprocess.Popen(command, stdout=end, stderr=end, cwd=folder, env={**os.environ, **environment}):
        os.close(end)
        with suppress(OSError):  # EIO: the process has ended
            while piece := os.read(terminal, 1 << 16):
                shown += piece
    os.close(terminal)
    return shown.decode()
