"""Publish this profile repository: check your files, merge what changed online, commit, and push.

If it stops, nothing is lost: your changes stay in this folder, committed or not.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from shlex import quote as shell_quote
from tempfile import TemporaryDirectory

from cli.diff import PublishedChange, change_lines, compare
from cli.repository.git_errors import explain_git
from cli.repository.merge_rows import CONFLICT_MARK
from cli.repository.propose import BRANCHES
from cli.repository.software import GITHUB, HERE, SOFTWARE_FOLDER, git, web_address
from cli.repository.update import PIN, explain_missing_pin
from cli.shared import CommandError, add_database, add_sources, print_lines, print_result
from pipeline.build import Result, check
from pipeline.wording import command_line, plural, quote

VERBS = {"added": "add", "changed": "change", "removed": "remove", "reordered": "reorder"}
NOUNS = {"publications": "publication", "services": "service", "cv": "CV row"}
# git shows this much of a subject.
MAX_SUBJECT_CHARACTERS = 72
MAX_BODY_LINES = 100
NO_REMOTE = """\
This folder has no address to publish to. Create an empty repository on https://github.com/new (no README), then run
  {command}"""
PUBLIC = """\
{files} in this folder will be at {address}.
In a public repository, everyone can read all of them: your notes, pubmedSearch, exports in imports, and your original photo.
To remove the place where it was taken (GPS): {command}
What you push stays in the history, even if you delete it."""
UNFINISHED = {
    "rebase-merge": "An earlier rebase is not finished. To cancel it: git rebase --abort",
    "MERGE_HEAD": "An earlier merge is not finished. To cancel it: git merge --abort",
}
BOTH_CHANGED = """\
These values were changed both here and online:
{values}
Nothing was published, and your files are as they were. To use a value from online, write it into your file, and run
{publish} again. To keep all of yours, or to use all from online:
  {keep_mine}
  {keep_theirs}"""


def add_arguments(parser: ArgumentParser) -> None:
    add_sources(parser)
    add_database(parser)
    parser.add_argument("--remote", metavar="ADDRESS", help="address of the repository to publish to (the first time)")
    parser.add_argument("--yes", action="store_true", help="do not ask before publishing for the first time")
    parser.add_argument("--keep", choices=("mine", "theirs"), default="", help="whose value wins if both sides changed it")
    parser.set_defaults(format="text", strict=False)


def run(options: Namespace) -> int:
    return publish(options, lambda: compare(options.sources, options.database), check)


def publish(
    options: Namespace,
    compare_sources: Callable[[], tuple[Result, list[PublishedChange], str]],
    check_sources: Callable[[Path], Result],
) -> int:
    """Publish, and return the exit code: 1 if the sources have errors.

    ``compare_sources`` checks the sources, and returns what has changed, and since when ("" if there are errors).

    Raises:
        CommandError: git cannot do something. The message says what to do.
    """
    if not PIN.exists():
        raise CommandError(explain_missing_pin())
    address = remote_address(options.remote)
    branch = current_branch()
    result, changes, since = compare_sources()
    if not since:
        print_result(result, options)
        print("Nothing was published. Fix these errors first.")
        return 1
    ask_git("fetch", "--quiet", "origin")
    upstream = f"origin/{branch}"
    has_upstream, is_first = find_upstream(branch)
    if is_first and not options.yes:
        confirm(address)
    if count := sum(problem.code == "placeholder" for problem in result.report):
        says = "value still says" if count == 1 else "values still say"
        print(f"{count:,} {says} REPLACE, so GitHub publishes nothing yet. `{command_line('check')}` lists them.")
    subject = commit(changes if since == "last commit" else [])
    if has_upstream and ask_git("rev-list", f"HEAD..{upstream}"):  # it has commits that this folder lacks
        merge(upstream, options.keep)
        result = check_sources(options.sources)
        if result.report.errors:
            print_result(result, options)
            print("Your changes and those from online are merged here, but not published. Fix these errors, and publish again.")
            return 1
    if has_upstream and not ask_git("rev-list", f"{upstream}..HEAD"):
        print("There is nothing new.")
        return 0
    ask_git("push", "--quiet", "--set-upstream", "origin", branch)
    print(f"{subject or 'Your commits'}: pushed to {address}.")
    if address.startswith(GITHUB):
        print(f"GitHub checks and publishes it: {address.removesuffix('.git')}/actions")
    return 0


def remote_address(wanted: str | None) -> str:
    """The address to push to. If necessary, make this folder a repository and set the address that the owner gave."""
    if not Path(".git").exists():
        ask_git("init", "--quiet", "--initial-branch=main")
    address = ask_git("config", "--default", "", "--get", "remote.origin.url")
    if wanted and not address:
        ask_git("remote", "add", "origin", wanted)
    elif wanted and wanted != address:
        raise CommandError(
            f"This folder is published to {address}. To change it: git remote set-url origin {shell_quote(wanted)}"
        )
    if not (wanted or address):
        example = command_line("publish", REMOTE="https://github.com/NAME/REPOSITORY.git")
        raise CommandError(NO_REMOTE.format(command=example))
    return web_address(wanted or address)


def current_branch() -> str:
    """The name of the current branch.

    Raises:
        CommandError: there is no branch, or an earlier merge or rebase is not finished.
    """
    folder = Path(ask_git("rev-parse", "--git-dir"))
    if sentence := next((text for name, text in UNFINISHED.items() if (folder / name).exists()), ""):
        raise CommandError(sentence)
    if branch := ask_git("branch", "--show-current"):
        return branch
    raise CommandError("You are looking at an earlier commit, not at a branch. To go back to your files: git switch -")


def find_upstream(branch: str) -> tuple[bool, bool]:
    """Whether this branch exists online, and whether files are published from here for the first time.

    Raises:
        CommandError: the branches online have other names.
    """
    names = ask_git("branch", "--remotes", "--list", "origin/*", "--format=%(refname:lstrip=3)").split()
    if branch in names:
        try:
            return True, not ask_git("merge-base", "HEAD", f"origin/{branch}")
        except CommandError:  # nothing is committed here, or its files are from somewhere else
            return True, True
    if others := [name for name in names if name != "HEAD" and not name.startswith(BRANCHES)]:
        rename = f"git branch --move {shell_quote(others[0])}"
        raise CommandError(f"Your branch is called {branch}, but online it is {others[0]}. To rename yours: {rename}")
    return False, True


def confirm(address: str) -> None:
    """Say what will be public, and ask."""
    files = ask_git("ls-files", "--cached", "--others", "--exclude-standard").splitlines()
    command = command_line("check", "--clean-photo")
    print(PUBLIC.format(files=plural(len(files), "file"), address=address, command=command))
    if not sys.stdin.isatty():
        raise CommandError(f"Nothing was published. If you agree: {command_line('publish', '--yes')}")
    if input("Publish them? [y/N] ").strip().lower() not in ("y", "yes"):
        raise CommandError("Nothing was published.")


def commit(changes: list[PublishedChange]) -> str:
    """Commit every file except ignored ones, and return the subject; "" if nothing has changed."""
    is_first = not ask_git("branch", "--list")
    ask_git("add", "--all")
    names = ask_git("diff", "--cached", "--name-only").splitlines()
    if not names:
        return ""
    subject = "Publish my profile" if is_first else subject_of(changes, names)
    body = [*change_lines(changes)]
    print_lines(body)
    ask_git(
        "-c", "user.useConfigOnly=true", "commit", "--quiet", "--message", subject, "--message", "\n".join(body[:MAX_BODY_LINES])
    )
    return subject


def subject_of(changes: list[PublishedChange], names: list[str]) -> str:
    """A subject for the commit: "Add 1 publication, change profile". Without changes of published data, it names the files."""
    counts = Counter((change.change, change.resource) for change in changes)
    parts = [
        f"{verb} {plural(counts[kind, resource], NOUNS[resource]) if resource in NOUNS and kind != 'reordered' else resource}"
        for kind, verb in VERBS.items()
        for resource in dict.fromkeys(change.resource for change in changes if change.change == kind)
    ]
    resources = [f"update {', '.join(dict.fromkeys(change.resource for change in changes))}"] if changes else []
    texts = (", ".join(parts), *resources, f"update {', '.join(names)}", f"update {plural(len(names), 'file')}")
    text = next(text for text in texts if 0 < len(text) <= MAX_SUBJECT_CHARACTERS)
    return text[0].upper() + text[1:]


def merge(upstream: str, keep: str) -> None:
    """Merge what changed online, in CSV files by row and cell. The commits of both sides stay as they are.

    Raises:
        CommandError: the same lines or cells were changed here and online. This folder stays unchanged.
    """
    print_lines(f"Changed online: {text}" for text in ask_git("log", "--format=%s", f"HEAD..{upstream}").splitlines())
    with TemporaryDirectory() as folder:
        attributes = Path(folder) / "attributes"
        attributes.write_text("*.csv merge=rows\n", encoding="utf-8")
        # -P: Python runs the software's code, not code in the owner's repository, such as a folder called pipeline.
        driver = f"{shell_quote(sys.executable)} -P -X utf8 -m cli.repository.merge_rows %O %A %B %P {keep}"
        settings = {
            "core.attributesFile": str(attributes),
            "merge.rows.driver": f"PYTHONPATH={shell_quote(str(SOFTWARE_FOLDER))} {driver}",
            "merge.conflictStyle": "merge",
            "user.useConfigOnly": "true",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        strategy = {"mine": ["-X", "ours"], "theirs": ["-X", "theirs"]}.get(keep, [])
        try:
            ask_git(*options, "merge", "--quiet", "--no-edit", "--allow-unrelated-histories", *strategy, upstream)
        except CommandError as error:
            names = ask_git("diff", "--name-only", "--diff-filter=U").splitlines()
            conflicts = [*conflict_lines(str(error), names)]
            if Path(ask_git("rev-parse", "--git-path", "MERGE_HEAD")).exists():
                ask_git("merge", "--abort")
            if not names:
                raise
            sentence = BOTH_CHANGED.format(
                values="\n".join(f"  {line}" for line in conflicts),
                publish=command_line("publish"),
                keep_mine=command_line("publish", "--keep=mine"),
                keep_theirs=command_line("publish", "--keep=theirs"),
            )
            raise CommandError(sentence) from error


def conflict_lines(message: str, names: list[str]) -> Iterator[str]:
    """Yield what was changed both here and online: the conflicts that merge_rows printed, and lines of other files."""
    rows = re.findall(rf"(?m)(?:^|: ){CONFLICT_MARK}(.*)", message)
    yield from rows
    for name in names:
        if any(row.startswith(name) for row in rows):
            continue
        text = Path(name).read_text(encoding="utf-8", errors="replace") if Path(name).exists() else ""
        sides = re.findall(r"(?ms)^<<<<<<< .*?\n(.*?)^=======\n(.*?)^>>>>>>> ", text)
        for mine, theirs in sides:
            yield f"{name}: {quote(mine)} here, {quote(theirs)} online."
        if not sides:
            yield f"{name}: it was deleted or replaced, here or online."


def ask_git(*arguments: str) -> str:
    """Run git and return its output.

    Raises:
        CommandError: git failed. The message explains why.
    """
    try:
        # Without a prompt, git says that nobody is signed in. The messages are in English, because this module reads them.
        return git(HERE, *arguments, GIT_TERMINAL_PROMPT="0", LC_ALL="C", GIT_EDITOR="true")
    except CommandError as error:
        raise CommandError(explain_git(str(error))) from error
