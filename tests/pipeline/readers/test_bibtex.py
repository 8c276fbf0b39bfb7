"""BibTeX that a person edited by hand."""

from __future__ import annotations

from tests.support.importing import references


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
    """Joining takes time in proportion to the text; what no cell can hold is a note."""
    many, too_many = f"{'x#' * 40_000}{{y}}", "{some words}#" * 300_000
    fits, too_long = references(f"@article{{a, title = {many}}}\n@article{{b, title = {too_many}, author={{Levi, R}}}}")
    assert fits.cells == {"title": "x" * 40_000 + "y"}
    assert too_long.cells == {"authors": "Levi R"}
    assert too_long.notes == ("Left out title: it has 1,000,010 characters, and a cell at most 100,000.",)
