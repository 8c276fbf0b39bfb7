"""YAML as plain data: one mapping of text, lists and mappings, each value with its line.

YAML 1.1 reads an unquoted ``no`` as false and ``16:30`` as 990. Here every scalar stays the text that the owner wrote;
``pipeline.schema.nested.apply_types`` turns it into a number or a boolean if the schema asks for one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import yaml

from db.text import NO_BREAK_SPACE, NOT_IN_XML
from pipeline.read.mojibake import find_mojibake
from pipeline.read.text import UNSEEN, invisible_characters, read_lines, unusable_character
from pipeline.report import Problem, Report, SourceError, ValuePath, format_path
from pipeline.wording import as_block, quote

MAX_YAML_BYTES = 1 << 20
MAX_YAML_DEPTH = 20
NULLS = ("", "~", "null", "Null", "NULL")

# YAML drops everything after a #. A deliberate comment has a space after the #, and two spaces before it if a value comes
# first. Anything else could belong to the value.
NOTE_AFTER_TEXT = re.compile(r"(?: |[ \t]+(?=#[^\s\0]))(#[^\r\n\0]*)")
NOTE_AFTER_NAME = re.compile(r"[ \t]+(#[^\s\0][^\r\n\0]*)")
# The quotes of word processors, around a whole value.
DOUBLE_QUOTES, SINGLE_QUOTES = frozenset("“”„‟«»"), frozenset("‘’‚‛")

# Names at the beginning of a line. A mistake is usually in the value of the last name above it.
NAME_AT_MARGIN = re.compile(r"^([A-Za-z]\w*) *:(?=\s|$)", re.MULTILINE)

# What owners and word processors write in place of the hyphen and the space before an entry of a list.
WRONG_DASH = re.compile(r"[–—−•·‣]|-(?=[^\s-])")
OTHER_DASH = "The line begins with “{}”. Write a hyphen and a space."
WRONG_SPACES = "The line begins with non-breaking spaces. Type ordinary ones."
JOINED_ENTRIES = "This entry and the line below are read as one. Indent every dash of the list by the same number of spaces."

# Parts of PyYAML's messages for the most common slips, and the messages for the owner.
YAML_ERRORS = {
    "mapping values are not allowed here": 'The text contains a colon. Put the whole text in straight quotes (").',
    "sequence entries are not allowed here": "Write each entry of a list on its own line, or put the text in quotes.",
    "'\\t' that cannot start any token": "The line has a tab. Use spaces.",
    "expected <block end>": "The line is not indented like those around it, or a quotation mark above it is not closed.",
    "could not find expected ':'": "A colon and a space are missing. Write name: value, or indent the line like the text above.",
    "found unexpected end of stream": "A quotation mark is opened here but never closed.",
    "expected ',' or": "The brackets opened here lack a comma or the closing bracket.",
    "but found another document": "A second document begins here (---). Keep one.",
}
CONTINUED = "The line is read as part of the text above it. Indent both alike, and write a space after each colon."
AFTER_CLOSING = "Text follows a closing quotation mark or bracket. Put the whole text in quotes that it does not contain."
UNREADABLE = (
    "The line cannot be read. Check the spaces at its beginning, and put text that begins with a special character in quotes."
)


@dataclass(frozen=True)
class YamlDocument:
    """The mapping in a file, and the line of each path in it."""

    values: dict[str, Any]
    lines: Mapping[ValuePath, int]

    def location(self, path: ValuePath) -> dict[str, Any]:
        """The ``line`` and ``field`` of a Problem. A missing value has the line of the list or mapping that should contain it."""
        parents = (path[:length] for length in range(len(path), 0, -1))
        line = next((self.lines[parent] for parent in parents if parent in self.lines), None)
        return {"line": line, "field": format_path(path)}


def read_yaml(path: Path, report: Report) -> YamlDocument | None:
    """Read the mapping in a file, and report its problems. None if the file cannot be read.

    Values are text, lists, mappings or None. Nothing is read from a file with a syntax error.
    """
    try:
        lines = [*read_lines(path, MAX_YAML_BYTES)]
    except SourceError as error:
        report.add(error.problem)
        return None
    for number, line in enumerate(lines, start=1):
        if message := unusable_character(line):
            report.add(Problem(str(path), "encoding", message, line=number))
    text = NOT_IN_XML.sub("", "".join(lines))
    try:
        node = compose(text)
    except yaml.MarkedYAMLError as error:
        report.add(syntax_problem(path, error))
        return None
    if not isinstance(node, yaml.MappingNode):
        report.add(Problem(str(path), "syntax", "The file must contain lines of the form “name: value”.", line=1))
        return None
    reader = NodeReader(path, report)
    return YamlDocument(reader.mapping(node, ()), reader.lines)


def compose(text: str) -> yaml.Node | None:
    """Parse a YAML text.

    Raises:
        yaml.MarkedYAMLError: the text is not YAML, or has more than plain data.
    """
    loader = PlainLoader(text)
    try:
        node: yaml.Node | None = loader.get_single_node()
    except (ValueError, OverflowError):  # "\U00110000" is not a character
        raise yaml.MarkedYAMLError(problem="unknown character", problem_mark=loader.get_mark()) from None
    return node


class PlainLoader(yaml.SafeLoader):
    """Rejects aliases, anchors, tags and deep nesting before anything is built from them."""

    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        if refusal := refusal_reason(event, self.depth):
            raise RefusedError(None, None, refusal, event.start_mark)
        self.depth += 1
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node


class RefusedError(yaml.MarkedYAMLError):
    """Well-formed YAML that is not accepted; ``problem`` is a message for the owner."""


def refusal_reason(event: Any, depth: int) -> str | None:
    """The message if the loader refuses the node that begins with this event."""
    if depth > MAX_YAML_DEPTH:
        return f"The lists are nested more than {MAX_YAML_DEPTH} deep."
    if isinstance(event, yaml.AliasEvent):
        special = f"*{event.anchor}"
    else:
        special = f"&{event.anchor}" if event.anchor is not None else event.tag
    return None if special is None else f"{quote(special)} is not text in YAML. Put the whole value in quotes."


class NodeReader:
    """Turns the nodes of one file into values, and records the line of each path."""

    def __init__(self, file: Path, report: Report) -> None:
        self.file = str(file)
        self.report = report
        self.lines: dict[ValuePath, int] = {}

    def value(self, node: yaml.Node, path: ValuePath) -> Any:
        self.lines.setdefault(path, line_of(node.start_mark))
        if isinstance(node, yaml.MappingNode):
            return self.mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            for index, item in enumerate(node.value):
                if isinstance(item, yaml.ScalarNode) and item.style is None and has_dashes(item):
                    self.error("syntax", JOINED_ENTRIES, line_of(item.start_mark), (*path, index))
                    return None
            return [self.value(item, (*path, index)) for index, item in enumerate(node.value)]
        return self.text(cast("yaml.ScalarNode", node), path)

    def mapping(self, node: yaml.MappingNode, path: ValuePath) -> dict[str, Any]:
        """Read a mapping. A repeated name is an error, and its first value is kept."""
        result: dict[str, Any] = {}
        for name_node, value_node in node.value:
            line, name = line_of(name_node.start_mark), name_node.value
            here = (*path, name)
            if not isinstance(name_node, yaml.ScalarNode):
                self.error("syntax", "A name must be plain text before a colon.", line, path)
            elif name.startswith(NO_BREAK_SPACE):
                self.error("syntax", WRONG_SPACES, line, path)
            elif message := unusable_character(name):
                self.error("encoding", message, line, path)
            elif name in result:
                first = f"The name is already used in line {self.lines[here]}. Keep one of the two."
                self.error("repeated_name", first, line, here)
            else:
                self.lines[here] = line
                result[name] = self.value(value_node, here)
        return result

    def text(self, node: yaml.ScalarNode, path: ValuePath) -> str | None:
        """The trimmed text of a node; None if it is empty."""
        line, end, is_plain = self.lines[path], node.end_mark, node.style is None
        if is_plain and (note := (NOTE_AFTER_TEXT if node.value else NOTE_AFTER_NAME).match(end.buffer or "", end.pointer)):
            fix = "Put the whole value in quotes, or the note on its own line."
            self.warning(
                "note", f"{quote(note[1])} is not published, because # begins a note. {fix}", line_of(end), path, note[1]
            )
        if node.style in (None, ">") and has_dashes(node):
            if wrong := WRONG_DASH.match(node.value):
                self.error("syntax", OTHER_DASH.format(wrong[0]), line_of(node.start_mark), path)
                return None
            fix = as_block(str(path[-1]))
            self.warning(
                "syntax", f"Lines that begin with a dash are joined to the text above them. {fix}", line, path, node.value
            )
        if is_plain and node.value in NULLS:
            return None
        # Inside double quotes, YAML can write any character by its number.
        if message := unusable_character(node.value):
            self.error("encoding", message, line, path)
            return None
        if message := find_mojibake(node.value):
            self.error("encoding", message, line, path)
        if message := invisible_characters(node.value):
            self.warning("invisible", message, line, path, node.value)
        text: str = UNSEEN.sub("", node.value).strip()
        quoted = text[1:-1]
        if is_plain and quoted and {text[0], text[-1]} <= DOUBLE_QUOTES | SINGLE_QUOTES and DOUBLE_QUOTES.isdisjoint(quoted):
            self.warning("quotes", "Removed the typographic quotes around the text. Use straight quotes.", line, path, text)
            text = quoted.strip()
        return text or None

    def warning(self, code: str, message: str, line: int, path: ValuePath, value: str) -> None:
        self.report.add(Problem(self.file, code, message, "warning", line=line, field=format_path(path), value=value))

    def error(self, code: str, message: str, line: int, path: ValuePath) -> None:
        self.report.add(Problem(self.file, code, message, line=line, field=format_path(path) or None))


def syntax_problem(file: Path, error: yaml.MarkedYAMLError) -> Problem:
    """Tell the owner how to fix what PyYAML cannot read."""
    reason, mark = str(error.problem), error.problem_mark
    above, _, before = (mark.buffer[: mark.pointer] if mark and mark.buffer else "").rpartition("\n")
    if isinstance(error, RefusedError):
        message = reason
    elif "mapping values" in reason and ": " not in before:
        message = CONTINUED
    elif "<block end>, but found '-'" in reason and (names := NAME_AT_MARGIN.findall(above)):
        message = f"A list follows text here. Begin every entry with a dash. {as_block(names[-1])}"
    elif "'<scalar>'" in reason and before.strip():
        message = AFTER_CLOSING
    else:
        message = next((message for part, message in YAML_ERRORS.items() if part in reason), UNREADABLE)
    # PyYAML notices a missing bracket or quotation mark only at the end of the file, and a missing colon in the next line. The
    # context mark is where to write it.
    is_earlier = "opened here" in message or "colon and a space" in message
    line = line_of(error.context_mark if is_earlier else mark)
    text = "".join(mark.buffer.split("\n")[line - 1 : line]).lstrip(" ") if mark and mark.buffer else ""
    if text.startswith(NO_BREAK_SPACE):
        message = WRONG_SPACES
    elif wrong := WRONG_DASH.match(text):
        message = OTHER_DASH.format(wrong[0])
    return Problem(str(file), "syntax", message, line=line)


def has_dashes(node: yaml.ScalarNode) -> bool:
    """Whether a line of a text, after its first one, begins with a dash."""
    _, *more = (node.end_mark.buffer or "")[node.start_mark.pointer : node.end_mark.pointer].split("\n")
    return any(each.lstrip().startswith("- ") for each in more)


def line_of(mark: Any) -> int:
    """The line of a YAML mark, as a text editor counts it."""
    return int(mark.line) + 1
