"""Write the site of a person of a department, as if alone at its address, in a process whose failure reaches nobody else."""

from __future__ import annotations

import hashlib
import os
import subprocess  # nosec B404 - runs only this program
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from api.site.folder import FILE_LIST
from cli.department.settings import Department, Person
from pipeline.schema.package import SHIPPED

SOFTWARE = Path(__file__).parents[2]
PACKAGES = ("api", "bibliography", "cli", "db", "look", "pipeline")
# 10,000 publications take a third of both.
MAX_SECONDS = 1800
MAX_BYTES = 2 << 30


class PersonSiteError(Exception):
    """A person's site cannot be written; the message is what its process printed."""


def write_site(person: Person, department: Department, database: Path, folder: Path) -> None:
    """Build the database, and write the site into a folder.

    Raises:
        PersonSiteError: nothing was written.
    """
    command = [sys.executable, "-P", "-X", "utf8", "-m", "cli", "site", f"--sources={person.folder}", f"--database={database}"]
    for name, text in settings_of(person, department).items():
        command += ["--setting", name, text]
    try:
        done = subprocess.run(  # noqa: S603  # nosec B603 - no shell
            [*command, "--", str(folder)],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(SOFTWARE), "PROFILE_BASE_URL": ""},
            timeout=MAX_SECONDS,
            preexec_fn=limit_memory if os.name == "posix" else None,
        )
    except subprocess.TimeoutExpired:
        raise PersonSiteError(f"The site was not finished in {MAX_SECONDS // 60} minutes.") from None
    if done.returncode:
        raise PersonSiteError(f"{done.stdout}{done.stderr}".strip() or f"The process ended with {done.returncode}.")


def limit_memory() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, (MAX_BYTES, MAX_BYTES))


def settings_of(person: Person, department: Department) -> dict[str, str]:
    """Return the settings that replace the person's own ones in site.yaml."""
    color = {"accentColor": str(department.values["accentColor"])} if "accentColor" in department.values else {}
    return {"base_url": f"{department.base_url}/{person.slug}", **color}


def state_of(person: Person, department: Department) -> str:
    """Return a hash that is the same as long as everything that the person's site is made of is."""
    state = (settings_of(person, department), software_state(os.environ.get("PROFILE_TEMPLATES")), file_states([person.folder]))
    return hashlib.sha256(repr(state).encode()).hexdigest()


@cache
def software_state(templates: str | None) -> str:
    folders = [*(SOFTWARE / name for name in PACKAGES), *([Path(templates)] if templates else [])]
    return repr((file_states(folders), SHIPPED.read_bytes()))


def file_states(folders: Iterable[Path]) -> list[tuple[str, int, int]]:
    """Return path, size and time of each file: reading them could take forever."""
    paths = [(top, Path(folder, name)) for top in folders for folder, _, names in os.walk(top) for name in names]
    states = []
    for top, path in sorted(paths):
        with suppress(OSError):
            status = path.stat()
            if path.suffix != ".pyc":
                states.append((str(path.relative_to(top)), status.st_size, status.st_mtime_ns))
    return states


def is_written(folder: Path) -> bool:
    """Whether a folder has every file of the site that was written into it."""
    manifest = folder / FILE_LIST
    names = manifest.read_text(encoding="utf-8").splitlines() if manifest.is_file() else []
    return bool(names) and all(os.path.isfile(f"{folder}/{name}") for name in names)  # noqa: PTH113 - a path for each takes longer
