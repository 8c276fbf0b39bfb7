"""The site of a department, and one person's site alone."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import synthetic
from bench.programs import MEMORY, PYTHON, run

PEOPLE, PUBLICATIONS_EACH = 3, 100
SIZE = f"{PEOPLE} people with {PUBLICATIONS_EACH} publications each"
SETTINGS = "name: Department\nbase_url: https://department.example\nlanguages: [en, he]\n"


def write_people(folder: Path) -> None:
    """Write a department of the example's owner under other names, each with other publications."""
    rows = [*synthetic.rows(PEOPLE * PUBLICATIONS_EACH)]
    for number in range(PEOPLE):
        person = folder / "people" / f"person-{number}"
        shutil.copytree(synthetic.SOURCES, person)
        synthetic.write_csv(person / "publications.csv", synthetic.HEADER, rows[number::PEOPLE])
        lines = (person / "profile.yaml").read_text(encoding="utf-8").splitlines(keepends=True)
        own = [line for line in lines if not line.startswith("orcid:")]  # which no two people share
        (person / "profile.yaml").write_text("".join(own), encoding="utf-8")
    (folder / "department.yaml").write_text(SETTINGS, encoding="utf-8")


def measure(sources: Path) -> tuple[float, float, float]:
    """Return the processor time of a department and of all its people alone, and the megabytes of a person's part."""
    if not sources.exists():
        write_people(sources)
    with TemporaryDirectory(dir=MEMORY) as folder:
        together = write(sources, Path(folder, "together"))
        alone = PEOPLE * write(sources / "people" / "person-0", Path(folder, "alone"))
        size = sum(path.stat().st_size for path in Path(folder, "together", "public").glob("person-*/**/*") if path.is_file())
    return together, alone, size / PEOPLE / 1e6


def write(sources: Path, folder: Path) -> float:
    """Write a site as ``make site`` does; the example's values are no placeholders."""
    settings = {"TMPDIR": folder.parent, "SOURCES": sources, "PROFILE_DB": folder / "db" / "profile.db"}
    variables = [f"{name}={value}" for name, value in settings.items()]
    return run(["env", *variables, PYTHON, "-m", "pipeline", "site", str(folder / "public")]).seconds
