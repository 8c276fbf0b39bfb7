"""The request headers that choose a response: Accept and Accept-Encoding (RFC 9110)."""

from __future__ import annotations

from falcon import InvalidMediaRange, mediatypes

# Ignore the rest of a longer header. Browsers send 150 characters; a client could fill the memory with long headers.
MAX_HEADER_CHARACTERS = 1000
TEXT_MARKDOWN = "text/markdown"
TEXT_HTML = "text/html"
APPLICATION_JSON = "application/json"


def accepts_gzip(accept_encoding: str) -> bool:
    """Whether Accept-Encoding allows gzip (RFC 9110, section 12.5.3). An absent header doesn't."""
    # Falcon only weighs media types, so each coding becomes one. x-gzip is another name for gzip.
    codings = accept_encoding[:MAX_HEADER_CHARACTERS].lower().replace("x-gzip", "gzip").split(",")
    try:
        return mediatypes.quality("coding/gzip", ",".join(f"coding/{each.strip()}" for each in codings)) > 0
    except InvalidMediaRange:  # after a malformed weight, send what every client understands
        return False


def prefers_markdown(accept: str) -> bool:
    """Whether Accept names Markdown (RFC 7763), which browsers don't, and doesn't prefer HTML. On a tie, prefer Markdown."""
    return names_media_type(accept, TEXT_MARKDOWN) and 0 < quality(accept, TEXT_MARKDOWN) >= quality(accept, TEXT_HTML)


def prefers_html(accept: str) -> bool:
    """Whether the client is a browser: Accept names HTML, ranks JSON no higher, and doesn't name JSON with the same weight."""
    html, json = quality(accept, TEXT_HTML), quality(accept, APPLICATION_JSON)
    return names_media_type(accept, TEXT_HTML) and (
        html > json or (html == json > 0 and not names_media_type(accept, APPLICATION_JSON))
    )


def names_media_type(accept: str, media_type: str) -> bool:
    return media_type in accept[:MAX_HEADER_CHARACTERS].lower()


def quality(accept: str, media_type: str) -> float:
    """The weight of the most specific range that matches a media type; 0 if Accept is malformed."""
    try:
        return mediatypes.quality(media_type, accept[:MAX_HEADER_CHARACTERS].lower())
    except InvalidMediaRange:
        return 0.0
