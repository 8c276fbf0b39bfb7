"""Web addresses (RFC 3986)."""

from __future__ import annotations

import re


def run(characters: str) -> str:
    """Return a pattern for any number of these characters and percent-encoded ones; possessive, so that it takes linear time."""
    return rf"[{characters}]*+(?:%[0-9A-Fa-f]{{2}}[{characters}]*+)*+"


# RFC 3986, sections 2.2 and 2.3: sub-delimiters and unreserved characters.
UNRESERVED = r"A-Za-z0-9._~!$&'()*+,;=\-"
# RFC 3986, appendix A, limited to http and https.
WEB_ADDRESS = re.compile(
    r"https?://"
    rf"(?:{run(UNRESERVED + ':')}@)?"
    rf"(?:\[[0-9A-Fa-f:.]+\]|(?=[^:/?#]){run(UNRESERVED)})(?::[0-9]{{0,5}})?"
    rf"(?:/{run(UNRESERVED + ':@/')})?(?:\?{run(UNRESERVED + ':@/?')})?(?:\#{run(UNRESERVED + ':@/?')})?",
    re.IGNORECASE,
)


def is_base_address(text: str) -> bool:
    """Whether paths can be appended to an address, once slashes at its end are removed: it has no query and no fragment."""
    return bool(WEB_ADDRESS.fullmatch(text)) and "?" not in text and "#" not in text
