"""Sources of a small clinic."""

from pathlib import Path

import pytest

from tests.support.languages import remove_hebrew
from tests.support.messages import write

CLINIC = "name: Clinic\naddress: 1 Road\nphone: '+1 555 0100'\n"


@pytest.fixture
def clinic(folder: Path) -> Path:
    """The example without Hebrew, with a least clinic and one service."""
    remove_hebrew(folder)
    write(folder, "clinic.yaml", CLINIC + "coordinates: {latitude: 1, longitude: 2}\n")
    write(folder, "services.csv", "name,locations\nUltrasound,Clinic\n")
    return folder
