"""The benchmark: its data, its bounds and its table. No test depends on how long something takes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from operator import ge, le
from pathlib import Path

import pytest

from api.parameters import FILTERS
from bench import clients, filters, measurements, synthetic
from bench.measurements import TABLE, load
from bench.programs import NotMeasuredError, Program, get, nginx, running, shipped
from bench.report import Figure, lines, table
from tests.conftest import pipeline

WRK = """\
Running 1s test @ http://127.0.0.1:8080/api/publications
  1 threads and 8 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   843.93us  280.05us   6.66ms   99.53%
    Req/Sec     9.44k   318.33    10.03k    72.73%
  10330 requests in 1.10s, 61.02MB read
Requests/sec:   9391.51
Transfer/sec:     55.48MB
"""


def test_every_bound_is_measured() -> None:
    """The bounds that the project promises to keep."""
    throughput = {row.what: row.bounds["throughput"] for row in TABLE if "throughput" in row.bounds}
    others = {(row.what, label): bound for row in TABLE for label, bound in row.bounds.items() if label != "throughput"}
    assert throughput == {
        "from the cache, on the same waitress": (ge, 0.95),
        "as shipped, 32 connections": (ge, 1.2),
        "not cached, on the same waitress": (ge, 0.4),
        "as shipped, not cached": (ge, 1.2),
        "as shipped": (ge, 15),
    }
    assert others == {
        ("start until the first response", "start"): (le, 1.4),
        ("every filter and pair in every order, 10,000 publications, not cached", "slowest median"): (le, 15),
        ("every filter and pair in every order, 10,000 publications, not cached", "slowest p99"): (le, 40),
        ("counts of 10,000 publications, not cached", "facets"): (le, 40),
        ("counts of 10,000 publications, not cached", "list page"): (le, 25),
        ("build of 10,000 publications", "processor time"): (le, 2.2),
        ("build of 10,000 publications", "peak memory"): (le, 150),
        ("build of 10,000 publications", "file size"): (le, 16),
        ("download of 10,000 publications as CSV", "first download"): (ge, 3),
        ("download of 10,000 publications as CSV", "later downloads"): (ge, 50),
        ("the example's 13 publications, processor time", "build"): (le, 1.5),
        ("the example's 13 publications, processor time", "check"): (le, 1.2),
        ("static site of 500 publications", "processor time"): (le, 4),
        **{("import of 2,000 records", f"{name}: processor time"): (le, 3) for name in ("ris", "bib", "csl.json")},
        **{("import of 2,000 records", f"{name}: peak memory"): (le, 150) for name in ("ris", "bib", "csl.json")},
        ("1,000 abandoned requests for facets of 10,000 publications", "next answer"): (le, 1.5),
        ("profile, while 16 clients ask for facets of 10,000 publications", "p99"): (le, 1000),
        ("profile through nginx, while 64 clients ask for facets of 10,000 publications", "p99"): (le, 100),
    }


def test_the_table_compares_figures_with_their_bounds() -> None:
    """A ratio is the median of the rounds' ratios, not the ratio of the medians."""
    against_peer = [Figure("time", "s", [2.0, 9.0, 4.0], [1.0, 3.0, 4.0]), Figure("file size", "MB", [220.5])]
    rows = list(lines("build", against_peer, {"time": (le, 2.0), "file size": (le, 220)}))
    rows += lines("load", [Figure("throughput", "/s", [9660.0], [9200.0])], {"throughput": (ge, 1.3)})
    assert table(rows).splitlines() == [
        "| what | figure | ours | theirs | ratio | bound | met |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        "| build | time | 4 s | 3 s | 2 | ≤ 2 | yes |",
        "| build | file size | 220 MB |  |  | ≤ 220 | **no** |",
        "| load | throughput | 9,660 /s | 9,200 /s | 1.05 | ≥ 1.3 | **no** |",
    ]


