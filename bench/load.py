"""Asking a server as fast as it answers: wrk, one thread, on a core of its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TypeVar

from bench import machine
from bench.servers import Server

T = TypeVar("T")

CONNECTIONS = 8
ROUNDS = 5
SECONDS = 1
UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0, "m": 60_000.0}
# What wrk runs for several addresses: one after the other, from the first again.
TURNS = """
local paths, turn = {}, 0
for line in io.lines(os.getenv("BENCH_PATHS")) do paths[#paths + 1] = line end
request = function()
  turn = turn % #paths + 1
  return wrk.format("GET", paths[turn])
end
"""


class LoadError(Exception):
    """A server did not answer everything with 200; its speed means nothing."""


@dataclass(frozen=True)
class Load:
    """What wrk counted. ``p99`` in milliseconds."""

    requests: int
    rate: float
    p99: float


@dataclass(frozen=True)
class Sample:
    """One side of a comparison: requests a second, microseconds of CPU for each, milliseconds in which 99 of 100 are answered."""

    rate: float
    cpu: float
    p99: float


@dataclass(frozen=True)
class Side:
    """A server and what it is asked: one path, or several in turn."""

    server: Server
    paths: Sequence[str] = ("/api/publications",)


def parse(output: str) -> Load:
    """Read what ``wrk --latency`` prints.

    Raises:
        LoadError: it tells of an answer that was no success, or shows no figures.
    """
    if failed := re.search(r"Socket errors:.*|Non-2xx.*", output):
        raise LoadError(failed[0])
    requests = re.search(r"(\d+) requests in ", output)
    rate = re.search(r"Requests/sec:\s+([\d.]+)", output)
    p99 = re.search(r"Latency Distribution.*?99%\s+([\d.]+)(us|ms|s|m)\b", output, re.DOTALL)
    if not (requests and rate and p99) or requests[1] == "0":
        raise LoadError(f"wrk counted nothing: {output.strip()}")
    return Load(int(requests[1]), float(rate[1]), float(p99[1]) * UNITS[p99[2]])


def find_wrk() -> bool:
    """Whether wrk is there; on Debian root gets it."""
    if shutil.which("wrk") is None and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-y", "-qq", "wrk"], check=False, stdout=subprocess.DEVNULL)
    return shutil.which("wrk") is not None


def ask(side: Side, connections: int, seconds: int) -> Load:
    """Let wrk ask one side."""
    server = side.server
    _, core = machine.cores()
    with tempfile.TemporaryDirectory() as folder:
        script, paths = Path(folder, "turns.lua"), Path(folder, "paths")
        script.write_text(TURNS, encoding="utf-8")
        paths.write_text("\n".join(side.paths) + "\n", encoding="utf-8")
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "20s", "--latency"]
        command += ["-s", str(script)] if len(side.paths) > 1 else []
        done = subprocess.run(
            [*command, f"{server.address}{side.paths[0]}"],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "BENCH_PATHS": str(paths)},
            preexec_fn=lambda: os.sched_setaffinity(0, core),
        )
    try:
        return parse(done.stdout + done.stderr)
    except LoadError as error:
        raise LoadError(f"{server.name}, {side.paths[0]}: {error}") from None


def sample(side: Side, connections: int = CONNECTIONS, seconds: int = SECONDS) -> Sample:
    """Ask one side for a round."""
    before = machine.cpu_seconds(side.server.pid)
    load = ask(side, connections, seconds)
    spent = machine.cpu_seconds(side.server.pid) - before
    return Sample(load.rate, 1e6 * spent / load.requests, load.p99)


def compare(*sides: Side, connections: int = CONNECTIONS, rounds: int = ROUNDS) -> list[Sample]:
    """The medians of each side. All are warmed first; then each has its turn in every round."""
    for side in sides:
        sample(side, connections)
    taken = [[sample(side, connections) for side in sides] for _ in range(rounds)]
    return [Sample(*medians(own, lambda each: (each.rate, each.cpu, each.p99))) for own in zip(*taken, strict=True)]


def medians(taken: Iterable[T], figures: Callable[[T], tuple[float, ...]]) -> tuple[float, ...]:
    """The median of each of the figures that are asked of what was taken."""
    return tuple(median(column) for column in zip(*map(figures, taken), strict=True))
