"""Two more sites: a small profile with a value in every field that documents about a person use, and the least.

Their files in ``tests/profiles`` replace those of the example.
"""

import shutil
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.support.messages import edit
from tests.support.site import Site, serving_edited


def replace_files(folder: Path, name: str) -> None:
    shutil.copytree(ROOT / "tests" / "profiles" / name, folder, dirs_exist_ok=True)


def write_least(folder: Path) -> None:
    replace_files(folder, "least")
    (folder / "cv.csv").unlink()
    edit(folder, "site.yaml", "  nameHebrew: נועה דוגמה, רכזת הנגישות\n", "")
    edit(folder, "site.yaml", 'attributionHebrew: "ד״ר נועה דוגמה, https://profile.example.org"\n', "")


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return serving_edited(tmp_path_factory.mktemp("small"), lambda folder: replace_files(folder, "small"))


@pytest.fixture(scope="session")
def least(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return serving_edited(tmp_path_factory.mktemp("least"), write_least)
