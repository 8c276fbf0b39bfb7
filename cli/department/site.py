"""Write a department: the sites of its people, then its own pages from what these sites publish.

If anything about a person fails, the earlier pages and the earlier card stay.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import mkdtemp

import orjson

from api.site.folder import FILE_LIST, FolderError, own_files, remove_file, update_folder, updating, write_manifest
from api.site.written_site import SiteError, WrittenSite
from cli.department.documents import read_remote_site, read_site
from cli.department.pages import Pages, copy_templates
from cli.department.person import Person
from cli.department.person_site import sources_state, write_person_site
from cli.department.settings import PEOPLE, Department, read_department
from cli.shared import CommandError, print_lines
from db.atomic import write_file
from db.file_format import DatabaseError
from pipeline.report import Report
from pipeline.wording import plural

# The maximums of Cloudflare Pages.
MAX_HOSTED_FILES, MAX_REDIRECTS = 20_000, 2_000


@dataclass(frozen=True)
class DepartmentSite:
    """A department and its folders.

    Attributes:
        folder: the site.
        kept: the database and the documents of each person.
        made: a temporary folder.
        templates: the templates of the department's own pages.
        failed: the slugs of people who failed.
    """

    department: Department
    folder: Path
    kept: Path
    made: Path
    templates: Path
    failed: set[str] = field(default_factory=set)

    def people(self) -> dict[str, Person]:
        """The people to show, by slug."""
        shown = {}
        for person in self.department.people:
            if person.has_left and (not person.has_sources or (self.folder / person.slug / FILE_LIST).is_file()):
                continue  # the pages stay as they are
            current = last = self.last_run(person)
            with self.isolate_failure(person):
                current = self.bring_up_to_date(person, last)
            if current and not person.has_left:
                shown[person.slug] = current
        return shown

    @contextmanager
    def isolate_failure(self, person: Person) -> Iterator[None]:
        """Record any failure as this person's, so it stops nobody else."""
        try:
            yield
        except Exception as error:
            print(f"{person.slug}: {str(error) or type(error).__name__}")
            self.failed.add(person.slug)

    def bring_up_to_date(self, person: Person, last: Person | None) -> Person:
        """Write the person's site if the sources or the software have changed, and read what the person publishes.

        Raises:
            Exception: whatever the person's files cause.
        """
        folder = self.folder / person.slug
        if person.is_elsewhere:
            return replace(person, documents=read_remote_site(person.url, self.department, self.kept))
        state = sources_state(person, self.department)
        if last and last.state == state and (folder / FILE_LIST).is_file():
            return last
        write_person_site(person, self.department, self.kept / f"{person.slug}.db", folder)
        print(f"{person.slug}: written.")
        return replace(person, state=state, documents=read_site(folder))

    def last_run(self, person: Person) -> Person | None:
        """The person with the documents of the last run; None if there are none."""
        with suppress(OSError, ValueError):
            return replace(person, **orjson.loads((self.kept / f"{person.slug}.json").read_bytes()))
        return None

    def keep(self, person: Person) -> None:
        """Keep what the next run compares with, and shows if the person fails."""
        kept = {"state": person.state, "documents": person.documents}
        write_file(self.kept / f"{person.slug}.json", orjson.dumps(kept))

    def write_pages(self, people: Mapping[str, Person]) -> WrittenSite:
        """Write the department's own files into a new folder."""
        pages = Pages(self.department, people, self.folder, self.templates)
        return pages.write(Path(mkdtemp(dir=self.made)))

    def showable(self, people: Mapping[str, Person]) -> dict[str, Person]:
        """Keep the people whose documents can be shown: each alone, with the documents of this run, or else of the last one.

        A document can be wrong in a way that no schema describes.
        """
        shown = {}
        for person in people.values():
            for candidate in filter(None, (person, self.last_run(person))):
                with self.isolate_failure(person):
                    self.write_pages({person.slug: candidate})
                    shown[person.slug] = candidate
                    break
        return shown

    def remove_others(self) -> None:
        """Remove the sites and the kept files of people who are no longer in the department."""
        slugs = {person.slug for person in self.department.people}
        for path in [path for path in (*self.kept.glob("*.json"), *self.kept.glob("*.db")) if path.stem not in slugs]:
            folder = self.folder / path.stem
            if (folder / FILE_LIST).is_file():
                update_folder(folder, own_files(folder), {})
                remove_file(self.folder, folder / FILE_LIST)
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
        with updating(folder) as (before, made):
            made.mkdir(parents=True)
            write_manifest(folder, before)
            kept = options.database.parent / PEOPLE
            kept.mkdir(parents=True, exist_ok=True)
            site = DepartmentSite(department, folder, kept, made, copy_templates(made / "templates"))
            site.remove_others()
            people = site.people()
            try:
                written = site.write_pages(people)
            except Exception:
                people = site.showable(people)
                written = site.write_pages(people)
            changed = update_folder(folder, before, written.files)
            # Replace the kept documents only now: the pages need them if the new documents cannot be shown.
            for person in people.values():
                site.keep(person)
    except (FolderError, SiteError, DatabaseError) as error:
        raise CommandError(str(error)) from error
    count = sum(len(names) for _, _, names in os.walk(folder))
    print(f"{folder}: {plural(len(people), 'person', 'people')}, {plural(count, 'file')}; {changed:,} of its own changed.")
    if count > MAX_HOSTED_FILES:
        print(f"warning: Cloudflare Pages accepts at most {MAX_HOSTED_FILES:,} files.")
    if (folder / "_redirects").read_text(encoding="utf-8").count("\n") > MAX_REDIRECTS:
        print(f"warning: Cloudflare Pages reads {MAX_REDIRECTS:,} redirects. Some addresses in api/publications need .json.")
    for slug in sorted(site.failed):
        state = "the pages and the card stay as they were" if slug in people else "there is no earlier card"
        print(f"{slug} failed, for the reason above: {state}.")
    return 1 if site.failed else 0
