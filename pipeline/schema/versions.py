"""The versions of translatable fields in other languages: ``bioHebrew`` is the Hebrew version of ``bio``.

The descriptor only says which fields are translatable. To everything that is made from it (checks, tables, the API's
description), a version is a field like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from db.languages import CONTRACT_LANGUAGE, SCRIPTS, language_by_suffix

Schema = Mapping[str, Any]

# Keywords that ``add_versions`` reads, and keywords that a version does not inherit from its field.
MARKING_KEYWORDS = {"translatable", "anyScript", "afterVersions"}
NOT_INHERITED = MARKING_KEYWORDS | {"title", "description", "example", "recommended", "labels"}
NOT_INHERITED_CONSTRAINTS = {"required", "unique"}


def add_versions(descriptor: Schema, suffixes: Sequence[str]) -> dict[str, Any]:
    """Add a version of each translatable field, at any depth, for each suffix, such as ``Hebrew``."""
    resources = []
    for resource in descriptor["resources"]:
        fields = with_versions({field["name"]: field for field in resource["schema"]["fields"]}, suffixes)
        listed = [{**field, "name": name} for name, field in fields.items()]
        resources.append({**resource, "schema": {**resource["schema"], "fields": listed}})
    return {**descriptor, "resources": resources}


def with_versions(fields: Mapping[str, Schema], suffixes: Sequence[str]) -> dict[str, Schema]:
    """The fields by name, followed by their versions.

    A version that the descriptor lists keeps its position and its keywords. A listed Hebrew version is in every profile, because
    the API promises it.
    """
    names = {
        f"{name}{suffix}": (name, suffix)
        for suffix in dict.fromkeys([*suffixes, CONTRACT_LANGUAGE])
        for name in fields
        if fields[name].get("translatable") and (suffix in suffixes or f"{name}{suffix}" in fields)
    }
    versions = {version: version_of(name, fields[name], suffix) for version, (name, suffix) in names.items()}
    plain = {name: {**versions.pop(name, {}), **field} for name, field in fields.items()}
    last = {name: field for name, field in plain.items() if field.get("afterVersions")}
    ordered = {**{name: field for name, field in plain.items() if name not in last}, **versions, **last}
    return {name: expand(field, suffixes) for name, field in ordered.items()}


def expand(schema: Schema, suffixes: Sequence[str]) -> dict[str, Any]:
    """Add the versions of the fields inside a field or JSON Schema."""
    result = dict(schema)
    for key in ("jsonSchema", "items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            result[key] = expand(schema[key], suffixes)
    if "properties" in schema:
        result["properties"] = with_versions(schema["properties"], suffixes)
    return result


def version_of(name: str, field: Schema, suffix: str) -> dict[str, Any]:
    """Make the version of a field or property in a language."""
    version = {key: value for key, value in field.items() if key not in NOT_INHERITED}
    if "title" in field:
        version["title"] = f"{field['title']} in {suffix}"
    version["description"] = f"{suffix} version of {name}."
    if field.get("type") == "array":
        version |= {
            "description": f"{suffix} version of {name}, in the same order.",
            "hint": f"Write one entry per line, in the order of {name}.",
        }
    elif field.get("type") == "object":
        version |= {
            "description": f"{suffix} version of {name}, with the same addresses.",
            "hint": f"Write the name in {suffix}, a colon and the same address.",
        }
    if "constraints" in field:
        kept = {key: limit for key, limit in field["constraints"].items() if key not in NOT_INHERITED_CONSTRAINTS}
        version["constraints"] = kept
    return version if field.get("anyScript") else require_script(version, suffix)


def script_rules(suffix: str) -> list[str]:
    """The name of the rule for texts in a language, unless its script is rare."""
    language = language_by_suffix(suffix)
    return [name.lower() for name, code in SCRIPTS.items() if language and code == language.script][:1]


def require_script(schema: Schema, suffix: str) -> dict[str, Any]:
    """Make a schema require text, or a list of texts, in the script of a language."""
    for key in ("jsonSchema", "items"):
        if isinstance(schema.get(key), dict) and schema.get("type") != "string":
            return {**schema, key: require_script(schema[key], suffix)}
    rules = script_rules(suffix) if schema.get("type") == "string" else []
    return {**schema, "rules": [*schema.get("rules", ()), *rules]} if rules else {**schema}
