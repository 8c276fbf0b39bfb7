"""BibTeX that a person edited by hand."""

from __future__ import annotations

import pytest

from pipeline.readers.bibtex import ABBREVIATIONS_TOO_LONG, TOO_LONG
from pipeline.references.reference import Reference, Unreadable
from tests.support.importing import records, references


def test_a_missing_comma_between_fields() -> None:
    [reference] = references("@article{a, title={A nerve}\n year={2020},\n journal={J}\n author={Levi, R}}")
    assert reference.cells == {"title": "A nerve", "year": "2020", "journal": "J", "authors": "Levi R"}


def test_authors_separated_by_semicolons() -> None:
    [reference] = references('@article{a, author={Levi, R; M{\\"u}ller, Y}}')
    assert reference.cells == {"authors": "Levi R, Müller Y"}


def test_a_second_author_field_is_a_note() -> None:
    [reference] = references("@article{a, author={Levi, R}, author={Dugma, Y}}")
    assert reference.cells == {"authors": "Levi R"}
    assert reference.notes == ("The entry has two author fields; the first is used.",)


def test_the_parts_of_a_value_are_joined() -> None:
    strings = '@string{gut = "Gut"}\n@string{long = gut # { and } # "Liver"}\n'
    [reference] = references(f'{strings}@article{{a, title = # "A " # {{nerve}}#, journal = LONG # 2, year = "20" # 20 }}')
    assert reference.cells == {"title": "A nerve", "journal": "Gut and Liver2", "year": "2020"}


def test_a_value_of_any_number_of_parts() -> None:
    """Joining takes time in proportion to the text."""
    parts = f"{'x#' * 1_500}{{y}}"
    [reference] = references(f"@article{{a, title = {parts}, journal = {parts} # {parts}, author={{Levi, R}}}}")
    assert reference.cells == {"title": "x" * 1_500 + "y", "authors": "Levi R"}
    assert reference.notes == ("Left out journal: it has 3,002 characters, and a cell at most 2,000.",)


@pytest.mark.parametrize("key", ["", "Neeson, 2015,", "Neeson 2015,", "Neeson", "pmid: 99000001,"])
def test_keys_that_are_none(key: str) -> None:
    [reference] = references(f"@article{{{key}\n  title = {{A nerve}}, year = 2015}}")
    assert reference.cells.items() >= {"title": "A nerve", "year": "2015"}.items()
    assert reference.cells.get("pubmed", "").endswith("/99000001/") == ("pmid" in key)


@pytest.mark.parametrize("name", ["pmid", "PMID", "pubmedid", "pubmed-id", "pubmed_id"])
def test_the_field_of_the_pubmed_id(name: str) -> None:
    """Scopus writes pubmed_id."""
    [reference] = references(f"@ARTICLE{{Levi2015, title={{A nerve}}, {name}={{99000001}}}}")
    assert reference.cells == {"title": "A nerve", "pubmed": "https://pubmed.ncbi.nlm.nih.gov/99000001/"}


LONG = "@string{s = {" + "some words " * 9_000 + "}}\n"
JOINED = " # ".join(["s"] * 20)


def test_an_entry_that_joins_abbreviations_without_end() -> None:
    """Fields of 2 MB each would need 40 GB."""
    fields = ",\n".join(f"field{number} = {JOINED}" for number in range(20_000))
    first, last = records(f"{LONG}@article{{a, {fields}}}\n@article{{b, title={{A nerve}}}}")
    assert isinstance(first, Unreadable)
    assert (first.location.line, first.reason) == (2, TOO_LONG)
    assert isinstance(last, Reference)
    assert last.cells == {"title": "A nerve"}


def test_abbreviations_that_are_joined_without_end() -> None:
    strings = "".join(f"@string{{s{number} = {JOINED}}}\n" for number in range(20_000))
    first, last = records(f"@article{{a, title={{A nerve}}}}\n{LONG}{strings}@article{{b, title={{Another}}}}")
    assert isinstance(first, Reference)
    assert isinstance(last, Unreadable)
    assert (last.location.record, last.location.line, last.reason) == (2, 3, ABBREVIATIONS_TOO_LONG)
