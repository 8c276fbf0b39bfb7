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
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import TypeVar

from bench import clients, departments, filter_timings, programs, synthetic
from bench.programs import FACETS, PYTHON, NotMeasuredError, Program, get, on_waitress, run, running, shipped, slowness

T = TypeVar("T")
# A comparison (``ge`` or ``le``) and the limit: of the ratio if there is a peer, otherwise of our figure.
Bound = tuple[Callable[[float, float], bool], float]
ROUNDS = 5
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
class Figure:
    """One quantity, measured once in each round: ours and the peer's, or ours alone."""

    label: str
    unit: str
    ours: Sequence[float]
    theirs: Sequence[float] = ()

    @property
    def value(self) -> float:
        """Return the median of the rounds' ratios, or of our values if there is no peer."""
        return median([ours / theirs for ours, theirs in zip(self.ours, self.theirs, strict=True)] if self.theirs else self.ours)


@dataclass(frozen=True)
class Workspace:
    """A temporary folder, and what is made in it when it is first needed."""

    folder: Path

    def sources(self, publications: int, *, has_hebrew: bool = True) -> Path:
        """Return the folder of sources with synthetic publications."""
        folder = self.folder / str(publications) / ("sources" if has_hebrew else "english")
        if not folder.exists():
            synthetic.write(folder, publications)
            if not has_hebrew:
                synthetic.remove_hebrew(folder)
        return folder

    def database(self, publications: int | None = None) -> Path:
        """Return a database of synthetic publications, or of the example."""
        file = self.folder / str(publications or "example") / "profile.db"
        if not file.exists():
            run(programs.build(self.sources(publications) if publications else synthetic.SOURCES, file))
        return file

    def constant(self) -> Program:
        """Return an application that always answers as this service does, on waitress with its default options."""
        file = self.folder / "response.json"
        with running(shipped(self.database())) as address, get(address + programs.LIST) as response:
            headers = [pair for pair in response.getheaders() if pair[0].lower() not in ("date", "server", "connection")]
            file.write_text(json.dumps([headers, response.read().decode()]), encoding="utf-8")
        return on_waitress("--call", "bench.peers:constant", BENCH_RESPONSE=file)


def in_turns(*measures: Callable[[], T]) -> list[list[T]]:
    """Return the results of each measure in some rounds, after a round that only warms up."""
    rounds = [[measure() for measure in measures] for _ in range(1 + ROUNDS)]
    return [list(results) for results in zip(*rounds[1:], strict=True)]


def scaled(label: str, unit: str, value: float) -> Figure:
    """Return a figure as it would be on the machine for which the bounds were set."""
    return Figure(label, unit, [value / slowness()])


def throughput(ours: Program, theirs: Program, connections: int = 8, label: str = "throughput") -> list[Figure]:
    """Measure the requests per second of two programs that run side by side and take turns."""
    with running(ours) as our_address, running(theirs) as their_address:
        urls = (our_address + ours.path, their_address + theirs.path)
        return [Figure(label, "/s", *in_turns(*(partial(load, url, connections) for url in urls)))]


def load(url: str, connections: int) -> float:
    """Return the requests per second that wrk counts (https://github.com/wg/wrk); one that fails makes the figure meaningless."""
    command = ["taskset", "--cpu-list", str(programs.CORES[-1]), "wrk", "-t1", f"-c{connections}", "-d1s", url]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    rate = re.search(r"Requests/sec: +([\d.]*[1-9][\d.]*)", output)
    if not rate or re.search("Socket errors|Non-2xx", output):
        raise NotMeasuredError(f"wrk reports: {output or 'nothing; is it installed?'}")
    return float(rate[1])


def uncached(work: Workspace) -> list[Figure]:
    """Make each response: on the same waitress as the constant application, and as shipped beside FastAPI."""
    plain = on_waitress("api:app", PROFILE_DB=work.database(), PROFILE_CACHE_MB=0)
    ours = shipped(work.database(), cache_megabytes=0)
    return [
        *throughput(plain, work.constant(), label="a constant application"),
        *throughput(ours, programs.fastapi(work.database()), label="FastAPI with orjson"),
    ]


def starting(work: Workspace) -> list[Figure]:
    """Measure the time until the first successful response."""
    both = (shipped(work.database()), on_waitress("--call", "bench.peers:bare_falcon"))
    return [Figure("start", "s", *in_turns(*(partial(seconds_to_start, program) for program in both)))]


def seconds_to_start(program: Program) -> float:
    began = time.perf_counter()
    with running(program):
        return time.perf_counter() - began


