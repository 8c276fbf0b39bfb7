"""When two records are the same publication, and two values say the same."""

from __future__ import annotations

import pytest

from pipeline.references.comparison import abbreviates, agree, quoted
from pipeline.references.matching import MOST_COMPARED, Group, Identity, Index, grouped
from pipeline.references.record_types import RecordType
from pipeline.references.reference import Location, Reference


def test_values_that_say_the_same_are_no_conflict() -> None:
    same = {
        "title": ("The <i>Nerve</i>: a review", "The nerve - a review"),
        "pages": ("1521-7", "1521–1527"),
        "doi": ("10.5555/A", "https://doi.org/10.5555/a"),
        "pubmed": ("https://pubmed.ncbi.nlm.nih.gov/99000001/", "https://www.ncbi.nlm.nih.gov/pubmed/99000001"),
        "url": ("http://www.example.org/a/", "https://example.org/a"),
        "journal": ("Arthritis & Nerves", "Arthritis and nerves"),
    }
    assert [field for field, (kept, other) in same.items() if not agree(field, kept, other)] == []
    assert not agree("year", "2019", "2020")
    assert not agree("volume", "12", "13")
    assert not agree("authors", "Levi R", "Levi R, Dugma YT")
    assert not agree("pages", "1521-7", "1521-8")


def test_different_values_are_quoted_where_they_differ() -> None:
    title = "Non-canonical activation of the DNA sensing adaptor STING by ATM and IFI16 mediates NF-κB {} after DNA damage"
    assert quoted(title.format("signaling"), title.upper().format("signalling")) == (
        '"… mediates NF-κB signaling after DNA damage"',
        '"… MEDIATES NF-ΚB signalling AFTER DNA DAMAGE"',
    )
    assert quoted(title, f"{title}: a review")[1] == '"… DNA damage: a review"'
    assert quoted("2019", "2020") == ('"2019"', '"2020"')
    assert quoted("Levi R, Dugma YT", "Levi R") == ('"Levi R, Dugma YT"', '"Levi R"')


def test_abbreviated_journals() -> None:
    pairs = {
        ("J Natl Ex", "Journal of National Examples"): True,
        ("Natl", "National"): True,
        ("Nat", "National"): True,
        ("Naxl", "National"): False,
        ("Ntlz", "National"): False,
        ("J Ex", "Journal of National Examples"): False,
        ("a" * 30 + "ba", "a" * 90): False,  # a regular expression would try every way to leave letters out
    }
    assert {pair: abbreviates(*pair) for pair in pairs} == pairs


NERVE = {"title": "Sonography of the median nerve in adults", "authors": "Levi R", "journal": "J", "year": "2020"}


def reference(number: int, **cells: str) -> Reference:
    return Reference(Location("refs", number), RecordType.ARTICLE, {**NERVE, **cells})


@pytest.mark.parametrize(
    ("first", "second", "count"),
    [
        (
            {"pubmed": "https://pubmed.ncbi.nlm.nih.gov/99000001/"},
            {"pubmed": "https://www.ncbi.nlm.nih.gov/pubmed/99000001", "year": "2019"},
            1,
        ),
        ({}, {"title": "SONOGRAPHY of the <b>median</b> nerve, in adults"}, 1),
        ({}, {"journal": "medRxiv"}, 2),
        ({"title": "?"}, {"title": "?"}, 1),
        ({"doi": "10.5555/a"}, {"doi": "10.5555/a", "title": "RETRACTED: Sonography of the median nerve", "year": "2019"}, 1),
        ({"title": "The TNF-α & IL-1β"}, {"title": "TNF-alpha and IL-1beta"}, 1),
    ],
)
def test_how_many_papers_two_records_are(first: dict[str, str], second: dict[str, str], count: int) -> None:
    assert len(grouped([reference(1, **first), reference(2, **second)])) == count


def test_a_record_that_contradicts_one_of_a_group_does_not_join_it() -> None:
    """The first two agree, and so do the last two, but the first and the last are two papers."""
    groups = grouped([reference(1, doi="10.5555/a"), reference(2), reference(3, doi="10.5555/b")])
    assert [[member.location.record for member in group.references] for group in groups] == [[1, 2], [3]]


def test_a_record_finds_its_paper_among_many_with_its_title_and_is_compared_with_few() -> None:
    authors = [f"{family}{letter}a AB" for family in "BCDFGHJKLMNPRSTV" for letter in "bcdefghijklmnopqrst"]
    groups = grouped([reference(number, authors=author) for number, author in enumerate(2 * authors)])
    assert [len(group.references) for group in groups] == [2] * len(authors)
    index: Index[Group] = Index()
    for group in groups:
        [identity] = group.identities
        index.add(identity, group)
    assert len([*index.candidates(Identity.of(NERVE))]) == MOST_COMPARED < len(authors)


def test_mangled_authors_count_less_than_a_page() -> None:
    whole, mangled = reference(1, doi="10.5555/a"), reference(2, doi="10.5555/a", authors="R L", pages="7")
    [group] = grouped([mangled, whole])
    assert group.fullest is whole
