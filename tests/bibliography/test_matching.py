"""Whether two records are one paper; works that the owner refused, entries that cv.csv lacks, capitals of journals."""

import csv
from pathlib import Path

import pytest

from bibliography.matching import RULES, Identity
from bibliography.missing_entries import missing_entries
from bibliography.not_mine import NotMine
from bibliography.papers import MAX_COMPARED, PaperList, group_references
from bibliography.record_types import RecordType
from bibliography.reference import Location, Reference
from bibliography.works import with_capitals
from pipeline.report import Report
from tests.support.exporters import EXPORTERS, ris
from tests.support.importing import import_into, rows

Cells = dict[str, str]
NERVE = {"title": "Sonography of the median nerve", "authors": "Levi R", "journal": "Levant Journal", "year": "2019"}
PAIRS = [*csv.DictReader(Path(__file__).with_name("pairs.csv").read_text(encoding="utf-8").splitlines())]
# Where the two records of a pair come from, and which comes first. Reading two files is like reading one.
WAYS = (
    ("a file", "first", "second"),
    ("two files", "second", "first"),
    ("a list", "first", "second"),
    ("a list", "second", "first"),
)


def record(changes: str) -> Cells:
    cells = NERVE | dict(change.split("=", 1) for change in changes.split(";") if change)
    if "pubmed" in cells:
        cells["pubmed"] = f"https://pubmed.ncbi.nlm.nih.gov/9900000{cells['pubmed']}/"
    return {name: cell for name, cell in cells.items() if cell}


def pairs_of(papers: str) -> pytest.MarkDecorator:
    """The pairs with this verdict, two papers or one, matched in each way."""
    cases = [
        pytest.param(way, record(pair[first]), record(pair[second]), id=f"{pair['pair']}, {way}, {first} first")
        for pair in PAIRS
        if pair["papers"] == papers
        for way, first, second in WAYS
    ]
    return pytest.mark.parametrize(("way", "first", "second"), cases)


@pytest.fixture
def publications(tmp_path: Path) -> Path:
    return tmp_path / "publications.csv"


def exports(way: str, publications: Path, first: Cells, second: Cells) -> list[str]:
    """The exports of two records. Or write the first as a list, and return the export of the second."""
    if way == "a list":
        publications.write_text(EXPORTERS["csv"][0]([first]), encoding="utf-8")
        return [ris([second])]
    return [ris([first, second])] if way == "a file" else [ris([first]), ris([second])]


def written(path: Path) -> list[Cells]:
    """The rows without the day on which they were added."""
    return [{name: cell for name, cell in row.items() if name != "added"} for row in rows(path)]


@pairs_of("two")
def test_two_papers_are_two_rows_and_nothing_is_mixed(publications: Path, way: str, first: Cells, second: Cells) -> None:
    """The second lacks the identifiers that the first has, and a note says why. Importing them again changes nothing."""
    files = exports(way, publications, first, second)
    *_, outcome = import_into(publications, *files)
    disputed = {name for name in ("doi", "pubmed") if name in first and first[name] == second.get(name)}
    own = {name: cell for name, cell in second.items() if name not in disputed}
    assert sorted(map(sorted, map(dict.items, written(publications)))) == sorted(map(sorted, map(dict.items, [first, own])))
    assert sum("it was not copied" in note for note in outcome.notes) == len(disputed)
    assert outcome.notes
    before = publications.read_bytes()
    import_into(publications, *files)
    assert publications.read_bytes() == before


@pairs_of("one")
def test_one_paper_is_one_row(publications: Path, way: str, first: Cells, second: Cells) -> None:
    """Of a list or another file it fills empty cells; of one file the fuller record is used."""
    import_into(publications, *exports(way, publications, first, second))
    fuller = max(first, second, key=len)
    [row] = written(publications)
    assert row == (fuller if way == "a file" else second | first)


@pairs_of("kept")
def test_one_paper_with_another_title_fills_no_cell(publications: Path, way: str, first: Cells, second: Cells) -> None:
    """Unless identifier, first page, year and first author agree."""
    import_into(publications, *exports(way, publications, first, second))
    assert written(publications) == [first if way == "a list" or NERVE.keys() <= first.keys() else second]


