"""Programs that are measured: commands that end, and servers."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import ProxyHandler, build_opener

from bench.synthetic import HEADER

ROOT = Path(__file__).parent.parent
PYTHON = sys.executable
LIST = "/api/publications"
COLUMNS = [("_col", column) for column in HEADER]
TABLE_PAGE = "/profile/publications.json?" + urlencode([*COLUMNS, ("_sort_desc", "year"), ("_shape", "objects")])
STREAMED_CSV = "/profile/publications.csv?" + urlencode([*COLUMNS, ("_stream", "on")])
TIMEOUT = 60.0
CORES = sorted(os.sched_getaffinity(0))
get = partial(build_opener(ProxyHandler({})).open, timeout=TIMEOUT)


class NotMeasuredError(Exception):
    """A measurement failed; the message says why."""


@dataclass(frozen=True)
class Program:
    """The command of a server, in which ``{port}`` is replaced by a free port, and the path to ask it for."""

    command: list[str]
    path: str = LIST


def start(command: list[str], folder: Path = ROOT) -> subprocess.Popen[bytes]:
    """Start a command on the first core; load is generated on the last one."""
    pinned = ["taskset", "--cpu-list", str(CORES[0]), *command]
    return subprocess.Popen(pinned, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def run(command: list[str], folder: Path = ROOT) -> tuple[float, float]:
    """Run a command to its end; return its CPU time in seconds and its peak memory in megabytes."""
    process = start(command, folder)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise NotMeasuredError(f"{' '.join(command)} failed with exit code {process.returncode}.")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


@contextmanager
def running(program: Program) -> Iterator[str]:
    """Start a server, wait for its first successful response, yield its address, and kill it at the end."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        port = str(listener.getsockname()[1])
    process = start([part.replace("{port}", port) for part in program.command])
    deadline, has_answered = time.monotonic() + TIMEOUT, False
    try:
        while not has_answered:
            if process.poll() is not None or time.monotonic() > deadline:
                raise NotMeasuredError(f"{' '.join(program.command)} does not answer {program.path} with 200.")
            with suppress(OSError), get(f"http://127.0.0.1:{port}{program.path}"):
                has_answered = True
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()


def shipped(database: Path, cache_megabytes: int = 32) -> Program:
    """This service as ``make serve`` runs it."""
    settings = [f"PROFILE_DB={database}", f"PROFILE_CACHE_MB={cache_megabytes}"]
    return Program(["env", *settings, PYTHON, "-m", "api", "--port", "{port}"])


def on_waitress(application: str, **settings: object) -> Program:
    """A WSGI application on waitress with its default options."""
    environment = [f"{name}={value}" for name, value in settings.items()]
    return Program(["env", *environment, PYTHON, "-m", "waitress", "--listen=127.0.0.1:{port}", application])


def datasette(database: Path) -> Program:
    options = ["--port", "{port}", "--setting", "max_csv_mb", "0", "--immutable", str(database)]
    return Program([PYTHON, "-m", "datasette", *options], TABLE_PAGE)


def fastapi(database: Path) -> Program:
    """FastAPI on uvicorn with its pure Python parts, as ``pip install uvicorn`` has it."""
    options = ["--port", "{port}", "--log-level", "warning", "--loop", "asyncio", "--http", "h11"]
    return Program(["env", f"PROFILE_DB={database}", PYTHON, "-m", "uvicorn", "bench.fastapi_app:app", *options])
