"""Find the phrases of the pages that a language of the site lacks.

The owner's folder of templates replaces phrases or adds to them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from look.phrases import ENGLISH_PHRASES, LANGUAGE_CODES, PHRASES_FOLDER, file_names, parse_phrases
from pipeline.report import Problem
from pipeline.wording import join_names, plural, quote

# Which native speaker checked the file; pages don't show it.
CHECKED_BY = "checked_by"


def missing_phrases(codes: Iterable[str], own: Path | None) -> Iterator[Problem]:
    """Yield a warning for each language that lacks phrases. Pages show these in English."""
    for code in codes:
        phrases: dict[str, Any] = {}
        try:
            for path in [folder / name for folder in (PHRASES_FOLDER, own) if folder for name in file_names(code)]:
                phrases |= read_phrases(path)
        except ValueError as error:
            yield Problem(str(path), "syntax", f"The pages cannot use this file: {error}. Correct it, or copy en.json again.")
            continue
        if missing := [key for key in ENGLISH_PHRASES if key not in phrases and key != CHECKED_BY]:
            fix = f"Write them in {code}.json in your folder of templates (PROFILE_TEMPLATES); a copy of en.json shows the form."
            text = f"The pages in {quote(code)} show {plural(len(missing), 'phrase')} in English: {join_names(missing)}. {fix}"
            if not phrases:
                text = (
                    f"Menus and buttons of the pages in {quote(code)} are in English, because there is no translation yet. {fix}"
                )
            yield Problem(str(path) if path.is_file() else path.name, "missing_phrases", text, "warning")


@cache
def shipped_labels(kind: str) -> dict[str, dict[str, str]]:
    """The labels of the known values of a field, such as ``section``, by value and by the code of the language."""
    labels: dict[str, dict[str, str]] = {}
    for code in LANGUAGE_CODES:
        for key, text in read_phrases(PHRASES_FOLDER / f"{code}.json").items():
            if key.startswith(f"{kind}_"):
                labels.setdefault(key.removeprefix(f"{kind}_"), {})[code] = text
    return labels


def read_phrases(path: Path) -> dict[str, Any]:
    """Read a file of phrases. A language without a file has none."""
    return parse_phrases(path.read_bytes()) if path.is_file() else {}


def own_templates() -> Path | None:
    """The owner's folder of templates, if there is one."""
    folder = os.environ.get("PROFILE_TEMPLATES")
    return Path(folder) if folder else None
