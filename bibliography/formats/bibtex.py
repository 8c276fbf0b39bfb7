"""BibTeX and BibLaTeX; pylatexenc decodes the values.

Sources: BibTeXing (O. Patashnik, 1988); the biblatex manual, chapter 2.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import TextIO

from bibliography import identifiers
from bibliography.formats.inputs import MAX_RECORDS, InputError
from bibliography.formats.latex import decode_address, decode_latex
from bibliography.names import Name, compose_name, keep_verbatim, parse_name, read_names
from bibliography.record_types import record_type_of
from bibliography.reference import FailedRecord, Location, ReadResult, Reference
from bibliography.values import find_year, normalize_locator, normalize_pages, strip_markup
from db.publication.author import CUT_OFF
from pipeline.read.text import MAX_CELL_CHARACTERS
from pipeline.wording import quote

# A type can have characters that BibTeX's own types lack: Mendeley's @book_section.
OPENING = r"\s*+(?P<type>[^\W\d_][\w-]*+)\s*+[{(]"
ENTRY = re.compile(rf"(?:(?<!\s)\s++)?@{OPENING}")
# An entry, or a line that begins like one but cannot be read. Anything can follow @comment.
ENTRY_OR_LINE = re.compile(
    rf"{ENTRY.pattern}|^[^\S\n]*+@(?!\s*+comment\b|{OPENING.replace('?P<type>', '?:')})(?=[^\n]*[{{(,])[^\n]*",
    re.IGNORECASE | re.MULTILINE,
)
# The key and the name of the first field. The key can be missing, or have spaces and commas.
KEY_AND_FIELD = re.compile(r"[^={}\"]*+")
FIELD = re.compile(r"[#\s]*+(?:,\s*+)?([A-Za-z][\w-]*+)\s*+(?==\s*+[{\"\w#])")
# A field without a value, or with a name that BibTeX does not allow: __markedentry, funding_text 1, author+an:role.
OTHER_FIELD = re.compile(r"[#\s]*+,\s*+([^\s={}(),\"][^={}(),\"]*+)=")
END_OF_ENTRY = re.compile(r"[#\s,]*[})]")
# A part of a value begins with a brace or a quotation mark, or is the name of an abbreviation or a number.
PART = re.compile(r"[#\s]*+(?:(?P<name>(?!\))[^\s#,{}\"]+)|[{\"])")
KEY_WITH_PMID = re.compile(r"(?:pmid|pubmed)[:_-]?(\d+)", re.IGNORECASE)
# What ends a value, a group or a name; a backslash escapes the character after it.
DELIMITER = re.compile(r"\\.|[{}\",]|(?<!\s)\s++and(?=\s|\Z)", re.IGNORECASE | re.DOTALL)
# biblatex manual, section 3.4: names with labeled parts.
NAME_LABELS = ("family=", "given=", "prefix=", "suffix=")
BRACES = {"{": 1, "}": -1}
GROUP_AT_END = re.compile(r"(?P<given>\S.*)\s\{(?=[^{}\\\s]*\s)(?P<family>[^{}]*+)\}")
# Maximum characters of a file's expanded abbreviations. Joined again and again (a # a # a), they would fill any memory.
MAX_JOINED = 10_000_000
ADDRESSES = ("url", "link", "ee", "howpublished")
VERBATIM = ("doi", "url", "link", "ee")
SKIPPED_FIELD = "Left out the field {}: it has no value, or a name that BibTeX does not allow."
NOT_CLOSED = "The entry is not closed: a brace or a quotation mark is missing, or the file ends here."
NO_TYPE = "The entry cannot be read: it should begin with a type and a brace, such as @article{, but begins with %s."
NOT_IN_FILE = "The entry {}, which this one refers to, is not in the file."
recognizes = re.compile(rf"@{OPENING}\s*[^@]").search
Fields = dict[str, str]
# Fields that name other entries of the file, which complete this one: an xdata entry with all its fields; a book, proceedings or
# issue with the fields in FROM_BOOK. In a chapter, the book's title has another name, and the book's DOI is not the chapter's.
REFERRING = ("xdata", "crossref")
FROM_BOOK = {"author", "editor", "publisher", "institution", "year", "date", "volume", "number", "issue", "booktitle", "journal"}
# Fields with the same meaning: a parent's field does not replace an entry's own.
SAME_MEANING = ({"year", "date"}, {"journal", "journaltitle"}, {"number", "issue"})


class Abbreviations(dict[str, str]):
    """A file's abbreviations: their texts by lower-case name."""

    length = 0

    def expand(self, name: str) -> str:
        """The text of an abbreviation, or the name itself for anything else, such as a number.

        Raises:
            InputError: all texts together are too long.
        """
        text = self.get(name.lower(), name)
        self.length += len(text)
        if self.length > MAX_JOINED:
            raise InputError(f"Its abbreviations (@string) expand to more than {MAX_JOINED:,} characters.")
        return text


