"""Links between the documents of the static site: addresses of the service become those of the files."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from api.site.documents import Document

# Media types of documents that may hold links; the others are images and databases.
TEXT = re.compile(r"text/|application/(?!vnd\.sqlite3|octet-stream)")
# A path in an attribute of HTML; a srcset is a list of paths with widths.
ATTRIBUTE = re.compile(r'(?P<before>\s(?:href|src|srcset|action|data-description|data-root)=")(?P<value>[^"]*)')


class Links:
    """The addresses of the files by the addresses of the service.

    Attributes:
        base_url: the public address, with which every absolute link begins.
    """

    def __init__(self, base_url: str, documents: Iterable[Document]) -> None:
        self.base_url = base_url
        self.root = urlsplit(base_url).path
        self.addresses: Mapping[str, str] = {document.address: document.static_address for document in documents}
        # An absolute address ends where the text around it goes on.
        self.absolute = re.compile(rf"{re.escape(base_url)}(/[^\s\"'<>)\\]*)")

    def rewrite(self, body: bytes, media_type: str) -> bytes:
        """Return a document with links to the files. Links to what has no file stay as they are."""
        if not TEXT.match(media_type):
            return body
        text = self.absolute.sub(lambda match: self.base_url + self.static(match[1]), body.decode())
        if media_type.startswith("text/html"):
            text = ATTRIBUTE.sub(lambda match: match["before"] + self.in_attribute(match["value"]), text)
        return text.encode()

    def in_attribute(self, value: str) -> str:
        """Return the value of an attribute, in which paths begin with the path of the public address."""
        parts = []
        for part in html.unescape(value).split(", "):
            path, space, width = part.partition(" ")
            inside = path.startswith("/") and path.startswith(self.root)
            parts.append((self.root + self.static(path.removeprefix(self.root)) if inside else path) + space + width)
        return html.escape(", ".join(parts))

    def static(self, address: str) -> str:
        """Return the address of the file for an address of the service, with the query if a script reads it."""
        whole, hash_sign, fragment = address.partition("#")
        path, question_mark, query = whole.partition("?")
        # Examples are made of the path that the static site describes and a percent-encoded DOI.
        found = self.addresses.get(whole) or self.addresses.get(whole.removesuffix(".json"))
        if found is None and (file := self.addresses.get(path)):
            found = file if file.endswith(".json") else file + question_mark + query
        return (found or whole) + hash_sign + fragment
