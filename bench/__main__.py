"""``python -m bench``: the whole table, into BENCHMARKS.md. ``python -m bench --scale``: the rows about size."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from bench import install, machine, rows_requests, rows_scale, rows_start, table
from bench.load import CONNECTIONS, ROUNDS, LoadError, find_wrk
from bench.peers import NotInstalledError, Peers
from bench.servers import NotStartedError
from bench.table import Row

REPORT = machine.ROOT / "BENCHMARKS.md"
INTRODUCTION = """# Benchmarks

Made by `make bench` on {date}; do not edit. Every figure is a ratio to something that ran beside it, in turns, on the
same machine: the median of {rounds} rounds (3 of builds, 7 of starts; the memory of large builds is of one each), both sides
warm. Absolute times say little: they change with the machine and its day. CPU is what the server's threads spent on a core for
each request; it is steadier than throughput, and judges where one promise is measured by both.

Default waitress warns in its log of every request that has to wait for a thread, which this service turns off: that too is
in the distance to bare.

- Machine: {machine}.
- Versions: {versions}.
- "Bare" is a WSGI callable that returns the same bytes and headers as a constant, on waitress with its own defaults.
- {connections} connections unless a row says otherwise.

{table}
{summary}
"""


@dataclass(frozen=True)
class Promise:
    """A row of the table: what is promised, how it is measured, and whether it is about size."""

    what: str
    measure: Callable[[str, Peers], Row]
    about_size: bool = False


TABLE = (
    Promise("`/api/publications` from the cache, against bare", rows_requests.cached),
    Promise("the same, not cached (13 rows through SQL), against bare", rows_requests.not_cached),
    Promise("50 rows, not cached, against bare", rows_requests.fifty_not_cached),
    Promise("as it ships, at 32 connections, against bare on default waitress", rows_requests.as_it_ships),
    Promise("as it ships, cached, against Datasette's table page (JSON) of the same rows", rows_requests.datasette_table),
    Promise("as it ships, cached, against Datasette's custom SQL for the same rows", rows_requests.datasette_sql),
    Promise("not cached, against FastAPI (`async def`, orjson, the same query) on uvicorn", rows_requests.fastapi),
    Promise("the same, uvicorn with uvloop and httptools", rows_requests.fastest_fastapi),
    Promise("the same cached answer from gunicorn (1 worker, 4 gthreads), against as it ships", rows_requests.gunicorn),
    Promise("the same cached answer from granian (WSGI, 1 worker), against as it ships", rows_requests.granian),
    Promise("server start to first answer, and memory then, against bare", rows_start.start),
    Promise("one publication by DOI among 1,000,000, against 1,000", rows_scale.doi, about_size=True),
    Promise("a year among 1,000,000, against 1,000", rows_scale.year, about_size=True),
    Promise("a journal without match among 1,000,000, against 1,000", rows_scale.journal_without_match, about_size=True),
    Promise("a rare journal among 1,000,000, against 1,000", rows_scale.rare_journal, about_size=True),
    Promise("a common fragment of journals (`rad`) among 1,000,000, against 1,000", rows_scale.common_journal, about_size=True),
    Promise("CSV of 1,000,000 publications, against Datasette's", rows_scale.csv, about_size=True),
    Promise("CSV of 1,000,000 publications: peak memory", rows_scale.csv_memory, about_size=True),
    Promise("beside 16 readers that stopped reading that CSV, against without them", rows_scale.csv_stalled, about_size=True),
    Promise("build of 100,000 publications, against `frictionless validate` on the same file", rows_scale.build, about_size=True),
    Promise("build of 1,000,000 publications, against 100,000: memory", rows_scale.build_memory, about_size=True),
)


def main() -> int:
    """Measure and report; 0 if everything could be measured or was named, 2 if nothing can be measured here."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure the service beside its peers.")
    parser.add_argument("--scale", action="store_true", help="only the rows about size; BENCHMARKS.md stays as it is")
    parser.add_argument("--only", metavar="TEXT", default="", help="only rows with this text; BENCHMARKS.md stays as it is")
    options = parser.parse_args()
    if sys.platform != "linux":
        print("The figures come from /proc/PID/schedstat, which only Linux has.", file=sys.stderr)
        return 2
    if not find_wrk():
        print("wrk is not installed. Most distributions have it, Debian as: apt-get install wrk.", file=sys.stderr)
        return 2
    began = time.monotonic()
    peers = Peers(install.peers())
    wanted = [promise for promise in TABLE if options.only in promise.what and (promise.about_size or not options.scale)]
    rows = measured(wanted, peers)
    print(table.summary(rows))
    print(f"{(time.monotonic() - began) / 60:.1f} minutes.", file=sys.stderr)
    if len(wanted) == len(TABLE):
        REPORT.write_text(report(rows, peers), encoding="utf-8")
        print(f"{REPORT.name} was written.")
    return 0


def measured(promises: Sequence[Promise], peers: Peers) -> list[Row]:
    """Every row in turn, printed as it comes."""
    rows = []
    for number, promise in enumerate(promises, start=1):
        print(f"[{number}/{len(promises)}] {promise.what} ...", file=sys.stderr, flush=True)
        rows.append(attempt(promise, peers))
        print(table.for_terminal(rows[-1]), flush=True)
    return rows


def attempt(promise: Promise, peers: Peers) -> Row:
    """One row; what keeps it from being measured stands in it."""
    try:
        return promise.measure(promise.what, peers)
    except NotInstalledError as error:
        return Row(promise.what, trouble=f"{error} could not be installed")
    except (NotStartedError, LoadError, ConnectionError) as error:
        return Row(promise.what, trouble=" ".join(str(error).split()))


def report(rows: Sequence[Row], peers: Peers) -> str:
    """The text of BENCHMARKS.md."""
    return INTRODUCTION.format(
        date=datetime.now(UTC).date().isoformat(),
        rounds=ROUNDS,
        machine=machine.describe(),
        versions=machine.versions(peers.commands / "python"),
        connections=CONNECTIONS,
        table=table.for_markdown(rows),
        summary=table.summary(rows),
    )


if __name__ == "__main__":
    sys.exit(main())
