"""The authors of a publication as data, and the owner's position among them."""

import pytest

from db.publication.authorship import author_list, authorship
from db.publication.owner import Owner

OWNER = Owner({"name": "Dr. Noa Example"})


def test_author_list() -> None:
    """A person has a family name and initials; a group, and a name of any other form, stays whole."""
    assert author_list("van der Berg RJ, Levi R Jr, Example N, Ruth Levi, STAR Study Group, et al", OWNER) == [
        {"family": "van der Berg", "initials": "RJ"},
        {"family": "Levi", "initials": "R", "suffix": "Jr"},
        {"family": "Example", "initials": "N", "isOwner": True},
        {"name": "Ruth Levi"},
        {"name": "STAR Study Group"},
    ]


@pytest.mark.parametrize(
    ("authors", "position"),
    [
        ("Example N", "only"),
        ("Example N, Levi R", "first"),
        ("Levi R, Example N", "last"),
        ("Levi R, Example N, Sample T", ""),
        ("Levi R, Sample T", ""),
        ("Levi R, Example N, STAR Study Group", "last"),
        ("Example N, STAR Study Group", "first"),
        ("STAR Study Group", ""),
        ("Example N, et al", "first"),
        ("Levi R, Example N, et al", ""),  # the last author is not in the list
        ("Levi R, Noa Example", "last"),
    ],
)
def test_authorship(authors: str, position: str) -> None:
    assert authorship(authors, author_list(authors, OWNER)) == position
