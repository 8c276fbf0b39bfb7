"""The fields for versions in other languages, which follow from the fields of the schema."""

from typing import Any

from db.languages import codes_by_suffix
from pipeline.schema.versions import with_versions

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
        "type": "string",
        "constraints": {"maxLength": 9},
        "title": "Motto in Hebrew",
        "description": "Hebrew version of motto.",
        "rules": ["hebrew"],
        "example": "קדימה",
    }
    assert fields["degreesArabic"] == {
        "type": "array",
        "jsonSchema": {"items": {"type": "string"}},
        "title": "Motto in Arabic",
        "description": "Arabic version of degrees, in the same order.",
        "hint": "Write one entry per line, in the order of degrees.",
    }


def test_a_version_in_a_rare_script_has_no_rule() -> None:
    fields = with_versions({"motto": TEXT}, ["Inuktitut"])
    assert fields["mottoInuktitut"] == {
        "type": "string",
        "title": "Motto in Inuktitut",
        "description": "Inuktitut version of motto.",
    }


def test_a_field_can_have_a_version_in_every_language() -> None:
    suffixes = [*codes_by_suffix()]
    assert [*with_versions({"motto": TEXT}, suffixes)] == ["motto", *(f"motto{suffix}" for suffix in suffixes)]


def test_versions_inside_a_field() -> None:
    """In the properties of its entries; the items of a list are in the script of the language."""
    words = {"type": "array", "translatable": True, "items": {"type": "string"}}
    fields = with_versions({"areas": {"jsonSchema": {"items": {"properties": {"words": words}}}}}, ["Hebrew"])
    properties = fields["areas"]["jsonSchema"]["items"]["properties"]
    assert properties == {
        "words": words,
        "wordsHebrew": {
            "type": "array",
            "items": {"type": "string", "rules": ["hebrew"]},
            "description": "Hebrew version of words, in the same order.",
            "hint": "Write one entry per line, in the order of words.",
        },
    }
