"""A whole ORCID record (API 3.0): values of the profile, research areas, and rows of the curriculum vitae.

Source: ORCID's message schema, record 3.0. A group has the versions of one activity by several sources; values that the
preferred version lacks come from the others. Any value can be null: a role, a department, a month.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bibliography import names
from bibliography.formats.csl import first_field, object_at, objects_at
from bibliography.formats.latex import decode_latex
from bibliography.formats.orcid_works import by_preference, put_codes_of, text_at
from bibliography.not_mine import PUT_CODE
from bibliography.values import NO_LOCATOR, is_one_of, strip_markup
from db.career import NOW
from db.text import letters
from db.uri import WEB_ADDRESS
from pipeline.check.rules.dates import is_partial_date
from pipeline.wording import plural, quote

Json = dict[str, Any]
# ORCID's sections of affiliations, and the sections of cv.csv.
AFFILIATIONS = {
    "employments": "position",
    "invited-positions": "position",
    "educations": "education",
    "qualifications": "certification",
    "distinctions": "award",
    "memberships": "membership",
    "services": "service",
}
CV_COLUMNS = ("section", "title", "organization", "place", "startDate", "endDate", "url", "note")
# Abbreviations and names have fewer words in capitals.
MANY_CAPITALS = 4
# Sections where a missing end means nothing: entries have a single date, or the dates of an activity.
SINGLE_DATE_SECTIONS = ("award", "editorial")
NOTE_ONGOING = "ORCID has no end: endDate is now. Correct what has ended"
NOTE_END_UNKNOWN = "ORCID has no end, but another entry starts later: endDate is empty. Write it if you know it"
NOTE_NO_DATE = "A date does not exist: only its valid part is used"
NOTE_NO_ADDRESS = "Its link is not a web address, and is left out"
NOTE_CAPITALS = "In capitals at ORCID: write it as it should appear"


@dataclass(frozen=True)
class CvEntry:
    """An entry of the curriculum vitae. ``details`` distinguish entries at one organization. Both are reduced to letters.

    ``put_codes`` are ORCID's numbers for its versions.
    """

    cells: dict[str, str]
    organization: str
    details: tuple[str, ...]
    put_codes: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        texts = (self.cells[name] for name in ("title", "organization"))
        return f"{self.cells['section']} {quote(', '.join(filter(None, texts)))}"

    def is_part_of(self, other: CvEntry) -> bool:
        """Whether another entry has every value of this one. Equal entries are part of each other."""
        texts = all(text in ("", whole) for text, whole in zip(self.details, other.details, strict=True))
        dates = all(other.cells[name].startswith(self.cells[name]) for name in ("startDate", "endDate"))
        return self.organization == other.organization and texts and dates

    def starts_before(self, other: CvEntry) -> bool:
        """Whether another entry certainly starts later: 2016 is not before 2016-05."""
        start, later = self.cells["startDate"], other.cells["startDate"]
        size = min(len(start), len(later))
        return start[:size] < later[:size]

    def is_open(self) -> bool:
        return bool(self.cells["startDate"]) and not self.cells["endDate"] and self.cells["section"] not in SINGLE_DATE_SECTIONS


@dataclass
class OrcidProfile:
    """The content of a record: values of profile.yaml, names of research areas, and rows of cv.csv.

    Attributes:
        not_mine: the put-codes that the owner has refused.
        refused: the number of entries with one of them.
        rows: the rows, also with the put-code, for which cv.csv has no column.
        notes: the entries to check, by the reason.
        not_placed: sentences about the rest of the record.
    """

    not_mine: Collection[str] = ()
    refused: int = 0
    profile: dict[str, Any] = field(default_factory=dict)
    areas: list[str] = field(default_factory=list)
    rows: list[dict[str, str]] = field(default_factory=list)
    notes: dict[str, list[str]] = field(default_factory=dict)
    not_placed: list[str] = field(default_factory=list)
    has_works: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing but a name."""
        return not (self.profile.keys() - {"name", "nameVariants"} or self.areas or self.rows or self.has_works)

    def add(self, entries: Sequence[CvEntry]) -> None:
        """Add the entries of one of ORCID's sections, except entries that are part of another one."""
        for number, entry in enumerate(entries):
            others = [*entries[:number], *(other for other in entries[number + 1 :] if not other.is_part_of(entry))]
            if any(code in self.not_mine for code in entry.put_codes):
                self.refused += 1
            elif not entry.organization and not any(entry.details):
                self.not_placed.append(f"{entry}: it has neither a title nor an organization.")
            elif whole := next(filter(entry.is_part_of, others), None):
                self.not_placed.append(f"{entry}: the same as {whole}, which says more.")
            else:
                cells, notes = dict(entry.cells), list(entry.notes)
                if entry.is_open():
                    elsewhere = (other for other in entries if other.organization != entry.organization)
                    is_over = any(map(entry.starts_before, elsewhere))
                    cells["endDate"] = "" if is_over else NOW
                    notes.append(NOTE_END_UNKNOWN if is_over else NOTE_ONGOING)
                for note in notes:
                    self.notes.setdefault(note, []).append(str(entry))
                cells[PUT_CODE] = next(iter(entry.put_codes), "")
                self.rows.append({name: cells[name] for name in (*CV_COLUMNS, PUT_CODE) if cells.get(name)})


