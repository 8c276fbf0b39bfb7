"""The table of what is measured, against which program, and within which bounds."""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import ge, le
from pathlib import Path

from bench import filters, programs, synthetic
from bench.programs import PYTHON, NotMeasuredError, Program, get, on_waitress, run, running, shipped
from bench.report import Bound, Figure

ROUNDS = 7
ROUNDS_OF_COMMANDS = 3
PUBLICATIONS = 100_000
RECORDS = 20_000
ABSTRACT = "Background: " + "patients and nerves were examined with ultrasound by two readers in turn. " * 20
# Where an abstract is inserted into a record, by the extension of the format.
ABSTRACTS = {
    "ris": ("ER  - ", f"AB  - {ABSTRACT}\r\nER  - "),
    "bib": ("\n  title ", f"\n  abstract = {{{ABSTRACT}}},\n  title "),
    "csl.json": ('"type": ', f'"abstract": "{ABSTRACT}", "type": '),
}


@dataclass(frozen=True)
class Workspace:
    """A temporary folder, and what is made in it when it is first needed."""

    folder: Path

    def database(self, publications: int) -> Path:
        """Return a database of synthetic publications; its sources are beside it."""
        file = self.folder / str(publications) / "profile.db"
        if not file.exists():
            synthetic.write(file.with_name("sources"), publications)
            run(build(file.with_name("sources"), file))
        return file

    @cached_property
    def example(self) -> Path:
        run(build(synthetic.SOURCES, self.folder / "example" / "profile.db"))
        return self.folder / "example" / "profile.db"

    @cached_property
    def constant(self) -> Program:
        """Return an application that always answers as this service does, on waitress with its default options."""
        file = self.folder / "response.json"
        with running(shipped(self.example)) as address, get(address + programs.LIST) as response:
            headers = [pair for pair in response.getheaders() if pair[0].lower() not in ("date", "server", "connection")]
            file.write_text(json.dumps([headers, response.read().decode()]), encoding="utf-8")
        return on_waitress("bench.constant_app:app", BENCH_RESPONSE=file)


def build(sources: Path, target: Path) -> list[str]:
    return [PYTHON, "-m", "pipeline", "build", "--sources", str(sources), "--database", str(target)]


def throughput(ours: Program, theirs: Program, connections: int = 8) -> list[Figure]:
    """Measure the requests per second of two programs that run side by side and take turns."""
    with running(ours) as our_address, running(theirs) as their_address:
        addresses = (our_address + ours.path, their_address + theirs.path)
        rounds = [[load(address, connections) for address in addresses] for _ in range(1 + ROUNDS)]
    return [Figure("throughput", "/s", *zip(*rounds[1:], strict=True))]  # The first round only warms up.


def load(address: str, connections: int) -> float:
    """Return the requests per second that wrk counts (https://github.com/wg/wrk); one that fails makes the figure meaningless."""
    command = ["taskset", "--cpu-list", str(programs.CORES[-1]), "wrk", "-t1", f"-c{connections}", "-d1s", address]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    found = re.search(r"Requests/sec: +([\d.]*[1-9][\d.]*)", output)
    if not found or re.search("Socket errors|Non-2xx", output):
        raise NotMeasuredError(f"wrk reports: {output or 'nothing; is it installed?'}")
    return float(found[1])


def starting(work: Workspace) -> list[Figure]:
    """Measure the time until the first successful response."""
    rounds = [[seconds_to_start(program) for program in (shipped(work.example), work.constant)] for _ in range(ROUNDS)]
    return [Figure("start", "s", *zip(*rounds, strict=True))]


def seconds_to_start(program: Program) -> float:
    began = time.perf_counter()
    with running(program):
        return time.perf_counter() - began


def filtering(work: Workspace) -> list[Figure]:
    timings = filters.measure(work.database(PUBLICATIONS))
    without_words = [one.median for one in timings if not {"q", "author"}.intersection(one.filters)]
    medians, p99s = [one.median for one in timings], [one.p99 for one in timings]
    figures = {"slowest median": medians, "slowest p99": p99s, "slowest median without q and author": without_words}
    return [Figure(label, "ms", [max(milliseconds)]) for label, milliseconds in figures.items()]


