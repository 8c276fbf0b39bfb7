"""The table of measurements, each with the program to compare with and bounds for the results."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from operator import ge, le
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TypeVar
from urllib.parse import urlencode

from bench import programs, synthetic
from bench.programs import (
    LIST,
    MEMORY,
    PYTHON,
    Cost,
    Program,
    get,
    on_waitress,
    requests_per_second,
    run_to_end,
    running,
    seconds_of,
    shipped,
    slowness,
)

T = TypeVar("T")
# A comparison (``ge`` or ``le``) and a limit, for the ratio if there is a peer, otherwise for our figure.
Bound = tuple[Callable[[float, float], bool], float]
ROUNDS = 5
REQUESTS = 20
LARGE_LIST_SIZE = 10_000
SITE_PUBLICATIONS = 500
IMPORTED_RECORDS = 2_000
# Each round measures the filters and pairs of filters that were slowest at first.
SLOWEST_PAIRS = 10
# A value for each filter that finds some of the synthetic publications.
FILTER_VALUES = {
    "q": "tibial nerve",
    "author": "Example N",
    "year": "2003",
    "year_from": "1990",
    "year_to": "2015",
    "journal": "radiología",
    "journal_is": "Annals of Pain and Ultrasound, A",
    "keywords": "power doppler,dry needling,the wrist",
    "has_doi": "true",
    "has_data": "true",
    "authorship": "first",
    "type": "article",
    "featured": "true",
    "summary": "true",
    "added_since": "2003-07-01",
    "notice": "retracted",
    "doi": "10.5555/syn.2003.0005000",
    "pubmed": "10005000",
}
ABSTRACT = "Background: " + "patients and nerves were examined with ultrasound by two readers in turn. " * 20
# Where to insert an abstract into a record, by file extension. Records of real databases have one, and are this long.
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
        """The median of the rounds' ratios, or of our values if there is no peer."""
        return median([ours / theirs for ours, theirs in zip(self.ours, self.theirs, strict=True)] if self.theirs else self.ours)


@dataclass(frozen=True)
class Workspace:
    """A temporary folder. Each method makes a file or folder on first use, and returns its path."""

    folder: Path

    def sources(self, publications: int) -> Path:
        """A folder of sources with a number of synthetic publications."""
        folder = self.folder / str(publications) / "sources"
        if not folder.exists():
            synthetic.write_sources(folder, publications)
        return folder

    def database(self, publications: int | None = None) -> Path:
        """A database of synthetic publications or, without a number, of the example."""
        file = self.folder / str(publications or "example") / "profile.db"
        if not file.exists():
            run_to_end(programs.build_command(self.sources(publications) if publications else synthetic.EXAMPLE_SOURCES, file))
        return file

    def constant(self) -> Program:
        """An application that always sends a recorded response of this service, on waitress with its default options."""
        file = self.folder / "response.json"
        with running(shipped(self.database())) as server, get(server.address + LIST) as response:
            headers = [pair for pair in response.getheaders() if pair[0].lower() not in ("date", "server", "connection")]
            file.write_text(json.dumps([headers, response.read().decode()]), encoding="utf-8")
        return on_waitress("--call", "bench.peers:constant", BENCH_RESPONSE=file)


def in_turns(*measures: Callable[[], T], warm_up: int = 1, count: int = ROUNDS) -> list[list[T]]:
    """Run the measures in turn in each round. Return the results of each, without the rounds that only warm up."""
    rounds = [[measure() for measure in measures] for _ in range(warm_up + count)]
    return [list(results) for results in zip(*rounds[warm_up:], strict=True)]


def throughput(ours: Program, theirs: Program, connections: int = 8) -> list[Figure]:
    """Measure the requests per second of processor time of two programs that answer at the same moment, on the same core.

    The speed of a machine can double from one second to the next, which turns would measure too.
    """
    with running(ours) as our_server, running(theirs) as their_server, ThreadPoolExecutor() as pool:
        servers, urls = (our_server, their_server), (our_server.address + ours.path, their_server.address + theirs.path)

        def rates() -> list[float]:
            before = [server.processor_seconds() for server in servers]
            loads = [*pool.map(partial(requests_per_second, connections=connections), urls)]
            seconds = [server.processor_seconds() - began for server, began in zip(servers, before, strict=True)]
            return [rate / each for rate, each in zip(loads, seconds, strict=True)]

        [rounds] = in_turns(rates)
        return [Figure("throughput", "/s", *zip(*rounds, strict=True))]


def throughput_in_turns(ours: Program, theirs: Program, label: str = "throughput", count: int = ROUNDS) -> list[Figure]:
    """Measure the requests per second of two programs in turns.

    A program that computes its responses is slower beside another one, which takes its place in the processor's caches.
    """
    with running(ours) as our_server, running(theirs) as their_server:
        urls = (our_server.address + ours.path, their_server.address + theirs.path)
        return [Figure(label, "/s", *in_turns(*(partial(requests_per_second, url, connections=8) for url in urls), count=count))]


def measure_uncached(work: Workspace) -> list[Figure]:
    """Measure without a cache: on the waitress of the constant application, and, as shipped, against FastAPI."""
    plain = on_waitress("api:app", PROFILE_DB=work.database(), PROFILE_CACHE_MB=0)
    ours = shipped(work.database(), cache_megabytes=0)
    return [
        *throughput_in_turns(plain, work.constant(), "a constant application", count=2 * ROUNDS),
        *throughput_in_turns(ours, programs.fastapi_on_uvicorn(work.database()), "FastAPI with orjson"),
    ]


