"""The column ``added``: the day on which ``make import`` and ``make sync`` wrote a row."""

from __future__ import annotations

import csv
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pipeline.commands.import_publications import today
from tests.conftest import SOURCES
from tests.support.checking import example_sources
from tests.support.importing import Import
from tests.support.messages import HEADER, edit
from tests.support.services import Work
from tests.support.syncing import Sync

NEW = "TY  - JOUR\nTI  - A new paper\nAU  - Levi, R.\nT2  - Levant Journal\nPY  - 2023\nDO  - 10.5555/new\nER  - \n"
ROW = "Old,Example N,J,2020,,,,,,,2020-02-03\n"


def days(path: Path) -> dict[str, Any]:
    """Return the column by title."""
    with path.open(encoding="utf-8", newline="") as file:
        return {row["title"]: row.get("added") for row in csv.DictReader(file)}


def test_an_imported_row_has_the_day(run: Import) -> None:
    run.list.write_text(f"{HEADER},added\n{ROW}", encoding="utf-8")
    before = today(example_sources())
    assert run("--write", run.file("new.ris", NEW)).code == 0
    after = today(example_sources())
    assert days(run.list) in [{"A new paper": day, "Old": "2020-02-03"} for day in (before, after)]


def test_a_synced_row_has_the_day(sync: Sync) -> None:
    sync.list.write_text(f"{HEADER},added\n{ROW}", encoding="utf-8")
    sync.services.works = [Work("A new paper", "10.5555/new")]
    before = today(example_sources())
    assert sync("--write").code == 0
    after = today(example_sources())
    assert days(sync.list) in [{"A new paper": day, "Old": "2020-02-03"} for day in (before, after)]


@pytest.mark.parametrize("exists", [True, False])
def test_rows_of_a_first_import_have_none(run: Import, *, exists: bool) -> None:
    """Otherwise every reader of the feed would be told of all of them."""
    run.list.unlink()
    if exists:
        run.list.write_text(f"{HEADER},added\n", encoding="utf-8")
    assert run("--write", run.file("new.ris", NEW)).code == 0
    assert days(run.list) == {"A new paper": ""}


def test_an_import_that_only_fills_cells_adds_no_column(run: Import) -> None:
    run.list.write_text(f"{HEADER}\nA new paper,Levi R,Levant Journal,2023,,,,,,\n", encoding="utf-8")
    assert run("--write", run.file("new.ris", NEW)).code == 0
    assert run.list.read_text(encoding="utf-8") == f"{HEADER}\nA new paper,Levi R,Levant Journal,2023,,,,10.5555/new,,\n"


def test_the_day_is_that_of_the_clinic(sources: Path) -> None:
    """Two of the zones are 25 hours apart, so their days always differ."""
    text = (SOURCES / "clinic.yaml").read_text(encoding="utf-8")
    east, west = sources / "east.yaml", sources / "west.yaml"
    east.write_text(text.replace("Asia/Jerusalem", "Pacific/Kiritimati"), encoding="utf-8")
    west.write_text(text.replace("Asia/Jerusalem", "Pacific/Pago_Pago"), encoding="utf-8")
    clinic = example_sources()["clinic"]
    assert today({"clinic": replace(clinic, path=east)}) > today({"clinic": replace(clinic, path=west)})


def test_without_hours_it_is_that_of_utc(sources: Path) -> None:
    edit(sources, "clinic.yaml", "  timezone: Asia/Jerusalem\n", "")
    before = datetime.now(UTC).date().isoformat()
    day = today({"clinic": replace(example_sources()["clinic"], path=sources / "clinic.yaml")})
    assert day in (before, datetime.now(UTC).date().isoformat())
