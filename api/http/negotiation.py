"""The request headers that choose a response: Accept, Accept-Encoding and If-None-Match (RFC 9110)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

# Without W/, because validators are compared weakly (RFC 9110, section 13.1.2).
QUALITY = re.compile(r"q\s*=\s*(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)")
# The rest of a longer header is ignored. Browsers send 150 characters; a client could fill the memory with longer ones.
MAX_CHARACTERS = 1000


def accepts_gzip(accept_encoding: str) -> bool:
    """Whether Accept-Encoding allows gzip (RFC 9110, section 12.5.3). An absent header doesn't."""
    qualities = weights(accept_encoding)
    return qualities.get("gzip", qualities.get("x-gzip", qualities.get("*", 0.0))) > 0


def prefers_markdown(accept: str) -> bool:
    """Whether Accept names Markdown (RFC 7763), which browsers don't, and doesn't prefer HTML. On a tie, prefer Markdown."""
    markdown = preference(accept, "text/markdown")
    return markdown.is_named and markdown >= preference(accept, "text/html")


def prefers_html(accept: str) -> bool:
    """Whether Accept names HTML and prefers it to JSON, as browsers do. On a tie, prefer JSON."""
    html = preference(accept, "text/html")
    return html.is_named and html > preference(accept, "application/json")


class Preference(NamedTuple):
    """A client's preference for a media type. With equal weights, a client that names the type means it more than a wildcard."""

    weight: float
    is_named: bool


def preference(accept: str, media_type: str) -> Preference:
    """Return the weight of the most specific range that matches a media type (RFC 9110, section 12.5.1)."""
    qualities = weights(accept)
    ranges = (media_type, f"{media_type.partition('/')[0]}/*", "*/*")
    weight = next((qualities[each] for each in ranges if each in qualities), 0.0)
    return Preference(weight, weight > 0 and media_type in qualities)


def weights(header: str) -> Mapping[str, float]:
    """Split a header such as Accept into lower-case items, each with its weight from 0 to 1 (RFC 9110, section 12.4.2)."""
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
    return not {"*", etag}.isdisjoint(tag.strip().removeprefix("W/") for tag in if_none_match.split(","))
