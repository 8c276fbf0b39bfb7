"""The warning about forms of the owner's name that ``nameVariants`` lacks."""

from __future__ import annotations

from pathlib import Path

from tests.support.messages import HEADER, edit, messages, publication, write

LISTS = (
    "Example N, Levi R",
    "Levi R, EXAMPLE NZ",
    "Example NZ, Example A",
    "Éxample NA",
    "Example NQ, et al",
    "Examples N",
    "Example Study Group",
    "Levi R",
)


def lists(folder: Path, *authors: str) -> None:
    """Write a publication for each list of authors."""
    rows = (publication(title=f"Title {row}", authors=f'"{text}"', doi=f"10.5555/{row}") for row, text in enumerate(authors))
    write(folder, "publications.csv", f"{HEADER}\n{''.join(rows)}")


def test_forms_of_the_name_that_are_missing_are_counted(folder: Path) -> None:
    """Only those with the owner's family name and first initial, in whole lists of authors without the owner."""
    lists(folder, *LISTS, "Example NZ, Example NB")
    assert messages(folder) == [
        "warning: sources/profile.yaml, nameVariants: "
        "EXAMPLE NZ (1 row), Example NZ (1 row), Éxample NA (1 row) may be you: if so, add it to nameVariants, "
        "so that pages emphasize it."
    ]
    edit(folder, "profile.yaml", "  - Example NB\n", "  - Example NB\n  - Example NZ\n  - Example NA\n")
    assert messages(folder) == []


def test_a_name_that_only_begins_like_the_owners_is_another(folder: Path) -> None:
    edit(folder, "profile.yaml", "  - Example N\n  - Example NB\n", "  - Noa Example\n  - Example NB\n")
    lists(folder, "Noa Examples", "Examples N", "Example B", "Example Nbs")
    assert messages(folder) == []


def test_a_profile_with_errors_is_not_compared_with_anything(folder: Path) -> None:
    lists(folder, "Example NZ")
    edit(folder, "profile.yaml", "  - Example N\n  - Example NB\n", "  - [Example N]\n")
    [message] = messages(folder)
    assert message.startswith("sources/profile.yaml, line 33, nameVariants[1]: Expected text, got a list.")