def querying(work: Workspace) -> list[Figure]:
    """Ask for every filter and pair of filters, and for what counts everything that matches."""
    timings = filter_timings.measure(work.database(PUBLICATIONS)).values()
    slowest = max(median(milliseconds) for milliseconds in timings)
    return [Figure("slowest median", "ms", [slowest]), Figure("slowest p99", "ms", [max(map(p99, timings))]), *counting(work)]


def p99(values: list[float]) -> float:
    return quantiles(values, n=100, method="inclusive")[-1]


def counting(work: Workspace) -> list[Figure]:
    """Ask for the facets and the page of the list, which count everything that matches."""
    figures = []
    with running(shipped(work.database(PUBLICATIONS), cache_megabytes=0)) as address:
        for label, path in (("facets", FACETS), ("list page", "/publications")):
            _, *seconds = [clients.seconds(address + path) for _ in range(1 + REQUESTS)]
            figures.append(scaled(label, "ms", 1000 * median(seconds)))
    return figures


def building(work: Workspace) -> list[Figure]:
    """Build a database in each round, and let frictionless validate the same file."""
    sources, target = work.sources(PUBLICATIONS), work.folder / "built.db"
    validate = programs.frictionless("datapackage.yaml", "--resource-name", "publications")
    ours, theirs = in_turns(lambda: run(programs.build(sources, target)), lambda: run(validate, sources))
    return [
        Figure("processor time", "s", [cost.seconds for cost in ours], [cost.seconds for cost in theirs]),
        Figure("peak memory", "MB", [cost.megabytes for cost in ours]),
        Figure("file size", "MB", [target.stat().st_size / 1e6]),
    ]


def checking(work: Workspace) -> list[Figure]:
    """Build and check the example, and let frictionless validate its two CSV files."""
    build = programs.build(synthetic.SOURCES, work.folder / "small.db")
    check = [PYTHON, "-m", "pipeline", "check", "--sources", str(synthetic.SOURCES)]
    validate = programs.frictionless("publications.csv", "services.csv")
    commands = (partial(run, build), partial(run, check), partial(run, validate, synthetic.SOURCES))
    builds, checks, theirs = ([cost.seconds for cost in costs] for costs in in_turns(*commands))
    return [Figure("build", "s", builds, theirs), Figure("check", "s", checks, theirs)]


def writing_site(work: Workspace) -> list[Figure]:
    """Write the site as files in two languages and in one, and build the database, in turn."""
    databases = [work.database(SITE_PUBLICATIONS), work.folder / "english.db"]
    run(programs.build(work.sources(SITE_PUBLICATIONS, has_hebrew=False), databases[1]))
    build = programs.build(work.sources(SITE_PUBLICATIONS), work.folder / "again.db")

    def write(database: Path) -> float:
        with TemporaryDirectory(dir=programs.MEMORY) as folder:
            return run(["env", f"TMPDIR={folder}", f"PROFILE_DB={database}", PYTHON, "-m", "api.site", f"{folder}/site"]).seconds

    both, english, builds = in_turns(*(partial(write, database) for database in databases), lambda: run(build).seconds)
    further = [two - one for two, one in zip(both, english, strict=True)]
    return [Figure("two languages", "s", both, builds), Figure("each further language", "s", further, builds)]


def writing_department(work: Workspace) -> list[Figure]:
    """Write a department and the sites of its people once: each round would take longer than most measurements."""
    together, alone, size = departments.measure(work.folder / "department")
    return [Figure("processor time", "s", [together], [alone]), Figure("a person's part", "MB", [size])]


def downloading(work: Workspace) -> list[Figure]:
    """Download all publications as CSV from a new process, again from the same process, and from Datasette."""
    database = work.database(PUBLICATIONS)

    def rates() -> tuple[float, float, float]:
        with running(shipped(database)) as ours, running(programs.datasette(database)) as theirs:
            export = ours + "/api/export.csv"
            return rate(export), rate(export), rate(theirs + programs.STREAMED_CSV)

    [rounds] = in_turns(rates)
    first, later, peer = zip(*rounds, strict=True)
    return [Figure("first download", "MB/s", first, peer), Figure("later downloads", "MB/s", later, peer)]


def rate(url: str) -> float:
    """Download a file to its end; return megabytes per second."""
    began = time.perf_counter()
    with get(url) as response:
        return len(response.read()) / 1e6 / (time.perf_counter() - began)


def importing(work: Workspace) -> list[Figure]:
    """Import exports into an empty list; with abstracts they are as long as those of databases."""
    figures = []
    for extension, (position, abstract) in ABSTRACTS.items():
        export, target = work.folder / f"publications.{extension}", work.folder / f"{extension}.csv"
        with running(shipped(work.database(RECORDS))) as address, get(f"{address}/api/export.{extension}") as response:
            export.write_bytes(response.read().replace(position.encode(), abstract.encode()))
        cost = run([PYTHON, "-m", "pipeline", "import", str(export), "--output", str(target), "--write"])
        figures.append(scaled(f"{extension}: processor time", "s", cost.seconds))
        figures.append(Figure(f"{extension}: peak memory", "MB", [cost.megabytes]))
    return figures


