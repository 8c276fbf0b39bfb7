"""The documentation tells the truth: endpoints, parameters, commands, settings, libraries, columns and messages."""

import ast
import re
import shlex
import sqlite3
import sys
import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from api.http.server import WAITRESS_OPTIONS
from api.query.parameters import FILTERS, LIST_PARAMETERS
from bibliography.gathering import Question
from bibliography.registries import REGISTRIES
from bibliography.registries.registry import Registry
from cli.__main__ import main
from pipeline.wording import MESSAGES
from tests.commands.fields import reference
from tests.conftest import ROOT, SOURCES, WAITRESS, Server, start
from tests.support.languages import endpoints
from tests.support.messages import edit, messages
from tests.support.repository import commit


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


README = read("README.md")
CONTRIBUTING = read("CONTRIBUTING.md")
API = read("api/README.md")
DEPLOY = read("deploy/README.md")
SOURCES_README = read("sources/README.md") + read("sources/publications.md")
MAKEFILE = read("Makefile")
PROJECT: dict[str, Any] = tomllib.loads(read("pyproject.toml"))["project"]
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)
# The calls that name the code of a problem, and which argument it is.
CODED = {"Problem": 1, "Finding": 1, "self.error": 0, "self.warning": 0, "first_use": 1}


def table(text: str, heading: str) -> list[list[str]]:
    """The rows of every table whose first heading is ``heading``."""
    tables = re.findall(rf"^\| {heading} \|.*\n\|---.*\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [[cell.strip() for cell in row.strip("|").split("|")] for rows in tables for row in rows.splitlines()]


def test_every_code_of_a_problem_is_documented() -> None:
    paths = [path for part in ("bibliography", "cli", "pipeline") for path in (ROOT / part).rglob("*.py")]
    modules = [ast.parse(path.read_text(encoding="utf-8")) for path in paths]
    calls = [node for module in modules for node in ast.walk(module) if isinstance(node, ast.Call)]
    arguments = [call.args[CODED[name]] for call in calls if (name := ast.unparse(call.func)) in CODED]
    codes = {argument.value for argument in arguments if isinstance(argument, ast.Constant)}
    documented = {code for row in table(SOURCES_README, "code") for code in re.findall(r"`(\w+)`", row[0])}
    assert documented == codes - MESSAGES.keys()


def test_the_reference_lists_every_endpoint_with_its_parameters(server: Server) -> None:
    """The filters of publications have one name together."""
    documented = {path: parameters(row[1]) for row in table(API, "path") for path in re.findall(r"`([^`]+)`", row[0])}
    assert documented == {endpoint.path: {each.name for each in endpoint.parameters} for endpoint in endpoints()}
    rows = table(API.split("The same service also")[0], "path")
    own = {path for row in rows for path in re.findall(r"`([^`]+)`", row[0])}
    assert own == {endpoint["path"].removeprefix("/he") for endpoint in server.json("/api")["endpoints"]}


def parameters(cell: str) -> set[str]:
    filters = {each.name for each in FILTERS} if "filters" in cell else set()
    return filters | set(re.findall(r"`(\w+)`", cell))


def test_each_parameter_has_a_row() -> None:
    [endpoint] = [each for each in endpoints() if each.path == "/api/publications"]
    names = [name for row in table(API, "parameter of `/api/publications`") for name in re.findall(r"`(\w+)`", row[0])]
    assert names == [each.name for each in endpoint.parameters]


def test_the_reference_says_which_parameters_are_filters() -> None:
    [sentence] = re.findall(r"All of these are filters except (.*?)\.", API, re.DOTALL)
    assert set(re.findall(r"`(\w+)`", sentence)) == {each.name for each in LIST_PARAMETERS} - {each.name for each in FILTERS}


def test_the_error_of_the_reference_is_that_of_the_service(server: Server) -> None:
    [shown] = re.findall(r"```json\n(.*?)\n```", API, re.DOTALL)
    assert server.get("/api/publications?year=soon").text == shown


@pytest.mark.parametrize("command", re.findall("^curl .*", API, re.MULTILINE))
def test_every_request_of_the_reference_finds_something(server: Server, command: str) -> None:
    address, *options = shlex.split(command, comments=True)[1:]
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


def test_the_fetch_example_finds_a_publication(server: Server) -> None:
    [address] = re.findall(r'fetch\("https://profile\.example\.org([^"]+)"\)', API)
    assert server.json(address)["count"] == 1


def test_the_request_of_the_readme_has_the_answer_that_it_shows(server: Server) -> None:
    [address] = re.findall(r"^curl 'http://127.0.0.1:8080(.*)'$", README, re.MULTILINE)
    [shown] = re.findall(r"```json\n(.*?)\n```", README, re.DOTALL)
    assert server.get(address).text == shown


def test_the_first_command_of_the_readme_starts_the_server_of_these_tests() -> None:
    [command] = re.findall(r"^\.venv/bin/(waitress-serve .*)$", README, re.MULTILINE)
    program, *arguments = WAITRESS
    assert command == " ".join([Path(program).name, *arguments]).format(port=8080)


def test_the_endpoints_of_the_readme_are_those_of_the_specification(server: Server) -> None:
    rows = {re.findall("`([^`]+)`", row[0])[0]: re.findall(r"`(\w+)`", row[2]) for row in table(README, "endpoint")}
    paths = [endpoint["path"] for endpoint in server.json("/api")["endpoints"]]
    assert (len(rows), rows.keys() - {*paths}) == (10, set())
    assert (rows["/api/publications"], rows["/api/services"]) == (["year", "journal", "limit"], ["category", "tag"])


def test_the_query_of_the_readme_finds_publications(example_database: Path) -> None:
    [sql] = re.findall(r'^sqlite3 db/profile\.db "(.*)"$', README, re.MULTILINE)
    with closing(sqlite3.connect(example_database)) as database:
        assert database.execute(sql).fetchone() == (2021, "Sonography of the median nerve")


def test_both_commands_that_serve_have_the_same_limits(example_database: Path, tmp_path: Path) -> None:
    [command] = [shlex.split(line) for line in DEPLOY.splitlines() if line.startswith(".venv/bin/waitress-serve ")]
    given = dict(option.removeprefix("--").split("=") for option in command[1:-1])
    assert given.pop("listen") == "127.0.0.1:8080"
    limits = {name.replace("_", "-"): str(WAITRESS_OPTIONS[name]) for name in ("max_request_body_size", "connection_limit")}
    assert given == limits
    program = str(Path(sys.executable).with_name("waitress-serve"))
    with start(example_database, tmp_path / "log", (program, "--listen=127.0.0.1:{port}", *command[2:])) as server:
        assert server.json("/api/publications")["count"] == 13


def test_every_make_target_is_documented() -> None:
    targets = re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE)
    documents = README + CONTRIBUTING + SOURCES_README + DEPLOY + read("db/README.md")
    assert [target for target in targets if target != "help" and f"make {target}" not in documents] == []


