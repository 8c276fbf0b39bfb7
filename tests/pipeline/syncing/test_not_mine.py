"""The author with the iD, and the works that the owner has refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.problems import Report
from pipeline.syncing.registries import pubmed
from pipeline.syncing.selection import NotMine
from tests.support.services import OWNER


@pytest.mark.parametrize("written", [OWNER, OWNER.replace("-", ""), f"http://orcid.org/{OWNER}"])
def test_the_author_with_the_id_at_pubmed(written: str) -> None:
    """An iD follows the author, or the member of a group, to whom it belongs."""
    lines = (
        "PMID- 1",
        "AU  - Levi R",
        "AU  - Example N",
        f"AUID- ORCID: {written}",
        "AD  - A",
        "IR  - Cohen D",
        f"AUID- {written}",
    )
    [values] = pubmed.articles("\n".join((*lines, "SO  - J. 2020.", "")).encode())
    assert pubmed.hit(values, OWNER).with_id == ("Example N", "Cohen D")
    assert pubmed.hit(values, OWNER).collaborators == ("Cohen D",)
    assert pubmed.hit(values, "0000-0002-1825-0097").with_id == ()
    assert pubmed.hit(values, "").with_id == ()


def test_a_row_without_an_identifier_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "not-mine.csv"
    path.write_text("doi,pmid,note\n,,a talk\nhttps://doi.org/10.5555/A,,\n", encoding="utf-8")
    report = Report()
    not_mine = NotMine.read(path, report)
    assert not_mine
    assert [str(problem) for problem in report] == [f"{path}, row 2: The row has neither a DOI nor a PubMed ID."]
    assert {"doi": "10.5555/a"} in not_mine
    assert {"title": "a talk"} not in not_mine
