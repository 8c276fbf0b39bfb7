"""Check the sources, build a new database, and replace the old one atomically."""

from __future__ import annotations

import errno
import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Literal

from db.atomic import replace_file, temporary_beside
from db.languages import CONTRACT_LANGUAGE, DEFAULT_CODES, Language, languages_for
from db.schema import Record
from db.store import ONLINE_ADDRESS
from pipeline.check.across_files import (
    IncompleteLists,
    MissingLegalNotice,
    MissingVersions,
    OwnerNames,
    ServicePlaces,
    ShippedValues,
)
from pipeline.check.records import CrossFileCheck, validate_source
from pipeline.check.rules.places import places, zone_of
from pipeline.check.rules.translations import has_version
from pipeline.curriculum import make_profile_lists, sort_entries
from pipeline.read.regular_file import regular_file
from pipeline.read.table import MAX_CSV_BYTES
from pipeline.report import Problem, Report
from pipeline.schema.package import Source, SourcePackage, read_package
from pipeline.schema.phrases import missing_phrases, own_templates
from pipeline.wording import UNLISTED, quote

BuildState = Literal["built", "unchanged", "checked", "refused"]


@dataclass(frozen=True)
class Result:
    """The outcome of a build or check, and the valid records of each source; none if the schema cannot be read."""

    outcome: BuildState
    report: Report
    records: dict[str, list[Record]]
    package: SourcePackage | None

    @property
    def languages(self) -> list[Language]:
        """The languages of the pages."""
        return site_languages(self.package, self.records) if self.package else []

    @property
    def counts(self) -> dict[str, int]:
        """The number of valid rows by source."""
        return {name: len(records) for name, records in self.records.items()}


def check(folder: Path, *, publishing: bool = False) -> Result:
    """Validate all sources without building a database. ``publishing`` rejects placeholders."""
    report = Report()
    package = read_package(folder, report)
    records = valid_records(package, report, publishing=publishing) if package else {}
    return Result("checked", report, records, package)


def valid_records(package: SourcePackage, report: Report, *, publishing: bool) -> dict[str, list[Record]]:
    """The valid records of each source. Problems go to the report."""
    site, languages = package.sources["site"].file, package.sources["site"].languages
    cross_checks: list[CrossFileCheck] = [
        ShippedValues(publishing=publishing),
        MissingVersions(languages, listed=bool(package.codes)),
        ServicePlaces(package.sources["clinic"]),
        MissingLegalNotice(languages[0]),
        OwnerNames(),
    ]
    records: dict[str, list[Record]] = {name: [] for name in package.sources}
    lists: Record = {}
    # The CV comes first, because it completes the profile.
    for source in sorted(package.sources.values(), key=lambda source: source.name != "cv"):
        errors = report.errors
        valid = [*validate_source(source, report, cross_checks, lists)]
        if source.name == "cv":
            valid = sort_entries(source, valid)
            lists = make_profile_lists(valid, languages)
            if report.errors == errors:  # otherwise the lists could lack an entry
                cross_checks.append(IncompleteLists(lists))
        records[source.name] = valid
    for cross_check in cross_checks:
        report.extend(cross_check.warnings())
    report.extend(missing_phrases(package.codes, own_templates()))
    if any(problem.file == site and hides_languages(problem) for problem in report.problems):
        report.problems = [problem for problem in report.problems if not problem.message.startswith(UNLISTED)]
    return records


def hides_languages(problem: Problem) -> bool:
    """Whether a problem of site.yaml leaves open which languages the owner means."""
    is_about_languages = not problem.field or problem.field.startswith("languages") or quote("languages") in problem.message
    return problem.severity == "error" and is_about_languages