@dataclass(frozen=True, slots=True)
class BibtexEntry:
    kind: str
    key: str
    fields: Fields
    location: Location
    notes: tuple[str, ...]


def read(file: TextIO, name: str) -> Iterator[ReadResult]:
    """Yield the entries of a file, each completed by the entries that it refers to, even if they come later."""
    entries = [*islice(parse(file, name), MAX_RECORDS + 1)]
    by_key = dict[str, BibtexEntry]()
    for entry in entries:
        if isinstance(entry, BibtexEntry):
            by_key.setdefault(normalized_key(entry.key), entry)
    for entry in entries:
        if isinstance(entry, FailedRecord):
            yield entry
        elif entry.kind != "xdata":
            yield to_reference(complete_from_parents(entry, by_key))


def parse(file: TextIO, name: str) -> Iterator[BibtexEntry | FailedRecord]:
    """Yield the entries of a file; a @string abbreviation applies to the entries after it."""
    number = 0
    strings, named = Abbreviations(), set[str]()
    for line, text in split_entries(file):
        position = 0
        while entry := ENTRY_OR_LINE.search(text, position):
            kind = (entry["type"] or "").lower()
            location = Location(name, number + 1, line + text.count("\n", 0, entry.start("type") if kind else entry.start()))
            if kind in ("comment", "preamble"):
                position = end_of_group(text, entry.end() - 1)
                continue
            if not kind:
                number, position = number + 1, entry.end()
                yield FailedRecord(location, NO_TYPE % quote(entry[0].strip()))
                continue
            skipped = list[str]()
            key, fields, position = read_fields(text, entry.end(), strings, skipped)
            if kind == "string":
                strings |= fields
                continue
            number += kind != "xdata"  # an xdata entry only has fields for other entries
            end = END_OF_ENTRY.match(text, position)
            notes = tuple(SKIPPED_FIELD.format(quote(field)) for field in dict.fromkeys(skipped) if field not in named)
            named.update(skipped)  # once for the file
            yield BibtexEntry(kind, key, fields, location, notes) if end else FailedRecord(location, NOT_CLOSED)
            position = end.end() if end else len(text)


