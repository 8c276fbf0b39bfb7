"""Parts of answers: the works in a group of ORCID, the author with the iD at PubMed."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.syncing.registries import pubmed
from pipeline.syncing.registries.orcid import split
from tests.support.services import OWNER, external_id

Summary = dict[str, Any]


def summary(title: str, *ids: tuple[str, str], kind: str = "journal-article", relation: str = "self") -> Summary:
    found = [external_id(*pair) | {"external-id-relationship": relation} for pair in ids]
    return {"title": {"title": {"value": title}}, "type": kind, "external-ids": {"external-id": found}}


PAPER, OTHER, PREPRINT = ("doi", "10.5555/a"), ("doi", "10.5555/b"), ("doi", "10.1101/2020.01.01.111111")


@pytest.mark.parametrize(
    ("summaries", "expected"),
    [
        ([summary("A", PAPER), summary("a: longer", PAPER, kind="other")], [[0, 1]]),
        # The same title and type in spite of a mistyped DOI; capitals and markup don't count, nor do old spellings.
        ([summary("On <i>gout</i>", PAPER), summary("ON GOUT", OTHER, kind="JOURNAL_ARTICLE")], [[0, 1]]),
        ([summary("A", PAPER), summary("A", OTHER, kind="conference-paper")], [[0], [1]]),
        # Another identifier joins, with or without Scopus's prefix; the number of a journal doesn't.
        ([summary("A", ("eid", "2-s2.0-77")), summary("B", ("eid", "77"), PAPER), summary("C", PAPER)], [[0, 1, 2]]),
        ([summary("A", ("issn", "1234-5678")), summary("B", ("issn", "1234-5678"))], [[0], [1]]),
        ([summary("A", ("doi", "10.5555/book"), relation="part-of"), summary("B", ("doi", "10.5555/book"))], [[0], [1]]),
        # An entry with two DOIs belongs to one of the works that it joins: of preprint and paper to the paper.
        ([summary("A", PREPRINT, PAPER), summary("A", PREPRINT, kind="preprint"), summary("B", PAPER)], [[1], [0, 2]]),
        ([summary("A", PAPER, OTHER), summary("A", PAPER), summary("Erratum: A", OTHER)], [[2], [0, 1]]),
    ],
)
def test_works_of_a_group(summaries: list[Summary], expected: list[list[int]]) -> None:
    assert [[summaries.index(one) for one in work] for work in split(summaries)] == expected


@pytest.mark.parametrize("written", [OWNER, OWNER.replace("-", ""), f"http://orcid.org/{OWNER}"])
def test_the_author_with_the_id_at_pubmed(written: str) -> None:
    """An iD follows the author, or the member of a group, to whom it belongs."""
    authors = f"AU  - Levi R\nAU  - Example N\nAUID- ORCID: {written}\nAD  - A\nIR  - Cohen D\nAUID- {written}\n"
    [values] = pubmed.articles(f"PMID- 1\n{authors}SO  - J. 2020.\n".encode())
    assert pubmed.hit(values, OWNER).with_id == ("Example N", "Cohen D")
    assert pubmed.hit(values, OWNER).collaborators == ("Cohen D",)
    assert pubmed.hit(values, "0000-0002-1825-0097").with_id == ()
    assert pubmed.hit(values, "").with_id == ()
