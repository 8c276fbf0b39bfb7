"""``python -m cli diff``: rows by key, fields of rows and documents, JSON, unusable databases."""

import csv
import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bench.synthetic import write_csv
from cli.repository.same_rows import KEYS, match_rows
from db.file_format import SCHEMA_VERSION
from tests.conftest import Command
from tests.support.messages import append, edit, write
from tests.support.repository import commit

NOTHING = "0 added, 0 removed, 0 changed, 0 reordered since the last build."


@pytest.fixture
def diff(folder: Path, target: Path, built: Path, command: Command) -> Command:
    target.parent.mkdir()
    shutil.copy(built, target)
    return lambda *options: command("diff", "--sources", folder, "--database", target, *options)


def paper(title: str, year: int = 2020, **fields: str) -> dict[str, Any]:
    return {"title": title, "year": year, **fields}


def services(folder: Path) -> list[list[str]]:
    with (folder / "services.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


def test_each_change_is_a_line(folder: Path, diff: Command) -> None:
    edit(folder, "clinic.yaml", "latitude: 31.5", "latitude: 32")
    edit(folder, "publications.csv", ",2025,23,2,", ",2024,,2,")
    header, first, second, *others, _ = services(folder)
    elbow = ["Ultrasound of the elbow", "אולטרסאונד של המרפק", *[""] * (len(header) - 2)]
    write_csv(folder / "services.csv", header, [second, first, *others, elbow])
    run = diff()
    assert run.code == 0
    assert run.out.splitlines() == [
        '~ clinic: "Example Musculoskeletal Ultrasound Clinic"',
        '    coordinates: {"latitude": 31.5, "longitude": 34.75} -> {"latitude": 32, "longitude": 34.75}',
        '~ publications: "Shear-wave elastography of the tibial nerve in early diabeti…"',
        "    year: 2025 -> 2024",
        '    key: "example2025shear-3o5bl7tr" -> "example2024shear-3o5bl7tr"',
        '    volume: "23" -> nothing',
        '- services: "Second opinion on musculoskeletal imaging"',
        '+ services: "Ultrasound of the elbow"',
        "> services: another order",
        "1 added, 1 removed, 2 changed, 1 reordered since the last build.",
    ]


def test_since_the_last_commit(folder: Path, diff: Command) -> None:
    edit(folder, "clinic.yaml", "latitude: 31.5", "latitude: 32")
    commit(folder.parent, folder.name)
    edit(folder, "publications.csv", ",2025,23,2,", ",2025,24,2,")
    assert [line for line in diff().out.splitlines() if not line.startswith("~")] == [
        '    volume: "23" -> "24"',
        "0 added, 0 removed, 1 changed, 0 reordered since the last commit.",
    ]


@pytest.mark.parametrize("names", [pytest.param((), id="without the sources"), pytest.param(("sources",), id="with errors")])
def test_a_commit_that_cannot_be_compared(folder: Path, diff: Command, names: tuple[str, ...]) -> None:
    clinic = (folder / "clinic.yaml").read_bytes()
    write(folder, "clinic.yaml", "name: Clinic")
    commit(folder.parent, *names)
    write(folder, "clinic.yaml", clinic)
    assert diff().out == f"{NOTHING}\n"


def test_a_long_text_begins_shortly_before_the_difference(folder: Path, diff: Command) -> None:
    edit(folder, "research.yaml", "and with the patients' own reports", "and with reports of the patients")
    assert diff().out.splitlines()[1] == (
        '    summary: …h function and with the patients\' own reports." -> …h function and with reports of the patients."'
    )


def test_only_published_values_are_compared(folder: Path, diff: Command) -> None:
    """Comments, quotation marks, the order of columns and the name of the photo are not published."""
    append(folder, "clinic.yaml", "# A note.\n")
    edit(folder, "profile.yaml", "credentials: MD, PhD", 'credentials: "MD, PhD"')
    edit(folder, "profile.yaml", "portrait.png", "me.png")
    (folder / "portrait.png").rename(folder / "me.png")
    header, *rows = [row[::-1] for row in services(folder)]
    write_csv(folder / "services.csv", header, rows)
    assert diff().out == f"{NOTHING}\n"


def test_a_photo_that_is_replaced_under_its_name_has_another_address(folder: Path, diff: Command) -> None:
    Image.new("RGB", (400, 400), "navy").save(folder / "portrait.png")
    line = diff().out.splitlines()[1]
    assert re.fullmatch(r'    photo: "photo-[0-9a-f]{16}-640\.jpg" -> "photo-[0-9a-f]{16}-400\.jpg"', line)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (paper("One", doi="10.5555/ab"), paper("Two", 2019, doi="10.5555/AB")),
        (paper("One", pubmed="https://a.example.org/1", doi="10.5555/a"), paper("Two", pubmed="https://a.example.org/1")),
        (paper("Über-Titel; b", doi="10.5555/a"), paper("uber titel b", 2019, doi="10.5555/b")),
        (paper("!"), paper("!", issue="1")),
    ],
    ids=["DOI", "PubMed", "title", "title without letters"],
)
def test_what_identifies_a_publication(old: dict[str, Any], new: dict[str, Any]) -> None:
    other = paper("Other", doi="10.5555/other")
    assert match_rows([old, other], [other, new], KEYS["publications"]) == {0: 1, 1: 0}