def measure_start(work: Workspace) -> list[Figure]:
    """Measure the time until the first successful response."""
    both = (shipped(work.database()), on_waitress("--call", "bench.peers:bare_falcon"))
    # More rounds, because a start is short and the time of one varies by a quarter.
    return [Figure("start", "s", *in_turns(*(partial(seconds_to_start, program) for program in both), count=3 * ROUNDS))]


def seconds_to_start(program: Program) -> float:
    began = perf_counter()
    with running(program):
        return perf_counter() - began


def measure_home(work: Workspace) -> list[Figure]:
    """Measure the home page and the list of 13 in turn."""
    with running(shipped(work.database(), cache_megabytes=0)) as server:
        both = (partial(milliseconds, server.address + path) for path in ("/", LIST))
        return [Figure("home page", "ms", *in_turns(*both))]


def milliseconds(url: str, requests: int = REQUESTS) -> float:
    """The median time of some requests."""
    return 1000 * median(seconds_of(url) for _ in range(requests))


def measure_filters(work: Workspace) -> list[Figure]:
    """Request every filter and pair of filters once, then measure the slowest of these requests in each round."""
    with running(shipped(work.database(LARGE_LIST_SIZE), cache_megabytes=0)) as server:
        questions = [*combinations(FILTER_VALUES.items(), 1), *combinations(FILTER_VALUES.items(), 2)]
        urls = [f"{server.address}{LIST}?{urlencode(pairs)}" for pairs in questions]
        slowest = sorted(urls, key=partial(milliseconds, requests=3))[-SLOWEST_PAIRS:]
        [rounds] = in_turns(lambda: max(milliseconds(url) for url in slowest) / slowness())
    return [Figure("slowest median", "ms", rounds)]


def measure_build(work: Workspace) -> list[Figure]:
    """Build a database in each round, and run frictionless validate on the same file."""
    sources, target = work.sources(LARGE_LIST_SIZE), work.folder / "built.db"
    validate = [PYTHON, "-m", "frictionless", "validate", "datapackage.yaml", "--resource-name", "publications"]
    ours, theirs = in_turns(
        lambda: run_to_end(programs.build_command(sources, target)), lambda: run_to_end(validate, sources), warm_up=0
    )
    return [
        Figure("processor time", "s", [cost.seconds for cost in ours], [cost.seconds for cost in theirs]),
        Figure("peak memory", "MB", [cost.megabytes for cost in ours]),
    ]


def measure_site(work: Workspace) -> list[Figure]:
    """Write the site as files."""
    database = work.database(SITE_PUBLICATIONS)

    def write() -> float:
        with TemporaryDirectory(dir=MEMORY) as folder:
            return run_to_end(programs.write_site_command(database, Path(folder))).seconds / slowness()

    [rounds] = in_turns(write, warm_up=0)
    return [Figure("processor time", "s", rounds)]


def measure_import(work: Workspace) -> list[Figure]:
    """Import exports into an empty list."""
    figures = []
    for extension, (position, abstract) in ABSTRACTS.items():
        export, target = work.folder / f"publications.{extension}", work.folder / f"{extension}.csv"
        with running(shipped(work.database(IMPORTED_RECORDS))) as server:
            response = get(f"{server.address}/api/export.{extension}")
            export.write_bytes(response.read().replace(position.encode(), abstract.encode()))

        def read(export: Path = export, target: Path = target) -> Cost:
            target.unlink(missing_ok=True)
            cost = run_to_end([PYTHON, "-m", "cli", "import", str(export), "--output", str(target), "--write"])
            return cost._replace(seconds=cost.seconds / slowness())

        [costs] = in_turns(read, warm_up=0)
        figures.append(Figure(f"{extension}: processor time", "s", [cost.seconds for cost in costs]))
        figures.append(Figure(f"{extension}: peak memory", "MB", [cost.megabytes for cost in costs]))
    return figures


@dataclass(frozen=True)
class Measurement:
    """A measurement, the program to compare with, and the bounds of its figures by label."""

    what: str
    peer: str
    bounds: Mapping[str, Bound]
    measure: Callable[[Workspace], list[Figure]]


CONSTANT = "a constant application on waitress"
LARGE = f"{LARGE_LIST_SIZE:,} publications"
IMPORT = {f"{name}: processor time": (le, 3) for name in ABSTRACTS} | {f"{name}: peak memory": (le, 150) for name in ABSTRACTS}
# fmt: off
MEASUREMENTS = (
    Measurement("from the cache, on the same waitress", CONSTANT, {"throughput": (ge, 0.9)},
                lambda work: throughput(on_waitress("api:app", PROFILE_DB=work.database()), work.constant())),
    Measurement("as shipped, 32 connections", CONSTANT, {"throughput": (ge, 1.15)},
                lambda work: throughput(shipped(work.database()), work.constant(), connections=32)),
    Measurement("not cached", "others", {"a constant application": (ge, 0.4), "FastAPI with orjson": (ge, 1.1)},
                measure_uncached),
    Measurement("as shipped", "Datasette's table page", {"throughput": (ge, 15)},
                lambda work: throughput_in_turns(shipped(work.database()), programs.datasette(work.database()))),
    Measurement("start until the first response", "a bare Falcon application on waitress", {"start": (le, 1.6)}, measure_start),
    Measurement("home page, not cached", "the list of 13, not cached", {"home page": (le, 25)}, measure_home),
    Measurement(f"every filter and pair of filters, {LARGE}, not cached", "", {"slowest median": (le, 15)}, measure_filters),
    Measurement(f"build of {LARGE}", "`frictionless validate`", {"processor time": (le, 2.2), "peak memory": (le, 150)},
                measure_build),
    Measurement(f"static site of {SITE_PUBLICATIONS} publications in two languages", "", {"processor time": (le, 8)},
                measure_site),
    Measurement(f"import of {IMPORTED_RECORDS:,} records", "", IMPORT, measure_import),
)
# fmt: on
