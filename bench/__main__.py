"""The command line, ``python -m bench``: measure everything and write BENCHMARKS.md, or measure a part and print the results."""

from __future__ import annotations

import argparse
import platform
import re
import sqlite3
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from operator import ge
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.measurements import MEASUREMENTS, ROUNDS, Bound, Figure, Workspace
from bench.programs import NotMeasuredError
from cli.repository.software import SOFTWARE_FOLDER

LIBRARIES = ("falcon", "waitress", "frictionless", "datasette", "fastapi", "orjson", "uvicorn")
TABLE_HEADER = ("what", "figure", "ours", "theirs", "ratio", "bound", "met")
REPORT = """\
# Benchmarks

Written by `make bench` on {date}. A ratio compares us with another program on the same machine. The two take turns for
{rounds} rounds or more, and the ratio is the median of the rounds. Responses from the cache are counted side by side, for each
second of processor time. Absolute figures are medians and depend on the machine.

- Machine: {machine}. Servers run on the first core, load is generated on the last.
- Versions: {versions}.
- Unless stated otherwise, `/api/publications` of the example (13 publications) is requested over 8 connections. The constant
  application returns the same bytes and headers from memory.
- Some times have a bound but no peer. They are scaled to the speed of the machine that set the bounds, which a loop measures
  at the same moment.

{table}
"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure the service and compare it with its peers.")
    parser.add_argument("--only", metavar="TEXT", default="", help="measure what has this text; do not write BENCHMARKS.md")
    options = parser.parse_args()
    try:
        print(results := measured(options.only))
        if not options.only:
            Path(SOFTWARE_FOLDER, "BENCHMARKS.md").write_text(report(results), encoding="utf-8")
    except NotMeasuredError as error:
        sys.exit(str(error))


def measured(text: str) -> str:
    """Run the measurements that have ``text`` in their titles. Return a table of the results."""
    rows: list[tuple[str, ...]] = []
    with TemporaryDirectory() as folder:
        work = Workspace(Path(folder))
        for measurement in MEASUREMENTS:
            what = f"{measurement.what}, against {measurement.peer}" if measurement.peer else measurement.what
            if text in what:
                print(f"Measuring {what} ...", file=sys.stderr, flush=True)
                rows += table_rows(what, measurement.measure(work), measurement.bounds)
    return markdown_table([TABLE_HEADER, *rows])


def table_rows(what: str, figures: Sequence[Figure], bounds: Mapping[str, Bound]) -> Iterator[tuple[str, ...]]:
    """Yield a row of the table for each figure of a measurement."""
    for figure in figures:
        ours = f"{format_number(median(figure.ours))} {figure.unit}"
        theirs, ratio = (
            (f"{format_number(median(figure.theirs))} {figure.unit}", format_number(figure.value)) if figure.theirs else ("", "")
        )
        compares, limit = bounds[figure.label]
        met = "yes" if compares(figure.value, limit) else "**no**"
        yield what, figure.label, ours, theirs, ratio, f"{'≥' if compares is ge else '≤'} {limit:g}", met


def format_number(value: float) -> str:
    """Format a number with three significant digits; from 100 on, as a whole number."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def markdown_table(rows: Sequence[Sequence[str]]) -> str:
    """Write rows of cells as a Markdown table. The first row is the header."""
    header, *others = rows
    return "\n".join(f"| {' | '.join(row)} |" for row in (header, ["---"] * len(header), *others))


def report(results: str) -> str:
    """The text of BENCHMARKS.md."""
    processor = re.search(r"^model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    libraries = [f"{name} {version(name)}" for name in LIBRARIES]
    return REPORT.format(
        date=datetime.now(UTC).date().isoformat(),
        rounds=ROUNDS,
        machine=f"{processor[1] if processor else platform.machine()}, {platform.system()} {platform.release()}",
        versions=", ".join([f"Python {platform.python_version()}", f"SQLite {sqlite3.sqlite_version}", *libraries]),
        table=results,
    )


if __name__ == "__main__":
    main()