def test_every_setting_is_documented() -> None:
    settings = set(re.findall(r"^([A-Z_]+) \?=", MAKEFILE, re.MULTILINE))
    for module in (path for part in ("api", "bibliography", "cli", "pipeline") for path in (ROOT / part).rglob("*.py")):
        text = module.read_text(encoding="utf-8")
        settings.update(re.findall(r'os\.environ\.get\("([A-Z_]+)"', text))
        settings.update(re.findall(r'"(PROFILE_[A-Z_]+|[A-Z]+_URL)"', text))
    documented = {name for row in table(DEPLOY, "setting") for name in re.findall(r"`([A-Z_]+)`", row[0])}
    assert documented == settings


def test_every_library_is_documented() -> None:
    wanted = [*PROJECT["dependencies"], *(name for extra in PROJECT["optional-dependencies"].values() for name in extra)]
    names = {match[0].lower() for entry in wanted if (match := re.match(r"[A-Za-z0-9-]+", entry))}
    cells = " ".join(cell.lower() for row in table(CONTRIBUTING, "library") for cell in row)
    # Packages of type hints belong to mypy.
    assert {name for name in names if not name.startswith("types-") and f"[{name}]" not in cells} == set()


def test_all_fields_are_those_of_the_schema() -> None:
    assert read("sources/fields.md") == reference()


def test_every_row_of_all_fields_is_one_line() -> None:
    """Also if its example has several lines."""
    assert [line for line in reference().splitlines() if line.startswith("| ") and not line.endswith(" |")] == []


def test_every_file_of_the_sources_is_documented() -> None:
    files = {path.name for path in SOURCES.iterdir() if path.suffix != ".md"}
    assert {row[0].strip("`") for row in table(SOURCES_README, "file")} == files