@pytest.fixture
def wrk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Put a program named wrk on the path that prints a text."""

    def prints(output: str) -> None:
        (tmp_path / "output").write_text(output, encoding="utf-8")
        (tmp_path / "wrk").write_text(f"#!/bin/sh\ncat {tmp_path / 'output'}\n", encoding="utf-8")
        (tmp_path / "wrk").chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=":")

    return prints


def test_the_load_is_what_wrk_counts(wrk: Callable[[str], None]) -> None:
    wrk(WRK)
    assert load("http://127.0.0.1:9", 8) == 9391.51


@pytest.mark.parametrize(
    "output",
    [
        "",
        "unable to connect",
        WRK.replace("9391.51", "0.00"),
        f"{WRK}  Non-2xx or 3xx responses: 3\n",
        f"{WRK}  Socket errors: read 4",
    ],
)
def test_a_load_that_failed_is_no_figure(output: str, wrk: Callable[[str], None]) -> None:
    wrk(output)
    with pytest.raises(NotMeasuredError):
        load("http://127.0.0.1:9", 8)


def test_a_server_that_does_not_answer_is_no_figure(example_database: Path) -> None:
    with pytest.raises(NotMeasuredError, match=r"does not answer /nowhere with 200\.$"), running(Program(["true"], "/nowhere")):
        pass
    with running(shipped(example_database)) as server, get(f"{server.address}/api/publications?limit=0") as response:
        assert response.read() == b'{\n  "count": 0,\n  "publications": [],\n  "total": 13\n}'


def test_readers_in_a_crowd_are_answered(example_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through nginx, whose limits are for each client."""
    monkeypatch.setattr(clients, "CROWD_SECONDS", 0.2)
    with running(shipped(example_database)) as server, running(nginx(tmp_path, server.address)) as front:
        clients.abandon(front.address, 3)
        assert clients.seconds_in_crowd(front.address, readers=4)
        with get(f"{front.address}/api/profile") as response:
            assert response.headers["X-Cache"] == "HIT"


def test_a_reader_who_is_refused_makes_no_figure(example_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "CROWD_SECONDS", 0.2)
    monkeypatch.setattr(clients, "FACETS", "/nowhere")
    refused = pytest.raises(NotMeasuredError, match=r"^A reader of facets was answered with 404\.$")
    with running(shipped(example_database)) as server, refused:
        clients.seconds_in_crowd(server.address, readers=1)


def test_the_cost_of_a_number_of_publications_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measurements, "REQUESTS", 1)
    costs = dict(zip(measurements.GROWTH, measurements.growth(measurements.Workspace(tmp_path), 20), strict=True))
    assert all(cost > 0 for cost in costs.values())
    assert costs["file, MB"] == (tmp_path / "growth" / "profile.db").stat().st_size / 1e6


def test_every_pair_of_filters_is_timed_in_every_order() -> None:
    assert [*filters.questions(("year", "q"))] == [
        *(((), sort) for sort in ("-year", "year", "title", "journal")),
        *((("year",), sort) for sort in ("-year", "year", "title", "journal")),
        *((("q",), sort) for sort in ("-year", "year", "title", "journal", "relevance")),
        *((("year", "q"), sort) for sort in ("-year", "year", "title", "journal", "relevance")),
    ]


def test_every_filter_of_the_list_is_timed(example_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filters, "REQUESTS", 2)
    monkeypatch.setattr(filters, "questions", lambda names: [((name,), "-year") for name in names])
    timings = filters.measure(example_database)
    assert sorted(name for timing in timings for name in timing.filters) == sorted(each.name for each in FILTERS)
    assert all(0 < timing.median <= timing.p99 for timing in timings)


def test_synthetic_publications_are_the_same_in_every_run_and_pass_the_check(tmp_path: Path) -> None:
    """Figures of two days can be compared only if the data is the same."""
    synthetic.write(tmp_path / "sources", 200)
    written = (tmp_path / "sources" / "publications.csv").read_bytes()
    assert hashlib.sha256(written).hexdigest() == "dd8b5926fd265c9606c3e0dc0396dde23dfc4f2cc27439a2726af84fab8a18d2"
    assert len(set(synthetic.journals())) == synthetic.JOURNALS
    run = pipeline("check", "--sources", tmp_path / "sources")
    assert (run.code, run.out.splitlines()[-1].partition(", ")[0]) == (0, f"{tmp_path / 'sources'}: 0 errors")
