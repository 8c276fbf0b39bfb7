"""The joint list of a department: each paper once, as its own authors have it."""

from pathlib import Path

import pytest

from cli.department.joint_list import joint_records, write_joint_database
from db.snapshot import Snapshot
from tests.support.department import BASE, example_department, person

NOTICE = "retracted 2024-05-01"
MORE = {"volume": "1", "issue": "2", "pages": "3-4", "notice": NOTICE}


def test_a_paper_is_the_most_complete_row_of_its_authors() -> None:
    [joint] = joint_records([person("Rina Levi", {}), person("Sam Cohen", {"volume": "12", "featured": True})])
    assert joint == {
        "title": "A trial of salt",
        "authors": "Levi R, Cohen S",
        "journal": "Journal",
        "year": 2021,
        "doi": "10.5555/a",
        "volume": "12",
        "landingPage": f"{BASE}/cohen/publications/1",
        "people": [
            {"slug": "cohen", "url": f"{BASE}/cohen/", "author": "Cohen S"},
            {"slug": "levi", "url": f"{BASE}/levi/", "author": "Levi R"},
        ],
    }


@pytest.mark.parametrize(
    "authors", ["Levi R, Cohen S", "Levi R, Cohen S, Mean E"], ids=["of others", "with their own name added"]
)
def test_nobody_marks_the_paper_of_others_as_retracted(authors: str) -> None:
    [joint] = joint_records([person("Eve Mean", MORE | {"authors": authors}), person("Rina Levi", {}), person("Sam Cohen", {})])
    assert (joint.get("notice"), joint["landingPage"]) == (None, f"{BASE}/levi/publications/1")


def test_rows_that_name_other_authors_are_other_papers() -> None:
    papers = [*joint_records([person("Eve Mean", MORE | {"authors": "Mean E"}), person("Rina Levi", {})])]
    assert [(each["authors"], each.get("notice")) for each in papers] == [("Mean E", NOTICE), ("Levi R, Cohen S", None)]


def test_a_list_of_authors_that_was_cut_off_is_the_same_paper() -> None:
    [joint] = joint_records([person("Rina Levi", {"authors": "Levi R, et al."}), person("Sam Cohen", {"volume": "1"})])
    assert (joint["authors"], [person["slug"] for person in joint["people"]]) == ("Levi R, et al.", ["levi", "cohen"])


def test_two_papers_with_one_doi_are_both_listed() -> None:
    papers = joint_records([person("Rina Levi", {}, {"title": "Something else about pepper", "year": 1999, "doi": "10.5555/A"})])
    assert [(each["title"], each.get("doi")) for each in papers] == [
        ("A trial of salt", "10.5555/a"),
        ("Something else about pepper", None),
    ]


def test_an_ambiguous_author_is_not_named() -> None:
    [joint] = joint_records([person("Rina Levi", {"authors": "Levi R, Levi R"})])
    assert joint["people"] == [{"slug": "levi", "url": f"{BASE}/levi/"}]


def test_a_title_in_another_script_has_its_font(tmp_path: Path) -> None:
    write_joint_database(example_department(tmp_path), [person("Rina Levi", {"title": "Зуб мудрости"})], tmp_path / "joint.db")
    names = Snapshot(tmp_path / "joint.db").store.font_names()
    assert [name[:8] for name in names if name.startswith("Cyrl")] == ["Cyrl-400", "Cyrl-700"]
