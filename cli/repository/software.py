"""The repository and commit of this software. A profile repository is pinned to a commit."""

from __future__ import annotations

import json
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from cli.shared import PACKAGE_NAME, CommandError
from pipeline.wording import quote

SOFTWARE_FOLDER = Path(__file__).parents[2]
HERE = Path()
WORKFLOWS = ".github/workflows/"
# Tags of releases.
RELEASES = "v[0-9]*.[0-9]*.[0-9]*"
# The name of a tag, its object, and the commit if the tag is annotated.
TAG_FORMAT = "%(refname:short) %(objectname) %(*objectname)"
# The beginning of a workflow's line that calls one of the software's workflows at a commit.
WORKFLOW_CALL = b"    uses: "
GITHUB = "https://github.com/"
TOOLS = {"git": "https://git-scm.com", "gh": "https://cli.github.com"}
# Replaces the dot at the beginning of names in the template, because packaging tools and shells leave out such files.
DOT_PREFIX = "dot-"
# An account can come before the host. An "@" anywhere else could be part of a password.
REMOTE_ADDRESS = re.compile(r"([a-z+]+)://(?:[^/\s]*@)?([^/:@\s]*)(:[0-9]+|)(/[^@\s]*)")


@dataclass(frozen=True)
class Pin:
    """A commit of the software, as pip installs it: ``public-profile-service @ git+ADDRESS@COMMIT``."""

    address: str
    commit: str

    def __str__(self) -> str:
        return f"{PACKAGE_NAME} @ git+{self.address}@{self.commit}\n"

    @classmethod
    def parse(cls, text: str) -> Pin:
        match = re.fullmatch(rf"{PACKAGE_NAME} @ git\+(\S+)@([0-9a-f]{{40}})\s*", text)
        if not match:
            raise CommandError(
                f'software.txt: Expected "{PACKAGE_NAME} @ git+https://…@" and a commit, got {quote(text.strip())}.'
            )
        return cls(match[1], match[2])


def this_software(address: str | None) -> Pin:
    """The commit that runs, at ``address`` or else at its origin. ``ADDRESS@COMMIT`` names another commit.

    pip records the origin of what it installed (PEP 610); a clone knows its own.

    Raises:
        CommandError: the origin is unknown.
    """
    if address and (pinned := re.fullmatch(r"(.+)@([0-9a-f]{40})", address)):
        return Pin(web_address(pinned[1]), pinned[2])
    if address and "@" in address.rpartition("/")[2]:
        raise CommandError(f'Expected all 40 digits of a commit after the "@" of SOFTWARE, got "{address}".')
    if (SOFTWARE_FOLDER / ".git").exists():
        # The origin is the folder itself if it was not cloned.
        origin = git(SOFTWARE_FOLDER, "config", "--default", str(SOFTWARE_FOLDER), "--get", "remote.origin.url")
        return Pin(web_address(address or origin), git(SOFTWARE_FOLDER, "rev-parse", "HEAD"))
    from importlib.metadata import PackageNotFoundError, distribution  # a slow import, and a clone does not need it

    try:
        recorded = json.loads(distribution(PACKAGE_NAME).read_text("direct_url.json") or "{}")
    except PackageNotFoundError:
        recorded = {}
    if not (commit := recorded.get("vcs_info", {}).get("commit_id")):
        raise CommandError("The repository of this software is unknown. Name it with SOFTWARE=ADDRESS@COMMIT.")
    return Pin(web_address(address or recorded["url"]), commit)


def web_address(remote: str) -> str:
    """The address of a remote for readers without an account: https instead of ssh, no password, file for a folder."""
    remote = re.sub(r"^\w+@([^:/]+):/?", r"ssh://\1/", remote)  # scp's form
    if not (match := REMOTE_ADDRESS.fullmatch(remote if "://" in remote else Path(remote).resolve().as_uri())):
        raise CommandError(f"Expected the address of a repository, without spaces and @, got {quote(remote)}.")
    scheme, host, port, path = match.groups()
    return f"https://{host}{path}" if "ssh" in scheme else f"{scheme}://{host}{port}{path}"


def git(folder: Path, *arguments: str, **environment: str) -> str:
    return run_tool("git", "-C", str(folder), *arguments, **environment)


def run_tool(tool: str, *arguments: str, text: str = "", **environment: str) -> str:
    """Run git or gh, GitHub's command line, and return its output without the last line end.

    Raises:
        CommandError: the tool is missing or failed. The message is the tool's own.
    """
    try:
        done = subprocess.run(  # noqa: S603 - no shell
            [tool, *arguments], input=text, capture_output=True, encoding="utf-8", check=True, env={**os.environ, **environment}
        )
    except FileNotFoundError as error:
        raise CommandError(f"{tool} is not installed. Install it ({TOOLS[tool]}) and try again.") from error
    except subprocess.CalledProcessError as error:
        raise CommandError(f"{tool} failed: {error.stderr.strip() or error.returncode}") from error
    return done.stdout.rstrip("\n")


def template_files(software: Path, pin: Pin) -> dict[str, bytes]:
    """The files of a new profile repository, by path.

    If the software is on GitHub, the workflows call the software's own workflows at the pinned commit, so owners get corrections
    with a new pin.
    """
    template = software / "pipeline" / "template"  # older releases look for it here when they move to this one
    paths = [path for path in sorted(template.rglob("*")) if path.is_file()]
    files = {"/".join(map(with_dot, path.relative_to(template).parts)): path.read_bytes() for path in paths}
    if pin.address.startswith(GITHUB):
        repository = pin.address.removeprefix(GITHUB).removesuffix("/").removesuffix(".git")
        comment = "".join(f" # {tag}" for tag in releases_at(software, pin.commit)[:1])
        for name in (name for name in files if name.startswith(WORKFLOWS)):
            head, _, _ = files[name].partition(b"    runs-on:")
            files[name] = head + f"    uses: {repository}/{name}@{pin.commit}{comment}\n".encode()
    # The guides are the same for the example and for every profile repository.
    return files | {f"sources/{document.name}": document.read_bytes() for document in (software / "sources").glob("*.md")}


def releases_at(software: Path, commit: str) -> list[str]:
    """Tags of releases at a commit, newest first; empty if the software is not a git clone."""
    if not (software / ".git").exists():
        return []
    tags = git(software, "tag", "--list", RELEASES, "--sort=-version:refname", f"--format={TAG_FORMAT}").splitlines()
    return [name for name, *commits in map(str.split, tags) if commit in commits]


def without_commit(workflow: bytes | None) -> bytes | None:
    """The content of a workflow without the commits at which it calls workflows of the software."""
    lines = (workflow or b"").split(b"\n")
    return workflow and b"\n".join(line.partition(b"@")[0] if line.startswith(WORKFLOW_CALL) else line for line in lines)


def with_dot(part: str) -> str:
    """The name of a file or folder in the profile repository: ``.github`` for ``dot-github``."""
    return f".{part.removeprefix(DOT_PREFIX)}" if part.startswith(DOT_PREFIX) else part
