"""RIS that programs write in their own way."""

from __future__ import annotations

import pytest

from tests.support.importing import references

BROKEN = "The {} is broken into several lines; check that no word is split."


@pytest.mark.parametrize(
    ("lines", "cells", "note"),
    [
        # Citation.js breaks after 70 characters, wherever they end.
        ("TI  - Nerves in chronic dia\nlysis", {"title": "Nerves in chronic dia lysis"}, BROKEN.format("title")),
        ("TI  - Nerves in \n      dialysis", {"title": "Nerves in dialysis"}, BROKEN.format("title")),
        ("TI  - Nerves\n\n", {"title": "Nerves"}, None),
        ("TI  - Nerves\nT2  - Levant\nJournal", {"title": "Nerves", "journal": "Levant Journal"}, BROKEN.format("journal")),
    ],
)
def test_a_value_of_several_lines_is_noted(lines: str, cells: dict[str, str], note: str | None) -> None:
    [reference] = references(f"TY  - JOUR\n{lines}\nN2  - An abstract\nof two lines\nER  - \n")
    assert reference.cells == cells
    assert reference.notes == ((note,) if note else ())


@pytest.mark.parametrize(
    ("tag", "name", "value"),
    [
        ("T2", "journal", "https://www.example.org/journal"),
        ("T2", "journal", "www.example.org"),
        ("IS", "issue", "http://www.example.org/1"),
        ("VL", "volume", "HTTPS://example.org/1"),
        ("C7", "pages", "https://www.example.org/e1"),
    ],
)
def test_an_address_is_no_journal_volume_issue_or_page(tag: str, name: str, value: str) -> None:
    [reference] = references(f"TY  - JOUR\nTI  - A nerve\n{tag}  - {value}\nER  - \n")
    assert reference.cells == {"title": "A nerve"}
    assert reference.notes == (f'Left out the {name} "{value}"; it is an address.',)
