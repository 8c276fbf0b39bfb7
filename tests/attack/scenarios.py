"""The attacks. Each returns what well-behaved clients got during it, and what it cost the service."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial

from tests.attack.clients import NO_ANSWER, address, flood
from tests.attack.requests import CACHED, LONG, SLOW, UNCACHED, VARIED, WORST, drawn
from tests.support.load import SMALLEST_BUFFER, Client, memory, request

# Seconds between two requests of a client that behaves.
PAUSE = 0.02
# At least so many requests of each kind.
LEAST_VISITS = 20
FOREVER = 10**9
ATTACKERS = "attackers"


@dataclass(frozen=True)
class Victim:
    """The service under attack.

    Attributes:
        port: where it is asked: its own port, or that of the proxy.
        process: the id of its process.
        attackers: runs the attackers in another process.
        scale: the size of the attacks; 1 is the full one.
    """

    port: int
    process: int
    attackers: Executor
    scale: float

    def scaled(self, number: float, least: float) -> int:
        return int(max(number * self.scale, least))


@dataclass
class Result:
    """What one kind of client got during an attack.

    Attributes:
        clients: who they are.
        statuses: the number of answers by their status.
        taken: milliseconds until each answer was read.
        memory: bytes that the service has at the end.
        grown: bytes that it has more than when the attack was in full swing.
    """

    clients: str
    statuses: Counter[int] = field(default_factory=Counter)
    taken: list[float] = field(default_factory=list)
    memory: int = 0
    grown: int = 0

    def ask(self, client: Client, target: str) -> None:
        """Send a request and note the answer."""
        began = time.perf_counter()
        try:
            status = client.get(target).status
        except OSError:
            status = NO_ANSWER
            client.ends = True
        self.statuses[status] += 1
        self.taken.append(1000 * (time.perf_counter() - began))


def visit(port: int, proceed: Callable[[], bool]) -> Iterator[Result]:
    """Ask as visitors do for as long as ``proceed`` says so: for what is cached, and for what is not."""
    visits = (Result("cached"), Result("not cached"))
    with Client(port) as client:
        for turn, (known, unknown) in enumerate(zip(drawn(CACHED, 1), drawn(UNCACHED, 2), strict=True)):
            if turn >= LEAST_VISITS and not proceed():
                break
            for result, target in zip(visits, (known, unknown), strict=True):
                result.ask(client, target)
                time.sleep(PAUSE)
    yield from visits


def worst(victim: Victim, clients: int) -> Iterator[Result]:
    """Ask for the most expensive things, with many clients at once, for ten seconds."""
    seconds = victim.scaled(10, 1)
    attack = victim.attackers.submit(flood, victim.port, WORST, clients, seconds=seconds, number=FOREVER)
    yield from visit(victim.port, lambda: not attack.done())
    yield Result(ATTACKERS, attack.result(), memory=memory(victim.process))


def abandoned(victim: Victim) -> Iterator[Result]:
    """Send 1,000 slow requests and close the connections at once, then ask for the profile."""
    for target, number in zip(drawn(SLOW, 3), range(victim.scaled(1000, 10)), strict=False):
        with Client(victim.port, source=address(number)) as client:
            client.send(request(target))
    result = Result("next")
    with Client(victim.port, timeout=60) as client:
        result.ask(client, CACHED[0])
    yield result
    yield from visit(victim.port, lambda: False)


def stalled(victim: Victim) -> Iterator[Result]:
    """Request 990 long lists and don't read them: nearly as many as the server has connections."""
    with ExitStack() as stack:
        for target, number in zip(drawn(LONG, 4), range(victim.scaled(990, 10)), strict=False):
            client = stack.enter_context(Client(victim.port, source=address(number), buffer=SMALLEST_BUFFER))
            client.send(request(target))
        for result in visit(victim.port, lambda: False):
            result.memory = memory(victim.process)
            yield result


def varied(victim: Victim) -> Iterator[Result]:
    """Send 200,000 requests of every kind; memory is compared with that after the first fifth."""
    number = victim.scaled(40_000, 400)
    statuses: Counter[int] = Counter()
    first = 0
    for turn in range(5):
        attack = victim.attackers.submit(flood, victim.port, VARIED, 16, seconds=FOREVER, number=number, seed=turn)
        statuses += attack.result()
        first = first or memory(victim.process)
    yield Result(ATTACKERS, statuses, memory=memory(victim.process), grown=memory(victim.process) - first)


SCENARIOS: dict[str, Callable[[Victim], Iterator[Result]]] = {
    "16 clients, worst requests": partial(worst, clients=16),
    "64 clients, worst requests": partial(worst, clients=64),
    "abandoned slow requests": abandoned,
    "stalled readers": stalled,
    "varied requests": varied,
}
