"""``make publish``: a repository of the owner, a bare host, and someone who changes files online."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.repository.git_errors import explain_git
from tests.conftest import Command, Run
from tests.support.repository import IDENTITY, git, run

pytestmark = pytest.mark.slow


@pytest.fixture
def publish(hosted: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.chdir(hosted)
    for name, value in IDENTITY.items():
        monkeypatch.setenv(name, value)
    add_row(hosted, "A first paper", 2020)
    git(hosted, "commit", "--quiet", "--all", "--message=A row")
    git(hosted, "push", "--quiet")
    return lambda *options: command("publish", *options)


def add_row(folder: Path, title: str, year: int) -> None:
    path = folder / "sources" / "publications.csv"
    width = path.read_text(encoding="utf-8").splitlines()[0].count(",")
    cells = [title, "Example N", "Levant Journal", str(year)]
    path.write_text(path.read_text(encoding="utf-8") + ",".join([*cells, *[""] * (width - 3)]) + "\n", encoding="utf-8")


def change_online(hosted: Path, change: Callable[[Path], None]) -> Path:
    clone = hosted.parent / "other"
    git(hosted.parent, "clone", "--quiet", "host.git", clone.name)
    change(clone)
    git(clone, "commit", "--quiet", "--all", "--message=A proposal")
    git(clone, "push", "--quiet")
    return clone


def replace_in(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        path = folder / "sources" / name
        assert old in path.read_text(encoding="utf-8")
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")

    return change


def published(hosted: Path, name: str = "publications.csv") -> str:
    return git(hosted.parent / "host.git", "show", f"main:sources/{name}")


def test_the_commands_of_the_readme_publish(repository: Path) -> None:
    target = repository.parent / "host.git"
    git(target.parent, "init", "--quiet", "--bare", "--initial-branch=main", target.name)
    [block] = re.findall(r"```sh\n(.*?)```", (repository / "README.md").read_text(), re.DOTALL)
    line = block.replace("https://github.com/NAME/REPOSITORY.git", f"'{target}'").strip()
    refused = run(repository, line, **IDENTITY)
    assert "Nothing was published. If you agree: make publish OPTIONS=--yes\n" in refused.stderr
    assert f" files in this folder will be at {target.as_uri()}.\n" in refused.stdout
    assert git(target, "branch") == ""
    done = run(repository, f"{line} OPTIONS=--yes", **IDENTITY)
    assert done.returncode == 0, done.stderr
    assert "10 values still say REPLACE, so GitHub publishes nothing yet. `make check` lists them.\n" in done.stdout
    assert git(target, "log", "--format=%s") == "Publish my profile"


def test_changes_are_committed_with_a_sentence_about_them(hosted: Path, publish: Command) -> None:
    add_row(hosted, "A paper", 2021)
    replace_in("profile.yaml", "Radiology", "Sonography")(hosted)
    done = publish()
    assert done.code == 0
    assert done.out.splitlines()[-1] == f"Add 1 publication, change profile: pushed to {(hosted.parent / 'host.git').as_uri()}."
    assert "A paper" in published(hosted)
    assert git(hosted, "log", "-1", "--format=%s%n%b").splitlines() == [
        "Add 1 publication, change profile",
        '~ profile: "Noa Example"',
        '    specialty: "Radiology" -> "Sonography"',
        '+ publications: "A paper (2021)"',
    ]
    assert publish() == Run(0, "There is nothing new.\n", "")


def test_errors_are_not_published(hosted: Path, publish: Command) -> None:
    before = published(hosted)
    replace_in("publications.csv", ",2020,", ",20x0,")(hosted)
    done = publish()
    assert (done.code, done.out.splitlines()[-1], published(hosted)) == (
        1,
        "Nothing was published. Fix these errors first.",
        before,
    )


def test_changes_from_online_are_merged(hosted: Path, publish: Command) -> None:
    """Rows of one file, cells of one row, and other files."""

    def change(folder: Path) -> None:
        add_row(folder, "Theirs", 2019)
        replace_in("publications.csv", "A first paper,Example N,Levant Journal", "A first paper,Example N,Levant")(folder)
        replace_in("profile.yaml", "Radiology", "Sonography")(folder)

    change_online(hosted, change)
    add_row(hosted, "Mine", 2021)
    replace_in("publications.csv", "Levant Journal,2020,", "Levant Journal,2022,")(hosted)
    done = publish()
    assert (done.code, done.out.splitlines()[-2:-1]) == (0, ["Changed online: A proposal"]), done
    rows = [line.split(",")[:4] for line in published(hosted).splitlines()[1:]]
    assert [[row[0], *row[2:]] for row in rows] == [
        ["A first paper", "Levant", "2022"],
        ["Mine", "Levant Journal", "2021"],
        ["Theirs", "Levant Journal", "2019"],
    ]
    assert "Sonography" in (hosted / "sources" / "profile.yaml").read_text()


def test_code_in_the_folder_does_not_run(hosted: Path, publish: Command) -> None:
    """In place of the software's, when git merges."""
    change_online(hosted, lambda folder: add_row(folder, "Theirs", 2019))
    add_row(hosted, "Mine", 2021)
    (hosted / "pipeline").mkdir()
    (hosted / "pipeline" / "__init__.py").write_text("open('ran', 'w')\n")
    assert publish().code == 0
    assert (published(hosted).count("Mine"), published(hosted).count("Theirs"), (hosted / "ran").exists()) == (1, 1, False)


