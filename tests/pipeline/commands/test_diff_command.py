"""``python -m pipeline diff``: each state of the database and the sources, JSON, colours, and the exit codes."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from db.layout import APPLICATION_ID, SCHEMA_VERSION
from pipeline.__main__ import main
from pipeline.loading.publish import build
from tests.conftest import ROOT, pipeline
from tests.pipeline.commands.test_diff import NOTHING, diff, reorder, rows
from tests.support.messages import edit, write


@pytest.fixture
def built(folder: Path, target: Path) -> tuple[Path, Path]:
    """Sources that give no warning, and the database that was built from them."""
    assert build(folder, target).outcome == "built"
    return folder, target


def test_no_database_yet(folder: Path, target: Path) -> None:
    """All is new, and nothing is made."""
    run = diff(folder, target)
    assert run[:7] == [
        f"There is no {target} yet, so all is new.",
        "+ site",
        "+ profile",
        "+ clinic",
        "+ research",
        '+ publications: "Shear-wave elastography of the tibial nerve in early diabeti…" (2025)',
        '+ publications: "Platelet-rich plasma or corticosteroid for lateral elbow ten…" (2025)',
    ]
    assert run[-1] == "35 added, 0 removed, 0 changed, 0 moved."
    assert not target.parent.exists()


def test_a_file_that_is_no_database_of_ours(folder: Path, tmp_path: Path) -> None:
    """Exit code 2 and one sentence: the build would replace it."""
    for name, content in (("text", b"not a database"), ("empty", b"")):
        (tmp_path / name).write_bytes(content)
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("create table publications (id, json)")
    for name in ("text", "empty", "other.db"):
        before = (tmp_path / name).read_bytes()
        run = pipeline("diff", "--sources", folder, "--database", tmp_path / name)
        sentence = "is no database of this service. Is it the right file? The next build would replace it."
        assert (run.code, run.out, run.err) == (2, "", f"{tmp_path / name} {sentence}\n")
        assert (tmp_path / name).read_bytes() == before


def test_what_is_no_file(folder: Path, tmp_path: Path) -> None:
    """A pipe would hold up who reads it."""
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path, tmp_path / "pipe"):
        run = pipeline("diff", "--format", "json", "--sources", folder, "--database", place)
        sentence = "is no file. Name the database with --database, or in PROFILE_DB."
        assert (run.code, run.out, run.err) == (2, "", f"{place} {sentence}\n")


def test_a_place_that_cannot_be_reached(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / ("x" * 300)
    assert main(["diff", "--sources", str(folder), "--database", str(place)]) == 2
    assert capsys.readouterr() == ("", f"{place} cannot be read (File name too long).\n")


def cut(target: Path) -> None:
    os.truncate(target, target.stat().st_size - 4096)


def halve(target: Path) -> None:
    os.truncate(target, target.stat().st_size // 2)


def overwrite(target: Path) -> None:
    """Keep the first page, which says what file this is."""
    whole = target.read_bytes()
    target.write_bytes(whole[:16384] + b"\xff" * (len(whole) - 16384))


def spoil_an_object(target: Path) -> None:
    with closing(sqlite3.connect(target)) as connection:
        connection.execute("pragma ignore_check_constraints = on")
        connection.execute("update clinic set json = '{'")
        connection.commit()


@pytest.mark.parametrize("damage", [cut, halve, overwrite, spoil_an_object])
def test_a_damaged_database(built: tuple[Path, Path], damage: Callable[[Path], None], capsys: pytest.CaptureFixture[str]) -> None:
    folder, target = built
    damage(target)
    assert main(["diff", "--sources", str(folder), "--database", str(target)]) == 2
    sentence = "is damaged, so there is nothing to compare with. Build it anew with make build-db."
    assert capsys.readouterr() == ("", f"{target} {sentence}\n")


def test_a_database_of_another_version(built: tuple[Path, Path]) -> None:
    """Version 1 had the same objects, written otherwise: what is served changes no more than the sources."""
    folder, target = built
    with closing(sqlite3.connect(target)) as connection:
        for table in ("clinic", "services"):
            for number, text in connection.execute(f"select id, json from {table}").fetchall():  # noqa: S608
                plain = json.dumps(json.loads(text), ensure_ascii=False, indent=2)
                connection.execute(f"update {table} set json = ? where id = ?", (plain, number))  # noqa: S608
        connection.execute(f"pragma user_version = {SCHEMA_VERSION - 1}")
        connection.commit()
    other = f"{target} was built by another version of this service. The next build makes the whole file anew."
    assert diff(folder, target) == [other, NOTHING]
    edit(folder, "clinic.yaml", "+972-0-555-0100", "+972-0-555-0101")
    assert diff(folder, target) == [
        other,
        "~ clinic",
        '    phone: "+972-0-555-0100" -> "+972-0-555-0101"',
        "0 added, 0 removed, 1 changed, 0 moved.",
    ]


def test_a_version_that_cannot_be_compared(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "old.db"
    with closing(sqlite3.connect(target)) as connection:
        connection.executescript(
            f"pragma application_id = {APPLICATION_ID}; pragma user_version = {SCHEMA_VERSION + 1}; create table site (id);"
        )
    run = pipeline("diff", "--sources", folder, "--database", target)
    sentence = "was built by another version of this service, and cannot be compared. The next build makes it anew."
    assert (run.code, run.out, run.err) == (2, "", f"{target} {sentence}\n")


def test_errors_in_the_sources(built: tuple[Path, Path]) -> None:
    """They are told as a check tells them, also where the database could not be read."""
    folder, target = built
    edit(folder, "publications.csv", ",2025,23,", ",1799,23,")
    edit(folder, "services.csv", "אולטרסאונד של הברך", "")
    checked = pipeline("check", "--sources", folder).out
    assert checked.endswith(f"{folder}: 1 error, 1 warning.\n")
    for _ in range(2):
        run = pipeline("diff", "--sources", folder, "--database", target)
        assert (run.code, run.out, run.err) == (1, f"{checked}The next build would publish nothing.\n", "")
        target.write_bytes(b"not a database")
    write(folder, "datapackage.yaml", "resources: none\n")
    run = pipeline("diff", "--sources", folder, "--database", target)
    assert (run.code, run.out.splitlines()[-1]) == (1, "The next build would publish nothing.")


def test_strict(sources: Path, target: Path) -> None:
    """Warnings come first; with --strict they refuse, as they do in a build."""
    build(sources, target)
    warning = f"warning: {sources}/publications.csv, row 13, doi: It is empty. It may be, but users would be glad of a value."
    assert diff(sources, target) == [warning, NOTHING]
    run = pipeline("diff", "--strict", "--sources", sources, "--database", target)
    assert (run.code, run.err) == (1, "")
    assert run.out.splitlines() == [
        warning,
        f"{sources}: 0 errors, 1 warning.",
        "With --strict, warnings count as errors.",
        "The next build would publish nothing.",
    ]


def test_json_for_programs(built: tuple[Path, Path]) -> None:
    """Names are whole and without quotes; values are those of the API."""
    folder, target = built
    edit(folder, "publications.csv", ",2025,23,", ",2024,23,")
    edit(folder, "publications.csv", "Sonography of the median nerve,", "Sonography of the median nerve in pregnancy,")
    edit(folder, "clinic.yaml", 'closes: "12:00"', 'closes: "12:30"')
    edit(folder, "services.csv", ",nerve-ultrasound\n", ",\n")
    reorder(folder, "services.csv", 2)
    lines = rows(folder, "services.csv")
    write(folder, "services.csv", "".join(lines[:-1]))
    shear_wave = "Shear-wave elastography of the tibial nerve in early diabetic polyneuropathy: a prospective cohort study"
    assert json.loads("\n".join(diff(folder, target, "--format", "json"))) == {
        "ok": True,
        "counts": {"added": 0, "removed": 1, "changed": 4, "moved": 1},
        "changes": [
            change("clinic", "changed", None, ("hours.weekly[3].closes", "12:00", "12:30")),
            change("publications", "changed", f"{shear_wave} (2024)", ("year", 2025, 2024)),
            change(
                "publications",
                "changed",
                "Sonography of the median nerve in pregnancy (2021)",
                ("title", "Sonography of the median nerve", "Sonography of the median nerve in pregnancy"),
            ),
            change("services", "removed", "Second opinion on musculoskeletal imaging"),
            change("services", "moved", "Ultrasound of the wrist"),
            change(
                "services",
                "changed",
                "Ultrasound of the median nerve in the carpal tunnel",
                ("tags[1]", "nerve-ultrasound", None),
            ),
        ],
        "problems": [],
    }


def change(resource: str, kind: str, name: str | None, *fields: tuple[str, Any, Any]) -> dict[str, Any]:
    named = [dict(zip(("field", "old", "new"), field, strict=True)) for field in fields]
    return {"resource": resource, "change": kind, "name": name, "fields": named}


def test_json_of_sources_that_do_not_pass(sources: Path, target: Path) -> None:
    """No changes, because none would be made."""
    build(sources, target)
    edit(sources, "clinic.yaml", "+972-0-555-0100", "+972-0-555-0101")
    problem = {
        "severity": "warning",
        "file": f"{sources}/publications.csv",
        "row": 13,
        "field": "doi",
        "message": "It is empty. It may be, but users would be glad of a value.",
    }
    run = pipeline("diff", "--strict", "--format", "json", "--sources", sources, "--database", target)
    assert (run.code, run.err) == (1, "")
    counts = {"added": 0, "removed": 0, "changed": 0, "moved": 0}
    assert json.loads(run.out) == {"ok": False, "counts": counts, "changes": [], "problems": [problem]}


def on_a_terminal(command: list[str], **env: str) -> str:
    """What a command prints on a terminal."""
    terminal, end = os.openpty()
    inherited = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    with subprocess.Popen(command, stdout=end, stderr=end, cwd=ROOT, env=inherited | env) as running:
        os.close(end)
        printed = b""
        with suppress(OSError):  # EIO: how a terminal says that nobody writes to it any more
            while piece := os.read(terminal, 1 << 16):
                printed += piece
        os.close(terminal)
    assert running.returncode == 0
    return printed.decode().replace("\r\n", "\n")


def test_colour_on_a_terminal_only(built: tuple[Path, Path]) -> None:
    """A colour for each sign; none in a pipe, and none where NO_COLOR is set."""
    folder, target = built
    edit(folder, "clinic.yaml", "+972-0-555-0100", "+972-0-555-0101")
    lines = rows(folder, "services.csv")
    write(
        folder,
        "services.csv",
        "".join([lines[0], lines[2], lines[1], *lines[3:-1], "Ultrasound of the elbow,אולטרסאונד של המרפק,,\n"]),
    )
    plain = [
        "~ clinic",
        '    phone: "+972-0-555-0100" -> "+972-0-555-0101"',
        '- services: "Second opinion on musculoskeletal imaging"',
        '> services: "Ultrasound of the wrist" stands elsewhere in the order',
        '+ services: "Ultrasound of the elbow"',
        "1 added, 1 removed, 1 changed, 1 moved.",
    ]
    colours = {"~": "33", "-": "31", ">": "36", "+": "32"}
    coloured = [f"\x1b[{colours[line[0]]}m{line}\x1b[0m" if line[0] in colours else line for line in plain]
    command = [sys.executable, "-m", "pipeline", "diff", "--sources", str(folder), "--database", str(target)]
    assert on_a_terminal(command).splitlines() == coloured
    assert on_a_terminal(command, NO_COLOR="1").splitlines() == plain
    assert on_a_terminal(command, NO_COLOR="").splitlines() == coloured
    assert diff(folder, target) == plain


def test_a_terminal_is_not_driven_by_the_data(built: tuple[Path, Path]) -> None:
    """Control characters and marks of direction are shown, not sent."""
    folder, target = built
    edit(folder, "clinic.yaml", "1 Example Street", "1 \u202eExample Street")
    assert diff(folder, target)[1] == (
        '    address: "1 Example Street, Example City, Israel" -> "1 �Example Street, Example City, Israel"'
    )