def test_every_rule_has_pairs() -> None:
    """And a decision does not depend on the order."""
    rules = set()
    for pair in PAIRS:
        first, second = (Identity.of(record(pair[name])) for name in ("first", "second"))
        assert first.is_same(second) == second.is_same(first) == (pair["papers"] != "two")
        assert first.is_other(second) == second.is_other(first)
        rules.add(first.rule_name(second))
    assert rules == RULES.keys()


def reference(number: int, **cells: str) -> Reference:
    return Reference(Location("refs", number), RecordType.ARTICLE, NERVE | cells)


def test_a_record_that_contradicts_one_of_a_group_does_not_join_it() -> None:
    """The first two agree, and so do the last two, but the first and the last are two papers."""
    groups = group_references([reference(1, doi="10.5555/a"), reference(2), reference(3, doi="10.5555/b")])
    assert [[member.location.record for member in group] for group in groups] == [[1, 2], [3]]


def test_a_record_finds_its_paper_among_many_with_its_title_and_is_compared_with_few() -> None:
    authors = [f"{family}{letter}a AB" for family in "BCDFGHJKLMNPRSTV" for letter in "bcdefghijklmnopqrst"]
    groups = group_references([reference(number, authors=author) for number, author in enumerate(2 * authors)])
    assert [len(group) for group in groups] == [2] * len(authors)
    papers = PaperList({number: NERVE | {"authors": author} for number, author in enumerate(authors)})
    assert len([*papers.candidates(Identity.of(NERVE))]) == MAX_COMPARED < len(authors)


ENTRY = {"section": "position", "title": "Reader", "organization": "Neurology, Example University", "startDate": "2015-03"}


def test_a_row_without_an_identifier_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "not-mine.csv"
    path.write_text("doi,pmid,note\n,,a talk\nhttps://doi.org/10.5555/A,,\n", encoding="utf-8")
    report = Report()
    not_mine = NotMine.read(path, report)
    assert not_mine
    assert [str(problem) for problem in report] == [f"{path}, row 2: The row has no DOI, PubMed ID or put-code."]
    assert {"doi": "10.5555/a"} in not_mine
    assert {"title": "a talk"} not in not_mine


@pytest.mark.parametrize(
    ("change", "is_known"),
    [
        ({}, True),
        ({"title": "Head", "organization": "Example University", "startDate": "2015"}, True),
        ({"organization": "University"}, True),
        ({"section": "training", "startDate": "2015-03-01"}, True),
        ({"startDate": ""}, True),
        ({"section": "training", "title": "Head"}, False),
        ({"organization": "Sample University"}, False),
        ({"startDate": "2016"}, False),
        ({"startDate": "2013-02"}, False),
        ({"organization": "Neurology, Sampling University"}, False),
        ({"organization": ""}, False),
    ],
    ids=[
        "the same",
        "another title",
        "a shorter organization",
        "another section",
        "no start",
        "both differ",
        "organization",
        "start",
        "start of one length",
        "organization of one length",
        "no organization",
    ],
)
def test_a_row_is_an_entry_by_section_organization_and_dates(change: dict[str, str], is_known: bool) -> None:
    assert (missing_entries([ENTRY], [ENTRY | change]) == []) is is_known


def test_each_row_matches_one_entry() -> None:
    """One funder gave two grants in a year. The one with the same title matches, whichever comes first."""
    first, second = ({"section": "grant", "title": title, "organization": "Fund", "startDate": "2018"} for title in ("A", "B"))
    assert missing_entries([first, second], [second]) == [first]


@pytest.mark.parametrize(
    ("spelling", "crossref", "expected"),
    [
        ("Levant journal", "Levant Journal", "Levant Journal"),
        ("The Levant journal of medicine", "Levant Journal of Medicine", "The Levant Journal of Medicine"),
        ("Levant journal", "LEVANT JOURNAL", "Levant journal"),
        ("Levant journal (Jerusalem)", "Levant Journal", "Levant journal (Jerusalem)"),
        ("The Levant", "Levantine", "The Levant"),
    ],
)
def test_crossref_decides_the_capitals_of_a_journal(spelling: str, crossref: str, expected: str) -> None:
    assert with_capitals(spelling, crossref) == expected