def build(
    folder: Path,
    target: Path,
    *,
    strict: bool = False,
    publishing: bool = False,
    settings: Record | None = None,
) -> Result:
    """Build ``target`` from the sources in ``folder``, unless they have errors (or warnings, if ``strict``).

    ``publishing`` rejects placeholders; ``settings`` replace the settings of site.yaml.

    Raises:
        OSError, DatabaseError: the file cannot be written. The old file is unchanged.
    """
    report = Report()
    package = read_package(folder, report)
    if package is None:
        return Result("refused", report, {}, None)
    target = target.resolve()  # replace the target of a link, not the link
    prepare_target(target, folder)
    with temporary_beside(target) as temporary:
        # Hash the files before reading them: if they change in between, the next build sees a difference.
        version = sources_sha256(package)
        records = valid_records(package, report, publishing=publishing)
        if not report.passes(strict=strict):
            return Result("refused", report, records, package)
        # A check needs neither sqlite-utils nor Pillow, which take long to import.
        from db.write import write_database
        from pipeline.images.fonts import scripts_in, site_fonts
        from pipeline.images.pictures import PHOTO_PREFIX, pictures, shown_on_card

        languages = site_languages(package, records)
        profile, site = urgent_first(records["profile"][0]), records["site"][0] | (settings or {})
        on_card, places_on_card = shown_on_card(records)
        images = [*pictures(folder, on_card, site, languages, places_on_card)]
        fonts = site_fonts(scripts_in(languages, records))
        photos = [image.name for image in images if image.name.startswith(PHOTO_PREFIX)]
        records |= {name: [*add_promised_names(source, records[name], languages[0])] for name, source in package.sources.items()}
        # The API also promises an address.
        records["clinic"] = [{"name": clinic["name"], "address": ONLINE_ADDRESS} | clinic for clinic in records["clinic"]]
        records["site"] = [site]
        records["profile"] = [{**profile, "photo": photos[-1]} if photos else profile]  # the last photo is the largest
        resources = [source.resource() for source in package.sources.values()]
        write_database(temporary, resources, records, images, fonts, sources_sha256=version, languages=languages)
        outcome: BuildState = "built" if replace_file(temporary, target) else "unchanged"
    return Result(outcome, report, records, package)


def prepare_target(target: Path, sources: Path) -> None:
    """Create the folder of a database.

    Raises:
        OSError: the database cannot be there.
    """
    if target.is_relative_to(sources.resolve()):
        raise PermissionError(errno.EACCES, "it is in the folder of the sources, which are never overwritten", str(target))
    if target.exists() and not target.is_file():
        raise FileExistsError(errno.EEXIST, "it is not a regular file", str(target))
    target.parent.mkdir(parents=True, exist_ok=True)


def site_languages(package: SourcePackage, records: Mapping[str, Sequence[Record]]) -> list[Language]:
    """The languages of the pages, with regional rules from the first place of work that has a time zone."""
    zones = (zone_of(place) for clinic in records["clinic"] for _, place in places(clinic))
    languages = languages_for(package.codes or DEFAULT_CODES, next(filter(None, zones), ""))
    is_used = package.codes or any(has_version(record, CONTRACT_LANGUAGE) for record in chain(*records.values()))
    return languages if is_used else languages[:1]


def add_promised_names(source: Source, records: Sequence[Record], first: Language) -> Sequence[Record]:
    """Add the Hebrew names that the API promises, if the plain names are in Hebrew."""
    if first.name != CONTRACT_LANGUAGE or source.name not in ("clinic", "services"):
        return records
    completed = []
    for record in records:
        values = {f"name{CONTRACT_LANGUAGE}": record["name"], **record}
        if "locations" in record and source.name == "clinic":
            values["locations"] = add_promised_names(source, record["locations"], first)
        completed.append({name: values[name] for name in source.field_names if name in values})
    return completed


def urgent_first(profile: Record) -> Record:
    """Put a profile's announcements into the order of the API: urgent ones first."""
    if "announcements" not in profile:
        return profile
    return {**profile, "announcements": sorted(profile["announcements"], key=lambda each: not each.get("urgent"))}


def sources_sha256(package: SourcePackage) -> str:
    """The version of the data: a hash of the files' names and bytes. A file that the build does not read counts as empty."""
    total = hashlib.sha256()
    for path in package.files:
        content = b""
        with suppress(OSError):
            if regular_file(path).stat().st_size <= MAX_CSV_BYTES:  # the largest size of any file
                content = path.read_bytes()
        total.update(f"{path.name}\0{hashlib.sha256(content).hexdigest()}\n".encode())
    return total.hexdigest()
