"""The schema of the sources, broken in every way: each names datapackage.yaml, none shows a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.__main__ import main
from tests.support.messages import edit, messages, without_warnings, write

DESCRIPTOR = "datapackage.yaml"
PHONE = "          example: +972-0-555-0100\n          constraints: {required: true}"
ITEMS = "jsonSchema: {type: array, items: {type: string, minLength: 1}}"
NEW_FIELD = "        - name: pubmed\n"


def phone(constraints: str) -> tuple[str, str]:
    return PHONE, PHONE.replace("{required: true}", constraints)


def telephone(kind: str) -> tuple[str, str]:
    return "          type: string\n          title: Telephone", f"          type: {kind}\n          title: Telephone"


def new_field(name: str, kind: str = "string") -> tuple[str, str]:
    return NEW_FIELD, f"        - {{name: {name}, type: {kind}, title: New, description: New.}}\n{NEW_FIELD}"


def new_resource(name: str) -> tuple[str, str]:
    schema = "{fields: [{name: title, type: string, title: T, description: D.}]}"
    resource = f"  - {{name: {name}, title: N, description: N., path: new.csv, type: table, format: csv, schema: {schema}}}\n"
    return "  - name: services\n", f"{resource}  - name: services\n"


WHOLE = {
    "empty": "",
    "a text": "abc\n",
    "a list": "- name: a\n",
    "null": "~\n",
    "not YAML": "resources: [\n",
    "binary": bytes(range(256)),
    "no resources": "name: a\n",
    "resources are a text": "resources: abc\n",
    "resources are a mapping": "resources: {a: b}\n",
    "resources are null": "resources:\n",
    "no resource": "resources: []\n",
    "resource is null": "resources: [~]\n",
    "resource is a text": "resources: [abc]\n",
    "resource is a list": "resources: [[]]\n",
    "resource is empty": "resources: [{}]\n",
    "resource without a path": "resources: [{name: a}]\n",
    "10,000 deep": "[" * 10_000,
    "alias": "a: &a x\nresources: *a\n",
    "python object": "resources: !!python/object/apply:os.system ['true']\n",
    "escape beyond Unicode": 'name: "\\U00110000"\nresources: []\n',
    "profile on the network": "profile: http://127.0.0.1:9/profile.json\nresources: []\n",
}
BROKEN = {
    # Resources and files
    "promised resource missing": ("  - name: services\n", "  - name: treatments\n"),
    "resource twice": ("  - name: services\n", "  - name: publications\n"),
    "resource of an unknown type": ("    type: table\n", "    type: tabel\n"),
    "resource of another format": ("    format: csv\n", "    format: xlsx\n"),
    "CSV as YAML": ("    format: csv\n", "    format: yaml\n"),
    "path outside": ("    path: clinic.yaml\n", "    path: ../clinic.yaml\n"),
    "path absolute": ("    path: clinic.yaml\n", "    path: /etc/hostname\n"),
    "path a URL": ("    path: clinic.yaml\n", "    path: http://127.0.0.1:9/clinic.yaml\n"),
    "path a secure URL": ("    path: clinic.yaml\n", "    path: https://127.0.0.1:9/clinic.yaml\n"),
    "path a file URL": ("    path: clinic.yaml\n", "    path: file:///etc/hostname\n"),
    "path of a store": ("    path: clinic.yaml\n", "    path: s3://bucket/clinic.yaml\n"),
    "path a list": ("    path: clinic.yaml\n", "    path: [clinic.yaml]\n"),
    "path empty": ("    path: clinic.yaml\n", "    path: ''\n"),
    "data instead of a path": ("    path: clinic.yaml\n", "    data: [a]\n"),
    "profile of a resource": ("  - name: clinic\n", "  - profile: http://127.0.0.1:9/profile.json\n    name: clinic\n"),
    "encoding other than UTF-8": ("    encoding: utf-8\n", "    encoding: cp1255\n"),
    "delimiter other than a comma": ("{csv: {delimiter: ','}}", "{csv: {delimiter: ';'}}"),
    "table called as one of ours": new_resource("documentation"),
    "table called as a join table": new_resource("service_tags"),
    "table called as a view": new_resource("opening_hours"),
    "table called as SQLite's": new_resource("sqlite_x"),
    # Fields
    "schema missing": ("    schema:\n", "    scheme:\n"),
    "schema a text": ("    schema:\n", "    schema: a.yaml\n    x:\n"),
    "fields a mapping": ("      fields:\n", "      fields: {a: b}\n      x:\n"),
    "field a text": ("      fields:\n", "      fields:\n        - abc\n"),
    "field null": ("      fields:\n", "      fields:\n        -\n"),
    "field without a name": ("        - name: base_url\n", "        - title: Base\n"),
    "field twice": ("        - name: issue\n", "        - name: volume\n"),
    "field of an unknown type": telephone("strin"),
    "field whose type is a list": telephone("[string]"),
    "promised field renamed": ("        - name: doi\n", "        - name: DOI\n"),
    "promised field of another type": telephone("array"),
    "promised field made optional": phone("{required: false}"),
    "new field id": new_field("id"),
    "new field json": new_field("json"),
    "new field journal_id": new_field("journal_id"),
    "new field in another case": new_field("Title"),
    "new field ID": new_field("ID"),
    "new list of numbers": new_field("numbers", "list, itemType: integer"),
    "format unknown": ("          format: email\n", "          format: fax\n"),
    "example of another type": ("          example: 2021\n", "          example: last year\n"),
    # Rules
    "rule unknown": ("rules: [orcid]", "rules: [orcidd]"),
    "rules a text": ("rules: [orcid]", "rules: orcid"),
    "rules a mapping": ("rules: [orcid]", "rules: {orcid: true}"),
    "rules a list of mappings": ("rules: [orcid]", "rules: [{orcid: true}]"),
    "rule of mappings on a text": ("rules: [orcid]", "rules: [opening_hours]"),
    "rule of numbers on a text": ("rules: [orcid]", "rules: [not_after_next_year]"),
    "rule of texts on a number": ("rules: [not_after_next_year]", "rules: [doi]"),
    "nested rule unknown": ("rules: [timezone]", "rules: [time_zone]"),
    "nested rules a text": ("rules: [timezone]", "rules: timezone"),
    "advice unknown": ("advice: [not_past]", "advice: [not_future]"),
    "advice of mappings on a text": ("advice: [not_past]", "advice: [opening_hours]"),
    "nested rule of texts on a mapping": ("rules: [opening_hours]", "rules: [timezone]"),
    # Constraints and nested schemas
    "constraints a text": phone("abc"),
    "constraint unknown": phone("{required: true, foo: 3}"),
    "constraint of another type": phone("{required: true, minimum: 3}"),
    "required maybe": phone("{required: maybe}"),
    "pattern broken": phone("{required: true, pattern: '([01'}"),
    "nested pattern broken": ("pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$'", "pattern: '^([01'"),
    "minimum a word": ("minimum: 1800", "minimum: old"),
    "minimum a hyphen": ("minimum: 1800", "minimum: -"),
    "minimum two hyphens": ("minimum: 1800", "minimum: --5"),
    "minimum a superscript": ("minimum: 1800", "minimum: '²'"),
    "minimum infinite": ("minimum: 1800", "minimum: inf"),
    "minimum a fraction": ("minimum: 1800", "minimum: 1800.5"),
    "minimum a list": ("minimum: 1800", "minimum: [1800]"),
    "minimum of 5,000 digits": ("minimum: 1800", "minimum: " + "9" * 5000),
    "enum a text": ("enum: [diagnostic-ultrasound, sports-imaging, injection, procedure, consultation]", "enum: injection"),
    "enum empty": ("enum: [diagnostic-ultrasound, sports-imaging, injection, procedure, consultation]", "enum: []"),
    "jsonSchema a text": (ITEMS, "jsonSchema: abc"),
    "jsonSchema a list": (ITEMS, "jsonSchema: [abc]"),
    "jsonSchema of an unknown type": (ITEMS, "jsonSchema: {type: aray}"),
    "jsonSchema whose items are a text": (ITEMS, "jsonSchema: {type: array, items: abc}"),
    "jsonSchema whose length is a word": (ITEMS, "jsonSchema: {type: array, minItems: one}"),
    "jsonSchema whose properties are a list": (ITEMS, "jsonSchema: {type: array, properties: [a]}"),
    "jsonSchema whose required is a text": ("            required: [name, url]\n", "            required: name\n"),
    "jsonSchema whose enum is a text": ("                        enum: [", "                        enum: Sunday # ["),
    "jsonSchema that refers to nothing": (ITEMS, "jsonSchema: {$ref: '#/nowhere'}"),
    "jsonSchema that refers to itself": (ITEMS, "jsonSchema: {$ref: '#'}"),
    "jsonSchema that refers to the network": (ITEMS, "jsonSchema: {$ref: 'http://127.0.0.1:9/schema.json'}"),
}  # fmt: skip


@pytest.fixture
def folder(sources: Path) -> Path:
    write(sources, "new.csv", "title\nA title\n")
    return without_warnings(sources)


def refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The problems of a check that ends with exit code 1."""
    code = main(["check", "--sources", str(folder)])
    said = capsys.readouterr()
    assert (code, said.err) == (1, ""), said
    return [line for line in said.out.splitlines() if not line.startswith((f"{folder}: ", "Nothing was published"))]


