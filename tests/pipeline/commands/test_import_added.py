"""The column ``added``: the day on which ``make import`` and ``make sync`` wrote a row."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from pipeline.commands.import_publications import today
from tests.conftest import SOURCES
from tests.support.checking import example_sources
from tests.support.importing import Import
from tests.support.messages import HEADER

NEW = "TY  - JOUR\nTI  - A new paper\nAU  - Levi, R.\nT2  - Levant Journal\nPY  - 2023\nDO  - 10.5555/new\nER  - \n"
IMPORTED = "A new paper,Levi R,Levant Journal,2023,,,,10.5555/new,,"


def imported(run: Import) -> str:
    """Import a paper, and return the list."""
    assert run("--write", run.file("new.ris", NEW)).code == 0
    return run.list.read_text(encoding="utf-8")


def test_an_imported_row_has_the_day(run: Import) -> None:
    old = "Old,Example N,J,2020,,,,,,,2020-02-03"
    run.list.write_text(f"{HEADER},added\n{old}\n", encoding="utf-8")
    before = today(example_sources())
    written = imported(run)
    after = today(example_sources())
    assert written in [f"{HEADER},added\n{IMPORTED},{day}\n{old}\n" for day in (before, after)]


def test_rows_of_a_first_import_have_none(run: Import) -> None:
    """Otherwise every reader of the feed would be told of all of them."""
    run.list.unlink()
    assert imported(run).splitlines()[1].rstrip(",") == IMPORTED.rstrip(",")


def day(folder: Path, timezone: str) -> str:
    """Return the day of a clinic with this line in its hours."""
    text = (SOURCES / "clinic.yaml").read_text(encoding="utf-8")
    path = folder / "clinic.yaml"
    path.write_text(text.replace("  timezone: Asia/Jerusalem\n", timezone), encoding="utf-8")
    return today({"clinic": replace(example_sources()["clinic"], path=path)})


def test_the_day_is_that_of_the_clinic(tmp_path: Path) -> None:
    """Two of the zones are 25 hours apart, so their days always differ."""
    assert day(tmp_path, "  timezone: Pacific/Kiritimati\n") > day(tmp_path, "  timezone: Pacific/Pago_Pago\n")


def test_without_hours_it_is_that_of_utc(tmp_path: Path) -> None:
    before = datetime.now(UTC).date().isoformat()
    assert day(tmp_path, "") in (before, datetime.now(UTC).date().isoformat())
