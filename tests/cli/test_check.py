"""``python -m cli check``: the report as text and as JSON."""

import json
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from pipeline.build import build
from pipeline.images.photo import has_position
from tests.conftest import Command, Run
from tests.support.messages import edit, locations
from tests.support.site import serving


@pytest.fixture
def check(sources: Path, command: Command) -> Command:
    return lambda *options: command("check", "--sources", sources, *options)


def test_the_preview_shows_the_square_around_the_face_on_page_and_card(folder: Path, tmp_path: Path, check: Command) -> None:
    """The photo has its face at 70 % from the left and 40 % from the top."""
    photo = Image.new("RGB", (2000, 1000), "white")
    ImageDraw.Draw(photo).ellipse((1350, 350, 1450, 450), "red")
    photo.save(folder / "portrait.png")
    edit(folder, "profile.yaml", "photo: portrait.png", "photo: portrait.png\nphotoFocus: 70% 40%")
    edit(folder, "clinic.yaml", 'newPatients: "yes"', "newPatients: existing")  # so that another place is the first on the card
    target = tmp_path / "new" / "preview.png"
    line = f"Your photo on the page and on the share card: {target}\n"
    assert check("--preview", target) == Run(0, f"{folder}: 0 errors, 0 warnings.\n{line}", "")
    preview = Image.open(target)
    assert preview.size == (40 + 640 + 40 + 1200 + 40, 40 + 640 + 40)
    on_page, on_card = (40 + 320, 40 + 256), (720 + 180, 40 + 287)
    assert (preview.getpixel(on_page), preview.getpixel(on_card)) == ((255, 0, 0), (254, 0, 0))
    build(folder, tmp_path / "profile.db")
    card = Image.open(BytesIO(serving(tmp_path / "profile.db").get("/card.png").content)).convert("RGB")
    assert preview.crop((720, 40, 720 + 1200, 40 + 630)).tobytes() == card.tobytes()


def test_a_position_in_the_photo_is_named_and_removed(folder: Path, located_photo: bytes, check: Command) -> None:
    (folder / "portrait.png").write_bytes(located_photo)
    assert check().out == (
        f"warning: {folder}/profile.yaml, line 30, photo: The photo says where it was taken (GPS). Your pages don't show that, "
        "but everyone can read it in a public repository. make check OPTIONS=--clean-photo removes it.\n"
        f"{folder}: 0 errors, 1 warning.\n"
    )
    cleaned = f"Removed the position and other metadata from {folder / 'portrait.png'}.\n"
    assert check("--clean-photo") == Run(0, f"{cleaned}{folder}: 0 errors, 0 warnings.\n", "")


def test_a_photo_is_cleaned_although_the_profile_has_errors(folder: Path, located_photo: bytes, check: Command) -> None:
    (folder / "portrait.png").write_bytes(located_photo)
    edit(folder, "profile.yaml", "email: noa@example.org", "email: nonsense")
    cleaned = check("--clean-photo")
    assert cleaned.code == 1
    assert cleaned.out.startswith(f"Removed the position and other metadata from {folder / 'portrait.png'}.\n")
    assert not has_position(folder / "portrait.png")


@pytest.mark.parametrize("photo", ["", "photo: missing.png\n", "photo: portrait.txt\n", "photo: [\n"])
def test_there_is_no_photo_to_clean(folder: Path, check: Command, photo: str) -> None:
    (folder / "portrait.txt").write_text("A text", encoding="utf-8")
    edit(folder, "profile.yaml", "photo: portrait.png\n", photo)
    assert check("--clean-photo").out.startswith("profile.yaml has no photo that can be read.\n")


def test_without_a_readable_photo_there_is_no_preview(folder: Path, tmp_path: Path, check: Command) -> None:
    target = tmp_path / "preview.png"
    (folder / "portrait.png").write_bytes(b"")
    assert check("--preview", target).code == 1
    edit(folder, "profile.yaml", "photo: portrait.png\n", "")
    assert check("--preview", target) == Run(0, f"{folder}: 0 errors, 0 warnings.\n", "")
    assert not target.exists()
    sentence = "profile.yaml has no photo that can be read.\n"
    assert check("--clean-photo") == Run(0, f"{sentence}{folder}: 0 errors, 0 warnings.\n", "")


