"""A whole ORCID record: what it becomes, and what it does not."""

from typing import Any

import pytest

from bibliography.formats.orcid_record import NOTE_CAPITALS, NOTE_END_UNKNOWN, NOTE_NO_DATE, NOTE_ONGOING, read_orcid_record
from tests.support.orcid_records import funding, organization, record, review, someone, summary


def rows(**activities: Any) -> list[dict[str, str]]:
    return read_orcid_record(record(**activities)).rows


def dates(**activities: Any) -> list[str]:
    return [f"{row['organization']} {row.get('startDate', '?')}–{row.get('endDate', '')}".strip() for row in rows(**activities)]


@pytest.mark.parametrize(
    ("key", "section"),
    [
        ("employments", "position"),
        ("invited_positions", "position"),
        ("educations", "education"),
        ("qualifications", "certification"),
        ("distinctions", "award"),
        ("memberships", "membership"),
        ("services", "service"),
    ],
)
def test_an_affiliation_is_a_row(key: str, section: str) -> None:
    version = summary(
        "Example University",
        "2015-03",
        "2018",
        **{"role-title": "Reader", "department-name": "Neurology", "url": {"value": "https://example.org/reader"}},
    )
    assert rows(**{key: [version]}) == [
        {
            "section": section,
            "title": "Reader",
            "organization": "Neurology, Example University",
            "place": "Exampleton, IL",
            "startDate": "2015-03",
            "endDate": "2018",
            "url": "https://example.org/reader",
        }
    ]


SOCIETY = {"section": "membership", "title": "Membership", "organization": "Society", "place": "Exampleton, IL"}


@pytest.mark.parametrize(
    ("changes", "cells"),
    [
        ({"department-name": "Neurology"}, {"title": "Neurology"}),
        ({}, {}),
        ({"organization": organization("Society ", "N/A", "NA")}, {"place": "NA"}),  # Namibia
        ({"organization": organization(r" Committee of \emph{Annals}`")}, {"organization": "Committee of Annals"}),
        ({"url": {"value": "www.example.org"}}, {}),
    ],
    ids=["department without a role", "neither", "no city", "markup", "no web address"],
)
def test_what_is_missing_is_left_out(changes: dict[str, Any], cells: dict[str, str]) -> None:
    assert rows(memberships=[summary("Society", **changes)]) == [SOCIETY | cells]


@pytest.mark.parametrize(
    ("employments", "lines"),
    [
        ([("First", "2003"), ("Second", "2015")], ["First 2003–", "Second 2015–now"]),
        (
            [("First University", "2014"), ("First  university", "2016")],
            ["First University 2014–now", "First university 2016–now"],
        ),
        ([("First", "2016"), ("Second", "2016-05")], ["First 2016–now", "Second 2016-05–now"]),
        ([("First", "2016-04"), ("Second", "2016-05", "2017")], ["First 2016-04–", "Second 2016-05–2017"]),
        ([("First",)], ["First ?–"]),
    ],
    ids=[
        "a later one elsewhere",
        "several at one place",
        "perhaps not later",
        "a later one that has ended",
        "no start",
    ],
)
def test_an_open_end_is_now_unless_a_later_entry_follows(employments: list[tuple[str, ...]], lines: list[str]) -> None:
    assert dates(employments=[summary(*one) for one in employments]) == lines


def test_an_invited_position_ends_no_employment_and_an_award_has_one_date() -> None:
    employments, invited = [summary("University", "2014")], [summary("Visited", "2018", "2019")]
    lines = dates(employments=employments, invited_positions=invited, distinctions=[summary("Society", "2018")])
    assert lines == ["University 2014–now", "Visited 2018–2019", "Society 2018–"]


def test_the_owner_is_told_what_was_decided() -> None:
    old, new = summary("Old University", "1929-02-29"), summary("New University", "1930-13", **{"role-title": "HEAD OF THE UNIT"})
    read_record = read_orcid_record(record(employments=[old, new]))
    assert [row["startDate"] for row in read_record.rows] == ["1929-02", "1930"]
    assert read_record.notes == {
        NOTE_NO_DATE: ['position "Position, Old University"', 'position "HEAD OF THE UNIT, New University"'],
        NOTE_END_UNKNOWN: ['position "Position, Old University"'],
        NOTE_CAPITALS: ['position "HEAD OF THE UNIT, New University"'],
        NOTE_ONGOING: ['position "HEAD OF THE UNIT, New University"'],
    }


