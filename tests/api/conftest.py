"""The example's site, in this process; a site with few publications, and the database of a resident, who has no clinic."""

from pathlib import Path

import pytest

from tests.support.own import profile_database
from tests.support.site import Site, serving, serving_list


@pytest.fixture(scope="session")
def site(example_database: Path) -> Site:
    return serving(example_database)


@pytest.fixture(scope="session")
def short_list(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Nine publications, too few to be searched and counted. None is selected."""
    rows = [[f"Title {number}", "Example N", "J", 2020] for number in range(9)]
    return serving_list(tmp_path_factory.mktemp("short"), ["title", "authors", "journal", "year"], rows)


@pytest.fixture(scope="session")
def resident_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return profile_database("resident", tmp_path_factory)
