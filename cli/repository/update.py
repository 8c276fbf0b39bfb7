"""Move this profile repository to the newest release of the software, and show what is new.

This command uses the network. Your sources stay as they are. It updates other files unless you have changed them.
"""

from __future__ import annotations

import re
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path

from cli.repository.software import RELEASES, Pin, git, template_files, without_commit
from cli.shared import CommandError
from pipeline.wording import command_line

PIN = Path("software.txt")
LOCKS = {"requirements.txt", "requirements-uv.txt"}


def add_arguments(parser: ArgumentParser) -> None:
    """Add no arguments: software.txt names the software."""


def run(options: Namespace) -> int:
    print(move_to_newest())
    return 0


def explain_missing_pin() -> str:
    new = command_line("new", DIR="my-profile")
    return f"There is no {PIN} here. Run this command in your profile repository. To make one: {new}"


def move_to_newest() -> str:
    """Move this repository to the newest release, and say what is new.

    Raises:
        CommandError: this is not a profile repository, or a file cannot be written.
    """
    try:
        pin = Pin.parse(PIN.read_text(encoding="utf-8", errors="replace"))
    except FileNotFoundError:
        raise CommandError(explain_missing_pin()) from None
    try:
        with tempfile.TemporaryDirectory() as folder:
            return update_software(pin, Path(folder))
    except OSError as error:
        raise CommandError(f"{error.filename} cannot be written: {error.strerror}.") from error


def update_software(pin: Pin, clone: Path) -> str:
    """Move to the newest release or, if there are none, to the newest commit. ``clone`` is an empty folder.

    Return lines for the owner: the version, what to do about changed files, and what is new.
    """
    git(clone, "clone", "--quiet", "--", pin.address, ".")
    release = newest_release(clone, pin.commit) if git(clone, "tag", "--list", RELEASES) else "HEAD"
    newest = Pin(pin.address, git(clone, "rev-parse", f"{release}^{{commit}}"))
    git(clone, "checkout", "--quiet", newest.commit)
    after, entries = template_files(clone, newest), entries_for_owners(clone)
    git(clone, "checkout", "--quiet", pin.commit)
    notes = [*write_changed_files(template_files(clone, pin), after)]
    if newest == pin:
        return "The software is up to date."
    PIN.write_text(str(newest), encoding="utf-8")
    known = entries_for_owners(clone)
    news = [entry for entry in entries if entry not in known] or ["Nothing changes for you."]
    name = f"{newest.commit[:10]}, the newest commit: {pin.address} has no releases" if release == "HEAD" else release
    return "\n".join([f"Moved to {name}.", *notes, *news])


def newest_release(clone: Path, commit: str) -> str:
    """The tag of the newest release that contains a commit; the commit itself if it is newer than all releases."""
    return next(iter(git(clone, "tag", "--list", RELEASES, "--contains", commit, "--sort=-version:refname").split()), commit)


def entries_for_owners(software: Path) -> list[str]:
    """The changelog's entries for owners, one line each."""
    changelog = (software / "CHANGELOG.md").read_text(encoding="utf-8")
    parts = re.findall(r"^### For owners\n(.*?)(?=^#|\Z)", changelog, re.MULTILINE | re.DOTALL)
    return [" ".join(f"- {entry}".split()) for part in parts for entry in part.split("\n- ")[1:]]


def write_changed_files(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> Iterator[str]:
    """Write the files that are new in this version, unless the owner has changed them. Yield a line about each other file.

    Workflows are written even if the version is the same: a pull request that a workflow opens cannot change them.
    """
    for name, content in after.items():
        path, old = Path(name), before.get(name)
        own = path.read_bytes() if path.is_file() else None
        if is_data(name) or own == content:
            continue
        if without_commit(own) == without_commit(old) or (name in LOCKS and content != old):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        elif content == old:
            continue
        elif own is None:
            yield f"{name} has a new version, but you have deleted yours, so it stays deleted."
        else:
            yield f"{name} has a new version, but you have changed yours, so it stays as it is."
    for name in sorted(before.keys() - after.keys()):
        if not is_data(name) and Path(name).exists():
            yield f"{name} is no longer part of the software. Delete it, unless you use it."


def is_data(name: str) -> bool:
    """Whether a file is the owner's data, which an update never touches."""
    return name.startswith("sources/") and not name.endswith(".md")