def test_the_messages_of_the_readme_are_those_of_the_check(sources: Path) -> None:
    edit(sources, "publications.csv", "Radiología,2022,64", "Radiología,20x0,64")
    edit(sources, "clinic.yaml", 'newPatients: "yes"', "newPatients: maybe")
    [shown] = re.findall(r"`make check` reports.*?```text\n(.*?)```", SOURCES_README, re.DOTALL)
    found = [message for message in messages(sources) if not message.startswith("warning: ")]
    assert sorted(found) == sorted(shown.splitlines())


def test_the_difference_of_the_readme_is_that_of_make_diff(
    folder: Path, target: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commit(folder.parent, folder.name)
    edit(folder, "publications.csv", ",2021,12,3,", ",2021,12,4,")
    [shown] = re.findall(r"`make diff` compares.*?```text\n(.*?)```", SOURCES_README, re.DOTALL)
    assert main(["diff", "--sources", str(folder), "--database", str(target)]) == 0
    assert capsys.readouterr().out == shown


def test_every_link_within_the_repository_leads_somewhere() -> None:
    missing = []
    for page in (path for path in ROOT.rglob("*.md") if not {".venv", "node_modules"} & {*path.parts}):
        for target in re.findall(r"\]\((?!https?://|tel:)([^)\s]+)\)", page.read_text(encoding="utf-8")):
            name, _, anchor = target.partition("#")
            file = page.parent / name if name else page
            if not file.exists() or (anchor and anchor not in anchors(file)):
                missing.append(f"{page.name}: {target}")
    assert missing == []


# The project's own files; the template's documents are about the files of an owner.
FOLDERS = ("api", "bench", "bibliography", "cli", "db", "deploy", "look", "pipeline", "sources", "tests", ".github")
ELSEWHERE = {"node_modules", "template", "__pycache__"}
COMMENTED = {".css", ".conf", ".js", ".mjs", ".py", ".sql", ".ts", ".typ", ".yaml", ".yml", ".md"}
FILES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "Makefile", "Containerfile", "pyproject.toml", ".ci/run")),
    *(path for name in FOLDERS for path in (ROOT / name).rglob("*") if path.suffix in COMMENTED),
]
# A module, or a file; db/ and sources/ also have files that are built or the owner's.
NAMED_PATH = re.compile(
    r"(?<![\w./{}-])(?:(?:bench|bibliography|deploy|look|pipeline|tests)/[\w./-]*\w|(?:api|cli|db|sources)/[\w./-]*\.(?:css|csv|js|md|py|sql|typ|yaml)\b)"
)


def comments(path: Path) -> str:
    """The comments and docstrings of a file, or all of a Markdown document."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return text
    found = re.findall(r"(?:^|\s)(?:#|//|--|/?\*)\s(.*)", text, re.MULTILINE)
    if path.suffix == ".py" and NAMED_PATH.search(text):  # parsing takes longer
        found += [ast.get_docstring(node) or "" for node in ast.walk(ast.parse(text)) if isinstance(node, DOCUMENTED)]
    return "\n".join(found)


def test_every_path_in_a_comment_or_document_exists() -> None:
    pairs = [(path, name) for path in FILES if ELSEWHERE.isdisjoint(path.parts) for name in NAMED_PATH.findall(comments(path))]
    assert len(pairs) > 100
    assert [f"{path.relative_to(ROOT)}: {name}" for path, name in pairs if not (ROOT / name).exists()] == []


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_changelog_begins_with_the_version_of_the_software() -> None:
    """Under this name once it is released."""
    [first] = re.findall(r"^## (\S+)", read("CHANGELOG.md"), re.MULTILINE)[:1]
    assert first in ("Next", PROJECT["version"])


@pytest.mark.parametrize("registry", REGISTRIES, ids=lambda registry: registry.name)
def test_what_each_service_is_sent_is_documented(registry: type[Registry]) -> None:
    question = Question({"orcid": "", "pubmedSearch": ""}, {}, "your list")
    [row] = [line for line in SOURCES_README.splitlines() if line.startswith(f"| [{registry.name}](")]
    assert row.split(" | ")[1].removesuffix(" |").replace("`", "") == question.sends(registry)
    assert f"`{registry.env_var}`" in DEPLOY
