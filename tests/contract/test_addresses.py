"""api/README.md, "Addresses": methods, CORS, slashes, absolute addresses, and what a request cannot change."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import BASE_URL, Server, start
from tests.support.wire import (
    ANSWERING,
    CACHED,
    EVERY_PATH,
    JSON_API,
    MEDIA_TYPES,
    METADATA,
    ON_EVERY_ANSWER,
    PAGES,
    REFUSING,
    SERVICE_LINKS,
    ask,
    refused,
)

# Paths that may end with a slash; a DOI has its own rule.
SLASHABLE = tuple(path for path in EVERY_PATH if "%2F" not in path)
ELSEWHERE = "https://example.net/people/noa"
BUILT = ("/robots.txt", "/sitemap.xml", "/.well-known/security.txt", "/llms.txt", "/contact.vcf", "/feed.atom")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:{}; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# Other headers of single addresses.
OWN: dict[str, dict[str, str]] = {
    "/api": {"link": SERVICE_LINKS},
    "/api/publications": {"x-total-count": "13"},
    **{
        f"/api/export.{name}": {"content-disposition": f'attachment; filename="publications.{name}"'}
        for name in ("csv", "bib", "ris", "csl.json")
    },
    "/contact.vcf": {"content-disposition": 'inline; filename="contact.vcf"'},
    "/he/contact.vcf": {"content-disposition": 'inline; filename="contact.vcf"'},
    "/he/cv.md": {
        "content-language": "he",
        "link": '<https://creativecommons.org/licenses/by/4.0/>; rel="license", '
        f'<{BASE_URL}/he/cv.md>; rel="alternate"; type="text/markdown"',
    },
    "/embed/publications": {
        "content-language": "en",
        "content-security-policy": POLICY.format(""),
        "referrer-policy": "strict-origin-when-cross-origin",
    },
    "/api/docs": {
        "content-security-policy": POLICY.format(" blob:"),
        "referrer-policy": "strict-origin-when-cross-origin",
    },
    "/.well-known/api-catalog": {"link": f'<{BASE_URL}/.well-known/api-catalog>; rel="api-catalog"'},
}


def answer_to(server: Server, target: str, body: bytes = b"", **headers: str) -> tuple[int, dict[str, str], bytes]:
    answer = ask(server, target, "GET", body, **headers)
    return answer.status, answer.headers, answer.body


@pytest.mark.parametrize("path", ANSWERING)
def test_all_headers(server: Server, path: str) -> None:
    """[every-response] No header more and no header less."""
    answer = ask(server, path)
    headers = answer.headers
    cached = {"cache-control": "public, max-age=3600", "vary": "Accept-Encoding", "etag": headers.get("etag")}
    assert headers == {
        **ON_EVERY_ANSWER,
        **({"cache-control": "no-cache"} if path == "/api/status" else cached),
        "content-type": MEDIA_TYPES.get(path, "application/json; charset=utf-8"),
        "content-length": str(len(answer.body)),
        **OWN.get(path, {}),
    }


@pytest.mark.parametrize("path", [*PAGES, "/api/docs"])
def test_html_is_protected(server: Server, path: str) -> None:
    """[every-response]"""
    headers = ask(server, path, Accept="text/html").headers
    assert headers.items() >= ON_EVERY_ANSWER.items()
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["referrer-policy"] == "strict-origin-when-cross-origin"


OTHERS = (*REFUSING, "/", "/nowhere", "/api/profile/", "/api/publications?limit=5&offset=5", "/api/publications?limit=x")


@pytest.mark.parametrize(
    ("target", "encoding"), [*((target, "gzip") for target in (*ANSWERING, *OTHERS)), ("/api/profile", "identity")]
)
def test_head(server: Server, target: str, encoding: str) -> None:
    """[methods]"""
    got, head = ask(server, target, Accept_Encoding=encoding), ask(server, target, "HEAD", Accept_Encoding=encoding)
    assert (head.status, head.body) == (got.status, b"")
    headers, expected = head.headers, got.headers
    assert expected["content-length"] == str(len(got.body))
    if target == "/api/status":
        # The uptime gains a digit now and then.
        assert abs(int(headers.pop("content-length")) - int(expected.pop("content-length"))) <= 2
    assert headers == expected


@pytest.mark.parametrize("target", [*EVERY_PATH, "/", "/api/publications?limit=x", "/api/publications/10.5555/none"])
def test_options(server: Server, target: str) -> None:
    """[preflight]"""
    answer = ask(server, target, "OPTIONS", Origin="null", Access_Control_Request_Method="POST")
    assert (answer.status, answer.body) == (204, b"")
    assert answer.headers == {
        **ON_EVERY_ANSWER,
        "allow": "GET, HEAD, OPTIONS, POST" if target == "/oauth/token" else "GET, HEAD, OPTIONS",
        "access-control-allow-methods": "GET, HEAD, OPTIONS",
        "access-control-allow-headers": "*",
        "access-control-max-age": "86400",
        "cache-control": "no-cache" if target == "/api/status" else "public, max-age=3600",
    }


@pytest.mark.parametrize(
    ("target", "plain"),
    [
        *((f"{path}/", path) for path in SLASHABLE if path != "/api/status"),
        ("/api/publications/?year=2025&limit=1", "/api/publications?year=2025&limit=1"),
        ("/api/publications/?limit=x", "/api/publications?limit=x"),
        ("/api/services/?tag=prp-injection", "/api/services?tag=prp-injection"),
        *((target, "/api") for target in ("//api", "http://evil.test/api", "/api?", "/api#x")),
    ],
)
def test_other_forms_of_a_request_target(server: Server, target: str, plain: str) -> None:
    """[slash] [absolute]"""
    assert answer_to(server, target) == answer_to(server, plain)


PUBLICATION = "/api/publications/10.5555%2Fmsk.2021.001"
JSON_ADDRESSES = {
    "/api/index.json": "/api",
    "/api/publications.json?year=2021&limit=1": "/api/publications?year=2021&limit=1",
    "/api/publications/facets.json?year=2021": "/api/publications/facets?year=2021",
    f"{PUBLICATION}.json": PUBLICATION,
    "/api/publications/doi:10.5555/MSK.2021.001.json?style=apa&format=citation": f"{PUBLICATION}?format=citation&style=apa",
}


@pytest.mark.parametrize("target", JSON_ADDRESSES)
def test_addresses_with_the_ending_of_json(server: Server, target: str) -> None:
    """[json-addresses]"""
    plain, answer = ask(server, JSON_ADDRESSES[target]), ask(server, target)
    canonical = f'<{BASE_URL}{JSON_ADDRESSES[target]}>; rel="canonical"'
    link = ", ".join(filter(None, [plain.headers.get("link"), canonical]))
    assert (answer.status, answer.body) == (200, plain.body)
    assert answer.headers == {**plain.headers, "link": link}


@pytest.mark.parametrize(
    ("target", "status", "code"),
    [
        ("/api/publications.json?limit=x", 400, "invalid_parameter"),
        ("/api/publications/none.json", 404, "not_found"),
        ("/api/openapi.json.json", 404, "not_found"),
        ("/publications/10.5555%2Fmsk.2021.001.json", 404, "not_found"),
    ],
)
def test_errors_at_addresses_with_the_ending_of_json(server: Server, target: str, status: int, code: str) -> None:
    """[json-addresses] Pages and other files have none."""
    refused(ask(server, target), status, code)


def test_the_status_with_the_ending_of_json(server: Server) -> None:
    """[json-addresses]"""
    answer = ask(server, "/api/status.json")
    assert answer.headers["link"] == f'<{BASE_URL}/api/status>; rel="canonical"'
    assert (answer.headers["cache-control"], answer.json()["ok"]) == ("no-cache", True)


@pytest.fixture(scope="module")
def moved(example_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The service at another address."""
    with start(example_database, tmp_path_factory.mktemp("moved") / "log", PROFILE_BASE_URL=f"{ELSEWHERE}/") as running:
        yield running


