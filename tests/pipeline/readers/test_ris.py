"""RIS that programs write in their own way."""

from __future__ import annotations

import pytest

from tests.support.importing import references

BROKEN = "The title is broken into several lines; check that no word is split."


@pytest.mark.parametrize(
    ("lines", "title", "notes"),
    [
        # Citation.js breaks after 70 characters, wherever they end.
        ("Sonography of the median nerve in adults with diabetes and chronic dia\nlysis", "dia lysis", (BROKEN,)),
        ("Sonography of the median nerve in adults with \n      chronic dialysis", "chronic dialysis", (BROKEN,)),
        ("Sonography of the median nerve\n\n", "the median nerve", ()),
    ],
)
def test_a_title_of_several_lines_is_noted(lines: str, title: str, notes: tuple[str, ...]) -> None:
    [reference] = references(f"TY  - JOUR\nTI  - {lines}\nAU  - Levi, R.\nN2  - An abstract\nof two lines\nER  - \n")
    assert reference.cells["title"].endswith(title)
    assert reference.notes == notes


def test_a_journal_of_several_lines_is_noted() -> None:
    [reference] = references("TY  - JOUR\nTI  - A nerve\nT2  - Levant\nJournal\nER  - \n")
    assert reference.cells == {"title": "A nerve", "journal": "Levant Journal"}
    assert reference.notes == ("The journal is broken into several lines; check that no word is split.",)


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
