"""Time every filter of the publications and every pair of filters, in every order, without the response cache.

Requests go over HTTP, one at a time. The parameters are those of the API's own description; values come from the publications.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from http.client import HTTPConnection
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple
from urllib.parse import urlencode

from bench.programs import LIST, NotMeasuredError, running, shipped

REQUESTS = 60
WARM_UP = 5
MOST_ATTEMPTS = 1000
NO_FILTERS = ("limit", "offset", "format", "style", "fields", "sort")

Draw = Callable[[random.Random], str]


class Timing(NamedTuple):
    """Milliseconds until a response was read, for a combination of filters and an order."""

    filters: tuple[str, ...]
    sort: str
    median: float
    p99: float


def measure(database: Path) -> list[Timing]:
    """Time all combinations, the slowest first; relevance is an order for words in ``q`` only."""
    timings = []
    with running(shipped(database, cache_megabytes=0)) as address, closing(HTTPConnection(address[7:])) as connection:
        operation = get(connection, "/api/openapi.json")["paths"][LIST]["get"]
        schemas = {parameter["name"]: parameter["schema"] for parameter in operation["parameters"]}
        filters = [name for name in schemas if name not in NO_FILTERS]
        draws = values(connection, {name: schemas[name] for name in filters})
        for names in ((), *combinations(filters, 1), *combinations(filters, 2)):
            for sort in schemas["sort"]["enum"]:
                if sort != "relevance" or "q" in names:
                    taken = sorted(timed(connection, {name: draws[name] for name in names}, sort))
                    timings.append(Timing(names, sort, median(taken), taken[len(taken) * 99 // 100]))
    return sorted(timings, key=lambda timing: -timing.median)


def get(connection: HTTPConnection, path: str, **query: str | int) -> Any:
    """Return the JSON of a successful response, or None where the query was refused."""
    connection.request("GET", f"{path}?{urlencode(query)}")
    response = connection.getresponse()
    body = response.read()
    if response.status not in (200, 400):
        raise NotMeasuredError(f"{path} with {query} was answered with {response.status}.")
    return json.loads(body) if response.status == 200 else None


def values(connection: HTTPConnection, schemas: Mapping[str, Mapping[str, Any]]) -> dict[str, Draw]:
    """Return a function for each filter that draws a value with which publications are found."""
    facets = get(connection, f"{LIST}/facets", limit=1000)
    years, journals, authors = ([str(one[name[:-1]]) for one in facets[name]] for name in ("years", "journals", "authors"))
    titles = [publication["title"].split() for publication in get(connection, LIST, limit=1000)["publications"]]

    def one_of(choices: Sequence[str]) -> Draw:
        return lambda chance: chance.choice(choices)

    draws = {name: one_of(schema.get("enum") or years) for name, schema in schemas.items()}
    return draws | {
        "author": one_of(authors),
        "journal": lambda chance: chance.choice(journals)[chance.randrange(8) :][: chance.randint(3, 12)],
        "q": lambda chance: " ".join(chance.sample(chance.choice(titles), chance.randint(1, 3))),
    }


def timed(connection: HTTPConnection, draws: Mapping[str, Draw], sort: str) -> Iterator[float]:
    """Yield the milliseconds of each request; values that contradict each other are drawn again."""
    chance = random.Random(" ".join(draws))
    answered = 0
    for _ in range(MOST_ATTEMPTS):
        query = {name: draw(chance) for name, draw in draws.items()}
        began = time.perf_counter()
        if get(connection, LIST, sort=sort, **query) is not None:
            answered += 1
            if answered > WARM_UP:
                yield 1000 * (time.perf_counter() - began)
            if answered == WARM_UP + REQUESTS:
                return
    raise NotMeasuredError(f"Nearly all requests with {', '.join(draws)} were refused.")
