"""Fields that an owner adds to the schema reach the database, the API and its description without code."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from db.schema import DERIVED_COLUMNS, ResourceTables, list_table, singular
from pipeline.build import build
from pipeline.schema.descriptor import RESERVED_COLUMNS, RESERVED_LISTS, TABLE_NAMES
from pipeline.schema.extension import NESTING_KEYWORDS, Extension
from pipeline.schema.package import read_shipped
from pipeline.schema.versions import add_versions
from tests.conftest import SOURCES
from tests.support.checking import example_sources, refusals
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
        - {name: group, type: string, title: Group, description: A keyword of SQL., example: Nerves}
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
NAMES = ("citations", "impact", "openAccess", "received", "keywords", "shelf", "group")
HEADER = f"title,authors,journal,year,doi,{','.join(NAMES)}\n"
ROWS = (
    "First,Example N,J,2021,10.5555/1,7,3.5,true,2021-01-31,nerve; wrist,AB-1,Nerves\n",
    "Second,Example N,J,2020,10.5555/2,0,4,false,,,,\n",
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
        columns = 'citations, typeof(impact), impact, openAccess, received, shelf, "group"'
        assert connection.execute(f"select {columns} from publications order by id").fetchall() == [  # noqa: S608
            (7, "real", 3.5, 1, "2021-01-31", "AB-1", "Nerves"),
            (0, "real", 4.0, 0, None, None, None),
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
    assert list(first.items())[5:-3] == [
        ("citations", 7),
        ("impact", 3.5),
        ("openAccess", True),
        ("received", "2021-01-31"),
        ("keywords", ["nerve", "wrist"]),
        ("shelf", "AB-1"),
        ("group", "Nerves"),
    ]
    assert list(second.items())[5:-3] == [("citations", 0), ("impact", 4), ("openAccess", False)]
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
        {"type": "string", "maxLength": 20000, "examples": ["Nerves"]},
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


def test_an_own_field_can_be_recommended(folder: Path) -> None:
    field = "{name: motto, type: string, title: Motto, description: A motto., recommended: true}"
    write(folder, "datapackage.yaml", f"resources:\n  - name: research\n    schema:\n      fields:\n        - {field}\n")
    assert messages(folder) == ["warning: sources/research.yaml, motto: Empty; a value is recommended."]


def test_reserved_names_are_the_columns_that_the_build_adds() -> None:
    """Another field with such a name would pass the check and break the build."""
    resources = [source.resource() for source in example_sources().values()]
    tables = [ResourceTables(resource) for resource in resources]
    own = {field.name for resource in resources for field in resource.fields}
    columns = {column.name for table in tables for column in table.main.columns} | {
        column.name for columns in DERIVED_COLUMNS.values() for column in columns
    }
    assert columns - own == set(RESERVED_COLUMNS)
    tags = next(field for resource in resources for field in resource.fields if field.name == "tags")
    beside = {column.name for owner in TABLE_NAMES.values() for column in list_table(owner, tags).columns} - {"tag"}
    assert {singular(name) for name in RESERVED_LISTS} == beside


# A looser value of each keyword that the software sets; the values of other keywords are any others.
LOOSER: dict[str, Any] = {
    **dict.fromkeys(("required", "unique", "uniqueItems", "translatable"), False),
    **dict.fromkeys(("minimum", "minLength", "minItems"), -1000),
    **dict.fromkeys(("maximum", "maxLength", "maxItems"), 10**9),
    "additionalProperties": True,
    "enum": ["another"],
    "format": "default",
    "pattern": ".*",
    "type": "object",
}


def rules_in(schema: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the path of each keyword of a field that could be relaxed."""
    for keyword, value in schema.items():
        if keyword == "properties":
            for name, part in value.items():
                yield from rules_in(part, (*path, keyword, name))
        elif isinstance(value, dict) and keyword in NESTING_KEYWORDS and "fieldsOf" not in schema:
            yield from rules_in(value, (*path, keyword))
        if keyword in LOOSER and not isinstance(value, list | dict) and value != LOOSER[keyword]:
            yield (*path, keyword)


