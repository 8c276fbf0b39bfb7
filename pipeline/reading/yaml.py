"""YAML as data only: one mapping, text scalars, every value with its line; nothing that YAML could turn it into.

YAML 1.1 reads an unquoted ``no`` as false and ``16:30`` as 990. Here every unquoted scalar stays the text that was
written; :func:`typed` turns it into a number or a boolean where the schema asks for one, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from db.text import PLAIN_NUMBERS
from pipeline.problems import Problem, Report, SourceError, quote, suggestion
from pipeline.reading.text import read_lines, unusable_character

MOST_BYTES = 1 << 20
DEEPEST = 20
NULLS = ("", "~", "null", "Null", "NULL")

# What PyYAML says of the commonest slips, and what to do about them.
ADVICE = {
    "mapping values are not allowed here": "A colon stands inside the text. Put the whole text in quotes.",
    "'\\t' that cannot start any token": "A tab stands here. Indent with blanks.",
    "expected <block end>": "The line is not indented as those around it, or a quotation mark above it is not closed.",
    "could not find expected ':'": "The line has no colon. Write name: value, or indent it as part of the text above.",
    "found unexpected end of stream": "A quotation mark is opened here and never closed.",
    "expected ',' or": "In the brackets that are opened here a comma or the closing bracket is missing.",
    "but found another document": "A second document begins here (---). Keep one.",
}
GENERAL_ADVICE = "Check the blanks at its beginning, and put text that begins with a special character in quotes."

Place = tuple[str | int, ...]
# Where a value stands: a field's name, and a place inside its value, to the arguments of a Problem.
Locate = Callable[..., dict[str, Any]]


@dataclass(frozen=True)
class Document:
    """One mapping from a file, and the line of each place in it."""

    values: dict[str, Any]
    lines: Mapping[Place, int]


def read_yaml(path: Path, label: str, report: Report) -> Document | None:
    """The mapping that a file holds; what is wrong with it goes to the report.

    Values are text, lists, mappings or None. None is returned when the file cannot be read at all.
    """
    try:
        faults: list[tuple[int, str]] = []
        text = "".join(read_lines(path, label, MOST_BYTES, faults))
        report.extend(Problem(label, fault, line=line) for line, fault in faults)
        node = yaml.compose(text, Loader=PlainLoader)
    except SourceError as error:
        report.add(error.problem)
        return None
    except (yaml.YAMLError, ValueError, OverflowError) as error:  # the last two: "\U00110000" is no character
        report.add(broken_yaml(label, error))
        return None
    if not isinstance(node, yaml.MappingNode):
        report.add(Problem(label, "The file must hold lines of the form “name: value”.", line=1))
        return None
    reader = NodeReader(label, report)
    return Document(reader.mapping(node, ()), reader.lines)


class PlainLoader(yaml.SafeLoader):
    """Stops at aliases, tags and absurd depth, before anything is built from them."""

    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        if fault := danger(event, self.depth):
            raise DangerError(None, None, fault, event.start_mark)
        self.depth += 1
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node


class DangerError(yaml.MarkedYAMLError):
    """YAML that is well-formed and refused; the problem is a sentence for the owner."""


def danger(event: Any, depth: int) -> str | None:
    """Why what begins with this event is refused; None where it is not."""
    if depth > DEEPEST:
        return f"The lists are nested more than {DEEPEST} deep."
    if isinstance(event, yaml.AliasEvent):
        return f"{quote('*' + str(event.anchor))} is a YAML alias. Write the value out, or put it in quotes."
    if event.anchor is not None:
        return f"{quote('&' + event.anchor)} is a YAML anchor. Leave it out, or put the text in quotes."
    if event.tag is not None:
        written = event.tag.replace("tag:yaml.org,2002:", "!!")
        return f"{quote(written)} is a YAML tag. Write the value alone, or put it in quotes."
    return None


class NodeReader:
    """Turns the nodes of one file into values, and notes the line of each place."""

    def __init__(self, label: str, report: Report) -> None:
        self.label = label
        self.report = report
        self.lines: dict[Place, int] = {}

    def value(self, node: yaml.Node, place: Place) -> Any:
        """The value of a node: text, None, a list or a mapping."""
        if isinstance(node, yaml.MappingNode):
            return self.mapping(node, place)
        if isinstance(node, yaml.SequenceNode):
            return [self.item(item, (*place, index)) for index, item in enumerate(node.value)]
        return self.text(node, place) if isinstance(node, yaml.ScalarNode) else None

    def item(self, node: yaml.Node, place: Place) -> Any:
        """One entry of a list."""
        self.lines[place] = mark_line(node.start_mark)
        return self.value(node, place)

    def mapping(self, node: yaml.MappingNode, place: Place) -> dict[str, Any]:
        """The mapping of a node; of a name that stands twice, which is a fault, the first is kept."""
        result: dict[str, Any] = {}
        for name_node, value_node in node.value:
            line = mark_line(name_node.start_mark)
            if not isinstance(name_node, yaml.ScalarNode):
                self.fault("A name must be plain text before a colon.", line, place)
                continue
            name = name_node.value
            here = (*place, name)
            if fault := unusable_character(name):
                self.fault(fault, line, place)
            elif name in result:
                self.fault(f"The name stands twice; the first time in line {self.lines[here]}. Keep one.", line, here)
            else:
                self.lines[here] = line
                result[name] = self.value(value_node, here)
        return result

    def text(self, node: yaml.ScalarNode, place: Place) -> str | None:
        """The text of a node, trimmed; None where there is none."""
        if node.style is None and node.value in NULLS:
            return None
        # In double quotes YAML writes any character by its number.
        if fault := unusable_character(node.value):
            self.fault(fault, self.lines[place], place)
            return None
        kept: str = node.value.strip()
        # A block (| or >) ends with the line break that YAML itself adds; in quotes, blanks were typed.
        if node.style in ("'", '"') and kept != node.value:
            message = f"A stray blank was taken out; the value is now {quote(kept)}."
            self.report.add(
                Problem(self.label, message, "warning", line=self.lines[place], field=dotted(place), value=node.value)
            )
        return kept or None

    def fault(self, message: str, line: int, place: Place) -> None:
        self.report.add(Problem(self.label, message, line=line, field=dotted(place) or None))


def typed(value: Any, schema: Mapping[str, Any]) -> Any:
    """The value as a JSON Schema asks for it: scalars of its types, names in its order; what does not fit stays as it is."""
    kind = schema.get("type")
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        others = schema.get("additionalProperties")
        others = others if isinstance(others, dict) else {}
        required = schema.get("required", ())
        names = [*(name for name in properties if name in value), *(name for name in value if name not in properties)]
        # An optional place without a value counts as not written.
        kept = [name for name in names if value[name] is not None or name in required]
        return {name: typed(value[name], properties.get(name, others)) for name in kept}
    if isinstance(value, list):
        return [typed(item, schema.get("items", {})) for item in value]
    if "boolean" in (kind or ()) and value in ("true", "false"):
        return value == "true"
    if kind in ("integer", "number") and isinstance(value, str) and PLAIN_NUMBERS[kind].fullmatch(value):
        return float(value) if "." in value else int(value)
    return value


def unknown_keys(document: Document, allowed: tuple[str, ...], label: str) -> Iterator[Problem]:
    """A problem for each top-level name that the schema does not know."""
    for key in document.values:
        if key not in allowed:
            yield Problem(label, unknown_key(key, allowed), line=document.lines[(key,)], field=key)


def unknown_key(key: str, allowed: tuple[str, ...]) -> str:
    """The message for a name that the schema does not know."""
    return f"{quote(key)} is not a known name. {suggestion(key, allowed, 'The names here')}"


def dotted(place: Place) -> str:
    """A place as people write it: ``hours.weekly[2].opens``, list items counted from 1."""
    parts = [f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in place]
    return "".join(parts).removeprefix(".")


def line_place(document: Document) -> Locate:
    def locate(field: str, place: Place = ()) -> dict[str, Any]:
        whole = (field, *place)
        # What is missing has no line of its own: the line of what should hold it is the nearest.
        line = next((document.lines[whole[:n]] for n in range(len(whole), 0, -1) if whole[:n] in document.lines), None)
        return {"line": line, "field": dotted(whole)}

    return locate


def broken_yaml(label: str, error: Exception) -> Problem:
    """The owner's version of what the YAML reader could not make sense of."""
    reason = getattr(error, "problem", None) or "it is not YAML"
    if isinstance(error, DangerError):
        message = reason
    else:
        advice = next((advice for words, advice in ADVICE.items() if words in reason), None)
        message = advice or f"The line cannot be read ({reason}). {GENERAL_ADVICE}"
    # What is opened and not closed is noticed at the end of the file, but has to be mended where it begins.
    mark = getattr(error, "context_mark" if "opened here" in message else "problem_mark", None)
    return Problem(label, message, line=mark_line(mark))


def mark_line(mark: Any) -> int:
    """The line of a YAML mark as a text editor counts it; the first where YAML gives none."""
    return 1 if mark is None else int(mark.line) + 1
