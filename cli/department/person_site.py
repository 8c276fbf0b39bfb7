"""Write the site of one person as if nobody else were there.

It runs in its own process, so a failure cannot affect other people's sites.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from cli.department.person import Person
from cli.department.settings import Department
from cli.repository.software import SOFTWARE_FOLDER
from cli.shared import CommandError
from pipeline.schema.package import SHIPPED_DESCRIPTOR
from pipeline.schema.phrases import own_templates

PACKAGES = ("api", "bibliography", "cli", "db", "look", "pipeline")
MAX_SITE_SECONDS = 1800  # three times what 10,000 publications take


def write_person_site(person: Person, department: Department, database: Path, folder: Path) -> None:
    """Build the database of a person, and write the site into a folder.

    Raises:
        CommandError: the person's files have errors. Nothing was written.
        TimeoutExpired: the process took too long.
    """
    command = [sys.executable, "-P", "-X", "utf8", "-m", "cli", "site", f"--sources={person.folder}", f"--database={database}"]
    for name, text in replaced_settings(person, department).items():
        command += ["--setting", name, text]
    done = subprocess.run(  # noqa: S603 - no shell
        [*command, "--", str(folder)],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(SOFTWARE_FOLDER), "PROFILE_BASE_URL": ""},
        timeout=MAX_SITE_SECONDS,
    )
    if done.returncode:
        raise CommandError(f"{done.stdout}{done.stderr}".strip() or f"The process ended with {done.returncode}.")


def replaced_settings(person: Person, department: Department) -> dict[str, str]:
    """The settings that replace those in the person's site.yaml."""
    color = {name: str(value) for name, value in department.settings.items() if name == "accentColor"}
    return {"base_url": person.url.rstrip("/"), **color}


def sources_state(person: Person, department: Department) -> str:
    """A hash that changes with the person's files, the settings and the software."""
    values = replaced_settings(person, department), file_states([person.folder]), software_state()
    return hashlib.sha256(repr(values).encode()).hexdigest()


@cache
def software_state() -> list[tuple[str, int, int]]:
    folders = [SOFTWARE_FOLDER / name for name in PACKAGES]
    return file_states(filter(None, [*folders, SHIPPED_DESCRIPTOR, own_templates()]))


def file_states(tops: Iterable[Path]) -> list[tuple[str, int, int]]:
    """Path, size and time of each regular file: reading the content of a device would never end."""
    paths = ((top, path) for top in tops for path in sorted((top, *top.rglob("*"))) if path.suffix != ".pyc" and path.is_file())
    return [(str(path.relative_to(top)), path.stat().st_size, path.stat().st_mtime_ns) for top, path in paths]
