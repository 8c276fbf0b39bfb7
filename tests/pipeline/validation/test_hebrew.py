"""The warning about missing Hebrew versions."""

from __future__ import annotations

from pathlib import Path

from tests.support.messages import edit, messages
from tests.support.own import remove_hebrew


def test_missing_versions_are_one_line_for_each_file_and_list(folder: Path) -> None:
    """Degrees and names of networks may be the same in both languages."""
    edit(folder, "profile.yaml", "specialtyHebrew: רדיולוגיה של מערכת השריר והשלד\n", "")
    edit(folder, "profile.yaml", "credentialsHebrew: MD, PhD\n", "")
    profile = (folder / "profile.yaml").read_text()
    links = profile[profile.index("linksHebrew:") : profile.index("bioHebrew:")]
    edit(folder, "profile.yaml", links, "")
    edit(folder, "clinic.yaml", "      reasonHebrew: ראש השנה\n", "")
    edit(folder, "research.yaml", "areas:\n", "areas:\n" + "".join(f"  - name: Area {number}\n" for number in range(20)))
    assert messages(folder) == [
        "warning: sources/clinic.yaml, line 27, hours: Without hours.closures[2].reasonHebrew, the Hebrew pages show English.",
        "warning: sources/profile.yaml: Without specialtyHebrew, the Hebrew pages show English.",
        "warning: sources/research.yaml, line 13, areas: Without areas[1].nameHebrew, areas[2].nameHebrew, areas[3].nameHebrew "
        "and 17 more, the Hebrew pages show English.",
    ]


def test_services_and_entries_without_hebrew_have_their_rows(folder: Path) -> None:
    """A known section needs none: its heading is in both languages."""
    edit(folder, "cv.csv", ",התנדבות,", ",,")
    edit(folder, "services.csv", ",אולטרסאונד של הברך,", ",,")
    assert messages(folder) == [
        "warning: sources/cv.csv, row 28, sectionHebrew: Empty, so the Hebrew pages show the English.",
        "warning: sources/services.csv, row 4, nameHebrew: Empty, so the Hebrew pages show the English.",
    ]


def test_without_any_hebrew_nothing_is_missing(folder: Path) -> None:
    remove_hebrew(folder)
    assert messages(folder) == []


def test_hebrew_in_the_place_of_english(folder: Path) -> None:
    """A word in Hebrew beside English is none."""
    edit(folder, "profile.yaml", "specialty: Musculoskeletal radiology", "specialty: רדיולוגיה")
    edit(folder, "profile.yaml", "  - Hebrew\n  - English\n  - French", "  - עברית\n  - אנגלית\n  - צרפתית")
    edit(folder, "services.csv", "Ultrasound of the wrist,", "שורש כף היד,")
    edit(folder, "services.csv", "Ultrasound of the knee,", "Ultrasound of the knee (ברך),")
    assert messages(folder) == [
        'warning: sources/profile.yaml, line 9, specialty: Expected English, got "רדיולוגיה". Write Hebrew in specialtyHebrew.',
        'warning: sources/profile.yaml, line 19, languages: Expected English, got "עברית". Write Hebrew in languagesHebrew.',
        'warning: sources/services.csv, row 3, name: Expected English, got "שורש כף היד". Write Hebrew in nameHebrew.',
    ]
