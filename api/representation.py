"""A finished answer, and the HTTP of handing it over: validators, conditional requests, compression (RFC 9110)."""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

JSON = "application/json; charset=utf-8"
CSV = "text/csv; charset=utf-8; header=present"
# Below this a compressed body would not fit into fewer packets.
LEAST_TO_COMPRESS = 1024
# What spreadsheets would run as a formula (OWASP, CSV injection).
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
ENTITY_TAG = re.compile(r'(?:W/)?("[\x21\x23-\x7e\x80-\xff]*")')
QUALITY = re.compile(r"q\s*=\s*(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)", re.IGNORECASE)


@dataclass(frozen=True)
class Representation:
    """The bytes of an answer with its media type, status and further headers."""

    body: bytes
    media_type: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)
    status: int = 200

    @property
    def etag(self) -> str:
        """The strong validator: the same for the same bytes on every machine (RFC 9110, section 8.8.3)."""
        return f'"{hashlib.sha256(self.body).hexdigest()[:32]}"'


@dataclass(frozen=True)
class Encoded:
    """A representation as one client gets it."""

    body: bytes
    etag: str
    encoding: str | None = None


def encoded(representation: Representation, accept_encoding: str) -> Encoded:
    """The representation, compressed where the client takes it and it pays.

    The compressed form's validator is derived from the plain bytes, because two zlibs may compress differently.
    """
    body, etag = representation.body, representation.etag
    if len(body) >= LEAST_TO_COMPRESS and accepts_gzip(accept_encoding):
        compressed = gzip.compress(body, mtime=0)
        if len(compressed) < len(body):
            return Encoded(compressed, f'{etag[:-1]}-gzip"', "gzip")
    return Encoded(body, etag)


def accepts_gzip(accept_encoding: str) -> bool:
    """Whether Accept-Encoding allows gzip (RFC 9110, section 12.5.3); without a word on it, it does not."""
    qualities: dict[str, float] = {}
    for item in accept_encoding.lower().split(","):
        coding, _, parameters = item.partition(";")
        quality = QUALITY.fullmatch(parameters.strip())
        # A weight that is not one is no reason to send what the client may not understand.
        qualities[coding.strip()] = 1.0 if not parameters.strip() else float(quality[1]) if quality else 0.0
    return qualities.get("gzip", qualities.get("x-gzip", qualities.get("*", 0.0))) > 0


def is_not_modified(etag: str, if_none_match: str | None) -> bool:
    """Whether the client holds this representation already; validators are compared weakly (RFC 9110, section 13.1.2)."""
    if if_none_match is None:
        return False
    return if_none_match.strip() == "*" or etag in ENTITY_TAG.findall(if_none_match)


def json_text(value: Any) -> str:
    """JSON as the specification wants it: UTF-8 as it is, 2 blanks a level."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def of_json(value: Any, headers: Mapping[str, str] | None = None, status: int = 200) -> Representation:
    """The representation of a JSON value."""
    return Representation(json_text(value).encode(), headers=headers or {}, status=status)


def json_list(texts: Iterable[str], indent: str) -> str:
    """A JSON array of texts that are JSON already, indented to stand at ``indent`` in a larger object.

    A line break in JSON text is never inside a string, so indenting line by line changes no value.
    """
    inner = f"\n{indent}  "
    items = [text.replace("\n", inner) for text in texts]
    return f"[{inner}{f',{inner}'.join(items)}\n{indent}]" if items else "[]"


def csv_bytes(rows: Iterable[Sequence[Any]]) -> bytes:
    """CSV after RFC 4180, safe to open in a spreadsheet; the first row is the header."""
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\r\n")
    writer.writerows([inert(cell) for cell in row] for row in rows)
    return output.getvalue().encode()


def inert(cell: Any) -> Any:
    """A cell that no spreadsheet runs as a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_STARTS) else cell
