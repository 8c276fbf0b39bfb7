"""``python -m cli update``: move the pin of a profile repository, and keep what its owner changed."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT, Command, Run
from tests.support.repository import CALL, FIRST, GITHUB, SECOND, git, put_on_github, release, write_files


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "profile"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def test_it_moves_the_pin_and_shows_what_changed(software: Path, profile: Path, command: Command) -> None:
    """Files as the first release wrote them follow the second; what the owner wrote stays."""
    before = {
        "software.txt": release(software, FIRST),
        "Makefile": "serve:\n",
        "README.md": "# Noa Example\n",
        "requirements.txt": "falcon==4.4  # my note\n",
        "sources/site.yaml": "name: REPLACE\n",
        "sources/README.md": "# Your data\n",
        ".github/workflows/check.yml": "name: Check\n",
    }
    write_files(profile, before)
    (software / "pipeline/template/dot-github/workflows/check.yml").unlink()
    newest = release(software, SECOND)
    commit = newest.strip()[-40:]
    assert command("update").out.splitlines() == [
        f"Moved to {commit[:10]}, the newest commit: {software.as_uri()} has no releases.",
        "README.md has a new version, but you have changed yours, so it stays as it is.",
        ".github/workflows/check.yml is no longer part of the software. Delete it, unless you use it.",
        "- Pages have a photo.",
    ]
    files = {str(path.relative_to(profile)): path.read_text() for path in profile.rglob("*") if path.is_file()}
    assert files == before | {
        "software.txt": newest,
        "Makefile": "serve:\nsync:\n",
        "requirements.txt": "falcon==4.5\n",
        "sources/README.md": "# Your data, with a new field\n",
        ".github/workflows/sync.yml": "name: Sync\n",
    }
    assert command("update") == Run(0, "The software is up to date.\n", "")


@pytest.mark.parametrize(
    ("pinned", "said", "commit"),
    [
        ("v1.9.0", "Moved to v1.10.0.", "v1.10.0"),
        ("v1.10.0", "The software is up to date.", "v1.10.0"),
        ("main", "The software is up to date.", "main"),
    ],
    ids=["a new release", "the newest release", "newer than every release"],
)
def test_it_moves_to_the_newest_release(
    software: Path, profile: Path, command: Command, pinned: str, said: str, commit: str
) -> None:
    """By number, and never back: between releases, `make new` writes a newer commit."""
    pins = {}
    for number, tag in enumerate(("v1.9.0", "v1.10.0", "main")):
        pins[tag] = release(software, {**FIRST, "number": f"{number}"})
        if tag != "main":
            git(software, "tag", tag)
    (profile / "software.txt").write_text(pins[pinned])
    assert command("update").out.splitlines()[0] == said
    assert (profile / "software.txt").read_text() == pins[commit]


def test_a_release_as_contributing_says_is_found(tmp_path: Path, software: Path, profile: Path, command: Command) -> None:
    """Its commands run here."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    [commands] = re.findall(r"```sh\n( *git tag.*?)```", text, re.DOTALL)
    git(tmp_path, "init", "--quiet", "--bare", "host.git")
    git(software, "remote", "add", "origin", str(tmp_path / "host.git"))
    first = release(software, FIRST)
    subprocess.run(["sh", "-ec", commands], cwd=software, check=True, capture_output=True)
    newest = release(software, SECOND)
    subprocess.run(["sh", "-ec", commands.replace("v3.0.0", "v3.0.1")], cwd=software, check=True, capture_output=True)
    host = (tmp_path / "host.git").as_uri()
    (profile / "software.txt").write_text(first.replace(software.as_uri(), host))
    assert command("update").code == 0
    assert (profile / "software.txt").read_text() == newest.replace(software.as_uri(), host)


@pytest.mark.parametrize(
    ("own", "pinned", "expected"),
    [
        (f"{CALL}{{first}} # v1.1.0\n", "first", f"{CALL}{{second}} # v1.2.0\n"),
        (f"{CALL}{{first}}\n", "first", f"{CALL}{{second}} # v1.2.0\n"),
        (f"{CALL}{{first}} # v1.1.0\n", "second", f"{CALL}{{second}} # v1.2.0\n"),
        (f"# Mine\n{CALL}{{first}}\n", "first", f"# Mine\n{CALL}{{first}}\n"),
    ],
    ids=["a release", "made without tags", "left behind by a proposal", "changed by the owner"],
)
def test_workflows_call_those_of_the_release(
    software: Path, profile: Path, command: Command, monkeypatch: pytest.MonkeyPatch, own: str, pinned: str, expected: str
) -> None:
    """At its commit, which nothing but this command moves."""
    put_on_github(software, monkeypatch)
    name = "pipeline/template/dot-github/workflows/check.yml"
    commits = {}
    for version, tag in (("first", "v1.1.0"), ("second", "v1.2.0")):
        release(software, {**FIRST, name: "name: Check\n    runs-on: ubuntu-latest\n", "version": version})
        git(software, "tag", "--annotate", "--message", tag, tag)
        commits[version] = git(software, "rev-parse", "HEAD")
    software_txt = f"public-profile-service @ git+{GITHUB}@{commits[pinned]}\n"
    write_files(profile, {"software.txt": software_txt, ".github/workflows/check.yml": own.format(**commits)})
    assert command("update").code == 0
    assert (profile / ".github/workflows/check.yml").read_text() == expected.format(**commits)


@pytest.mark.parametrize(
    ("pin", "message"),
    [
        (None, "There is no software.txt here. Run this command in your profile repository. To make one: public-profile new "),
        ("nothing", 'software.txt: Expected "public-profile-service @ git+https://…@" and a commit, got "nothing".'),
        (f"public-profile-service @ git+file:///nowhere@{'0' * 40}\n", "git failed: fatal: "),
    ],
)
def test_a_pin_that_cannot_be_followed_changes_nothing(profile: Path, command: Command, pin: str | None, message: str) -> None:
    if pin is not None:
        (profile / "software.txt").write_text(pin)
    run = command("update")
    assert (run.code, run.err.startswith(message)) == (2, True)
    assert [path.read_text() for path in profile.glob("*.txt")] == ([pin] if pin else [])
