"""``python -m pipeline diff``: rows by key, fields of rows and documents, JSON, unusable databases."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from db.layout import SCHEMA_VERSION
from pipeline.__main__ import main
from pipeline.commands.diff import KEYS, Change, changes_of, matched
from pipeline.loading.publish import build
from tests.support.messages import append, edit, write
from tests.support.own import write_csv

NOTHING = ["0 added, 0 removed, 0 changed, 0 reordered."]


@pytest.fixture
def built(folder: Path, target: Path) -> tuple[Path, Path]:
    """Sources without warnings, and the database that was built from them."""
    assert build(folder, target).outcome == "built"
    return folder, target


def diff(folder: Path, target: Path, *options: str) -> int:
    return main(["diff", "--sources", str(folder), "--database", str(target), *options])


def paper(title: str, year: int = 2020, **fields: str) -> dict[str, Any]:
    return {"title": title, "year": year, **fields}


def services(folder: Path) -> list[list[str]]:
    """Return the rows of the services, the header first."""
    with (folder / "services.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_lines(built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    """Rows by name, fields with their old and new values, numbers at the end."""
    folder, target = built
    edit(folder, "clinic.yaml", "latitude: 31.5", "latitude: 32")
    edit(folder, "publications.csv", ",2025,23,2,", ",2024,,2,")
    header, first, second, *others, _ = services(folder)
    elbow = ["Ultrasound of the elbow", "אולטרסאונד של המרפק", *[""] * (len(header) - 2)]
    write_csv(folder / "services.csv", header, [second, first, *others, elbow])
    assert diff(folder, target) == 0
    assert capsys.readouterr().out.splitlines() == [
        '~ clinic: "Example Musculoskeletal Ultrasound Clinic"',
        '    coordinates: {"latitude": 31.5, "longitude": 34.75} -> {"latitude": 32, "longitude": 34.75}',
        '~ publications: "Shear-wave elastography of the tibial nerve in early diabeti…"',
        "    year: 2025 -> 2024",
        '    key: "example2025shear-3o5bl7tr" -> "example2024shear-3o5bl7tr"',
        '    volume: "23" -> nothing',
        '- services: "Second opinion on musculoskeletal imaging"',
        '+ services: "Ultrasound of the elbow"',
        "> services: another order",
        "1 added, 1 removed, 2 changed, 1 reordered.",
    ]


def test_a_long_text_begins_shortly_before_the_difference(built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    folder, target = built
    edit(folder, "research.yaml", "and with the patients' own reports", "and with reports of the patients")
    assert diff(folder, target) == 0
    assert capsys.readouterr().out.splitlines()[1] == (
        '    summary: …h function and with the patients\' own reports." -> …h function and with reports of the patients."'
    )


def test_only_published_values_are_compared(built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    """Comments, quotation marks and the order of columns are not published."""
    folder, target = built
    append(folder, "clinic.yaml", "# A note.\n")
    edit(folder, "profile.yaml", "credentials: MD, PhD", 'credentials: "MD, PhD"')
    header, *rows = [row[::-1] for row in services(folder)]
    write_csv(folder / "services.csv", header, rows)
    assert diff(folder, target) == 0
    assert capsys.readouterr().out.splitlines() == NOTHING


def test_a_photo_that_is_replaced_under_its_name(built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    """It changes the address of the photo; another name for the same file changes nothing."""
    folder, target = built
    (folder / "portrait.png").rename(folder / "me.png")
    edit(folder, "profile.yaml", "portrait.png", "me.png")
    assert diff(folder, target) == 0
    assert capsys.readouterr().out.splitlines() == NOTHING
    Image.new("RGB", (400, 400), "navy").save(folder / "me.png")
    assert diff(folder, target) == 0
    second = capsys.readouterr().out.splitlines()[1]
    assert re.fullmatch(r'    photo: "photo-[0-9a-f]{16}-640\.jpg" -> "photo-[0-9a-f]{16}-400\.jpg"', second)


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
    assert matched([old, other], [other, new], KEYS["publications"]) == {0: 1, 1: 0}


def test_another_order_within_a_year() -> None:
    papers = [paper("One", 2021), paper("Two", 2020), paper("Three", 2020)]
    assert [*changes_of("publications", papers, [papers[0], papers[2], papers[1]])] == [Change("publications", "reordered")]


def outdate(target: Path) -> None:
    with closing(sqlite3.connect(target)) as connection:
        connection.execute(f"pragma user_version = {SCHEMA_VERSION - 1}")


@pytest.mark.parametrize("make", [Path.unlink, outdate], ids=["none", "outdated"])
def test_without_a_database_of_this_version_everything_is_new(
    built: tuple[Path, Path], make: Callable[[Path], Any], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, target = built
    make(target)
    before = target.read_bytes() if target.exists() else None
    assert diff(folder, target) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "62 added, 0 removed, 0 changed, 0 reordered."
    assert (target.read_bytes() if target.exists() else None) == before


def overwrite(target: Path) -> None:
    """Keep the first page, which says what kind of file it is."""
    whole = target.read_bytes()
    target.write_bytes(whole[:16384] + b"\xff" * (len(whole) - 16384))


def break_an_object(target: Path) -> None:
    with closing(sqlite3.connect(target)) as connection, connection:
        connection.execute("pragma ignore_check_constraints = on")
        connection.execute("update clinic set json = '{'")


@pytest.mark.parametrize("damage", [overwrite, break_an_object, lambda path: path.write_bytes(b"text")])
def test_a_damaged_database(built: tuple[Path, Path], damage: Callable[[Path], Any], capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2 and one sentence."""
    folder, target = built
    damage(target)
    assert diff(folder, target) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(r".*/profile\.db cannot be read \(.+\)\. Rebuild it with make build-db\.\n", err)


