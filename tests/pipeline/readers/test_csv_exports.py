"""CSV of Google Scholar, which cuts lists of authors."""

from __future__ import annotations

from tests.support.importing import references

HEADER = "Authors,Title,Publication,Volume,Number,Pages,Year,Publisher\n"


def row(count: int) -> str:
    names = "".join(f"Levi, {chr(65 + number)}; " for number in range(count))
    return f'"{names}",Title of {count},J,1,,,2020,\n'


def test_lists_of_ten_authors_end_in_et_al_with_one_note_for_the_file() -> None:
    nine, ten, ten_again, eleven = references(HEADER + row(9) + row(10) + row(10) + row(11))
    assert [
        reference.cells["authors"].removeprefix("Levi A, Levi B, Levi C, Levi D, Levi E, Levi F, Levi G, ")
        for reference in (nine, ten, ten_again, eleven)
    ] == [
        "Levi H, Levi I",
        "Levi H, Levi I, Levi J, et al",
        "Levi H, Levi I, Levi J, et al",
        "Levi H, Levi I, Levi J, Levi K",
    ]
    note = "Google Scholar's CSV names at most 10 authors, so lists of 10 in this file end in et al."
    assert [reference.notes for reference in (nine, ten, ten_again, eleven)] == [(), (note,), (), ()]
