"""Decisions, Addresses and headers: Cache-Control, ETag and compression."""

from __future__ import annotations

import gzip
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.loading.publish import build
from tests.conftest import SOURCES, Server
from tests.support.front import is_behind_nginx
from tests.support.wire import ADDED, CACHED, ON_EVERY_ANSWER, REFUSING, ask, refused

# Too small for compression to pay, and large enough.
SHORT = (
    "/robots.txt",
    "/.well-known/security.txt",
    "/.well-known/api-catalog",
    "/api/docs",
    "/card.png",
    "/images/icon-192.png",
    "/favicon.ico",
    "/manifest.webmanifest",
)
LARGE = (
    *(path for path in ADDED if path not in SHORT),
    "/api",
    "/api/profile",
    "/api/publications",
    "/api/clinic",
    "/api/services",
    "/api/research",
    "/api/export.csv",
    "/api/openapi.json",
)
SMALL = tuple(path for path in CACHED if path not in LARGE)


# Cache-Control


@pytest.mark.parametrize(
    "target",
    [
        *CACHED,
        "/api/publications?limit=0",
        "/api/services?tag=prp-injection",
        "/api/profile/",
    ],
)
@pytest.mark.parametrize(("headers", "status"), [({}, 200), ({"If_None_Match": "*"}, 304)])
def test_successes_and_304_may_be_cached_for_an_hour(server: Server, target: str, headers: dict[str, str], status: int) -> None:
    """Cache-Control: public, max-age=3600 on every success and 304."""
    answer = ask(server, target, **headers)
    assert (answer.status, answer.headers["cache-control"]) == (status, "public, max-age=3600")


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("target", ["/api/status", "/api/status/", "/api/status?_=1"])
def test_status_is_not_cached(server: Server, method: str, target: str) -> None:
    """Cache-Control: no-cache on /api/status."""
    answer = ask(server, target, method)
    assert (answer.status, answer.headers["cache-control"]) == (200, "no-cache")


@pytest.mark.parametrize("conditional", ["*", '"a"'])
@pytest.mark.parametrize(
    "target",
    [
        *REFUSING,
        "/nowhere",
        "/api/publications/none",
        "/api/publications?limit=-1",
        "/api/services?x=1",
    ],
)
def test_errors_are_not_stored(server: Server, conditional: str, target: str) -> None:
    """Cache-Control: no-store on every error; a cached 404 hides a publication that was just added."""
    answer = ask(server, target, If_None_Match=conditional, Accept_Encoding="gzip")
    refused(answer, answer.status, answer.json()["error"])
    assert answer.status in (400, 404)


# ETag


@pytest.mark.parametrize("path", CACHED)
def test_etag_is_strong_and_stable(server: Server, path: str) -> None:
    """ETag: strong, from the representation's bytes: the same bytes, the same validator."""
    first, second = ask(server, path), ask(server, path, User_Agent="another", Accept="text/html")
    assert re.fullmatch(r'"[\x21\x23-\x7e]+"', first.headers["etag"])
    assert (first.headers["etag"], first.body) == (second.headers["etag"], second.body)


def test_etag_differs_with_the_bytes(server: Server) -> None:
    """ETag: from the representation's bytes: different bytes have different validators on every address."""
    targets = [*CACHED, "/api/publications?limit=1", "/api/publications?limit=2", "/api/services?tag=prp-injection"]
    answers = [ask(server, target) for target in targets]
    assert len({answer.headers["etag"] for answer in answers}) == len({answer.body for answer in answers}) == len(targets)
    same = [ask(server, target) for target in ("/api/publications", "/api/publications?limit=13", "/api/publications?offset=0")]
    assert len({answer.headers["etag"] for answer in same}) == len({answer.body for answer in same}) == 1


def test_etag_is_the_same_on_every_machine(
    server: Server, serve: Callable[..., Server], tmp_path: Path, subtests: pytest.Subtests
) -> None:
    """ETag: the same on every machine that holds the same data; changed data changes it where it appears."""
    assert build(SOURCES, tmp_path / "same.db").outcome == "built"
    other = serve(tmp_path / "same.db")
    for path in CACHED:
        with subtests.test(path=path):
            for encoding in ("identity", "gzip"):
                here, there = (ask(one, path, Accept_Encoding=encoding).headers["etag"] for one in (server, other))
                assert here == there
    sources = tmp_path / "sources"
    shutil.copytree(SOURCES, sources)
    clinic = sources / "clinic.yaml"
    clinic.write_text(clinic.read_text(encoding="utf-8").replace("1 Example Street", "2 Example Street"), encoding="utf-8")
    assert build(sources, tmp_path / "changed.db").outcome == "built"
    changed = serve(tmp_path / "changed.db")
    differing = [path for path in CACHED if ask(server, path).headers["etag"] != ask(changed, path).headers["etag"]]
    assert differing == ["/api/clinic", "/profile.jsonld", "/resume.json", "/contact.vcf"]


