"""The warning about missing Hebrew versions."""

from __future__ import annotations

from pathlib import Path

from tests.support.hebrew import remove_hebrew
from tests.support.messages import edit, messages


def test_missing_versions_are_named_in_one_line(folder: Path) -> None:
    """By field, also those inside lists."""
    edit(folder, "profile.yaml", "    titleHebrew: הוראה\n", "")
    edit(folder, "profile.yaml", "specialtyHebrew: רדיולוגיה של מערכת השריר והשלד\n", "")
    edit(folder, "clinic.yaml", "      reasonHebrew: פסח\n", "")
    assert messages(folder) == [
        "warning: sources: Some text has no Hebrew, so the Hebrew pages show it in English. "
        "Missing in profile.yaml: specialtyHebrew, sections.titleHebrew; in clinic.yaml: hours.closures.reasonHebrew."
    ]


def test_without_any_hebrew_nothing_is_missing(folder: Path) -> None:
    remove_hebrew(folder)
    assert [message for message in messages(folder) if "Some text has no Hebrew" in message] == []
