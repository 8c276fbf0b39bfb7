"""The rows about single requests: this service against a constant, and against what others would have built."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager

from bench import peers, scale
from bench.load import Sample, Side, compare
from bench.peers import Peers, as_shipped, on_default_waitress
from bench.servers import Server, get
from bench.table import Figure, Row, Target, at_least, at_most


def speeds(
    samples: Sequence[Sample], throughput: Target | None = None, cpu: Target | None = None, *, both: bool = False
) -> tuple[Figure, ...]:
    """Throughput and CPU, ours and theirs. CPU is the steadier and judges, unless ``both`` do."""
    ours, theirs = samples
    return (
        Figure("throughput", ours.rate, theirs.rate, "/s", throughput, judged=both or cpu is None),
        Figure("CPU", ours.cpu, theirs.cpu, "µs", cpu),
    )


def times_as_fast(samples: Sequence[Sample], least: float) -> tuple[Figure, ...]:
    """The same promise for throughput and for CPU."""
    return speeds(samples, at_least(least), at_most(1 / least))


def cached(what: str, sides: Peers) -> Row:
    with on_default_waitress(scale.example()) as ours, sides.bare(ours) as bare:
        medians = compare(Side(ours), Side(bare))
    return Row(what, speeds(medians, at_least(0.95), at_most(1.08), both=True))


def not_cached(what: str, sides: Peers) -> Row:
    with on_default_waitress(scale.example(), cached=False) as ours, sides.bare(ours) as bare:
        medians = compare(Side(ours), Side(bare))
    return Row(what, times_as_fast(medians, 0.75))


def fifty_not_cached(what: str, sides: Peers) -> Row:
    """Beside the constant of as many bytes, and beside that of the first rows, which is a quarter of it."""
    database, _ = scale.database(scale.SMALL)
    with (
        on_default_waitress(database, cached=False) as ours,
        on_default_waitress(scale.example()) as small,
        sides.bare(ours) as bare,
        sides.bare(small) as bare_small,
    ):
        fifty, same, thirteen = compare(Side(ours), Side(bare), Side(bare_small))
    beside = Figure("CPU beside the 13 rows' constant", fifty.cpu, thirteen.cpu, "µs", at_most(2.0), judged=False)
    return Row(what, (*speeds((fifty, same), cpu=at_most(2.0)), beside))


def as_it_ships(what: str, sides: Peers) -> Row:
    with as_shipped(scale.example()) as ours, sides.bare(ours) as bare:
        shipped, constant = compare(Side(ours), Side(bare), connections=32)
    p99 = Figure("p99", shipped.p99, constant.p99, "ms", at_most(0.5))
    return Row(what, (*speeds((shipped, constant), at_least(1.3)), p99))


def datasette_table(what: str, sides: Peers) -> Row:
    return datasette(what, sides, peers.TABLE_PAGE, 15)


def datasette_sql(what: str, sides: Peers) -> Row:
    return datasette(what, sides, peers.CUSTOM_SQL, 7)


def datasette(what: str, sides: Peers, path: str, least: float) -> Row:
    with as_shipped(scale.example()) as ours, sides.datasette(scale.example()) as theirs:
        medians = compare(Side(ours), Side(theirs, (path,)))
    return Row(what, times_as_fast(medians, least))


def fastapi(what: str, sides: Peers) -> Row:
    return beside_fastapi(what, sides.fastapi(scale.example()), 1.0)


def fastest_fastapi(what: str, sides: Peers) -> Row:
    return beside_fastapi(what, sides.fastapi(scale.example(), fastest=True), None)


def beside_fastapi(what: str, peer: AbstractContextManager[Server], least: float | None) -> Row:
    with as_shipped(scale.example(), cached=False) as ours, peer as theirs:
        medians = compare(Side(ours), Side(theirs))
    return Row(what, times_as_fast(medians, least) if least else speeds(medians))


def gunicorn(what: str, sides: Peers) -> Row:
    return elsewhere(what, sides.gunicorn(scale.example()))


def granian(what: str, sides: Peers) -> Row:
    return elsewhere(what, sides.granian(scale.example()))


def elsewhere(what: str, peer: AbstractContextManager[Server]) -> Row:
    """The same application on another server, beside how it ships."""
    with as_shipped(scale.example()) as ours, peer as theirs:
        if get(theirs, "/api/publications").body != get(ours, "/api/publications").body:
            raise AssertionError("the other server gives another answer")
        there, shipped = compare(Side(theirs), Side(ours))
    return Row(what, speeds((there, shipped)))
