"""Fields that an owner adds to the schema reach the database, the API and its description without code."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from db.schema import DERIVED, ResourceTables, list_table, singular
from pipeline.publish import build
from pipeline.schema.descriptor import RESERVED_COLUMNS, RESERVED_LISTS, TABLE_NAMES
from pipeline.schema.versions import with_versions
from tests.conftest import SOURCES
from tests.support.checking import example_sources
from tests.support.messages import append, codes, edit, messages, write
from tests.support.site import serving

COLUMNS = """
        - {name: citations, type: integer, title: Citations, description: Number of citations., example: 7,
           constraints: {minimum: 0, maximum: 100000, unique: true}}
        - {name: impact, type: number, title: Impact, description: Impact factor., example: 3.5}
        - {name: openAccess, type: boolean, title: Open access, description: Whether everybody may read it., example: true}
        - {name: received, type: date, title: Received, description: Date of submission.}
        - {name: keywords, type: list, delimiter: ;, title: Keywords, description: Keywords., example: nerve;wrist}
        - {name: shelf, type: string, title: Shelf, description: Shelf in the library., example: AB-1,
           constraints: {pattern: '[A-Z]+-[0-9]', minLength: 4, maxLength: 6}}
"""
HOBBIES = """\
        - name: hobbies
          type: array
          translatable: true
          title: Hobbies
          description: Hobbies.
          example: [Chess]
          jsonSchema: {type: array, items: {type: string, minLength: 1, hint: Write a word.}}
        - name: credentials
"""
LUNCH = """\
              lunch: {type: boolean, description: Whether it closes for lunch., hint: Write true or false.}
              byAppointment:\
