"""The starting files of a profile, filled from an ORCID record."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import closing
from pathlib import Path

from bibliography.formats.orcid_record import OrcidProfile, read_orcid_record
from bibliography.registries.client import AnswerCache, Client, RegistryError
from bibliography.registries.orcid import Orcid
from cli.repository.starting_files import Files, comment_out, with_rows, with_value
from cli.shared import CommandError
from db.publication.identifiers import ORCID
from pipeline.check.rules.contacts import orcid as check_orcid
from pipeline.wording import command_line, plural

EMPTY_RECORD = "At most your name is public there. Make more of your record public on orcid.org, or leave ORCID out."
NEXT_STEPS = """\
Next, in sources/, add your specialty and a photo (profile.yaml), where patients find you (clinic.yaml), what you offer
(services.csv), and the address of your site (site.yaml). `{check}` lists every value that still says REPLACE."""


def ask_orcid(text: str, user_agent: str, cache: Path, not_mine: Collection[str] = ()) -> OrcidProfile:
    """Read the public record of an ORCID iD.

    Raises:
        CommandError: the text is not an iD, or the record is empty or cannot be read.
    """
    orcid = "".join(ORCID.findall(text.upper())[:1]) or text
    try:
        if errors := [*check_orcid(orcid)]:
            raise RegistryError(errors[0])
        print(f"Asking ORCID for the public record of {orcid} ...", flush=True)
        with closing(Client(user_agent, AnswerCache(cache))) as client:
            [document] = Orcid(client, orcid).owner_record()
        record = read_orcid_record(document, not_mine)
        if record.is_empty:
            raise RegistryError(f"The record of {orcid} is empty. {EMPTY_RECORD}")
    except RegistryError as error:
        raise CommandError(f"ORCID: {error} Nothing was written.") from None
    record.profile["orcid"] = orcid
    return record


def summary_lines(folder: Path, record: OrcidProfile) -> Iterator[str]:
    """Yield what each file got from the record, what to check, what was left out, and what to write next."""
    sections = Counter(row["section"] for row in record.rows)
    with (folder / "sources" / "publications.csv").open(encoding="utf-8-sig", newline="") as file:
        publications = sum(1 for _ in csv.DictReader(file))
    yield f"Filled {folder / 'sources'} from ORCID:"
    yield f"  profile.yaml      {', '.join(record.profile)}"
    if record.areas:
        yield f"  research.yaml     {plural(len(record.areas), 'area')}"
    yield f"  cv.csv            {plural(len(record.rows), 'row')}"
    yield from (f"                    {count:,} {section}" for section, count in sections.items())
    yield f"  publications.csv  {plural(publications, 'row')}"
    for note, entries in record.notes.items():
        yield f"? {note}:"
        yield from (f"  {entry}" for entry in entries)
    if record.not_placed:
        yield "- Left out:"
        yield from (f"  {sentence}" for sentence in record.not_placed)
    yield NEXT_STEPS.format(check=command_line("check"))


def fill_files(files: Files, record: OrcidProfile) -> Files:
    """Fill the starting files with the values of a record. Missing values stay placeholders or comments."""
    texts = {name: content.decode() for name, content in files.items() if name.startswith("sources/")}
    profile = texts["sources/profile.yaml"]
    for name, value in record.profile.items():
        profile = with_value(profile, name, value)
    if any(row["section"] == "position" for row in record.rows):  # the build makes positions from these rows
        profile = comment_out(profile, "positions")
    texts["sources/profile.yaml"] = profile
    if "name" in record.profile:
        title = f"{record.profile['name']}, Public Profile API"
        texts["sources/site.yaml"] = with_value(texts["sources/site.yaml"], "name", title)
    if areas := [{"name": area} for area in record.areas]:
        texts["sources/research.yaml"] = with_value(texts["sources/research.yaml"], "areas", areas)
    for name, rows in (("sources/services.csv", []), ("sources/cv.csv", record.rows)):
        texts[name] = with_rows(texts[name], rows)
    return files | {name: text.encode() for name, text in texts.items()}
