"""Which author of an article is the person whose profile it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.formats.schema_org import is_named
from tests.conftest import BASE_URL, Server
from tests.support.own import serving_own, write_csv

PERSON = f"{BASE_URL}/#person"


@pytest.mark.parametrize(
    ("author", "name"),
    [
        ("Example N", "Dr. Noa Example"),
        ("Example NB", "Noa B. Example"),
        ("EXAMPLE N", "Prof. Dr. noa example"),
        ("Müller Ö", "Ölver Muller"),
        ("Ejemplo-Ruiz V", "Dr Vera Ejemplo-Ruiz, MD, PhD"),
        ("Example N Jr", "N. Example"),
    ],
)
def test_one_name_in_two_forms(author: str, name: str) -> None:
    assert is_named(author, name)


@pytest.mark.parametrize(
    ("author", "name"),
    [
        ("Example L", "Dr. Noa Example"),
        ("Sample N", "Dr. Noa Example"),
        ("Noa Example", "Dr. Noa Example"),  # not in the form that tells family name and initials apart
        ("Example Study Group", "Dr. Noa Example"),
        ("Berg N", "Noa van der Bergen"),
        ("Example N", "Dr. Example"),
        ("Example N", "Example"),
        ("Example N", "Dr."),
        ("Example N", ", MD"),
    ],
)
def test_another_name(author: str, name: str) -> None:
    assert not is_named(author, name)


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """More publications than the graph has room for; of the newest, some leave it open who the person is."""
    authors = [
        "Example N, Levi R",
        "Levi R, Example NB, Example N",
        "Levi R",
        "Example Study Group",
        "et al",
        "Example L, Example N",
    ]

    def edit(sources: Path) -> None:
        rows = [[2020, "J", names, f"Title {n}"] for n, names in enumerate(authors + ["Levi R"] * 60)]
        write_csv(sources / "publications.csv", ["year", "journal", "authors", "title"], rows)

    with serving_own(tmp_path_factory.mktemp("many"), edit) as running:
        yield running


def test_nobody_is_the_person_for_certain(many: Server) -> None:
    """Of two who could be, neither is; an article without a DOI has no address."""
    articles = many.json("/profile.jsonld")["@graph"][3:9]
    found = [[author.get("@id") for author in article["author"]] for article in articles]
    assert found == [[PERSON, None], [None, None, None], [None], [None], [None], [None, PERSON]]
    assert [article.get("@id") for article in articles] == [None] * 6


def test_the_newest_fifty(many: Server) -> None:
    assert [node["name"] for node in many.json("/profile.jsonld")["@graph"][3:]] == [f"Title {n}" for n in range(50)]