def test_advice_with_the_name_of_a_branch_runs_nothing(hosted: Path, publish: Command) -> None:
    """Whoever can push online chooses the name, and the owner copies the line into a shell."""
    name = "main;touch${IFS}ran"
    git(hosted.parent / "host.git", "branch", "--move", "main", name)
    git(hosted, "fetch", "--quiet", "--prune")
    advice = publish().err.rpartition("To rename yours: ")[2]
    done = run(hosted, advice)
    assert (done.returncode, git(hosted, "branch", "--show-current"), (hosted / "ran").exists()) == (0, name, False)


CONFLICTS = {
    "cell": ("publications.csv", ",2020,", ",2021,", ",2022,", ', "A first paper (2020)", year: "2021" here, "2022"'),
    "text": ("profile.yaml", "Radiology", "Pain", "Sonography", ': "specialty: Pain" here, "specialty: Sonography"'),
}


@pytest.mark.parametrize(("case", "is_kept"), [("cell", True), ("text", False)], ids=["a cell is kept", "a text is taken"])
def test_values_changed_on_both_sides_stop_publishing(hosted: Path, publish: Command, case: str, is_kept: bool) -> None:
    name, old, mine, theirs, values = CONFLICTS[case]
    change_online(hosted, replace_in(name, old, theirs))
    replace_in(name, old, mine)(hosted)
    done = publish()
    assert (done.code, done.err.splitlines()[1]) == (2, f"  sources/{name}{values} online.")
    assert (mine in (hosted / "sources" / name).read_text(), git(hosted, "status", "--porcelain")) == (True, "")
    if not is_kept:
        replace_in(name, mine, theirs)(hosted)
    assert publish(*["--keep=mine"][:is_kept]).code == 0
    assert (mine if is_kept else theirs) in published(hosted, name)


def test_a_worktree_stays_as_it_was(hosted: Path, publish: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its .git is a file."""
    git(hosted, "switch", "--quiet", "--create", "other")
    worktree = hosted.parent / "worktree"
    git(hosted, "worktree", "add", "--quiet", str(worktree), "main")
    monkeypatch.chdir(worktree)
    name, old, mine, theirs, _ = CONFLICTS["text"]
    change_online(hosted, replace_in(name, old, theirs))
    replace_in(name, old, mine)(worktree)
    assert publish().code == 2
    assert (mine in (worktree / "sources" / name).read_text(), git(worktree, "status", "--porcelain")) == (True, "")


def test_branches_of_other_remotes_do_not_count(hosted: Path, publish: Command) -> None:
    target = hosted.parent / "empty.git"
    git(hosted.parent, "init", "--quiet", "--bare", "--initial-branch=main", target.name)
    git(hosted, "remote", "rename", "origin", "backup")
    git(hosted, "remote", "add", "origin", str(target))
    assert publish("--yes") == Run(0, f"Your commits: pushed to {target.as_uri()}.\n", "")


FAILURES = {
    "no remote": ("git remote remove origin", "This folder has no address to publish to."),
    "another address": ("git remote set-url origin ../nowhere.git", "There is no repository at that address"),
    "another branch": ("git branch --quiet --move master", "Your branch is called master, but online it is main."),
    "an earlier commit": ("git checkout --quiet --detach", "You are looking at an earlier commit, not at a branch."),
    "a rebase": ("mkdir .git/rebase-merge", "An earlier rebase is not finished."),
    "no identity": ("echo >> README.md", "git does not know who you are."),
    "no profile": ("rm software.txt", "There is no software.txt here."),
    "a lock": ("touch .git/index.lock", "Another program is using this repository."),
    "rejected": (
        "echo >> README.md; printf '#!/bin/sh\\necho GH006: protected branch >&2; exit 1' > ../host.git/hooks/pre-receive; "
        "chmod +x ../host.git/hooks/pre-receive",
        "This branch is protected.",
    ),
}


@pytest.mark.parametrize(("change", "sentence"), FAILURES.values(), ids=FAILURES)
def test_failures_of_git_are_explained(
    hosted: Path, publish: Command, monkeypatch: pytest.MonkeyPatch, change: str, sentence: str
) -> None:
    run(hosted, change)
    if "who you are" in sentence:
        monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
        for name in IDENTITY:
            monkeypatch.delenv(name)
    done = publish()
    assert (done.code, done.err.startswith(sentence)) == (2, True), done


def test_who_you_are_is_not_asked_for_twice() -> None:
    """Git's own message says the same in nine lines."""
    message = "git failed: Author identity unknown\n\n*** Please tell me who you are.\n"
    assert explain_git(message) == (
        'git does not know who you are. Run git config --global user.name "Your Name" and git config --global user.email '
        "you@example.org. The address is public; GitHub gives you one that hides yours in Settings, Emails. "
        "Nothing is lost: your files and commits are here."
    )


MESSAGES = {
    "fatal: could not read Username for 'https://github.com': terminal prompts disabled": "You are not signed in",
    "fatal: unable to access 'https://github.com/a/b.git/': The requested URL returned error: 403": "You are not signed in",
    "git@github.com: Permission denied (publickey). fatal: Could not read from remote repository.": "You are not signed in",
    "fatal: unable to access 'https://github.com/a/b.git/': Could not resolve host: github.com": "The host cannot be reached.",
    "refusing to allow an OAuth App to create or update workflow `x.yml` without `workflow` scope": "Your sign-in cannot change",
    "! [rejected] main -> main (fetch first)": "Something was just changed online.",
    "remote: error: GH007: Your push would publish a private email address.": "GitHub protects your private address.",
}


@pytest.mark.parametrize("message", MESSAGES)
def test_messages_of_a_host_are_explained(message: str) -> None:
    assert explain_git(message).startswith(MESSAGES[message])