@pytest.mark.parametrize("path", [*METADATA, *BUILT, "/.well-known/api-catalog", "/api", "/api/publications?limit=9"])
def test_absolute_addresses(server: Server, moved: Server, path: str) -> None:
    """[absolute]"""
    here, there = server.get(path), moved.get(path)
    # The owner's credit is a text of the sources.
    credit = server.json("/api")["attribution"]
    assert BASE_URL in here.text
    assert there.text == here.text.replace(BASE_URL, ELSEWHERE).replace(credit.replace(BASE_URL, ELSEWHERE), credit)
    assert there.headers.get("link") == (here.headers["link"].replace(BASE_URL, ELSEWHERE) if "link" in here.headers else None)


def test_servers_of_the_description(server: Server, moved: Server) -> None:
    """[absolute]"""
    bases = [each.json("/api/openapi.json")["servers"] for each in (server, moved)]
    assert bases == [[{"url": BASE_URL}], [{"url": ELSEWHERE}]]


HEADERS = {
    "Range": "bytes=0-1",
    "If_Modified_Since": "Fri, 31 Dec 2100 23:59:59 GMT",
    "Authorization": "Bearer x",
    "Proxy_Authorization": "Basic Og==",
    "X_API_Key": "x",
    "Cookie": "a=b",
    "Host": "evil.test",
    "X_Forwarded_Host": "evil.test",
    "X_Forwarded_Proto": "gopher",
    "Forwarded": "host=evil.test",
    "If_Match": '"a"',
    "If_Unmodified_Since": "Thu, 01 Jan 1970 00:00:00 GMT",
}
ACCEPT = ("text/html", "text/csv", "application/json", "text/markdown", "*/*;q=0", "", "§")
IN_JSON = (*(path for path in JSON_API if path != "/api/status"), "/api/export.csv", "/api/publications?limit=x", "/api/x")


