"""Propose changes as a pull request: new publications (sync), what the files in imports/ add (import), or a new version of the
software (update). The workflows of a profile repository on GitHub run this.

A pull request that is open is replaced, unless it has commits of the owner.
"""

from __future__ import annotations

import io
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from pipeline.commands.shared import CommandError, run_command
from pipeline.commands.software import WORKFLOWS, git, run_tool
from pipeline.commands.update import move
from pipeline.messages import plural

HERE = Path()
# Begins a block of Markdown, which ends with the text.
BLOCK = "```text\n"
IMPORTS = Path("imports")
MAX_FILES, MAX_MEGABYTES = 10, 20
BOT = ("github-actions[bot]", "41898282+github-actions[bot]@users.noreply.github.com")
# GitHub takes texts of at most 65,536 characters.
MAX_TEXT_CHARACTERS = 60_000
FORBIDDEN = "not permitted to create or approve pull requests"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("kind", choices=KINDS, help="what to propose")


def run(options: Namespace) -> int:
    title, change = KINDS[options.kind]
    text = change()
    print(text)
    git(HERE, "add", "--all", "--", ".", f":(exclude){WORKFLOWS}")  # which the token of a workflow cannot push
    if not git(HERE, "diff", "--cached", "--name-only"):
        print("Nothing is new.")
        return 0
    for line in git(HERE, "status", "--porcelain", "--untracked-files=all", "--", WORKFLOWS).splitlines():
        name = line[3:]
        content = Path(name).read_text(encoding="utf-8")
        text += f"\n\n`{name}` has a new version, which GitHub lets only you write:\n\n```yaml\n{content}```"
    return propose(options.kind, title, text[:MAX_TEXT_CHARACTERS])


def sync_publications() -> str:
    """Write what registries have, and return the preview; nothing without an ORCID iD to ask for."""
    profile = Path("sources/profile.yaml").read_text(encoding="utf-8")
    if not any(line.startswith("orcid:") for line in profile.splitlines()):
        return "sources/profile.yaml has no orcid, which says whose publications to look for."
    output_of("check", "--format=github")
    return BLOCK + output_of("sync", "--write")


def import_files() -> str:
    """Write what the files in the folder imports/ add, move them away, and return the preview."""
    files = [path for path in sorted(IMPORTS.glob("[!.]*")) if path.is_file() and path.name != "README.md"]
    megabytes = sum(path.stat().st_size for path in files) / 1_000_000
    if len(files) > MAX_FILES or megabytes > MAX_MEGABYTES:
        raise CommandError(
            f"::error::imports/ has {plural(len(files), 'file')} with {megabytes:.1f} MB; at most {MAX_FILES} files with "
            f"{MAX_MEGABYTES} MB are imported at once. Delete some, and upload them again later."
        )
    if not files:
        return ""
    output_of("check", "--format=github")
    # 1: a file cannot be read, and the preview says why.
    preview = output_of("import_publications", "--write", *map(str, files), passes=(0, 1))
    (IMPORTS / "done").mkdir(exist_ok=True)
    for path in files:
        path.replace(IMPORTS / "done" / path.name)
    return BLOCK + preview


KINDS: dict[str, tuple[str, Callable[[], str]]] = {
    "sync": ("New publications", sync_publications),
    "import": ("Publications from imports/", import_files),
    "update": ("New version of the software", move),
}


def output_of(command: str, *arguments: str, passes: tuple[int, ...] = (0,)) -> str:
    """Run another command, and return what it prints.

    Raises:
        CommandError: it fails; the message is what it prints.
    """
    output = io.StringIO()
    with redirect_stdout(output), redirect_stderr(output):
        code = run_command(command, *arguments)
    if code not in passes:
        raise CommandError(output.getvalue())
    return output.getvalue()


def propose(branch: str, title: str, text: str) -> int:
    """Commit the staged changes to a branch, push it, and open a pull request or replace the one that is open."""
    number = gh("api", f"repos/{{owner}}/{{repo}}/pulls?head={{owner}}:{branch}", "--jq", ".[].number")
    force = "--force"
    if number:
        git(HERE, "fetch", "--quiet", "origin", branch)
        if git(HERE, "log", "-1", "--format=%ae", "FETCH_HEAD") != BOT[1]:
            print(f"Pull request {number} has commits of yours. Merge or close it; the next run then proposes what is missing.")
            return 0
        force = f"--force-with-lease={branch}:{git(HERE, 'rev-parse', 'FETCH_HEAD')}"
    git(HERE, "switch", "--quiet", "--force-create", branch)
    git(HERE, "-c", f"user.name={BOT[0]}", "-c", f"user.email={BOT[1]}", "commit", "--quiet", "--message", title)
    git(HERE, "push", "--quiet", force, "origin", branch)
    if number:
        # The REST API, because `gh pr edit` fails for the token of a workflow.
        gh("api", "--silent", "--method", "PATCH", f"repos/{{owner}}/{{repo}}/pulls/{number}", "--field", "body=@-", text=text)
    else:
        gh("pr", "create", "--title", title, "--head", branch, "--body-file", "-", text=text)
    return 0


def gh(*arguments: str, text: str = "") -> str:
    """Run GitHub's command line, and return its output.

    Raises:
        CommandError: it is missing, or failed; a setting that it needs is named with its address.
    """
    try:
        return run_tool("gh", *arguments, text=text)
    except CommandError as error:
        if FORBIDDEN not in str(error):
            raise
        settings = gh("api", "repos/{owner}/{repo}", "--jq", ".html_url") + "/settings/actions"
        raise CommandError(
            f"::error::Turn on *Allow GitHub Actions to create and approve pull requests*, at the end of {settings}, "
            "press *Save*, and run this again."
        ) from error
