"""``make cv``: the entries of an ORCID record that cv.csv lacks; and the rows that AGENTS.md makes of a CV."""

import json
import re
from pathlib import Path

import pytest

from tests.conftest import Command, Run
from tests.support.orcid_records import record, summary
from tests.support.replay import Replay
from tests.support.repository import TEMPLATE
from tests.support.services import OWNER, Services

HEADER = "section,title,organization,place,startDate,endDate,note"


@pytest.fixture
def cv(folder: Path, command: Command) -> Command:
    (folder / "cv.csv").write_text(f"{HEADER}\n", encoding="utf-8")
    return lambda *arguments: command("cv", "--sources", folder, *arguments)


def test_without_an_orcid_id(cv: Command) -> None:
    done = cv()
    assert done.code == 2
    assert done.err == (
        "Name your ORCID iD: make cv ORCID=0000-0002-1825-0097\n"
        "If your CV is a Word or PDF file, AGENTS.md, which make new writes, tells an AI assistant how to turn it into rows.\n"
    )


def test_errors_in_the_file_are_fixed_first(folder: Path, cv: Command) -> None:
    (folder / "cv.csv").write_text("colour\n", encoding="utf-8")
    columns = "section,title,organization,place,startDate,endDate,url,note,featured,sectionHebrew,titleHebrew,organizationHebrew"
    assert cv("--orcid", OWNER) == Run(
        1,
        f"{folder}/cv.csv, row 1: The first row must name the columns: {columns},placeHebrew,noteHebrew.\n"
        "Nothing was written. Fix these errors first.\n",
        "",
    )


def test_an_orcid_record(folder: Path, command: Command, cv: Command, online: tuple[Services, Replay]) -> None:
    """An entry that is refused stays away, also from ``make sync``; other refusals keep their rows."""
    (folder / "not-mine.csv").write_text("doi,pmid,note\n10.5555/a,,mine?\n", encoding="utf-8")
    posts = [
        summary("New University", "2015", **{"put-code": "17"}),
        summary("Old University", "2001", "2003", **{"put-code": "18"}),
    ]
    online[0].record = record(employments=posts)
    assert cv("--orcid", OWNER).out.splitlines()[1:9] == [
        f"+ 2 rows for {folder}/cv.csv:",
        HEADER,
        'position,Position,New University,"Exampleton, IL",2015,now,',
        'position,Position,Old University,"Exampleton, IL",2001,2003,',
        f'? To refuse one for good, by its number at ORCID: make cv ORCID={OWNER} OPTIONS="--not-mine 17"',
        "  17  Position, New University",
        "  18  Position, Old University",
        "? ORCID has no end: endDate is now. Correct what has ended (1 row):",
    ]
    assert "- 1 refused in not-mine.csv" in cv("--orcid", OWNER, "--not-mine", "18", "--write").out.splitlines()
    assert (folder / "not-mine.csv").read_text(encoding="utf-8-sig") == "doi,pmid,note,putCode\n10.5555/a,,mine?,\n,,,18\n"
    assert (folder / "cv.csv").read_text(encoding="utf-8-sig").splitlines()[1:] == [
        'position,Position,New University,"Exampleton, IL",2015,now,'
    ]
    assert cv("--orcid", OWNER).out.splitlines()[1:4] == [
        "- 1 refused in not-mine.csv",
        f"= 1 row that {folder}/cv.csv already has:",
        "  Position, New University",
    ]
    assert json.loads(command("sync", "--sources", folder, "--cache", folder / "cache", "--format", "json").out)["cv"] == []


def test_the_example_of_a_cv_passes_the_check(folder: Path, command: Command) -> None:
    text = (TEMPLATE / "AGENTS.md").read_text(encoding="utf-8")
    rows = re.search("^```csv\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert rows
    (folder / "cv.csv").write_text(rows[1], encoding="utf-8")
    problems = json.loads(command("check", "--sources", folder, "--format", "json").out)["problems"]
    assert {problem["code"] for problem in problems if problem["file"].endswith("cv.csv")} == {"missing_versions"}
