"""The representation that a handler returns, and the finished WSGI response: validators, compression and common headers."""

from __future__ import annotations

import gzip
import hashlib
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import orjson

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

JSON = "application/json; charset=utf-8"
PLAIN = "text/plain; charset=utf-8"
ATOM = "application/atom+xml; charset=utf-8"
HTML = "text/html; charset=utf-8"
MARKDOWN = "text/markdown; charset=utf-8"

# Cache-Control for every response that caches can keep.
CACHEABLE = "public, max-age=3600"
# Cache-Control for files with names that change with their content (RFC 8246).
IMMUTABLE = "public, max-age=31536000, immutable"
# Headers of every response of a preview. No CORS: any site that the owner visits could read the drafts.
PREVIEW_HEADERS = {"X-Content-Type-Options": "nosniff"}
# Without the CORS headers, a browser would hide responses, above all errors, from scripts of other sites.
COMMON_HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Link, Content-Disposition, X-Total-Count, Retry-After",
    **PREVIEW_HEADERS,
}
# RFC 9110, section 15.4.5
NOT_MODIFIED_HEADERS = ("etag", "vary", "cache-control", *COMMON_HEADERS)
# zlib's level 9 takes twice as long and saves 1% of the bytes.
COMPRESSION_LEVEL = 6
# Smaller bodies fit into one packet even without compression.
MIN_COMPRESSED_BYTES = 1024
# The ETag of a compressed body ends with this.
GZIP_ETAG_END = '-gzip"'
# Images and fonts are compressed already, and compressing the database would take longer than its download.
UNCOMPRESSED = ("image/", "font/", "application/vnd.sqlite3")
# waitress copies a larger body for each client (from 1 MiB on, into a temporary file) unless it can read the body as a file.
MAX_COPIED_BYTES = 65_536


@dataclass(frozen=True)
class Representation:
    """A response: its bytes, media type, further headers and status."""

    body: bytes
    media_type: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)
    status: int = 200


def json_bytes(value: Any) -> bytes:
    """Write JSON in unescaped UTF-8, indented by 2 spaces."""
    return orjson.dumps(value, option=orjson.OPT_INDENT_2)


def of_json(value: Any, headers: Mapping[str, str] | None = None, status: int = 200, media_type: str = JSON) -> Representation:
    return Representation(json_bytes(value), media_type, headers or {}, status)


@dataclass(frozen=True)
class FinishedResponse:
    """A finished response to GET with status 200 and an ETag. Header names are in lower case."""

    headers: Mapping[str, str]
    body: bytes

    def send(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Send this response, or 304 if the client already has it. A large body is sent as a file (PEP 3333)."""
        if is_not_modified(self.headers["etag"], environ.get("HTTP_IF_NONE_MATCH")):
            kept = [(name, self.headers[name]) for name in NOT_MODIFIED_HEADERS if name in self.headers]
            start_response("304 Not Modified", kept)
            return ()
        start_response("200 OK", [*self.headers.items()])
        if environ["REQUEST_METHOD"] == "HEAD":
            return ()
        wrapper = environ.get("wsgi.file_wrapper")
        return wrapper(io.BytesIO(self.body)) if wrapper and len(self.body) > MAX_COPIED_BYTES else (self.body,)

    @property
    def is_compressed(self) -> bool:
        return "content-encoding" in self.headers

    def compress(self) -> FinishedResponse:
        """The same response for clients that accept gzip; unchanged if compression would save nothing.

        Its ETag comes from the plain ETag, because versions of zlib can compress differently.
        """
        if self.is_compressed or len(self.body) < MIN_COMPRESSED_BYTES or self.headers["content-type"].startswith(UNCOMPRESSED):
            return self
        body = gzip.compress(self.body, COMPRESSION_LEVEL, mtime=0)
        if len(body) >= len(self.body):
            return self
        etag = self.headers["etag"].removesuffix('"') + GZIP_ETAG_END
        headers = {**self.headers, "etag": etag, "content-encoding": "gzip", "content-length": str(len(body))}
        return FinishedResponse(headers, body)

    def decompress(self) -> FinishedResponse:
        """The same response for clients that don't accept gzip."""
        if not self.is_compressed:
            return self
        body = gzip.decompress(self.body)
        plain = {name: text for name, text in self.headers.items() if name != "content-encoding"}
        etag = self.headers["etag"].removesuffix(GZIP_ETAG_END) + '"'
        return FinishedResponse({**plain, "etag": etag, "content-length": str(len(body))}, body)


def is_not_modified(etag: str, if_none_match: str | None) -> bool:
    """Whether the client already has this representation. Validators are compared weakly (RFC 9110, section 13.1.2)."""
    if if_none_match is None:
        return False
    return not {"*", etag}.isdisjoint(tag.strip().removeprefix("W/") for tag in if_none_match.split(","))


def etag_of(body: bytes) -> str:
    """A strong ETag (RFC 9110, section 8.8.3), the same on every machine."""
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def finish(representation: Representation, common_headers: Mapping[str, str] = COMMON_HEADERS) -> FinishedResponse:
    """Give a cacheable representation its validators."""
    headers = {"content-type": representation.media_type, **{name.lower(): text for name, text in representation.headers.items()}}
    vary = ", ".join(filter(None, (headers.get("vary"), "Accept-Encoding")))
    own = {"vary": vary, "etag": etag_of(representation.body), "content-length": str(len(representation.body))}
    return FinishedResponse({**headers, **common_headers, **own}, representation.body)