def test_a_preview_that_cannot_be_written(tmp_path: Path, check: Command) -> None:
    run = check("--preview", tmp_path)
    assert (run.code, run.err) == (2, f"{tmp_path} cannot be used: Is a directory.\n")


def test_the_example_has_no_warnings(sources: Path, check: Command) -> None:
    """Not of what is right and will not change: its corrected publication, and the one without a DOI."""
    assert check("--strict") == Run(0, f"{sources}: 0 errors, 0 warnings.\n", "")


def test_strict_treats_warnings_as_errors(sources: Path, check: Command) -> None:
    edit(sources, "cv.csv", "2018-04,now", "2018-04,present")
    warning = f'warning: {sources}/cv.csv, row 2, endDate: Read "present" as now.\n{sources}: 0 errors, 1 warning.\n'
    assert check() == Run(0, warning, "")
    assert check("--strict") == Run(1, f"{warning}With --strict, warnings count as errors.\n", "")


def test_one_run_reports_the_problems_of_all_files(folder: Path, check: Command) -> None:
    """Errors first, in the order of files and rows; rows with the same warning share a line, which counts as one."""
    edit(folder, "publications.csv", ",2025,23,", ",1799,23,")
    for doi in ("10.5555/msk.2023.052", "10.5555/easi.2023.104"):
        edit(folder, "publications.csv", doi, f" {doi}")
    edit(folder, "services.csv", "joint-injection", "joints")
    (folder / "site.yaml").unlink()
    run = check()
    assert run.code == 1
    assert locations(run.out.replace(f"{folder}/", "").splitlines()) == [
        "publications.csv, row 2, year",
        "services.csv, row 11, tags[1]",
        "site.yaml",
        "warning: publications.csv, rows 5 and 6, doi",
        f"{folder}: 3 errors, 1 warning.",
    ]


def test_json_has_every_problem_and_the_number_of_valid_rows(folder: Path, check: Command) -> None:
    edit(folder, "clinic.yaml", "latitude: 31.5", "latitude: 91")
    edit(folder, "cv.csv", "2018-04,now", "2018-04,present")
    run = check("--format", "json")
    assert run.code == 1
    assert json.loads(run.out) == {
        "ok": False,
        "rows": {"site": 1, "profile": 1, "clinic": 0, "research": 1, "publications": 13, "services": 18, "cv": 27},
        "problems": [
            {
                "severity": "error",
                "code": "maximum",
                "file": f"{folder}/clinic.yaml",
                "line": 17,
                "field": "coordinates.latitude",
                "value": "91",
                "message": 'Expected at most 90, got "91". Write decimal degrees between -90 and 90, for example 31.5.',
            },
            {
                "severity": "warning",
                "code": "read_as",
                "file": f"{folder}/cv.csv",
                "row": 2,
                "field": "endDate",
                "value": "present",
                "message": 'Read "present" as now.',
            },
        ],
    }


def test_annotations_for_github(folder: Path, check: Command) -> None:
    """Workflow commands, which GitHub shows beside the lines of the files; a percent sign would begin an escape."""
    edit(folder, "clinic.yaml", "latitude: 31.5", 'latitude: "50%"')
    edit(folder, "publications.csv", ",2025,23,", ",1799,23,")
    run = check("--format", "github")
    *errors, _ = run.out.splitlines()
    assert run.code == 1
    assert [error.partition(", got")[0] for error in errors] == [
        f"::error file={folder}/clinic.yaml,line=17::{folder}/clinic.yaml, line 17, coordinates.latitude: Expected a number",
        f"::error file={folder}/publications.csv,line=2::{folder}/publications.csv, row 2, year: Expected at least 1800",
    ]
    assert 'got "50%25"' in errors[0]


def test_annotations_are_counted_one_by_one(folder: Path, check: Command) -> None:
    edit(folder, "publications.csv", ",2025,23,", ",x,23,")
    edit(folder, "publications.csv", ",2024,66,", ",y,66,")
    assert check().out.endswith(": 1 error, 0 warnings.\n")
    assert check("--format", "github").out.endswith(": 2 errors, 0 warnings.\n")
