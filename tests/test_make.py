"""The commands of the Makefile as a newcomer runs them. CI runs the rest: test, coverage, lint, audit, lock, clean."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from pipeline.commands.describe import read_queries
from tests.conftest import ROOT
from tests.support.waiting import free_port, until_answered


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run make to its end."""
    return subprocess.run(["make", *arguments], capture_output=True, text=True, cwd=ROOT, check=False)


@contextmanager
def running(log: Path, port: int, *arguments: str) -> Iterator[str]:
    """Run a make target that serves until stopped; yield what it printed before its first answer."""
    with log.open("wb") as output:
        process = subprocess.Popen(["make", *arguments], cwd=ROOT, stdout=output, stderr=output, start_new_session=True)
    try:
        until_answered(process, port, log, seconds=120)
        yield log.read_text()
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(timeout=20)


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
        f"{sources}: 0 errors, 2 warnings.",
        f"Your photo on the page and on the share card: {tmp_path}/photo-preview.png",
    ]
    assert not target.exists()


def test_build_db_builds_the_given_sources(sources: Path, tmp_path: Path) -> None:
    target = tmp_path / "mine.db"
    done = make("build-db", f"SOURCES={sources}", f"PROFILE_DB={target}")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == f"{target} was built: 13 publications, 18 services."
    assert target.is_file()


def test_serve_builds_serves_and_prints_the_addresses(tmp_path: Path) -> None:
    port, target = free_port(), tmp_path / "profile.db"
    address = f"http://127.0.0.1:{port}"
    with running(tmp_path / "log", port, "serve", f"PORT={port}", f"PROFILE_DB={target}") as printed:
        assert httpx.get(f"{address}/api/publications").json()["count"] == 13
        assert "<h1" in httpx.get(address).text
    assert printed.splitlines()[-8:] == [
        f"{target} was built: 13 publications, 18 services.",
        f"Serving {target}. Open in a browser:",
        f"  {address}/                    the profile",
        f"  {address}/he                  in Hebrew",
        f"  {address}/api/docs            interactive API console",
        f"  {address}/api                 all endpoints",
        "Save a file of the sources, and reload the page to see the change.",
        "Stop with Ctrl+C.",
    ]


def test_inspect_opens_the_database_in_datasette(tmp_path: Path) -> None:
    """One database; columns have descriptions, the canned queries run, and the publications can be read and searched."""
    port, target = free_port(), tmp_path / "profile.db"
    address = f"http://127.0.0.1:{port}"
    with running(tmp_path / "log", port, "inspect", f"INSPECT_PORT={port}", f"PROFILE_DB={target}"):
        database = httpx.get(f"{address}/profile.json").json()
        titles = [title for title, _ in read_queries(ROOT / "db" / "queries.sql")]
        assert [query["title"] for query in database["queries"]] == titles
        for query in database["queries"]:
            assert httpx.get(f"{address}/profile/{query['name']}.json?_shape=array", timeout=20).json() != []
        page = httpx.get(f"{address}/profile/publications").text
        assert "Digital object identifier, without a prefix." in page
        assert [name["name"] for name in httpx.get(f"{address}/-/databases.json").json()] == ["profile"]
        assert database["views"][0]["name"] == "publication_list"
        assert '<a href="/profile/publication_list">the publications</a>' in httpx.get(address).text
        assert 'type="search"' in httpx.get(f"{address}/profile/publication_list").text
        matches = httpx.get(f"{address}/profile/publication_list.json?_search=ULNAIRE&_shape=array").json()
        assert [match["year"] for match in matches] == [2017]
        assert "json" not in matches[0]


def test_make_import(sources: Path, tmp_path: Path) -> None:
    """The README's commands: preview several files, one with a space in its name, then write them."""
    refs, more = tmp_path / "My Collection.bib", tmp_path / "works.json"
    refs.write_text(
        "@article{a, title={A new paper}, author={Levi, R.}, journal={Levant Journal}, year={2023}}\n", encoding="utf-8"
    )
    work = {"type": "article-journal", "title": "A good paper", "author": [{"family": "Levi", "given": "R."}]}
    more.write_text(
        json.dumps({**work, "container-title": "Levant Journal", "issued": {"date-parts": [[2024]]}}), encoding="utf-8"
    )
    shown = make("import", f"FILES='{refs}' {more}", f"SOURCES={sources}")
    assert shown.returncode == 0
    assert shown.stdout.splitlines()[-2] == f"Would add 2 rows to {sources}/publications.csv and fill 0 cells."
    done = make("import", f"FILES='{refs}' {more}", "OPTIONS=--write", f"SOURCES={sources}")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == f"Added 2 rows to {sources}/publications.csv and filled 0 cells."
