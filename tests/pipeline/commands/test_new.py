"""``python -m pipeline new``: a profile repository that an owner can fill in, check and publish."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from pipeline.__main__ import main
from tests.conftest import ROOT
from tests.pipeline.commands.test_update import git
from tests.support.replay import Reply, replaying
from tests.support.services import OWNER, Services, Work

TEMPLATE = ROOT / "pipeline" / "template"
ADDRESS = "https://code.example.org/public-profile-service.git"
PLACEHOLDER = "This value still says REPLACE. Write your own, or delete it."
FILES = {
    ".github/workflows/check.yml",
    ".github/workflows/publish.yml",
    ".github/workflows/sync.yml",
    ".gitignore",
    "AGENTS.md",
    "Makefile",
    "README.md",
    "requirements.txt",
    "software.txt",
    "sources/README.md",
    *(f"sources/{name}.yaml" for name in ("clinic", "profile", "research", "site")),
    *(f"sources/{name}.csv" for name in ("cv", "publications", "services")),
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A new profile repository with the software of this environment, as if it had been installed."""
    folder = tmp_path / "my profile"
    assert main(["new", str(folder), "--software", ADDRESS]) == 0
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "bin" / "python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (folder / ".venv" / "bin" / "python").chmod(0o755)
    (folder / ".venv" / "bin" / "public-profile").write_text("import sys\nfrom pipeline.__main__ import run\nsys.exit(run())\n")
    (folder / ".venv" / "installed").touch()
    return folder


