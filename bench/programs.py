"""Programs to measure: commands that end, and servers."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode
from urllib.request import ProxyHandler, build_opener

from bench.synthetic import HEADER
from cli.repository.software import SOFTWARE_FOLDER

# Linux's file system in memory: on a disk, the time to create thousands of files differs from run to run.
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
PYTHON = sys.executable
LIST = "/api/publications"
TABLE_PAGE = "/profile/publications.json?" + urlencode(
    [*(("_col", column) for column in HEADER), ("_sort_desc", "year"), ("_shape", "objects")]
)
TIMEOUT_SECONDS = 60.0
# ``make site`` without the build that it begins with.
WRITE_SITE = """
import sys
from pathlib import Path
from api.application import create_application
from api.settings import from_environment
from api.site.written_site import write_site
sys.exit(write_site(create_application(from_environment()), Path(sys.argv[1])))
"""
CORES = sorted(os.sched_getaffinity(0))
# Python keeps compiled modules, as it does by default.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
# Processor time of the loop in slowness() on the machine that set the bounds in seconds and milliseconds.
LOOP_SECONDS = 0.0096
get = partial(build_opener(ProxyHandler({})).open, timeout=TIMEOUT_SECONDS)


class NotMeasuredError(Exception):
    """A measurement failed; the message says why."""


@dataclass(frozen=True)
class Program:
    """The command of a server, and the path to request. ``{port}`` in the command becomes a free port."""

    command: list[str]
    path: str = LIST


@dataclass(frozen=True)
class RunningServer:
    """A running program: its address, and the number of its process."""

    address: str
    process: int

    def processor_seconds(self) -> float:
        """CPU time since the start, read from the clock of the process (clock_getcpuclockid(3))."""
        return time.clock_gettime((~self.process << 3) | 2)


class Cost(NamedTuple):
    """CPU time in seconds, and peak memory in megabytes."""

    seconds: float
    megabytes: float


def slowness() -> float:
    """How many times slower this machine is right now than the machine that set the bounds."""
    began, texts = time.process_time(), dict[int, str]()
    for number in range(75_000):
        texts[number % 1000] = str(number)
    return (time.process_time() - began) / LOOP_SECONDS


def start(command: list[str], folder: Path = SOFTWARE_FOLDER) -> subprocess.Popen[bytes]:
    """Start a command on the first core; wrk generates load on the last one."""
    pinned = ["taskset", "--cpu-list", str(CORES[0]), *command]
    return subprocess.Popen(pinned, cwd=folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def run_to_end(command: list[str], folder: Path = SOFTWARE_FOLDER) -> Cost:
    """Run a command to its end."""
    process = start(command, folder)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise NotMeasuredError(f"{' '.join(command)} failed with exit code {process.returncode}.")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def free_port() -> int:
    """A port that no other process is given until this one ends.

    A socket that is bound but does not listen keeps it. A server can still bind to it, because both set SO_REUSEADDR.
    """
    with socket.socket() as kept:
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.bind(("127.0.0.1", 0))
        port: int = kept.getsockname()[1]
        kept.detach()  # or it would be closed, and another process could be given the port
    return port


@contextmanager
def running(program: Program) -> Iterator[RunningServer]:
    """Start a server, wait for its first successful response, yield it, and kill it at the end."""
    port = str(free_port())
    address = f"http://127.0.0.1:{port}"
    server = start([part.replace("{port}", port) for part in program.command])
    deadline, has_answered = time.monotonic() + TIMEOUT_SECONDS, False
    try:
        while not has_answered:
            if server.poll() is not None or time.monotonic() > deadline:
                raise NotMeasuredError(f"{' '.join(program.command)} does not answer {program.path} with 200.")
            with suppress(OSError), get(address + program.path):
                has_answered = True
        yield RunningServer(address, server.pid)
    finally:
        server.kill()
        server.wait()


def seconds_of(url: str) -> float:
    """Seconds until the end of a successful response."""
    began = time.perf_counter()
    with get(url) as response:
        response.read()
    return time.perf_counter() - began


def requests_per_second(url: str, connections: int) -> float:
    """Requests per second, counted by wrk (https://github.com/wg/wrk). A failed request makes the figure meaningless."""
    command = ["taskset", "--cpu-list", str(CORES[-1]), "wrk", "-t1", f"-c{connections}", "-d1s", url]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    rate = re.search(r"Requests/sec: +([\d.]*[1-9][\d.]*)", output)
    if not rate or re.search("Socket errors|Non-2xx", output):
        raise NotMeasuredError(f"wrk reports: {output or 'nothing; is it installed?'}")
    return float(rate[1])


def build_command(sources: Path, target: Path) -> list[str]:
    return [PYTHON, "-m", "cli", "build", "--sources", str(sources), "--database", str(target)]


def write_site_command(database: Path, folder: Path) -> list[str]:
    """The command that writes the site of a database. Temporary files go into ``folder``."""
    return ["env", f"TMPDIR={folder}", f"PROFILE_DB={database}", PYTHON, "-c", WRITE_SITE, str(folder / "site")]


def shipped(database: Path, cache_megabytes: int = 32) -> Program:
    """This service, run as in ``make serve``."""
    settings = [f"PROFILE_DB={database}", f"PROFILE_CACHE_MB={cache_megabytes}"]
    return Program(["env", *settings, PYTHON, "-m", "api", "--port", "{port}"])


def on_waitress(*application: str, **settings: object) -> Program:
    """A WSGI application on waitress with its default options."""
    environment = [f"{name}={value}" for name, value in settings.items()]
    return Program(["env", *environment, PYTHON, "-m", "waitress", "--listen=127.0.0.1:{port}", *application])


def datasette(database: Path) -> Program:
    return Program([PYTHON, "-m", "datasette", "--port", "{port}", "--immutable", str(database)], TABLE_PAGE)


def fastapi_on_uvicorn(database: Path) -> Program:
    """FastAPI on uvicorn with its pure Python parts, as ``pip install uvicorn`` installs it."""
    options = ["--port", "{port}", "--log-level", "warning", "--loop", "asyncio", "--http", "h11"]
    return Program(["env", f"PROFILE_DB={database}", PYTHON, "-m", "uvicorn", "--factory", "bench.peers:fastapi", *options])
