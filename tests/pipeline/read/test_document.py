"""YAML as plain data: values stay what was written, and errors have a path and a line."""

from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

from pipeline.read.document import AFTER_CLOSING, CONTINUED, UNREADABLE, YAML_ERRORS, read_yaml
from pipeline.report import Report


def read(folder: Path, text: str | bytes) -> tuple[dict[str, Any] | None, list[str]]:
    path, report = folder / "a.yaml", Report()
    path.write_bytes(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
    with chdir(folder):
        document = read_yaml(Path(path.name), report)
    return document.values if document else None, [str(problem) for problem in report]


QUOTES = "Removed the typographic quotes around the text. Use straight quotes."
# Texts with their values, and the warnings about them.
VALUES: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    # YAML 1.1 has booleans, octal and base-60 numbers, and dates.
    "every scalar stays text": (
        "a: [no, 007, 1_000, 2027-04-21, 1e3, 16:30, 'true', 1.5]\n",
        {"a": ["no", "007", "1_000", "2027-04-21", "1e3", "16:30", "true", "1.5"]},
        [],
    ),
    "lists, mappings and absent values": (
        'a: {b: [x, {c: y}], d: ~}\ne:\nf: ""\ng: "null"\n',
        {"a": {"b": ["x", {"c": "y"}], "d": None}, "e": None, "f": None, "g": "null"},
        [],
    ),
    "surrounding whitespace": ("a:   x  \nb:\n  - ' y '\nc: |\n  z\n", {"a": "x", "b": ["y"], "c": "z"}, []),
    # On a line of their own, and beside a value with two spaces; a # inside a word or quotes is text.
    "notes are not published": (
        "# note\na: x  # note\nb: # note\n  # note\n  - c#1\n  - 'd #2' # note\ne: # note\nf: >- # note\n  g #3\n",
        {"a": "x", "b": ["c#1", "d #2"], "e": None, "f": "g #3"},
        [],
    ),
    "a list in a text that keeps its lines": ("bio: |-\n  A.\n\n  - b\n", {"bio": "A.\n\n- b"}, []),
    # What applications put around a number that they copy, for example.
    "invisible characters": (
        "a: x\nb: \u202a+44-20\u202c\n",
        {"a": "x", "b": "+44-20"},
        ["line 2, b: Removed invisible characters (U+202A and U+202C)."],
    ),
    # Inside a text, and inside straight quotes, they stay.
    "typographic quotes": (
        "a: “Dr. X”\nb: ‘08:30’\nc: “Best” and “first”\nd: '„Y“'\n",
        {"a": "Dr. X", "b": "08:30", "c": "“Best” and “first”", "d": "„Y“"},
        [f"line 1, a: {QUOTES}", f"line 2, b: {QUOTES}"],
    ),
}


@pytest.mark.parametrize(("text", "values", "warnings"), VALUES.values(), ids=VALUES)
def test_values_stay_as_they_were_written(tmp_path: Path, text: str, values: dict[str, Any], warnings: list[str]) -> None:
    assert read(tmp_path, text) == (values, [f"warning: a.yaml, {warning}" for warning in warnings])


@pytest.mark.parametrize(
    ("text", "value", "lost"),
    [
        ("a: #0b6260", None, "#0b6260"),
        ("a: MD # PhD", "MD", "# PhD"),
        ("a: Suite #4, City # b", "Suite", "#4, City # b"),
        ("a: two\n  lines #1\nb: c", "two lines", "#1"),
    ],
)
def test_text_after_a_hash_is_not_lost_silently(tmp_path: Path, text: str, value: str | None, lost: str) -> None:
    fix = "Put the whole value in quotes, or the note on its own line."
    values, [problem] = read(tmp_path, text)
    assert (values or {})["a"] == value
    line = 2 if "lines" in text else 1
    assert problem == f'warning: a.yaml, line {line}, a: "{lost}" is not published, because # begins a note. {fix}'


BLOCK = "For a text with several lines, write bio: |- and below it the whole text, indented."


@pytest.mark.parametrize("text", ["bio: A.\n  - b\n", "bio:\n  A.\n\n  - b\n", "bio: >-\n  A.\n  - b\n"])
def test_a_list_that_yaml_joins_to_its_text(tmp_path: Path, text: str) -> None:
    message = "Lines that begin with a dash are joined to the text above them."
    assert read(tmp_path, text)[1] == [f"warning: a.yaml, line 1, bio: {message} {BLOCK}"]


INDENT = "This entry and the line below are read as one. Indent every dash of the list by the same number of spaces."


