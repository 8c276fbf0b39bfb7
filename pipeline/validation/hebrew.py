"""The warning about Hebrew twins that are missing although the sources have others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pipeline.problems import Problem, Report
from pipeline.rules.twins import has_hebrew, missing
from pipeline.schema.package import Source
from pipeline.validation.records import Record, csv_rows, yaml_rows


def hebrew_warnings(sources: Iterable[Source]) -> Iterator[Problem]:
    """Yield one warning that names the missing twins of all YAML files, if the sources have any Hebrew."""
    records = [(source, row) for source in sources if source.name != "publications" for row in rows_of(source)]
    if not any(has_hebrew(row) for _, row in records):
        return
    lacking = []
    for source, row in records:
        schemas = {field.name: field.custom.get("jsonSchema", {}) for field in source.fields}
        if not source.is_table and (names := list(dict.fromkeys(missing(row, schemas)))):
            lacking.append(f"{source.path.name}: {', '.join(names)}")
    if lacking:
        text = f"Some text has no Hebrew, so the Hebrew pages show it in English. Missing in {'; in '.join(lacking)}."
        yield Problem(str(records[0][0].path.parent), text, "warning")


def rows_of(source: Source) -> Iterator[Record]:
    """Yield the rows of a source as they are written; their problems have been reported."""
    rows, _ = csv_rows(source, Report()) if source.is_table else yaml_rows(source, Report())
    for _, cells in rows:
        yield {name: cell for name, cell in zip(source.field_names, cells, strict=True) if cell}