@pytest.mark.parametrize("content", WHOLE.values(), ids=WHOLE)
def test_another_file_in_its_place(folder: Path, content: str | bytes, capsys: pytest.CaptureFixture[str]) -> None:
    """Every line names the descriptor."""
    write(folder, DESCRIPTOR, content)
    problems = refused(folder, capsys)
    assert {line.startswith(f"{folder}/{DESCRIPTOR}") for line in problems} == {True}, problems


@pytest.mark.parametrize(("old", "new"), BROKEN.values(), ids=BROKEN)
def test_one_thing_broken(folder: Path, old: str, new: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The data is well; every line is about the descriptor."""
    edit(folder, DESCRIPTOR, old, new)
    problems = refused(folder, capsys)
    assert {line.startswith(f"{folder}/{DESCRIPTOR}") for line in problems} == {True}, problems


def test_promised_fields_are_named_with_what_they_must_be(folder: Path) -> None:
    """The API's users rely on them."""
    edit(folder, DESCRIPTOR, "        - name: doi\n", "        - name: handle\n")
    assert messages(folder) == [
        'sources/datapackage.yaml: publications must keep its optional field "doi" of the type string. The API promises it.'
    ]


def test_promised_resources_are_named(folder: Path) -> None:
    """A service without a catalogue of services is none."""
    text = (folder / DESCRIPTOR).read_text(encoding="utf-8")
    write(folder, DESCRIPTOR, text[: text.index("  - name: services\n")])
    assert messages(folder) == [
        'sources/datapackage.yaml: There must be one resource "services", not 0. The API cannot do without it.'
    ]


def test_faults_of_the_form_are_named_with_place_and_line(folder: Path) -> None:
    """As in any other YAML file."""
    edit(folder, DESCRIPTOR, *telephone("strin"))
    edit(folder, DESCRIPTOR, "rules: [orcid]", "rules: [orcidd]")
    assert messages(folder) == [
        'sources/datapackage.yaml, line 161, resources[2].schema.fields[5].rules[1]: "orcidd" is not allowed here. '
        "Write one of: base_address, closure, contact, doi, hebrew, instant, not_after_next_year, not_past, "
        "opening_hours, orcid, secure_uri, timezone.",
        'sources/datapackage.yaml, line 213, resources[3].schema.fields[3].type: "strin" is not allowed here. '
        "Write one of: string, integer, number, boolean, date, list, array, object.",
    ]


def test_rules_that_do_not_fit_the_type_are_named(folder: Path) -> None:
    """A rule reads one kind of value."""
    edit(folder, DESCRIPTOR, "rules: [orcid]", "rules: [not_after_next_year]")
    assert messages(folder) == ["sources/datapackage.yaml: profile, orcid: the rule not_after_next_year is for the type integer."]
