"""The benchmark: its data, its bounds and its table. No test depends on how long something takes."""

from operator import ge, le
from pathlib import Path
from urllib.parse import urlencode

import pytest

from api.query.parameters import FILTERS
from bench.__main__ import TABLE_HEADER, markdown_table, table_rows
from bench.measurements import FILTER_VALUES, Figure
from bench.programs import NotMeasuredError, Program, get, requests_per_second, running, shipped
from tests.support.repository import script

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


def test_the_table_compares_figures_with_their_bounds() -> None:
    """A ratio is the median of the rounds' ratios, not the ratio of the medians."""
    against_peer = [Figure("time", "s", [2.0, 9.0, 4.0], [1.0, 3.0, 4.0]), Figure("file size", "MB", [220.5])]
    rows = list(table_rows("build", against_peer, {"time": (le, 2.0), "file size": (le, 220)}))
    rows += table_rows("load", [Figure("throughput", "/s", [9660.0], [9200.0])], {"throughput": (ge, 1.3)})
    assert markdown_table([TABLE_HEADER, *rows]).splitlines() == [
        "| what | figure | ours | theirs | ratio | bound | met |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        "| build | time | 4 s | 3 s | 2 | ≤ 2 | yes |",
        "| build | file size | 220 MB |  |  | ≤ 220 | **no** |",
        "| load | throughput | 9,660 /s | 9,200 /s | 1.05 | ≥ 1.3 | **no** |",
    ]


@pytest.fixture
def wrk_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that a program named wrk on the path prints."""
    script(tmp_path / "wrk", f"cat {tmp_path / 'output'}")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    return tmp_path / "output"


def test_the_load_is_what_wrk_counts(wrk_output: Path) -> None:
    wrk_output.write_text(WRK)
    assert requests_per_second("http://127.0.0.1:9", 8) == 9391.51


@pytest.mark.parametrize(
    "output",
    [
        "unable to connect",
        WRK.replace("9391.51", "0.00"),
        f"{WRK}  Non-2xx or 3xx responses: 3\n",
        f"{WRK}  Socket errors: read 4",
    ],
)
def test_a_failed_load_is_an_error(output: str, wrk_output: Path) -> None:
    wrk_output.write_text(output)
    with pytest.raises(NotMeasuredError):
        requests_per_second("http://127.0.0.1:9", 8)


def test_a_server_that_does_not_answer_is_an_error(example_database: Path) -> None:
    with pytest.raises(NotMeasuredError, match=r"does not answer /nowhere with 200\.$"), running(Program(["true"], "/nowhere")):
        pass
    with running(shipped(example_database)) as server, get(f"{server.address}/api/publications?limit=0") as response:
        assert response.read() == b'{\n  "count": 0,\n  "publications": [],\n  "total": 13\n}'


def test_every_filter_of_the_list_is_timed(example_database: Path) -> None:
    """Combined, the filters don't contradict each other."""
    assert sorted(FILTER_VALUES) == sorted(each.name for each in FILTERS)
    with running(shipped(example_database)) as server:
        assert get(f"{server.address}/api/publications?{urlencode(FILTER_VALUES)}").status == 200
