"""Write a department: the sites of its people, then its own pages from what these sites publish.

If anything about a person fails, the earlier pages and the earlier card stay.
"""

from __future__ import annotations

import os
import shutil
from argparse import Namespace
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import orjson

from api.site.folder import FILE_LIST, FolderError, own_files, remove, update, write_manifest
from api.site.written_site import SiteError
from cli.department.documents import read_address, read_folder
from cli.department.pages import JOINT_DATABASE, copy_templates, write_pages
from cli.department.person import Documents, Person
from cli.department.person_site import sources_state, write_person_site
from cli.department.settings import PEOPLE, Department, read_department
from cli.shared import CommandError, print_lines
from db.atomic import replace_file, temporary_beside
from db.file_format import DatabaseError
from pipeline.report import Report
from pipeline.wording import plural

# The maximum of Cloudflare Pages.
MAX_FILES = 20_000


@dataclass(frozen=True)
class DepartmentSite:
    """A department and its folders.

    Attributes:
        folder: the site.
        kept: the database of each person, and the documents from the last run.
        templates: the templates of the department's own pages.
    """

    department: Department
    folder: Path
    kept: Path
    templates: Path

    def bring_up_to_date(self, person: Person) -> Documents:
        """Write the person's site if the sources or the software have changed, and return what the person publishes.

        Raises:
            Exception: whatever the person's files cause.
        """
        last, folder = self.last_run(person), self.folder / person.slug
        if person.is_elsewhere:
            state, documents = "", read_address(person.url, self.department, self.kept)
        else:
            state = sources_state(person, self.department)
            if last.get("state") == state and (folder / FILE_LIST).is_file():
                return dict(last["documents"])
            write_person_site(person, self.department, self.kept / f"{person.slug}.db", folder)
            print(f"{person.slug}: written.")
            documents = read_folder(folder, self.department)
        self.try_alone(person, documents)
        path = self.kept / f"{person.slug}.json"
        with temporary_beside(path) as temporary:
            temporary.write_bytes(orjson.dumps({"state": state, "documents": documents}))
            replace_file(temporary, path)
        return documents

    def last_run(self, person: Person) -> dict[str, Any]:
        """The fingerprint and the documents from the last run; empty if there was none."""
        path = self.kept / f"{person.slug}.json"
        return dict(orjson.loads(path.read_bytes())) if path.is_file() else {}

    def last_documents(self, person: Person) -> Documents:
        """The documents from the last run, if they can still be shown."""
        with suppress(Exception):
            documents: Documents = self.last_run(person)["documents"]
            self.try_alone(person, documents)
            return documents
        return {}

    def try_alone(self, person: Person, documents: Documents) -> None:
        """Write the pages of a department of this person alone: an error here stops nobody else."""
        with TemporaryDirectory(prefix="department-") as name:
            made = Path(name)
            write_pages(
                self.department, [replace(person, documents=documents)], made, self.templates, made, made / JOINT_DATABASE
            )

    def people(self) -> tuple[list[Person], list[str]]:
        """The people to show, and the slugs of people who failed."""
        shown, failed = [], []
        for person in self.department.people:
            if person.has_left and (not person.has_sources or (self.folder / person.slug / FILE_LIST).is_file()):
                continue  # the pages stay as they are
            try:
                documents = self.bring_up_to_date(person)
            except Exception as error:
                print(f"{person.slug}: {str(error) or type(error).__name__}")
                failed.append(person.slug)
                documents = self.last_documents(person)
            if documents and not person.has_left:
                shown.append(replace(person, documents=documents))
        return shown, failed

    def remove_others(self) -> None:
        """Remove the sites and the kept files of people who are no longer in the department."""
        slugs = {person.slug for person in self.department.people}
        for path in [path for path in (*self.kept.glob("*.json"), *self.kept.glob("*.db")) if path.stem not in slugs]:
            folder = self.folder / path.stem
            if (folder / FILE_LIST).is_file():
                update(folder, own_files(folder), {})
                remove(self.folder, folder / FILE_LIST)
            path.unlink()


def run(options: Namespace) -> int:
    """Write the site; return 1 if someone failed, or nothing was written."""
    report, folder = Report(), Path(options.folder)
    department = read_department(options.sources, report, publishing=True)
    print_lines(report.lines())
    if department is None:
        print("Nothing was written.")
        return 1
    try:
        before = own_files(folder)
        folder.mkdir(parents=True, exist_ok=True)
        write_manifest(folder, before)
        with TemporaryDirectory(prefix="department-") as name:
            made, kept = Path(name), options.database.parent / PEOPLE
            kept.mkdir(parents=True, exist_ok=True)
            site = DepartmentSite(department, folder, kept, copy_templates(made / "templates"))
            site.remove_others()
            people, failed = site.people()
            pages = write_pages(department, people, folder, site.templates, made, options.database)
            changed = update(folder, before, pages.files)
            if (made / JOINT_DATABASE).exists():  # only now the folder has the files that are made of it
                shutil.move(made / JOINT_DATABASE, options.database)
    except (FolderError, SiteError, DatabaseError) as error:
        raise CommandError(str(error)) from error
    count = sum(len(names) for _, _, names in os.walk(folder))
    print(f"{folder}: {plural(len(people), 'person', 'people')}, {plural(count, 'file')}; {changed:,} of its own changed.")
    if count > MAX_FILES:
        print(f"warning: Cloudflare Pages takes at most {MAX_FILES:,} files.")
    shown = {person.slug for person in people}
    for slug in failed:
        state = "the pages and the card stay as they were" if slug in shown else "there is no card from an earlier time"
        print(f"{slug} failed, for the reason above: {state}.")
    return 1 if failed else 0
