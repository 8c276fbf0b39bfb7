"""The plan of an import: which are one paper, what is written, what is left out, and the notes for the owner."""

import json

import pytest

from bibliography.changes import Change, LeftOut
from tests.support.importing import changes, planned
from tests.support.services import Work

PUBMED = "https://pubmed.ncbi.nlm.nih.gov/"
GOOD = {"TY": "JOUR", "TI": "Ultrasound of the nerve", "AU": "Levi, R.", "T2": "Levant Journal", "PY": "2024"}


def ris(**tags: str) -> str:
    return "".join(f"{tag}  - {value}\n" for tag, value in (GOOD | tags).items()) + "ER  - \n"


def row(title: str = "Ultrasound of the nerve", year: str = "2024", doi: str = "", pubmed: str = "", pages: str = "") -> str:
    return f"{title},Levi R,Levant Journal,{year},,,{pages},{doi},{pubmed and PUBMED + pubmed},\n"


def test_records_that_a_third_one_links_are_one_row() -> None:
    second, third = ris(TI="Another title", SP="5", PM="99000001"), ris(TI="Both", SP="5", DO="10.5555/a", PM="99000001", VL="7")
    found = changes(ris(SP="5", DO="10.5555/a", VL="8") + second + third)
    assert [(change.status, [conflict.field for conflict in change.conflicts]) for change in found] == [
        ("same", ["title", "volume"]),
        ("same", ["title"]),
        ("new", []),
    ]


def test_cells_are_written_as_the_check_reads_them() -> None:
    """It would warn of other forms, such as the dash of Word."""
    [change] = changes('title,authors,journal,year,pages,pubmed\nA nerve,"Levi R, Martin J-P",J,2020,188–197,PMID: 99000001\n')
    assert change.cells == {
        "title": "A nerve",
        "authors": "Levi R, Martin JP",
        "journal": "J",
        "year": "2020",
        "pages": "188-197",
        "pubmed": f"{PUBMED}99000001/",
    }


@pytest.mark.parametrize(("journal", "filled"), [("Levant Journal of Nerves", True), ("My Journal", False)])
def test_the_abbreviation_of_another_journal_is_not_filled(journal: str, *, filled: bool) -> None:
    rows = f"Ultrasound of the nerve,Levi R,{journal},2024,,,,10.5555/a,,\n"
    [change] = changes(ris(T2="The Levant Journal of Nerves", J2="Lev. J. Nerves", DO="10.5555/a"), rows=rows)
    assert change.cells == ({"abbreviation": "Lev J Nerves"} if filled else {})


def test_a_type_that_the_list_does_not_have_is_left_out_and_not_compared() -> None:
    preprint = ris(TY="UNPB", T2="", PB="medRxiv", DO="10.1101/2026.01.02.26000001")
    exports = ris(TY="BOOK", PB="Levant Press", DO="10.5555/a"), ris(TY="RPRT", DO="10.5555/a"), preprint
    entry = {"title": "Ultrasound of the nerve", "startDate": "2024", "note": "Levi R"}
    book = entry | {"section": "book", "organization": "Levant Press", "url": "https://doi.org/10.5555/a"}
    posted = {"section": "preprint", "organization": "medRxiv", "url": "https://doi.org/10.1101/2026.01.02.26000001"}
    found = planned(*exports, rows=row(doi="10.5555/a"))
    assert [(record.notes, record.cv_row) for record in found if isinstance(record, LeftOut)] == [
        (["Left out: books."], book),
        (["Left out: reports."], {}),
        (["Left out: preprints.", "Its journal or DOI belongs to a preprint server."], entry | posted),
    ]


@pytest.mark.parametrize(
    ("journal", "status", "notes"),
    [
        ("Nature Communications", "new", ["The DOI 10.1101/123456 is a preprint's; replace it with the paper's."]),
        ("medRxiv", "left out", ["Left out: preprints.", "Its journal or DOI belongs to a preprint server."]),
    ],
)
def test_the_doi_of_a_preprint(journal: str, status: str, notes: list[str]) -> None:
    [record] = planned(ris(T2=journal, DO="10.1101/123456"))
    assert (record.status, record.notes) == (status, notes)


