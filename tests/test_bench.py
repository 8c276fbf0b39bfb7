"""The bench measures what it says: its data, its reading of wrk, its table. No test looks at a time."""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path

import pytest

from bench import synthetic
from bench.__main__ import REPORT, TABLE
from bench.load import Load, LoadError, parse
from bench.table import Figure, Row, at_least, at_most, for_markdown, for_terminal, summary
from tests.conftest import SOURCES, pipeline

WRK = """\
Running 1s test @ http://127.0.0.1:8080/api/publications
  1 threads and 8 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   843.93us  280.05us   6.66ms   99.53%
    Req/Sec     9.44k   318.33    10.03k    72.73%
  Latency Distribution
     50%  824.00us
     75%    0.85ms
     90%    0.90ms
     99%    1.37ms
  10330 requests in 1.10s, 61.02MB read
Requests/sec:   9391.51
Transfer/sec:     55.48MB
"""


def test_synthetic_publications_are_the_same_at_every_run(tmp_path: Path) -> None:
    """Figures of two days are about the same data only if this hash stays."""
    synthetic.write(tmp_path / "sources", 200)
    written = (tmp_path / "sources" / "publications.csv").read_bytes()
    assert hashlib.sha256(written).hexdigest() == "bdc9e0325f341b78d8bff90eec936d2d3f07fd5f7c4e76ff91e97c177b6b17e4"
    rows = list(csv.reader(written.decode().splitlines()))
    assert rows[0] == list(synthetic.HEADER)
    assert rows[1:] == [list(row) for row in synthetic.rows(200)]


def test_synthetic_publications_pass_the_check(tmp_path: Path) -> None:
    synthetic.write(tmp_path / "sources", 200)
    run = pipeline("check", "--sources", tmp_path / "sources")
    assert run.code == 0
    assert run.out.splitlines()[-1].startswith(f"{tmp_path / 'sources'}: 0 errors, ")


def test_synthetic_publications_have_the_columns_of_the_sources() -> None:
    with (SOURCES / "publications.csv").open(encoding="utf-8", newline="") as file:
        assert next(csv.reader(file)) == list(synthetic.HEADER)


def test_there_are_as_many_journals_as_the_bench_says() -> None:
    assert len(set(synthetic.journals())) == synthetic.JOURNALS


def test_wrk_is_read() -> None:
    assert parse(WRK) == Load(requests=10330, rate=9391.51, p99=1.37)


@pytest.mark.parametrize(
    ("written", "milliseconds"), [("824.00us", 0.824), ("1.37ms", 1.37), ("2.50s", 2500.0), ("1.00m", 60_000.0)]
)
def test_wrk_has_four_units(written: str, milliseconds: float) -> None:
    assert parse(WRK.replace("99%    1.37ms", f"99%  {written}")).p99 == pytest.approx(milliseconds)


@pytest.mark.parametrize("failure", ["Non-2xx or 3xx responses: 3", "Socket errors: connect 0, read 4, write 0, timeout 0"])
def test_an_answer_that_is_no_success_is_an_error(failure: str) -> None:
    with pytest.raises(LoadError, match=failure):
        parse(WRK.replace("Requests/sec", f"  {failure}\nRequests/sec"))


@pytest.mark.parametrize("output", ["", "unable to connect to 127.0.0.1:8080 Connection refused\n", WRK.replace("10330", "0")])
def test_output_without_figures_is_an_error(output: str) -> None:
    with pytest.raises(LoadError, match="wrk counted nothing"):
        parse(output)


CACHED = Row(
    "cached",
    (
        Figure("throughput", 9660.0, 9200.0, "/s", at_least(0.95)),
        Figure("CPU", 96.0, 100.0, "µs", at_most(1.08)),
    ),
)
BY_CPU = Row(
    "judged by CPU",
    (
        Figure("throughput", 700.0, 1000.0, "/s", at_least(0.75), judged=False),
        Figure("CPU", 130.0, 100.0, "µs", at_most(1.33)),
    ),
)
TOO_SLOW = Row("too slow", (Figure("CPU", 300.0, 100.0, "µs", at_most(2)),))
TOLD = Row("told", (Figure("CPU", 1500.0, 10.0, "µs"),))
ALONE = Row("alone", (Figure("peak memory", 41.4, None, "MB", at_most(45)),))
MISSING = Row("missing", trouble="Datasette could not be installed")


def test_the_table_in_markdown() -> None:
    assert for_markdown([CACHED, BY_CPU, TOO_SLOW, TOLD, ALONE, MISSING]).splitlines() == [
        "| what | measured | ours / theirs, medians | reach | met |",
        "| --- | --- | --- | --- | --- |",
        "| cached | throughput 1.05 ×; CPU 0.96 × | 9,660/s / 9,200/s; 96 µs / 100 µs | throughput ≥ 0.95 ×; CPU ≤ 1.08 × "
        "| yes |",
        "| judged by CPU | throughput 0.7 ×; CPU 1.3 × | 700/s / 1,000/s; 130 µs / 100 µs | throughput ≥ 0.75 ×; CPU ≤ 1.33 × "
        "| yes (not by throughput) |",
        "| too slow | CPU 3 × | 300 µs / 100 µs | CPU ≤ 2 × | **no** (CPU) |",
        "| told | CPU 150 × | 1,500 µs / 10 µs |  | for information |",
        "| alone | peak memory 41 MB |  | peak memory ≤ 45 MB | yes |",
        "| missing | not measured: Datasette could not be installed |  |  | not measured |",
    ]


def test_a_row_in_the_terminal() -> None:
    assert for_terminal(TOO_SLOW).splitlines() == [
        "too slow",
        "    CPU 3 ×",
        "    medians: 300 µs / 100 µs",
        "    reach: CPU ≤ 2 ×",
        "    no (CPU)",
    ]
    assert for_terminal(MISSING).splitlines() == [
        "missing",
        "    not measured: Datasette could not be installed",
        "    not measured",
    ]


def test_the_summary_counts_what_was_promised_and_names_what_is_missing() -> None:
    assert summary([CACHED, TOO_SLOW, TOLD, MISSING]) == (
        "1 of 2 promises that were measured are kept. Not measured: missing (Datasette could not be installed)."
    )


def test_the_report_has_every_row() -> None:
    lines = REPORT.read_text(encoding="utf-8").splitlines()
    first_cells = [line.split(" | ")[0].removeprefix("| ") for line in lines if line.startswith("| ")]
    assert first_cells[2:] == [promise.what for promise in TABLE]