def run(folder: Path, command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the repository, with the libraries of this environment."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(["bash", "-e", "-c", command], capture_output=True, text=True, cwd=folder, env=env, check=False)


def written(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_it_writes_every_file_with_the_pin_and_the_locked_libraries(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "my profile"
    assert main(["new", str(folder), "--software", ADDRESS]) == 0
    assert written(folder) == FILES
    commit = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, cwd=ROOT, check=True).stdout.strip()
    assert (folder / "software.txt").read_text() == f"public-profile-service @ git+{ADDRESS}@{commit}\n"
    assert (folder / "requirements.txt").read_bytes() == (ROOT / "pipeline" / "template" / "requirements.txt").read_bytes()
    assert (folder / "sources" / "README.md").read_bytes() == (ROOT / "sources" / "README.md").read_bytes()
    assert capsys.readouterr().out.splitlines()[:3] == [
        f"{folder} is ready. Next:",
        f"  cd '{folder}'",
        "  make serve    # then open http://127.0.0.1:8080",
    ]


def test_it_never_overwrites(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder may have other files, such as those of a new repository on a code host."""
    (tmp_path / "LICENSE").write_text("mine")
    (tmp_path / "README.md").write_text("mine")
    assert main(["new", str(tmp_path)]) == 2
    message = "already has README.md. Nothing was written: move them, or name a new folder."
    assert capsys.readouterr().err == f"{tmp_path} {message}\n"
    assert written(tmp_path) == {"LICENSE", "README.md"}
    (tmp_path / "README.md").unlink()
    assert main(["new", str(tmp_path)]) == 0
    assert (tmp_path / "LICENSE").read_text() == "mine"


@pytest.mark.parametrize(
    ("software", "line"),
    [
        (f"https://noa:secret@code.example.org/software@{'a' * 40}", f"https://code.example.org/software@{'a' * 40}"),
        (f"https://noa:a@secret@code.example.org:8443/software@{'a' * 40}", f"https://code.example.org:8443/software@{'a' * 40}"),
        (f"git@code.example.org:noa/software.git@{'a' * 40}", f"https://code.example.org/noa/software.git@{'a' * 40}"),
        (f"ssh://git@code.example.org:2222/noa/software@{'a' * 40}", f"https://code.example.org/noa/software@{'a' * 40}"),
    ],
)
def test_the_address_of_the_software_is_public(tmp_path: Path, software: str, line: str) -> None:
    assert main(["new", str(tmp_path), "--software", software]) == 0
    assert (tmp_path / "software.txt").read_text() == f"public-profile-service @ git+{line}\n"


@pytest.mark.parametrize(
    "address",
    ["http://noa:a/secret@code.example.org/software", "https://code.example.org/my software", f"{ADDRESS}\nother"],
)
def test_an_address_that_update_could_not_read_is_not_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    assert main(["new", str(tmp_path / "mine"), "--software", address]) == 2
    shown = address.replace("\n", " ")
    assert capsys.readouterr().err == f'Expected the address of a repository, without spaces and @, got "{shown}".\n'
    assert not (tmp_path / "mine").exists()


def test_a_folder_as_software_is_no_address_for_github(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", str(tmp_path / "mine"), "--software", f"{tmp_path}@{'a' * 40}"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == f"GitHub cannot install the software from {tmp_path.as_uri()}: write its public address into software.txt."


@pytest.mark.parametrize("name", ["main", "0425d6a"])
def test_the_software_is_named_by_a_whole_commit(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert main(["new", str(tmp_path), "--software", f"{ADDRESS}@{name}"]) == 2
    message = f'After the "@" of SOFTWARE, expected all 40 digits of a commit, got "{ADDRESS}@{name}".\n'
    assert capsys.readouterr().err == message


def test_check_names_every_placeholder_until_it_is_replaced(repository: Path) -> None:
    """They are warnings, so that the first page can be looked at, and errors where the site would be published."""
    done = run(repository, "make check")
    assert done.returncode == 0, done.stderr
    assert [line for line in done.stdout.splitlines() if "REPLACE" in line or "came with" in line] == [
        f"warning: sources/{where}: {sentence}"
        for where, sentence in (
            ("clinic.yaml, lines 9, 10 and 11", PLACEHOLDER),
            ("profile.yaml, lines 8, 9 and 12", PLACEHOLDER),
            ("research.yaml, line 12", PLACEHOLDER),
            ("services.csv, row 2, name", PLACEHOLDER),
            ("site.yaml, line 8", "This value came with the software. Replace it with your own, or delete it."),
            ("site.yaml, lines 9 and 16", PLACEHOLDER),
        )
    ]
    refused = run(repository, "make site")
    assert refused.returncode == 2
    assert f"sources/clinic.yaml, line 9: {PLACEHOLDER}" in refused.stdout.splitlines()
    assert not (repository / "public").exists()
    for path in (repository / "sources").iterdir():
        path.write_text(path.read_text().replace("REPLACE", "Own").replace("replace.example.org", "own.net"))
    assert "came with the software" not in run(repository, "make check").stdout
    done = run(repository, "make site")
    assert done.returncode == 0, done.stderr
    page = (repository / "public" / "index.html").read_text(encoding="utf-8")
    assert '<link rel="canonical" href="https://own.net/">' in page


def test_an_example_behind_a_hash_is_a_placeholder_too(repository: Path) -> None:
    """These are the lines that pass when an owner deletes every # and writes nothing."""
    folder, passing = repository / "sources", []
    for name in ("clinic.yaml", "profile.yaml", "research.yaml"):
        head, _, fields = (folder / name).read_text().partition("\n\n")
        (folder / name).write_text(head + "\n\n" + re.sub("(?m)^( *)# (?=[A-Za-z]+:|  )", r"\1", fields))
    problems = json.loads(run(repository, "make check OPTIONS=--format=json").stdout)["problems"]
    reported = {(problem["file"], problem.get("line")) for problem in problems}
    for path in sorted(folder.glob("*.yaml")):
        lines = enumerate(path.read_text().splitlines(), start=1)
        found = (text.strip() for number, text in lines if (f"sources/{path.name}", number) not in reported)
        passing += [text for text in found if re.match("[^#].*: .*[^-]$|- ", text) and path.name != "site.yaml"]
    assert passing == [
        "timezone: Asia/Jerusalem",
        "- days: [Sunday, Monday, Tuesday, Wednesday, Thursday]",
        'opens: "08:30"',
        'closes: "13:00"',
        '- from: "2027-04-21"',
        'to: "2027-04-28"',
        "reason: Passover",
        "byAppointment: true",
        "credentials: MD, PhD",
        "photoFocus: 70% 40%",
        "- English",
    ]


@pytest.mark.parametrize("command", re.findall("^make .*", (TEMPLATE / "AGENTS.md").read_text(encoding="utf-8"), re.MULTILINE))
def test_the_commands_for_assistants_run(repository: Path, command: str) -> None:
    (repository / "refs.bib").write_text("@article{a, title={A paper}, author={Levi, R}, journal={Levant Journal}, year={2023}}")
    done = run(repository, command)
    assert (done.returncode, done.stderr) == (0, "")
    assert ("A paper" if "import" in command else '"ok": true') in done.stdout


def test_an_old_python_is_named(repository: Path, tmp_path: Path) -> None:
    (repository / ".venv" / "installed").unlink()
    old = tmp_path / "python"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = run(repository, f"make check PYTHON={old}")
    assert done.returncode == 2
    assert done.stderr.splitlines()[0] == "Python 3.11 or newer is needed. Name it with PYTHON=..."


def test_annotations_name_file_and_line(repository: Path) -> None:
    clinic = repository / "sources" / "clinic.yaml"
    clinic.write_text(clinic.read_text().replace("address: REPLACE with street, city, country", "address:"))
    done = run(repository, "make check OPTIONS=--format=github")
    line = clinic.read_text().splitlines().index("address:") + 1
    assert done.returncode == 2  # make's own code for a recipe that fails
    errors = [text for text in done.stdout.splitlines() if text.startswith("::error")]
    message = f"sources/clinic.yaml, line {line}, address: The value is missing. Example: 1 Example Street, Example City."
    assert errors == [f"::error file=sources/clinic.yaml,line={line}::{message}"]


def workflows(repository: Path) -> list[Path]:
    return sorted((repository / ".github" / "workflows").iterdir())


def test_workflows_are_valid(repository: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        "vendor.github-workflows",
        *map(str, workflows(repository)),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


# GitHub's command line, which only its host can answer: it notes what it is asked, and the text of a pull request.
TOOL = """#!/bin/sh
echo "$*" >> asked
case "$*" in (*head=*) cat open ;; (*) cat > body ;; esac
"""
SEARCH = "api repos/{owner}/{repo}/pulls?head={owner}:sync --jq .[].number\n"
CREATE = "pr create --title New publications --head sync --body-file -\n"


@pytest.fixture
def hosted(repository: Path, tmp_path: Path) -> Path:
    """The repository of an owner with an ORCID iD, on a host without pull requests."""
    for path in (repository / "sources").iterdir():
        path.write_text(path.read_text().replace("REPLACE", "Own"))
    profile = repository / "sources" / "profile.yaml"
    profile.write_text(f"name: Noa Example\nspecialty: Radiology\npositions: [Head]\norcid: {OWNER}\n")
    publish(repository, tmp_path / "host.git")
    (repository / ".git" / "info" / "exclude").write_text("asked\nbody\nopen\n")
    (repository / "open").touch()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "gh").write_text(TOOL)
    (tmp_path / "bin" / "gh").chmod(0o755)
    return repository


def steps(repository: Path, workflow: Path, environment: dict[str, str]) -> list[subprocess.CompletedProcess[str]]:
    """Run the steps of a workflow on a fresh copy of the branch main, up to one that fails."""
    git(repository, "switch", "--quiet", "--force", "main")
    search = f"{repository.parent / 'bin'}:{os.environ['PATH']}"
    [job] = yaml.safe_load(workflow.read_text())["jobs"].values()
    done: list[subprocess.CompletedProcess[str]] = []
    for step in job["steps"]:
        if "run" in step and not (done and done[-1].returncode):
            done.append(run(repository, step["run"], PATH=search, **environment))
    return done


def test_the_steps_of_the_workflows_run(hosted: Path) -> None:
    """In order: check, publish, then sync, which proposes a new publication as a pull request with the preview as its text."""
    with replaying(Services(Work("A new paper on nerves", "10.5555/new.1")).answer) as replay:
        for path in workflows(hosted):
            for done in steps(hosted, path, replay.environment):
                assert done.returncode == 0, done.stdout + done.stderr
    assert (hosted / "public" / "index.html").is_file()
    assert "A new paper on nerves" in git(hosted, "show", "origin/sync:sources/publications.csv")
    assert git(hosted, "diff", "--name-only", "main", "origin/sync") == "sources/publications.csv"
    assert (hosted / "asked").read_text() == SEARCH + CREATE
    assert (hosted / "body").read_text() == "```text\n" + (hosted / "preview.txt").read_text()
    assert "A new paper on nerves" in (hosted / "preview.txt").read_text()


def test_an_open_pull_request_is_replaced_unless_the_owner_has_committed_to_it(hosted: Path) -> None:
    """A failing service fails the run, which then proposes nothing and says why."""
    workflow, services = hosted / ".github" / "workflows" / "sync.yml", Services(Work("A first paper on nerves", "10.5555/new.1"))
    with replaying(services.answer) as replay:

        def sync() -> subprocess.CompletedProcess[str]:
            shutil.rmtree(hosted / "db", ignore_errors=True)
            (hosted / "asked").unlink(missing_ok=True)
            return steps(hosted, workflow, replay.environment)[-1]

        assert sync().returncode == 0
        (hosted / "open").write_text("7\n")
        services.works += [Work(f"Paper {number} " + "on nerves " * 150, f"10.5555/{number}") for number in range(3)]
        assert sync().returncode == 0
        replace = "api --silent --method PATCH repos/{owner}/{repo}/pulls/7 --field body=@-\n"
        assert (hosted / "asked").read_text() == SEARCH + replace
        assert (hosted / "body").read_text() == "```text\n" + (hosted / "preview.txt").read_text()[:60_000]
        assert git(hosted, "log", "--format=%an", "main..origin/sync") == "github-actions[bot]"

        git(hosted, "switch", "--quiet", "sync")
        git(hosted, "commit", "--quiet", "--allow-empty", "--message=A better title")
        git(hosted, "push", "--quiet", "origin", "sync")
        done = sync()
        assert (done.returncode, (hosted / "asked").read_text()) == (0, SEARCH)
        assert done.stdout.startswith("Pull request 7 has commits of yours.")
        assert git(hosted, "log", "-1", "--format=%s", "origin/sync") == "A better title"

        services.faults["Crossref"] = lambda asked: Reply(b"", 404)
        done = sync()
        assert done.returncode == 1
        assert "\nx Crossref: It answered 404 Not Found.\n" in done.stdout
        assert not (hosted / "asked").exists()


def test_commits_of_the_owner_are_never_overwritten(hosted: Path) -> None:
    """The run fails when it cannot fetch the open pull request, and when the owner commits to it during the run."""
    workflow, host = hosted / ".github" / "workflows" / "sync.yml", hosted.parent / "host.git"
    services = Services(Work("A first paper on nerves", "10.5555/new.1"))
    with replaying(services.answer) as replay:

        def sync() -> subprocess.CompletedProcess[str]:
            shutil.rmtree(hosted / "db", ignore_errors=True)
            return steps(hosted, workflow, replay.environment)[-1]

        assert sync().returncode == 0
        (hosted / "open").write_text("7\n")
        services.works.append(Work("A second paper on nerves", "10.5555/new.2"))
        commit = git(hosted, "commit-tree", "-p", "origin/sync", "-m", "A better title", "origin/sync^{tree}")
        git(hosted, "push", "--quiet", "origin", f"{commit}:sync")
        git(hosted, "config", "remote.origin.pushurl", str(host))
        git(hosted, "config", "remote.origin.url", "nowhere")
        done = sync()
        assert (done.returncode, git(host, "rev-parse", "sync")) == (2, commit), done.stderr

        git(hosted, "config", "remote.origin.url", str(host))
        git(host, "branch", "--force", "sync", f"{commit}~")
        hook = hosted / ".git" / "hooks" / "post-commit"
        hook.write_text(f"#!/bin/sh\ngit --git-dir='{host}' branch --quiet --force sync {commit}\n")
        hook.chmod(0o755)
        done = sync()
        assert (done.returncode, git(host, "rev-parse", "sync")) == (2, commit), done.stderr
        assert "stale info" in done.stderr


def publish(repository: Path, host: Path) -> None:
    """Push to a new host with the commands of the repository's README."""
    git(host.parent, "init", "--quiet", "--bare", host.name)
    [block] = re.findall(r"```sh\n(.*?)```", (repository / "README.md").read_text(), re.DOTALL)
    identity = {f"GIT_{role}_{part}": "noa@example.org" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    done = run(repository, block.replace("https://github.com/NAME/REPOSITORY.git", f"'{host}'"), **identity)
    assert done.returncode == 0, done.stderr
    assert set(git(host, "ls-tree", "-r", "--name-only", "main").splitlines()) == FILES


def test_every_command_is_listed_and_in_the_readme(repository: Path, subtests: pytest.Subtests) -> None:
    listed = [line.split()[1] for line in run(repository, "make").stdout.splitlines()]
    assert listed == ["help", "serve", "check", "diff", "import", "add", "sync", "build-db", "site", "update"]
    readme = (repository / "README.md").read_text()
    for command in ("serve", "check", "import", "add", "sync", "site", "update"):
        with subtests.test(command=command):
            assert f"`make {command}" in readme


def test_the_advice_of_the_readme_answers_what_git_says(tmp_path: Path) -> None:
    """Its sentences are git's, and what is named after them solves the problem."""
    readme = (ROOT / "pipeline" / "template" / "README.md").read_text(encoding="utf-8")
    nobody = {"HOME": str(tmp_path), "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": str(tmp_path / "config"), "EMAIL": ""}
    folder = tmp_path / "mine"
    folder.mkdir()
    commit = "git commit --quiet --allow-empty --message First"
    run(folder, "git init --quiet --initial-branch=master; git config user.useConfigOnly true", **nobody)
    said = [run(folder, commit, **nobody).stderr]
    identity = re.findall(r"`(git config --global user\.\w+ [^`]+)`", readme)
    assert run(folder, " && ".join([*identity, commit]), **nobody).returncode == 0
    git(tmp_path, "init", "--quiet", "--bare", "host.git")
    assert run(folder, f"git remote add origin {tmp_path}/other.git", **nobody).returncode == 0
    said += [
        run(folder, command, **nobody).stderr
        for command in ("git push origin main", f"git remote add origin {tmp_path}/host.git")
    ]
    [rename] = re.findall("`(git branch [^`]+)`", readme)
    [address] = re.findall("`(git remote set-url [^`]+)`", readme)
    address = address.replace("https://github.com/NAME/REPOSITORY.git", f"'{tmp_path}/host.git'")
    assert run(folder, f"{rename}; {address}; git push origin main", **nobody).returncode == 0
    sentences = re.findall(r"^- \*([^*]+)\*:", readme, re.MULTILINE)
    assert [(sentence, sentence in text) for sentence, text in zip(sentences, said, strict=True)] == [
        ("Please tell me who you are", True),
        ("src refspec main does not match any", True),
        ("remote origin already exists", True),
    ]