def building(work: Workspace) -> list[Figure]:
    """Build a database in each round, and let frictionless validate the same file."""
    sources, target = work.database(PUBLICATIONS).with_name("sources"), work.folder / "built" / "profile.db"
    validate = [PYTHON, "-m", "frictionless", "validate", "datapackage.yaml", "--resource-name", "publications"]
    rounds = []
    for _ in range(ROUNDS_OF_COMMANDS):
        target.unlink(missing_ok=True)
        rounds.append((*run(build(sources, target)), run(validate, sources)[0]))
    seconds, memory, theirs = zip(*rounds, strict=True)
    size = target.stat().st_size / 1e6
    return [Figure("CPU time", "s", seconds, theirs), Figure("peak memory", "MB", memory), Figure("file size", "MB", [size])]


def downloading(work: Workspace) -> list[Figure]:
    """Download all publications as CSV from a new process, again from the same process, and from Datasette."""
    database, rounds = work.database(PUBLICATIONS), []
    for _ in range(ROUNDS_OF_COMMANDS):
        with running(shipped(database)) as ours, running(programs.datasette(database)) as theirs:
            rounds.append([rate(ours + "/api/export.csv"), rate(ours + "/api/export.csv"), rate(theirs + programs.STREAMED_CSV)])
    first, later, peer = zip(*rounds, strict=True)
    return [Figure("first download", "MB/s", first, peer), Figure("later downloads", "MB/s", later, peer)]


def rate(address: str) -> float:
    """Download a file to its end; return megabytes per second."""
    began = time.perf_counter()
    with get(address) as response:
        return len(response.read()) / 1e6 / (time.perf_counter() - began)


def importing(work: Workspace) -> list[Figure]:
    """Import exports into an empty list; with abstracts they are as long as those of databases."""
    figures = []
    for extension, (position, abstract) in ABSTRACTS.items():
        export, target = work.folder / f"publications.{extension}", work.folder / f"{extension}.csv"
        with running(shipped(work.database(RECORDS))) as address, get(f"{address}/api/export.{extension}") as response:
            export.write_bytes(response.read().replace(position.encode(), abstract.encode()))
        seconds, memory = run([PYTHON, "-m", "pipeline", "import", str(export), "--output", str(target), "--write"])
        figures += [Figure(f"{extension}: CPU time", "s", [seconds]), Figure(f"{extension}: peak memory", "MB", [memory])]
    return figures


@dataclass(frozen=True)
class Measurement:
    """What is measured, which program it is compared with, and the bounds of its figures by their labels."""

    what: str
    peer: str
    bounds: Mapping[str, Bound]
    measure: Callable[[Workspace], list[Figure]]


CONSTANT = "a constant application on waitress"
FILTERS = {"slowest median": (le, 50), "slowest p99": (le, 120), "slowest median without q and author": (le, 30)}
BUILD = {"CPU time": (le, 2.0), "peak memory": (le, 150), "file size": (le, 220)}
DOWNLOAD = {"first download": (ge, 3), "later downloads": (ge, 3)}
IMPORT = {f"{name}: CPU time": (le, 25) for name in ABSTRACTS} | {f"{name}: peak memory": (le, 200) for name in ABSTRACTS}
# fmt: off
TABLE = (
    Measurement("from the cache, on the same waitress", CONSTANT, {"throughput": (ge, 0.95)},
                lambda work: throughput(on_waitress("api:app", PROFILE_DB=work.example), work.constant)),
    Measurement("not cached, on the same waitress", CONSTANT, {"throughput": (ge, 0.55)},
                lambda work: throughput(on_waitress("api:app", PROFILE_DB=work.example, PROFILE_CACHE_MB=0), work.constant)),
    Measurement("as shipped, 32 connections", CONSTANT, {"throughput": (ge, 1.3)},
                lambda work: throughput(shipped(work.example), work.constant, connections=32)),
    Measurement("as shipped, not cached", "FastAPI with orjson", {"throughput": (ge, 1.0)},
                lambda work: throughput(shipped(work.example, cache_megabytes=0), programs.fastapi(work.example))),
    Measurement("as shipped", "Datasette's table page", {"throughput": (ge, 15)},
                lambda work: throughput(shipped(work.example), programs.datasette(work.example))),
    Measurement("start until the first response", CONSTANT, {"start": (le, 2.5)}, starting),
    Measurement(f"every filter and pair in every order, {PUBLICATIONS:,} publications, not cached", "", FILTERS, filtering),
    Measurement(f"build of {PUBLICATIONS:,} publications", "`frictionless validate`", BUILD, building),
    Measurement(f"download of {PUBLICATIONS:,} publications as CSV", "Datasette", DOWNLOAD, downloading),
    Measurement(f"import of {RECORDS:,} records", "", IMPORT, importing),
)
# fmt: on
