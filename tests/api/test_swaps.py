"""Two files take turns under the name of the database, as fast as a program can rename them: no answer fails or mixes them."""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bench.synthetic import write
from pipeline.publish import build
from tests.conftest import Server
from tests.support.load import SHIPPED, Client
from tests.support.wire import Answer

PATHS = ("/api/profile", "/api/publications?limit=5&q=title", "/api/export.csv", "/")
SECONDS = 1


def take_name(served: Path, file: Path) -> None:
    link = served.with_name("next")
    os.link(file, link)
    link.replace(served)


def swap(served: Path, files: list[Path], end: float) -> None:
    while time.monotonic() < end:
        for file in files:
            take_name(served, file)


def answers(port: int, path: str, end: float) -> set[tuple[object, ...]]:
    different = set()
    with Client(port) as client:
        while time.monotonic() < end:
            different.add(comparable(client.get(path)))
    return different


def comparable(answer: Answer) -> tuple[object, ...]:
    """Return what must be the same in every answer of one file."""
    return answer.status, answer.headers.get("etag"), answer.headers.get("x-total-count"), answer.body


@pytest.mark.slow
@pytest.mark.parametrize("cache", ["0", "32"])
def test_swaps(serve: Callable[..., Server], example_database: Path, tmp_path: Path, cache: str) -> None:
    """No answer is an error, and none has parts of both files."""
    files = [tmp_path / "small.db", tmp_path / "big.db"]
    os.link(example_database, files[0])
    write(tmp_path / "sources", 200)
    build(tmp_path / "sources", files[1])
    assert files[0].stat().st_size != files[1].stat().st_size
    served = tmp_path / "served.db"
    expected: dict[str, set[tuple[object, ...]]] = {path: set() for path in PATHS}
    for file in files:
        take_name(served, file)
        server = serve(served, command=SHIPPED, PROFILE_CACHE_MB=cache)
        with Client(server.port) as client:
            for path in PATHS:
                expected[path].add(comparable(client.get(path)))
    end = time.monotonic() + SECONDS
    with ThreadPoolExecutor(6) as threads:
        swapping = threads.submit(swap, served, files, end)
        different = threads.map(lambda path: answers(server.port, path, end), PATHS)
    swapping.result()  # or its exception
    others = {path: seen - expected[path] for path, seen in zip(PATHS, different, strict=True)}
    assert others == {path: set() for path in PATHS}
