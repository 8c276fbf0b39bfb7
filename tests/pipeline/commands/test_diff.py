"""What the next build would change: rows that come, go, change and move, named as their owner knows them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.commands.diff import FieldChange, changed_fields, difference
from pipeline.loading.publish import build
from tests.conftest import pipeline
from tests.support.messages import HEADER, append, edit, publication, write

NOTHING = "The next build would change nothing that is served."
MEDIAN_NERVE = '"Sonography of the median nerve" (2021)'
KNEE = "Ultrasound of the knee,אולטרסאונד של הברך"
FURTHER_FIELD = """
        - name: award
          type: string
          title: Award
          description: What the paper was awarded.
          example: Best paper
"""


@pytest.fixture
def built(folder: Path, target: Path) -> tuple[Path, Path]:
    """Sources that give no warning, and the database that was built from them."""
    assert build(folder, target).outcome == "built"
    return folder, target


def diff(folder: Path, target: Path, *options: str) -> list[str]:
    """The lines of a diff that ended well."""
    run = pipeline("diff", "--sources", folder, "--database", target, *options)
    assert (run.code, run.err) == (0, "")
    return run.out.splitlines()


def rows(folder: Path, name: str) -> list[str]:
    return (folder / name).read_text(encoding="utf-8").splitlines(keepends=True)


def reorder(folder: Path, name: str, *order: int) -> None:
    """Write the rows of a CSV file (none of the example's has a line break) in another order, header first; the rest follows."""
    lines = rows(folder, name)
    rest = [place for place in range(1, len(lines)) if place not in order]
    write(folder, name, "".join(lines[place] for place in (0, *order, *rest)))


def publications_from(folder: Path, *cells: dict[str, str]) -> None:
    write(folder, "publications.csv", f"{HEADER}\n" + "".join(publication(**row) for row in cells))


def test_nothing_changes_after_a_build(built: tuple[Path, Path]) -> None:
    assert diff(*built) == [NOTHING]


def test_what_is_not_served_is_no_change(built: tuple[Path, Path]) -> None:
    """Comments, quotes and columns in another order; the bytes differ, and the database would too."""
    folder, target = built
    append(folder, "clinic.yaml", "# A note.\n")
    edit(folder, "profile.yaml", "credentials: MD, PhD", 'credentials: "MD, PhD"')
    lines = [line.rstrip("\n").split(",") for line in rows(folder, "services.csv")]
    write(folder, "services.csv", "".join(",".join(reversed(cells)) + "\n" for cells in lines))
    assert diff(folder, target) == [NOTHING]
    assert build(folder, target).outcome == "built"


def test_added_rows(built: tuple[Path, Path]) -> None:
    """Named by title and year or by name; the rows that follow them have not moved."""
    folder, target = built
    write(
        folder,
        "publications.csv",
        rows(folder, "publications.csv")[0] + publication() + "".join(rows(folder, "publications.csv")[1:]),
    )
    lines = rows(folder, "services.csv")
    write(folder, "services.csv", "".join([*lines[:3], "Ultrasound of the elbow,אולטרסאונד של המרפק,,\n", *lines[3:]]))
    assert diff(folder, target) == [
        '+ publications: "A title" (2020)',
        '+ services: "Ultrasound of the elbow"',
        "2 added, 0 removed, 0 changed, 0 moved.",
    ]


def test_removed_rows(built: tuple[Path, Path]) -> None:
    """A long title is cut."""
    folder, target = built
    for name, row in (("publications.csv", 2), ("services.csv", 18)):
        lines = rows(folder, name)
        write(folder, name, "".join([*lines[:row], *lines[row + 1 :]]))
    assert diff(folder, target) == [
        '- publications: "Platelet-rich plasma or corticosteroid for lateral elbow ten…" (2025)',
        '- services: "Second opinion on musculoskeletal imaging"',
        "0 added, 2 removed, 0 changed, 0 moved.",
    ]


def test_changed_fields(built: tuple[Path, Path]) -> None:
    """Each field with its old and its new value; words where there is none, no quotes around numbers."""
    folder, target = built
    edit(
        folder,
        "publications.csv",
        ",2021,12,3,101-109,10.5555/msk.2021.001,https://pubmed.example.org/99000001,",
        ",2022,12,,101–109,10.5555/MSK.2021.001,https://pubmed.example.org/99000001,",
    )
    edit(folder, "publications.csv", ",2021,6,,e214,", ",2021,6,1,e214,")
    edit(folder, "services.csv", "של הברך,diagnostic-ultrasound,", "של הברך,,joint-injection;prp-injection")
    assert diff(folder, target) == [
        '~ publications: "Sonography of the median nerve" (2022)',
        "    year: 2021 -> 2022",
        '    pages: "101-109" -> "101–109"',
        '    doi: "10.5555/msk.2021.001" -> "10.5555/MSK.2021.001"',
        '    issue: "3" -> nothing',
        '~ publications: "Ultrasound-guided hydrodissection of the ulnar nerve at the …" (2021)',
        '    issue: nothing -> "1"',
        '~ services: "Ultrasound of the knee"',
        '    tags[1]: nothing -> "joint-injection"',
        '    tags[2]: nothing -> "prp-injection"',
        '    category: "diagnostic-ultrasound" -> nothing',
        "0 added, 0 removed, 3 changed, 0 moved.",
    ]


def test_nested_places(built: tuple[Path, Path]) -> None:
    """Places are those of the check's messages, counted from 1; an entry more or less does not change those after it."""
    folder, target = built
    edit(folder, "site.yaml", "identifier: CC-BY-4.0", "identifier: CC-BY-SA-4.0")
    edit(folder, "profile.yaml", "  - Hebrew\n", "  - Arabic\n  - Hebrew\n")
    edit(folder, "profile.yaml", "  - Residency in diagnostic radiology, Example Medical Center\n", "")
    edit(folder, "clinic.yaml", "latitude: 31.5", "latitude: 32")
    edit(folder, "clinic.yaml", 'opens: "15:00"', 'opens: "15:30"')
    edit(folder, "clinic.yaml", "byAppointment: true", "byAppointment: false")
    edit(folder, "clinic.yaml", "  referral: https://booking.example.org/referral\n", "")
    edit(folder, "research.yaml", "      - Achilles tendon\n", "      - calf injury\n")
    assert diff(folder, target) == [
        "~ site",
        '    license.identifier: "CC-BY-4.0" -> "CC-BY-SA-4.0"',
        "~ profile",
        '    languages[1]: nothing -> "Arabic"',
        '    training[2]: "Residency in diagnostic radiology, Example Medical Center" -> nothing',
        "~ clinic",
        "    coordinates.latitude: 31.5 -> 32",
        '    bookingLinks.referral: "https://booking.example.org/referral" -> nothing',
        '    hours.weekly[2].opens: "15:00" -> "15:30"',
        "    hours.byAppointment: true -> false",
        "~ research",
        '    areas[3].keywords[2]: "Achilles tendon" -> "calf injury"',
        "0 added, 0 removed, 4 changed, 0 moved.",
    ]


def test_a_whole_group_comes_or_goes(built: tuple[Path, Path]) -> None:
    """Then each value in it is named."""
    folder, target = built
    edit(folder, "clinic.yaml", "coordinates:\n  latitude: 31.5\n  longitude: 34.75\n", "")
    assert diff(folder, target)[:-1] == [
        "~ clinic",
        "    coordinates.latitude: 31.5 -> nothing",
        "    coordinates.longitude: 34.75 -> nothing",
    ]
    assert build(folder, target).outcome == "built"
    edit(folder, "clinic.yaml", "insurance:", "coordinates: {latitude: 31.5, longitude: 34.75}\ninsurance:")
    assert diff(folder, target)[:-1] == [
        "~ clinic",
        "    coordinates.latitude: nothing -> 31.5",
        "    coordinates.longitude: nothing -> 34.75",
    ]


def test_long_texts_are_shown_where_they_differ(built: tuple[Path, Path]) -> None:
    folder, target = built
    edit(folder, "research.yaml", "and with the patients' own reports", "and with reports of the patients")
    assert diff(folder, target)[1] == (
        '    summary: "…h function and with the patients\' own reports." -> "…h function and with reports of the patients."'
    )


def test_values_that_look_the_same(built: tuple[Path, Path]) -> None:
    """A blank that does not break, and an accent of its own."""
    folder, target = built
    edit(folder, "clinic.yaml", "1 Example Street", "1\u00a0Example Street")
    edit(folder, "publications.csv", "Lévy X, Example N", "Le\u0301vy X, Example N")
    same = " (they look the same, but differ in blanks, line breaks or signs that cannot be seen)"
    assert diff(folder, target) == [
        "~ clinic",
        f'    address: "1 Example Street, Example City, Israel" -> "1 Example Street, Example City, Israel"{same}',
        '~ publications: "Échographie dynamique du nerf ulnaire au coude chez 60 volon…" (2017)',
        f'    authors: "Lévy X, Example N" -> "Le\u0301vy X, Example N"{same}',
        "0 added, 0 removed, 2 changed, 0 moved.",
    ]


def test_moved_rows(built: tuple[Path, Path]) -> None:
    """Only the rows that have to move, not those that they pass."""
    folder, target = built
    reorder(folder, "services.csv", 1, 17)
    reorder(folder, "publications.csv", 8, 13)
    assert diff(folder, target) == [
        '> publications: "Ultrasound-guided hydrodissection of the ulnar nerve at the …" (2021) stands elsewhere in the order',
        '> services: "Consultation on nerve entrapment" stands elsewhere in the order',
        "0 added, 0 removed, 0 changed, 2 moved.",
    ]


def test_the_order_of_years_is_not_the_owners(built: tuple[Path, Path]) -> None:
    """The API sorts by year, so rows of different years may stand in any order."""
    folder, target = built
    reorder(folder, "publications.csv", 13, 12, 11, 10, 9, 7, 8, 6, 4, 5, 3, 1, 2)
    assert diff(folder, target) == [NOTHING]


def test_a_new_year_moves_no_other_row(built: tuple[Path, Path]) -> None:
    folder, target = built
    edit(folder, "publications.csv", ",2025,23,", ",2024,23,")
    assert diff(folder, target) == [
        '~ publications: "Shear-wave elastography of the tibial nerve in early diabeti…" (2024)',
        "    year: 2025 -> 2024",
        "0 added, 0 removed, 1 changed, 0 moved.",
    ]


@pytest.mark.parametrize(
    ("old", "new", "fields"),
    [
        ({"doi": "10.5555/ab"}, {"doi": "10.5555/AB", "title": "Other", "year": "2019"}, ["title", "year", "doi"]),
        ({"pubmed": "https://a.example.org/1"}, {"pubmed": "https://a.example.org/1", "doi": "", "title": "O"}, ["title", "doi"]),
        ({"title": "Über-Titel"}, {"title": "uber titel.", "doi": "10.5555/b"}, ["title", "doi"]),
        ({"title": "A; b"}, {"title": "A b", "year": "2019", "doi": ""}, ["title", "year", "doi"]),
        ({"title": "!", "doi": ""}, {"title": "!", "doi": "", "issue": "1"}, ["issue"]),
    ],
    ids=["doi", "pubmed", "title and year", "title", "a title of signs only"],
)
def test_what_makes_two_publications_one(
    sources: Path, target: Path, old: dict[str, str], new: dict[str, str], fields: list[str]
) -> None:
    publications_from(sources, old, {"title": "A bystander", "doi": "10.5555/by"})
    build(sources, target)
    publications_from(sources, {"title": "A bystander", "doi": "10.5555/by"}, new)
    [change] = [change for change in difference(sources, target).changes if change.change != "moved"]
    assert (change.change, sorted(field.field for field in change.fields)) == ("changed", sorted(fields))


def test_the_surest_key_decides(sources: Path, target: Path) -> None:
    """A row is paired by its DOI, though another row bears its title; of two titles without letters none is the other."""
    publications_from(sources, {"title": "One"}, {"title": "?", "doi": ""})
    build(sources, target)
    publications_from(sources, {"title": "One", "doi": "10.5555/b"}, {"title": "Two"}, {"title": "!", "doi": ""})
    changes = difference(sources, target).changes
    assert [(change.change, change.name(str)) for change in changes] == [
        ("removed", "? (2020)"),
        ("added", "One (2020)"),
        ("changed", "Two (2020)"),
        ("added", "! (2020)"),
    ]


def test_a_title_that_recurs_is_told_by_its_year(sources: Path, target: Path) -> None:
    editorials = [{"title": "Editorial", "doi": "", "year": year} for year in ("2021", "2020", "2019")]
    publications_from(sources, *editorials)
    build(sources, target)
    publications_from(sources, *editorials[1:])
    assert [(change.change, change.name(str)) for change in difference(sources, target).changes] == [
        ("removed", "Editorial (2021)")
    ]


def test_services_of_one_name_are_paired_in_their_order(folder: Path, target: Path) -> None:
    write(folder, "services.csv", f"name,nameHebrew,category\n{KNEE},injection\n{KNEE},procedure\n")
    build(folder, target)
    write(folder, "services.csv", f"name,nameHebrew,category\n{KNEE},injection\n{KNEE},consultation\n")
    assert diff(folder, target)[:-1] == ['~ services: "Ultrasound of the knee"', '    category: "procedure" -> "consultation"']


def test_a_further_field(built: tuple[Path, Path]) -> None:
    """One that an owner describes in the schema is compared like the others."""
    folder, target = built
    edit(folder, "datapackage.yaml", "        - name: url\n", f"{FURTHER_FIELD[1:]}        - name: url\n")
    assert diff(folder, target) == [NOTHING]
    edit(folder, "publications.csv", HEADER, f"{HEADER},award")
    lines = rows(folder, "publications.csv")
    awards = [",Best paper" if 'median nerve,"' in line else "," for line in lines[1:]]
    written = [line.rstrip("\n") + award + "\n" for line, award in zip(lines[1:], awards, strict=True)]
    write(folder, "publications.csv", lines[0] + "".join(written))
    assert diff(folder, target) == [
        f"~ publications: {MEDIAN_NERVE}",
        '    award: nothing -> "Best paper"',
        "0 added, 0 removed, 1 changed, 0 moved.",
    ]


def test_a_schema_that_gives_another_type(built: tuple[Path, Path]) -> None:
    """The sources are the same, but not what is served: 1 and true are not one in JSON."""
    folder, target = built
    append(folder, "profile.yaml", "members: 1\n")
    field = FURTHER_FIELD[1:].replace("award", "members").replace("Best paper", "1")
    anchor = "        - name: specialty\n"
    edit(folder, "datapackage.yaml", anchor, field + anchor)
    assert diff(folder, target)[:-1] == ["~ profile", '    members: nothing -> "1"']
    build(folder, target)
    edit(folder, "datapackage.yaml", field, field.replace("type: string", "type: integer"))
    assert diff(folder, target)[:-1] == ["~ profile", '    members: "1" -> 1']


def test_types_that_python_takes_for_equal() -> None:
    """And groups that hold nothing."""
    old = {"a": 1, "b": 1, "c": [True], "d": {"x": 1, "y": 2}, "e": {}, "f": ["x"]}
    new = {"a": True, "b": 1.0, "c": [1], "d": {"y": 2, "x": 1}, "f": "x", "g": []}
    assert list(changed_fields(old, new)) == [
        FieldChange("a", 1, True),
        FieldChange("b", 1, 1.0),
        FieldChange("c[1]", True, 1),
        FieldChange("f", ["x"], "x"),
        FieldChange("g", None, []),
        FieldChange("e", {}, None),
    ]
