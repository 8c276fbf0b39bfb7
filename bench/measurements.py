"""The table of what is measured, against which program, and within which bounds."""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import ge, le
from pathlib import Path
from shutil import rmtree
from statistics import median, quantiles

from bench import clients, filters, programs, synthetic
from bench.programs import (
    FACETS,
    PYTHON,
    NotMeasuredError,
    Program,
    RunningServer,
    get,
    on_waitress,
    run,
    running,
    shipped,
    slowness,
)
from bench.report import Bound, Figure

ROUNDS = 5
ROUNDS_OF_COMMANDS = 3
REQUESTS = 20
PUBLICATIONS = 10_000
SITE_PUBLICATIONS = 500
RECORDS = 2_000
ABANDONED = 1_000
READERS, READERS_OF_NGINX = 16, 64
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

    def sources(self, publications: int) -> Path:
        """Return the folder of sources with synthetic publications."""
        folder = self.folder / str(publications) / "sources"
        if not folder.exists():
            synthetic.write(folder, publications)
        return folder

    def database(self, publications: int) -> Path:
        """Return a database of synthetic publications."""
        file = self.folder / str(publications) / "profile.db"
        if not file.exists():
            run(programs.build(self.sources(publications), file))
        return file

    def example(self) -> Path:
        """Return a database of the example."""
        file = self.folder / "example" / "profile.db"
        if not file.exists():
            run(programs.build(synthetic.SOURCES, file))
        return file

    def constant(self) -> Program:
        """Return an application that always answers as this service does, on waitress with its default options."""
        file = self.folder / "response.json"
        if not file.exists():
            with running(shipped(self.example())) as server, get(server.address + programs.LIST) as response:
                headers = [pair for pair in response.getheaders() if pair[0].lower() not in ("date", "server", "connection")]
                file.write_text(json.dumps([headers, response.read().decode()]), encoding="utf-8")
        return on_waitress("bench.constant_app:app", BENCH_RESPONSE=file)


def throughput(ours: Program, theirs: Program, connections: int = 8) -> list[Figure]:
    """Measure the requests per second of two programs that run side by side and take turns."""
    with running(ours) as our_server, running(theirs) as their_server:
        addresses = (our_server.address + ours.path, their_server.address + theirs.path)
        rounds = [[load(address, connections) for address in addresses] for _ in range(1 + ROUNDS)]
    return [Figure("throughput", "/s", *zip(*rounds[1:], strict=True))]  # The first round only warms up.


def load(address: str, connections: int) -> float:
    """Return the requests per second that wrk counts (https://github.com/wg/wrk); one that fails makes the figure meaningless."""
    command = ["taskset", "--cpu-list", str(programs.CORES[-1]), "wrk", "-t1", f"-c{connections}", "-d1s", address]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    rate = re.search(r"Requests/sec: +([\d.]*[1-9][\d.]*)", output)
    if not rate or re.search("Socket errors|Non-2xx", output):
        raise NotMeasuredError(f"wrk reports: {output or 'nothing; is it installed?'}")
    return float(rate[1])


def starting(work: Workspace) -> list[Figure]:
    """Measure the time until the first successful response."""
    bare = on_waitress("bench.falcon_app:app")
    rounds = [[seconds_to_start(program) for program in (shipped(work.example()), bare)] for _ in range(1 + ROUNDS)]
    return [Figure("start", "s", *zip(*rounds[1:], strict=True))]


def seconds_to_start(program: Program) -> float:
    began = time.perf_counter()
    with running(program):
        return time.perf_counter() - began


def filtering(work: Workspace) -> list[Figure]:
    timings = filters.measure(work.database(PUBLICATIONS))
    figures = {"slowest median": [timing.median for timing in timings], "slowest p99": [timing.p99 for timing in timings]}
    return [Figure(label, "ms", [max(milliseconds)]) for label, milliseconds in figures.items()]


def counting(work: Workspace) -> list[Figure]:
    """Ask for the facets and the page of the list, which count everything that matches."""
    with running(shipped(work.database(PUBLICATIONS), cache_megabytes=0)) as server:
        paths = {"facets": FACETS, "list page": "/publications"}
        return [Figure(label, "ms", [milliseconds(server, path) / slowness()]) for label, path in paths.items()]


