"""``python -m pipeline diff``: lines, JSON, colours, exit codes."""

from __future__ import annotations

import json
import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from db.layout import SCHEMA_VERSION
from pipeline.__main__ import main
from pipeline.loading.publish import build
from tests.support.messages import edit, write
from tests.support.terminal import on_a_terminal

NOTHING = "The next build would change nothing in the published data."


@pytest.fixture
def built(folder: Path, target: Path) -> tuple[Path, Path]:
    """Sources without warnings, and the database that was built from them."""
    assert build(folder, target).outcome == "built"
    return folder, target


def diff(folder: Path, target: Path, *options: str) -> int:
    return main(["diff", "--sources", str(folder), "--database", str(target), *options])


def test_lines(built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    """Rows by name, fields with their old and new values, numbers at the end."""
    folder, target = built
    edit(folder, "clinic.yaml", "latitude: 31.5", "latitude: 32")
    edit(folder, "publications.csv", ",2025,23,2,", ",2024,,2,")
    lines = (folder / "services.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    elbow = "Ultrasound of the elbow,אולטרסאונד של המרפק,,\n"
    write(folder, "services.csv", "".join([lines[0], lines[2], lines[1], *lines[3:-1], elbow]))
    assert diff(folder, target) == 0
    assert capsys.readouterr().out.splitlines() == [
        "~ clinic",
        "    coordinates.latitude: 31.5 -> 32",
        '~ publications: "Shear-wave elastography of the tibial nerve in early diabeti…" (2024)',
        "    year: 2025 -> 2024",
        '    volume: "23" -> nothing',
        '- services: "Second opinion on musculoskeletal imaging"',
        '> services: "Ultrasound of the wrist" has another position',
        '+ services: "Ultrasound of the elbow"',
        "1 added, 1 removed, 2 changed, 1 moved.",
    ]


def test_long_and_similar_values(built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    """Long text begins shortly before the difference; an invisible one is announced."""
    folder, target = built
    edit(folder, "research.yaml", "and with the patients' own reports", "and with reports of the patients")
    edit(folder, "clinic.yaml", "1 Example Street", "1\u00a0Example \u202eStreet")
    edit(folder, "publications.csv", "Lévy X, Example N", "Le\u0301vy X, Example N")
    assert diff(folder, target) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("    ")] == [
        '    address: "1 Example Street, Example City, Israel" -> "1 Example \ufffdStreet, Example City, Israel"',
        '    summary: "…h function and with the patients\' own reports." -> "…h function and with reports of the patients."',
        '    authors: "Lévy X, Example N" -> "Le\u0301vy X, Example N" '
        "(the difference is invisible: whitespace, line breaks or special characters)",
    ]


def test_a_photo_that_is_replaced_under_its_name(built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    """It changes the address of the photo; another name for the same file changes nothing."""
    folder, target = built
    (folder / "portrait.png").rename(folder / "me.png")
    edit(folder, "profile.yaml", "portrait.png", "me.png")
    assert diff(folder, target) == 0
    assert capsys.readouterr().out.splitlines() == [NOTHING]
    Image.new("RGB", (400, 400), "navy").save(folder / "me.png")
    assert diff(folder, target) == 0
    first, second, last = capsys.readouterr().out.splitlines()
    assert (first, last) == ("~ profile", "0 added, 0 removed, 1 changed, 0 moved.")
    assert re.fullmatch(r'    photo: "photo-[0-9a-f]{16}-640\.jpg" -> "photo-[0-9a-f]{16}-400\.jpg"', second)


def test_no_database_yet(folder: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Everything is new, so rows are counted, not listed; nothing is created."""
    assert diff(folder, target) == 0
    message = f"{target} does not exist yet, so everything is new: 13 publications, 18 services.\n"
    assert capsys.readouterr() == (message, "")
    assert not target.parent.exists()


def test_a_database_of_another_version(built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    """It is compared if it has the same tables."""
    folder, target = built
    with closing(sqlite3.connect(target)) as connection:
        connection.execute(f"pragma user_version = {SCHEMA_VERSION - 1}")
    assert diff(folder, target) == 0
    other = f"{target} was built by another version of this service. The next build replaces the whole file."
    assert capsys.readouterr().out.splitlines() == [other, NOTHING]


def test_an_unusable_database(folder: Path, target: Path, capsys: pytest.CaptureFixture[str], subtests: pytest.Subtests) -> None:
    """Exit code 2, also for JSON."""
    target.parent.mkdir()
    target.write_bytes(b"not a database")
    for options in ((), ("--format", "json")):
        with subtests.test(options=options):
            assert diff(folder, target, *options) == 2
            message = f"{target} cannot be read (file is not a database). Rebuild it with make build-db.\n"
            assert capsys.readouterr() == ("", message)


def test_errors_and_warnings_of_the_sources(
    sources: Path, target: Path, capsys: pytest.CaptureFixture[str], subtests: pytest.Subtests
) -> None:
    """Warnings come first; errors, and warnings with --strict, are reported as by a check."""
    edit(sources, "publications.csv", '"corrected 2018-03-05, doi:10.5555/afim.2018.012"', "")
    assert build(sources, target).outcome == "built"
    warning = f"warning: {sources}/publications.csv, row 13, doi: Empty; a value is recommended."
    assert diff(sources, target) == 0
    assert capsys.readouterr().out.splitlines() == [warning, NOTHING]
    for edited in (False, True):
        with subtests.test(edited=edited):
            assert diff(sources, target, "--strict") == 1
            shown = capsys.readouterr().out
            assert main(["check", "--sources", str(sources), "--strict"]) == 1
            assert shown == f"{capsys.readouterr().out}The next build would publish nothing.\n"
            if not edited:
                edit(sources, "publications.csv", ",2025,23,", ",1799,23,")


def test_json(built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    """Names in full, and values as the API has them."""
    folder, target = built
    edit(folder, "clinic.yaml", 'closes: "12:00"', 'closes: "12:30"')
    edit(folder, "services.csv", "nerve-ultrasound\n", "\n")
    edit(folder, "publications.csv", ",2025,23,", ",2024,23,")
    assert diff(folder, target, "--format", "json") == 0
    title = "Shear-wave elastography of the tibial nerve in early diabetic polyneuropathy: a prospective cohort study"
    tunnel = "Ultrasound of the median nerve in the carpal tunnel"
    assert json.loads(capsys.readouterr().out) == {
        "ok": True,
        "counts": {"added": 0, "removed": 0, "changed": 3, "moved": 0},
        "changes": [
            changed("clinic", None, "hours.weekly[3].closes", "12:00", "12:30"),
            changed("publications", f"{title} (2024)", "year", 2025, 2024),
            changed("services", tunnel, "tags[1]", "nerve-ultrasound", None),
        ],
        "problems": [],
    }


def changed(resource: str, name: str | None, field: str, old: Any, new: Any) -> dict[str, Any]:
    return {"resource": resource, "change": "changed", "name": name, "fields": [{"field": field, "old": old, "new": new}]}


def test_json_of_sources_that_do_not_pass(sources: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No changes, because there would be none."""
    edit(sources, "publications.csv", '"corrected 2018-03-05, doi:10.5555/afim.2018.012"', "")
    edit(sources, "clinic.yaml", "+972-0-555-0100", "+972-0-555-0101")
    assert diff(sources, target, "--strict", "--format", "json") == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["ok"], document["counts"], document["changes"]) == (
        False,
        {"added": 0, "removed": 0, "changed": 0, "moved": 0},
        [],
    )
    assert [problem["message"] for problem in document["problems"]] == ["Empty; a value is recommended."]


def test_colour_on_a_terminal_only(built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    """Not in a pipe, and not if NO_COLOR is set."""
    folder, target = built
    edit(folder, "clinic.yaml", "+972-0-555-0100", "+972-0-555-0101")
    lines = ["~ clinic", '    phone: "+972-0-555-0100" -> "+972-0-555-0101"', "0 added, 0 removed, 1 changed, 0 moved."]
    command = [sys.executable, "-m", "pipeline", "diff", "--sources", str(folder), "--database", str(target)]
    assert on_a_terminal(command).splitlines() == [f"\x1b[33m{lines[0]}\x1b[0m", *lines[1:]]
    assert on_a_terminal(command, NO_COLOR="1").splitlines() == lines
    assert diff(folder, target) == 0
    assert capsys.readouterr().out.splitlines() == lines
