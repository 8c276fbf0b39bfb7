"""The iD of an author, and the works that the owner has refused."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from pipeline.problems import Report
from pipeline.syncing.ownership import NotMine
from pipeline.syncing.services import pubmed
from tests.support.services import OWNER


@pytest.mark.parametrize("written", [OWNER, OWNER.replace("-", ""), f"http://orcid.org/{OWNER}"])
def test_the_id_of_an_author_at_pubmed(written: str) -> None:
    values = defaultdict(list, {"PMID": ["1"], "AU": ["Levi R", "Example N"], "AUID": [f"ORCID: {written}"]})
    assert pubmed.hit_of(values, OWNER).has_id
    assert not pubmed.hit_of(values, "0000-0002-1825-0097").has_id


def test_a_row_without_an_identifier_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "not-mine.csv"
    path.write_text("doi,pmid,note\n,,a talk\nhttps://doi.org/10.5555/A,,\n", encoding="utf-8")
    report = Report()
    not_mine = NotMine.read(path, report)
    assert [str(problem) for problem in report] == [f"{path}, row 2: The row has neither a DOI nor a PubMed ID."]
    assert {"doi": "10.5555/a"} in not_mine
    assert {"title": "a talk"} not in not_mine
