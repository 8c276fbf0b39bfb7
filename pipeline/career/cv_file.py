"""A CV as Word (.docx) or plain text: its lines, each with the cells of its table row or between its tabs.

Word's headers, footers, notes and comments are not read. A document type declaration is refused, so no entity can be declared
and expanded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError, fromstring  # nosec B405 - no entities can be declared, see above
from zipfile import BadZipFile, ZipFile

from pipeline.messages import quote
from pipeline.readers.inputs import MAX_BYTES, InputError, open_text

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
# Word repeats a text box here for its older versions.
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
CHARACTERS = {f"{W}tab": "\t", f"{W}br": "\n", f"{W}cr": "\n", f"{W}noBreakHyphen": "-"}
OFF = ("0", "false", "off")
SAVE_AS = "Save it as .docx in Word or LibreOffice, or copy its text into a .txt file."
OTHERS = {b"%PDF": "This is a PDF.", b"\xd0\xcf\x11\xe0": "This is an old Word document (.doc).", b"{\\rtf": "This is RTF."}
MAX_XML_BYTES = 50_000_000
UNDERLINE = frozenset("=-_*~ ")
# The cells of a line; of each, the paragraphs.
Cells = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Line:
    """A line or table row that is not empty. ``is_prominent``: it looks like a heading; ``begins_block``: no line is above it."""

    cells: Cells
    is_prominent: bool = False
    begins_block: bool = False

    @property
    def text(self) -> str:
        return " | ".join(text for paragraphs in self.cells if (text := ", ".join(paragraphs)))


def read(name: str) -> list[Line]:
    """Return the lines of a file.

    Raises:
        InputError: it cannot be read, or is in another format.
    """
    path = Path(name)
    try:
        with path.open("rb") as file:
            start = file.read(5)
            if sentence := next((text for magic, text in OTHERS.items() if start.startswith(magic)), ""):
                raise InputError(f"{sentence} {SAVE_AS}")
            content = start + file.read(MAX_BYTES) if start.startswith(b"PK") else b""
    except FileNotFoundError:
        raise InputError("There is no such file.") from None
    except OSError as error:
        raise InputError(f"It cannot be read: {error.strerror}.") from None
    lines = [*word_lines(content)] if content else [*text_lines(open_text(name)[0].read())]
    if not lines:
        raise InputError("It has no text. A CV that is a picture must be typed.")
    return lines


def text_lines(text: str) -> Iterator[Line]:
    lines = [line.strip() for line in text.splitlines()]
    for above, line, below in zip(["", *lines], lines, [*lines[1:], ""], strict=False):
        if not UNDERLINE.issuperset(line):
            is_underlined = bool(below) and UNDERLINE.issuperset(below)
            is_prominent = is_underlined or line.isupper() or line.endswith(":") or line.startswith("#")
            yield Line(cells_of(line.lstrip("# ")), is_prominent, UNDERLINE.issuperset(above))


def cells_of(text: str) -> Cells:
    """Return the cells between the tabs of a line."""
    return tuple((" ".join(cell.split()),) for cell in text.split("\t") if cell.strip())


def word_lines(content: bytes) -> Iterator[Line]:
    """Yield the lines of a Word document; an empty paragraph separates blocks."""
    try:
        with ZipFile(BytesIO(content)) as archive:
            document = parse(archive, "word/document.xml")
            styles = parse(archive, "word/styles.xml") if "word/styles.xml" in archive.namelist() else Element("none")
    except (BadZipFile, KeyError, ParseError, NotImplementedError, EOFError) as error:
        raise InputError(f"It is damaged, or not a Word document. {SAVE_AS}") from error
    named = ((style.get(f"{W}styleId"), style.find(f"{W}name")) for style in styles.iter(f"{W}style"))
    headings = {key for key, name in named if name is not None and str(name.get(f"{W}val")).lower().startswith("heading")}
    begins_block = True
    for element in blocks(document):
        if element.tag == f"{W}tr":
            cells = tuple(tuple(map(flat, paragraph_lines(cell))) for cell in element.findall(f"{W}tc"))
            lines = [Line(cells, begins_block=begins_block)] if any(cells) else []
        else:
            mark = is_prominent(element, headings)
            texts = [text for text in own_text(element).split("\n") if text.strip()]
            lines = [Line(cells_of(text), mark or text.strip().endswith(":") or text.isupper(), begins_block) for text in texts]
        yield from lines
        begins_block = not lines


def parse(archive: ZipFile, name: str) -> Element:
    """Return a part of a Word document; a small archive can say that it holds an enormous one."""
    with archive.open(name) as file:
        content = file.read(MAX_XML_BYTES + 1)
    if len(content) > MAX_XML_BYTES or b"<!DOCTYPE" in content:
        raise InputError(f"Its part {quote(name)} is not valid. {SAVE_AS}")
    return fromstring(content)  # noqa: S314  # nosec B314 - bounded, without entities


def blocks(element: Element) -> Iterator[Element]:
    """Yield the paragraphs, also those of text boxes, and the rows of tables."""
    for child in element:
        if child.tag in (f"{W}p", f"{W}tr"):
            yield child
        if child.tag not in (f"{W}tr", FALLBACK):
            yield from blocks(child)


def paragraph_lines(cell: Element) -> Iterator[str]:
    """Yield the lines of the paragraphs of a cell, also those of a table in it."""
    for paragraph in cell.iter(f"{W}p"):
        yield from filter(str.strip, own_text(paragraph).split("\n"))


def own_text(element: Element) -> str:
    """Return the text of a paragraph, without that of text boxes in it."""
    parts = [CHARACTERS.get(element.tag, ""), element.text or "" if element.tag == f"{W}t" else ""]
    return "".join([*parts, *(own_text(child) for child in element if child.tag not in (f"{W}p", f"{W}pPr", FALLBACK))])


def flat(text: str) -> str:
    return " ".join(text.split())


def is_prominent(paragraph: Element, headings: set[str | None]) -> bool:
    """Whether a paragraph has the style of a heading, or is bold."""
    style = paragraph.find(f"{W}pPr/{W}pStyle")
    runs = [run for run in paragraph.iter(f"{W}r") if own_text(run).strip()]
    bold = [run.find(f"{W}rPr/{W}b") for run in runs]
    is_bold = all(mark is not None and mark.get(f"{W}val") not in OFF for mark in bold)
    return is_bold or (style is not None and style.get(f"{W}val") in headings)
