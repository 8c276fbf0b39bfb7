"""The result of reading one record of an export: its type, and the cells that it would have in the list of publications."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Literal, Self

from bibliography import values
from bibliography.comparison import shortens
from bibliography.funding import Grant, funding
from bibliography.matching import Identity
from bibliography.names import Name, authors
from bibliography.notices import RETRACTED, NoticeClaim
from bibliography.record_types import BOOK_PARTS, LISTED, PREPRINT_DOI, UNSPECIFIC_TYPES, RecordType, is_preprint
from db.publication.identifiers import pubmed_url
from db.publication.notice import strip_retraction_mark
from pipeline.read.text import MAX_CELL_CHARACTERS
from pipeline.schema.descriptor import MAX_ADDRESS, MAX_TEXT
from pipeline.wording import join_names, quote

# How the list writes the values of these fields; values of other fields are complete when a reader has found them.
NORMALIZERS: dict[str, Callable[[str], str]] = {
    "title": values.title,
    "journal": values.journal,
    "year": values.year_or_number,
    "volume": values.locator,
    "issue": values.locator,
    "abbreviation": values.abbreviation,
    "publisher": values.text,
}
# Characters of a cell: those that the schema allows. But a longer title or journal is an abstract, or text after a brace or a
# quotation mark that is missing.
MAX_CHARACTERS = {
    "title": 2_000,
    "journal": 2_000,
    "authors": MAX_CELL_CHARACTERS,
    "doi": 300,
    "pubmed": MAX_ADDRESS,
    "url": MAX_ADDRESS,
}


@dataclass(frozen=True, slots=True)
class Location:
    """The location of a record: its number in the file and, in a file of lines, the number of its first line; both start at 1."""

    file: str
    record: int
    line: int | None = None

    def __str__(self) -> str:
        return f"{self.file}, {self.within}"

    @property
    def short(self) -> str:
        """The location without the folder of the file."""
        return str(replace(self, file=Path(self.file).name))

    @property
    def within(self) -> str:
        return f"line {self.line}" if self.line is not None else f"record {self.record}"


@dataclass(frozen=True)
class Reference:
    """A record as it was read.

    ``cells`` are its values by field of the publications, none of them empty; ``notes`` are sentences about what was left out
    or is doubtful; ``type_name`` is its type as the file has it; ``advice`` says where to get what its format never has;
    ``sources`` names the origin of each value if a record has several, ``claims`` are what it says about notices. ``grants`` are
    those in the cell ``funding``.
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
        """The form in which it is compared with others."""
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
        """Bring authors and values into the form of the list."""
        # Some formats name the author of a book twice: as the book's and as its parts'.
        listed = authors(names if record_type in LISTED.keys() - BOOK_PARTS else dict.fromkeys(names))
        grants = tuple(grants)
        fields |= {"authors": listed.text, "editors": authors(editors).text}
        fields |= {"pubmed": pubmed_url(pmid), "funding": funding(grants)}
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
        if record_type in LISTED and is_preprint(cells.get("journal", ""), cells.get("doi", "")):
            record_type = RecordType.PREPRINT
            notes.append("Its journal or DOI belongs to a preprint server.")
        elif record_type != RecordType.PREPRINT and PREPRINT_DOI.match(cells.get("doi", "")):
            notes.append(f"The DOI {cells['doi']} is a preprint's; replace it with the paper's.")
        notes += values.notes_on(cells)
        cells = cells_of_type(record_type, cells)
        return cls(location, record_type, cells, advice, tuple(notes), claims=claims, type_name=type_name, grants=grants)


def cells_of_type(record_type: RecordType, cells: dict[str, str]) -> dict[str, str]:
    """Editors and publisher are of books only; an article's abbreviation is shorter than its journal."""
    absent = set() if record_type in BOOK_PARTS or record_type not in LISTED else {"editors", "publisher"}
    if record_type == RecordType.CHAPTER or not shortens(cells.get("abbreviation", ""), cells.get("journal", "")):
        absent.add("abbreviation")
    listed = LISTED.get(record_type)
    return {name: cell for name, cell in cells.items() if name not in absent} | ({"type": listed} if listed else {})


def usable_cells(fields: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    problems = {name: problem for name, text in fields.items() if (problem := why_unusable(name, text))}
    return {name: text for name, text in fields.items() if text and name not in problems}, [*problems.values()]


def why_unusable(name: str, text: str) -> str:
    most = MAX_CHARACTERS.get(name, MAX_TEXT)
    if len(text) > most:
        return f"Left out {name}: it has {len(text):,} characters, and a cell at most {most:,}."
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


Record = Reference | FailedRecord
