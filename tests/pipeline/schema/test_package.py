"""The descriptor: what it may say, what is refused with a line that names it; what Frictionless and JSON Schema make of it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import frictionless
import pytest
from jsonschema import Draft202012Validator

from pipeline.check.fields import FieldCheck
from pipeline.report import Report
from pipeline.schema.descriptor import limit_lengths
from pipeline.schema.json_schema import field_schema
from pipeline.schema.nested import apply_types
from pipeline.schema.package import SHIPPED_DESCRIPTOR, Source, read_descriptor, read_package, read_shipped
from pipeline.schema.versions import MARKING_KEYWORDS, add_versions
from tests.support.checking import example_sources, refusals
from tests.support.messages import codes, edit, write

DESCRIPTOR = "datapackage.yaml"
PHONE = "          example: +44-20-7946-0000\n          constraints: {required: true}"
ITEMS = "jsonSchema: {type: array, items: {type: string, minLength: 1}}"
TYPES = "enum: [article, review, case-report, letter, conference-paper, chapter]"
NEW_FIELD = "        - name: pubmed\n"


def phone(constraints: str) -> tuple[str, str]:
    return PHONE, PHONE.replace("{required: true}", constraints)


def new_field(name: str, kind: str = "string") -> tuple[str, str]:
    return NEW_FIELD, f"        - {{name: {name}, type: {kind}, title: New, description: New.}}\n{NEW_FIELD}"


def test_the_software_has_a_valid_descriptor() -> None:
    report = Report()
    assert read_descriptor(SHIPPED_DESCRIPTOR, report) == read_shipped()
    assert [*report] == []


@pytest.mark.parametrize("suffixes", [[], ["Hebrew", "Arabic"]])
def test_the_descriptor_of_the_software_is_valid_with_its_versions(suffixes: list[str]) -> None:
    """So it is not validated each time, and validating it changes nothing."""
    described = add_versions(read_shipped(), suffixes)
    limit_lengths(described["resources"])
    validated, read = frictionless.Package.from_descriptor(described), frictionless.Package.metadata_import(described)
    assert validated.to_descriptor() == read.to_descriptor()


def test_an_empty_descriptor(sources: Path) -> None:
    write(sources, DESCRIPTOR, "")
    assert refusals(sources) == [", line 1: The file must contain lines of the form “name: value”."]


BROKEN = {
    "profile on the web": ("resources:\n", "profile: http://127.0.0.1:9/profile.json\nresources:\n"),
    "unknown resource": ("  - name: services\n", "  - name: treatments\n"),
    "no schema": ("    schema:\n", "    scheme:\n"),
    "promised field that is not served": ("        - name: doi\n", "        - name: doi\n          served: false\n"),
    "promised field made optional": phone("{required: false}"),
    "nested rule for another type": ("rules: [opening_hours]", "rules: [timezone]"),
    "list of numbers": new_field("numbers", "list, itemType: integer"),
    "list in a join table's way": new_field("position", "list"),
    "unknown constraint": phone("{required: true, foo: 3}"),
    "pattern": phone("{required: true, pattern: '([01'}"),
    "pattern that is too long": phone("{required: true, pattern: 'a{99999999999}'}"),
    "pattern that is too deep": phone(f"{{required: true, pattern: '{'(' * 5000}'}}"),
    "empty enum": (TYPES, "enum: []"),
    "label that is no text": ("joint-injection: {}", "joint-injection: {en: [Injections]}"),
    "unknown type in a jsonSchema": (ITEMS, "jsonSchema: {type: aray}"),
    "reference in a jsonSchema": (ITEMS, "jsonSchema: {$ref: 'http://127.0.0.1:9/schema.json'}"),
}


@pytest.mark.parametrize(("old", "new"), BROKEN.values(), ids=BROKEN)
def test_a_descriptor_with_one_error(sources: Path, old: str, new: str) -> None:
    """Every line is about the descriptor, and nothing is fetched from the network."""
    edit(sources, DESCRIPTOR, old, new)
    lines = refusals(sources)
    assert lines != []
    assert [line for line in lines if not line.startswith((":", ", line"))] == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "        - name: volume\n          type: string\n",
            "        - name: volume\n          type: number\n",
            ': publications, volume: Delete type: "number". The software has "string", and your own descriptor can only '
            "add fields and make rules stricter.",
        ),
        (
            "rules: [orcid]",
            "rules: [not_after_next_year]",
            ": profile, orcid: The rule not_after_next_year applies only to the type integer.",
        ),
        (*new_field("JSON"), ': publications cannot have another field "JSON": the name is already used.'),
        (*new_field("keywords", "array"), ": publications, keywords: A CSV cell cannot have the type array. Use list."),
        (
            "minimum: 1800",
            "minimum: 1800.5",
            ": publications, year: The minimum and maximum of an integer must be whole numbers.",
        ),
        (
            *new_field("accepted", "date, constraints: {minimum: 2000}"),
            ": publications, accepted: A date cannot have a minimum or maximum. Delete it.",
        ),
        (
            *new_field("grade", "integer, constraints: {enum: [1, two]}"),
            ': publications, grade: enum: Expected a whole number, got "two".',
        ),
        (
            *new_field("accepted", "date, constraints: {enum: [2020-02-30]}"),
            ': publications, accepted: enum: Expected a date, got "2020-02-30".',
        ),
        (
            "          itemType: string\n",
            "          itemType: string\n          constraints: {enum: [knee]}\n",
            ': The description of the data is not valid: constraint "enum" is not supported by type "list".',
        ),
    ],
)
def test_inconsistencies_are_named(sources: Path, old: str, new: str, message: str) -> None:
    edit(sources, DESCRIPTOR, old, new)
    assert refusals(sources) == [message]


def test_the_fields_of_the_owner_are_added_and_texts_replace_those_of_the_software(sources: Path) -> None:
    write(
        sources,
        DESCRIPTOR,
        """\