def read_orcid_record(document: Json, not_mine: Collection[str] = ()) -> OrcidProfile:
    """Read the public part of a record (with permission, ORCID shows more), without the entries that have these put-codes."""
    document = public_parts(document) or {}
    activities = object_at(document, "activities-summary")
    record = read_person(object_at(document, "person"))
    record.not_mine = not_mine
    for key, section in AFFILIATIONS.items():
        groups = objects_at(activities, key, "affiliation-group")
        versions = (
            [object_at(summary, name) for summary in objects_at(group, "summaries") for name in summary] for group in groups
        )
        record.add([affiliation_entry(section, by_preference(group)) for group in versions])
    grants = objects_at(activities, "fundings", "group")
    record.add([grant_entry(by_preference(objects_at(group, "funding-summary"))) for group in grants])
    record.add([*review_entries(objects_at(activities, "peer-reviews", "group"))])
    record.has_works = bool(objects_at(activities, "works", "group"))
    if count := len(objects_at(activities, "research-resources", "group")):
        record.not_placed.append(f"{plural(count, 'research resource')}: cv.csv has no section for them.")
    return record


def public_parts(value: Any) -> Any:
    """Leave out the parts that are not public."""
    if isinstance(value, dict):
        is_public = first_field(value, "visibility").lower() in ("", "public")
        return {key: public_parts(part) for key, part in value.items()} if is_public else None
    return [*map(public_parts, value)] if isinstance(value, list) else value


def read_person(document: Json) -> OrcidProfile:
    """Read the name, the other names, the biography, the links and the keywords of a person."""
    record, parts = OrcidProfile(), object_at(document, "name")
    given, family, credit = (tidy_text(text_at(parts, key)) for key in ("given-names", "family-name", "credit-name"))
    full = f"{given} {family}".strip()
    listed = names.compose_name(family, given).text if given and family else ""
    others = [
        tidy_text(first_field(other, "content")) for other in by_preference(objects_at(document, "other-names", "other-name"))
    ]
    paragraphs = first_field(object_at(document, "biography"), "content").replace("\r\n", "\n").split("\n\n")
    values = {
        "name": credit or full,
        "nameVariants": [name for name in dict.fromkeys([full, listed, *others]) if name not in ("", credit or full)],
        "bio": "\n\n".join(filter(None, map(tidy_text, paragraphs))),
        "links": read_links(document, record),
    }
    record.profile = {name: item for name, item in values.items() if item}
    keywords = (first_field(keyword, "content") for keyword in by_preference(objects_at(document, "keywords", "keyword")))
    areas = [tidy_text(area) for text in keywords for area in text.replace(";", ",").split(",")]
    record.areas = [area for area in dict.fromkeys(areas) if area]
    if objects_at(document, "emails", "email"):
        record.not_placed.append("E-mail address: write an address for patients under email in profile.yaml.")
    return record


def read_links(document: Json, record: OrcidProfile) -> dict[str, str]:
    """A person's addresses by name: the pages that the owner has named, then the profiles at other services."""
    pages = by_preference(objects_at(document, "researcher-urls", "researcher-url"))
    profiles = by_preference(objects_at(document, "external-identifiers", "external-identifier"))
    # Two sources can give one profile with different addresses.
    named = {(first_field(page, "url-name"), text_at(page, "url")): text_at(page, "url") for page in pages}
    for profile in profiles:
        key = first_field(profile, "external-id-type"), first_field(profile, "external-id-value")
        named.setdefault(key, text_at(profile, "external-id-url"))
    result: dict[str, str] = {}
    for (name, number), address in named.items():
        if WEB_ADDRESS.fullmatch(address):
            result[f"{name} {number}".strip() if name in ("", *result) else tidy_text(name)] = address
        else:
            record.not_placed.append(f"Link {quote(name or number)}: it has no web address.")
    return result


