"""One record as read from an export: its record type, and its cells for the list of publications."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Literal, Self

from bibliography import values
from bibliography.comparison import is_abbreviation
from bibliography.funding import Grant, funding_cell
from bibliography.matching import Identity
from bibliography.names import Name, to_author_list
from bibliography.notices import NoticeClaim
from bibliography.record_types import (
    BOOK_PARTS,
    PREPRINT_DOI,
    PUBLISHABLE_TYPES,
    TYPES_OF_PREPRINTS,
    UNSPECIFIC_TYPES,
    RecordType,
    is_preprint,
)
from db.publication.identifiers import pubmed_url
from db.publication.notice import RETRACTED, strip_retraction_mark
from pipeline.read.text import MAX_CELL_CHARACTERS
from pipeline.schema.descriptor import MAX_ADDRESS, MAX_TEXT
from pipeline.wording import join_names, quote

# How to bring the values of these fields into the form of the list. Readers deliver all other fields in that form.
NORMALIZERS: dict[str, Callable[[str], str]] = {
    "title": values.normalize_title,
    "journal": values.normalize_journal,
    "year": values.find_year_or_number,
    "volume": values.normalize_locator,
    "issue": values.normalize_locator,
    "abbreviation": values.normalize_abbreviation,
    "publisher": values.normalize_text,
}
# Maximum characters of a cell, as in the schema. Titles and journals have a lower limit: a longer one is an abstract, or text
# after a missing brace or quotation mark.
MAX_FIELD_CHARACTERS = {
    "title": 2_000,
    "journal": 2_000,
    "authors": MAX_CELL_CHARACTERS,
    "doi": 300,
    "pubmed": MAX_ADDRESS,
    "url": MAX_ADDRESS,
}


@dataclass(frozen=True, slots=True)
class Location:
    """Where a record is: its number in the file and, in a line-based format, the number of its first line. Both start at 1."""

    file: str
    record: int
    line: int | None = None

    def __str__(self) -> str:
        return f"{self.file}, {self.within}"

    @property
    def short(self) -> str:
        """The location, without the file's folder."""
        return str(replace(self, file=Path(self.file).name))

    @property
    def within(self) -> str:
        return f"line {self.line}" if self.line is not None else f"record {self.record}"


@dataclass(frozen=True)
class Reference:
    """A record as it was read.

    Attributes:
        cells: the values by field, none of them empty.
        advice: where to get what the format never has.
        notes: sentences about what was left out or is doubtful.
        sources: the origin of each value, if the record has several.
        claims: what the record says about notices.
        type_name: the type as the file writes it.
        grants: the grants in the cell ``funding``.
    """

    location: Location
    record_type: RecordType
    cells: Mapping[str, str]
    advice: str = ""
    notes: tuple[str, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    claims: tuple[NoticeClaim, ...] = ()
    type_name: str = ""
    grants: tuple[Grant, ...] = ()

    @cached_property
    def identity(self) -> Identity:
        """The properties that are compared with other records."""
        return Identity.of(self.cells, self.record_type)

    @classmethod
    def of(
        cls,
        location: Location,
        record_type: RecordType,
        names: Iterable[Name | str],
        *,
        editors: Iterable[Name | str] = (),
        notes: Iterable[str] = (),
        advice: str = "",
        pmid: str = "",
        claims: Iterable[NoticeClaim] = (),
        type_name: str = "",
        grants: Iterable[Grant] = (),
        **fields: str,
    ) -> Self:
        """Create a reference, with authors and values in the form of the list."""
        # Some formats give the author of a book twice: for the book, and for its parts.
        listed = to_author_list(names if record_type in PUBLISHABLE_TYPES.keys() - BOOK_PARTS else dict.fromkeys(names))
        grants = tuple(grants)
        fields |= {"authors": listed.text, "editors": to_author_list(editors).text}
        fields |= {"pubmed": pubmed_url(pmid), "funding": funding_cell(grants)}
        fields = {
            name: NORMALIZERS[name](text) if name in NORMALIZERS and len(text) <= MAX_CELL_CHARACTERS else text
            for name, text in fields.items()
        }
        cells, problems = usable_cells(fields)
        notes = [*notes, *listed.notes, *problems]
        claims = tuple(claims)
        if any(claim.kind == RETRACTED and claim.text for claim in claims) and (
            title := strip_retraction_mark(cells.get("title", ""))
        ):
            cells["title"] = title
        if record_type in UNSPECIFIC_TYPES and "journal" in cells and (locators := cells.keys() & {"volume", "pages"}):
            record_type = RecordType.ARTICLE
            notes.append(
                f"Read as an article, because it has a journal and {join_names(sorted(locators))}; its type is {type_name}."
            )
        if record_type in TYPES_OF_PREPRINTS and is_preprint(cells.get("journal", ""), cells.get("doi", "")):
            record_type = RecordType.PREPRINT
            notes.append("Its journal or DOI belongs to a preprint server.")
        elif record_type != RecordType.PREPRINT and PREPRINT_DOI.match(cells.get("doi", "")):
            notes.append(f"The DOI {cells['doi']} is a preprint's; replace it with the paper's.")
        notes += values.notes_on_cells(cells)
        cells = cells_of_type(record_type, cells)
        return cls(location, record_type, cells, advice, tuple(notes), claims=claims, type_name=type_name, grants=grants)


def cells_of_type(record_type: RecordType, cells: dict[str, str]) -> dict[str, str]:
    """Drop editors and publisher unless the type has them, and an abbreviation that shortens nothing. Add the type."""
    absent = set() if record_type in BOOK_PARTS or record_type not in PUBLISHABLE_TYPES else {"editors", "publisher"}
    if record_type == RecordType.CHAPTER or not is_abbreviation(cells.get("abbreviation", ""), cells.get("journal", "")):
        absent.add("abbreviation")
    listed = PUBLISHABLE_TYPES.get(record_type)
    return {name: cell for name, cell in cells.items() if name not in absent} | ({"type": listed} if listed else {})


def usable_cells(fields: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    problems = {name: problem for name, text in fields.items() if (problem := why_unusable(name, text))}
    return {name: text for name, text in fields.items() if text and name not in problems}, [*problems.values()]


def why_unusable(name: str, text: str) -> str:
    limit = MAX_FIELD_CHARACTERS.get(name, MAX_TEXT)
    if len(text) > limit:
        return f"Left out {name}: it has {len(text):,} characters, and a cell at most {limit:,}."
    if name in ("journal", "volume", "issue", "pages") and text.lower().startswith(("http://", "https://", "www.")):
        return f"Left out the {name} {quote(text)}; it is an address."
    return ""


@dataclass(frozen=True)
class FailedRecord:
    """A record that cannot be read, and the reason as a sentence."""

    location: Location
    reason: str
    title = year = ""
    status: ClassVar[Literal["left out"]] = "left out"

    @property
    def notes(self) -> tuple[str, ...]:
        return (self.reason,)


ReadResult = Reference | FailedRecord
