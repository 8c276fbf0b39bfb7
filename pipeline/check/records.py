"""Validate one source: yield its valid records, and report its problems."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

from db.languages import language_of_version
from db.schema import Record
from pipeline.check.fields import FieldCheck
from pipeline.check.rules.dates import read_dates
from pipeline.check.rules.rows import RowRule, near_known, recommended_fields, unique
from pipeline.check.rules.rule_tables import ROW_RULES
from pipeline.check.rules.translations import in_first_language, same_length
from pipeline.check.showable import printable, readable_image
from pipeline.curriculum import missing_lists
from pipeline.read.document import read_yaml
from pipeline.read.table import read_csv
from pipeline.read.text import unread_files
from pipeline.report import Finding, Problem, Report, ValuePath, format_path
from pipeline.schema.descriptor import OPTIONAL_FILES, allows_other_values
from pipeline.schema.nested import apply_types
from pipeline.schema.package import Source
from pipeline.schema.phrases import shipped_labels
from pipeline.wording import suggests, unknown_name

# Fields that /cv.pdf shows, without their versions.
PRINTED_FIELDS = {
    "profile": {"name", "credentials", "profession", "specialty", "languages"},
    "clinic": {"name", "address"},
    "cv": {"section", "title", "organization", "place", "note"},
    "publications": {"title", "authors", "journal"},
}
# With a thousand publications, /cv.pdf has room for this many entries; 5,000 exceed its memory limit.
MAX_ROWS = {"cv": 2000}
# Values of YAML that count as absent.
EMPTY_VALUES: tuple[Any, ...] = (None, [], {})
Locate = Callable[[ValuePath], dict[str, Any]]


class CheckedRow(NamedTuple):
    """A row of a source: its typed values, their problems, and how to locate a value in a Problem."""

    source: Source
    number: int
    record: Record
    findings: list[Finding]
    locate: Locate

    @property
    def is_valid(self) -> bool:
        """Whether no column is missing and the row has no errors, except unknown names, which leave the other values valid."""
        return required_fields(self.source, self.record) <= self.record.keys() and all(
            finding.severity != "error" or finding.code == "unknown_name" for finding in self.findings
        )


class CrossFileCheck(Protocol):
    """Observes each row once, in the order of the files, and warns of problems that only several rows or files show."""

    def observe(self, row: CheckedRow) -> None: ...

    def warnings(self) -> Iterator[Problem]: ...


def validate_source(
    source: Source, report: Report, cross_checks: Sequence[CrossFileCheck] = (), lists: Record | None = None
) -> Iterator[Record]:
    """Yield the records without errors: typed, in the order of the schema, without empty fields.

    A YAML file is a table with one row. Every row is checked, however many are wrong, and shown to the cross-file checks.
    ``lists`` are from the curriculum vitae, for a profile without its own lists.
    """
    rules = [*row_rules(source)]
    for row in csv_rows(source, report) if source.is_table else yaml_rows(source, report, lists or {}):
        for rule in rules:
            row.findings.extend(rule(row.number, row.record))
        for path, code, message, severity, value in row.findings:
            report.add(Problem(source.file, code, message, severity, value=report_text(value), **row.locate(path)))
        for cross_check in cross_checks:
            cross_check.observe(row)
        if row.is_valid:
            yield row.record


def report_text(value: Any) -> str | None:
    """A value as reports in JSON show it."""
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def row_rules(source: Source) -> Iterator[RowRule]:
    """Make the rules that compare the rows of a source, or the fields of its only row."""
    fields, suffixes = source.fields, [language.suffix for language in source.languages[1:]]
    yield from (unique(field.name) for field in fields if field.constraints.get("unique"))
    if not source.is_table:
        yield lambda _, record: same_length(record, suffixes)
    yield recommended_fields([field.name for field in fields if field.custom.get("recommended")])
    translatable = {field.name: bool(field.custom.get("anyScript")) for field in fields if field.custom.get("translatable")}
    yield in_first_language(translatable, source.languages, source.labeled)
    for field in fields:
        if field.name in source.labeled and allows_other_values(field.to_descriptor()):
            yield near_known(field.name, shipped_labels(field.name), source.languages[0].code)
    for field in fields:
        if "image_name" in field.custom.get("rules", ()):
            yield readable_image(field.name, source.path.parent)
    yield printable([f"{name}{suffix}" for name in PRINTED_FIELDS.get(source.name, ()) for suffix in ("", *suffixes)])
    yield from ROW_RULES.get(source.name, list)()


def csv_rows(source: Source, report: Report) -> Iterator[CheckedRow]:
    checks = [FieldCheck(field, source.languages) for field in source.fields]
    rows = [*read_csv(source.path, source.columns, report)] if has_content(source, report) else []
    missing = {problem.field for problem in report.problems if (problem.file, problem.row) == (source.file, 1)}
    for check in checks:
        check.is_required &= check.name not in missing  # the header has one error for all rows
    if len(rows) > (limit := MAX_ROWS.get(source.name, len(rows))):
        text = f"The file has {len(rows):,} rows, and /cv.pdf can show {limit:,}. Keep the most important ones."
        report.add(Problem(source.file, "file", text))
    for column in (index for index, check in enumerate(checks) if check.is_date):
        for (_, cells), date in zip(rows, read_dates([cells[column] for _, cells in rows]), strict=True):
            cells[column] = date
    for number, cells in rows:
        yield CheckedRow(source, number, *validate_cells(checks, cells), partial(row_location, number))


def has_content(source: Source, report: Report) -> bool:
    """Whether there is a file to read. An empty optional file is an error: its earlier content would vanish from the site."""
    if source.is_empty:
        message = f"The file is empty. Delete it if you have no {OPTIONAL_FILES[source.name]}."
        report.add(Problem(source.file, "file", message))
        return False
    if source.path.exists() or source.is_absent:  # the error about a missing file names the others
        report.extend(unread_files(source.path))
    return not source.is_absent


def row_location(row: int, path: ValuePath) -> dict[str, Any]:
    """The ``row`` and ``field`` of a Problem."""
    return {"row": row, "field": format_path(path)}


def yaml_rows(source: Source, report: Report, lists: Record) -> Iterator[CheckedRow]:
    """Yield the mapping in a YAML file as one row, if it can be read."""
    document = read_yaml(source.path, report) if has_content(source, report) else None
    if document is None:
        return
    values = {name: value for name, value in document.values.items() if value not in EMPTY_VALUES}
    if source.name == "profile":
        values = missing_lists(document.values, lists, source.languages) | values
    cells = [apply_types(values.get(field.name), field.custom.get("jsonSchema", {})) for field in source.fields]
    record, findings = validate_cells([FieldCheck(field, source.languages) for field in source.fields], cells)
    names, optional = source.field_names, source.required - required_fields(source, values)
    findings = [finding for finding in findings if finding.code != "required" or finding.path[0] not in optional]
    for name in (name for name in document.values if name not in names):
        if name in values or not language_of_version(name, names):
            findings.append(Finding((name,), "unknown_name", unknown_name("name", name, names)))
    yield CheckedRow(source, 1, record, without_misspelled(findings), document.location)


def required_fields(source: Source, record: Record) -> frozenset[str]:
    """The fields that a record must have. A clinic needs no address if its visits are online."""
    return source.required - {"address"} if source.name == "clinic" and record.get("online") else source.required


def without_misspelled(findings: list[Finding]) -> list[Finding]:
    """Leave out a missing name if the message about an unknown name beside it suggests the missing one."""
    unknown = [finding for finding in findings if finding.code == "unknown_name"]

    def is_misspelled(path: ValuePath) -> bool:
        return any(other.path[:-1] == path[:-1] and suggests(other.message, str(path[-1])) for other in unknown)

    return [finding for finding in findings if finding.code != "required" or not is_misspelled(finding.path)]


def validate_cells(checks: Sequence[FieldCheck], cells: Sequence[Any]) -> tuple[Record, list[Finding]]:
    """The values of a row by name, if they have their types, and the problems of all values."""
    record: Record = {}
    findings: list[Finding] = []
    for check, cell in zip(checks, cells, strict=True):
        if cell in ("", None) and not check.is_required:
            continue
        value, problems = check.validate(cell)
        if value is not None:
            record[check.name] = value
        if problems:
            findings.extend(finding._replace(path=(check.name, *finding.path)) for finding in problems)
    return record, findings
