"""A written department, which several modules read or change."""

import shutil
from pathlib import Path

import pytest

from tests.conftest import SOURCES
from tests.support.department import make_department, write_department, written
from tests.support.messages import append
from tests.support.once import make_once

SECURITY = 'security: {{contact: ["mailto:{0}@example.org"], expires: "{1}-01-01T00:00:00Z"}}\n'


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sources, databases and site of the department."""
    return make_once(tmp_path_factory, "department", write_built)


def write_built(folder: Path) -> None:
    sources = make_department(folder / "sources")
    append(sources / "people" / "dana", "site.yaml", SECURITY.format("dana", 9998))
    append(sources / "people" / "yael", "site.yaml", "\n" + SECURITY.format("yael", 9999) + "contentSignals: {aiTrain: false}\n")
    shutil.copy(SOURCES / "portrait.png", sources / "people" / "yael")
    append(sources / "people" / "yael", "profile.yaml", "\nphoto: portrait.png\n")
    done = write_department(sources)
    assert (done.code, done.err, written(done)) == (0, "", ["dana", "yael"])


@pytest.fixture
def copy(built: Path, tmp_path: Path) -> Path:
    """The same to be changed."""
    return Path(shutil.copytree(built, tmp_path / "copy"))