resources:
  - name: services
    schema:
      fields:
        - {name: duration, type: integer, title: Duration, description: Minutes.}
        - {name: name, title: Treatment}
        - {name: tags, labels: {prp-injection: {en: Plasma}}}
""",
    )
    package = read_package(sources, Report())
    assert package is not None
    services = package.sources["services"]
    assert (services.field_names[0], services.field_names[-1]) == ("name", "duration")
    assert services.fields[0].title == "Treatment"
    assert services.title == "Services"
    assert ("tags", "prp-injection", "en", "Plasma") in services.labels()
    write(sources, DESCRIPTOR, "resources: [{name: services, schema: {fields: [{name: duration, type: integer}]}}]")
    assert refusals(sources) == [
        ": services, duration: The title is missing.",
        ": services, duration: The description is missing.",
    ]


@pytest.mark.parametrize(
    ("wrong", "code"), [("German", "language_code"), ("de: German", "type"), ("[de]", "type")], ids=["name", "mapping", "list"]
)
def test_only_codes_are_languages(sources: Path, wrong: str, code: str) -> None:
    """The check of the site's file reports anything else."""
    edit(sources, "site.yaml", "paper:", f"languages:\n  - en\n  - he\n  - {wrong}\npaper:")
    package = read_package(sources, Report())
    assert package is not None
    assert package.codes == ("en", "he")
    assert [line for line in codes(sources) if "languages[" in line] == [f"sources/site.yaml, line 51, languages[3]: {code}"]


@pytest.mark.parametrize(
    ("kind", "enum", "values"),
    [
        ("integer", "[1, 2, 3]", [1, 2, 3]),
        ("number", "[1, 2.50]", [1, 2.5]),
        ("string", "[1, 2]", ["1", "2"]),
        ("date", "[2020-02-29]", ["2020-02-29"]),
    ],
)
def test_the_values_of_an_enum_have_the_type_of_its_field(sources: Path, kind: str, enum: str, values: list[Any]) -> None:
    edit(sources, DESCRIPTOR, *new_field("grade", f"{kind}, constraints: {{enum: {enum}}}"))
    package = read_package(sources, Report())
    assert package is not None
    [grade] = [field for source in package.sources.values() for field in source.fields if field.name == "grade"]
    assert field_schema(grade)["enum"] == values
    assert [FieldCheck(grade).validate(str(value)) for value in values] == [(value, []) for value in values]


