"""The requests of attackers and of clients that behave. ``{n}`` is a different number in every request, so no cache has it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

# The most expensive request of every kind that the service has.
WORST = (
    "/api/publications/facets?limit=1000&year_from=-{n}",
    "/api/publications/facets?q=of&author=e&journal=a&limit=1000&year_to={n}",
    "/api/publications?q=of+a&sort=relevance&offset={n}",
    "/api/publications?q=of&author=e&journal=a&sort=title&limit=1000&offset={n}",
    "/api/publications?author=e&sort=title&offset={n}",
    "/api/publications?journal=e&sort=title&limit=1000&offset={n}",
    "/api/publications?has_doi=true&sort=journal&limit=1000&offset={n}",
    "/api/publications?format=citation&style=apa&limit=100&offset={n}",
    "/api/publications?format=jsonld&limit=1000&offset={n}",
    "/publications?q=a&offset={n}",
    "/he/publications?journal=e&offset={n}",
    "/cv?{n}",
    "/resume.json?{n}",
    "/contact.vcf",
    "/sitemap.xml?{n}",
    "/feed.atom?{n}",
    "/card.png?{n}",
    "/api/export.csl.json?{n}",
)
# Requests that must be answered with 200 whatever others do: of these, what is in the cache of the service or the proxy, …
CACHED = ("/api/profile", "/api/publications")
# … and what is not.
UNCACHED = ("/api/profile?{n}", "/api/publications?offset={n}", "/publications?offset={n}", "/api/status?{n}")
CHEAP = (
    *UNCACHED,
    "/api/publications?year={n}",
    "/api/publications?limit={n}",
    "/api/publications?unknown{n}=1",
    "/api/publications/10.5555%2F{n}",
    "/publications/10.5555%2F{n}",
    "/{n}",
    "/assets/{n}",
    "/api/services?category={n}",
)
# Everything that a client may send, right or wrong. One in nine is expensive, so that many can be sent.
VARIED = (*WORST, *12 * CHEAP)
LONG = ("/api/publications?limit=1000&offset={n}",)
SLOW = (*WORST[:4], *UNCACHED)


def drawn(targets: Sequence[str], seed: int) -> Iterator[str]:
    """Yield the requests again and again in a random order, each with another number."""
    chance = random.Random(seed)  # noqa: S311 - nothing secret
    while True:
        yield chance.choice(targets).replace("{n}", str(chance.randrange(10**5)))