def test_errors_and_warnings_of_the_sources(sources: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Warnings come first; errors, and warnings with --strict, are reported as by a check."""
    edit(sources, "publications.csv", '"corrected 2018-03-05, doi:10.5555/afim.2018.012"', "")
    assert build(sources, target).outcome == "built"
    assert diff(sources, target) == 0
    warning = f"warning: {sources}/publications.csv, row 13, doi: Empty; a value is recommended."
    assert capsys.readouterr().out.splitlines() == [warning, *NOTHING]
    assert diff(sources, target, "--strict") == 1
    shown = capsys.readouterr().out
    assert main(["check", "--sources", str(sources), "--strict"]) == 1
    assert shown == f"{capsys.readouterr().out}The next build would publish nothing.\n"


def test_json(built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    """Names in full, and values as the API has them."""
    folder, target = built
    edit(folder, "services.csv", "nerve-ultrasound,", ",")
    edit(folder, "publications.csv", ",2025,23,", ",2025,24,")
    assert diff(folder, target, "--format", "json") == 0
    title = "Shear-wave elastography of the tibial nerve in early diabetic polyneuropathy: a prospective cohort study"
    tunnel = "Ultrasound of the median nerve in the carpal tunnel"
    assert json.loads(capsys.readouterr().out) == {
        "ok": True,
        "counts": {"added": 0, "removed": 0, "changed": 2, "reordered": 0},
        "changes": [
            changed("publications", f"{title} (2025)", "volume", "23", "24"),
            changed("services", tunnel, "tags", ["nerve-ultrasound"], None),
        ],
        "problems": [],
    }


def changed(resource: str, name: str | None, field: str, old: Any, new: Any) -> dict[str, Any]:
    return {"resource": resource, "change": "changed", "name": name, "fields": [{"field": field, "old": old, "new": new}]}


def test_a_profile_that_gives_up_its_clinic(built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    folder, target = built
    (folder / "clinic.yaml").unlink()
    write(folder, "services.csv", "name\n")
    assert diff(folder, target) == 0
    assert capsys.readouterr().out.splitlines()[0] == '- clinic: "Example Musculoskeletal Ultrasound Clinic"'