@pytest.mark.parametrize(
    "form",
    [
        "*",
        " * ",
        "{}",
        "W/{}",
        '"a", {}',
        '{}, "b"',
        '"a",W/{} , "c"',
        'W/"a", "", {}',
        '"with, comma", {}',
    ],
)
@pytest.mark.parametrize("path", CACHED)
def test_if_none_match_gives_304(server: Server, form: str, path: str) -> None:
    """ETag: If-None-Match (a list, weak validators, *) gives 304, without a body and with the headers of a revalidation."""
    whole = ask(server, path).headers
    etag = whole["etag"]
    answer = ask(server, path, If_None_Match=form.format(etag))
    assert (answer.status, answer.body) == (304, b"")
    revalidation = {**ON_EVERY_ANSWER, "cache-control": "public, max-age=3600", "etag": etag, "vary": "Accept-Encoding"}
    assert answer.headers.items() >= revalidation.items()
    # nginx repeats other headers of the response in its cache.
    assert answer.headers.items() - revalidation.items() <= (whole.items() if is_behind_nginx() else set())


@pytest.mark.parametrize(
    "form",
    [
        '"a"',
        'W/"a", "b"',
        "",
        '""',
        "{bare}",
        '"{bare}',
        '"x{bare}"',
        '"{bare}x"',
        '"{bare}-gzip"',
        "**",
    ],
)
def test_other_validators_give_the_whole_answer(server: Server, form: str) -> None:
    """ETag: 304 only if the client has this representation."""
    plain = ask(server, "/api/clinic")
    answer = ask(server, "/api/clinic", If_None_Match=form.format(bare=plain.headers["etag"].strip('"')))
    assert (answer.status, answer.headers, answer.body) == (200, plain.headers, plain.body)


def test_conditions_on_dates_are_ignored(server: Server) -> None:
    """ETag: the only validator; there is no Last-Modified, so If-Modified-Since changes nothing."""
    answer = ask(server, "/api/clinic", If_Modified_Since="Fri, 31 Dec 2100 23:59:59 GMT")
    assert answer.status == 200
    assert "last-modified" not in answer.headers


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_status_has_no_etag(server: Server, method: str) -> None:
    """ETag: not on /api/status, which answers conditional requests in full."""
    answer = ask(server, "/api/status", method, If_None_Match="*", Accept_Encoding="gzip")
    assert answer.status == 200
    assert {"etag", "vary", "content-encoding"} & set(answer.headers) == set()


# Compression


@pytest.mark.parametrize("path", LARGE)
def test_gzip_where_it_pays(server: Server, path: str) -> None:
    """Compression: gzip when Accept-Encoding allows it, with its own ETag and Vary: Accept-Encoding."""
    plain, packed = ask(server, path), ask(server, path, Accept_Encoding="gzip")
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body)
    assert packed.headers["etag"] != plain.headers["etag"]
    assert re.fullmatch(r'"[\x21\x23-\x7e]+"', packed.headers["etag"])
    own = {"etag": packed.headers["etag"], "content-length": str(len(packed.body)), "content-encoding": "gzip"}
    assert packed.headers == {**plain.headers, **own}
    assert packed.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize("path", SMALL)
def test_no_gzip_where_it_does_not_pay(server: Server, path: str) -> None:
    """Compression: when it pays: a small answer is sent plain, with Vary all the same."""
    plain, asked = ask(server, path), ask(server, path, Accept_Encoding="gzip")
    assert (asked.headers, asked.body) == (plain.headers, plain.body)
    assert asked.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("GZip", True),
        ("x-gzip", True),
        ("deflate, gzip, br", True),
        ("gzip;q=0.001", True),
        ("gzip; q=1.000", True),
        ("br;q=1, gzip;Q=0.5", True),
        ("*", True),
        ("*;q=0, gzip", True),
        ("gzip;q=0", False),
        ("gzip; q=0", False),
        ("gzip;q=0.000", False),
        ("gzip;q=0, *", False),
        ("*;q=0", False),
        ("identity", False),
        ("deflate, br, zstd", False),
        ("gzipped", False),
        ("gzip;q=x", False),
        ("", False),
    ],
)
def test_accept_encoding_is_obeyed(server: Server, accepted: str, packed: bool) -> None:
    """Compression: when Accept-Encoding allows it; q=0 refuses."""
    answer = ask(server, "/api/openapi.json", Accept_Encoding=accepted)
    assert answer.status == 200
    assert answer.headers.get("content-encoding") == ("gzip" if packed else None)
    body = gzip.decompress(answer.body) if packed else answer.body
    assert body == ask(server, "/api/openapi.json").body


@pytest.mark.parametrize("path", LARGE)
def test_each_form_has_its_own_validation(server: Server, path: str) -> None:
    """Compression: with its own ETag: 304 has the ETag of the negotiated form; the other form's ETag doesn't match."""
    plain, packed = (ask(server, path, Accept_Encoding=encoding).headers["etag"] for encoding in ("identity", "gzip"))
    held = ask(server, path, Accept_Encoding="gzip", If_None_Match=packed)
    assert (held.status, held.body, held.headers["etag"], held.headers["vary"]) == (304, b"", packed, "Accept-Encoding")
    assert "content-encoding" not in held.headers
    assert ask(server, path, Accept_Encoding="gzip", If_None_Match=plain).status == 200
    assert ask(server, path, Accept_Encoding="identity", If_None_Match=packed).status == 200
