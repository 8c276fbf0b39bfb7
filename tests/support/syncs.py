"""``make sync`` in tests: an owner's list of one publication beside services that have others."""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.conftest import Command, Run
from tests.support.messages import HEADER
from tests.support.replay import Replay
from tests.support.services import Services, Work

LISTED = "Sonography of the median nerve"
LIST = f"""{HEADER}
{LISTED},"Levi R, Example N",My Journal,2021,,3,,10.5555/median,,
"""
PUBMED = "https://pubmed.ncbi.nlm.nih.gov"
MEDIAN = Work(LISTED, "10.5555/median", "1001", year=2021, volume="12", issue="3", journal="Levant Journal")
TIBIAL = Work("Elastography of the tibial nerve in early polyneuropathy", "10.5555/Tibial", "1002")
GOUT = Work("Gout again, with a control group and a longer title", "10.5555/gout", "1003", year=2019)


@dataclass
class Sync:
    run: Command
    folder: Path
    list: Path
    services: Services
    replay: Replay

    def __call__(self, *options: str, command: str = "sync") -> Run:
        return self.run(command, "--sources", self.folder, "--cache", self.folder.parent / "cache", *options)

    def json(self, *options: str) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self("--format", "json", *options).out)
        return document

    def titles(self, *options: str) -> dict[str, str]:
        """The status of each record by title. Works for the owner to decide are "undecided"."""
        found = self.json(*options)
        undecided = {work["title"]: "undecided" for work in found["undecided"]}
        return {record["title"]: record["status"] for record in found["records"]} | undecided


def numbered(number: int, **changes: Any) -> Work:
    work = replace(TIBIAL, title=f"A work with the number {number}", doi=f"10.5555/{number}", pmid=str(2000 + number))
    return replace(work, **changes)


def updates(**by: tuple[str, str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for kind, (key, doi, source) in by.items():
        update = {"DOI": doi, "type": kind, "source": source, "updated": {"date-parts": [[2024, 5, 1]]}}
        found.setdefault(key, []).append(update)
    return found
