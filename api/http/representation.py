"""A finished answer, and the HTTP of handing it over: validators, conditional requests, compression (RFC 9110)."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from io import RawIOBase
from typing import Any

from api.http.cache import Headers, StoredResponse

JSON = "application/json; charset=utf-8"
PLAIN = "text/plain; charset=utf-8"
ATOM = "application/atom+xml; charset=utf-8"
HTML = "text/html; charset=utf-8"
MARKDOWN = "text/markdown; charset=utf-8"
CACHEABLE = "public, max-age=3600"
ON_EVERY_ANSWER = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Link, Content-Disposition, X-Total-Count, Retry-After",
    "X-Content-Type-Options": "nosniff",
}
WITH_VALIDATORS = [("Cache-Control", CACHEABLE), *ON_EVERY_ANSWER.items()]
# zlib's level: 9 takes twice the time for a hundredth of the bytes.
COMPRESSION = 6
# For more, hashlib would let other threads take the interpreter, and to get it back costs more than the hash.
HASHED_AT_ONCE = 2047
# Below this a compressed body would not fit into fewer packets.
LEAST_TO_COMPRESS = 1024
ENTITY_TAG = re.compile(r'(?:W/)?("[\x21\x23-\x7e\x80-\xff]*")')
QUALITY = re.compile(r"q\s*=\s*(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)", re.IGNORECASE)


@dataclass(frozen=True)
class Representation:
    """The bytes of an answer with its media type, status and further headers, and the request's headers that it depends on."""

    body: bytes
    media_type: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)
    status: int = 200
    vary: str = "Accept-Encoding"

    @property
    def etag(self) -> str:
        """The strong validator: the same for the same bytes on every machine (RFC 9110, section 8.8.3)."""
        digest = hashlib.sha256()
        for start in range(0, len(self.body), HASHED_AT_ONCE):
            digest.update(self.body[start : start + HASHED_AT_ONCE])
        return entity_tag(digest.hexdigest())


@dataclass(frozen=True)
class Download:
    """An answer too large to hold: an open file, its size, and the SHA-256 of its bytes. It is never compressed."""

    file: RawIOBase
    size: int
    sha256: str
    media_type: str
    headers: Mapping[str, str]

    @property
    def etag(self) -> str:
        return entity_tag(self.sha256)


def entity_tag(sha256: str) -> str:
    return f'"{sha256[:32]}"'


def finished(representation: Representation, *, gzip_accepted: bool) -> StoredResponse:
    """The response with a representation that may be kept, compressed where the client takes it and it pays.

    The compressed form's validator is derived from the plain bytes, because two zlibs may compress differently.
    """
    body, etag = representation.body, representation.etag
    headers = [("Content-Type", representation.media_type), *representation.headers.items()]
    if gzip_accepted and len(body) >= LEAST_TO_COMPRESS:
        compressed = gzip.compress(body, COMPRESSION, mtime=0)
        if len(compressed) < len(body):
            body, etag = compressed, f'{etag[:-1]}-gzip"'
            headers.append(("Content-Encoding", "gzip"))
    validated = validating(etag, representation.vary)
    return StoredResponse(body, [*headers, ("Content-Length", str(len(body))), *validated], validated, etag)


def validating(etag: str, vary: str = "Accept-Encoding") -> Headers:
    """What a 200 that may be kept and its 304 have alike (RFC 9110, section 15.4.5)."""
    return [("ETag", etag), ("Vary", vary), *WITH_VALIDATORS]


@lru_cache(256)
def accepts_gzip(accept_encoding: str) -> bool:
    """Whether Accept-Encoding allows gzip (RFC 9110, section 12.5.3); without a word on it, it does not."""
    qualities = weights(accept_encoding)
    return qualities.get("gzip", qualities.get("x-gzip", qualities.get("*", 0.0))) > 0


@lru_cache(256)
def prefers_markdown(accept: str) -> bool:
    """Whether Accept names Markdown, and no page of HTML before it (RFC 9110, section 12.5.1; RFC 7763).

    Browsers do not name it, and a wildcard means what they show: HTML. Who names both alike wants the rarer one.
    """
    qualities = weights(accept)
    return qualities.get("text/markdown", 0.0) > 0 and qualities["text/markdown"] >= qualities.get("text/html", 0.0)


def weights(header: str) -> dict[str, float]:
    """What a header such as Accept lists, in lower case, with its weights from 0 to 1 (RFC 9110, section 12.4.2)."""
    qualities: dict[str, float] = {}
    for item in header.lower().split(","):
        name, *parameters = (part.strip() for part in item.split(";"))
        weight = next((parameter for parameter in parameters if parameter.startswith("q")), "")
        quality = QUALITY.fullmatch(weight)
        # A weight that is not one is no reason to send what the client may not understand.
        qualities[name] = 1.0 if not weight else float(quality[1]) if quality else 0.0
    return qualities


def is_not_modified(etag: str, if_none_match: str | None) -> bool:
    """Whether the client holds this representation already; validators are compared weakly (RFC 9110, section 13.1.2)."""
    if if_none_match is None:
        return False
    return if_none_match.strip() == "*" or etag in ENTITY_TAG.findall(if_none_match)


def json_text(value: Any) -> str:
    """JSON as the specification wants it: UTF-8 as it is, 2 blanks a level."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def array(items: bytes) -> bytes:
    """An array in an object, of items that are indented already."""
    return b"[\n    %b\n  ]" % items if items else b"[]"


def of_json(value: Any, headers: Mapping[str, str] | None = None, status: int = 200) -> Representation:
    """The representation of a JSON value."""
    return Representation(json_text(value).encode(), headers=headers or {}, status=status)