def test_the_values_of_an_enum_inside_a_field_have_its_type(sources: Path) -> None:
    schema = "jsonSchema: {type: array, items: {type: integer, enum: [1, 2]}}"
    field = f"{{name: grades, type: array, title: New, description: New., {schema}}}"
    edit(sources, DESCRIPTOR, "        - name: credentials\n", f"        - {field}\n        - name: credentials\n")
    package = read_package(sources, Report())
    assert package is not None
    [grades] = [field for source in package.sources.values() for field in source.fields if field.name == "grades"]
    assert field_schema(grades)["items"] == {"type": "integer", "enum": [1, 2]}


@pytest.mark.parametrize(
    "change",
    ["constraints: {enum: [surgery]}", "labels: {surgery: {en: Surgery}}", "labels: {injection: {en: Needles}}"],
    ids=["enum", "labels", "other labels"],
)
def test_categories_in_the_descriptor_are_refused(sources: Path, change: str) -> None:
    """They were described there in earlier versions."""
    write(sources, DESCRIPTOR, f"resources: [{{name: services, schema: {{fields: [{{name: category, {change}}}]}}}}]")
    assert refusals(sources) == [
        ": services, category: Delete its enum and labels. Any text is a heading: write it in the column category of "
        "services.csv, and its versions in columns that end in the name of the language."
    ]


def test_errors_of_the_form_have_path_and_line(sources: Path) -> None:
    edit(sources, DESCRIPTOR, "rules: [orcid]", "rules: [orcidd]")
    path = "resources[2].schema.fields[5].rules[1]"
    line = (sources / DESCRIPTOR).read_text(encoding="utf-8").split("orcidd")[0].count("\n") + 1
    assert refusals(sources) == [f', line {line}, {path}: "orcidd" is not allowed. Did you mean "orcid"?']


def test_frictionless_validates_the_sources(sources: Path) -> None:
    """With the command and no option: a wrong cell is an error, and the other files of the example are valid."""
    edit(sources, "publications.csv", ",2025,23,", ",last year,23,")
    command = [str(Path(sys.executable).with_name("frictionless")), "validate", DESCRIPTOR]
    run = subprocess.run(command, capture_output=True, text=True, cwd=sources, env={"COLUMNS": "200"}, check=False)
    assert (run.returncode, (run.stdout + run.stderr).count("INVALID")) == (1, 1), run


OWN_KEYWORDS = ("hint", "recommended", "rules", "advice", "labels", *MARKING_KEYWORDS)


@pytest.mark.parametrize(
    "field",
    [
        pytest.param(field, id=f"{source.name}.{field.name}")
        for source in example_sources().values()
        for field in source.fields
        if field.example is not None or not field.name.endswith("Hebrew")  # versions have none
    ],
)
def test_every_example_is_valid(field: frictionless.Field) -> None:
    """For the check of the sources, and for the JSON Schema that the API shows."""
    value, findings = FieldCheck(field).validate(apply_types(field.example, field.custom.get("jsonSchema", {})))
    assert (value is None, [finding for finding in findings if finding.severity == "error"]) == (False, [])
    shown = field_schema(field)
    [example] = shown["examples"]
    assert list(Draft202012Validator(shown).iter_errors(example)) == []


@pytest.mark.parametrize("source", example_sources().values(), ids=lambda source: source.name)
def test_components_are_standard_json_schema(source: Source) -> None:
    """Without the pipeline's own keywords."""
    schema = source.json_schema()
    Draft202012Validator.check_schema(schema)
    assert [keyword for keyword in OWN_KEYWORDS if f'"{keyword}":' in json.dumps(schema)] == []
