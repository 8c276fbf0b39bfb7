"""The request headers that choose a response: Accept, Accept-Encoding and If-None-Match (RFC 9110)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

# Without W/, because validators are compared weakly (RFC 9110, section 13.1.2).
ENTITY_TAG = re.compile(r'"[\x21\x23-\x7e\x80-\xff]*"')
QUALITY = re.compile(r"q\s*=\s*(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)")
# The rest of a longer header is ignored. Browsers send 150 characters; a client could fill the memory with longer ones.
MAX_CHARACTERS = 1000


def accepts_gzip(accept_encoding: str) -> bool:
    """Whether Accept-Encoding allows gzip (RFC 9110, section 12.5.3). An absent header doesn't."""
    qualities = weights(accept_encoding)
    return qualities.get("gzip", qualities.get("x-gzip", qualities.get("*", 0.0))) > 0


def prefers_markdown(accept: str) -> bool:
    """Whether Accept names Markdown and doesn't prefer HTML (RFC 9110, section 12.5.1; RFC 7763).

    Browsers don't name Markdown, and a wildcard means HTML. On a tie, prefer Markdown.
    """
    qualities = weights(accept)
    return qualities.get("text/markdown", 0.0) > 0 and qualities["text/markdown"] >= qualities.get("text/html", 0.0)


def prefers_html(accept: str) -> bool:
    """Whether Accept names HTML and doesn't prefer JSON, as browsers do. A wildcard means JSON."""
    qualities = weights(accept)
    return qualities.get("text/html", 0.0) > qualities.get("application/json", 0.0)


def weights(header: str) -> Mapping[str, float]:
    """Return the items of a header such as Accept in lower case, each with its weight from 0 to 1 (RFC 9110, section 12.4.2)."""
    return weights_of(header[:MAX_CHARACTERS])


@lru_cache(256)
def weights_of(header: str) -> Mapping[str, float]:
    qualities: dict[str, float] = {}
    for item in header.lower().split(","):
        name, *parameters = (part.strip() for part in item.split(";"))
        weight = next((parameter for parameter in parameters if parameter.startswith("q")), "")
        quality = QUALITY.fullmatch(weight)
        # A malformed weight is no reason to send what the client may not understand.
        qualities[name] = 1.0 if not weight else float(quality[1]) if quality else 0.0
    return qualities


def is_not_modified(etag: str, if_none_match: str | None) -> bool:
    """Whether the client already has this representation."""
    if if_none_match is None:
        return False
    return if_none_match.strip() == "*" or etag in ENTITY_TAG.findall(if_none_match)