SOFTWARE = add_versions(read_shipped(), ["Hebrew"])
EVERY_RULE = [
    (resource["name"], field["name"], path)
    for resource in SOFTWARE["resources"]
    for field in resource["schema"]["fields"]
    for path in rules_in(field)
]


def problems_if_relaxed(resource: str, name: str, path: tuple[str, ...]) -> list[str]:
    own: dict[str, Any] = {}
    inner = own
    for part in path[:-1]:
        inner[part] = inner = {}
    inner[path[-1]] = LOOSER[path[-1]]
    extension = Extension()
    extension.descriptor(SOFTWARE, {"resources": [{"name": resource, "schema": {"fields": [{"name": name, **own}]}}]})
    return extension.problems


def test_no_rule_of_the_software_can_be_relaxed() -> None:
    """At any depth, and in the versions too."""
    problems = {rule: problems_if_relaxed(*rule) for rule in EVERY_RULE}
    assert len(problems) > 300
    assert {
        rule: found for rule, found in problems.items() if [f"Delete {rule[2][-1]}: " in one for one in found] != [True]
    } == {}


def own_descriptor(resource: str, field: str) -> str:
    return f"resources: [{{name: {resource}, schema: {{fields: [{field}]}}}}]"


ONLY_STRICTER = "and your own descriptor can only add fields and make rules stricter."
RELAXED = {
    "format": (
        "publications",
        "{name: pubmed, format: default}",
        'publications, pubmed: Delete format: "default". The software has "uri"',
    ),
    "required": (
        "profile",
        "{name: name, constraints: {required: false}}",
        "profile, name: Delete required: false. The software has true",
    ),
    "a maximum that every text has": (
        "profile",
        "{name: specialty, constraints: {maxLength: 20001}}",
        "profile, specialty: Delete maxLength: 20001. The software has 20000",
    ),
    "free names": (
        "profile",
        "{name: links, jsonSchema: {additionalProperties: true}}",
        "profile, links: Delete additionalProperties: true. The software describes what is inside",
    ),
    "one of the free names": (
        "profile",
        "{name: links, jsonSchema: {properties: {website: {format: email}}}}",
        'profile, links.website: Delete format: "email". The software has "uri"',
    ),
    "other names": (
        "site",
        "{name: license, jsonSchema: {additionalProperties: true}}",
        "site, license: Delete additionalProperties: true. The software has false",
    ),
    "a field that is not served": (
        "publications",
        "{name: doi, served: false}",
        "publications, doi: Delete served: false. The software has true",
    ),
    "text as Markdown": (
        "profile",
        "{name: name, jsonSchema: {contentMediaType: text/markdown}}",
        'profile, name: Delete contentMediaType: "text/markdown". The software sets no value',
    ),
    "the fields of places": (
        "clinic",
        "{name: locations, jsonSchema: {items: {properties: {mapLink: {type: string}}}}}",
        "clinic, locations: Delete jsonSchema. The software describes what is inside",
    ),
    "values of another field than tags": (
        "publications",
        "{name: type, constraints: {enum: [article, book]}}",
        'publications, type: Delete enum: ["article", "book"]. The software has ["article", "review", "case-report", "letter", '
        '"conference-paper", "chapter"]',
    ),
}


@pytest.mark.parametrize(("resource", "field", "message"), RELAXED.values(), ids=RELAXED)
def test_a_relaxed_rule_is_named(sources: Path, resource: str, field: str, message: str) -> None:
    write(sources, "datapackage.yaml", own_descriptor(resource, field))
    assert refusals(sources) == [f": {message}, {ONLY_STRICTER}"]