def outdate(target: Path) -> None:
    with closing(sqlite3.connect(target)) as connection:
        connection.execute(f"pragma user_version = {SCHEMA_VERSION - 1}")


@pytest.mark.parametrize("make", [Path.unlink, outdate], ids=["none", "outdated"])
def test_without_a_database_of_this_version_everything_is_new(target: Path, make: Callable[[Path], Any], diff: Command) -> None:
    make(target)
    before = target.read_bytes() if target.exists() else None
    assert diff().out.splitlines()[-1] == "62 added, 0 removed, 0 changed, 0 reordered since the last build."
    assert (target.read_bytes() if target.exists() else None) == before


def break_an_object(target: Path) -> None:
    with closing(sqlite3.connect(target)) as connection, connection:
        connection.execute("pragma ignore_check_constraints = on")
        connection.execute("update clinic set json = '{'")


@pytest.mark.parametrize("damage", [break_an_object, lambda path: path.write_bytes(b"text")])
def test_a_damaged_database(target: Path, damage: Callable[[Path], Any], diff: Command) -> None:
    damage(target)
    run = diff()
    assert (run.code, run.out) == (2, "")
    assert re.fullmatch(r".*/profile\.db cannot be read \(.+\)\. Rebuild it with make build-db\.\n", run.err)


def test_warnings_come_first_and_with_strict_are_reported_as_by_a_check(folder: Path, command: Command, diff: Command) -> None:
    edit(folder, "cv.csv", "2018-04,now", "2018-04,present")
    warning = f'warning: {folder}/cv.csv, row 2, endDate: Read "present" as now.'
    assert diff().out.splitlines()[0] == warning
    check = command("check", "--sources", folder, "--strict")
    run = diff("--strict")
    assert (run.code, run.out) == (1, f"{check.out}Nothing can be published until these errors are fixed.\n")


def test_json(folder: Path, diff: Command) -> None:
    edit(folder, "publications.csv", ",2025,23,", ",2025,,")
    title = "Shear-wave elastography of the tibial nerve in early diabetic polyneuropathy: a prospective cohort study"
    volume = {"field": "volume", "old": "23", "new": None}
    assert json.loads(diff("--format", "json").out) == {
        "ok": True,
        "since": "last build",
        "counts": {"added": 0, "removed": 0, "changed": 1, "reordered": 0},
        "changes": [{"resource": "publications", "change": "changed", "name": f"{title} (2025)", "fields": [volume]}],
        "problems": [],
    }


def test_a_profile_that_gives_up_its_clinic(folder: Path, diff: Command) -> None:
    (folder / "clinic.yaml").unlink()
    write(folder, "services.csv", "name\n")
    assert diff().out.splitlines()[0] == '- clinic: "Example Musculoskeletal Ultrasound Clinic"'
