"""The license of a publication: an address, or the name of a Creative Commons license (creativecommons.org)."""

from __future__ import annotations

import re
from typing import NamedTuple

from db.uri import WEB_ADDRESS

LICENSE_CODES = "by(?:-nc)?(?:-sa|-nd)?"
# "CC BY 4.0", and SPDX's "CC-BY-4.0".
LICENSE_NAME = re.compile(rf"CC[ -]?(?P<code>{LICENSE_CODES}|0)(?:[ -](?P<version>[1-4]\.[05]))?", re.IGNORECASE)
LICENSE_ADDRESS = re.compile(
    rf"https?://(?:www\.)?creativecommons\.org/(?:licenses|publicdomain)/(?P<code>{LICENSE_CODES}|zero)/(?P<version>[1-4]\.[05])\b",
    re.IGNORECASE,
)


class License(NamedTuple):
    """A license.

    Attributes:
        name: of a Creative Commons license, such as ``CC BY 4.0``; empty for any other license.
        url: its address; empty for a name without a version.
    """

    name: str
    url: str


def parse_license(text: str) -> License | None:
    """None if the text is neither an address nor a Creative Commons license."""
    if match := LICENSE_NAME.fullmatch(text):
        return creative_commons(match["code"].lower(), match["version"] or "")
    if not WEB_ADDRESS.fullmatch(text):
        return None
    match = LICENSE_ADDRESS.match(text)
    return License(creative_commons(match["code"].lower(), match["version"]).name if match else "", text)


def creative_commons(code: str, version: str) -> License:
    if code in ("0", "zero"):  # there is only one version
        return License("CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/")
    url = f"https://creativecommons.org/licenses/{code}/{version}/" if version else ""
    return License(f"CC {code.upper()} {version}".rstrip(), url)
