"""Web addresses and telephone numbers: patterns, the URI that dials a number, and addresses made from names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from db.text import transliterate


def uri_chars_pattern(characters: str) -> str:
    """Make a pattern for any number of these and percent-encoded characters. It is possessive, so it takes linear time."""
    return rf"[{characters}]*+(?:%[0-9A-Fa-f]{{2}}[{characters}]*+)*+"


# RFC 3986, sections 2.2 and 2.3: sub-delimiters and unreserved characters.
UNRESERVED = r"A-Za-z0-9._~!$&'()*+,;=\-"
# RFC 3986, appendix A, limited to http and https. Only the scheme ignores case: Python takes three times as long to compile
# character classes that ignore case.
WEB_ADDRESS = re.compile(
    r"(?i:https?)://"
    rf"(?:{uri_chars_pattern(UNRESERVED + ':')}@)?"
    rf"(?:\[[0-9A-Fa-f:.]+\]|(?=[^:/?#]){uri_chars_pattern(UNRESERVED)})(?::[0-9]{{0,5}})?"
    rf"(?:/{uri_chars_pattern(UNRESERVED + ':@/')})?"
    rf"(?:\?{uri_chars_pattern(UNRESERVED + ':@/?')})?(?:\#{uri_chars_pattern(UNRESERVED + ':@/?')})?"
)

# At least three digits, signs that people write between them, and an optional extension.
TELEPHONE = re.compile(r"(?=(?:[ +*#()./-]*+[0-9]){3})[0-9 +*#()./-]++(?:(?:ext\.?|x) *[0-9]++)?", re.IGNORECASE)
DIALLED = frozenset("0123456789*#")


def is_web_address(text: str) -> bool:
    """Whether a text is an absolute http or https address. ``urlsplit`` refuses addresses of IPv6 such as ``[1:2]``."""
    try:
        return bool(WEB_ADDRESS.fullmatch(text)) and ("[" not in text or bool(urlsplit(text)))
    except ValueError:
        return False


def is_base_address(text: str) -> bool:
    """Whether paths can follow an address without its final slashes: it has no query and no fragment."""
    return is_web_address(text) and "?" not in text and "#" not in text


def legal_slugs(names: Iterable[str]) -> dict[str, str]:
    """The end of each legal notice's address: ``imprint``; ``legal-2`` for the second one, if its name has no ASCII letters."""
    slugs = {name: "-".join(re.findall("[a-z0-9]+", transliterate(name))) for name in names}
    return {name: slug or f"legal-{number}" for number, (name, slug) in enumerate(slugs.items(), start=1)}


def telephone_url(number: str) -> str:
    """The URI that dials a telephone number (RFC 3966)."""
    is_global = number.lstrip("(").startswith("+")
    parts = number.lower().split("x", 1)  # "x" or "ext."
    digits = ";ext=".join(["".join(filter(DIALLED.__contains__, part)) for part in parts])
    return f"tel:{'+' * is_global}{digits.replace('#', '%23')}"
