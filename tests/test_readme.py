"""What the READMEs say is so: each endpoint, parameter, target, setting, library, column and command in them."""

from __future__ import annotations

import re
import shlex
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from api.http.server import OPTIONS
from tests.conftest import ROOT, SOURCES, Server

README = (ROOT / "README.md").read_text(encoding="utf-8")
SOURCES_README = (SOURCES / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def flags() -> Iterator[str]:
    """The options of the server that ships, as waitress-serve takes them."""
    for name, value in OPTIONS.items():
        flag = name.replace("_", "-")
        yield f"--{'' if value else 'no-'}{flag}" if isinstance(value, bool) else f"--{flag}={value}"


# The commands that other tests or CI run (test_make.py, test_import_command.py, test_server.py, test_database.py, .ci/run); the
# last one here.
RUN_ELSEWHERE = {
    "make serve",
    "make test",
    'make import FILES="refs.bib works.json"',
    'make import FILES="refs.bib works.json" OPTIONS=--write',
    "sqlite3 db/profile.db < db/queries.sql",
    "python -m api --host 127.0.0.1 --port 8080",
    f"waitress-serve --listen=127.0.0.1:8080 {' '.join(flags())} api:app",
}


def table_rows(text: str, heading: str) -> list[list[str]]:
    """The cells of the rows of the table whose header row begins with a heading."""
    lines = text.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def commands() -> list[str]:
    """Every line of every shell block."""
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    return [line.split("  #")[0].rstrip() for block in blocks for line in block.splitlines() if line.strip()]


def test_every_endpoint_and_parameter_is_in_the_readme(server: Server) -> None:
    index: list[dict[str, Any]] = server.json("/api")["endpoints"]
    expected = {endpoint["path"]: [parameter["name"] for parameter in endpoint["parameters"]] for endpoint in index}
    documented = {row[0].strip("`"): re.findall(r"`(\w+)`", row[1]) for row in table_rows(README, "path")}
    assert documented == expected


@pytest.mark.parametrize("command", [command for command in commands() if command.startswith("curl")])
def test_every_request_of_the_readme_finds_something(server: Server, command: str) -> None:
    address, *options = shlex.split(command)[1:]
    headers = dict(option.split(": ") for option in options if option != "-H")
    answer = server.get(address.removeprefix("http://127.0.0.1:8080"), headers=headers)
    assert answer.status_code == 200
    if headers:
        assert answer.headers["content-type"].startswith(headers["Accept"])
        assert "Ultrasound-guided hydrodissection of the ulnar nerve" in answer.text
    elif "format=" in address:
        assert "Sonography of the median nerve" in answer.text.replace("{", "").replace("}", "")
    else:
        body = answer.json()
        assert body.get("publications") or body.get("services") or body.get("count") or body.get("doi") == "10.5555/msk.2021.001"


def test_every_other_command_is_run_elsewhere() -> None:
    assert {command for command in commands() if not command.startswith("curl")} == RUN_ELSEWHERE


def test_waitress_serve_takes_the_same_limits(serve: Callable[..., Server], example_database: Path) -> None:
    [command] = [command for command in commands() if command.startswith("waitress-serve")]
    program, listen, *rest = command.split()
    assert listen == "--listen=127.0.0.1:8080"
    arguments = (str(Path(sys.executable).with_name(program)), "--listen=127.0.0.1:{port}", *rest)
    assert serve(example_database, command=arguments).json("/api/publications")["count"] == 13


def test_every_make_target_is_in_the_readme() -> None:
    targets = re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE)
    assert [target for target in targets if target != "help" and f"make {target}" not in README] == []


def test_every_setting_is_in_the_readme() -> None:
    settings = set(re.findall(r"^([A-Z_]+) \?=", MAKEFILE, re.MULTILINE))
    for module in [*Path(ROOT, "api").glob("*.py"), *Path(ROOT, "pipeline").rglob("*.py")]:
        settings |= set(
            re.findall(r'(?:os\.environ(?:\.get\(|\[)|^    \()"([A-Z_]+)"', module.read_text(encoding="utf-8"), re.MULTILINE)
        )
    documented = {name for row in table_rows(README, "setting") for name in re.findall(r"`([A-Z_]+)`", row[0])}
    assert documented == settings


def test_every_library_is_in_the_dependency_table() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *(name for extra in project["optional-dependencies"].values() for name in extra)]
    names = {match[0].lower() for entry in wanted if (match := re.match(r"[A-Za-z0-9-]+", entry))}
    table = " ".join(cell.lower() for row in table_rows(README, "library") for cell in row)
    # Packages of type hints stand with mypy, which is their reason.
    assert {name for name in names if not name.startswith("types-") and f"[{name}]" not in table} == set()


def test_every_column_and_source_is_in_the_readme_of_the_sources() -> None:
    for name in ("publications.csv", "services.csv"):
        header = (SOURCES / name).read_text(encoding="utf-8").splitlines()[0].split(",")
        assert [column for column in header if f"| `{column}` |" not in SOURCES_README] == []
    assert {row[0].strip("`") for row in table_rows(SOURCES_README, "file")} == {
        path.name for path in SOURCES.iterdir() if path.name != "README.md"
    }


def test_the_messages_of_the_readme_are_those_of_the_check(sources: Path) -> None:
    """The two examples of what `make check` says."""
    from pipeline.loading.publish import check

    shown = re.search(r"```text\n(.*?)```", README, re.DOTALL)
    assert shown
    publications, clinic = sources / "publications.csv", sources / "clinic.yaml"
    lines = publications.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[6] = re.sub(r",20\d\d,", ",20x0,", lines[6], count=1)
    publications.write_text("".join(lines), encoding="utf-8")
    text = clinic.read_text(encoding="utf-8")
    clinic.write_text(text.replace("online: https://booking.example.org/", "online: htp://x"), encoding="utf-8")
    found = [str(problem).replace(str(sources), "sources") for problem in check(sources).report if problem.severity == "error"]
    expected = [line.strip() for line in shown[1].strip().splitlines()]
    assert sorted(found) == sorted(expected)


def test_all_licences_are_named() -> None:
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License\n")
    assert "[CC BY 4.0](https://creativecommons.org/licenses/by/4.0/)" in README
    assert "CC BY 4.0" in SOURCES_README


def test_the_changelog_has_the_version_of_the_api(server: Server) -> None:
    version = server.json("/api/status")["version"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == version
    assert f"\n## {version}\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
