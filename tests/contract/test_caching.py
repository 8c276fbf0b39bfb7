"""api/README.md, "Caching": Cache-Control, ETag and compression."""

import gzip
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from pipeline.build import build
from tests.conftest import SOURCES, Server
from tests.support.nginx import is_behind_nginx
from tests.support.wire import CACHED, METADATA, ON_EVERY_ANSWER, REFUSING, ask, refused

# Not worth compressing: too small, compressed already, or the database.
PLAIN = (
    "/profile.db",
    "/api/publications/10.5555%2Fmsk.2021.001",
    "/card.png",
    "/manifest.webmanifest",
    "/images/icon-192.png",
    "/favicon.ico",
    "/robots.txt",
    "/.well-known/security.txt",
    "/.well-known/api-catalog",
    *METADATA,
)


# Cache-Control; the whole headers of every response are in test_addresses.


@pytest.mark.parametrize("path", ["/api/status", "/api/status/", "/api/status?_=1"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_status_is_not_cached(server: Server, method: str, path: str) -> None:
    """[max-age] Nor is it compressed or conditional."""
    answer = ask(server, path, method, If_None_Match="*", Accept_Encoding="gzip")
    assert (answer.status, answer.headers["cache-control"]) == (200, "no-cache")
    assert {"etag", "vary", "content-encoding"} & set(answer.headers) == set()


@pytest.mark.parametrize(
    ("target", "status"),
    [
        *((path, 400) for path in REFUSING),
        ("/api/services?x=1", 400),
        ("/nowhere", 404),
        pytest.param("/api/publications/none", 404, id="a publication that may be added"),
    ],
)
def test_errors_are_not_stored(server: Server, target: str, status: int) -> None:
    """[max-age]"""
    answer = ask(server, target, If_None_Match="*", Accept_Encoding="gzip")
    refused(answer, status, answer.json()["error"])


def test_etag_differs_with_the_bytes(server: Server) -> None:
    """[etag]"""
    same = ("/api/publications?limit=13", "/api/publications?offset=0")
    targets = [*CACHED, *same, "/api/publications?limit=1", "/api/publications?limit=2", "/api/services?tag=prp-injection"]
    answers = [ask(server, target) for target in targets]
    pairs = {(answer.headers["etag"], answer.body) for answer in answers}
    assert len({etag for etag, _ in pairs}) == len({body for _, body in pairs}) == len(pairs) == len(targets) - len(same)
    assert [etag for etag, _ in pairs if not re.fullmatch(r'"[\x21\x23-\x7e]+"', etag)] == []


def test_etag_is_the_same_on_every_machine(server: Server, serve: Callable[..., Server], tmp_path: Path) -> None:
    """[etag]"""
    assert build(SOURCES, tmp_path / "same.db").outcome == "built"
    other = serve(tmp_path / "same.db")
    forms = product(CACHED, ("identity", "gzip"))
    etags = [[ask(each, path, Accept_Encoding=form).headers["etag"] for each in (server, other)] for path, form in forms]
    assert [pair for pair in etags if pair[0] != pair[1]] == []


FORMS = ("*", " * ", "W/{}", '"a",W/{} , "c"', 'W/"a", "", {}', '"with, comma", {}')


@pytest.mark.parametrize(("path", "form"), [*product(CACHED, ["{}"]), *product(["/api/clinic"], FORMS)])
def test_if_none_match_gives_304(server: Server, path: str, form: str) -> None:
    """[if-none-match]"""
    whole = ask(server, path).headers
    etag = whole["etag"]
    answer = ask(server, path, If_None_Match=form.format(etag))
    assert (answer.status, answer.body) == (304, b"")
    revalidation = {**ON_EVERY_ANSWER, "cache-control": "public, max-age=3600", "etag": etag, "vary": "Accept-Encoding"}
    assert answer.headers.items() >= revalidation.items()
    # nginx repeats other headers of the response in its cache.
    assert answer.headers.items() - revalidation.items() <= (whole.items() if is_behind_nginx() else set())


@pytest.mark.parametrize("form", ['W/"a", "b"', "", '""', "{bare}", '"{bare}', '"x{bare}"', '"{bare}x"', '"{bare}-gzip"', "**"])
def test_other_validators_give_the_whole_answer(server: Server, form: str) -> None:
    """[if-none-match]"""
    plain = ask(server, "/api/clinic")
    answer = ask(server, "/api/clinic", If_None_Match=form.format(bare=plain.headers["etag"].strip('"')))
    assert (answer.status, answer.headers, answer.body) == (200, plain.headers, plain.body)


@pytest.mark.parametrize("path", [path for path in CACHED if path not in PLAIN])
def test_gzip_where_it_saves_bytes(server: Server, path: str) -> None:
    """[gzip] 304 has the ETag of the negotiated form; the ETag of the other form doesn't match."""
    plain, packed = ask(server, path), ask(server, path, Accept_Encoding="gzip")
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body)
    etag = packed.headers["etag"]
    own = {"etag": etag, "content-length": str(len(packed.body)), "content-encoding": "gzip"}
    assert packed.headers == {**plain.headers, **own}
    assert etag != plain.headers["etag"]
    held = ask(server, path, Accept_Encoding="gzip", If_None_Match=etag)
    assert (held.status, held.body, held.headers["etag"], held.headers["vary"]) == (304, b"", etag, "Accept-Encoding")
    assert "content-encoding" not in held.headers
    assert ask(server, path, Accept_Encoding="gzip", If_None_Match=plain.headers["etag"]).status == 200
    assert ask(server, path, Accept_Encoding="identity", If_None_Match=etag).status == 200


@pytest.mark.parametrize("path", PLAIN)
def test_no_gzip_where_it_does_not_pay(server: Server, path: str) -> None:
    """[gzip] Nor is a small answer."""
    plain, asked = ask(server, path), ask(server, path, Accept_Encoding="gzip")
    assert (asked.headers, asked.body) == (plain.headers, plain.body)
    assert asked.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("GZip", True),
        ("x-gzip", True),
        ("gzip;q=0.001", True),
        ("br;q=1, gzip;Q=0.5", True),
        ("*", True),
        ("*;q=0, gzip", True),
        ("gzip;q=0", False),
        ("gzip;q=0, *", False),
        ("deflate, br, zstd", False),
        ("gzipped", False),
        ("gzip;q=x", False),
        ("", False),
    ],
)
def test_accept_encoding_is_obeyed(server: Server, accepted: str, packed: bool) -> None:
    """[gzip]"""
    answer = ask(server, "/api/openapi.json", Accept_Encoding=accepted)
    assert answer.status == 200
    assert answer.headers.get("content-encoding") == ("gzip" if packed else None)
    assert (gzip.decompress(answer.body) if packed else answer.body) == ask(server, "/api/openapi.json").body
