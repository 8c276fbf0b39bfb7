"""Write a department: the sites of its people, then its own pages from what these publish.

Whoever fails, for whatever reason, keeps the pages and the card of the last time.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import orjson

from api.site.folder import FILE_LIST, FolderError, own_files, update, write_manifest
from api.site.written_site import SiteError, WrittenSite
from cli.department.documents import Documents, check_documents, read_address, read_folder, read_schemas
from cli.department.member import Member
from cli.department.pages import write_pages
from cli.department.settings import PEOPLE, Department, Person, read_department
from cli.department.sites import is_written, state_of, write_site
from cli.shared import CommandError, print_lines
from db.atomic import replace_file, temporary_beside
from db.file_format import DatabaseError
from pipeline.report import Report
from pipeline.wording import plural

# Of Cloudflare Pages.
MAX_FILES = 20_000
# What a person's site was made of, and its documents.
Record = dict[str, Any]


@dataclass(frozen=True)
class DepartmentSite:
    """A department, the folder of its site, and the folder beside the database in which it keeps what it knows of each person."""

    department: Department
    folder: Path
    kept: Path

    @cached_property
    def schemas(self) -> dict[str, Any]:
        return read_schemas(self.department)

    def record_path(self, person: Person) -> Path:
        return self.kept / f"{person.slug}.json"

    def read_record(self, person: Person) -> Record:
        path = self.record_path(person)
        return dict(orjson.loads(path.read_bytes())) if path.is_file() else {}

    def write_record(self, person: Person, record: Record) -> None:
        with temporary_beside(self.record_path(person)) as temporary:
            temporary.write_bytes(orjson.dumps(record))
            replace_file(temporary, self.record_path(person))

    def bring_up_to_date(self, person: Person) -> Record:
        """Write the person's site if its sources or the software have changed; return the record of it."""
        if person.site:
            return {"documents": self.checked(read_address(f"{person.site}/", self.kept))}
        state, record, folder = state_of(person, self.department), self.read_record(person), self.folder / person.slug
        if record.get("state") == state and is_written(folder):
            return record
        write_site(person, self.department, self.kept / f"{person.slug}.db", folder)
        print(f"{person.slug}: written.")
        return {"state": state, "documents": self.checked(read_folder(folder))}

    def checked(self, documents: Documents) -> Documents:
        check_documents(documents, self.schemas)
        return documents

    def member(self, person: Person, record: Record) -> Member:
        codes = [] if person.site else [language.code for language in self.department.languages]
        translated = frozenset(code for code in codes if (self.folder / person.slug / code / "index.html").is_file())
        return Member(person.slug, self.department.address(person), person.settings, record["documents"], translated)

    def remove_others(self) -> None:
        """Remove the sites of people whom the department no longer names, and what it knows of them."""
        slugs = {person.slug for person in self.department.people}
        for record in (path for path in self.kept.glob("*.json") if path.stem not in slugs):
            folder = self.folder / record.stem
            if (folder / FILE_LIST).is_file():
                update(folder, own_files(folder), {})
                (folder / FILE_LIST).unlink()
                folder.rmdir()
            record.with_suffix(".db").unlink(missing_ok=True)
            record.unlink()


def run(options: Namespace) -> int:
    """Write the site; return 1 if someone failed, or nothing was written."""
    report, folder = Report(), Path(options.folder)
    department = read_department(options.sources, report, publishing=True)
    print_lines(report.lines())
    if department is None:
        print("Nothing was written.")
        return 1
    site = DepartmentSite(department, folder, options.database.parent / PEOPLE)
    try:
        before = own_files(folder)
        site.kept.mkdir(parents=True, exist_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
        write_manifest(folder, before)
        site.remove_others()
        records, failures = bring_all_up_to_date(site)
        with TemporaryDirectory(prefix="department-") as made:
            written = write_own_pages(site, records, failures, Path(made))
            changed = update(folder, before, written.files)
    except (FolderError, SiteError, DatabaseError) as error:
        raise CommandError(str(error)) from error
    for person in department.people:
        if person.slug in records:
            site.write_record(person, records[person.slug])
    count = sum(len(names) for _, _, names in os.walk(folder))
    print(f"{folder}: {plural(len(records), 'person', 'people')}, {plural(count, 'file')}; {changed:,} of its own changed.")
    if count > MAX_FILES:
        print(f"warning: Cloudflare Pages takes at most {MAX_FILES:,} files.")
    for slug in dict.fromkeys(failures):
        state = "the pages and the card stay as they were" if slug in records else "there is no card from an earlier time"
        print(f"{slug} failed, for the reason above: {state}.")
    return 1 if failures else 0


def bring_all_up_to_date(site: DepartmentSite) -> tuple[dict[str, Record], list[str]]:
    """Return the record of each person who has not left, for those who failed the last one, and who did."""
    records, failures = dict[str, Record](), list[str]()
    for person in site.department.people:
        try:
            if not person.has_left:
                records[person.slug] = site.read_record(person)
                records[person.slug] = site.bring_up_to_date(person)
            elif person.folder.is_dir() and not person.site and not is_written(site.folder / person.slug):
                site.bring_up_to_date(person)
        except Exception as error:  # whatever the person's files cause
            failures.append(failure(person.slug, error))
    return {slug: record for slug, record in records.items() if record}, failures


def failure(slug: str, error: Exception) -> str:
    """Print why a person failed."""
    print(f"{slug}: {str(error) or type(error).__name__}")
    return slug


def write_own_pages(site: DepartmentSite, records: dict[str, Record], failures: list[str], made: Path) -> WrittenSite:
    """Write the department's own pages. If they cannot be made, those with whom they cannot be made alone fail as well."""
    people = {person.slug: person for person in site.department.people}
    folders = [path for slug in people if ((path := site.folder / slug) / FILE_LIST).is_file()]

    def write(slugs: Sequence[str], name: str) -> WrittenSite:
        members = [site.member(people[slug], records[slug]) for slug in slugs]
        return write_pages(site.department, members, folders, made / name)

    try:
        return write([*records], "all")
    except Exception:
        for slug in [*records]:
            try:
                write([slug], f"only {slug}")
            except Exception as error:
                failures.append(failure(slug, error))
                record, kept = records.pop(slug), site.read_record(people[slug])
                if kept and kept != record:
                    records[slug] = kept
        if not failures:
            raise
    return write([*records], "others")
