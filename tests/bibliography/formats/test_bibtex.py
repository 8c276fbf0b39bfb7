"""BibTeX that a person edited by hand, and its LaTeX, which becomes text; a macro that is not known stays visible."""

import pytest

from bibliography import values
from bibliography.formats import latex
from bibliography.formats.inputs import InputError
from bibliography.record_types import RecordType
from bibliography.reference import FailedRecord
from tests.support.importing import records, references

ENTRIES = {
    "a missing comma": (
        "@article{a, title={A nerve}\n year={2020},\n journal={J}}",
        {"title": "A nerve", "year": "2020", "journal": "J"},
    ),
    "semicolons between authors": ('@article{a, author={Levi, R; M{\\"u}ller, Y}}', {"authors": "Levi R, Müller Y"}),
    "values of several parts": (
        '@string{gut = "Gut"}\n@string{long = gut # { and } # "Liver"}\n'
        '@article{a, title = # "A " # {nerve}#, journal = LONG # 2, year = "20" # 20 }',
        {"title": "A nerve", "journal": "Gut and Liver2", "year": "2020"},
    ),
    "an address without LaTeX": (
        "@article{a, title={Pain~in Haifa}, url={https://example.org/~noa/a%20b}}",
        {"title": "Pain in Haifa", "url": "https://example.org/~noa/a%20b"},
    ),
    # Scopus writes pubmed_id.
    **{
        name: (
            f"@ARTICLE{{Levi2015, title={{A nerve}}, {name}={{99000001}}}}",
            {"title": "A nerve", "pubmed": "https://pubmed.ncbi.nlm.nih.gov/99000001/"},
        )
        for name in ("pmid", "PMID", "pubmedid", "pubmed-id", "pubmed_id")
    },
}


@pytest.mark.parametrize(("text", "cells"), ENTRIES.values(), ids=ENTRIES)
def test_an_entry_that_a_person_or_a_database_wrote(text: str, cells: dict[str, str]) -> None:
    [reference] = references(text)
    assert reference.cells == cells


def test_a_value_of_many_parts_is_joined_in_linear_time() -> None:
    """Joining takes time in proportion to the text."""
    parts = f"{'x#' * 1_500}{{y}}"
    [reference] = references(f"@article{{a, title = {parts}, journal = {parts} # {parts}}}")
    assert reference.cells == {"title": "x" * 1_500 + "y"}
    assert reference.notes == ("Left out journal: it has 3,002 characters, and a cell at most 2,000.",)


@pytest.mark.parametrize("key", ["", "Neeson, 2015,", "Neeson 2015,", "Neeson", "pmid: 99000001,"])
def test_unusable_citation_keys(key: str) -> None:
    [reference] = references(f"@article{{{key}\n  title = {{A nerve}}, year = 2015}}")
    assert reference.cells.items() >= {"title": "A nerve", "year": "2015"}.items()
    assert reference.cells.get("pubmed", "").endswith("/99000001/") == ("pmid" in key)


SKIPPED = 'Left out the field "{}": it has no value, or a name that BibTeX does not allow.'


@pytest.mark.parametrize(
    ("field", "name"),
    [
        ("__markedentry = {[a:, b]}", "__markedentry"),
        ("funding_text 1={NIH, title = {B}}", "funding_text 1"),
        ('funding_text 1="NIH, year = {1999}"', "funding_text 1"),
        ("author+an:role={1=first}", "author+an:role"),
        ("note = ", "note"),
    ],
)
def test_fields_that_bibtex_does_not_allow_are_named_once(field: str, name: str) -> None:
    entry = f"@article{{a, title={{A nerve}}, {field}, year=2020, {field}}}"
    first, second = references(f"{entry}\n{entry}")
    assert first.cells == second.cells == {"title": "A nerve", "year": "2020"}
    assert (first.notes, second.notes) == ((SKIPPED.format(name),), ())


