"""Warnings about values of the example beside another name."""

from __future__ import annotations

from pathlib import Path

from pipeline.loading.publish import check
from tests.support.messages import append, edit, messages, write

PLACEHOLDER = "This value still says REPLACE. Write your own, or delete it."
REPLACE = "This value came with the software. Replace it with your own, or delete it."


def test_another_name_brings_up_every_value_of_the_example(folder: Path) -> None:
    """Canonical links would lead to a foreign site."""
    edit(folder, "profile.yaml", "name: Dr. Noa Example", "name: Dr. Dana Levi")
    assert [line.replace(f"{folder}/", "") for line in check(folder).report.lines()] == [
        f"warning: clinic.yaml, lines 9, 10, 12 and 17 more: {REPLACE}",
        f"warning: cv.csv, rows 2, 11, 12 and 7 more, url: {REPLACE}",
        f"warning: profile.yaml, lines 12, 13, 16 and 13 more: {REPLACE}",
        f"warning: publications.csv, rows 2, 3, 4 and 10 more, doi: {REPLACE}",
        f"warning: publications.csv, rows 2, 4, 5 and 7 more, pubmed: {REPLACE}",
        f"warning: publications.csv, rows 2, 4, 5 and 8 more, url: {REPLACE}",
        f"warning: services.csv, rows 8 and 9, name: {REPLACE}",
        f"warning: site.yaml, lines 9, 10, 11 and 5 more: {REPLACE}",
    ]


def test_an_owners_values_are_not_warned_about(folder: Path) -> None:
    edit(folder, "profile.yaml", "name: Dr. Noa Example", "name: Dr. Dana Levi")
    write(folder, "services.csv", "name,nameHebrew,category,tags\nUltrasound of the shoulder,כתף,,\n")
    write(folder, "publications.csv", "title,authors,journal,year,doi\nAn example of a Title,Example N,J,2020,10.1000/5555\n")
    assert [line for line in messages(folder) if "publications" in line or "services" in line] == []


def test_a_profile_that_cannot_be_read_gives_no_such_warning(folder: Path) -> None:
    (folder / "profile.yaml").unlink()
    assert messages(folder) == ["sources/profile.yaml: The file is missing. Put it back under this name."]


TRIAL = "title,authors,journal,year\nREPLACE: a randomized trial,Example N,J,2020\n"


def test_placeholders_are_refused_where_the_site_is_published(folder: Path) -> None:
    """Comments don't count, and a title may begin with the name of a trial."""
    edit(folder, "clinic.yaml", "name: ", "# REPLACE\nparent: REPLACE with the name of the hospital # REPLACE\nname: ")
    append(folder, "services.csv", "REPLACE with a service,,consultation,,,,\n")
    write(folder, "publications.csv", TRIAL)
    for publishing, prefix in ((False, "warning: "), (True, "")):
        lines = [str(problem) for problem in check(folder, publishing=publishing).report if problem.code == "placeholder"]
        assert [line.replace(f"{folder}/", "") for line in lines] == [
            f"{prefix}clinic.yaml, line 10: {PLACEHOLDER}",
            f"{prefix}services.csv, row 20, name: {PLACEHOLDER}",
        ]


def test_an_error_elsewhere_does_not_hide_what_has_to_be_replaced(folder: Path) -> None:
    edit(folder, "profile.yaml", "orcid: ", "orcid: 0")
    edit(folder, "profile.yaml", "specialty: ", "specialty: REPLACE ")
    assert [(problem.code, problem.line) for problem in check(folder).report] == [("orcid", 16), ("placeholder", 9)]
