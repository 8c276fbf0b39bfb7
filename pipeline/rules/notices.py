"""The warning about publications with a notice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from db.notices import NOTICE, sentence
from pipeline.problems import Finding
from pipeline.rules.repetition import RowRule


def noticed() -> RowRule:
    """Return a rule that warns of each publication with a notice."""

    def rule(_: int, record: Mapping[str, Any]) -> Iterable[Finding]:
        value = str(record.get("notice", ""))
        if not NOTICE.fullmatch(value):
            return ()
        told = f"{sentence(value)}. The pages, citations and exports say so, except export.csv."
        return [Finding(("notice",), "has_notice", told, "warning", value)]

    return rule
