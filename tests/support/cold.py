"""How long a newcomer waits: from a fresh clone to the first answer, and the server process alone. Prints,
judges nothing.

Run with any Python: ``python3 tests/support/cold.py``. It clones this repository's HEAD into a temporary
folder and uses nothing of this checkout, no virtual environment and no variable of the settings.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import statistics
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SETTINGS = ("PROFILE_", "SOURCES", "HOST", "PORT", "PYTHON", "VIRTUAL_ENV", "MAKE")
PATIENCE = 600.0


def seconds_to_first_answer(command: list[str], folder: Path, port: int) -> float:
    """Start a command that serves on a port, and wait for its first 200; the command is ended."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
    began = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=folder, env=environment, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        while time.perf_counter() - began < PATIENCE:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/publications", timeout=5) as answer:
                    if answer.status == 200:
                        return time.perf_counter() - began
            except (urllib.error.URLError, ConnectionError):
                if process.poll() is not None:
                    raise SystemExit(f"{command} ended with {process.returncode}") from None
                time.sleep(0.005)
        raise SystemExit(f"{command} gave no answer in {PATIENCE:.0f} s")
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(timeout=20)


def free_port() -> int:
    """Return a port that nothing uses, below those that systems give to outgoing connections: one of these could take it."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)  # two test processes must not choose alike
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def main() -> None:
    """Measure both, and a second `make serve` between them."""
    with tempfile.TemporaryDirectory() as temporary:
        clone = Path(temporary, "clone")
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        for name in ("first", "second"):
            port = free_port()
            seconds = seconds_to_first_answer(["make", "serve", f"PORT={port}"], clone, port)
            print(f"make serve, {name} time in a fresh clone, to its first answer: {seconds:.1f} s", flush=True)
        times = []
        for _ in range(7):
            port = free_port()
            times.append(seconds_to_first_answer([".venv/bin/python", "-m", "api", "--port", str(port)], clone, port))
        print(f"the server process to its first answer: {statistics.median(times):.2f} s (median of {len(times)})")


if __name__ == "__main__":
    main()
