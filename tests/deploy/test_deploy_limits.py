"""Too slow, too much and too long: none of it looks like a service that is down, or takes it down."""

import shutil
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest

from bench.synthetic import write_csv
from tests.conftest import Server, start
from tests.support.load import SHIPPED, Client
from tests.support.nginx import BODY, KEPT, UNLIMITED, Recorder, behind_nginx
from tests.support.own import build_own
from tests.support.waiting import in_background
from tests.support.wire import ask, refused, request

# A view that never ends: each query of a journal then runs into the service's time limit.
ENDLESS = """
alter table journals rename to real_journals;
create view journals as
with recursive numbers(id) as (select 1 union all select id + 1 from numbers)
select id, 'endless' as name, 'endless' as normalized from numbers;
"""
BUSY = "Too many requests at once. Send at most 50 a second, and keep responses for an hour."
# The lines that an operator behind another proxy fills in.
BEHIND_A_PROXY = {
    "# set_real_ip_from 192.0.2.0/24;": "set_real_ip_from 127.0.0.1;",
    "# real_ip_header X-Forwarded-For;": "real_ip_header X-Forwarded-For;",
    "# real_ip_recursive on;": "real_ip_recursive on;",
}


@contextmanager
def deployed(folder: Path, database: Path) -> Iterator[Server]:
    with start(database, folder / "log", SHIPPED) as backend, behind_nginx(folder, backend.port) as server:
        yield server


@pytest.mark.slow
def test_slow_queries_do_not_take_the_site_down(example_database: Path, tmp_path: Path) -> None:
    """Each is told that it was too slow (504); all others are answered, not from the cache."""
    database = tmp_path / "profile.db"
    shutil.copy(example_database, database)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.executescript(ENDLESS)
    with deployed(tmp_path, database) as server, ThreadPoolExecutor(2) as clients:
        slow = [clients.submit(ask, server, f"/api/publications/facets?limit={number}") for number in (1, 2)]
        others = [ask(server, f"/api/publications?offset={number}").status for number in range(20)]
        answers = [query.result() for query in slow]
        others += [ask(server, f"/api/publications?offset={number}").status for number in range(20, 40)]
    assert others == [200] * 40
    assert [(answer.status, answer.json()["error"]) for answer in answers] == [(504, "query_timeout")] * 2


def test_a_request_that_hangs_is_not_repeated(tmp_path: Path) -> None:
    """The process would only compute it once more."""
    recorder = Recorder()
    sooner = UNLIMITED | {"proxy_read_timeout 35s;": "proxy_read_timeout 1s;"}
    with in_background(recorder), behind_nginx(tmp_path, recorder.port, sooner) as server:
        refused(ask(server, "/api/export.csv"), 503, "service_unavailable", **{"retry-after": "5"})
        assert len(recorder.heads) == 1


def test_long_addresses_and_headers_pass_through(tmp_path: Path) -> None:
    doi = "10.5555/(" + "<a>" * 97
    encoded = quote(doi, safe="")
    rows = [["A", "B C", "D", 2020, doi], ["E", "F G", "H", 2021, ""]]
    header = ["title", "authors", "journal", "year", "doi"]
    database = build_own(tmp_path, lambda sources: write_csv(sources / "publications.csv", header, rows))
    # Filters that have nothing to search for: every publication matches.
    nothing, accents = quote("\N{GRINNING FACE}" * 200), quote("\N{COMBINING ACUTE ACCENT}" * 200)
    query = f"q={nothing}&author={nothing}&journal={accents}&limit=1"
    with deployed(tmp_path, database) as server:
        targets = (f"/api/publications/{encoded}", f"/publications/{encoded}", f"/api/publications?{query}")
        answers = [ask(server, target) for target in targets]
    assert [answer.status for answer in answers] == [200] * 3
    assert len(answers[-1].headers["link"]) > 16_000


def test_a_client_that_asks_too_often_is_told_so(tmp_path: Path) -> None:
    """500 requests at once, more than any browser sends, and then 50 a second (here one a minute); others don't notice."""
    changes = BEHIND_A_PROXY | {"rate=50r/s": "rate=1r/m"}
    # The network of 64 bits is the client, and only the last proxy is believed.
    expected = {"2001:db8::ffff:2:2": 429, "2001:db8:0:1::1": 200, "192.0.2.7": 200, "192.0.2.8, 2001:db8::1:1": 429}
    with in_background(Recorder(KEPT)) as recorder, behind_nginx(tmp_path, recorder.port, changes) as server:
        with Client(server.port) as client:
            statuses = [client.get("/api/profile", X_Forwarded_For="2001:db8::1:1").status for _ in range(510)]
        others = {client: ask(server, "/api/profile", X_Forwarded_For=client).status for client in expected}
        again = ask(server, "/api/profile", "POST", X_Forwarded_For="2001:db8::1")
    assert statuses == [200] * 501 + [429] * 9
    assert refused(again, 429, "too_many_requests", **{"retry-after": "1"}) == BUSY
    assert others == expected


def test_a_client_with_too_many_requests_at_once_is_told_so(tmp_path: Path) -> None:
    """100 requests that are being answered, here because their bodies are not complete."""
    body = request("/oauth/token", "POST", b"x" * 1000, X_Forwarded_For="192.0.2.7")[:-1]
    with (
        in_background(Recorder(KEPT)) as recorder,
        behind_nginx(tmp_path, recorder.port, BEHIND_A_PROXY) as server,
        ExitStack() as stack,
    ):
        clients = [stack.enter_context(Client(server.port)) for _ in range(101)]
        for client in clients:
            client.send(body)
        assert refused(clients[-1].read(), 429, "too_many_requests", **{"retry-after": "1"}) == BUSY
        for client in clients[:-1]:
            client.send(b"x")
            assert client.read().body == BODY
