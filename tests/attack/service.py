"""The service under attack: as it ships, or behind nginx as in deploy/, with synthetic publications."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path

from bench.synthetic import write
from pipeline.loading.publish import build
from tests.attack.scenarios import SCENARIOS, Result, Victim
from tests.conftest import start
from tests.support.front import nginx
from tests.support.load import SHIPPED, allow_files

PUBLICATIONS = 10_000
DIRECTLY, NGINX = "directly", "nginx"


def synthetic(folder: Path, scale: float) -> Path:
    """Build a database of synthetic publications."""
    write(folder / "sources", int(PUBLICATIONS * scale))
    assert build(folder / "sources", folder / "profile.db").outcome == "built"
    return folder / "profile.db"


def attack(database: Path, name: str, through: str, scale: float) -> Iterator[Result]:
    """Start the service, run one scenario, and stop the service."""
    allow_files(4096)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = start(database, folder / "log", SHIPPED)
        stack.callback(server.close)
        port = server.port
        if through == NGINX:
            port = stack.enter_context(nginx(folder / "nginx", port)).port
        attackers = stack.enter_context(ProcessPoolExecutor(1, get_context("spawn")))
        yield from SCENARIOS[name](Victim(port, server.process.pid, attackers, scale))