def split_entries(file: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the number of the first line of each entry, and the text up to the next line that begins with one."""
    first, lines = 1, list[str]()
    for number, line in enumerate(file, start=1):
        if lines and ENTRY.match(line):
            yield first, "".join(lines)
            first, lines = number, []
        lines.append(line)
    yield first, "".join(lines)


def read_fields(text: str, position: int, strings: Abbreviations, skipped: list[str]) -> tuple[str, Fields, int]:
    """Return an entry's key, its fields (LaTeX by lower-case name), and the position where they end.

    Values have no outer braces; abbreviations and parts (#) are joined. If two fields have the same name, the first is used.
    Names of fields that cannot be read are added to ``skipped``.
    """
    start = KEY_AND_FIELD.match(text, position)
    *key, name = start[0].replace(",", " ").split() or [""]  # type: ignore[index]  # it matches anywhere
    position, fields = start.end(), Fields()  # type: ignore[union-attr]
    while text.startswith("=", position):
        value, position = join_parts(text, position + 1, strings)
        fields.setdefault(name.lower(), value)
        while other := None if FIELD.match(text, position) else OTHER_FIELD.match(text, position):
            skipped.append(other[1].strip())
            position = end_of_value(text, other.end())
        if following := FIELD.match(text, position):
            name, position = following[1], following.end()
    return "".join(key), fields, position


def end_of_value(text: str, start: int) -> int:
    """The position of the next comma or closing brace outside of groups."""
    while (mark := DELIMITER.search(text, start)) and mark[0] not in "},":
        start = end_of_group(text, mark.start()) if mark[0] in '{"' else mark.end()
    return mark.start() if mark else len(text)


def join_parts(text: str, start: int, strings: Abbreviations) -> tuple[str, int]:
    """Join the parts (#) of the value at a position. Also return where it ends: before the next field."""
    parts = list[str]()
    while (part := PART.match(text, start)) and not (parts and FIELD.match(text, start)):
        if name := part["name"]:
            start = part.end()
            parts.append(strings.expand(name))
        else:
            start = end_of_group(text, part.end() - 1)
            parts.append(text[part.end() : start - 1])
    return "".join(parts), start


def end_of_group(text: str, start: int) -> int:
    """The end of the text in braces or quotation marks that begins at a position."""
    depth, closing = 0, '"' if text[start] == '"' else "}"
    for mark in DELIMITER.finditer(text, start + 1):
        if mark[0] == closing and depth == 0:
            return mark.end()
        depth += BRACES.get(mark[0], 0)
    return len(text)


def complete_from_parents(entry: BibtexEntry, by_key: Mapping[str, BibtexEntry]) -> BibtexEntry:
    """Add the fields of the entries that an entry refers to, directly or through others."""
    fields, missing = entry.fields, list[str]()
    parents = parent_keys(fields)
    for key, is_book in parents:  # the loop adds to this list
        if not (parent := by_key.get(normalized_key(key))):
            missing.append(key)
            continue
        if parent is entry:
            continue
        own = {name: value for name, value in fields.items() if value.strip()}
        taken = {name for names in SAME_MEANING if names & own.keys() for name in names}
        added = book_fields(parent, entry.kind) if is_book else parent.fields
        fields = {name: value for name, value in added.items() if name not in taken} | own
        parents += [each for other, in_book in parent_keys(parent.fields) if (each := (other, in_book or is_book)) not in parents]
    is_lacking = any(fields.keys().isdisjoint(names) for names in ({"year", "date"}, {"journal", "journaltitle", "booktitle"}))
    notes = [NOT_IN_FILE.format(quote(key)) for key in missing if is_lacking]
    return replace(entry, fields=fields, notes=(*entry.notes, *notes))


def parent_keys(fields: Fields) -> list[tuple[str, bool]]:
    """The keys of the entries that an entry refers to, each with whether that is its book, proceedings or issue."""
    return [
        (key.strip(), name == "crossref") for name in REFERRING for key in fields.get(name, "").split(",") if normalized_key(key)
    ]


def normalized_key(key: str) -> str:
    """BibTeX ignores case in keys; some programs escape characters where they refer to a key."""
    return "".join(key.split()).replace("\\", "").lower()


def book_fields(book: BibtexEntry, kind: str) -> Fields:
    """The fields that a chapter, paper or article gets from its book, proceedings or issue."""
    fields = {name: value for name, value in book.fields.items() if name in FROM_BOOK}
    title = full_title(book.fields.get("title", ""), book.fields.get("subtitle", ""))
    return {"journal" if kind == "article" else "booktitle": title} | fields if title else fields


def to_reference(entry: BibtexEntry) -> Reference:
    fields = entry.fields

    def first(*names: str) -> str:
        return next(filter(None, (decode_value(name, fields[name]) for name in names if name in fields)), "")

    journal = first("journaltitle", "journal", "shortjournal")
    addresses = [first(name) for name in ADDRESSES]
    return Reference.of(
        entry.location,
        record_type_of(first("type"), entry.kind, in_journal=bool(journal)),
        read_authors(fields.get("author", "")),
        editors=read_authors(fields.get("editor", "")),
        notes=entry.notes,
        type_name=f"@{entry.kind}",
        title=full_title(first("title"), first("subtitle")),
        journal=journal or first("booktitle"),
        abbreviation=first("shortjournal", "abbrev_source_title"),
        publisher=first("publisher", "school", "institution"),
        year=find_year(first("date")) or first("year"),
        volume=first("volume"),
        issue=first("number", "issue"),
        pages=normalize_pages(first("pages")) or normalize_locator(first("eid", "article-number", "art_number")),
        doi=identifiers.find_doi(first("doi")) or identifiers.find_labeled_doi(*addresses, first("bdsk-url-1"), first("note")),
        pmid=entry_pmid(entry.key, first, addresses),
        url=identifiers.find_link(addresses),
    )


def decode_value(name: str, value: str) -> str:
    """Decode a value. A value that is too long for a cell is an abstract, or not closed, and stays LaTeX."""
    if len(value) > MAX_CELL_CHARACTERS:
        return value
    return (decode_address(value) if name in VERBATIM else decode_latex(value)).strip()


def full_title(main: str, subtitle: str) -> str:
    """Join a title and its subtitle, which is a field of biblatex."""
    if not subtitle or subtitle.lower() in main.lower():
        return main
    return f"{main}{'' if main.endswith(('?', '!', ':')) else ':'} {subtitle}"


def entry_pmid(key: str, first: Callable[..., str], addresses: Iterable[str]) -> str:
    """The PubMed ID from its own field, an eprint of that type, the key (Europe PMC), an address or a note."""
    number = identifiers.find_pmid(first("pmid", "pubmedid", "pubmed-id", "pubmed_id"))
    if not number and first("eprinttype", "archiveprefix").lower() in ("pmid", "pubmed"):
        number = identifiers.find_pmid(first("eprint"))
    if not number and (named := KEY_WITH_PMID.fullmatch(key)):
        number = named[1]
    return number or identifiers.find_labeled_pmid(*addresses, first("note"), first("annote"))


def read_authors(field: str) -> Iterator[Name]:
    """Yield the authors in a field. Web of Science puts braces around the whole list, others around an organization."""
    text = field.strip()
    names = split_names(text)
    inside = split_names(text[1:-1]) if is_single_group(text) else []
    if len(inside) > 1 and all("," in name or is_single_group(name.strip()) for name in inside):
        names = inside
    for name in names:
        yield from read_author(name.strip())


def split_names(text: str) -> list[str]:
    """Split names at each "and" that is not in braces."""
    parts, depth, start = list[str](), 0, 0
    for match in DELIMITER.finditer(text):
        depth += BRACES.get(match[0], 0)
        if depth == 0 and match[0].strip().lower() == "and":
            parts.append(text[start : match.start()])
            start = match.end()
    return [*parts, text[start:]]


def read_author(name: str) -> Iterator[Name]:
    """Read a name in BibTeX's notation. A name that is completely in braces is an organization."""
    if name.lower() == "others":
        yield Name(CUT_OFF)
    elif is_single_group(name):
        yield parse_name(text) if "," in (text := strip_markup(decode_latex(name))) else keep_verbatim(text)
    elif name.lower().startswith(NAME_LABELS):
        labeled = (part.partition("=") for part in decode_latex(name).split(","))
        parts = {label.strip().lower(): text.strip(' "') for label, _, text in labeled}
        family, given, particle, suffix = (parts.get(label.rstrip("="), "") for label in NAME_LABELS)
        yield compose_name(f"{particle} {family}".strip(), given, suffix)
    elif "," not in name and (match := GROUP_AT_END.fullmatch(name)):  # Jan {van der Berg}
        yield compose_name(strip_markup(decode_latex(match["family"])), strip_markup(decode_latex(match["given"])))
    else:
        yield from read_names(decode_latex(name))


def is_single_group(text: str) -> bool:
    return text.startswith("{") and end_of_group(text, 0) == len(text)
