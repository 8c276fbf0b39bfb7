"""MEDLINE text: values for which PubMed has several tags."""

from __future__ import annotations

import io

import pytest

from pipeline.importing.readers.medline import read
from pipeline.importing.reference import Reference


@pytest.mark.parametrize(
    ("dates", "year"),
    [("DP  - 2020 Jan\nDEP - 20191203\n", "2020"), ("DEP - 20191203\nDP  - 2020 Jan\n", "2020"), ("DEP - 20191203\n", "2019")],
)
def test_the_year_is_that_of_the_issue(dates: str, year: str) -> None:
    """DP is the date of the issue. That of the electronic publication (DEP) counts only if there is no other."""
    [record] = read(io.StringIO(f"PMID- 99000001\nTI  - Title\n{dates}SO  - J. 2020.\n"), "file.nbib")
    assert isinstance(record, Reference)
    assert record.cells["year"] == year