@pytest.mark.parametrize(
    ("target", "body", "headers"),
    [
        *(
            pytest.param(target, b"", HEADERS, id=f"headers-{target}")
            for target in (*CACHED, *REFUSING, "/", "/nowhere", "/api/publications?limit=5", "/api/services?x=1")
        ),
        pytest.param("/api/profile", b"", {"Range": "bytes=0-0,2-3", "If_Range": '"a"'}, id="ranges"),
        *(pytest.param("/api/profile", b"", {"Accept": accept}, id=f"accept {accept}") for accept in ACCEPT),
        *(pytest.param(target, b"", {"Accept": "text/html"}, id=f"accept-{target}") for target in IN_JSON),
        *(pytest.param(path, b'{"limit": 1}', {}, id=f"body-{path}") for path in CACHED),
    ],
)
def test_what_is_ignored(server: Server, target: str, body: bytes, headers: dict[str, str]) -> None:
    """[ignored]"""
    plain, _ = answer_to(server, target), answer_to(server, target)  # a proxy keeps what is requested twice
    assert answer_to(server, target, body, **headers) == plain


@pytest.mark.parametrize(
    ("path", "status"),
    [("/he/cv", 200), ("/he/", 200), ("/he/contact.vcf", 200), ("/en/cv", 404), ("/fr", 404), ("/fr/cv", 404), ("/he/api", 404)],
)
@pytest.mark.parametrize("method", ["GET", "OPTIONS", "POST"])
def test_pages_are_in_the_languages_of_the_site(server: Server, path: str, status: int, method: str) -> None:
    """[languages] The first language has no code, and the API has one address."""
    expected = {"GET": 200, "OPTIONS": 204, "POST": 405}[method] if status == 200 else 404
    assert server.client.request(method, path).status_code == expected
