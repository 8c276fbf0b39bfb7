"""The commands of the Makefile as a newcomer runs them. CI runs the rest: test, coverage, lint, audit, lock, clean."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from db.example_queries import read_queries
from tests.commands.audit import verdict
from tests.conftest import ROOT, start
from tests.support.repository import TEMPLATE, script


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["make", *arguments], capture_output=True, text=True, cwd=ROOT, check=False)


def test_help_is_the_default_and_lists_every_target() -> None:
    targets = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    done = make()
    assert done.returncode == 0
    assert done.stdout == make("help").stdout
    assert {line.split()[1] for line in done.stdout.splitlines() if line.startswith("  make ")} == targets


def test_check_builds_nothing(sources: Path, tmp_path: Path) -> None:
    target = tmp_path / "profile.db"
    done = make("check", f"SOURCES={sources}", f"PROFILE_DB={target}")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-2:] == [
        f"{sources}: 0 errors, 0 warnings.",
        f"Your photo on the page and on the share card: {tmp_path}/photo-preview.png",
    ]
    assert not target.exists()


# Of both Makefiles.
VALUES = (("import", "FILES"), ("add", "IDS"), ("cv", "ORCID"), ("site", "OUT"))
# As a new owner may paste it; the last word is Hebrew for peace.
PASTED = """a $(shell touch owned) `touch owned` "b" 'c' $HOME --write #1 שלום"""


@pytest.mark.parametrize(
    ("makefile", "command", "name"),
    [
        *((ROOT / "Makefile", *case) for case in (*VALUES, ("new", "DIR"))),
        *((TEMPLATE / "Makefile", *case) for case in VALUES),
        (ROOT / "Makefile", "new DIR=mine", "ORCID"),
        (ROOT / "Makefile", "new DIR=mine", "LANGUAGES"),
        (ROOT / "Makefile", "try-imports", "DIR"),
    ],
    ids=lambda value: str(getattr(value, "parent", value)).rpartition("/")[2],
)
@pytest.mark.parametrize("place", ["argument", "environment"])
def test_make_never_runs_a_value(tmp_path: Path, makefile: Path, command: str, name: str, place: str) -> None:
    """Whatever they hold, programs get them as one argument, byte for byte."""
    script(tmp_path / ".venv" / "bin" / "python", "printf '%s\\n' \"$@\"")
    for path in ("requirements-uv.txt", "requirements.txt", "software.txt"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    for stamp in ("python", "uv", "installed"):
        (tmp_path / ".venv" / stamp).touch()
    line, environment = ["make", "--file", str(makefile), *command.split()], {**os.environ}
    if place == "argument":
        line.append(f"{name}={PASTED}")
    else:
        environment[name] = PASTED
    done = subprocess.run(line, env=environment, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert PASTED in done.stdout.splitlines(), done
    assert not (tmp_path / "owned").exists()


def test_serve_builds_serves_and_prints_the_addresses(tmp_path: Path) -> None:
    target = tmp_path / "profile.db"
    with start(target, tmp_path / "log", ("make", "serve", "PORT={port}")) as server:
        assert server.json("/api/publications")["count"] == 13
        assert "<h1" in server.get("/").text
        printed, address = server.log.read_text(), server.address
    assert not target.exists()
    assert printed.splitlines()[-7:] == [
        "Serving a preview; nothing is published. Open in a browser:",
        f"  {address}/                    the profile",
        f"  {address}/he                  in Hebrew",
        f"  {address}/api/docs            interactive API console",
        f"  {address}/api                 all endpoints",
        "Save a file of the sources, and reload the page to see the change.",
        "Stop with Ctrl+C.",
    ]


def test_inspect_opens_the_database_in_datasette(tmp_path: Path) -> None:
    """One database; columns have descriptions, the canned queries run, and the publications can be read and searched."""
    with start(tmp_path / "profile.db", tmp_path / "log", ("make", "inspect", "INSPECT_PORT={port}")) as server:
        database = server.json("/profile.json")
        titles = [title for title, _ in read_queries()]
        assert [query["title"] for query in database["queries"]] == titles
        values = "_shape=array&author=Levi+R&tag=nerve-ultrasound&words=nerve&year=2021"
        for query in database["queries"]:
            assert server.json(f"/profile/{query['name']}.json?{values}") != []
        named = {name for query in database["queries"] for name in re.findall(r":(\w+)", query["sql"])}
        assert named == {"author", "tag", "words", "year"}
        shown = [table["name"] for table in database["tables"] if not table["hidden"]]
        assert shown == [
            *("authors", "clinic", "cv_entries", "documentation", "journals", "locations", "profile", "publication_authors"),
            *("publication_data", "publication_trial", "publications", "research", "service_locations", "service_tags"),
            *("services", "site"),
        ]
        assert "Digital object identifier, without a prefix." in server.get("/profile/publications").text
        assert [name["name"] for name in server.json("/-/databases.json")] == ["profile"]
        assert database["views"][0]["name"] == "publication_list"
        assert '<a href="/profile/publication_list">the publications</a>' in server.get("/").text
        assert 'type="search"' in server.get("/profile/publication_list").text
        matches = server.json("/profile/publication_list.json?_search=ULNAIRE&_shape=array")
        assert [match["year"] for match in matches] == [2017]
        assert "json" not in matches[0]


def test_make_import(sources: Path, tmp_path: Path) -> None:
    """Of several files, one with a space in its name."""
    refs, more = tmp_path / "My Collection.bib", tmp_path / "works.bib"
    for path, year in ((refs, 2023), (more, 2024)):
        path.write_text(f"@article{{a, title={{Paper of {year}}}, author={{Levi, R.}}, journal={{Journal}}, year={{{year}}}}}\n")
    done = make("import", f"FILES='{refs}' {more}", "OPTIONS=--write", f"SOURCES={sources}")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == f"Added 2 rows to {sources}/publications.csv and filled 0 cells."


GOOD = {"name": "falcon", "version": "4.4", "vulns": []}
WEAK = {"name": "old", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}
UNKNOWN = {"name": "new", "skip_reason": "Dependency not found and could not be audited: new (1.0)"}
NOTHING = ["No library was audited, because the list of known vulnerabilities cannot be reached from here."]
PROXY = "requests.exceptions.ProxyError: HTTPSConnectionPool(host='127.0.0.1', port=9): Max retries exceeded"


@pytest.mark.parametrize(
    ("libraries", "errors", "strict", "expected"),
    [
        ([GOOD, GOOD], "", True, (True, ["Libraries audited: 2."])),
        ([GOOD, WEAK], "", False, (False, ["old 1.0 has PYSEC-1; fixed in: 1.1.", "Libraries audited: 2."])),
        ([GOOD, UNKNOWN], "", False, (False, [UNKNOWN["skip_reason"], "Libraries audited: 1."])),
        ([UNKNOWN], "", False, (True, NOTHING)),
        ([UNKNOWN], "", True, (False, NOTHING)),
        ([], PROXY, False, (True, NOTHING)),
        ([], PROXY, True, (False, NOTHING)),
        ([], "ERROR: invalid requirements input", False, (False, ["ERROR: invalid requirements input"])),
    ],
    ids=["good", "weak", "one left out", "a mirror", "a mirror, strict", "no network", "no network, strict", "a wrong file"],
)
def test_libraries_that_were_not_audited_are_named(
    libraries: list[dict[str, object]], errors: str, strict: bool, expected: tuple[bool, list[str]]
) -> None:
    output = json.dumps({"dependencies": libraries}) if libraries else ""
    assert verdict(output, errors, strict=strict) == expected
