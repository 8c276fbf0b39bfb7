"""Names that may be the same person's, in the forms in which profiles and authors have them."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from pipeline.problems import Report
from pipeline.syncing.ownership import NotMine, Owner
from pipeline.syncing.services import pubmed
from tests.support.services import OWNER


@pytest.mark.parametrize(
    ("written", "authors", "expected"),
    [
        ("Dr. Noa Example", "Levi R, Example N", True),
        ("Prof. Noa Example, MD, PhD", "Example N", True),
        ("ד״ר נועה דוגמה", "Levi R, נועה דוגמה", True),
        ("Example, Noa", "Example N", True),
        ("Noa Example", "Example NB", True),
        ("Noa B. Example", "Example N", True),
        ("Bar-On N", "Bar On N", True),
        ("Müller, Jörg", "Muller J", True),
        ("Jan van der Muster", "van der Muster J", True),
        ("ד״ר נועה דוגמה", "Levi R, ד״ר נועה דוגמה", True),
        ("Example N", "EXAMPLE N", True),
        ("Noa Example", "Example T", False),
        ("Noa B. Example", "Example NC", False),
        ("Noa Example", "Examples N", False),
        ("Noa Example", "Example N Study Group", False),
        ("Noa Example", "", False),
    ],
)
def test_the_owner_among_authors(written: str, authors: str, expected: bool) -> None:
    assert Owner.of("", [written]).is_among(authors) is expected


@pytest.mark.parametrize("written", [OWNER, OWNER.replace("-", ""), f"http://orcid.org/{OWNER}"])
def test_the_id_of_an_author_at_pubmed(written: str) -> None:
    values = defaultdict(list, {"PMID": ["1"], "AU": ["Levi R", "Example N"], "AUID": [f"ORCID: {written}"]})
    assert pubmed.found(values, OWNER).has_id
    assert not pubmed.found(values, "0000-0002-1825-0097").has_id


def test_a_row_without_an_identifier_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "not-mine.csv"
    path.write_text("doi,pmid,note\n,,a talk\nhttps://doi.org/10.5555/A,,\n", encoding="utf-8")
    report = Report()
    not_mine = NotMine.read(path, report)
    assert [str(problem) for problem in report] == [f"{path}, row 2: The row has neither a DOI nor a PubMed ID."]
    assert {"doi": "10.5555/a"} in not_mine
    assert {"title": "a talk"} not in not_mine
