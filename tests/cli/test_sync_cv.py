"""``make sync`` and the career: it proposes the entries of the ORCID record that cv.csv lacks, and writes none of them."""

from pathlib import Path

import pytest

from tests.support.orcid_records import record, summary
from tests.support.replay import Reply
from tests.support.syncs import Sync

HEADER = "section,title,organization,place,startDate,endDate,url,note"
YEARS = {"One": "2001", "Two": "2002", "Three": "2003", "Four": "2004"}


@pytest.fixture
def cv(sync: Sync) -> Path:
    sync.services.record = record(employments=[summary(f"{name} University", year) for name, year in YEARS.items()])
    return sync.folder / "cv.csv"


def test_entries_are_proposed_as_lines_of_the_file(sync: Sync, cv: Path) -> None:
    text = 'section;title;organization;startDate;endDate\nposition;Head;"Two University; Neurology";May-02;2003\n'
    cv.write_text(text)
    lines = sync("--write").out.splitlines()
    start = lines.index("? 3 rows for cv.csv, to paste, from your ORCID record:")
    assert lines[start + 1 : start + 4] == [
        "position;Position;One University;2001;",
        "position;Position;Three University;2003;",
        "position;Position;Four University;2004;now",
    ]
    assert cv.read_text() == text


def test_without_the_file_its_header_comes_first(sync: Sync, cv: Path) -> None:
    cv.unlink()
    lines = sync().out.splitlines()
    start = lines.index("? 4 rows for cv.csv, to paste, from your ORCID record; the first 3 lines (--all shows every one):")
    assert lines[start + 1].startswith(HEADER)
    assert lines[start + 2].startswith('position,Position,One University,"Exampleton, IL",2001,,,')
    assert len(sync.json()["cv"]) == 4
    assert not cv.exists()


def test_a_file_with_errors_and_a_record_that_fails_propose_nothing(sync: Sync, cv: Path) -> None:
    cv.write_text("titel\n")
    assert sync.json()["cv"] == []
    cv.write_text(f"{HEADER}\n")
    sync.services.faults["ORCID"] = lambda asked: Reply(b"", 404) if asked.path.endswith("/record") else None
    done = sync("--fresh")
    assert done.code == 1
    assert "x ORCID: It does not know this ORCID iD." in done.out.splitlines()
    assert "to paste" not in done.out
