"""The files of the sources: what leads out of their folder, or has no end, is refused or left alone."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.build import build, check
from pipeline.images.photo import has_position
from tests.support.messages import append

LINK = "it is a link; put the file itself in its place"
DEVICE = "it is a pipe or a device"
FILES = (
    "site.yaml",
    "profile.yaml",
    "clinic.yaml",
    "research.yaml",
    "publications.csv",
    "services.csv",
    "cv.csv",
)


def link_outside(path: Path) -> None:
    """Put a link in place of a file; the file itself would be accepted."""
    outside = path.parent.parent / "outside"
    outside.mkdir(exist_ok=True)
    if path.exists():
        shutil.move(path, outside / path.name)
    path.symlink_to(outside / path.name)


def link_to_device(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.symlink_to("/dev/zero")


def pipe(path: Path) -> None:
    path.unlink(missing_ok=True)
    os.mkfifo(path)


KINDS = pytest.mark.parametrize(
    ("replace", "reason"), [(link_outside, LINK), (link_to_device, LINK), (pipe, DEVICE)], ids=["a link", "a device", "a pipe"]
)


@KINDS
def test_every_source_is_refused(folder: Path, replace: Callable[[Path], None], reason: str) -> None:
    for name in FILES:
        replace(folder / name)
    errors = [str(problem) for problem in check(folder).report if problem.severity == "error"]
    assert sorted(errors) == sorted(f"{folder / name}: The file cannot be opened ({reason})." for name in FILES)


@KINDS
def test_a_descriptor_is_refused(folder: Path, replace: Callable[[Path], None], reason: str) -> None:
    append(folder, "datapackage.yaml", "\n")  # unlike the software's
    replace(folder / "datapackage.yaml")
    [error] = check(folder).report
    assert str(error) == f"{folder / 'datapackage.yaml'}: The file cannot be opened ({reason})."


@KINDS
def test_a_photo_must_be_a_regular_file(folder: Path, replace: Callable[[Path], None], reason: str) -> None:
    replace(folder / "portrait.png")
    [problem] = check(folder).report
    assert (problem.field, problem.message) == ("photo", f"The photo cannot be opened ({reason}).")
    assert not has_position(folder / "portrait.png")


def test_a_photo_that_cannot_be_opened_is_not_called_damaged(folder: Path) -> None:
    (folder / "portrait.png").unlink()
    (folder / "portrait.png").mkdir()
    [problem] = check(folder).report
    assert (problem.field, problem.message) == ("photo", "The photo cannot be opened (Is a directory).")


def test_an_image_that_nothing_names_is_left_alone(folder: Path, target: Path) -> None:
    for number, replace in enumerate((link_outside, link_to_device, pipe)):
        replace(folder / f"unused{number}.png")
    result = build(folder, target)
    assert (result.outcome, [*result.report]) == ("built", [])


def test_a_curriculum_vitae_has_room_in_its_pdf(folder: Path) -> None:
    (folder / "cv.csv").write_text("section,title\n" + "".join(f"award,Award {number}\n" for number in range(2001)))
    [message] = [problem.message for problem in check(folder).report if problem.severity == "error"]
    assert message == "The file has 2,001 rows, and /cv.pdf can show 2,000. Keep the most important ones."
