"""Open a pull request: with new publications (sync), with what the files in imports/ add (import), or with a new version of the
software (update). The workflows of a profile repository on GitHub run this command.

A run replaces an earlier run's commit on the branch, but nobody else's.
"""

from __future__ import annotations

import io
import re
import secrets
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from cli.repository.software import HERE, WORKFLOWS, git, run_tool, without_commit
from cli.repository.update import move_to_newest
from cli.shared import CommandError, run_command
from pipeline.read.document import read_yaml
from pipeline.report import Report
from pipeline.wording import command_line, plural

BRANCHES = "public-profile/"  # the branches of proposals
SOURCES, IMPORTS = Path("sources"), Path("imports")
MAX_IMPORTED_FILES, MAX_MEGABYTES = 10, 20
BOT = ("github-actions[bot]", "41898282+github-actions[bot]@users.noreply.github.com")
# GitHub accepts at most 65,536 characters.
MAX_TEXT_CHARACTERS = 60_000
FORBIDDEN = "not permitted to create or approve pull requests"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("kind", choices=PROPOSALS, help="what to propose")
    parser.set_defaults(sources=SOURCES)


def run(options: Namespace) -> int:
    title, change = PROPOSALS[options.kind]
    return propose_change(options.kind, title, change(SOURCES, IMPORTS), is_markdown=options.kind == "update")


def propose_for(kind: str, slug: str, start: str) -> int:
    """Propose a change for one person of a department. It begins with the files of the commit ``start``."""
    git(HERE, "switch", "--quiet", "--detach", "--discard-changes", start)
    title, change = PROPOSALS[kind]
    return propose_change(f"{kind}-{slug}", f"{title}: {slug}", change(SOURCES / "people" / slug, IMPORTS / slug))


def propose_change(name: str, title: str, text: str, *, is_markdown: bool = False) -> int:
    """Propose the changes in this folder on a branch with this name. ``text`` describes them."""
    if text:
        print(as_output(text))
    git(HERE, "add", "--all", "--", ".", f":(exclude){WORKFLOWS}")  # the token of a workflow cannot push workflows
    if not git(HERE, "diff", "--cached", "--name-only"):
        print("There is nothing new.")
        return 0
    notes = "".join(f"\n\n{note}" for note in workflow_notes())
    room = MAX_TEXT_CHARACTERS - len(notes)
    body = text[:room] if is_markdown else code_block(text, "text", room)
    return open_pull_request(f"{BRANCHES}{name}", title, body + notes)


def workflow_notes() -> Iterator[str]:
    """Say what the owner must do about changed workflows: GitHub lets only the owner write them."""
    calls = []
    for line in git(HERE, "status", "--porcelain", "--untracked-files=all", "--", WORKFLOWS).splitlines():
        state, name = line[:2], line[3:]
        content = Path(name).read_bytes()
        if state != "??" and without_commit(content) == without_commit(f"{git(HERE, 'show', f':{name}')}\n".encode()):
            calls.append(name)
        else:
            block = code_block(content.decode(), "yaml")
            yield f"`{name}` has a new version, which GitHub lets only you write:\n\n{block}"
    if calls:
        yield (
            "Your workflows still run the steps of the previous version. GitHub lets only you change them: merge this, run "
            f"`{command_line('update')}` on your computer, then `{command_line('publish')}`."
        )


