"""Whatever a data file holds: an exit code and a line that names the file, never a traceback."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.__main__ import main
from pipeline.loading.publish import check
from tests.conftest import pipeline
from tests.support.messages import HEADER, edit, messages, publication, write

FILES = ("site.yaml", "profile.yaml", "clinic.yaml", "research.yaml", "publications.csv", "services.csv")
LAUGHS = "a: &a [ha, ha]\n" + "".join(f"{chr(98 + n)}: &{chr(98 + n)} [{f'*{chr(97 + n)}, ' * 9}]\n" for n in range(9))


def a_row(**cells: str) -> str:
    return f"{HEADER}\n{publication(**cells)}"


CSV = {
    "NUL byte": a_row(title="A\0title"),
    "control character": a_row(title="A\x1btitle"),
    "lone CR line ends": a_row().replace("\n", "\r"),
    "unclosed quote": a_row(title='"A title'),
    "semicolons": a_row().replace(",", ";"),
    "tabs": a_row().replace(",", "\t"),
    "empty": "",
    "header without its first column": HEADER.partition(",")[2],
    "only a row, no header": publication(),
    "two thousand columns": ",".join(f"column {n}" for n in range(2_000)),
    "ten thousand cells": f"{HEADER}\n{'a,' * 10_000}\n",
    "huge cell": a_row(title="x" * 200_000),
    "huge quoted cell": a_row(title='"' + "x\n" * 100_000 + '"'),
    "huge number": a_row(year="1" + "0" * 30),
    "number of 10,000 digits": a_row(year="9" * 10_000),
    "power": a_row(year="10**30"),
    "underscore": a_row(year="2_020"),
    "plus": a_row(year="+2020"),
    "full-width digits": a_row(year="２０２０"),
    "not a number": a_row(year="NaN"),
    "infinity": a_row(year="1e999"),
    "formula for a year": a_row(year="=2020"),
    "binary": bytes(range(256)),
    "image": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "spreadsheet": b"PK\x03\x04\x14\0\x06\0",
    "UTF-32": a_row().encode("utf-32"),
    "cut in a character": a_row(title="é").encode()[:67],
    "surrogates as UTF-8": a_row().encode().replace(b"A title", b"\xed\xa0\x80"),
    "overlong NUL": a_row().encode().replace(b"A title", b"\xc0\x80"),
    "two BOMs": "\ufeff\ufeff" + a_row(),
    "HTML": "<!doctype html><title>Sign in</title>",
}
YAML = {
    "NUL byte": "name: a\0b\n",
    "control character": "name: a\x1bb\n",
    "binary": bytes(range(256)),
    "empty": "",
    "10,000 open lists": "[" * 10_000,
    "10,000 open mappings": "{" * 10_000,
    "10,000 lists": "name: " + "[" * 10_000 + "]" * 10_000,
    "10,000 dashes": "- " * 10_000,
    "10,000 question marks": "? " * 10_000,
    "900 indented names": "".join(f"{' ' * n}a:\n" for n in range(900)),
    "billion laughs": LAUGHS,
    "alias of itself": "name: &a [*a]\n",
    "python object": "name: !!python/object/apply:os.system ['true']\n",
    "python name": "name: !!python/name:os.system\n",
    "own tag": "name: !thing x\n",
    "several documents": "---\nname: a\n---\nname: b\n",
    "merge key": "name: a\n<<: {address: b}\n",
    "merge key alone": "<<: {name: a}\n",
    "number as a name": "1: a\n",
    "null as a name": "~: a\n",
    "truth value as a name": "true: a\n",
    "date as a name": "2020-01-01: a\n",
    "empty name": "'': a\n",
    "list as a name": "? [a]\n: b\n",
    "mapping as a name": "? {a: b}\n: c\n",
    "value token": "=: a\n",
    "unclosed list": "name: [a\n",
    "unclosed quote": 'name: "a\n',
    "tab": "name:\n\t- a\n",
    "unknown escape": 'name: "\\q"\n',
    "escape beyond Unicode": 'name: "\\UFFFFFFFF"\n',
    "escape just beyond Unicode": 'name: "\\U00110000"\n',
    "escaped NUL": 'name: "\\0"\n',
    "escaped surrogate": 'name: "\\ud800"\n',
    "non-character": "name: \uffff\n",
    "unknown directive": "%FOO bar\n---\nname: a\n",
    "too large": "name: " + "x" * (1 << 20),
    "JSON of unknown names": '{"a": [1, 2.5, null, true]}',
    "lone surrogates as UTF-8": b"name: \xed\xa0\x80\n",
}


def refused(folder: Path, capsys: pytest.CaptureFixture[str], *command: str) -> list[str]:
    """The problems of a command that ends with exit code 1."""
    code = main([*(command or ("check",)), "--sources", str(folder)])
    said = capsys.readouterr()
    assert (code, said.err) == (1, ""), said
    return [line for line in said.out.splitlines() if not line.startswith((f"{folder}: ", "Nothing was published"))]


HOSTILE = [
    *(pytest.param("publications.csv", content, id=f"csv: {name}") for name, content in CSV.items()),
    *(pytest.param("clinic.yaml", content, id=f"yaml: {name}") for name, content in YAML.items()),
]


@pytest.mark.parametrize(("name", "content"), HOSTILE)
def test_hostile_content(folder: Path, name: str, content: str | bytes, capsys: pytest.CaptureFixture[str]) -> None:
    """Every line names the file, and the last ones say that nothing was published."""
    write(folder, name, content)
    problems = refused(folder, capsys)
    assert problems
    assert [line for line in problems if not line.removeprefix("warning: ").startswith(f"{folder}/{name}")] == []


@pytest.mark.parametrize("value", ["-1e999", "0x10", "[1]", "{a: 1}", "~", "9" * 5000])
def test_hostile_coordinates(folder: Path, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No value that JSON or SQLite could not hold."""
    edit(folder, "clinic.yaml", "latitude: 31.5", f"latitude: {value}")
    problems = refused(folder, capsys)
    assert [line.split(": ")[0] for line in problems] == [f"{folder}/clinic.yaml, line 17, coordinates.latitude"]


