"""Languages as pages and the pipeline use them, of a site in Israel."""

import csv
from pathlib import Path
from typing import Any

import yaml

from api.endpoint import Endpoint, localized_endpoint
from api.page_language import PageLanguage, page_language
from api.routes import ENDPOINTS
from bench.synthetic import write_csv
from db.languages import DEFAULT_CODES, languages_for

ZONE = "Asia/Jerusalem"
DEFAULT = languages_for(DEFAULT_CODES, ZONE)


def in_code(code: str, *others: str, zone: str = ZONE) -> PageLanguage:
    """A language as its pages use it. Without ``others``, the site also has the default languages."""
    languages = languages_for(dict.fromkeys([*(others or DEFAULT_CODES), code]), zone)
    return page_language(next(each for each in languages if each.code == code), languages)


def endpoints(*codes: str) -> list[Endpoint]:
    others = languages_for([DEFAULT_CODES[0], *codes])[1:]
    return [*ENDPOINTS, *(localized_endpoint(each, language) for each in ENDPOINTS if each.translated for language in others)]


def remove_hebrew(folder: Path) -> None:
    """Remove every Hebrew version from sources."""
    for path in (path for path in folder.glob("*.yaml") if path.name != "datapackage.yaml"):
        values = without_hebrew(yaml.safe_load(path.read_text(encoding="utf-8")))
        path.write_text(yaml.safe_dump(values, allow_unicode=True, sort_keys=False), encoding="utf-8")
    for name in ("services.csv", "cv.csv", "publications.csv"):
        with (folder / name).open(encoding="utf-8-sig", newline="") as file:
            rows = [without_hebrew(row) for row in csv.DictReader(file)]
        write_csv(folder / name, [*rows[0]], ([*row.values()] for row in rows))


def without_hebrew(value: Any) -> Any:
    """A value without the fields that end in Hebrew, at any depth."""
    if isinstance(value, dict):
        return {name: without_hebrew(item) for name, item in value.items() if not name.endswith("Hebrew")}
    return [without_hebrew(item) for item in value] if isinstance(value, list) else value
