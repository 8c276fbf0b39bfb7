"""BibTeX that a person edited by hand, and its LaTeX, which becomes text; a macro that is not known stays visible."""

import pytest

from pipeline.readers import latex
from pipeline.readers.inputs import InputError
from pipeline.references import values
from tests.support.importing import references

ENTRIES = {
    "a missing comma": ("@article{a, title={A nerve}\n year={2020},\n journal={J}}",
        {"title": "A nerve", "year": "2020", "journal": "J"}),
    "semicolons between authors": ('@article{a, author={Levi, R; M{\\"u}ller, Y}}', {"authors": "Levi R, Müller Y"}),
    "values of several parts": ('@string{gut = "Gut"}\n@string{long = gut # { and } # "Liver"}\n'
        '@article{a, title = # "A " # {nerve}#, journal = LONG # 2, year = "20" # 20 }',
        {"title": "A nerve", "journal": "Gut and Liver2", "year": "2020"}),
    "an address without LaTeX": ("@article{a, title={Pain~in Haifa}, url={https://example.org/~noa/a%20b}}",
        {"title": "Pain in Haifa", "url": "https://example.org/~noa/a%20b"}),
    # Scopus writes pubmed_id.
    **{name: (f"@ARTICLE{{Levi2015, title={{A nerve}}, {name}={{99000001}}}}",
        {"title": "A nerve", "pubmed": "https://pubmed.ncbi.nlm.nih.gov/99000001/"})
        for name in ("pmid", "PMID", "pubmedid", "pubmed-id", "pubmed_id")},
}  # fmt: skip


@pytest.mark.parametrize(("text", "cells"), ENTRIES.values(), ids=ENTRIES)
def test_an_entry_that_a_person_or_a_database_wrote(text: str, cells: dict[str, str]) -> None:
    [reference] = references(text)
    assert reference.cells == cells


def test_a_value_of_any_number_of_parts() -> None:
    """Joining takes time in proportion to the text."""
    parts = f"{'x#' * 1_500}{{y}}"
    [reference] = references(f"@article{{a, title = {parts}, journal = {parts} # {parts}}}")
    assert reference.cells == {"title": "x" * 1_500 + "y"}
    assert reference.notes == ("Left out journal: it has 3,002 characters, and a cell at most 2,000.",)


@pytest.mark.parametrize("key", ["", "Neeson, 2015,", "Neeson 2015,", "Neeson", "pmid: 99000001,"])
def test_keys_that_are_none(key: str) -> None:
    [reference] = references(f"@article{{{key}\n  title = {{A nerve}}, year = 2015}}")
    assert reference.cells.items() >= {"title": "A nerve", "year": "2015"}.items()
    assert reference.cells.get("pubmed", "").endswith("/99000001/") == ("pmid" in key)


SKIPPED = 'Left out the field "{}": it has no value, or a name that BibTeX does not allow.'


@pytest.mark.parametrize(("field", "name"), [
    ("__markedentry = {[a:, b]}", "__markedentry"),
    ("funding_text 1={NIH, title = {B}}", "funding_text 1"),
    ('funding_text 1="NIH, year = {1999}"', "funding_text 1"),
    ("author+an:role={1=first}", "author+an:role"),
    ("note = ", "note"),
])  # fmt: skip
def test_fields_that_bibtex_does_not_allow_are_named_once(field: str, name: str) -> None:
    entry = f"@article{{a, title={{A nerve}}, {field}, year=2020, {field}}}"
    first, second = references(f"{entry}\n{entry}")
    assert first.cells == second.cells == {"title": "A nerve", "year": "2020"}
    assert (first.notes, second.notes) == ((SKIPPED.format(name),), ())


STRING = f"@string{{s = {{{'some words ' * 9_000}}}}}"
JOINED = " # ".join(["s"] * 20)


@pytest.mark.parametrize("text", [
    f"{STRING}\n@article{{a, {', '.join(f'field{number} = {JOINED}' for number in range(20_000))}}}",
    "\n".join([STRING, *(f"@string{{s{number} = {JOINED}}}" for number in range(20_000))]),
], ids=["fields of an entry", "abbreviations"])  # fmt: skip
def test_abbreviations_that_are_joined_without_end(text: str) -> None:
    """Values of 2 MB each would need 40 GB."""
    with pytest.raises(InputError, match=r"^Its abbreviations \(@string\) expand to more than 10,000,000 characters\.$"):
        references(text)


@pytest.mark.parametrize(("written", "wanted"), [
    (r"{{Protected}} Carri{\`e}re, {\o}, {\c c}, \v{S}, na{\"\i}ve", "Protected Carrière, ø, ç, Š, naïve"),
    (r"50% of A \& B~C", "50% of A & B C"), (r"CO$_2$, $^{18}$F, TNF-$\alpha$, p$<$0.05", "CO2, 18F, TNF-α, p<0.05"),
    (r"{\textless}i{\textgreater}in vivo{\textless}/i{\textgreater}", "in vivo"), ("$5-$10", "$5-$10"),
    ("from $5 to $10 and a lone $", "from $5 to $10 and a lone $"), (r"``\"Uber''", "“Über”"),
    (r"\textit{C. elegans} \foo{bar}", "C. elegans bar"), ("{" * 3000 + r"\'e" + "}" * 3000, r"\'e"),
    (r"p\textunderscore{}value", "p_value"), (r"\mbox{a} b in \foo", r"a b in \foo"),
    (r"5 \micro\gram of X", r"5 \micro\gram of X"), (r"{\bfseries bold} and \relax plain", "bold and plain"),
    ("a backslash at the end\\", "a backslash at the end"),
])  # fmt: skip
def test_latex(written: str, wanted: str) -> None:
    assert values.plain(latex.decode(written)) == wanted
