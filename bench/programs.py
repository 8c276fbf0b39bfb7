"""Programs that are measured: commands that end, and servers."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit
from urllib.request import ProxyHandler, build_opener

from bench.synthetic import HEADER

ROOT = Path(__file__).parent.parent
# Linux's file system in memory: creating thousands of files on a disk takes another time in each run.
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  # nosec B108
PYTHON = sys.executable
LIST = "/api/publications"
FACETS = "/api/publications/facets"
COLUMNS = [("_col", column) for column in HEADER]
TABLE_PAGE = "/profile/publications.json?" + urlencode([*COLUMNS, ("_sort_desc", "year"), ("_shape", "objects")])
STREAMED_CSV = "/profile/publications.csv?" + urlencode([*COLUMNS, ("_stream", "on")])
TIMEOUT = 60.0
CORES = sorted(os.sched_getaffinity(0))
# Python keeps the compiled modules, as it does unless it is told otherwise.
# The fonts of the pages are made once, not by each build.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
ENVIRONMENT["PROFILE_FONTS"] = str(ROOT / "db")
# Processor time of the loop in slowness() on the machine for which the bounds in seconds and milliseconds were set.
LOOP_SECONDS = 0.0096
NGINX = """\
daemon off;
master_process off;
{user}
pid {folder}/nginx.pid;
error_log stderr warn;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    include {folder}/profile.conf;
}}
"""
get = partial(build_opener(ProxyHandler({})).open, timeout=TIMEOUT)


class NotMeasuredError(Exception):
    """A measurement failed; the message says why."""


@dataclass(frozen=True)
class Program:
    """The command of a server, in which ``{port}`` is replaced by a free port, and the path to ask it for."""

    command: list[str]
    path: str = LIST


class Cost(NamedTuple):
    """CPU time in seconds, and peak memory in megabytes."""

    seconds: float
    megabytes: float


def slowness() -> float:
    """Return how many times slower this machine is at the moment than the one for which the bounds were set."""
    began, texts = time.process_time(), dict[int, str]()
    for number in range(75_000):
        texts[number % 1000] = str(number)
    return (time.process_time() - began) / LOOP_SECONDS


def start(command: list[str], folder: Path = ROOT) -> subprocess.Popen[bytes]:
    """Start a command on the first core; load is generated on the last one."""
    pinned = ["taskset", "--cpu-list", str(CORES[0]), *command]
    return subprocess.Popen(pinned, cwd=folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def run(command: list[str], folder: Path = ROOT) -> Cost:
    """Run a command to its end."""
    process = start(command, folder)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise NotMeasuredError(f"{' '.join(command)} failed with exit code {process.returncode}.")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def megabytes_of(process: int) -> float:
    """Return the memory that a process and its children use now."""
    children = " ".join(map(read_if_alive, Path(f"/proc/{process}/task").glob("*/children")))
    statuses = [read_if_alive(Path(f"/proc/{number}/status")) for number in (process, *children.split())]
    return sum(int(kilobytes) for status in statuses for kilobytes in re.findall(r"VmRSS:\s*(\d+)", status)) / 1024


def read_if_alive(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def build(sources: Path, target: Path) -> list[str]:
    return [PYTHON, "-m", "pipeline", "build", "--sources", str(sources), "--database", str(target)]


def frictionless(*files: str) -> list[str]:
    return [PYTHON, "-m", "frictionless", "validate", *files]


@contextmanager
def running(program: Program) -> Iterator[str]:
    """Run a server; yield its address."""
    with process(program) as (address, _):
        yield address


@contextmanager
def process(program: Program) -> Iterator[tuple[str, int]]:
    """Start a server, wait for its first successful response, yield its address and process id, and kill it at the end."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        port = str(listener.getsockname()[1])
    address = f"http://127.0.0.1:{port}"
    server = start([part.replace("{port}", port) for part in program.command])
    deadline, has_answered = time.monotonic() + TIMEOUT, False
    try:
        while not has_answered:
            if server.poll() is not None or time.monotonic() > deadline:
                raise NotMeasuredError(f"{' '.join(program.command)} does not answer {program.path} with 200.")
            with suppress(OSError), get(address + program.path):
                has_answered = True
        yield address, server.pid
    finally:
        server.kill()
        server.wait()


def shipped(database: Path, cache_megabytes: int = 32) -> Program:
    """This service as ``make serve`` runs it."""
    settings = [f"PROFILE_DB={database}", f"PROFILE_CACHE_MB={cache_megabytes}"]
    return Program(["env", *settings, PYTHON, "-m", "api", "--port", "{port}"])


def on_waitress(*application: str, **settings: object) -> Program:
    """A WSGI application on waitress with its default options."""
    environment = [f"{name}={value}" for name, value in settings.items()]
    return Program(["env", *environment, PYTHON, "-m", "waitress", "--listen=127.0.0.1:{port}", *application])


def nginx(folder: Path, backend: str) -> Program:
    """The proxy with the configuration in deploy/, except for ports and paths."""
    changes = {
        "listen 80 default_server;": "listen 127.0.0.1:PORT;",
        "listen [::]:80 default_server;": "",
        "/etc/nginx/": f"{folder}/",
        "/var/cache/nginx/": f"{folder}/",
        "127.0.0.1:8081": urlsplit(backend).netloc,
        'default "";': "default noa;",
    }
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    for old, new in changes.items():
        text = text.replace(old, new)
    (folder / "profile.conf").write_text(text, encoding="utf-8")
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, user=user), encoding="utf-8")
    # Debian installs it in /usr/sbin, which is not on every user's path.
    program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin") or "nginx"
    script = f"sed -i s/PORT/{{port}}/ {folder}/profile.conf && exec {program} -p {folder} -c {folder}/nginx.conf -e stderr"
    return Program(["sh", "-c", script])


def datasette(database: Path) -> Program:
    options = ["--port", "{port}", "--setting", "max_csv_mb", "0", "--immutable", str(database)]
    return Program([PYTHON, "-m", "datasette", *options], TABLE_PAGE)


def fastapi(database: Path) -> Program:
    """FastAPI on uvicorn with its pure Python parts, as ``pip install uvicorn`` has it."""
    options = ["--port", "{port}", "--log-level", "warning", "--loop", "asyncio", "--http", "h11"]
    return Program(["env", f"PROFILE_DB={database}", PYTHON, "-m", "uvicorn", "--factory", "bench.peers:fastapi", *options])
