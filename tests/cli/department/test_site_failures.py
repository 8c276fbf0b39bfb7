"""``make site`` in a department in which somebody's site cannot be written or shown."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.department import BASE, forget, of_person, specialties, text, write_department, written
from tests.support.messages import append, edit, write
from tests.support.static_site import broken_links

pytestmark = pytest.mark.slow


def dangling_link(folder: Path) -> None:
    (folder / "profile.yaml").unlink()
    (folder / "profile.yaml").symlink_to(folder / "nothing")


def endless_link(folder: Path) -> None:
    (folder / "publications.csv").unlink()
    (folder / "publications.csv").symlink_to("/dev/zero")


def huge_file(folder: Path) -> None:
    os.truncate(folder / "cv.csv", 2 << 30)


def unreadable_text(folder: Path) -> None:
    write(folder, "profile.yaml", b"\xff\xfe\x00")


@pytest.mark.parametrize("spoil", [dangling_link, endless_link, huge_file, unreadable_text])
def test_a_person_with_errors_keeps_the_last_pages(copy: Path, spoil: Callable[[Path], None]) -> None:
    before = of_person(copy, "dana")
    spoil(copy / "sources" / "people" / "dana")
    done = write_department(copy / "sources")
    assert (done.code, written(done)) == (1, [])
    assert done.out.endswith("\ndana failed, for the reason above: the pages and the card stay as they were.\n")
    assert (specialties(copy), of_person(copy, "dana")) == (["Internal medicine", "Neurology, headache and epilepsy"], before)


def test_a_person_with_errors_stops_nobody(copy: Path) -> None:
    people, before = copy / "sources" / "people", of_person(copy, "dana")
    edit(people / "dana", "profile.yaml", "specialty:", "speciality:")
    edit(people / "yael", "profile.yaml", "Neurology, headache", "Neurology, pain")
    done = write_department(copy / "sources")
    assert (done.code, written(done)) == (1, ["yael"])
    assert (specialties(copy), of_person(copy, "dana")) == (["Internal medicine", "Neurology, pain and epilepsy"], before)


def test_odd_rows_of_one_person_break_no_other_page(copy: Path) -> None:
    """DOIs with percent and other signs, and the ORCID iD of someone else."""
    dana = copy / "sources" / "people" / "dana"
    append(dana, "publications.csv", "A paper on per cent,Sample D,Journal,2020,10.5555/a%2Fb%zz\n")
    append(dana, "publications.csv", "Another paper,Sample D,Journal,2020,10.5555/a\\b'c;d)?e#f&g\n")
    append(dana, "profile.yaml", "\norcid: 0000-0000-5555-0000\n")
    done = write_department(copy / "sources")
    assert (done.code, written(done)) == (0, ["dana"])
    assert [link for link in broken_links(copy / "public", BASE) if not link.startswith(("dana/", "yael/"))] == []


def test_a_site_that_was_not_completely_written_stops_nobody(copy: Path) -> None:
    """A process that takes too long is killed."""
    edit(copy / "sources" / "people" / "dana", "profile.yaml", "specialty:", "speciality:")
    for name in ("_headers", "_redirects", "robots.txt"):
        (copy / "public" / "dana" / name).unlink()
    assert write_department(copy / "sources").code == 1
    assert "/yael/api/profile /yael/api/profile.json 200" in text(copy, "_redirects")
    assert "/dana/" not in text(copy, "_redirects")


def test_a_new_person_who_fails_stops_nobody(copy: Path) -> None:
    forget(copy, "dana")
    edit(copy / "sources" / "people" / "dana", "profile.yaml", "specialty:", "speciality:")
    done = write_department(copy / "sources")
    assert (done.code, specialties(copy)) == (1, ["Neurology, headache and epilepsy"])
    assert done.out.endswith("\ndana failed, for the reason above: there is no earlier card.\n")
    assert not (copy / "public/dana").exists()


def test_a_folder_of_something_else_stops_only_the_person_of_that_name(copy: Path) -> None:
    shutil.rmtree(copy / "public" / "dana")
    (copy / "public" / "dana").mkdir()
    write(copy / "public" / "dana", "_redirects", "mine")
    done = write_department(copy / "sources")
    assert (done.code, list(of_person(copy, "dana")), specialties(copy)[0]) == (1, ["_redirects"], "Internal medicine")
    assert done.out.endswith("\ndana failed, for the reason above: the pages and the card stay as they were.\n")


def test_documents_of_the_last_time_that_nobody_can_show_any_more_stop_nobody(copy: Path) -> None:
    """They can come from an older version of the software."""
    edit(copy / "db" / "people", "dana.json", '"Internal medicine"', "7")
    edit(copy / "sources" / "people" / "dana", "profile.yaml", "specialty:", "speciality:")
    done = write_department(copy / "sources")
    assert (done.code, specialties(copy)) == (1, ["Neurology, headache and epilepsy"])
    assert done.out.endswith("\ndana failed, for the reason above: there is no earlier card.\n")
