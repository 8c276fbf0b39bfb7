"""Ask ORCID, Crossref, PubMed and Europe PMC for the owner's publications and show what they would add; --write adds it.

This command uses the network. It sends the ORCID iD in profile.yaml, the DOIs and PubMed IDs of the list, and a contact.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from db.layout import DEFAULT_DATABASE
from db.names import Owner
from pipeline.commands.import_publications import editor_of, listing_of, refuse, save, today, width
from pipeline.commands.shared import CommandError, add_sources, coloured, print_json
from pipeline.importing.csv_editor import CsvEditor
from pipeline.importing.decide import Listing, decide
from pipeline.importing.outcome import apply
from pipeline.importing.preview import conclusion
from pipeline.messages import quote
from pipeline.problems import Report
from pipeline.references.claims import Register
from pipeline.schema.package import read_package
from pipeline.syncing.cache import Cache
from pipeline.syncing.client import Client
from pipeline.syncing.gathering import Gathering
from pipeline.syncing.ownership import NOT_MINE, NotMine
from pipeline.syncing.report import SyncPreview, introduction
from pipeline.syncing.selection import select
from pipeline.validation.records import validated

NO_ORCID = "profile.yaml has no orcid, which says whose publications to look for. Add it, for example orcid: 0000-0002-1825-0097."
HOW_TO_WRITE = "Nothing was written. To write it: make sync OPTIONS=--write"
INCOMPLETE = 'Nothing was written, because an answer is missing. To write what arrived: make sync OPTIONS="--write --partial"'


def add_arguments(parser: ArgumentParser) -> None:
    cache = Path(os.environ.get("PROFILE_DB") or DEFAULT_DATABASE).parent / ".sync"
    add_sources(parser)
    parser.add_argument("--output", type=Path, metavar="FILE.csv", help="use this list instead of the one in the sources")
    parser.add_argument("--write", action="store_true", help="write what is shown; existing values stay")
    parser.add_argument("--partial", action="store_true", help="write even if a service failed")
    parser.add_argument("--not-mine", nargs="+", default=[], metavar="ID", help="refuse works for good, by DOI or PubMed ID")
    parser.add_argument("--fresh", action="store_true", help="ask again, even for answers kept from the last day")
    parser.add_argument("--cache", type=Path, default=cache, metavar="FOLDER", help="where answers are kept for a day")
    parser.add_argument("--all", action="store_true", help="show every record, not only the first ones of each kind")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")


@dataclass(frozen=True)
class Setting:
    """What the sources say: the list, the owner, and whom services may ask about this program."""

    editor: CsvEditor
    listing: Listing
    orcid: str
    owner: Owner
    not_mine: NotMine
    contact: str  # an e-mail address, or the address of the site
    user_agent: str
    day: str


def run(options: Namespace) -> int:
    """Ask the services, and return the exit code: 1 if one of them failed.

    Raises:
        CommandError: there is no ORCID iD, or a file cannot be written; it is unchanged.
    """
    problems = Report()
    setting = read_setting(options, problems)
    if setting is None or problems.errors:
        return refuse(problems, options)
    remember(setting.not_mine, options.not_mine)
    with closing(Client(setting.user_agent, Cache(options.cache, fresh=options.fresh))) as client:
        gathering = Gathering(client, setting.contact, setting.orcid)
        if options.format == "text":
            print(*introduction(gathering.services), sep="\n", flush=True)
        gathering.gather([row.cells for row in setting.editor.rows])
    rows = {row.number: row.cells for row in setting.listing.rows}
    selection = select(gathering.works(), rows, setting.owner, setting.not_mine)
    outcomes = decide(setting.listing, selection.groups, Register.of(gathering.claims))
    apply(outcomes.records, setting.editor, setting.day)
    written = options.write and (options.partial or not gathering.gaps)
    if written:
        save(setting.editor)
    preview = SyncPreview(
        outcomes, width(), everything=options.all, coloured=coloured(), selection=selection, gathering=gathering
    )
    if options.format == "json":
        print_json(document(preview, setting.editor, written=written and setting.editor.changed))
    else:
        for line in text(preview, setting.editor, options, written=written):
            print(line)
    return 1 if gathering.gaps else 0


def read_setting(options: Namespace, problems: Report) -> Setting | None:
    """Return what the sources say; None if the problems say why they cannot be used.

    Raises:
        CommandError: there is no ORCID iD.
    """
    package = read_package(options.sources, problems)
    sources = {source.name: source for source in package.sources} if package else {}
    if not {"publications", "profile", "site"} <= sources.keys():
        return None
    editor = editor_of(sources["publications"], options.output, problems)
    profile, site = (next(validated(sources[name], problems), None) for name in ("profile", "site"))
    if editor is None or profile is None or site is None:
        return None
    if not profile.get("orcid"):
        raise CommandError(NO_ORCID)
    contact = profile.get("email") or site["base_url"]
    return Setting(
        editor,
        listing_of(sources["publications"], editor),
        profile["orcid"],
        Owner(profile),
        NotMine.read(editor.path.parent / NOT_MINE, problems),
        contact,
        f"public-profile-service ({site['base_url']}; mailto:{contact})"
        if "@" in contact
        else f"public-profile-service ({contact})",
        today(sources),
    )


def remember(not_mine: NotMine, refused: Iterable[str]) -> None:
    """Add works to those that the owner refuses; make passes several as one argument.

    Raises:
        CommandError: one has no identifier, or the file cannot be written.
    """
    wanted = [identifier.strip(",") for argument in refused for identifier in argument.split()]
    try:
        for identifier in wanted:
            not_mine.add(identifier)
        if wanted:
            not_mine.save()
    except ValueError as error:
        raise CommandError(f"--not-mine takes DOIs and PubMed IDs, got {quote(error)}.") from error
    except OSError as error:
        raise CommandError(f"{not_mine.path} cannot be written: {error.strerror or error}.") from error


def document(preview: SyncPreview, editor: CsvEditor, *, written: bool) -> dict[str, object]:
    """Return the outcome for programs. A later version may add keys; it removes none and changes the meaning of none."""
    outcomes, gathering = preview.outcomes, preview.gathering
    return {
        "ok": not gathering.gaps,
        "written": written,
        "list": editor.label,
        "services": [
            {"name": service.name, "address": service.address, "sends": service.sends, "gap": gathering.gaps.get(service.name)}
            for service in gathering.services
        ],
        "requests": gathering.client.requests,
        "records": [outcome.as_json() for outcome in outcomes.records],
        "undecided": [outcome.as_json() for outcome in preview.selection.undecided],
        "notices": [outcome.notice_as_json() for outcome in outcomes.noticed],
        "refused": preview.selection.refused,
        "unknown": gathering.unknown,
    }


def text(preview: SyncPreview, editor: CsvEditor, options: Namespace, *, written: bool) -> Iterator[str]:
    """Yield the outcome for people."""
    yield from preview.lines()
    if preview.gathering.gaps and not editor.changed:
        yield f"Nothing new was found, but {', '.join(preview.gathering.gaps)} gave no complete answer. Try again later."
    else:
        how_to_write = INCOMPLETE if options.write else HOW_TO_WRITE
        yield from conclusion(preview.outcomes, editor, written=written, how_to_write=how_to_write)
