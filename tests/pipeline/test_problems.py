"""Problems and reports: order, grouping, text and JSON."""

from __future__ import annotations

import pytest

from pipeline.problems import Problem, Report, dotted

EMPTY = "Empty; a value is recommended."


def report(*problems: Problem) -> Report:
    return Report(list(problems))


def empty(row: int, field: str = "doi") -> Problem:
    return Problem("p.csv", "recommended", EMPTY, "warning", row=row, field=field)


def test_a_problem_names_file_location_and_field() -> None:
    assert str(Problem("p.csv", "test", "Wrong.", row=2, field="year")) == "p.csv, row 2, year: Wrong."
    assert str(Problem("c.yaml", "test", "Wrong.", "warning", line=5, field="hours")) == "warning: c.yaml, line 5, hours: Wrong."
    assert str(Problem("c.yaml", "test", "Wrong.")) == "c.yaml: Wrong."


def test_errors_come_first_sorted_by_file_and_row() -> None:
    unsorted = [
        Problem("a", "test", "0", "warning"),
        Problem("b", "test", "1", row=9),
        Problem("b", "test", "2", line=2),
        Problem("a", "test", "3", row=5),
    ]
    assert [problem.message for problem in report(*unsorted, Problem("b", "test", "4"))] == ["3", "4", "2", "1", "0"]


@pytest.mark.parametrize(
    ("rows", "shown"),
    [([3], "row 3"), ([3, 7], "rows 3 and 7"), ([3, 7, 9], "rows 3, 7 and 9"), (range(3, 1203), "rows 3, 4, 5 and 1,197 more")],
)
def test_rows_with_the_same_warning_share_a_line(rows: list[int], shown: str) -> None:
    assert list(report(*map(empty, rows)).lines()) == [f"warning: p.csv, {shown}, doi: {EMPTY}"]


def test_errors_and_other_fields_keep_their_lines() -> None:
    """Each error must be fixed, so each is shown."""
    errors = [Problem("p.csv", "test", "Missing.", row=row, field="year") for row in (2, 3)]
    lines = list(report(*errors, empty(2), empty(2, "url"), empty(4)).lines())
    assert lines == [
        "p.csv, row 2, year: Missing.",
        "p.csv, row 3, year: Missing.",
        f"warning: p.csv, rows 2 and 4, doi: {EMPTY}",
        f"warning: p.csv, row 2, url: {EMPTY}",
    ]


def test_paths_are_written_with_dots_and_numbers_from_1() -> None:
    assert dotted(("hours", "weekly", 1, "opens")) == "hours.weekly[2].opens"
