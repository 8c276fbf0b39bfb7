"""The owner's descriptor: it adds fields to the software's descriptor and makes rules stricter, but never looser."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from types import NoneType
from typing import Any

from pipeline.schema.descriptor import allows_other_values
from pipeline.schema.patterns import OwnPattern, compile_pattern
from pipeline.wording import quote

Schema = dict[str, Any]

# Keywords that people read. The owner can use other words.
PROSE_KEYWORDS = frozenset({"title", "description", "hint", "example"})
# Keywords with a schema or constraints inside.
NESTING_KEYWORDS = frozenset({"constraints", "jsonSchema", "items", "additionalProperties"})
# Keywords whose lists grow: a value must satisfy the software's rules and the owner's.
GROWING_KEYWORDS = frozenset({"rules", "advice", "required"})
# Keywords of limits, and whether the owner's limit is at least as strict as the software's.
LIMIT_KEYWORDS: dict[str, Callable[[Any, Any], bool]] = {
    **dict.fromkeys(("required", "unique", "uniqueItems", "recommended", "translatable"), operator.ge),
    **dict.fromkeys(("minimum", "minLength", "minItems"), operator.ge),
    **dict.fromkeys(("maximum", "maxLength", "maxItems"), operator.le),
    "enum": lambda own, software: all(value in software for value in own),
    "additionalProperties": lambda own, _: own is False,
}
# Keywords that the owner can add if the software has none.
ADDABLE_KEYWORDS = LIMIT_KEYWORDS.keys() | {"type", "format", "pattern"}
# What a missing keyword means.
KEYWORD_DEFAULTS = {"served": True, "format": "default"}
# The field with the owner's own values.
OWN_VALUES = ("services", "tags")
# Fields with labels for their known values also take any other text.
HOW_TO_ADD_A_HEADING = (
    "Delete its enum and labels. Any text is a heading: write it in the column {name} of {table}.csv, and its versions "
    "in columns that end in the name of the language."
)


@dataclass
class Extension:
    """Merges the owner's descriptor into the software's. ``problems`` says what the owner's descriptor must not contain."""

    problems: list[str] = field(default_factory=list)

    def descriptor(self, software: Schema, own: Schema) -> Schema:
        """Add the owner's fields to the software's descriptor, so a new release brings its fields to every owner."""
        additions = {resource["name"]: resource["schema"]["fields"] for resource in own["resources"]}
        return {**software, "resources": [self.resource(each, additions.get(each["name"], [])) for each in software["resources"]]}

    def resource(self, software: Schema, additions: list[Schema]) -> Schema:
        fields: dict[str, Schema] = {each["name"]: each for each in software["schema"]["fields"]}
        for own in additions:
            fields[own["name"]] = self.field(software["name"], fields.get(own["name"]), own)
        return {**software, "schema": {**software["schema"], "fields": [*fields.values()]}}

    def field(self, resource: str, software: Schema | None, own: Schema) -> Schema:
        path = f"{resource}, {own['name']}"
        if software is None or not (labels := software.get("labels")):
            return self.merge(software, own, path)
        if (resource, own["name"]) == OWN_VALUES:
            software = {**deepcopy(software), "labels": labels | own.get("labels", {})}
            if "enum" in own.get("jsonSchema", {}).get("items", {}):
                del software["jsonSchema"]["items"]["enum"]
            return self.merge(software, {**own, "labels": software["labels"]}, path)
        if allows_other_values(software) and (own.get("labels", labels) != labels or "enum" in own.get("constraints", {})):
            self.problems.append(f"{path}: {HOW_TO_ADD_A_HEADING.format(**software, table=resource)}")
            return software
        return self.merge(software, own, path)

    def merge(self, software: Schema | None, own: Schema, path: str) -> Schema:
        """Merge the keywords of both. ``software`` is None for a field or property that only the owner has."""
        result = dict(software or {})
        for keyword, value in own.items():
            before = result.get(keyword)
            if keyword == "properties":
                result[keyword] = self.properties(software, value, path)
            elif keyword in NESTING_KEYWORDS and {type(before), type(value)} <= {dict, NoneType} and not is_composed(result):
                result[keyword] = self.merge(None if software is None else before or {}, value, path)
            elif keyword in GROWING_KEYWORDS and isinstance(value, list):
                result[keyword] = [*dict.fromkeys((*(before or ()), *value))]
            elif software is None or keyword in PROSE_KEYWORDS or may_replace(keyword, before, value):
                result[keyword] = self.pattern(value, path) if keyword == "pattern" and value != before else value
            else:
                line = keyword if isinstance(value, dict) else f"{keyword}: {json.dumps(value)}"
                rule = rule_of_software(KEYWORD_DEFAULTS.get(keyword) if before is None else before)
                self.problems.append(
                    f"{path}: Delete {line}. {rule}, and your own descriptor can only add fields and make rules stricter."
                )
        return result

    def properties(self, software: Schema | None, own: Schema, path: str) -> Schema:
        """Merge the schemas of properties. If a mapping allows any name, a new name keeps the rules for those."""
        known: Schema = (software or {}).get("properties", {})
        others = (software or {}).get("additionalProperties")
        free = others if isinstance(others, dict) else None
        return known | {name: self.merge(known.get(name, free), schema, f"{path}.{name}") for name, schema in own.items()}

    def pattern(self, pattern: str, path: str) -> str:
        own = OwnPattern(pattern)
        try:
            compile_pattern(own)
        except ValueError as error:
            self.problems.append(
                f"{path}: The pattern {quote(pattern)} cannot be used ({error}). Write it without references to groups and "
                "without conditions that look ahead or behind (https://github.com/google/re2/wiki/Syntax)."
            )
        return own


def is_composed(field: Schema) -> bool:
    """Whether the entries of a field have the fields of a resource, which describes them."""
    return "fieldsOf" in field


def may_replace(keyword: str, software: Any, own: Any) -> bool:
    """Whether the owner's value of a keyword can replace the software's, because it is the same or stricter."""
    before = KEYWORD_DEFAULTS.get(keyword) if software is None else software
    if own == before:
        return True
    if before in (None, KEYWORD_DEFAULTS["format"]):
        return keyword in ADDABLE_KEYWORDS
    return keyword in LIMIT_KEYWORDS and LIMIT_KEYWORDS[keyword](own, before)


def rule_of_software(value: Any) -> str:
    """The beginning of a sentence about what the software's descriptor has instead of the owner's value."""
    if value is None:
        return "The software sets no value"
    return "The software describes what is inside" if isinstance(value, dict) else f"The software has {json.dumps(value)}"
