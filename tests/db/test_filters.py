"""Each filter and order: from the values of a query to the rows that SQLite returns."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from api.query.parameters import CV_FILTERS, FILTERS, SERVICE_FILTERS
from api.query.query_string import Parameter
from bench.synthetic import write_csv
from db import filters
from db.snapshot import Snapshot
from db.store import Store
from tests.support.own import build_own

PUBLICATIONS = [
    # The first letter of a title names the publication below.
    ["Fascia, \"double\" crush; C++ & R", "Levi R Jr, Levi R, Levi R", "annals of Operators", "2019", "10.5555/f",
     "https://journals.example.org/article/31000003"],
    ["A nerve, and another nerve", "Levi R, Example N", "Journal of Nerves", "2022", "10.5555/a",
     "https://pubmed.ncbi.nlm.nih.gov/31000002/", "corrected 2023", "", "", "", "", "2026-03-01"],
    ["Beyond H₂S NEAR \"AND\" or NOT?", "Levine RS, Muster Á", "Annals of Operators", "2022", "",
     "http://www.ncbi.nlm.nih.gov/pubmed/31000004?dopt=Abstract", "", "article"],
    ["Čiré vodivosti: TNF-α in µ-units", "Example N, van der Berg J", "Revista de Radiología", "2021", "10.5555/c", "",
     "corrected 2022", "review", "yes", "A summary in plain words", "במילים פשוטות",
     "2026-03-01", "10.5555/data;https://data.example.org/1"],
    ["דופלר של עצב המדיאן", "לוי ר, Example N", "רפואה", "2021", "10.5555/d"],
    ["Early nerves* of 100%", "Example Study Group, et al", "Journal of Nerves", "2020", "", "https://pubmed.example.org/2020",
     "", "chapter"],
    ["Straße nach Ötztal", "Żółw K, Müller-Weiß O", "Zeitschrift für Straßen", "2018", "10.5555/s",
     "https://pubmed.ncbi.nlm.nih.gov/31000001/", "expression of concern 2020-03"],
]  # fmt: skip


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    header = [
        "title",
        "authors",
        "journal",
        "year",
        "doi",
        "pubmed",
        "notice",
        "type",
        "featured",
        "summary",
        "summaryHebrew",
        "added",
        "data",
    ]
    rows = [[*row, *[""] * 8][:13] for row in PUBLICATIONS]
    folder = tmp_path_factory.mktemp("filters")
    return Snapshot(build_own(folder, lambda sources: write_csv(sources / "publications.csv", header, rows))).store


def letters_of(store: Store, sort: str = "-year", **values: Any) -> str:
    publications, total = store.publications(values, 100, 0, sort)
    assert len(publications) == total
    return "".join([row["title"][0] for row in publications])


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, "ABČדEFS"),  # latest year first, then the order of the file
        ({"year": 2021}, "Čד"),
        ({"q": "2021"}, "Čד"),
        ({"q": "https://doi.org/10.5555/S"}, "S"),
        ({"q": "10.5555"}, ""),  # no DOI, and no word
        ({"q": "concern 31000001"}, "S"),
        ({"year_from": -(10**30)}, "ABČדEFS"),
        ({"year_from": 2019, "year_to": 2020}, "EF"),
        ({"q": "plain פשוטות"}, "Č"),
        ({"keywords": "nerve"}, "A"),  # not Early nerves
        ({"keywords": "double crush, tnf α,nothing"}, "ČF"),
        ({"keywords": "crush double,levi,operators"}, ""),
        ({"keywords": "words in,plain words"}, "Č"),
        ({"keywords": "*"}, "ABČדEFS"),
        ({"type": ["article"]}, "ABדFS"),
        ({"type": ["review", "chapter"]}, "ČE"),
        ({"featured": "true"}, "Č"),
        ({"featured": "false"}, "ABדEFS"),
        ({"summary": "true"}, "Č"),
        ({"summary": "false"}, "ABדEFS"),
        ({"added_since": "2026-03-01"}, "AČ"),
        ({"added_since": "2026-03-02"}, ""),
        ({"notice": "concern"}, "S"),
        ({"notice": "corrected"}, "AČ"),
        ({"doi": ["10.5555/A", "https://doi.org/10.5555/s", "doi:10.5555/none"]}, "AS"),
        ({"doi": ["10.5555/a,b"]}, ""),
        ({"pubmed": ["31000001", "2020", "20", "3"]}, "ES"),
        ({"pubmed": ["031000004", "0", "000"]}, "B"),
        ({"pubmed": ["31000003", "31000004"]}, "B"),  # an address of another site is not PubMed's
        ({"q": "31000003"}, ""),
        ({"q": "31000004"}, "B"),
        ({"has_doi": "true"}, "AČדFS"),
        ({"has_doi": "false"}, "BE"),
        ({"has_data": "true"}, "Č"),
        ({"has_data": "false"}, "ABדEFS"),
        ({"journal": "OPERATORS"}, "BF"),
        ({"journal_is": "annals of operators"}, "BF"),
        ({"journal_is": "zeitschrift für strassen"}, "S"),
        ({"journal_is": "Annals"}, ""),
        ({"journal_is": "%"}, ""),
        ({"journal_is": ""}, "ABČדEFS"),
        ({"journal_is": "Annals of Operators", "journal": "nerves"}, ""),
        ({"q": "levi", "author": "example", "year": 2022, "has_doi": "true", "journal": "nerves"}, "A"),
    ],
)
def test_filters(store: Store, values: dict[str, Any], expected: str) -> None:
    """[keywords] [types] [lookups]"""
    assert letters_of(store, **values) == expected


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("q", "NERVE", "AE"),
        ("q", "nerves", "AE"),  # in the journal too
        ("q", "another ner", "A"),
        ("q", "ner another", ""),  # only the last word may be incomplete
        ("q", "erve", ""),
        ("q", "levi nerve", "A"),  # words of different fields
        ("q", "RADIOLOGÍA example", "Č"),
        ("q", "tnf-α", "Č"),
        ("q", "tnfα", "Č"),
        ("q", "μ units", "Č"),
        ("q", "דּוֹפְּלֶר", "ד"),  # with vowel points
        ("q", "STRASSEN", "S"),
        ("q", "zolw", "S"),
        ("q", "c++", "AČFS"),
        ("q", "* ( \" ' -", "ABČדEFS"),  # no word
        ("q", "near AND not", "B"),
        ("q", "h2s", "B"),
        ("q", "H₂S", "B"),
        ("q", "nerve OR fascia", ""),
        ("q", '"nerve another"', "A"),
        ("q", "nerve\0another", "A"),
        ("q", "a nerve a and another levi r example n journal of zzz", "A"),  # the eleventh different word does not count
        # Consecutive words of one author's name.
        ("author", "Levi", "ABF"),
        ("author", "Levi R Jr", "F"),
        ("author", "Levi, R", "AF"),
        ("author", "R Levi", ""),
        ("author", "levi, rina", "AF"),
        ("author", "Jan van der Berg", "Č"),
        ("author", "Roman Levine", "B"),
        ("author", "Levi RS", ""),
        ("author", "Noa Muller-Weiss", ""),
        ("author", "R Example", ""),  # across two authors
        ("author", "van der berg j", "Č"),
        ("author", "muller-weiss", "S"),
        ("author", "לוי ר", "ד"),
        ("author", "study group", "E"),
        ("author", "*", "ABČדEFS"),
        ("author", 'levi" OR "example', ""),
    ],
)
def test_words(store: Store, name: str, text: str, expected: str) -> None:
    """[words] All words, whatever their case and accents. No character is an operator."""
    assert letters_of(store, **{name: text}) == expected


@pytest.mark.parametrize(
    ("sort", "values", "expected"),
    [
        ("year", {}, "SFEדČBA"),
        ("title", {}, "ABČEFSד"),
        ("-title", {}, "דSFEČBA"),
        ("-journal", {}, "דSČAEFB"),
        ("title", {"has_doi": "false"}, "BE"),
        ("journal", {}, "BFAEČSד"),
        ("journal", {"q": "nerve"}, "AE"),
        ("relevance", {"q": "nerves"}, "EA"),  # a title counts more than a journal
        ("relevance", {"q": "nerve", "author": "levi", "journal": "nerves"}, "A"),
    ],
)
def test_orders(store: Store, sort: str, values: dict[str, Any], expected: str) -> None:
    assert letters_of(store, sort, **values) == expected


def test_every_filter_works_with_every_other_in_every_order(store: Store, subtests: pytest.Subtests) -> None:
    values = {
        "year": 2022,
        "journal": "nerves",
        "journal_is": "journal of nerves",
        "q": "nerve",
        "keywords": "nerve",
        "author": "levi",
        "year_from": 2022,
        "year_to": 2022,
        "has_doi": "true",
        "has_data": "false",
        "authorship": "last",
        "type": ["article"],
        "featured": "false",
        "summary": "false",
        "added_since": "2026-03-01",
        "notice": "corrected",
        "doi": ["10.5555/a"],
        "pubmed": ["31000002"],
    }
    assert set(values) == set(filters.PUBLICATION_CONDITIONS)
    for sort in filters.ORDERS:
        with subtests.test(sort=sort):
            for one in values:
                for other in values:
                    if sort != "relevance" or "q" in (one, other):
                        assert "A" in letters_of(store, sort, **{name: values[name] for name in (one, other)}), (sort, one, other)


def test_facets(store: Store) -> None:
    """Years latest first; journals and authors by number, then by name. An author counts once in each publication."""
    assert store.facets(limit=2) == {
        "years": [(2022, 2), (2021, 2), (2020, 1), (2019, 1), (2018, 1)],
        "journals": [("Journal of Nerves", 2), ("Annals of Operators", 1)],
        "authors": [("Example N", 3), ("Levi R", 2)],
        "types": [("article", 5), ("chapter", 1), ("review", 1)],
        "authorship": [("first", 1), ("last", 2)],
    }
    assert store.facets({"q": "levi", "year_to": 2021}) == {
        "years": [(2019, 1)],
        "journals": [("annals of Operators", 1)],
        "authors": [("Levi R", 1), ("Levi R Jr", 1)],
        "types": [("article", 1)],
        "authorship": [],
    }


@pytest.mark.parametrize(
    ("parameters", "conditions"),
    [
        (FILTERS, filters.PUBLICATION_CONDITIONS),
        (SERVICE_FILTERS, filters.SERVICE_CONDITIONS),
        (CV_FILTERS, filters.CV_CONDITIONS),
    ],
    ids=["publications", "services", "cv"],
)
def test_every_filter_has_a_parameter(parameters: Sequence[Parameter], conditions: Mapping[str, Any]) -> None:
    """Under the same name."""
    assert {each.name for each in parameters} == set(conditions)