def be_missing(path: Path) -> None:
    path.unlink()


def be_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def be_a_dangling_link(path: Path) -> None:
    path.unlink()
    path.symlink_to("nowhere")


def be_a_circular_link(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


DAMAGE: dict[Callable[[Path], None], str] = {
    be_missing: "The file is missing. Put it back under this name.",
    be_a_folder: "The file cannot be opened (Is a directory).",
    be_a_dangling_link: "The file is missing. Put it back under this name.",
    be_a_circular_link: "The file cannot be opened (Too many levels of symbolic links).",
}


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda damage: str(damage.__name__))
@pytest.mark.parametrize("name", ["publications.csv", "clinic.yaml", "datapackage.yaml"])
def test_files_that_are_none(folder: Path, name: str, damage: Callable[[Path], None], capsys: pytest.CaptureFixture[str]) -> None:
    """Deleted, or replaced by something that is no file."""
    damage(folder / name)
    target = folder.parent / "profile.db"
    assert refused(folder, capsys, "build", "--database", str(target)) == [f"{folder}/{name}: {DAMAGE[damage]}"]
    assert not target.exists()


@pytest.mark.parametrize(("name", "limit"), [("publications.csv", 1024), ("clinic.yaml", 1), ("datapackage.yaml", 1)])
def test_files_that_are_too_large(folder: Path, name: str, limit: int) -> None:
    """Refused by their size, before anything is read."""
    os.truncate(folder / name, limit * 2**20 + 1)
    assert messages(folder) == [f"sources/{name}: The file is larger than {limit} MB. Is it the right one?"]


def test_the_command_itself_shows_no_traceback(folder: Path) -> None:
    """The same through a process of its own, with all six files damaged at once."""
    for name in FILES:
        write(folder, name, bytes(range(256)))
    run = pipeline("check", "--sources", folder)
    assert (run.code, run.err) == (1, "")
    assert [line.split(":")[0].split(",")[0] for line in run.out.splitlines()[:6]] == sorted(f"{folder}/{name}" for name in FILES)
    assert run.out.splitlines()[6] == f"{folder}: 6 errors, 0 warnings."


PIECES = (
    *(
        "name",
        "title",
        "year",
        "days",
        "10.5555/a",
        "2020",
        "1e999",
        "null",
        "true",
        "א",
        "[",
        "]",
        "{",
        "}",
        ":",
        ": ",
        "- ",
        ",",
        ";",
    ),
    *('"', "'", "&a", "*a", "!!", "|", ">-", "<<", "~", "#", "---", "%", "@", "?", "\n", "\r", "\n  ", "\t", "\x00", "\ufeff"),
)
CONTENTS = st.one_of(
    st.binary(max_size=300),
    st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.lists(st.sampled_from(PIECES), max_size=60).map(lambda pieces: "".join(pieces).encode()),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from(FILES), content=CONTENTS, keep=st.integers(0, 400))
def test_no_content_of_a_file_raises(sources: Path, name: str, content: bytes, keep: int) -> None:
    """Anything at all, alone or after the beginning of the real file: an answer, and lines that name the file."""
    path = sources / name
    original = path.read_bytes()
    try:
        path.write_bytes(original[:keep] + content)
        for problem in check(sources).report:
            assert str(sources) in problem.file
            assert str(problem).splitlines() == [str(problem)]
    finally:
        path.write_bytes(original)
