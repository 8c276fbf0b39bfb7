"""A cached response of nginx compared with the same bytes and headers as a static file of the same nginx.

For figures run ``python -m tests.deploy.test_deploy_speed``.
"""

from __future__ import annotations

import os
import re
import signal
import statistics
import subprocess
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import SOURCES, Server, pipeline, start
from tests.support.cold import free_port
from tests.support.front import Front, program, proxy
from tests.support.proxies import cache_of, installed, kept
from tests.support.waiting import is_answering, until
from tests.support.wire import Answer, ask

TARGET = "/api/publications"
LEAST_RATIO = 0.65
# A second server of the same nginx: a file with every header that the kept answer has, and the limits per client.
STATIC = """
server {{
    listen 127.0.0.1:{port};
    server_tokens off;
    gzip off;
    etag off;
    max_ranges 0;
    limit_req zone=profile_requests burst=500 nodelay;
    limit_conn profile_connections 60000;
    location = /api/publications {{
        root {root};
        types {{ }}
        default_type "{media_type}";
        add_header Last-Modified "";
{headers}
    }}
}}
"""


@dataclass(frozen=True)
class Speed:
    """Requests a second, and microseconds of nginx's processor time for each."""

    rate: float
    cost: float


def add_static(front: Front, answer: Answer, port: int) -> None:
    """Let the running nginx also serve a response's bytes as a file."""
    root = front.folder / "static"
    (root / "api").mkdir(parents=True)
    (root / "api" / "publications").write_bytes(answer.body)
    own = ("server", "date", "connection", "content-type", "content-length", "vary")
    fields = [(name, value) for name, value in answer.fields if name not in own]
    headers = "\n".join(f"        add_header {name} '{value}';" for name, value in [*fields, ("Vary", "Accept-Encoding")])
    media_type = answer.headers["content-type"]
    (front.folder / "static-profile.conf").write_text(
        STATIC.format(port=port, root=root, media_type=media_type, headers=headers), encoding="utf-8"
    )
    front.process.send_signal(signal.SIGHUP)


def processor_seconds(front: Front) -> float:
    """Return the processor time of nginx's workers so far."""
    master = front.process.pid
    ticks = 0
    for worker in Path(f"/proc/{master}/task/{master}/children").read_text().split():
        fields = Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def load(front: Front, port: int, seconds: int) -> Speed:
    """Send requests over 16 connections as fast as they are answered."""
    before = processor_seconds(front)
    command = [str(program("wrk")), "-t1", "-c16", f"-d{seconds}s", f"http://127.0.0.1:{port}{TARGET}"]
    report = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    used = processor_seconds(front) - before
    assert "Non-2xx" not in report, report
    requests, rate = (re.search(pattern, report) for pattern in (r"(\d+) requests in", r"Requests/sec: +([\d.]+)"))
    assert requests, report
    assert rate, report
    return Speed(float(rate[1]), 1e6 * used / int(requests[1]))


def until_served(front: Front, port: int) -> Server:
    """Return the second server, which listens a moment after nginx has reloaded."""
    assert until(lambda: is_answering(port, TARGET)), front.log.read_text()
    return Server(front.process, port, Path(), front.log)


def measure(database: Path, folder: Path, rounds: int = 5, seconds: int = 1) -> list[tuple[Speed, Speed]]:
    """Measure the hit and the static file in turn, so that other work on the machine affects both."""
    with ExitStack() as stack:
        backend = start(database, folder / "backend.log")
        stack.callback(backend.close)
        front = stack.enter_context(proxy("nginx", folder / "front", (backend.port, backend.port)))
        server = Server(front.process, front.port, database, front.log)
        stack.callback(server.client.close)
        kept(server, TARGET)
        hit = ask(server, TARGET)
        assert cache_of(hit) == "HIT"
        port = free_port()
        add_static(front, hit, port)
        static = until_served(front, port)
        stack.callback(static.client.close)
        file = ask(static, TARGET)
        assert (file.status, file.headers, file.body) == (200, hit.headers, hit.body)
        return [(load(front, front.port, seconds), load(front, port, seconds)) for _ in range(rounds)]


def ratios(rounds: list[tuple[Speed, Speed]]) -> tuple[float, float]:
    """Return the ratios of hit to static file by requests a second and by processor time; medians of the rounds."""
    rate = statistics.median(hit.rate / file.rate for hit, file in rounds)
    return rate, statistics.median(file.cost / hit.cost for hit, file in rounds)


@pytest.mark.slow
def test_a_hit_is_nearly_as_fast_as_a_static_file(example_database: Path, tmp_path: Path) -> None:
    """By processor time, which other work on the machine affects less."""
    installed("nginx")
    installed("wrk")
    assert ratios(measure(example_database, tmp_path))[1] >= LEAST_RATIO


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as temporary:
        database = Path(temporary, "profile.db")
        assert pipeline("build", "--sources", SOURCES, "--database", database).code == 0
        rounds = measure(database, Path(temporary), rounds=7, seconds=2)
    for hit, file in rounds:
        print(f"hit {hit.rate:,.0f}/s, {hit.cost:.1f} µs; static file {file.rate:,.0f}/s, {file.cost:.1f} µs")
    print("hit / static file: {:.2f} by requests a second, {:.2f} by processor time".format(*ratios(rounds)))


if __name__ == "__main__":
    main()
