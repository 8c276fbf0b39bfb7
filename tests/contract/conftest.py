"""The service of the contract: behind nginx, if so chosen."""

from collections.abc import Iterator
from contextlib import nullcontext

import pytest

from tests.conftest import Server
from tests.support.nginx import behind_nginx, is_behind_nginx


@pytest.fixture(scope="session")
def server(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with behind_nginx(tmp_path_factory.mktemp("nginx"), server.port) if is_behind_nginx() else nullcontext(server) as front:
        yield front