def milliseconds(server: RunningServer, path: str) -> float:
    """Return the median of some requests after the first."""
    return 1000 * median([clients.seconds(server.address + path) for _ in range(1 + REQUESTS)][1:])


def building(work: Workspace) -> list[Figure]:
    """Build a database in each round, and let frictionless validate the same file."""
    sources, target = work.sources(PUBLICATIONS), work.folder / "built" / "profile.db"
    validate = programs.frictionless("datapackage.yaml", "--resource-name", "publications")
    rounds = []
    for _ in range(ROUNDS_OF_COMMANDS):
        target.unlink(missing_ok=True)
        rounds.append((*run(programs.build(sources, target)), run(validate, sources)[0]))
    seconds, memory, theirs = zip(*rounds, strict=True)
    size = target.stat().st_size / 1e6
    return [
        Figure("processor time", "s", seconds, theirs),
        Figure("peak memory", "MB", memory),
        Figure("file size", "MB", [size]),
    ]


def checking(work: Workspace) -> list[Figure]:
    """Build and check the example, and let frictionless validate its two CSV files."""
    check = [PYTHON, "-m", "pipeline", "check", "--sources", str(synthetic.SOURCES)]
    validate = programs.frictionless("publications.csv", "services.csv")
    rounds = []
    for _ in range(1 + ROUNDS):
        ours = [run(command)[0] for command in (programs.build(synthetic.SOURCES, work.folder / "small.db"), check)]
        rounds.append((*ours, run(validate, synthetic.SOURCES)[0]))
    builds, checks, theirs = zip(*rounds[1:], strict=True)
    return [Figure("build", "s", builds, theirs), Figure("check", "s", checks, theirs)]


def writing_site(work: Workspace) -> list[Figure]:
    """Write the site as files, and build its database, in turn."""
    database, folder = work.database(SITE_PUBLICATIONS), work.folder / "site"
    write = ["env", f"PROFILE_DB={database}", PYTHON, "-m", "api.site", str(folder)]
    rounds = []
    for _ in range(ROUNDS_OF_COMMANDS):
        rmtree(folder, ignore_errors=True)
        again = programs.build(work.sources(SITE_PUBLICATIONS), work.folder / "again.db")
        rounds.append((run(write)[0], run(again)[0]))
    return [Figure("processor time", "s", *zip(*rounds, strict=True))]


def downloading(work: Workspace) -> list[Figure]:
    """Download all publications as CSV from a new process, again from the same process, and from Datasette."""
    database, rounds = work.database(PUBLICATIONS), []
    for _ in range(ROUNDS_OF_COMMANDS):
        with running(shipped(database)) as ours, running(programs.datasette(database)) as theirs:
            export = ours.address + "/api/export.csv"
            rounds.append([rate(export), rate(export), rate(theirs.address + programs.STREAMED_CSV)])
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
        with running(shipped(work.database(RECORDS))) as server, get(f"{server.address}/api/export.{extension}") as response:
            export.write_bytes(response.read().replace(position.encode(), abstract.encode()))
        scale = slowness()
        seconds, memory = run([PYTHON, "-m", "pipeline", "import", str(export), "--output", str(target), "--write"])
        scaled = Figure(f"{extension}: processor time", "s", [seconds / scale])
        figures += [scaled, Figure(f"{extension}: peak memory", "MB", [memory])]
    return figures


def abandoning(work: Workspace) -> list[Figure]:
    """Wait for an answer behind requests whose clients have left."""
    with running(shipped(work.database(PUBLICATIONS))) as server:
        clients.seconds(server.address + FACETS)
        scale = slowness()
        clients.abandon(server.address, ABANDONED)
        return [Figure("next answer", "s", [clients.seconds(server.address + "/api/research") / scale])]


def crowding(work: Workspace, readers: int, *, with_nginx: bool = False) -> list[Figure]:
    """Ask for the profile while readers keep the process busy."""
    with running(shipped(work.database(PUBLICATIONS))) as server:
        scale = slowness()
        if with_nginx:
            folder = work.folder / "nginx"
            folder.mkdir()
            with running(programs.nginx(folder, server.address)) as front:
                taken = clients.seconds_in_crowd(front.address, readers)
        else:
            taken = clients.seconds_in_crowd(server.address, readers)
    return [Figure("p99", "ms", [1000 * quantiles(taken, n=100, method="inclusive")[-1] / scale])]


