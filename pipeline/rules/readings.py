"""Values in another form than the schema's, with a single meaning: they are read, with a warning."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from db.publication.identifiers import DOI
from pipeline.messages import quote
from pipeline.problems import Finding, ValuePath
from pipeline.rules.bibliography import bare_doi
from pipeline.rules.times import NOW, ONGOING

PMID = re.compile(r"(?:PMID:? ?)?([1-9][0-9]{0,7})", re.IGNORECASE)


def read_doi(text: str) -> str:
    return bare if DOI.fullmatch(bare := bare_doi(text)) else text


def read_end(text: str) -> str:
    return NOW if ONGOING.fullmatch(text) else text


def read_pubmed(text: str) -> str:
    return PMID.sub(r"https://pubmed.ncbi.nlm.nih.gov/\1/", text) if PMID.fullmatch(text) else text


# By rule, and by field.
READINGS: dict[str, Callable[[str], str]] = {"doi": read_doi, "partial_date_or_now": read_end, "pubmed": read_pubmed}


def read_value(
    value: Any, schema: Mapping[str, Any], names: Iterable[str] = (), path: ValuePath = ()
) -> tuple[Any, list[Finding]]:
    """Return a value in the form of its schema, and a finding for each part that was written otherwise."""
    if isinstance(value, dict):
        known, others = schema.get("properties", {}), schema.get("additionalProperties")
        others = others if isinstance(others, dict) else {}
        parts = {name: read_value(item, known.get(name, others), (), (*path, name)) for name, item in value.items()}
        return {name: part for name, (part, _) in parts.items()}, [finding for _, found in parts.values() for finding in found]
    if isinstance(value, list):
        items = schema.get("items", {})
        results = [read_value(item, items, (), (*path, number)) for number, item in enumerate(value)]
        read = [part for item, _ in results for part in (item if isinstance(item, tuple) else (item,))]
        return read, [finding for _, found in results for finding in found]
    read = read_scalar(value, schema, names) if isinstance(value, str) else value
    shown = ", ".join(read) if isinstance(read, tuple) else str(read).lower() if isinstance(read, bool) else read
    return read, [Finding(path, "read_as", f"Read {quote(value)} as {shown}.", "warning", value)] if read is not value else []


def read_scalar(text: str, schema: Mapping[str, Any], names: Iterable[str]) -> Any:
    """Return a text in the form of its schema; several values, if it is a range of those that the schema lists."""
    allowed = schema.get("enum", [])
    ends = [part.strip() for part in text.replace("–", "-").split("-")] if allowed else []
    if len(ends) == 2 and {*ends} <= {*allowed} and text not in allowed:
        first, last = map(allowed.index, ends)
        return tuple(allowed[first : last + 1] if first <= last else [*allowed[first:], *allowed[: last + 1]])
    if "boolean" in (schema.get("type") or ()) and text.lower() == "yes":
        return True
    read = next((READINGS[name](text) for name in names), text)
    return text if read == text else read
