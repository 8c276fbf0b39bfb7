"""Sources without Hebrew."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import yaml

from tests.support.own import write_csv


def remove_hebrew(folder: Path) -> None:
    """Take every Hebrew version out of the sources, as if the owner had none."""
    for name in ("site.yaml", "profile.yaml", "clinic.yaml", "research.yaml"):
        path = folder / name
        kept = without_twins(yaml.safe_load(path.read_text(encoding="utf-8")))
        path.write_text(yaml.safe_dump(kept, allow_unicode=True, sort_keys=False), encoding="utf-8")
    for name in ("services.csv", "cv.csv"):
        with (folder / name).open(encoding="utf-8", newline="") as file:
            rows = [without_twins(row) for row in csv.DictReader(file)]
        write_csv(folder / name, [*rows[0]], ([*row.values()] for row in rows))


def without_twins(value: Any) -> Any:
    """Return a value without the names that end in Hebrew, at any depth."""
    if isinstance(value, dict):
        return {name: without_twins(item) for name, item in value.items() if not name.endswith("Hebrew")}
    return [without_twins(item) for item in value] if isinstance(value, list) else value
