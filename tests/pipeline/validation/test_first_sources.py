"""Sources that the first profile repositories began with, with every field in use: what `make check` says about them today."""

from __future__ import annotations

from pathlib import Path

from pipeline.loading.publish import check
from pipeline.messages import ELSEWHERE
from tests.support.messages import edit, messages

FIRST = Path(__file__).parent / "first_sources"


def test_every_error_says_where_the_field_goes_now() -> None:
    """A field that moves needs a line in ELSEWHERE, because these files are in the repositories of owners."""
    errors = [problem for problem in check(FIRST).report if problem.severity == "error"]
    assert [str(error) for error in errors if not error.message.partition("\n")[0].endswith(tuple(ELSEWHERE))] == []
    assert {error.code for error in errors} <= {"unknown_name"}


def test_lists_that_went_are_rows_to_paste() -> None:
    """In the order of the columns that a new profile has, with their Hebrew."""
    messages = {
        problem.field: problem.message.split("\n")[1:] for problem in check(FIRST).report if problem.code == "unknown_name"
    }
    assert messages == {
        "awards": ['award,"My own with the name of the award, and its year",,,,,,,,,,,,'],
        "memberships": ["membership,My own with the name of the society,,,,,,,,,,,,"],
        "sections": ["My own,My own,,,,,,,,,,,,"],
    }


def test_lists_of_another_shape_give_no_rows(sources: Path) -> None:
    edit(sources, "profile.yaml", "specialty: ", "sections: [x, {items: y}]\nspecialty: ")
    assert messages(sources)[0] == (
        'sources/profile.yaml, line 9, sections: Unknown name "sections". Write them in cv.csv, one row each.'
    )
