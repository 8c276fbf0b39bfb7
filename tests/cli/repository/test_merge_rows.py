"""Two versions of a CSV file are merged by row and cell; what both changed is a conflict with both values."""

from pathlib import Path

import pytest

from cli.repository.merge_rows import FileRevision, Merge, main

HEADER = "title,year,doi,summary"
BASE = f"{HEADER}\nMedian,2021,10.5555/m,\nUlnar,2020,,\nTibial,2019,,\n"


def merge(mine: str, theirs: str, keep: str = "", base: str = BASE) -> tuple[str, list[str]]:
    merged = Merge(
        "sources/publications.csv", FileRevision.parse(base), FileRevision.parse(mine), FileRevision.parse(theirs), keep
    )
    return merged.text(), merged.conflicts


# What is replaced here, what online, and what in the result.
Change = tuple[str, str]
MERGED: dict[str, tuple[Change, Change, list[Change]]] = {
    "two cells of a row": (
        ("m,\n", "m,Short\n"),
        ("Median,2021", "Median,2022"),
        [("Median,2021,10.5555/m,", "Median,2022,10.5555/m,Short")],
    ),
    "two new rows at the end": (
        ("2019,,\n", '2019,,\nRadial,2018,,"a\n- b"\n'),
        ("2019,,\n", "2019,,\nSural,2018,,\n"),
        [("2019,,\n", '2019,,\nRadial,2018,,"a\n- b"\nSural,2018,,\n')],
    ),
    "the same new row": (
        ("2019,,\n", "2019,,\nRadial,2018,10.5555/R,\n"),
        ("2019,,\n", "2019,,\nRadial,2018,10.5555/R,Long\n"),
        [("2019,,\n", "2019,,\nRadial,2018,10.5555/R,Long\n")],
    ),
    "a row deleted here": (
        ("Ulnar,2020,,\n", ""),
        ("Tibial,2019", "Tibial,2018"),
        [("Ulnar,2020,,\n", ""), ("Tibial,2019", "Tibial,2018")],
    ),
    "a row deleted there": (("m,\n", "m,Short\n"), ("Ulnar,2020,,\n", ""), [("Ulnar,2020,,\n", ""), ("m,\n", "m,Short\n")]),
    "another order here": (
        ("Ulnar,2020,,\nTibial,2019,,\n", "Tibial,2019,,\nUlnar,2020,,\n"),
        ("Median,2021", "Median,2022"),
        [("Median,2021", "Median,2022"), ("Ulnar,2020,,\nTibial,2019,,\n", "Tibial,2019,,\nUlnar,2020,,\n")],
    ),
    "other quotes stay": (("m,\n", "m,Short\n"), ("Ulnar,", '"Ulnar",'), [("m,\n", "m,Short\n"), ("Ulnar,", '"Ulnar",')]),
}


def replaced(*changes: Change) -> str:
    text = BASE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(("mine", "theirs", "expected"), MERGED.values(), ids=MERGED)
def test_changes_of_both_sides_are_kept(mine: Change, theirs: Change, expected: list[Change]) -> None:
    assert merge(replaced(mine), replaced(theirs)) == (replaced(*expected), [])


def test_a_new_column_is_added() -> None:
    added = "title,year,doi,summary,key\nMedian,2021,10.5555/m,,m\nUlnar,2020,,,\nTibial,2019,,,\n"
    assert merge(replaced(("Ulnar,2020", "Ulnar,2022")), added) == (added.replace("Ulnar,2020", "Ulnar,2022"), [])


NO_SUMMARIES = "title,year,doi\nMedian,2021,10.5555/m\nUlnar,2020,\nTibial,2019,\n"


def test_a_deleted_column_stays_deleted() -> None:
    """Whichever side deletes it, and although the other one adds a row."""
    base, added = replaced(("m,\n", "m,Short\n")), replaced(("m,\n", "m,Short\n"), ("2019,,\n", "2019,,\nSural,2018,,\n"))
    expected = f"{NO_SUMMARIES}Sural,2018,\n"
    assert merge(NO_SUMMARIES, added, base=base) == (expected, [])
    assert merge(added, NO_SUMMARIES, base=base) == (expected, [])


def test_a_deleted_column_comes_back_with_a_new_value() -> None:
    added = replaced(("2019,,\n", "2019,,\nSural,2018,,Short\n"))
    assert merge(NO_SUMMARIES, added) == (added, [])


def test_a_file_that_both_sides_added() -> None:
    one, other = f"{HEADER}\nMedian,2021,10.5555/m,\n", f"{HEADER}\nUlnar,2020,,\n"
    assert merge(one, other, base="") == (f"{one}Ulnar,2020,,\n", [])


@pytest.mark.parametrize("theirs", ["", f"{HEADER}\nMedian,2021\n"], ids=["empty", "too few cells"])
def test_invalid_csv_is_a_conflict(theirs: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base, mine, other = (tmp_path / name for name in ("base", "mine", "theirs"))
    for file, text in ((base, BASE), (mine, replaced(("m,", "n,"))), (other, theirs)):
        file.write_text(text, encoding="utf-8")
    assert main(str(base), str(mine), str(other), "sources/cv.csv") == 1
    assert "sources/cv.csv: it was changed both here and online, and one version is not valid CSV." in capsys.readouterr().err


CONFLICTS: dict[str, tuple[Change, Change, str]] = {
    "a cell": (
        ("Median,2021", "Median,2022"),
        ("Median,2021", "Median,2023"),
        '"Median (2021)", year: "2022" here, "2023" online.',
    ),
    "a row deleted here": (
        ("Ulnar,2020,,\n", ""),
        ("Ulnar,2020", "Ulnar,2022"),
        '"Ulnar (2020)" was deleted here and changed online: year "2022".',
    ),
    "a row deleted there": (
        ("Ulnar,2020", "Ulnar,2022"),
        ("Ulnar,2020,,\n", ""),
        '"Ulnar (2020)" was changed here and deleted online: year "2022".',
    ),
}


@pytest.mark.parametrize(("mine", "theirs", "sentence"), CONFLICTS.values(), ids=CONFLICTS)
def test_a_value_changed_on_both_sides_is_a_conflict(mine: Change, theirs: Change, sentence: str) -> None:
    """Unless the owner says whose value to keep."""
    assert merge(replaced(mine), replaced(theirs))[1] == [f"sources/publications.csv, {sentence}"]
    assert merge(replaced(mine), replaced(theirs), "mine") == (replaced(mine), [])
    assert merge(replaced(mine), replaced(theirs), "theirs") == (replaced(theirs), [])
