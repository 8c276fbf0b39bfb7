"""What Linux knows about a running process, and about the machine."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).parent.parent
# The libraries whose versions the figures depend on.
LIBRARIES = ("falcon", "waitress", "frictionless")
PEER_LIBRARIES = ("datasette", "fastapi", "uvicorn", "uvloop", "httptools", "orjson", "gunicorn", "granian")


def cores() -> tuple[set[int], set[int]]:
    """The core for servers and the core for what asks them; the same one where there is only one."""
    allowed = sorted(os.sched_getaffinity(0))
    return {allowed[0]}, {allowed[-1]}


def processes(pid: int) -> list[int]:
    """A process and all that it started."""
    found = [pid]
    for task in tasks(pid):
        try:
            children = Path(task, "children").read_text(encoding="ascii").split()
        except OSError:
            continue  # the thread has just ended
        for child in children:
            found += processes(int(child))
    return found


def tasks(pid: int) -> list[Path]:
    """The threads of a process; none if it has ended."""
    try:
        return list(Path(f"/proc/{pid}/task").iterdir())
    except OSError:
        return []


def cpu_seconds(pid: int) -> float:
    """How long all threads of a process, and of those that it started, have been on a core."""
    total = 0
    for process in processes(pid):
        for task in tasks(process):
            try:
                total += int(Path(task, "schedstat").read_text(encoding="ascii").split()[0])
            except OSError:
                continue
    return total / 1e9


def memory(pid: int, field: str = "VmRSS") -> float:
    """Megabytes that a process holds (``VmRSS``) or has held at most (``VmHWM``), with those that it started."""
    total = 0
    for process in processes(pid):
        status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
        if found := re.search(rf"^{field}:\s+(\d+) kB", status, re.MULTILINE):
            total += int(found[1])
    return total / 1024


def describe() -> str:
    """The machine in one line."""
    processor = re.search(r"^model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    size = re.search(r"^MemTotal:\s+(\d+) kB", Path("/proc/meminfo").read_text(encoding="ascii"), re.MULTILINE)
    name = processor[1] if processor else platform.machine()
    memory = f", {int(size[1]) / 2**20:.0f} GiB of memory" if size else ""
    server, load = cores()
    apart = "on a core each" if server != load else "on the same core"
    number = len(os.sched_getaffinity(0))
    system = f"{platform.system()} {platform.release()}"
    return f"{name}, {number} core{'s' if number > 1 else ''}{memory}, {system}; server and load {apart}"


def versions(peers: Path) -> str:
    """What was measured, with versions; the peers are asked in their own environment."""
    import sqlite3

    found = [f"Python {platform.python_version()}", f"SQLite {sqlite3.sqlite_version}"]
    for name in LIBRARIES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return ", ".join([*found, *peer_versions(peers), wrk_version()])


def peer_versions(python: Path) -> list[str]:
    """Name and version of each peer that is installed in an environment."""
    code = "from importlib.metadata import distributions\nfor d in distributions(): print(d.metadata['Name'].lower(), d.version)"
    if not python.is_file():
        return []
    listed = subprocess.run([str(python), "-c", code], capture_output=True, text=True, check=True).stdout.splitlines()
    installed = dict(line.split(maxsplit=1) for line in listed)
    return [f"{name} {installed[name]}" for name in PEER_LIBRARIES if name in installed]


def wrk_version() -> str:
    """Name and version of the load generator; it ends with 1 after saying them."""
    told = subprocess.run(["wrk", "-v"], capture_output=True, text=True, check=False)
    found = re.search(r"wrk (?:debian/)?(\S+)", told.stdout + told.stderr)
    return f"wrk {found[1]}" if found else "wrk"


def own_command(name: str) -> str:
    """A command of the environment that runs this."""
    return str(Path(sys.executable).with_name(name))
