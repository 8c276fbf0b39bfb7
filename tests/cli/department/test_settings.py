"""Errors in department.yaml, which stop everyone."""

from pathlib import Path

import pytest

from cli.__main__ import main
from tests.conftest import run_main
from tests.support.messages import write

DAY = "Write it as year-month-day, for example 2026-01-31."


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("names: x", 'names: Unknown name "names".'),
        ("people: {Dr X: }", 'people.Dr X: "Dr X" cannot be part of an address here.'),
        ("people: {he: }", 'people.he: "he" cannot be part of an address here.'),
        ("people: {rosa: }", "people.rosa: There is no folder"),
        ("people: {rosa: {site: 'http://rosa.example.org'}}", 'people.rosa.site: "http://rosa.example.org" is not'),
        ("people: {rosa: {until: 30.6.2027}}", f'people.rosa.until: Expected a date, got "30.6.2027". {DAY}'),
        ("people: {rosa: {site: 'file:///etc/passwd'}}", "people.rosa.site: "),
    ],
    ids=["unknown name", "characters", "a language", "no folder", "unencrypted", "a day", "a file"],
)
def test_errors_of_department_yaml(tmp_path: Path, line: str, message: str) -> None:
    write(tmp_path, "department.yaml", f"name: D\nbase_url: https://d.example\n{line}\n")
    assert run_main(main, "check", SOURCES=str(tmp_path)).out.startswith(f"{tmp_path}/department.yaml, line 3, {message}")
