"""The warnings about Hebrew twins that are missing although the sources have others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pipeline.problems import Problem, Report, dotted
from pipeline.rules.twins import has_hebrew, missing
from pipeline.schema.package import Source
from pipeline.validation.records import Record, csv_rows, yaml_rows


def hebrew_warnings(sources: Iterable[Source]) -> Iterator[Problem]:
    """Yield what lacks Hebrew, if the sources have any: one warning for all YAML files, and one for each row of a table."""
    records = [(source, *row) for source in sources if source.name != "publications" for row in rows_of(source)]
    if not any(has_hebrew(record) for _, _, record in records):
        return
    lacking = []
    for source, row, record in records:
        schemas = {field.name: field.custom.get("jsonSchema", {}) for field in source.fields}
        names = list(map(dotted, missing(record, schemas)))
        if source.is_table:
            text = "Empty, so the Hebrew pages show the English."
            yield from (Problem(source.label, "missing_hebrew", text, "warning", row=row, field=name) for name in names)
        elif names:
            lacking.append(f"{source.path.name}: {', '.join(names)}")
    if lacking:
        text = f"Some text has no Hebrew, so the Hebrew pages show it in English. Missing in {'; in '.join(lacking)}."
        yield Problem(str(records[0][0].path.parent), "missing_hebrew", text, "warning")


def rows_of(source: Source) -> Iterator[tuple[int, Record]]:
    """Yield the numbered rows of a source as they are written; their problems have been reported."""
    rows, _ = csv_rows(source, Report()) if source.is_table else yaml_rows(source, Report())
    for number, cells in rows:
        yield number, {name: cell for name, cell in zip(source.field_names, cells, strict=True) if cell}