@pytest.mark.parametrize(
    ("kind", "record_type"),
    [
        ("book_section", RecordType.CHAPTER),
        ("web_page", RecordType.WEB_PAGE),
        ("Conference_Proceedings", RecordType.CONFERENCE_PAPER),
        ("television-broadcast", RecordType.OTHER),
        ("tvshow2", RecordType.OTHER),
        ("véase", RecordType.OTHER),
    ],
)
def test_types_that_bibtex_does_not_have(kind: str, record_type: RecordType) -> None:
    """Mendeley's own types have an underscore."""
    [reference] = references(f"@{kind}{{a, title={{A nerve}}}}")
    assert (reference.record_type, reference.type_name, reference.cells["title"]) == (record_type, f"@{kind.lower()}", "A nerve")


GOOD = "@article{good, title={A nerve}}"
NO_TYPE = 'The entry cannot be read: it should begin with a type and a brace, such as @article{{, but begins with "{}".'


@pytest.mark.parametrize(
    "line",
    [
        "@article key, title={B}",
        "@{key, title={B}}",
        "@ {key, title={B}}",
        "@3d{key, title={B}}",
        "@misc:x{key,",
        "  @misc.x(key, title={B})",
    ],
)
def test_an_entry_whose_type_cannot_be_read_is_counted(line: str) -> None:
    first, unreadable, second = records(f"{GOOD}\n\n{line}\n{GOOD}")
    assert isinstance(unreadable, FailedRecord)
    assert unreadable.reason == NO_TYPE.format(line.strip())
    assert [(each.location.record, each.location.line) for each in (first, unreadable, second)] == [(1, 1), (2, 3), (3, 4)]


@pytest.mark.parametrize(
    "text",
    [
        "@comment{jabref-meta: x}",
        "@Comment a, {b}",
        "@preamble{x}",
        "@string{x = {y}}",
        "@xdata{x, year=2020}",
        "from @noa_levi",
        "Write to noa@example.org (at work)",
        "@noa",
    ],
)
def test_text_that_is_not_an_entry(text: str) -> None:
    [record] = records(f"{text}\n{GOOD}\n{text}\n")
    assert record.location.record == 1


BOOK = (
    "@book{Ex_Book, title={Nerves}, subtitle={A Guide}, author={Dugma, Y}, editor={Sample, K}, publisher={Ex Press}, "
    "year=2015, doi={10.5555/book}, url={https://example.org/book}, pages={400}}"
)
IN_BOOK = {"journal": "Nerves: A Guide", "editors": "Sample K", "publisher": "Ex Press", "year": "2015", "type": "chapter"}
CHAPTER = "title={A nerve}, author={Levi, R}"
OF_CHAPTER = {"title": "A nerve", "authors": "Levi R"}
REFERRING = {
    "a chapter before its book": (f"@incollection{{a, {CHAPTER}, crossref={{Ex_Book}}}}\n{BOOK}", OF_CHAPTER | IN_BOOK),
    "a chapter after its book": (f"{BOOK}\n@incollection{{a, {CHAPTER}, crossref={{Ex_Book}}}}", OF_CHAPTER | IN_BOOK),
    "another case and an escape": (f"@incollection{{a, {CHAPTER}, crossref={{ex\\_book}}}}\n{BOOK}", OF_CHAPTER | IN_BOOK),
    "a chapter by the authors of the book": (
        f"@inbook{{a, title={{A nerve}}, crossref={{Ex_Book}}}}\n{BOOK}",
        {"title": "A nerve", "authors": "Dugma Y"} | IN_BOOK,
    ),
    "its own values first": (
        f"@incollection{{a, {CHAPTER}, booktitle={{Own}}, date={{2016-02}}, editor={{}}, crossref={{Ex_Book}}}}\n{BOOK}",
        OF_CHAPTER | IN_BOOK | {"journal": "Own", "year": "2016"},
    ),
    "a paper in proceedings of a series": (
        f"@inproceedings{{a, {CHAPTER}, crossref={{b}}}}\n@proceedings{{b, title={{Nerves 2020}}, crossref={{c}}}}\n"
        "@mvproceedings{c, title={All Nerves}, year=2020, volume=7}",
        OF_CHAPTER | {"journal": "Nerves 2020", "year": "2020", "volume": "7", "type": "conference-paper"},
    ),
    "an article in an issue": (
        f"@article{{a, {CHAPTER}, crossref={{b}}}}\n@periodical{{b, title={{Gut}}, date={{2020}}, volume=7, number=2}}",
        OF_CHAPTER | {"journal": "Gut", "year": "2020", "volume": "7", "issue": "2"},
    ),
    "fields that several entries share": (
        f"@article{{a, {CHAPTER}, issue=1, xdata={{b, c}}}}\n@xdata{{b, journaltitle={{Gut}}}}\n"
        "@xdata{c, xdata={d}, volume=7}\n@xdata{d, year=2020, number=2}",
        OF_CHAPTER | {"journal": "Gut", "year": "2020", "volume": "7", "issue": "1"},
    ),
    "a circle": (
        f"@article{{a, {CHAPTER}, xdata={{b}}, crossref={{a}}}}\n@xdata{{b, xdata={{c}}, year=2020}}\n@xdata{{c, xdata={{b}}}}",
        OF_CHAPTER | {"year": "2020"},
    ),
}