STRICTER = {
    "a length": (
        "profile",
        "{name: specialty, constraints: {maxLength: 8}}",
        ["sources/profile.yaml, line 9, specialty: maxLength"],
    ),
    "a required field": (
        "profile",
        "{name: pubmedSearch, constraints: {required: true}}",
        ["sources/profile.yaml, pubmedSearch: required"],
    ),
    "values": (
        "publications",
        "{name: type, constraints: {enum: [article, review, chapter]}}",
        ["sources/publications.csv, row 6, type: enum", "sources/publications.csv, row 11, type: enum"],
    ),
    "one of the free names": (
        "profile",
        "{name: links, jsonSchema: {properties: {website: {maxLength: 9}}}}",
        ["sources/profile.yaml, line 25, links.website: maxLength"],
    ),
    "a rule besides ours": ("profile", "{name: name, rules: [hebrew]}", ["sources/profile.yaml, line 8, name: hebrew"]),
    "no rule at all": ("publications", "{name: doi, rules: [], constraints: {}}", []),
}


@pytest.mark.parametrize(("resource", "field", "expected"), STRICTER.values(), ids=STRICTER)
def test_a_stricter_rule_is_checked(folder: Path, resource: str, field: str, expected: list[str]) -> None:
    write(folder, "datapackage.yaml", own_descriptor(resource, field))
    assert codes(folder) == expected


# Python's re would take longer than anyone waits.
ENDLESS = "pattern: '(a+)+$'"
LONG = "a" * 60 + "!"
PATTERNS = {
    "a cell": (
        ("publications", f"type: string, constraints: {{{ENDLESS}}}"),
        ("publications.csv", f"title,authors,journal,year,new\nA,Example N,J,2021,{LONG}\n"),
    ),
    "an entry of a cell": (
        ("publications", f"type: list, jsonSchema: {{items: {{type: string, {ENDLESS}}}}}"),
        ("publications.csv", f"title,authors,journal,year,new\nA,Example N,J,2021,{LONG}\n"),
    ),
    "a free name": (
        ("research", f"type: object, jsonSchema: {{additionalProperties: {{type: string, {ENDLESS}}}}}"),
        ("research.yaml", f"areas: [{{name: Nerves}}]\nnew: {{one: {LONG}}}\n"),
    ),
    "a rule beside it": (
        ("research", f"type: array, jsonSchema: {{items: {{type: string, rules: [doi], {ENDLESS}}}}}"),
        ("research.yaml", f"areas: [{{name: Nerves}}]\nnew: [{LONG}]\n"),
    ),
    "a place": (
        ("clinic", f"type: string, constraints: {{{ENDLESS}}}"),
        ("clinic.yaml", f"name: A\naddress: B\nphone: +44-20-7946-0000\nlocations: [{{name: C, new: {LONG}}}]\n"),
    ),
    "a version": (
        ("research", f"type: string, translatable: true, anyScript: true, constraints: {{{ENDLESS}}}"),
        ("research.yaml", f"areas: [{{name: Nerves}}]\nnewHebrew: {LONG}\n"),
    ),
}


@pytest.mark.parametrize(("field", "file"), PATTERNS.values(), ids=PATTERNS)
def test_an_owners_pattern_takes_linear_time(folder: Path, field: tuple[str, str], file: tuple[str, str]) -> None:
    resource, described = field
    write(folder, "datapackage.yaml", own_descriptor(resource, f"{{name: new, title: New, description: New., {described}}}"))
    write(folder, *file)
    assert [code.rpartition(" ")[2] for code in codes(folder) if "new" in code and not code.startswith("warning")] == ["pattern"]


@pytest.mark.parametrize("pattern", ["(?=a)b", r"(a)\1", "((a{99}){99}){99}"], ids=["look ahead", "reference", "too large"])
@pytest.mark.parametrize("place", ["constraints", "jsonSchema"])
def test_a_pattern_that_takes_more_is_refused(sources: Path, pattern: str, place: str) -> None:
    """What Python reads and RE2 does not."""
    write(sources, "datapackage.yaml", own_descriptor("research", f"{{name: summary, {place}: {{pattern: '{pattern}'}}}}"))
    [message] = refusals(sources)
    assert f'research, summary: The pattern "{pattern}" cannot be used (' in message
