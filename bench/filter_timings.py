"""Time every filter of the publications and every pair of filters, in every order, without the response cache."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from bench.clients import seconds
from bench.programs import FACETS, LIST, get, running, shipped, slowness

REQUESTS = 30
WARM_UP = 3
# The descending orders read the same indexes backwards.
ORDERS = ("-year", "year", "title", "journal", "relevance")
NO_FILTERS = ("limit", "offset", "format", "style", "fields", "sort")
Draw = Callable[[random.Random], str]


def measure(database: Path) -> dict[tuple[tuple[str, ...], str], list[float]]:
    """Return scaled milliseconds by filters and order, for every parameter in the OpenAPI description."""
    timings = {}
    with running(shipped(database, cache_megabytes=0)) as address:
        operation = body(f"{address}/api/openapi.json")["paths"][LIST]["get"]
        schemas = {parameter["name"]: parameter["schema"] for parameter in operation["parameters"]}
        draws = values(address, {name: schema for name, schema in schemas.items() if name not in NO_FILTERS})
        for names, sort in questions(draws):
            timings[names, sort] = timed(address + LIST, {name: draws[name] for name in names}, sort)
    return timings


def questions(filters: Iterable[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield no filter, every filter and every pair of filters, each with every order that it can have."""
    for names in ((), *combinations(filters, 1), *combinations(filters, 2)):
        for sort in ORDERS:
            if sort != "relevance" or "q" in names:  # Relevance is an order for words only.
                yield names, sort


def body(url: str) -> Any:
    with get(url) as response:
        return json.load(response)


def values(address: str, schemas: Mapping[str, Mapping[str, Any]]) -> dict[str, Draw]:
    """Return a function for each filter that draws a value with which publications are found."""
    facets = body(f"{address}{FACETS}?limit=1000")
    years, journals, authors = ([str(facet[name[:-1]]) for facet in facets[name]] for name in ("years", "journals", "authors"))
    listed = body(f"{address}{LIST}?limit=1000")["publications"]
    titles = [publication["title"].split() for publication in listed]
    # The latest year comes first. A year must not contradict the first and the last year.
    part = len(years) // 3

    def any_of(choices: Sequence[str]) -> Draw:
        return lambda chance: chance.choice(choices)

    enums = {name: schema.get("enum") or schema.get("items", {}).get("enum") for name, schema in schemas.items()}
    return {name: any_of(enum or years) for name, enum in enums.items()} | {
        "added_since": lambda chance: f"{chance.choice(years)}-07-01",
        "year_to": any_of(years[:part]),
        "year": any_of(years[part:-part]),
        "year_from": any_of(years[-part:]),
        "author": any_of(authors),
        "doi": any_of([publication["doi"] for publication in listed if "doi" in publication]),
        "journal": lambda chance: chance.choice(journals)[chance.randrange(8) :][: chance.randint(3, 12)],
        "journal_is": any_of(journals),
        "keywords": lambda chance: ",".join(" ".join(chance.choice(titles)[:2]) for _ in range(5)),
        "q": lambda chance: " ".join(chance.sample(chance.choice(titles), chance.randint(1, 3))),
    }


def timed(url: str, draws: Mapping[str, Draw], sort: str) -> list[float]:
    """Return the scaled milliseconds of some requests after the first ones."""
    chance = random.Random(" ".join(draws))
    queries = [{"sort": sort, **{name: draw(chance) for name, draw in draws.items()}} for _ in range(WARM_UP + REQUESTS)]
    taken = [1000 * seconds(f"{url}?{urlencode(query)}") for query in queries]
    scale = slowness()
    return [milliseconds / scale for milliseconds in taken[WARM_UP:]]