@pytest.mark.parametrize(("text", "cells"), REFERRING.values(), ids=REFERRING)
def test_an_entry_that_refers_to_others_is_completed_by_them(text: str, cells: dict[str, str]) -> None:
    [part] = [reference for reference in references(text) if reference.cells["title"] == "A nerve"]
    assert (part.cells, part.notes) == (cells, ())


@pytest.mark.parametrize(
    ("fields", "notes"),
    [
        ("title={A nerve}", ('The entry "Ex_Book", which this one refers to, is not in the file.',)),
        ("title={A nerve}, booktitle={Nerves}, year=2015", ()),
    ],
)
def test_a_book_that_is_not_in_the_file_is_named_where_values_are_missing(fields: str, notes: tuple[str, ...]) -> None:
    [reference] = references(f"@incollection{{a, {fields}, crossref={{Ex_Book}}}}")
    assert reference.notes == notes


STRING = f"@string{{s = {{{'some words ' * 9_000}}}}}"
JOINED = " # ".join(["s"] * 20)


@pytest.mark.parametrize(
    "text",
    [
        f"{STRING}\n@article{{a, {', '.join(f'field{number} = {JOINED}' for number in range(20_000))}}}",
        "\n".join([STRING, *(f"@string{{s{number} = {JOINED}}}" for number in range(20_000))]),
    ],
    ids=["fields of an entry", "abbreviations"],
)
def test_abbreviations_that_are_joined_without_end(text: str) -> None:
    """Values of 2 MB each would need 40 GB."""
    with pytest.raises(InputError, match=r"^Its abbreviations \(@string\) expand to more than 10,000,000 characters\.$"):
        references(text)


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        (r"{{Protected}} Carri{\`e}re, {\o}, {\c c}, \v{S}, na{\"\i}ve", "Protected Carrière, ø, ç, Š, naïve"),
        (r"50% of A \& B~C", "50% of A & B C"),
        (r"CO$_2$, $^{18}$F, TNF-$\alpha$, p$<$0.05", "CO2, 18F, TNF-α, p<0.05"),
        (r"{\textless}i{\textgreater}in vivo{\textless}/i{\textgreater}", "in vivo"),
        ("$5-$10", "$5-$10"),
        ("from $5 to $10 and a lone $", "from $5 to $10 and a lone $"),
        (r"``\"Uber''", "“Über”"),
        (r"\textit{C. elegans} \foo{bar}", "C. elegans bar"),
        ("{" * 3000 + r"\'e" + "}" * 3000, r"\'e"),
        (r"p\textunderscore{}value", "p_value"),
        (r"\mbox{a} b in \foo", r"a b in \foo"),
        (r"5 \micro\gram of X", r"5 \micro\gram of X"),
        (r"{\bfseries bold} and \relax plain", "bold and plain"),
        ("a backslash at the end\\", "a backslash at the end"),
    ],
)
def test_latex_becomes_text(written: str, wanted: str) -> None:
    assert values.strip_markup(latex.decode_latex(written)) == wanted