def test_the_same_place_from_two_sources_is_one_row() -> None:
    bare, whole = summary("Univ. of Example"), summary("Univ of Example", "2015-03-01", **{"role-title": "Reader"})
    both = read_orcid_record(record(employments=[bare, whole, summary("Univ of Example", "2001", "2003")]))
    assert [row.get("startDate") for row in both.rows] == ["2015-03-01", "2001"]
    assert both.not_placed == [
        'position "Position, Univ. of Example": the same as position "Reader, Univ of Example", which says more.'
    ]
    assert len(rows(employments=[whole, whole])) == 1


def test_a_grant_of_two_sources_is_one_row() -> None:
    preferred = funding("Nerves in the wrist", "Example Fund", "2019-08-01", "2024-07-31", "R24", **{"display-index": "1"})
    other = funding("Nerves", "Example Fund", "2019", url={"value": "https://grants.example.org/R24"})
    assert rows(fundings=[[preferred, other]]) == [
        {
            "section": "grant",
            "title": "Nerves in the wrist",
            "organization": "Example Fund",
            "startDate": "2019-08-01",
            "endDate": "2024-07-31",
            "url": "https://grants.example.org/R24",
            "note": "Grant number R24",
        }
    ]


def test_reviews_are_counted_by_publisher() -> None:
    reviews = [review("Example Press", "2019"), review("Example Press", "2016-05", "issn:8765-4321"), review("Sample", None)]
    assert rows(peer_reviews=reviews) == [
        {
            "section": "editorial",
            "title": "Reviewer",
            "organization": "Example Press",
            "startDate": "2016",
            "endDate": "2019",
            "note": "2 reviews",
        },
        {"section": "editorial", "title": "Reviewer", "organization": "Sample", "note": "1 review"},
    ]


def test_a_person_is_a_profile() -> None:
    person = {
        "credit": "Noa B. Example",
        "others": ("נועה דוגמה", "N Example"),
        "bio": 'Treats "nerves".\r\n\r\nStudies  them & more.',
        "pages": (("Lab", "https://lab.example.org"), (None, "https://example.org"), ("Old", "example.org")),
        "profiles": (
            ("Scopus", "7", "https://scopus.example.org/7"),
            ("Scopus", "7", "http://scopus.example.org/7"),
            ("Scopus", "8", "https://scopus.example.org/8"),
            ("Loop", "9", None),
        ),
        "keywords": ("Ultrasound, Nerves", "", "Nerves"),
    }
    whole = read_orcid_record(record(person))
    assert whole.profile == {
        "name": "Noa B. Example",
        "nameVariants": ["Noa Example", "Example N", "נועה דוגמה", "N Example"],
        "bio": 'Treats "nerves".\n\nStudies them & more.',
        "links": {
            "Lab": "https://lab.example.org",
            "https://example.org": "https://example.org",
            "Scopus": "https://scopus.example.org/7",
            "Scopus 8": "https://scopus.example.org/8",
        },
    }
    assert whole.areas == ["Ultrasound", "Nerves"]
    assert whole.not_placed == ['Link "Old": it has no web address.', 'Link "Loop": it has no web address.']


def test_what_only_some_may_see_is_left_out() -> None:
    whole = record({"bio": "For trusted parties"}, employments=[summary("University", visibility="limited")])
    whole["person"]["biography"]["visibility"] = "limited"
    assert (sorted(read_orcid_record(whole).profile), read_orcid_record(whole).rows) == (["name", "nameVariants"], [])


@pytest.mark.parametrize(
    ("document", "is_empty"),
    [
        (record(), True),
        ({"person": None, "activities-summary": None}, True),
        (record({"keywords": ("Gout",)}), False),
        (record(works=[{"work-summary": []}]), False),
    ],
    ids=["a name alone", "not even a name", "a keyword", "a work"],
)
def test_a_record_without_anything_public_is_empty(document: dict[str, Any], is_empty: bool) -> None:
    assert read_orcid_record(document).is_empty is is_empty


def test_what_has_no_column_is_named() -> None:
    whole = record(employments=[summary("")], research_resources=[{}, {}])
    whole["person"] = someone() | {"emails": {"email": [{"email": "noa@example.org", "visibility": "public"}]}}
    assert read_orcid_record(whole).not_placed == [
        "E-mail address: write an address for patients under email in profile.yaml.",
        'position "Position": it has neither a title nor an organization.',
        "2 research resources: cv.csv has no section for them.",
    ]