def code_block(text: str, language: str, limit: int = MAX_TEXT_CHARACTERS) -> str:
    """Write text as a Markdown code block of at most ``limit`` characters. Nothing in the text can end the block."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    room = max(0, limit - len(f"{fence}{language}\n\n{fence}"))
    return f"{fence}{language}\n{text.rstrip()[:room]}\n{fence}"


def as_output(text: str) -> str:
    """Neutralize workflow commands of GitHub in a text: titles come from outside."""
    token = secrets.token_hex()
    return f"::stop-commands::{token}\n{text}\n::{token}::"


def sync_publications(sources: Path, _: Path) -> str:
    """Add what the registries have, and return the preview. Without an ORCID iD, only say that it is missing."""
    if not has_orcid(sources):
        return f"{sources}/profile.yaml has no orcid, which says whose publications to look for."
    output_of("check", f"--sources={sources}", "--format=github")
    return output_of("sync", f"--sources={sources}", "--write")


def has_orcid(sources: Path) -> bool:
    """Whether the profile has an ORCID iD, which a sync needs; True if it cannot be read, because the sync says why."""
    document = read_yaml(sources / "profile.yaml", Report())
    return document is None or bool(document.values.get("orcid"))


def import_files(sources: Path, imports: Path) -> str:
    """Import the files in a folder, and return the preview. Delete the files, which can hold private notes."""
    files = [path for path in sorted(imports.glob("[!.]*")) if path.is_file() and path.name != "README.md"]
    megabytes = sum(path.stat().st_size for path in files) / 1_000_000
    if len(files) > MAX_IMPORTED_FILES or megabytes > MAX_MEGABYTES:
        raise CommandError(
            f"::error::{imports}/ has {plural(len(files), 'file')} with {megabytes:.1f} MB; at most {MAX_IMPORTED_FILES} files "
            f"with {MAX_MEGABYTES} MB can be imported at a time. Delete some, and upload them again later."
        )
    if not files:
        return ""
    output_of("check", f"--sources={sources}", "--format=github")
    # Exit code 1: a file cannot be read, and the preview says why.
    preview = output_of("import_publications", f"--sources={sources}", "--write", *map(str, files), passes=(0, 1))
    for path in files:
        path.unlink()
    return preview


PROPOSALS: dict[str, tuple[str, Callable[[Path, Path], str]]] = {
    "sync": ("New publications", sync_publications),
    "import": ("Publications from imports/", import_files),
    "update": ("New version of the software", lambda _, __: move_to_newest()),
}


def output_of(command: str, *arguments: str, passes: tuple[int, ...] = (0,)) -> str:
    """Run another command and return its output.

    Raises:
        CommandError: the command failed. Its output is the message.
    """
    output = io.StringIO()
    with redirect_stdout(output), redirect_stderr(output):
        code = run_command(command, *arguments)
    if code not in passes:
        # A check prints its problems as workflow commands, which show them next to the lines.
        raise CommandError(output.getvalue() if command == "check" else as_output(output.getvalue()))
    return output.getvalue()


def open_pull_request(branch: str, title: str, text: str) -> int:
    """Commit the staged changes to a branch, push it, and open a pull request or replace the open one."""
    number = gh("api", f"repos/{{owner}}/{{repo}}/pulls?head={{owner}}:{branch}", "--jq", ".[].number")
    pushed = ""
    if git(HERE, "ls-remote", "origin", f"refs/heads/{branch}"):
        git(HERE, "fetch", "--quiet", "origin", branch)
        pushed = git(HERE, "rev-parse", "FETCH_HEAD")
        # git records whoever amends or moves a commit as its committer.
        if git(HERE, "log", "-1", "--format=%ae %ce", pushed) != f"{BOT[1]} {BOT[1]}":
            name = f"Pull request {number}" if number else f"The branch {branch}"
            remedy = "Merge or close it, and delete its branch" if number else "Merge or delete it"
            print(f"{name} has commits of yours. {remedy}; the next run then proposes what is missing.")
            return 0
    git(HERE, "switch", "--quiet", "--force-create", branch)
    git(HERE, "-c", f"user.name={BOT[0]}", "-c", f"user.email={BOT[1]}", "commit", "--quiet", "--message", title)
    # With nothing after the colon, git refuses if the branch exists.
    git(HERE, "push", "--quiet", f"--force-with-lease={branch}:{pushed}", "origin", branch)
    if number:
        # The REST API, because `gh pr edit` fails for the token of a workflow.
        gh("api", "--silent", "--method", "PATCH", f"repos/{{owner}}/{{repo}}/pulls/{number}", "--field", "body=@-", text=text)
    else:
        gh("pr", "create", "--title", title, "--head", branch, "--body-file", "-", text=text)
    return 0


def gh(*arguments: str, text: str = "") -> str:
    """Run GitHub's command line, and return its output.

    Raises:
        CommandError: gh is missing or failed. If a setting is the reason, the message gives its address.
    """
    try:
        return run_tool("gh", *arguments, text=text)
    except CommandError as error:
        if FORBIDDEN not in str(error):
            raise
        settings = gh("api", "repos/{owner}/{repo}", "--jq", ".html_url") + "/settings/actions"
        raise CommandError(
            f"::error::Turn on *Allow GitHub Actions to create and approve pull requests*, at the end of {settings}, "
            "click *Save*, and run this again."
        ) from error
