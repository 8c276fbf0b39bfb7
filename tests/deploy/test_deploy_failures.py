"""nginx when the process is gone, or fails, and when copies expire."""

import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.conftest import start
from tests.support.load import SHIPPED
from tests.support.nginx import BODY, HEAD, Recorder, behind_nginx, cache_of, kept
from tests.support.waiting import in_background, until
from tests.support.wire import ask, refused

pytestmark = pytest.mark.slow
# A response that expires after a second.
SHORT = HEAD + b'Cache-Control: public, max-age=1\r\nETag: "a"\r\nVary: Accept-Encoding\r\n\r\n' + BODY
NOT_MODIFIED = (
    b"HTTP/1.1 304 Not Modified\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n"
    b'Cache-Control: public, max-age=3600\r\nETag: "a"\r\nVary: Accept-Encoding\r\n\r\n'
)


def test_without_the_process_cached_responses_are_served(example_database: Path, tmp_path: Path) -> None:
    """Until it is there again."""
    backend = start(example_database, tmp_path / "log", SHIPPED)
    with behind_nginx(tmp_path, backend.port) as server:
        before = kept(server, "/api/publications")
        with backend:
            backend.process.kill()
        after = ask(server, "/api/publications")
        assert (cache_of(after), after.status, after.headers, after.body) == ("HIT", 200, before.headers, before.body)
        assert ask(server, "/api/publications", If_None_Match="*").status == 304
        requests = (("/api/clinic", "GET"), ("/api/status", "GET"), ("/api", "OPTIONS"), ("/oauth/token", "POST"))
        answers = [ask(server, target, method) for target, method in requests]
        assert {refused(answer, 503, "service_unavailable", **{"retry-after": "5"}) for answer in answers} == {
            "The service does not answer. Try again in a moment."
        }
        with start(example_database, tmp_path / "again", SHIPPED, port=backend.port):
            assert ask(server, "/api/clinic").status == 200


@pytest.mark.parametrize("status", [b"500 No", b"503 No"])
def test_errors_of_the_application_are_passed_on(status: bytes, tmp_path: Path) -> None:
    answer = SHORT.replace(b"200 OK", status).replace(b"public, max-age=1", b"no-store")
    with in_background(Recorder(answer)) as recorder, behind_nginx(tmp_path, recorder.port) as server:
        answers = [ask(server, f"/api/publications?offset={number}") for number in range(5)]
        assert [(answer.status, answer.body) for answer in answers] == [(int(status[:3]), BODY)] * 5
        assert len(recorder.heads) == 5


def test_an_expired_copy_is_revalidated_with_its_etag(tmp_path: Path) -> None:
    """The copy is sent at once and revalidated in the background, whatever ETag the client has; 304 renews it."""
    with in_background(Recorder(SHORT)) as recorder, behind_nginx(tmp_path, recorder.port) as server:
        assert kept(server, "/api").body == BODY
        recorder.heads.clear()
        time.sleep(2.1)
        recorder.answer = NOT_MODIFIED
        assert ask(server, "/api", If_None_Match='"b"').body == BODY
        assert until(lambda: cache_of(ask(server, "/api")) == "HIT")
        [head] = recorder.heads
        assert b'\r\nIf-None-Match: "a"\r\n' in head


@pytest.mark.parametrize("failure", ["no answer", "500", "503"])
def test_an_expired_copy_is_served_instead_of_an_error(failure: str, tmp_path: Path) -> None:
    """stale-if-error: nothing listens, or the application fails."""
    with ExitStack() as stack:
        recorder = Recorder(SHORT)
        with in_background(recorder):
            server = stack.enter_context(behind_nginx(tmp_path, recorder.port))
            assert kept(server, "/api").body == BODY
            time.sleep(2.1)
            recorder.answer = SHORT.replace(b"200 OK", b"%s No" % failure.encode()).replace(b"public, max-age=1", b"no-store")
            if failure != "no answer":
                assert {(ask(server, "/api").status, ask(server, "/api").body) for _ in range(20)} == {(200, BODY)}
        assert {(ask(server, "/api").status, ask(server, "/api").body) for _ in range(20)} == {(200, BODY)}
