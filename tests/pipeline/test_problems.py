"""Problems and reports: problems that are alike share a line."""

import pytest

from pipeline.problems import Problem, Report

EMPTY = "Empty; a value is recommended."


def empty(row: int, field: str = "doi") -> Problem:
    return Problem("p.csv", "recommended", EMPTY, "warning", row=row, field=field)


@pytest.mark.parametrize(
    ("rows", "shown"),
    [([3], "row 3"), ([3, 7], "rows 3 and 7"), ([3, 7, 9], "rows 3, 7 and 9"), (range(3, 1203), "rows 3, 4, 5 and 1,197 more")],
)
def test_rows_with_the_same_warning_share_a_line(rows: list[int], shown: str) -> None:
    assert list(Report([*map(empty, rows)]).lines()) == [f"warning: p.csv, {shown}, doi: {EMPTY}"]


def wrong(row: int, value: str) -> Problem:
    return Problem("p.csv", "test", f'Expected a date, got "{value}".', row=row, field="added", value=value)


def test_errors_that_repeat_in_a_column_share_a_line() -> None:
    """Whatever their values are; other fields and other sentences keep their lines."""
    report = Report([wrong(2, "a"), wrong(3, "b"), wrong(4, "a"), wrong(5, "c"), empty(2), empty(2, "url"), empty(4)])
    assert list(report.lines()) == [
        'p.csv, rows 2, 3, 4 and 1 more, added: Expected a date, got "a" (and 2 others).',
        f"warning: p.csv, rows 2 and 4, doi: {EMPTY}",
        f"warning: p.csv, row 2, url: {EMPTY}",
    ]
