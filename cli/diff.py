"""Show what the next build would change in the published data, since the last commit or, outside git, since the last build."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from zipfile import ZipFile

from cli.repository.same_rows import KEYS, match_rows, name_of
from cli.repository.software import git
from cli.shared import CommandError, add_database, add_report, add_sources, print_json, print_lines, print_result
from db.file_format import DatabaseError
from db.schema import Record
from db.snapshot import Snapshot
from pipeline.build import Result, build
from pipeline.schema.descriptor import TABLE_NAMES
from pipeline.wording import MAX_QUOTED_CHARACTERS, command_line, quote

CHANGE_SIGNS = {"added": "+", "removed": "-", "changed": "~", "reordered": ">"}
# Characters of a long text to show before the first difference.
CHARACTERS_BEFORE = 20


class PublishedChange(NamedTuple):
    """A row, document or order that has changed: what happened, its name, and the old and new value of each field."""

    resource: str
    change: str
    name: str | None = None
    fields: tuple[dict[str, Any], ...] = ()


def add_arguments(parser: ArgumentParser) -> None:
    add_sources(parser)
    add_database(parser)
    add_report(parser)


def run(options: Namespace) -> int:
    result, changes, since = compare(options.sources, options.database, strict=options.strict)
    counts = {kind: sum(1 for change in changes if change.change == kind) for kind in CHANGE_SIGNS}
    if options.format == "json":
        problems = [problem.as_json() for problem in result.report]
        changed = [change._asdict() for change in changes]
        print_json({"ok": bool(since), "since": since, "counts": counts, "changes": changed, "problems": problems})
    elif since:
        print_lines([*result.report.lines(), *change_lines(changes)])
        print(", ".join(f"{count:,} {kind}" for kind, count in counts.items()) + f" since the {since}.")
    else:
        print_result(result, options)
        print("Nothing can be published until these errors are fixed.")
    return 0 if since else 1


def compare(sources: Path, database: Path, *, strict: bool = False) -> tuple[Result, list[PublishedChange], str]:
    """Build the sources into a temporary file. Return the result, the changes, and since when ("last commit"; "" on errors)."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        try:
            result = build(sources, folder / "new.db", strict=strict)
            if result.outcome != "built":
                return result, [], ""
            committed = build_committed(sources, folder)
        except (OSError, DatabaseError) as error:
            raise CommandError(f"The new data cannot be built in {folder} ({error}).") from error
        old, new = (read_published(each, result.records) for each in (committed or database, folder / "new.db"))
        changes = [change for name in new for change in changes_of(name, old.get(name, []), new[name])]
        return result, changes, "last commit" if committed else "last build"


def build_committed(sources: Path, folder: Path) -> Path | None:
    """Build the last commit's sources in a folder. Return the database, or None if these sources are missing or have errors."""
    archive, committed, database = folder / "committed.zip", folder / "committed", folder / "old.db"
    try:
        git(sources, "archive", "--format=zip", f"--output={archive}", "HEAD", ".")
    except CommandError:  # git is missing, the folder is not in a repository, or no commit has it
        return None
    with ZipFile(archive) as files:
        files.extractall(committed)
    return database if build(committed, database).outcome == "built" else None


def read_published(database: Path, resources: Iterable[str]) -> dict[str, list[Record]]:
    """The objects that the API serves, by resource. Empty if the database is missing or has another version."""
    snapshot = Snapshot(database)
    if snapshot.problem and not snapshot.failure:
        return {}
    try:
        store = snapshot.store
        return {name: store.rows(TABLE_NAMES.get(name, name)) for name in resources}
    except (DatabaseError, ValueError) as error:
        raise CommandError(
            f"{database} cannot be read ({snapshot.failure or error}). Rebuild it with {command_line('build')}."
        ) from error


def changes_of(resource: str, old: list[Record], new: list[Record]) -> Iterator[PublishedChange]:
    """Yield the changes of one resource: removed rows, added and changed rows in the new order, and whether the order changed."""
    old_of = match_rows(old, new, KEYS.get(resource, (lambda _: True,)))
    yield from (
        PublishedChange(resource, "removed", name_of(old[was])) for was in sorted({*range(len(old))} - {*old_of.values()})
    )
    for now, row in enumerate(new):
        before = old[old_of[now]] if now in old_of else {}
        # Compare as text, which includes the order of names.
        names = [name for name in dict.fromkeys((*row, *before)) if repr(before.get(name)) != repr(row.get(name))]
        fields = tuple({"field": name, "old": before.get(name), "new": row.get(name)} for name in names if before)
        if names:
            yield PublishedChange(resource, "changed" if before else "added", name_of(row), fields)
    order = [was for now, was in sorted(old_of.items()) if old[was].get("year") == new[now].get("year")]
    if order != sorted(order):
        yield PublishedChange(resource, "reordered")


def change_lines(changes: list[PublishedChange]) -> Iterator[str]:
    """Yield the changes as text."""
    for change in changes:
        name = "another order" if change.change == "reordered" else change.name and quote(change.name)
        yield f"{CHANGE_SIGNS[change.change]} {change.resource}{f': {name}' if name else ''}"
        yield from (f"    {field['field']}: {side_by_side(field['old'], field['new'])}" for field in change.fields)


def side_by_side(old: Any, new: Any) -> str:
    """Two values as JSON. Long values begin shortly before the first difference."""
    texts = ["nothing" if value is None else json.dumps(value, ensure_ascii=False) for value in (old, new)]
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*texts, strict=False)))
    start = max(0, same - CHARACTERS_BEFORE) if max(map(len, texts)) > MAX_QUOTED_CHARACTERS else 0
    end = start + MAX_QUOTED_CHARACTERS
    return " -> ".join(f"{'…' * (start > 0)}{text[start:end]}{'…' * (len(text) > end)}" for text in texts)
