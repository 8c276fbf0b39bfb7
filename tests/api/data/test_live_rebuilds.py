"""Rebuilds in a row under load: each is served soon, and no response fails or mixes old and new data."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import re
import shutil
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from threading import Barrier

import pytest

from bench.synthetic import HEADER
from pipeline.loading.publish import build
from tests.conftest import SOURCES, Server
from tests.support.load import SHIPPED, Client
from tests.support.own import write_csv
from tests.support.waiting import until
from tests.support.wire import Answer

REBUILDS = 8
CONNECTIONS = 16
PAGE = 5
PROFILE, LIST, CSV, FILTERED = (
    "/api/profile",
    "/api/publications",
    "/api/export.csv",
    f"/api/publications?journal=common&limit={PAGE}",
)
MARK = re.compile(rb"mark(\d+)x")


def publications_of(mark: int) -> int:
    """Return the number of publications in a version of the list, which differs from its neighbors'."""
    return 2 * (10 + mark % 7)


def write_generation(sources: Path, generation: int) -> None:
    """Write the generation's mark into the profile several times, and into the list a mark that changes with every second one."""
    profile, mark = f"mark{generation}x", f"mark{generation // 2}x"
    (sources / "profile.yaml").write_text(
        f"name: Dr. {profile}\nspecialty: Radiology {profile}\npositions:\n  - Head of {profile}\n  - Lecturer in {profile}\n",
        encoding="utf-8",
    )
    journals = cycle((f"Common Journal {mark}", f"Other Journal {mark}"))
    rows = (
        [f"Title {n} {mark}", f"Author {mark}", next(journals), 2020, 1, "", "", f"10.5555/{mark}.{n}", "", ""]
        for n in range(publications_of(generation // 2))
    )
    write_csv(sources / "publications.csv", [*HEADER], rows)


def mark_of(target: str, answer: Answer) -> int:
    """Return the one mark in a response, after checking that the response is complete."""
    (mark,) = {int(each) for each in MARK.findall(answer.body)}
    matching = publications_of(mark)
    if target == PROFILE:
        assert len(MARK.findall(answer.body)) == 4
    elif target == CSV:
        assert answer.body.count(b"\r\n") == 1 + matching
    else:
        body = json.loads(answer.body)
        total = matching // 2 if target == FILTERED else matching
        number = PAGE if target == FILTERED else matching
        assert (body["count"], len(body["publications"]), answer.headers["x-total-count"]) == (number, number, str(total))
        assert ("link" in answer.headers) == (target == FILTERED)
    return mark


@dataclass
class Watch:
    """What one connection received. ``marks`` are those of the responses, by path and ETag."""

    answers: Counter[int] = field(default_factory=Counter)
    marks: dict[tuple[str, str], int] = field(default_factory=dict)
    pairs: set[tuple[str, str]] = field(default_factory=set)
    newest: int = 0

    def look(self, client: Client, target: str, validator: str | None) -> str:
        """Send a request, perhaps with the last ETag, and return the ETag of the response."""
        answer = client.get(target, **({"If_None_Match": validator} if validator else {}))
        self.answers[answer.status] += 1
        assert answer.status in (200, 304), answer
        etag = answer.headers["etag"]
        if answer.status == 304:
            assert etag == validator
        else:
            assert etag != validator
            self.pairs.add((etag, hashlib.sha256(answer.body).hexdigest()))
            self.marks[target, etag] = mark_of(target, answer)
        # The generations with this mark. None may be older than what this connection has received.
        mark = self.marks[target, etag]
        first, last = (mark, mark) if target == PROFILE else (2 * mark, 2 * mark + 1)
        assert last >= self.newest, f"{target} went back from {self.newest} to {last}"
        self.newest = max(self.newest, first)
        return etag


def watch(port: int, number: int, begun: Barrier, end: Path) -> Watch:
    """Request everything in turn until the end, with ETags in every second round."""
    seen, held = Watch(), dict[str, str]()
    targets = (PROFILE, LIST, CSV, FILTERED)
    with Client(port) as client:
        for turn in cycle(range(8)):
            if turn == 0 and end.exists():
                return seen
            target = targets[(turn + number) % 4]
            held[target] = seen.look(client, target, held.get(target) if turn >= 4 else None)
            if sum(seen.answers.values()) == 1:
                begun.wait(timeout=30)
    raise AssertionError("unreachable")


def watch_all(port: int, begun: Path, end: Path) -> list[Watch]:
    """Run all connections in this process, and create ``begun`` when each has received a response."""
    barrier = Barrier(CONNECTIONS, begun.touch)
    with ThreadPoolExecutor(CONNECTIONS) as threads:
        return list(threads.map(lambda number: watch(port, number, barrier, end), range(CONNECTIONS)))


@pytest.mark.slow
def test_rebuilds_under_load(serve: Callable[..., Server], tmp_path: Path) -> None:
    """Each response is complete, from one version, and never older than the last. Equal ETags mean equal bytes."""
    sources, database, begun, end = (tmp_path / name for name in ("sources", "profile.db", "begun", "end"))
    shutil.copytree(SOURCES, sources)
    write_generation(sources, 0)
    assert build(sources, database).outcome == "built"
    server = serve(database, command=SHIPPED)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as process, Client(server.port) as client:
        watching = process.submit(watch_all, server.port, begun, end)
        try:
            assert until(begun.exists, 40)
            for generation in range(1, REBUILDS + 1):
                write_generation(sources, generation)
                assert build(sources, database).outcome == "built"
                assert until(lambda expected=generation: mark_of(PROFILE, client.get(PROFILE)) == expected)  # type: ignore[misc]
                assert not watching.done()
        finally:
            end.touch()
        seen = watching.result(timeout=60)
    total = sum((each.answers for each in seen), Counter[int]())
    assert len(seen) == CONNECTIONS
    assert set(total) == {200, 304}
    # A connection may end before it asks for the last version.
    assert min(each.newest for each in seen) >= REBUILDS - 1
    pairs = set().union(*(each.pairs for each in seen))
    etags, bodies = {etag for etag, _ in pairs}, {body for _, body in pairs}
    assert len(etags) == len(bodies) == len(pairs)
    marks = {target: {mark for each in seen for (of, _), mark in each.marks.items() if of == target} for target in (PROFILE, CSV)}
    assert marks[PROFILE] == set(range(REBUILDS + 1))
    assert marks[CSV] == set(range(REBUILDS // 2 + 1))
