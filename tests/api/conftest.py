"""The example's site, in this process."""

from pathlib import Path

import pytest

from tests.support.site import Site, serving


@pytest.fixture(scope="session")
def site(example_database: Path) -> Site:
    return serving(example_database)
