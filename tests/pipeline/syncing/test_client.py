"""How long the client waits, and how it names a service that does not answer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest

from pipeline.syncing.client import Pace, retry_after


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"x-rate-limit-limit": "5", "x-rate-limit-interval": "1s"}, 0.2),
        # A faster limit than ours changes nothing; nor do headers that make no sense.
        ({"x-rate-limit-limit": "50", "x-rate-limit-interval": "1s"}, 0.1),
        ({"x-rate-limit-limit": "0", "x-rate-limit-interval": "1s"}, 0.1),
        ({"x-rate-limit-limit": "many", "x-rate-limit-interval": "1s"}, 0.1),
        ({"x-rate-limit-limit": "5"}, 0.1),
    ],
)
def test_the_pace_follows_the_headers(headers: dict[str, str], seconds: float) -> None:
    pace = Pace(0.1)
    pace.learn(httpx.Headers(headers))
    assert pace.seconds == seconds


def test_retry_after(subtests: pytest.Subtests) -> None:
    assert retry_after("2") == 2
    assert retry_after("") is None
    assert retry_after("soon") is None
    for zone in ("GMT", "-0000", ""):
        with subtests.test(zone=zone):
            assert retry_after(f"Wed, 21 Oct 2015 07:28:00 {zone}".strip()) == 0
    assert retry_after(format_datetime(datetime.now(UTC) - timedelta(hours=1), usegmt=True)) == 0
    in_an_hour = retry_after(format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True))
    assert in_an_hour is not None
    assert 3500 < in_an_hour <= 3600
