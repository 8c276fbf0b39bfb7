"""How long each filter of the list takes, alone and with each other one: ``python -m bench.filters``.

Questions of one kind to a list of 1,000 publications and to one of 1,000,000, one at a time over one connection, each question of
a row another one as far as there are so many. No finished answer is kept, so each is found anew; what a search has counted before
is known, as it is to every user of the service. A time says little by itself: beside it stands that of the short list, and in the
first row the least that an answer takes, which is one that was kept.
"""

from __future__ import annotations

import argparse
import http.client
import random
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations, cycle, islice
from pathlib import Path
from urllib.parse import quote, urlencode

from api.errors import ApiError
from api.handlers.publications import refuse_contradictions
from api.parameters import FILTERS, SORT
from bench.peers import as_shipped
from bench.scale import LARGE, SMALL, database
from bench.servers import Server
from db.text import words

QUESTIONS = 100
WARMING = 10
LIST = "/api/publications"
NAMES = tuple(parameter.name for parameter in FILTERS)
ORDERS = tuple(order for order in SORT.schema["enum"] if order != SORT.schema["default"])
Query = dict[str, str | int]
Values = dict[str, Callable[[random.Random], str | int]]


@dataclass(frozen=True)
class Measured:
    """Milliseconds in which half, and 99 of 100, of the questions of a row were answered."""

    median: float
    p99: float


def rows() -> Iterator[tuple[str, ...]]:
    """What is asked for in each row of the table: nothing, one filter or order, two of them."""
    yield ()
    orders = tuple(f"sort={order}" for order in ORDERS)
    for names in (*combinations((*NAMES, *orders), 1), *combinations((*NAMES, *orders), 2)):
        sorts = [name for name in names if name.startswith("sort=")]
        if len(sorts) < 2 and ("sort=relevance" not in names or "q" in names):
            yield names


def values(connection: sqlite3.Connection) -> Values:
    """For each filter, a value that some publication fits, drawn anew at each call."""
    years = [year for (year,) in connection.execute("select year from years")]
    journals = [name for (name,) in connection.execute("select name from journals")]
    names = [name for (name,) in connection.execute("select name from authors")]
    titles = [title for (title,) in connection.execute("select title from publications where id % 97 = 1 limit 2000")]

    def some_words(chance: random.Random) -> str:
        found = words(chance.choice(titles))
        return " ".join(chance.sample(found, min(len(found), chance.randint(1, 3))))

    def author(chance: random.Random) -> str:
        name = chance.choice(names)
        return str(name if chance.random() < 0.5 else name.rpartition(" ")[0] or name)

    def year(chance: random.Random) -> int:
        return int(chance.choice(years))

    return {
        "year": year,
        "journal": lambda chance: part(chance.choice(journals), chance),
        "q": some_words,
        "author": author,
        "year_from": year,
        "year_to": year,
        "has_doi": lambda chance: chance.choice(("true", "false")),
    }


def part(name: str, chance: random.Random) -> str:
    """What somebody might type who remembers part of a name."""
    start = chance.randrange(max(1, len(name) - 12))
    return name[start : start + chance.randint(3, 12)].strip() or name


def questions(names: Sequence[str], drawn: Values, number: int) -> list[str]:
    """The addresses of a row, as many as there are different ones; those that the service would refuse are left out."""
    chance = random.Random(" ".join(names))
    found: dict[str, None] = {}
    for _ in range(20 * number):
        query: Query = {}
        for name in names:
            key, _, fixed = name.partition("=")
            query[key] = fixed or drawn[key](chance)
        try:
            refuse_contradictions(query)
        except ApiError:
            continue
        found[f"{LIST}?{urlencode(query)}"] = None
        if len(found) == number:
            break
    return list(found)


def dois(connection: sqlite3.Connection, number: int) -> list[str]:
    """The addresses of publications by their DOI, from all over the list."""
    asked = "select doi from publications where doi is not null order by id * 7919 % 99991 limit ?"
    return [f"{LIST}/{quote(doi, safe='')}" for (doi,) in connection.execute(asked, (number,))]


def ask(server: Server, addresses: Sequence[str], number: int) -> Measured:
    """Ask so many questions of a row, one at a time, from the first again where there are fewer.

    Before, the others are asked, which do not count; where there are no others, the list: a question must be new when it counts.

    Raises:
        SystemExit: an answer is no 200.
    """
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as connection:
        for address in addresses[number:] or [LIST] * WARMING:
            answered(connection, address)
        taken = sorted(answered(connection, address) for address in islice(cycle(addresses[:number]), number))
    return Measured(taken[len(taken) // 2], taken[len(taken) * 99 // 100])


def answered(connection: http.client.HTTPConnection, address: str) -> float:
    """Ask one question; the milliseconds until its answer was read."""
    began = time.perf_counter()
    connection.request("GET", address)
    response = connection.getresponse()
    response.read()
    if response.status != 200:
        raise SystemExit(f"{address} was answered with {response.status}.")
    return 1000 * (time.perf_counter() - began)


def measured(file: Path, number: int) -> Iterator[tuple[str, Measured]]:
    """Every row of the table for one database: its name and what was measured."""
    with as_shipped(file) as server:
        yield "an answer that was kept", ask(server, [LIST], number)
    with (
        closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection,
        as_shipped(file, cached=False) as server,
    ):
        drawn = values(connection)
        yield "one publication by its DOI", ask(server, dois(connection, number + WARMING), number)
        for names in rows():
            yield ", ".join(names) or "no filter", ask(server, questions(names, drawn, number + WARMING), number)


def table(sides: Sequence[dict[str, Measured]], sizes: Sequence[int]) -> str:
    """The rows as Markdown: milliseconds at each size, and the ratio of the medians of the last to the first."""
    head = ["asked for", *(f"{figure} at {size:,}" for size in sizes for figure in ("p50", "p99")), "ratio of p50"]
    lines = [head, ["---", *["--:"] * (len(head) - 1)]]
    for name in sides[0]:
        found = [side[name] for side in sides]
        figures = [f"{figure:.1f} ms" for one in found for figure in (one.median, one.p99)]
        lines.append([name, *figures, f"{found[-1].median / found[0].median:.1f}"])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure every filter, alone and in pairs, on a short and on a long list.")
    parser.add_argument("--questions", type=int, default=QUESTIONS, help=f"how many a row (default: {QUESTIONS})")
    parser.add_argument("--sizes", type=int, nargs="+", default=[SMALL, LARGE], help="lengths of the lists")
    options = parser.parse_args()
    sides = []
    for size in options.sizes:
        file, _ = database(size)
        side = {}
        for name, figures in measured(file, options.questions):
            side[name] = figures
            if sys.stderr.isatty():
                print(f"\r\x1b[K{size:,} publications: {name}", end="", file=sys.stderr, flush=True)
        sides.append(side)
    print("\r\x1b[K" if sys.stderr.isatty() else "", end="", file=sys.stderr)
    print(table(sides, options.sizes))


if __name__ == "__main__":
    main()
