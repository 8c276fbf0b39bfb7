"""Programs that are measured: commands that end, and servers."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
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
# Headers that the server adds; the others come from the application.
ADDED_BY_SERVER = ("date", "server", "connection", "via")
START_TIMEOUT = 60.0
CORES = sorted(os.sched_getaffinity(0))

get = partial(build_opener(ProxyHandler({})).open, timeout=START_TIMEOUT)


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
    """Run a command to its end; return the seconds it took and its peak memory in megabytes."""
    began = time.perf_counter()
    process = start(command, folder)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise NotMeasuredError(f"{' '.join(command)} failed with exit code {process.returncode}.")
    return time.perf_counter() - began, usage.ru_maxrss / 1024


@contextmanager
def running(program: Program) -> Iterator[str]:
    """Start a server, wait for its first successful response, yield its address, and kill it at the end."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        port = listener.getsockname()[1]
    process = start([part.replace("{port}", str(port)) for part in program.command])
    try:
        deadline = time.monotonic() + START_TIMEOUT
        while not answers(f"http://127.0.0.1:{port}{program.path}"):
            if process.poll() is not None or time.monotonic() > deadline:
                raise NotMeasuredError(f"{' '.join(program.command)} does not answer {program.path} with 200.")
            time.sleep(0.002)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()


def answers(address: str) -> bool:
    try:
        with get(address):
            return True
    except OSError:
        return False


def shipped(database: Path, cache_megabytes: int = 32) -> Program:
    """This service as ``make serve`` runs it."""
    settings = [f"PROFILE_DB={database}", f"PROFILE_CACHE_MB={cache_megabytes}"]
    return Program(["env", *settings, PYTHON, "-m", "api", "--port", "{port}"])


def on_waitress(application: str, *settings: str) -> Program:
    """A WSGI application on waitress with its default options."""
    return Program(["env", *settings, PYTHON, "-m", "waitress", "--listen=127.0.0.1:{port}", application])


def constant(original: Program, file: Path) -> Program:
    """An application that always returns what another program answers."""
    with running(original) as address, get(address + original.path) as response:
        headers = [pair for pair in response.getheaders() if pair[0].lower() not in ADDED_BY_SERVER]
        file.write_text(json.dumps({"headers": headers, "body": response.read().decode()}), encoding="utf-8")
    return on_waitress("bench.constant_app:app", f"BENCH_RESPONSE={file}")


def datasette(database: Path) -> Program:
    options = ["--immutable", str(database), "--port", "{port}", "--setting", "max_csv_mb", "0"]
    return Program([PYTHON, "-m", "datasette", "serve", *options], TABLE_PAGE)


def fastapi(database: Path) -> Program:
    """FastAPI on uvicorn with its pure Python parts, as ``pip install uvicorn`` has it."""
    options = ["--port", "{port}", "--log-level", "warning", "--loop", "asyncio", "--http", "h11"]
    return Program(["env", f"PROFILE_DB={database}", PYTHON, "-m", "uvicorn", "bench.fastapi_app:app", *options])
