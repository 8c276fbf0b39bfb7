"""The languages of a site: listed in site.yaml, or found in the data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from db.languages import CONTRACT_LANGUAGE, DEFAULT_CODES, Language, languages_for
from pipeline.check.rules.translations import has_version
from pipeline.schema.package import Source, SourcePackage

Record = dict[str, Any]
Records = Mapping[str, Sequence[Record]]


def site_languages(package: SourcePackage, records: Records) -> list[Language]:
    """The languages of the pages. Their rules are those of the territory of the first place of work with a time zone."""
    places = [place for clinic in records["clinic"] for place in (clinic, *clinic.get("locations", ()))]
    zones = [place["hours"]["timezone"] for place in places if "hours" in place]
    languages = languages_for(package.codes or DEFAULT_CODES, next(iter(zones), ""))
    is_used = package.codes or any(has_version(record, CONTRACT_LANGUAGE) for record in chain(*records.values()))
    return languages if is_used else languages[:1]


def add_promised_names(source: Source, records: Sequence[Record], first: Language) -> Sequence[Record]:
    """Add the Hebrew names that the API promises, if the plain names are in Hebrew."""
    if first.name != CONTRACT_LANGUAGE or source.name not in ("clinic", "services"):
        return records
    completed = []
    for record in records:
        values = {f"name{CONTRACT_LANGUAGE}": record["name"], **record}
        if "locations" in record and source.name == "clinic":
            values["locations"] = add_promised_names(source, record["locations"], first)
        completed.append({name: values[name] for name in source.field_names if name in values})
    return completed