def crowding(work: Workspace) -> list[Figure]:
    """Wait for an answer behind requests whose clients have left, and for the profile while readers keep the process busy."""
    with running(shipped(work.database(PUBLICATIONS))) as address:
        clients.seconds(address + FACETS)
        clients.abandon(address, ABANDONED)
        abandoned = scaled("next answer", "s", clients.seconds(address + "/api/research"))
        crowded = scaled(f"{READERS} clients: p99", "ms", 1000 * p99(clients.seconds_in_crowd(address, READERS)))
    folder = work.folder / "nginx"
    folder.mkdir()
    with running(shipped(work.database(PUBLICATIONS))) as backend, running(programs.nginx(folder, backend)) as address:
        taken = clients.seconds_in_crowd(address, READERS_OF_NGINX)
        return [abandoned, crowded, scaled(f"{READERS_OF_NGINX} through nginx: p99", "ms", 1000 * p99(taken))]


def typesetting(work: Workspace) -> list[Figure]:
    """Ask for the profile while readers ask for a document that nobody has asked for before."""
    memory = list[float]()
    with programs.process(shipped(work.database(SITE_PUBLICATIONS))) as (address, process):
        taken = clients.seconds_in_crowd(
            address, READERS, lambda _: "/cv.pdf", lambda: memory.append(programs.megabytes_of(process))
        )
    return [scaled("p99", "ms", 1000 * p99(taken)), Figure("peak memory", "MB", [max(memory)])]


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
QUERIES = {"slowest median": (le, 15), "slowest p99": (le, 40), "facets": (le, 40), "list page": (le, 25)}
BUILD = {"processor time": (le, 2.2), "peak memory": (le, 150), "file size": (le, 16)}
DOWNLOAD = {"first download": (ge, 2.5), "later downloads": (ge, 50)}
IMPORT = {f"{name}: processor time": (le, 3) for name in ABSTRACTS} | {f"{name}: peak memory": (le, 150) for name in ABSTRACTS}
CROWD = {"next answer": (le, 1.5), f"{READERS} clients: p99": (le, 1000), f"{READERS_OF_NGINX} through nginx: p99": (le, 100)}
DEPARTMENT = {"processor time": (le, 1), "a person's part": (le, 7)}
SITE = {"two languages": (le, 5.5), "each further language": (le, 2.2)}
# fmt: off
TABLE = (
    Measurement("from the cache, on the same waitress", CONSTANT, {"throughput": (ge, 0.95)},
                lambda work: throughput(on_waitress("api:app", PROFILE_DB=work.database()), work.constant())),
    Measurement("as shipped, 32 connections", CONSTANT, {"throughput": (ge, 1.2)},
                lambda work: throughput(shipped(work.database()), work.constant(), connections=32)),
    Measurement("not cached", "others", {"a constant application": (ge, 0.35), "FastAPI with orjson": (ge, 0.9)}, uncached),
    Measurement("as shipped", "Datasette's table page", {"throughput": (ge, 15)},
                lambda work: throughput(shipped(work.database()), programs.datasette(work.database()))),
    Measurement("start until the first response", "a bare Falcon application on waitress", {"start": (le, 1.6)}, starting),
    Measurement(f"every filter and pair in every order, and counts, {LARGE}, not cached", "", QUERIES, querying),
    Measurement(f"build of {LARGE}", VALIDATE, BUILD, building),
    Measurement(f"download of {LARGE} as CSV", "Datasette", DOWNLOAD, downloading),
    Measurement("the example's 13 publications, processor time", VALIDATE, {"build": (le, 1.4), "check": (le, 1.1)}, checking),
    Measurement(f"static site of {SITE_PUBLICATIONS} publications", "the build of its database", SITE, writing_site),
    Measurement(f"a department, {departments.SIZE}", "the sites of its people alone", DEPARTMENT, writing_department),
    Measurement(f"import of {RECORDS:,} records", "", IMPORT, importing),
    Measurement(f"{ABANDONED:,} abandoned requests for facets of {LARGE}, and the profile while clients ask for them", "", CROWD,
                crowding),
    Measurement(f"profile, while {READERS} clients ask for /cv.pdf of {SITE_PUBLICATIONS} publications", "",
                {"p99": (le, 1000), "peak memory": (le, 300)}, typesetting),
)
# fmt: on
