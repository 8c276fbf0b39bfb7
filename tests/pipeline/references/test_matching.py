"""When two records are the same publication, and two values say the same."""

from __future__ import annotations

import pytest

from pipeline.references.matching import abbreviates, agree, grouped, quoted
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


@pytest.mark.parametrize(
    ("first", "second", "one"),
    [
        ({"doi": "10.5555/a"}, {"doi": "10.5555/A", "title": "Other", "year": "2019"}, True),
        (
            {"pubmed": "https://pubmed.ncbi.nlm.nih.gov/99000001/"},
            {"pubmed": "https://www.ncbi.nlm.nih.gov/pubmed/99000001"},
            True,
        ),
        ({}, {"title": "SONOGRAPHY of the <b>median</b> nerve, in adults"}, True),
        ({"doi": "10.5555/a"}, {}, True),
        ({"doi": "10.5555/a"}, {"doi": "10.5555/b"}, False),
        ({}, {"year": "2019"}, False),
        ({}, {"journal": "medRxiv"}, False),
        ({"doi": "10.5555/a"}, {"doi": "10.5555/a", "title": "Erratum: Sonography of the median nerve in adults"}, False),
        ({"doi": "10.5555/a"}, {"doi": "10.5555/a", "title": "Comment on: Sonography of the median nerve in adults"}, False),
        ({"title": "Reply"}, {"title": "Reply.", "pages": "7"}, False),
        ({"title": "Reply"}, {"title": "Reply."}, True),
    ],
)
def test_when_two_records_are_one_publication(first: dict[str, str], second: dict[str, str], one: bool) -> None:
    references = [
        Reference(Location("refs", number), RecordType.ARTICLE, {**NERVE, **cells})
        for number, cells in enumerate((first, second), start=1)
    ]
    assert len(grouped(references)) == (1 if one else 2)


def test_mangled_authors_count_less_than_a_page() -> None:
    whole = Reference(Location("refs", 1), RecordType.ARTICLE, {**NERVE, "doi": "10.5555/a"})
    mangled = Reference(Location("refs", 2), RecordType.ARTICLE, {**NERVE, "doi": "10.5555/a", "authors": "R L", "pages": "7"})
    [group] = grouped([mangled, whole])
    assert group.fullest[1] is whole
