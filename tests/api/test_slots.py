"""Slots: which requests take one, and what others get while all are taken."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from falcon.testing import TestClient

from api.application import create_app
from api.context import Service
from api.data.database import Database
from api.endpoints import ENDPOINTS
from api.errors import BusyError

DOI = "10.5555%2Fmsk.2021.001"
EXPENSIVE = (
    "/api/publications/facets",
    "/api/publications?q=nerve",
    "/api/publications?author=levi",
    "/api/publications?journal=radiology",
    "/api/publications?sort=title",
    "/api/publications?q=nerve&sort=relevance",
    "/api/publications?format=citation",
    "/api/publications?format=bibtex",
    "/publications?q=nerve",
    "/he/publications?journal=radiology",
    "/api/export.csv",
    "/api/export.bib",
    "/api/data/publications.csv",
    "/profile.db",
    "/sitemap.xml",
    "/cv",
    "/he/cv",
    "/resume.json",
)
INEXPENSIVE = (
    "/api/profile",
    "/api/publications",
    "/api/publications?limit=1000&offset=1&year_from=2000&year_to=2020&has_doi=true&fields=title&sort=-year&format=json&q=&journal=",
    f"/api/publications/{DOI}",
    f"/api/publications/{DOI}?format=citation&style=apa",
    "/api/status",
    "/feed.atom",
    "/profile.jsonld",
    "/card.png",
    "/",
    "/he",
    "/publications",
    "/he/publications?year=2020&offset=1",
    f"/publications/{DOI}",
)


@pytest.fixture
def service(example_database: Path, monkeypatch: pytest.MonkeyPatch) -> Service:
    """A service for which the example's publications are many."""
    monkeypatch.setattr("api.context.MANY_PUBLICATIONS", 12)
    return Service(Database(example_database), ENDPOINTS)


@pytest.fixture
def client(service: Service) -> TestClient:
    return TestClient(create_app(service, cache_bytes=32 << 20))


def statuses(client: TestClient, targets: tuple[str, ...]) -> set[int]:
    return {client.simulate_get(target).status_code for target in targets}


def test_without_a_slot_only_expensive_requests_are_refused(service: Service, client: TestClient) -> None:
    """429, until a slot is free; what was made before is served all the same."""
    with ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(service.slots)
        assert statuses(client, EXPENSIVE) == {429}
        assert statuses(client, INEXPENSIVE) == {200}
        refused = client.simulate_get(EXPENSIVE[0])
        assert refused.json == {"error": "too_many_requests", "error_description": "The service is busy. Try again in a second."}
        assert (refused.headers["retry-after"], refused.headers["cache-control"]) == ("1", "no-store")
    assert statuses(client, EXPENSIVE) == {200}
    with service.slots, service.slots:
        assert statuses(client, (*EXPENSIVE, "/api/export.csv?again", "/sitemap.xml?again")) == {200}


def test_a_slot_is_given_back_after_an_error(service: Service, client: TestClient) -> None:
    for _ in range(3):
        assert statuses(client, ("/api/publications?sort=relevance",)) == {400}
    with service.slots, service.slots, pytest.raises(BusyError), service.slots:
        pass


def test_one_document_is_rendered_at_a_time(service: Service, client: TestClient) -> None:
    with service.rendering:
        assert statuses(client, ("/api/export.csv", "/sitemap.xml")) == {429}
        assert statuses(client, ("/api/publications/facets",)) == {200}
    assert statuses(client, ("/api/export.csv", "/sitemap.xml")) == {200}


def test_with_few_publications_nothing_takes_a_slot(
    service: Service, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.context.MANY_PUBLICATIONS", 13)
    with service.slots, service.slots, service.rendering:
        assert statuses(client, EXPENSIVE) == {200}