@pytest.mark.parametrize(
    ("text", "values", "message"),
    [
        ("a:\n- x\n  - y\n  - z\n", {"a": None}, f"line 2, a[1]: {INDENT}"),
        ("a:\n  - x\n   - y\n  - z\n", {"a": None}, f"line 2, a[1]: {INDENT}"),
        ("a:\n  – x\n  - y\n", {"a": None}, "line 2, a: The line begins with “–”. Write a hyphen and a space."),
        ("a:\n  • x\n  - y\n", {"a": None}, "line 2, a: The line begins with “•”. Write a hyphen and a space."),
        ("a:\n  -x\n  - y\n", {"a": None}, "line 2, a: The line begins with “-”. Write a hyphen and a space."),
        ("a:\n  - x\n  — y\n", None, "line 3: The line begins with “—”. Write a hyphen and a space."),
        ("a:\n  - x\n  -y\n", None, "line 3: The line begins with “-”. Write a hyphen and a space."),
    ],
)
def test_entries_of_a_list_begin_with_equal_dashes(
    tmp_path: Path, text: str, values: dict[str, Any] | None, message: str
) -> None:
    """YAML would join them. The list counts as absent, because its length would cause other errors."""
    assert read(tmp_path, text) == (values, [f"a.yaml, {message}"])


@pytest.mark.parametrize(
    ("text", "line"),
    [("a:\n\u00a0\u00a0b: c\n", 2), ("a:\n  b: c\n \u00a0d: e\n", 3), ("a:\n  - b\n\u00a0\u00a0- c\n", 3)],
    ids=["name", "another name", "entry"],
)
def test_non_breaking_spaces_do_not_indent(tmp_path: Path, text: str, line: int) -> None:
    assert read(tmp_path, text)[1] == [f"a.yaml, line {line}: The line begins with non-breaking spaces. Type ordinary ones."]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a:\n  - b: 1\n    b: 2", "line 3, a[1].b: The name is already used in line 2. Keep one of the two."),
        ("a: x\nb:\n  ? [c]\n  : d", "line 3, b: A name must be plain text before a colon."),
        ('a: x\nb: "\\0"', "line 2, b: The text contains the invisible character U+0000. Delete it, or type the line again."),
        ('a: x\n"b\\ud800": x', "line 2: The text contains the invisible character U+D800. Delete it, or type the line again."),
        ("a: x\nb: y\x07", "line 2: The text contains the invisible character U+0007. Delete it, or type the line again."),
    ],
)
def test_errors_of_values_have_path_and_line(tmp_path: Path, text: str, message: str) -> None:
    values, problems = read(tmp_path, text)
    assert values is not None
    assert problems == [f"a.yaml, {message}"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: x\nb: *c", 'line 2: "*c" is not text in YAML. Put the whole value in quotes.'),
        ("a: x\nb: &c d", 'line 2: "&c" is not text in YAML. Put the whole value in quotes.'),
        ("a: !x y", 'line 1: "!x" is not text in YAML. Put the whole value in quotes.'),
        # The rest of the file follows in the next run.
        ("a: x\nb: c: d\ne: 'f", 'line 2: The text contains a colon. Put the whole text in straight quotes (").'),
        ("a:x\nb: c", f"line 2: {CONTINUED}"),
        ("a: x\n b: c", f"line 2: {CONTINUED}"),
        ("a: x\nb: 'Levi's' clinic\nc: d", f"line 2: {AFTER_CLOSING}"),
        ("a: x\nb: [c] d\ne: f", f"line 2: {AFTER_CLOSING}"),
        ("a:\n  - b\n c", f"line 3: {YAML_ERRORS['expected <block end>']}"),
        ("bio: b\n- c", f"line 2: A list follows text here. Begin every entry with a dash. {BLOCK}"),
        ("a: - b", "line 1: Write each entry of a list on its own line, or put the text in quotes."),
        ("a:\n\tb: c", "line 2: The line has a tab. Use spaces."),
        ('a: x\nb: "c\nd: e', "line 2: A quotation mark is opened here but never closed."),
        ("a: x\nb: [c\nd: e", "line 2: The brackets opened here lack a comma or the closing bracket."),
        ("a: x\nb\nc: d", "line 2: A colon and a space are missing. Write name: value, or indent the line like the text above."),
        ("a: @b", f"line 1: {UNREADABLE}"),
        ('a: "\\U00110000"', f"line 1: {UNREADABLE}"),
        ("a: b\n---\nc: d", "line 2: A second document begins here (---). Keep one."),
        ("a: " + "[" * 30, "line 1: The lists are nested more than 20 deep."),
        *((text, "line 1: The file must contain lines of the form “name: value”.") for text in ("", "- name: A\n", "A clinic\n")),
    ],
)
def test_yaml_that_cannot_be_read_names_the_line_to_fix(tmp_path: Path, text: str, message: str) -> None:
    assert read(tmp_path, text) == (None, [f"a.yaml, {message}"])


@pytest.mark.parametrize(
    "content",
    ["[" * 10_000, "- " * 10_000, "".join(f"{' ' * n}a:\n" for n in range(900)), "? " * 10_000, "a: &a [*a]\n"],
    ids=["lists", "dashes", "names", "question marks", "loop"],
)
def test_hostile_yaml_gets_one_line(tmp_path: Path, content: str) -> None:
    """No recursion error, no expansion, no traceback."""
    values, [problem] = read(tmp_path, content)
    assert not values
    assert problem.startswith("a.yaml, line")