@pytest.mark.parametrize("kind", ["journal-article", "preprint"])
def test_an_orcid_group_that_joins_a_preprint_and_its_paper_is_the_paper(kind: str) -> None:
    preferred = {"journal-title": None, "display-index": "9"}
    preprint = Work("A preprint", "10.1101/2020.01.01.20000001", "99000001", year=2021, kind=kind, orcid=preferred).as_summary(1)
    paper = Work("A paper", "10.5555/paper", "99000002", year=2021).as_summary(2)
    row = "A paper,Levi R,Levant Journal,2021,,,,10.5555/paper,,\n"
    [change] = changes(json.dumps({"group": [{"work-summary": [preprint, paper]}]}), rows=row)
    assert (change.status, change.title) == ("filled", "A paper")
    assert change.cells == {"pubmed": f"{PUBMED}99000002/"}


def test_a_value_that_no_cell_can_hold_is_left_out_before_any_rule_reads_it() -> None:
    [record] = planned(ris(AU="Levi, R" + " a" * 120_000))
    note = "Left out authors: it has 120,006 characters, and a cell at most 100,000."
    assert (record.status, record.notes[0], record.notes[-1]) == ("left out", "It has no authors.", note)


def disputed(title: str, differences: str, identifier: str = "DOI 10.5555/a", where: str = "row 2") -> str:
    address = f"{PUBMED}99000001/" if "PubMed" in identifier else "https://doi.org/10.5555/a"
    also = f'The {identifier} is also in {where} ("{title}"), which differs in {differences}'
    return f"{also}; it was not copied. Open {address} to see which paper it belongs to."


@pytest.mark.parametrize(
    ("listed", "tags", "dispute", "doi"),
    [
        (
            row("Gout", "2019", "10.5555/b", "99000001"),
            {"PM": "99000001"},
            ("DOI, title and year", "PubMed ID 99000001"),
            "10.5555/a",
        ),
        (row("Gout", "2019", "10.5555/a"), {}, ("title and year",), None),
        (row("Gout", doi="10.5555/a"), {"AU": "Dugma, Y."}, ("title and first author",), None),
        (row("Gout", doi="10.5555/a", pages="5-9"), {"SP": "70"}, ("title and page",), None),
        (row("Gout", doi="10.5555/a"), {"TI": "Reply to: Gout"}, ("title",), None),
        (row("Gout", doi="10.5555/a"), {"TI": "Comment on “Gout”"}, ("title",), None),
    ],
)
def test_a_row_with_the_identifier_of_another_paper(
    listed: str, tags: dict[str, str], dispute: tuple[str, ...], doi: str | None
) -> None:
    """The other paper becomes a row without the identifier, and nothing of it fills the row that has it."""
    [change] = changes(ris(DO="10.5555/a", VL="7", **tags), rows=listed)
    assert (change.status, change.row, change.cells["volume"]) == ("new", None, "7")
    assert (change.cells.get("doi"), change.cells.get("pubmed")) == (doi, None)
    assert change.notes == [disputed("Gout", *dispute)]


def new_rows(*exports: str) -> list[Change]:
    return [change for change in changes(*exports) if change.status == "new"]