def affiliation_entry(section: str, versions: Sequence[Json]) -> CvEntry:
    """Make an entry from an employment, an education, a membership and the like."""
    role, department = (
        first_text(first_field(version, key) for version in versions) for key in ("role-title", "department-name")
    )
    employer = first_text(first_field(object_at(version, "organization"), "name") for version in versions)
    organization = ", ".join(filter(None, (department if role else "", employer)))
    cells = {
        "section": section,
        "title": role or department or section.capitalize(),
        "organization": organization,
        "place": next(filter(None, map(city_and_country, versions)), ""),
    }
    return make_entry(cells, employer, (role, department), versions)


def grant_entry(versions: Sequence[Json]) -> CvEntry:
    """Make an entry from a funding, whose number is often there twice."""
    title = first_text(text_at(version, "title", "title") for version in versions)
    funder = first_text(first_field(object_at(version, "organization"), "name") for version in versions)
    ids = (identifier for version in versions for identifier in objects_at(version, "external-ids", "external-id"))
    number = ", ".join(filter(None, dict.fromkeys(tidy_text(first_field(identifier, "external-id-value")) for identifier in ids)))
    note = f"Grant number {number}" if number else ""
    cells = {"section": "grant", "title": title or "Grant", "organization": funder, "note": note}
    return make_entry(cells, funder, (title, number), versions)


def make_entry(cells: dict[str, str], organization: str, details: Sequence[str], versions: Sequence[Json]) -> CvEntry:
    start, end = (
        next(filter(None, (known_date(version, key) for version in versions)), "") for key in ("start-date", "end-date")
    )
    address = next(filter(None, (text_at(version, "url") for version in versions)), "")
    is_address = WEB_ADDRESS.fullmatch(address)
    cells |= {"startDate": existing_date(start), "endDate": existing_date(end), "url": address if is_address else ""}
    notes = [NOTE_NO_DATE] if (start, end) != (cells["startDate"], cells["endDate"]) else []
    notes += [NOTE_NO_ADDRESS] if address and not is_address else []
    notes += [NOTE_CAPITALS] if any(text.isupper() and len(text.split()) >= MANY_CAPITALS for text in cells.values()) else []
    return CvEntry(cells, letters(organization), tuple(map(letters, details)), put_codes_of(versions), tuple(notes))


def review_entries(groups: Iterable[Json]) -> Iterator[CvEntry]:
    """Yield an entry for each publisher and role: the number of reviews, and their years. ORCID does not say which journals."""
    reviews: dict[tuple[str, str], list[Json]] = {}
    for review in (review for group in groups for review in objects_at(group, "peer-review-group")):
        for version in by_preference(objects_at(review, "peer-review-summary"))[:1]:
            key = (
                first_field(version, "reviewer-role"),
                tidy_text(first_field(object_at(version, "convening-organization"), "name")),
            )
            reviews.setdefault(key, []).append(version)
    for (role, publisher), versions in reviews.items():
        known = sorted({*filter(None, (existing_date(known_date(version, "completion-date"))[:4] for version in versions))})
        cells = {
            "section": "editorial",
            "title": role.capitalize() or "Reviewer",
            "organization": publisher,
            "startDate": "".join(known[:1]),
            "endDate": "".join(known[1:][-1:]),
            "note": plural(len(versions), "review"),
        }
        yield CvEntry(cells, letters(publisher), (role,), put_codes_of(versions))


def known_date(version: Json, key: str) -> str:
    """The parts of a date that are known: 2010-02-06, 2010-02 or 2010."""
    return "-".join(filter(None, (text_at(version, key, part) for part in ("year", "month", "day"))))


def existing_date(date: str) -> str:
    """The longest part of a date that exists: 1929-02 for 1929-02-29, because 1929 was not a leap year."""
    return next(filter(is_partial_date, (date, date[:7], date[:4])), "")


def city_and_country(version: Json) -> str:
    """City and country. The country is a code: NA is Namibia."""
    address = object_at(version, "organization", "address")
    return ", ".join(filter(None, (tidy_text(first_field(address, "city")), first_field(address, "country"))))


def first_text(texts: Iterable[str]) -> str:
    return next(filter(None, map(tidy_text, texts)), "")


def tidy_text(text: str) -> str:
    """Remove markup, and stray punctuation at both ends; "" for words such as N/A."""
    text = strip_markup(decode_latex(text) if "\\" in text else text).strip(" `,;")
    return "" if is_one_of(NO_LOCATOR, text) else text
