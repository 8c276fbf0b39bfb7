"""The cost of 100, 1,000 and 10,000 publications."""

from __future__ import annotations

from statistics import median

from bench import clients
from bench.measurements import REQUESTS, Workspace
from bench.programs import FACETS, LIST, build, megabytes_of, process, run, shipped

SIZES = (100, 1_000, 10_000)


def growth(work: Workspace, publications: int) -> dict[str, float]:
    """Return what this number of publications costs on this machine, without the response cache."""
    file = work.folder / "growth.db"
    cost = run(build(work.sources(publications), file))
    with process(shipped(file, cache_megabytes=0)) as (address, number):
        csv = clients.seconds(address + "/api/export.csv")
        paths = {
            "list": LIST,
            "words": f"{LIST}?q=tibial+nerve",
            "facets": FACETS,
            "list page": "/publications",
        }
        taken = {what: median(clients.seconds(address + path) for _ in range(REQUESTS)) for what, path in paths.items()}
        memory = megabytes_of(number)
    return {
        "build, s of processor time": cost.seconds,
        "file, MB": file.stat().st_size / 1e6,
        "memory of the service, MB": memory,
        **{f"{what}, ms": 1000 * seconds for what, seconds in {**taken, "first CSV": csv}.items()},
    }