SUPPLEMENT = [
    {"TI": title, "SP": page, "DO": "10.5555/suppl"} for title, page in (("Gout", "S1"), ("Rickets", "S2"), ("Lupus", "S9"))
]


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        (
            [{"TI": "Fish", "DO": "10.5555/a", "PM": "99000001"}, {"TI": "Gout", "DO": "10.5555/b", "PM": "99000001"}],
            [("10.5555/a", f"{PUBMED}99000001/"), ("10.5555/b", None)],
        ),
        (SUPPLEMENT, [("10.5555/suppl", None), (None, None), (None, None)]),
    ],
    ids=["two papers", "abstracts of a supplement"],
)
def test_the_first_of_several_papers_has_the_shared_identifier(
    records: list[dict[str, str]], expected: list[tuple[str | None, str | None]]
) -> None:
    found = new_rows("".join(ris(**record) for record in records))
    assert [(change.cells.get("doi"), change.cells.get("pubmed")) for change in found] == expected
    first = found[0].title
    assert [[f'("{first}")' in note for note in change.notes] for change in found] == [[], *([True] for _ in found[1:])]


def test_an_abstract_that_a_file_has_twice_is_one_row() -> None:
    abstracts = ris(TI="Gout", SP="S1", DO="10.5555/suppl") + 2 * ris(TI="Rickets", SP="S2", DO="10.5555/suppl")
    assert [change.status for change in changes(abstracts)] == ["new", "new", "same"]


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        ({"T2": "Transactions of the Congress", "SP": ""}, "journal"),
        ({"SP": "70"}, "page"),
        ({"AU": "Dugma, Y."}, "first author"),
        ({"AU": "Levi, Dan"}, "first author"),
        ({"PY": "2023"}, "year"),
        ({"DO": "10.5555/b"}, "DOI"),
        ({"PM": "99000002"}, "PubMed ID"),
    ],
    ids=["two journals", "abstract and paper", "two groups", "namesakes", "two years", "two DOIs", "two PubMed IDs"],
)
def test_two_papers_with_the_same_title(changes: dict[str, str], difference: str) -> None:
    """A guideline in two journals, an abstract and its paper, "A rare cause of acute abdominal pain" of two groups."""
    base = {"TI": "A rare cause of acute abdominal pain", "SP": "5", "DO": "10.5555/a", "PM": "99000001"}
    other = {tag: value for tag, value in base.items() if tag in ("TI", "SP")} | changes
    [one, second] = new_rows(ris(**base) + ris(**other))
    assert one.notes == []
    assert second.notes == [f"{str(one.location).capitalize()} has the same title, but another {difference}."]


def test_importing_a_contradiction_again_changes_nothing() -> None:
    listed = row("Gout again", "2019", doi="10.5555/a") + row()
    [change] = changes(ris(DO="10.5555/a"), rows=listed)
    assert (change.status, change.row, change.cells) == ("same", 3, {})
    assert change.notes == [disputed("Gout again", "title and year")]


def test_a_row_without_its_doubtful_doi_is_not_filled_by_a_third_paper() -> None:
    first, second = row("Gout again", "2019", doi="10.5555/a"), ris(DO="10.5555/a", PM="99000001")
    third = ris(DO="10.5555/b", PM="99000001").replace("AU  - Levi, R.\n", "")
    assert [record.status for record in planned(second + third, rows=first)] == ["new", "left out"]
    listed = first + row(pubmed="99000001")
    assert [record.status for record in planned(second + third, rows=listed)] == ["same", "left out"]


def test_a_record_that_is_left_out_is_completed_by_no_other() -> None:
    """It becomes no row."""
    records = (
        "TI  - B cord\nAU  - Levi R\nSP  - 1",
        "DO  - 10.5555/b\nSP  - 1",
        "TI  - B cord\nJO  - J Ex\nDO  - 10.5555/b\nSP  - 1",
    )
    text = "".join(f"TY  - JOUR\n{record}\nER  - \n" for record in records)
    assert [record.status for record in planned(text)] == ["left out", "same", "left out"]


@pytest.mark.parametrize("title", ["=HYPERLINK(1)", "+1", "@sum", "Gout \u202eagain"])
def test_a_formula_or_a_hidden_direction_is_never_written(title: str) -> None:
    [record] = planned(ris(TI=title))
    note = f'Left out title: "{title}" is a formula, or has invisible characters.'.replace("\u202e", "�")
    assert (record.status, record.notes) == ("left out", ["It has no valid title.", note])
