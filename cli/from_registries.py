"""What ``sync`` and ``add`` share: they ask registries, then show or write what the answers add to the list."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Collection
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from bibliography import NOT_MINE
from bibliography.changes import LeftOut, notices_as_json, record_as_json
from bibliography.csv_editor import CsvEditor
from bibliography.formats.orcid_record import read_orcid_record
from bibliography.gathering import Gathering, Question
from bibliography.missing_entries import missing_entries
from bibliography.not_mine import NotMine
from bibliography.orcid_bibtex import missing_at_orcid
from bibliography.ownership import select_own_works
from bibliography.plan import OwnList, plan_groups
from bibliography.preview import conclusion
from bibliography.registries.client import AnswerCache, Client
from bibliography.sync_preview import SyncPreview, introduction
from cli.own_list import add_list_options, open_list, read_own_list, save_list, terminal_width
from cli.shared import PACKAGE_NAME, has_colors, print_json, print_lines
from db.file_format import DEFAULT_DATABASE
from db.publication.owner import Owner
from pipeline.check.records import validate_source
from pipeline.curriculum import make_profile_lists
from pipeline.report import Report
from pipeline.schema.package import read_package


def add_registry_options(parser: ArgumentParser) -> None:
    """Add the options of every command that asks registries."""
    cache = Path(os.environ.get("PROFILE_DB") or DEFAULT_DATABASE).parent / ".sync"
    add_list_options(parser)
    parser.add_argument("--partial", action="store_true", help="write even if a service did not answer")
    parser.add_argument("--fresh", action="store_true", help="ask again, even what was asked today")
    parser.add_argument("--cache", type=Path, default=cache, metavar="FOLDER", help="the folder where answers are kept for a day")


@dataclass(frozen=True)
class SyncInputs:
    """The inputs of a sync: the list, the owner, and the user agent for registries."""

    editor: CsvEditor
    own_list: OwnList
    profile: dict[str, Any]
    cv: CsvEditor | None  # None if it has errors
    not_mine: NotMine
    user_agent: str


def read_inputs(options: Namespace, problems: Report) -> SyncInputs | None:
    """Read the inputs. If the sources cannot be used, add the reasons to ``problems`` and return None."""
    package = read_package(options.sources, problems)
    if package is None:
        return None
    sources = package.sources
    editor = open_list(sources["publications"], problems, options.output)
    lists = make_profile_lists(list(validate_source(sources["cv"], Report())), sources["cv"].languages)
    profile = next(validate_source(sources["profile"], problems, lists=lists), None)
    site = next(validate_source(sources["site"], problems), None)
    not_mine = NotMine.read(editor.path.parent / NOT_MINE, problems) if editor else None
    if editor is None or profile is None or site is None or not_mine is None or problems.errors:
        return None
    contact = f"; mailto:{profile['email']}" if "email" in profile else ""
    return SyncInputs(
        editor,
        read_own_list(sources["publications"], editor),
        profile,
        open_list(sources["cv"], Report()),
        not_mine,
        f"{PACKAGE_NAME} ({site['base_url']}{contact})",
    )


def gather(inputs: SyncInputs, question: Question, options: Namespace) -> Gathering:
    """Print what each registry is sent, then ask."""
    cache = AnswerCache(options.cache, fresh=options.fresh)
    with closing(Client(inputs.user_agent, cache, inputs.profile.get("email", ""))) as client:
        gathering = Gathering(client, question)
        if options.format == "text":
            print(*introduction(gathering, inputs.user_agent), sep="\n", flush=True)
        gathering.gather()
    return gathering


def show_plan(
    command: str, inputs: SyncInputs, gathering: Gathering, options: Namespace, claimed: Collection[str] = (), **values: str
) -> SyncPreview:
    """Plan the changes and show them, and write them if the options say so. Return the preview.

    Raises:
        CommandError: the list cannot be written. It stays unchanged.
    """
    editor = inputs.editor
    selection = select_own_works(gathering, inputs.own_list.rows, Owner(inputs.profile), inputs.not_mine, claimed)
    plan = plan_groups(inputs.own_list, selection.groups, gathering.claim_index)
    plan.apply(editor, date.today())
    saved = options.write and (options.partial or not gathering.failures)
    if saved:
        save_list(editor)
    career = read_orcid_record(gathering.owner_record, inputs.not_mine.put_codes).rows
    preview = SyncPreview(
        plan,
        inputs.cv,
        terminal_width(),
        options.all,
        has_colors(),
        selection=selection,
        gathering=gathering,
        entries=missing_entries(career, [row.cells for row in inputs.cv.rows]) if inputs.cv else [],
        missing_at_orcid=missing_at_orcid(gathering, editor.edited),
    )
    if options.format == "json":
        print_json(sync_as_json(preview, editor, saved=saved and editor.changed))
        return preview
    print_lines(preview.lines())
    if gathering.failures and not editor.changed:
        print(f"Nothing new was found, but {', '.join(gathering.failures)} gave no complete answer. Try again later.")
    else:
        print_lines(conclusion(plan, editor, command, saved=saved, incomplete=options.write, **values))
    return preview


def undecided_as_json(record: LeftOut) -> dict[str, object]:
    described = record_as_json(record)
    notes = described.pop("notes")
    return {**described, "cells": {**record.reference.cells}, "notes": notes}


def sync_as_json(preview: SyncPreview, editor: CsvEditor, *, saved: bool) -> dict[str, object]:
    """The report as JSON. Later versions can add keys, but not remove or redefine them."""
    plan, gathering, missing = preview.plan, preview.gathering, preview.missing_at_orcid
    return {
        "ok": not gathering.failures,
        "written": saved,
        "list": str(editor.path),
        "services": [
            {
                "name": registry.name,
                "address": registry.address,
                "sends": gathering.question.sends(registry),
                "gap": gathering.failures.get(registry.name),
            }
            for registry in gathering.registries
        ],
        "requests": gathering.client.requests,
        "records": [*map(record_as_json, plan.records)],
        "undecided": [*map(undecided_as_json, preview.selection.undecided)],
        "notices": [*map(notices_as_json, plan.noticed)],
        "refused": preview.selection.refused,
        "unknown": gathering.unknown,
        "cv": [*preview.entries],
        "missing_at_orcid": None if missing is None else [{name: cell for name, cell in row.items() if cell} for row in missing],
    }
