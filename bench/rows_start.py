"""The row about starting: how soon the first answer comes, and how much memory it takes."""

from __future__ import annotations

from contextlib import AbstractContextManager
from time import perf_counter

from bench import machine, scale
from bench.load import medians
from bench.peers import Peers, as_shipped
from bench.servers import Server
from bench.table import Figure, Row, at_most

STARTS = 7


def first_answer(starting: AbstractContextManager[Server]) -> tuple[float, float, float]:
    """Seconds by the clock and on a core until the first answer, and megabytes then."""
    began = perf_counter()
    with starting as server:
        return perf_counter() - began, machine.cpu_seconds(server.pid), machine.memory(server.pid)


def start(what: str, sides: Peers) -> Row:
    database = scale.example()
    ours, theirs = [], []
    with as_shipped(database) as model:
        for _ in range(STARTS):
            ours.append(first_answer(as_shipped(database)))
            theirs.append(first_answer(sides.bare(model)))
    clock, cpu, memory = medians(ours, lambda each: each)
    their_clock, their_cpu, their_memory = medians(theirs, lambda each: each)
    figures = (
        Figure("time", clock, their_clock, "s", at_most(2.1), judged=False),
        Figure("CPU", cpu, their_cpu, "s", at_most(2.1)),
        Figure("memory", memory, their_memory, "MB", at_most(1.6)),
    )
    return Row(what, figures)
