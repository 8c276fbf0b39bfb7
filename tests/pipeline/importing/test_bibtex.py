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