"""
NAMES = ("citations", "impact", "openAccess", "received", "keywords", "shelf")
HEADER = f"title,authors,journal,year,doi,{','.join(NAMES)}\n"
ROWS = (
    "First,Example N,J,2021,10.5555/1,7,3.5,true,2021-01-31,nerve; wrist,AB-1\n",
    "Second,Example N,J,2020,10.5555/2,0,4,false,,,\n",
)


@pytest.fixture
def extended(folder: Path, target: Path) -> Path:
    edit(folder, "datapackage.yaml", "\n  - name: services\n", f"{COLUMNS}\n  - name: services\n")
    edit(folder, "datapackage.yaml", "        - name: credentials\n", HOBBIES)
    edit(folder, "datapackage.yaml", "              byAppointment:", LUNCH)
    write(folder, "publications.csv", HEADER + "".join(ROWS))
    edit(folder, "profile.yaml", "specialty: ", "hobbies:\n  - Chess\n  - no\nhobbiesHebrew: [שחמט, לא]\nspecialty: ")
    edit(folder, "clinic.yaml", "  byAppointment: true\n", "  byAppointment: true\n  lunch: false\n")
    assert build(folder, target).outcome == "built", messages(folder)
    return target


def test_new_fields_reach_the_database(extended: Path) -> None:
    with closing(sqlite3.connect(extended)) as connection:
        columns = "citations, typeof(impact), impact, openAccess, received, shelf"
        assert connection.execute(f"select {columns} from publications order by id").fetchall() == [  # noqa: S608
            (7, "real", 3.5, 1, "2021-01-31", "AB-1"),
            (0, "real", 4.0, 0, None, None),
        ]
        assert connection.execute("select * from publication_keywords").fetchall() == [(1, 1, "nerve"), (1, 2, "wrist")]
        assert connection.execute("select hobbies from profile").fetchone() == ('["Chess","no"]',)
        query = "select distinct title, description, example from documentation where column_name in ('shelf', 'hobbies')"
        assert sorted(connection.execute(query)) == [
            ("Hobbies", "Hobbies.", '["Chess"]'),
            ("Shelf", "Shelf in the library.", "AB-1"),
        ]
        for update in ("publications set shelf = ''", "publications set citations = -1", "profile set hobbies = '{}'"):
            with pytest.raises(sqlite3.IntegrityError):
                connection.execute(f"update {update}")


def test_new_fields_reach_the_api(extended: Path) -> None:
    site = serving(extended)
    first, second = site.json("/api/publications")["publications"]
    profile, clinic = site.json("/api/profile"), site.json("/api/clinic")
    schemas = site.json("/api/openapi.json")["components"]["schemas"]
    assert list(first.items())[5:-2] == [
        ("citations", 7), ("impact", 3.5), ("openAccess", True), ("received", "2021-01-31"), ("keywords", ["nerve", "wrist"]),
        ("shelf", "AB-1"),
    ]  # fmt: skip
    assert list(second.items())[5:-2] == [("citations", 0), ("impact", 4), ("openAccess", False)]
    assert (profile["hobbies"], profile["hobbiesHebrew"], clinic["hours"]["lunch"]) == (["Chess", "no"], ["שחמט", "לא"], False)
    fields = schemas["Publication"]["properties"]
    shapes = [{key: value for key, value in fields[name].items() if key not in ("title", "description")} for name in NAMES]
    assert shapes == [
        {"type": "integer", "minimum": 0, "maximum": 100000, "examples": [7]},
        {"type": "number", "examples": [3.5]},
        {"type": "boolean", "examples": [True]},
        {"type": "string", "format": "date"},
        {"type": "array", "uniqueItems": True, "items": {"type": "string"}, "examples": [["nerve", "wrist"]]},
        {"type": "string", "pattern": "^(?:[A-Z]+-[0-9])$", "minLength": 4, "maxLength": 6, "examples": ["AB-1"]},
    ]
    assert schemas["Profile"]["properties"]["hobbies"]["items"] == {"type": "string", "minLength": 1, "maxLength": 20000}
    lunch = schemas["Clinic"]["properties"]["hours"]["properties"]["lunch"]
    assert lunch == {"type": "boolean", "description": "Whether it closes for lunch."}


def test_the_fields_and_values_in_the_readme_of_the_sources(folder: Path, target: Path) -> None:
    """With a tag of the software, whose names are phrases of the pages."""
    [block] = re.findall(r"```yaml\n(resources:.*?)```", (SOURCES / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    write(folder, "datapackage.yaml", block)
    rows = "Hand,יד,Surgery,wrist;elbow,20\n", "Advice,ייעוץ,consultation,joint-injection,\n"
    write(folder, "services.csv", "name,nameHebrew,category,tags,duration\n" + "".join(rows))
    assert build(folder, target).outcome == "built", messages(folder)
    with closing(sqlite3.connect(target)) as connection:
        query = "select value, label from labels where language = 'en' and field = 'tags'"
        labels = dict(connection.execute(query).fetchall())
    assert labels == {"wrist": "wrist", "elbow": "elbow"}
    append(folder, "services.csv", "Knee,ברך,infection,knee,\n")
    assert codes(folder) == [
        "sources/services.csv, row 4, tags[1]: enum",
        "warning: sources/services.csv: missing_versions",
        "warning: sources/services.csv, row 4, category: near_known",
    ]


def test_reserved_names_are_the_columns_that_the_build_adds() -> None:
    """Another field with such a name would pass the check and break the build."""
    resources = [source.resource() for source in example_sources().values()]
    tables = [ResourceTables(resource) for resource in resources]
    own = {field.name for resource in resources for field in resource.fields}
    columns = {column.name for table in tables for column in table.main.columns} | {column.name for column in DERIVED}
    assert columns - own == set(RESERVED_COLUMNS)
    tags = next(field for resource in resources for field in resource.fields if field.name == "tags")
    beside = {column.name for owner in TABLE_NAMES.values() for column in list_table(owner, tags).columns} - {"tag"}
    assert {singular(name) for name in RESERVED_LISTS} == beside


TEXT: dict[str, Any] = {"type": "string", "title": "Motto", "description": "A motto.", "translatable": True}


def test_versions_follow_the_fields_and_say_what_is_their_own() -> None:
    fields = with_versions(
        {
            "motto": {**TEXT, "example": "Onwards", "constraints": {"required": True, "maxLength": 9}},
            "degrees": {**TEXT, "type": "array", "jsonSchema": {"items": {"type": "string"}}, "anyScript": True},
            "mottoHebrew": {"example": "קדימה"},
            "key": {"type": "string", "afterVersions": True},
            "year": {"type": "integer"},
        },
        ["Hebrew", "Arabic"],
    )
    assert [*fields] == ["motto", "degrees", "mottoHebrew", "year", "degreesHebrew", "mottoArabic", "degreesArabic", "key"]
    assert fields["mottoHebrew"] == {
        "type": "string", "constraints": {"maxLength": 9}, "title": "Motto in Hebrew",
        "description": "Hebrew version of motto.", "rules": ["hebrew"], "example": "קדימה",
    }  # fmt: skip
    assert fields["degreesArabic"] == {
        "type": "array",
        "jsonSchema": {"items": {"type": "string"}},
        "title": "Motto in Arabic",
        "description": "Arabic version of degrees, in the same order.",
        "hint": "Write one entry per line, in the order of degrees.",
    }
    assert fields["key"] == {"type": "string"}


def test_versions_inside_a_field() -> None:
    """In the properties of its entries; the items of a list are in the script of the language."""
    words = {"type": "array", "translatable": True, "items": {"type": "string"}}
    fields = with_versions({"areas": {"jsonSchema": {"items": {"properties": {"words": words}}}}}, ["Hebrew"])
    properties = fields["areas"]["jsonSchema"]["items"]["properties"]
    assert properties == {
        "words": {"type": "array", "items": {"type": "string"}},
        "wordsHebrew": {
            "type": "array",
            "items": {"type": "string", "rules": ["hebrew"]},
            "description": "Hebrew version of words, in the same order.",
            "hint": "Write one entry per line, in the order of words.",
        },
    }
