"""Raw requests and answers, which a client library would normalize, and the paths to send them to."""

import json
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.conftest import BASE_URL, Server

# The first JSON endpoints of the API, with a DOI of the example.
JSON_API = (
    "/api",
    "/api/profile",
    "/api/publications",
    "/api/publications/10.5555%2Fmsk.2021.001",
    "/api/clinic",
    "/api/services",
    "/api/research",
    "/api/status",
    "/api/openapi.json",
)
# Further addresses of JSON; then the others, with their media types.
ADDED = ("/api/publications/facets", "/datapackage.json", "/resume.json")
MEDIA_TYPES = {
    "/api/export.csv": "text/csv; charset=utf-8; header=present",
    "/api/export.bib": "application/x-bibtex; charset=utf-8",
    "/api/export.ris": "application/x-research-info-systems; charset=utf-8",
    "/api/export.csl.json": "application/vnd.citationstyles.csl+json",
    "/api/data/publications.csv": "text/csv; charset=utf-8; header=present",
    "/api/data/services.csv": "text/csv; charset=utf-8; header=present",
    "/api/docs": "text/html; charset=utf-8",
    "/feed.atom": "application/atom+xml; charset=utf-8",
    "/assets/style.css": "text/css; charset=utf-8",
    "/card.png": "image/png",
    "/images/icon-192.png": "image/png",
    "/favicon.ico": "image/x-icon",
    "/manifest.webmanifest": "application/manifest+json",
    "/profile.jsonld": "application/ld+json",
    "/contact.vcf": "text/vcard; charset=utf-8",
    "/he/contact.vcf": "text/vcard; charset=utf-8",
    "/llms.txt": "text/plain; charset=utf-8",
    "/robots.txt": "text/plain; charset=utf-8",
    "/sitemap.xml": "application/xml; charset=utf-8",
    "/.well-known/security.txt": "text/plain; charset=utf-8",
    "/he/cv.md": "text/markdown; charset=utf-8",
    "/embed/publications": "text/html; charset=utf-8",
    "/.well-known/api-catalog": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
}
# Pages, negotiated by Accept.
PAGES = ("/", "/he", "/cv", "/he/cv", "/publications/10.5555%2Fmsk.2021.001")
METADATA = (
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/api",
)
REFUSING = ("/oauth/authorize", "/oauth/token")
# Everything that answers 200 to a plain GET; of these, what may be cached.
ANSWERING = (*JSON_API, *ADDED, *MEDIA_TYPES, *METADATA)
CACHED = tuple(path for path in ANSWERING if path != "/api/status")
# Of these, what is made from the data; the status reads it too, but has an answer without it.
READING = tuple(path for path in CACHED if path != "/assets/style.css")
EVERY_PATH = (*ANSWERING, *REFUSING)
ON_EVERY_ANSWER = {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "ETag, Link, Content-Disposition, X-Total-Count, Retry-After",
    "x-content-type-options": "nosniff",
}
# Links to descriptions (RFC 8631), to the license of the data and to the API catalog (RFC 9727).
SERVICE_LINKS = (
    f'<{BASE_URL}/api/openapi.json>; rel="service-desc"; type="application/json", '
    f'<{BASE_URL}/api/docs>; rel="service-doc"; type="text/html", '
    f'<{BASE_URL}/api/status>; rel="status"; type="application/json", '
    '<https://creativecommons.org/licenses/by/4.0/>; rel="license", '
    f'<{BASE_URL}/.well-known/api-catalog>; rel="api-catalog"'
)
# Headers of the HTTP server or of a cache in front of it. The connection closes because these requests ask for it.
OF_THE_SERVER = ("date", "server", "connection", "age", "x-cache")


@dataclass(frozen=True)
class Answer:
    status: int
    fields: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def headers(self) -> dict[str, str]:
        """The application's headers, each once."""
        names = [name for name, _ in self.fields]
        assert len(names) == len(set(names)), f"a header occurs twice: {self.fields}"
        return {name: value for name, value in self.fields if name not in OF_THE_SERVER}

    def json(self) -> Any:
        return json.loads(self.body)


def request(target: str | bytes, method: str = "GET", body: bytes = b"", /, **headers: str) -> bytes:
    """A request as bytes. ``If_None_Match="*"`` is a header."""
    fields = {"Host": "localhost", **({"Content-Length": str(len(body))} if body else {}), **headers}
    lines = "".join([f"{name.replace('_', '-')}: {value}\r\n" for name, value in fields.items()])
    path = target.encode("ascii") if isinstance(target, str) else target
    return b"%s %s HTTP/1.1\r\n%s\r\n%s" % (method.encode("ascii"), path, lines.encode("latin-1"), body)


def ask(server: Server, target: str | bytes, method: str = "GET", body: bytes = b"", /, **headers: str) -> Answer:
    received = bytearray()
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(request(target, method, body, **{"Connection": "close", **headers}))
        while chunk := connection.recv(65536):
            received += chunk
    head, separator, content = bytes(received).partition(b"\r\n\r\n")
    assert separator, f"no complete head came back: {bytes(received)!r}"
    status, *lines = head.decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in lines)
    return Answer(int(status.split(" ")[1]), tuple((name.lower(), value.strip()) for name, _, value in pairs), content)


def indented(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=2).encode()


def wrapped(rows: Sequence[Mapping[Any, Any]], total: int) -> dict[str, Any]:
    return {"count": len(rows), "publications": rows, "total": total}


def error_headers(body: bytes, **more: str) -> dict[str, str]:
    shape = {"content-type": "application/json; charset=utf-8", "content-length": str(len(body))}
    return {**ON_EVERY_ANSWER, "cache-control": "no-store", **shape, **more}


def refused(answer: Answer, status: int, code: str, **more: str) -> str:
    """Assert the complete shape of an error, every header and every byte; return its description."""
    assert answer.status == status, answer
    description = answer.json()["error_description"]
    assert isinstance(description, str)
    assert description.strip(), answer
    body = indented({"error": code, "error_description": description})
    assert answer.body == body
    assert answer.headers == error_headers(body, **more)
    return description


def unhealthy(answer: Answer) -> str:
    """Assert a complete status object without a database, every header and every byte; return the reason."""
    body = answer.json()
    reason = body["services"]["database"]["reason"]
    assert isinstance(reason, str)
    assert reason.strip(), answer
    clock = {"ts": body["ts"], "uptime": body["uptime"]}
    database = {"ok": False, "reason": reason}
    assert answer.body == indented({"ok": False, "version": "1.0.0", **clock, "services": {"database": database}})
    headers = error_headers(answer.body, **{"cache-control": "no-cache", "retry-after": "5"})
    assert (answer.status, answer.headers) == (503, headers)
    return reason
