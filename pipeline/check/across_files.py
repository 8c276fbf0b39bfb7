"""Warnings that need all files: example values, missing versions, places, the owner's names."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from db.languages import Language, scripts_of
from db.publication.author import is_cut_off, split_authors
from db.publication.owner import Owner
from db.schema import Record
from db.text import words
from pipeline.check.records import CheckedRow, report_text
from pipeline.check.rules.places import places, zone_of
from pipeline.check.rules.translations import PROPER_NAMES, has_version, missing_versions
from pipeline.curriculum import CV_LISTS
from pipeline.report import Problem, Severity, ValuePath
from pipeline.schema.package import Source
from pipeline.wording import MAX_LISTED, join_names, plural, quote, suggestion

# Services of the example with names that hardly anybody else's service has.
SHIPPED_SERVICES = frozenset(("Ultrasound of muscle injuries in athletes", "Dynamic ultrasound of tendons and ligaments"))
EXAMPLE_LINK = re.compile(r"\bexample\.org/")


class ShippedValues:
    """Warns of placeholders, and of the example's values unless the profile has the example's name.

    The canonical links of a site with the example's address would point to someone else's site. A placeholder is an error if
    the site is about to be published (``publishing``).
    """

    # The template's values. The title of a publication can begin with REPLACE, the name of several trials.
    PLACEHOLDER = re.compile(r"\bREPLACE\b")
    # Values that no real person has: RFC 2606 reserves example.org, Crossref reserves the DOI prefix 10.5555.
    IN_YAML = re.compile(
        r"\bexample\.org\b|\bNoa Example\b|\bExample [A-Z]\w|fictional person|0000-0000-5555-0000"
        r"|(?:נועה|הרפואי|אוניברסיטת|מרפאה|חולים|רחוב|העיר|הרדיולוגית) ל?דוגמה|דוגמית"
    )
    EXAMPLE = "Noa Example"

    def __init__(self, *, publishing: bool) -> None:
        self.severity: Severity = "error" if publishing else "warning"
        self.is_own: bool | None = None  # until the profile is read
        self.placeholders: list[Problem] = []
        self.shipped: list[Problem] = []

    def observe(self, row: CheckedRow) -> None:
        if row.source.name == "profile":
            self.is_own = self.EXAMPLE not in str(row.record.get("name", self.EXAMPLE))
        if row.source.is_table:
            self.compare(row, is_placeholder_cell, None if self.is_own is False else is_shipped_cell)
        else:  # the site comes before the profile
            self.compare(row, self.PLACEHOLDER.search, self.IN_YAML.search)

    def compare(self, row: CheckedRow, placeholder: Callable[[str], Any], shipped: Callable[[str], Any] | None) -> None:
        for path, text in texts_with_paths(row.record):
            is_placeholder = placeholder(text)
            if not is_placeholder and not (shipped and shipped(text)):
                continue
            location = row.locate(path)
            if not row.source.is_table:  # one message for the lines of a file, whatever their fields are
                location.pop("field")
                if location["line"] is None:
                    continue  # this list comes from cv.csv, whose rows are compared themselves
            if is_placeholder:
                message = "This value still says REPLACE. Write your own, or delete it."
                self.placeholders.append(Problem(row.source.file, "placeholder", message, self.severity, value=text, **location))
            else:
                message = (
                    "This value came with the software, or is reserved for examples. Replace it with your own, or delete it."
                )
                self.shipped.append(Problem(row.source.file, "shipped_value", message, "warning", value=text, **location))

    def warnings(self) -> Iterator[Problem]:
        yield from self.placeholders
        if self.is_own:
            yield from self.shipped


def is_placeholder_cell(text: str) -> bool:
    return text == "REPLACE" or text.startswith("REPLACE with ")


def is_shipped_cell(text: str) -> bool:
    """Whether a cell has a link or DOI of the example, or one of its services. Authors and titles can contain "Example"."""
    return text.startswith("10.5555/") or text in SHIPPED_SERVICES or bool("example.org/" in text and EXAMPLE_LINK.search(text))


def texts_with_paths(values: dict[str, Any] | list[Any], path: ValuePath = ()) -> Iterator[tuple[ValuePath, str]]:
    """Yield each text inside a mapping or list, with its path."""
    for key, value in values.items() if isinstance(values, dict) else enumerate(values):
        if isinstance(value, str):
            yield (*path, key), value
        elif isinstance(value, dict | list):
            yield from texts_with_paths(value, (*path, key))


class MissingVersions:
    """Warns of fields without their versions in the other languages, counted by file and name.

    Unless site.yaml lists the languages (``listed``), it ignores languages without any version in the sources. A language with
    the same script as the first one needs no versions of proper names.
    """

    def __init__(self, languages: Sequence[Language], *, listed: bool) -> None:
        self.first, *self.others = languages
        self.used = {language for language in self.others if listed}
        self.missing: dict[str, dict[Language, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
        # Whether any row has a version of the owner's own heading, by file, language, field and heading.
        self.headings: dict[tuple[str, Language, str, str], bool] = defaultdict(bool)

    def observe(self, row: CheckedRow) -> None:
        self.used |= {each for each in self.others if each not in self.used and has_version(row.record, each.suffix)}
        if row.source.is_table and row.source.translated.isdisjoint(row.record):
            return
        schemas, labels = row.source.value_schemas, row.source.labeled
        for language in self.others:
            for name in labels.keys() & row.record.keys():
                version = f"{name}{language.suffix}"
                heading = row.record[name]
                if version in schemas and heading not in labels[name] and self.first.script in scripts_of(heading):
                    self.headings[row.source.file, language, version, heading] |= version in row.record
            same = PROPER_NAMES.get(row.source.name, set()) if language.script == self.first.script else set()
            for path in missing_versions(row.record, schemas, language.suffix, self.first.script):
                first, last = (str(part).removesuffix(language.suffix) for part in (path[0], path[-1]))
                if first not in labels and last not in same:
                    self.missing[row.source.file][language][".".join(part for part in path if isinstance(part, str))] += 1

    def warnings(self) -> Iterator[Problem]:
        for (file, language, version, _), has_one in self.headings.items():
            if not has_one:
                self.missing[file][language][version] += 1
        for file, by_language in self.missing.items():
            if used := [language for language in by_language if language in self.used]:
                counts = sum((by_language[language] for language in used), Counter[str]())
                pages = join_names([language.name for language in used])
                names = join_names([f"{name} ({count:,})" for name, count in counts.items()])
                shown = f"{plural(counts.total(), 'text')} in {self.first.name}"
                text = f"The {pages} pages show {shown}, because these are missing: {names}."
                yield Problem(file, "missing_versions", text, "warning")


class ServicePlaces:
    """Warns of places that services name and the clinic lacks. If the clinic has errors, its places are not known."""

    def __init__(self, clinic: Source) -> None:
        self.names: list[str] | None = [] if clinic.is_absent else None
        self.unknown: list[tuple[CheckedRow, str]] = []

    def observe(self, row: CheckedRow) -> None:
        if row.source.name == "clinic" and row.is_valid:
            self.names = [place["name"] for _, place in places(row.record)]
        elif row.source.name == "services" and self.names is not None:
            self.unknown += [(row, name) for name in row.record.get("locations", ()) if name not in self.names]

    def warnings(self) -> Iterator[Problem]:
        for row, name in self.unknown:
            known = suggestion(name, self.names, "Use one of:") if self.names else "The profile has no clinic.yaml."
            fix = "Remove the quotation marks." if self.names and name.strip('"“”„') in self.names else known
            text = f"No place is called {quote(name)}. {fix}"
            yield Problem(row.source.file, "unknown_place", text, value=name, **row.locate(("locations",)))


class MissingLegalNotice:
    """Recommends a legal notice where the law asks for one: in Germany, Austria and Switzerland."""

    ZONES = frozenset(("Europe/Berlin", "Europe/Vienna", "Europe/Zurich"))

    def __init__(self, first: Language) -> None:
        self.is_asked_for = first.code.partition("-")[0] == "de"
        self.file = ""

    def observe(self, row: CheckedRow) -> None:
        if row.source.name == "site" and "legal" not in row.record:
            self.file = row.source.file
        elif row.source.name == "clinic":
            self.is_asked_for |= any(zone_of(place) in self.ZONES for _, place in places(row.record) if isinstance(place, dict))

    def warnings(self) -> Iterator[Problem]:
        if self.file and self.is_asked_for:
            text = "A practice in Germany, Austria or Switzerland must publish an imprint and a privacy statement. Add them."
            yield Problem(self.file, "recommended", text, "warning", field="legal")


class IncompleteLists:
    """Warns of lists in the profile that lack entries of cv.csv. Their order, and past entries, are the owner's choice.

    An entry is there if one line has all words of its title and organization. A version has as many lines as its list.
    """

    def __init__(self, lists: Record) -> None:
        self.lists = lists
        self.problems: list[Problem] = []

    def observe(self, row: CheckedRow) -> None:
        for name, made in self.lists.items() if row.source.name == "profile" else ():
            if name not in CV_LISTS or not row.record.get(name):
                continue
            location = row.locate((name,)) | {"value": report_text(row.record[name])}
            for message in lacking_entries([*map(str, row.record[name])], made):
                self.problems.append(Problem(row.source.file, "differs", message, "warning", **location))

    def warnings(self) -> Iterator[Problem]:
        yield from self.problems


def lacking_entries(own: Sequence[str], made: Sequence[str]) -> Iterator[str]:
    """Yield messages about the entries of cv.csv (``made``) that a list lacks.

    YAML reads ``[Head, Hospital]`` as two entries.
    """
    lines, neighbors = [set(words(text)) for text in own], f", {', '.join(own)}, "
    lacking = [text for text in made if not any(line.issuperset(words(text)) for line in lines)]
    if split := [quote(text) for text in lacking if f", {text}, " in neighbors]:
        text = f"Commas in brackets separate entries, and split {join_names(split)}."
        yield f"{text} Put such an entry in quotes, or on its own line after a hyphen (-) and a space."
    if others := [quote(text) for text in lacking if f", {text}, " not in neighbors]:
        text = f"cv.csv also has {join_names(others)}, and pages use this list."
        yield f"{text} Add what is missing, and use the same words in both files. Or delete the list: pages then use cv.csv."


class OwnerNames:
    """Warns if a publication without the owner has a similar name, or if the owner is in no publication."""

    # A new profile can have a paper or two by the department.
    MIN_PUBLICATIONS = 3

    def __init__(self) -> None:
        self.owner = Owner({})
        self.file = ""
        # An incomplete list of authors does not say who is missing.
        self.complete: list[list[str]] = []
        self.cut_off: list[list[str]] = []

    def observe(self, row: CheckedRow) -> None:
        if row.is_valid and row.source.name == "profile":
            self.owner, self.file = Owner(row.record), row.source.file
        elif row.is_valid and row.source.name == "publications":
            authors = row.record["authors"]
            (self.cut_off if is_cut_off(authors) else self.complete).append(split_authors(authors))

    def warnings(self) -> Iterator[Problem]:
        distinct = set(chain(*self.complete, *self.cut_off))  # co-authors recur: compare each once
        own = {name for name in distinct if self.owner.unknown_initials(name) is not None}
        similar = set(filter(self.owner.could_match, distinct))
        without_owner = filter(own.isdisjoint, self.complete)
        counts = Counter(name for listed in without_owner for name in dict.fromkeys(listed) if name in similar)
        if counts:
            candidates = ", ".join(f"{name} ({plural(count, 'row')})" for name, count in counts.most_common(MAX_LISTED))
            text = f"{candidates} may be you. If so, add it to nameVariants: pages then emphasize it."
            yield Problem(self.file, "name_variants", text, "warning", field="nameVariants")
        elif self.file and not own and len(self.complete) >= self.MIN_PUBLICATIONS:
            text = "You are not among the authors of any publication. Add your name as papers write it, such as Levi RK."
            yield Problem(self.file, "name_variants", text, "warning", field="nameVariants")
