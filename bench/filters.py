"""Time every filter of the publications and every pair of filters, in every order, without the response cache."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode

from bench import programs
from bench.programs import LIST, NotMeasuredError, running, shipped, slowness

REQUESTS = 30
WARM_UP = 5
# The descending orders read the same indexes backwards.
ORDERS = ("-year", "year", "title", "journal", "relevance")
NO_FILTERS = ("limit", "offset", "format", "style", "fields", "sort")
Draw = Callable[[random.Random], str]


class Timing(NamedTuple):
    """Milliseconds until a response was read, for a combination of filters and an order, scaled."""

    filters: tuple[str, ...]
    sort: str
    median: float
    p99: float


def measure(database: Path) -> list[Timing]:
    """Time all combinations, the slowest first: the parameters are those of the API's own description."""
    timings = []
    with running(shipped(database, cache_megabytes=0)) as server:
        address = server.address
        operation = json.loads(get(f"{address}/api/openapi.json"))["paths"][LIST]["get"]
        schemas = {parameter["name"]: parameter["schema"] for parameter in operation["parameters"]}
        filters = [name for name in schemas if name not in NO_FILTERS]
        draws = values(address + LIST, {name: schemas[name] for name in filters})
        for names, sort in questions(filters):
            taken = timed(address + LIST, {name: draws[name] for name in names}, sort)
            timings.append(Timing(names, sort, median(taken), quantiles(taken, n=100, method="inclusive")[-1]))
    return sorted(timings, key=lambda timing: -timing.median)


def questions(filters: Sequence[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield no filter, every filter and every pair of filters, each with every order that it can have."""
    for names in ((), *combinations(filters, 1), *combinations(filters, 2)):
        for sort in ORDERS:
            if sort != "relevance" or "q" in names:  # Relevance is an order for words only.
                yield names, sort


def get(address: str, **query: str | int) -> bytes:
    """Return the body of a successful response, or nothing if the query was refused."""
    try:
        with programs.get(f"{address}?{urlencode(query)}") as response:
            return bytes(response.read())
    except HTTPError as error:
        if error.code != 400:
            raise NotMeasuredError(f"{error.url} was answered with {error.code}.") from None
        return b""


def values(address: str, schemas: Mapping[str, Mapping[str, Any]]) -> dict[str, Draw]:
    """Return a function for each filter that draws a value with which publications are found."""
    facets = json.loads(get(f"{address}/facets", limit=1000))
    years, journals, authors = ([str(facet[name[:-1]]) for facet in facets[name]] for name in ("years", "journals", "authors"))
    listed = json.loads(get(address, limit=1000))["publications"]
    titles = [publication["title"].split() for publication in listed]

    def one_of(choices: Sequence[str]) -> Draw:
        return lambda chance: chance.choice(choices)

    draws = {name: one_of(schema.get("enum") or schema.get("items", {}).get("enum") or years) for name, schema in schemas.items()}
    return draws | {
        "author": one_of(authors),
        "doi": one_of([publication["doi"] for publication in listed if "doi" in publication]),
        "journal": lambda chance: chance.choice(journals)[chance.randrange(8) :][: chance.randint(3, 12)],
        "journal_is": one_of(journals),
        "keywords": lambda chance: ",".join(" ".join(chance.choice(titles)[:2]) for _ in range(5)),
        "q": lambda chance: " ".join(chance.sample(chance.choice(titles), chance.randint(1, 3))),
    }


def timed(address: str, draws: Mapping[str, Draw], sort: str) -> list[float]:
    """Return the scaled milliseconds of the requests; values that contradict each other are drawn again."""
    chance, taken = random.Random(" ".join(draws)), list[float]()
    for _ in range(10 * (WARM_UP + REQUESTS)):
        query = {name: draw(chance) for name, draw in draws.items()}
        began = time.perf_counter()
        if get(address, sort=sort, **query):
            taken.append(1000 * (time.perf_counter() - began))
        if len(taken) == WARM_UP + REQUESTS:
            scale = slowness()
            return [milliseconds / scale for milliseconds in taken[WARM_UP:]]
    raise NotMeasuredError(f"Nearly all requests with {', '.join(draws)} were refused.")
