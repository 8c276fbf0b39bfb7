"""The attacks at a hundredth of their size: nobody who behaves gets an error, and varied requests leave memory flat."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.attack.clients import NO_ANSWER
from tests.attack.scenarios import ATTACKERS, SCENARIOS
from tests.attack.service import DIRECTLY, NGINX, attack, synthetic

pytestmark = pytest.mark.slow
SCALE = 0.01
THROUGH_NGINX = ("64 clients, worst requests", "abandoned slow requests")
# More than a flat memory grows by chance at this size.
MAX_GROWTH = 8 << 20


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synthetic(tmp_path_factory.mktemp("attack"), SCALE)


@pytest.mark.parametrize(
    ("name", "through"), [*((name, DIRECTLY) for name in SCENARIOS), *((name, NGINX) for name in THROUGH_NGINX)]
)
def test_clients_that_behave_notice_nothing(database: Path, name: str, through: str) -> None:
    results = list(attack(database, name, through, SCALE))
    behaving = [(result.clients, set(result.statuses)) for result in results if result.clients != ATTACKERS]
    assert behaving == [(clients, {200}) for clients, _ in behaving]
    assert not [status for result in results for status in result.statuses if status == NO_ANSWER or status >= 500]
    if name == "varied requests":
        assert results[0].grown < MAX_GROWTH