def growth(work: Workspace, publications: int) -> Sequence[float]:
    """Return what this number of publications costs, in the order of GROWTH, on this machine."""
    sources, file = work.sources(publications), work.folder / "growth" / "profile.db"
    seconds, _ = run(programs.build(sources, file))
    with running(shipped(file, cache_megabytes=0)) as server:
        csv = 1000 * clients.seconds(server.address + "/api/export.csv")
        paths = (programs.LIST, programs.LIST + "?q=tibial+nerve", FACETS, "/publications")
        taken = [milliseconds(server, path) for path in paths]
        return seconds, file.stat().st_size / 1e6, server.memory, *taken, csv


GROWTH = (
    "build, s of processor time", "file, MB", "memory of the service, MB", "list, ms", "words, ms", "facets, ms", "list page, ms",
    "first CSV, ms",
)  # fmt: skip
SIZES = (100, 1_000, 10_000, 100_000)


@dataclass(frozen=True)
class Measurement:
    """A measurement, the program that it is compared with, and the bounds of its figures by their labels."""

    what: str
    peer: str
    bounds: Mapping[str, Bound]
    measure: Callable[[Workspace], list[Figure]]


CONSTANT = "a constant application on waitress"
VALIDATE = "`frictionless validate`"
LARGE = f"{PUBLICATIONS:,} publications"
FILTERS = {"slowest median": (le, 15), "slowest p99": (le, 40)}
BUILD = {"processor time": (le, 2.2), "peak memory": (le, 150), "file size": (le, 16)}
DOWNLOAD = {"first download": (ge, 3), "later downloads": (ge, 50)}
IMPORT = {f"{name}: processor time": (le, 3) for name in ABSTRACTS} | {f"{name}: peak memory": (le, 150) for name in ABSTRACTS}
# fmt: off
TABLE = (
    Measurement("from the cache, on the same waitress", CONSTANT, {"throughput": (ge, 0.95)},
                lambda work: throughput(on_waitress("api:app", PROFILE_DB=work.example()), work.constant())),
    Measurement("as shipped, 32 connections", CONSTANT, {"throughput": (ge, 1.2)},
                lambda work: throughput(shipped(work.example()), work.constant(), connections=32)),
    Measurement("not cached, on the same waitress", CONSTANT, {"throughput": (ge, 0.4)},
                lambda work: throughput(on_waitress("api:app", PROFILE_DB=work.example(), PROFILE_CACHE_MB=0), work.constant())),
    Measurement("as shipped, not cached", "FastAPI with orjson", {"throughput": (ge, 1.2)},
                lambda work: throughput(shipped(work.example(), cache_megabytes=0), programs.fastapi(work.example()))),
    Measurement("as shipped", "Datasette's table page", {"throughput": (ge, 15)},
                lambda work: throughput(shipped(work.example()), programs.datasette(work.example()))),
    Measurement("start until the first response", "a bare Falcon application on waitress", {"start": (le, 1.4)}, starting),
    Measurement(f"every filter and pair in every order, {LARGE}, not cached", "", FILTERS, filtering),
    Measurement(f"counts of {LARGE}, not cached", "", {"facets": (le, 40), "list page": (le, 25)}, counting),
    Measurement(f"build of {LARGE}", VALIDATE, BUILD, building),
    Measurement(f"download of {LARGE} as CSV", "Datasette", DOWNLOAD, downloading),
    Measurement("the example's 13 publications, processor time", VALIDATE, {"build": (le, 1.5), "check": (le, 1.2)}, checking),
    Measurement(f"static site of {SITE_PUBLICATIONS} publications", "the build of its database", {"processor time": (le, 4)},
                writing_site),
    Measurement(f"import of {RECORDS:,} records", "", IMPORT, importing),
    Measurement(f"{ABANDONED:,} abandoned requests for facets of {LARGE}", "", {"next answer": (le, 1.5)}, abandoning),
    Measurement(f"profile, while {READERS} clients ask for facets of {LARGE}", "", {"p99": (le, 1000)},
                partial(crowding, readers=READERS)),
    Measurement(f"profile through nginx, while {READERS_OF_NGINX} clients ask for facets of {LARGE}", "", {"p99": (le, 100)},
                partial(crowding, readers=READERS_OF_NGINX, with_nginx=True)),
)
# fmt: on
