"""The rows about size: a thousand times as many publications, a long download, a long build."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing
from urllib.parse import quote

from bench import machine, peers, scale
from bench.download import read_whole, stalled, stream
from bench.load import ROUNDS, Side, compare, medians
from bench.machine import own_command
from bench.peers import Peers, as_shipped, on_default_waitress
from bench.rows_requests import speeds
from bench.servers import get
from bench.table import Figure, Row, Target, at_least, at_most

# So many different questions are asked in turn: none is the one before, and all have been asked once when it counts.
QUESTIONS = 40
STALLED_READERS = 16
BUILDS = 3
Questions = Callable[[sqlite3.Connection], list[str]]

SAMPLE_OF_DOIS = """
select doi
from publications
where doi is not null and id % (select max(id) / :number from publications) = 0
limit :number
"""
YEARS = "select year from years order by year limit :number"
# Names that are part of no other journal's name: to ask for one finds one journal.
RARE_JOURNALS = "select name from journals where name like '%, Section _' order by publications, id limit :number"


def column(connection: sqlite3.Connection, statement: str) -> list[str]:
    return [quote(str(value), safe="") for (value,) in connection.execute(statement, {"number": QUESTIONS})]


def by_doi(connection: sqlite3.Connection) -> list[str]:
    return [f"/api/publications/{doi}" for doi in column(connection, SAMPLE_OF_DOIS)]


def by_year(connection: sqlite3.Connection) -> list[str]:
    return [f"/api/publications?year={year}&limit=20" for year in column(connection, YEARS)]


def without_match(connection: sqlite3.Connection) -> list[str]:
    return [f"/api/publications?journal=nowhere+{number}" for number in range(QUESTIONS)]


def rare(connection: sqlite3.Connection) -> list[str]:
    return [f"/api/publications?journal={name}&limit=1" for name in column(connection, RARE_JOURNALS)]


def common(connection: sqlite3.Connection) -> list[str]:
    return ["/api/publications?journal=rad"]


def sizes(what: str, questions: Questions, target: Target) -> Row:
    """The same questions to a large and a small database, nothing cached."""
    with ExitStack() as stack:
        sides = []
        for number in (scale.LARGE, scale.SMALL):
            database, _ = scale.database(number)
            with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
                paths = questions(connection)
            sides.append(Side(stack.enter_context(on_default_waitress(database, cached=False)), paths))
        samples = compare(*sides)
    return Row(what, speeds(samples, cpu=target))


def doi(what: str, sides: Peers) -> Row:
    return sizes(what, by_doi, at_most(1.15))


def year(what: str, sides: Peers) -> Row:
    return sizes(what, by_year, at_most(1.15))


def journal_without_match(what: str, sides: Peers) -> Row:
    return sizes(what, without_match, at_most(1.15))


def rare_journal(what: str, sides: Peers) -> Row:
    return sizes(what, rare, at_most(1.15))


def common_journal(what: str, sides: Peers) -> Row:
    return sizes(what, common, at_most(1.35))


def csv(what: str, sides: Peers) -> Row:
    """A Datasette is started for each round, because it goes on with a download whose reader has gone."""
    database, _ = scale.database(scale.LARGE)
    ours, theirs = [], []
    for _ in range(ROUNDS):
        with as_shipped(database) as server:
            get(server, "/api/publications")
            ours.append(stream(server, "/api/export.csv"))
        with sides.datasette(database) as server:
            theirs.append(stream(server, peers.STREAMED_CSV))
    rate, cpu = medians(ours, lambda each: (each.rate, each.cpu))
    their_rate, their_cpu = medians(theirs, lambda each: (each.rate, each.cpu))
    figures = (
        Figure("bytes", rate, their_rate, "MB/s", at_least(3), judged=False),
        Figure("CPU", cpu, their_cpu, "ms/MB", at_most(1 / 3)),
    )
    return Row(what, figures)


def csv_memory(what: str, sides: Peers) -> Row:
    database, _ = scale.database(scale.LARGE)
    with as_shipped(database) as server:
        read_whole(server, "/api/export.csv")
        return Row(what, (Figure("peak memory", machine.memory(server.pid, "VmHWM"), None, "MB", at_most(45)),))


def csv_stalled(what: str, sides: Peers) -> Row:
    """The list of publications beside downloads that nobody reads on with, and without them."""
    database, _ = scale.database(scale.LARGE)
    with as_shipped(database) as held, as_shipped(database) as free, stalled(held, "/api/export.csv", STALLED_READERS):
        samples = compare(Side(held), Side(free))
        peak = machine.memory(held.pid, "VmHWM")
    figures = speeds(samples, at_least(0.9), at_most(1.1), both=True)
    return Row(what, (*figures, Figure("peak memory", peak, None, "MB")))


def build(what: str, sides: Peers) -> Row:
    """Both read the same file with the same schema; the build also writes and checks the database."""
    folder = scale.sources(scale.MEDIUM)
    target = scale.folder() / "timed" / "profile.db"
    frictionless = [own_command("frictionless"), "validate", "datapackage.yaml", "--resource-name", "publications"]
    ours, theirs = [], []
    for number in range(BUILDS):
        scale.say(f"  build against frictionless validate, {number + 1} of {BUILDS}")
        target.unlink(missing_ok=True)
        ours.append(scale.timed(scale.build_command(folder, target)))
        theirs.append(scale.timed(frictionless, cwd=folder))
    target.unlink()
    time, cpu = medians(ours, lambda each: (each.seconds, each.cpu))
    their_time, their_cpu = medians(theirs, lambda each: (each.seconds, each.cpu))
    figures = (
        Figure("time", time, their_time, "s", at_most(1.35), judged=False),
        Figure("CPU", cpu, their_cpu, "s", at_most(1.35)),
    )
    return Row(what, figures)


def build_memory(what: str, sides: Peers) -> Row:
    _, large = scale.database(scale.LARGE)
    _, medium = scale.database(scale.MEDIUM)
    return Row(what, (Figure("peak memory", large.peak, medium.peak, "MB", at_most(1.25)),))
