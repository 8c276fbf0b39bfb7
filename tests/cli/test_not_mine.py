"""The file not-mine.csv: an import leaves out what it refuses, and the check reads it."""

import json
from pathlib import Path

import pytest

from tests.conftest import Command

HEADER = "doi,pmid,note\n"
RECORD = "TY  - JOUR\nTI  - {}\nAU  - Levi, R.\nJO  - Journal of Examples\nPY  - 2020\nDO  - {}\nER  - \n"
LISTED = "10.5555/msk.2025.007"


@pytest.fixture
def export(tmp_path: Path) -> Path:
    path = tmp_path / "works.ris"
    path.write_text(RECORD.format("A stranger's work", "10.5555/a") + RECORD.format("My work", "10.5555/b"), encoding="utf-8")
    return path


def test_an_import_leaves_out_what_the_owner_has_refused(folder: Path, export: Path, command: Command) -> None:
    (folder / "not-mine.csv").write_text(f"{HEADER}https://doi.org/10.5555/A,,a namesake\n", encoding="utf-8")
    done = command("import", export, "--sources", folder, "--format", "json", "--write")
    outcomes = [(each["status"], each["title"], each.get("notes")) for each in json.loads(done.out)["records"]]
    assert outcomes == [
        ("left out", "A stranger's work", ["Left out: refused in not-mine.csv."]),
        ("new", "My work", None),
    ]
    assert "A stranger's work" not in (folder / "publications.csv").read_text(encoding="utf-8-sig")


def test_an_import_needs_a_file_that_can_be_read(folder: Path, export: Path, command: Command) -> None:
    (folder / "not-mine.csv").write_text("DOI of a namesake\n10.5555/a\n", encoding="utf-8")
    done = command("import", export, "--sources", folder)
    assert done.code == 1
    assert f"{folder}/not-mine.csv, row 1: The first row must name the columns: doi,pmid,note,putCode." in done.out


@pytest.mark.parametrize(
    ("content", "problems"),
    [
        (f"{HEADER}10.5555/a,,\n,12345,\n", []),
        ("doi;pmid;note\n10.5555/a;;\n", []),
        (f"{HEADER},,a talk\n", [("error", "required", 2)]),
        (f"{HEADER}{LISTED.upper()},,\n", [("warning", "refused", 2)]),
        ("doi,titel\n10.5555/a,\n", [("error", "unknown_name", 1)]),
    ],
    ids=["refused", "semicolons", "refuses nothing", "is in the list", "unknown column"],
)
def test_the_check_reads_it(folder: Path, command: Command, content: str, problems: list[tuple[str, str, int]]) -> None:
    (folder / "not-mine.csv").write_text(content, encoding="utf-8")
    found = json.loads(command("check", "--sources", folder, "--format", "json").out)["problems"]
    own = [each for each in found if each["file"].endswith("not-mine.csv")]
    assert [(each["severity"], each["code"], each["row"]) for each in own] == problems


def test_the_row_for_the_career_fits_the_file(folder: Path, tmp_path: Path, command: Command) -> None:
    """It has the columns and the separator of the owner's cv.csv."""
    (folder / "cv.csv").write_text("title;section;startDate\nHead;position;2018\n", encoding="utf-8")
    path = tmp_path / "book.ris"
    path.write_text("TY  - BOOK\nTI  - A book; of nerves\nAU  - Levi, R.\nPB  - Press\nPY  - 2020\nER  - \n", encoding="utf-8")
    assert '    "A book; of nerves";book;2020' in command("import", path, "--sources", folder).out.splitlines()
