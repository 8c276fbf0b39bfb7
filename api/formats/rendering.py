"""The formats of publications: what ``?format=`` takes, and how each makes an answer of a page and of one publication."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from api.formats.citations import DEFAULT_STYLE, citations
from api.formats.format import Format
from api.formats.registry import FORMATS
from api.http.representation import JSON, PLAIN, Representation, array, json_text
from db.layout import INDENTATION

Publications = list[dict[str, Any]]


@dataclass(frozen=True)
class Page:
    """A page of the list, and how it is wanted.

    Attributes:
        items: the JSON texts of its publications, as items of an array in an object.
        number: how many they are.
        headers: what is said of the page beside it.
        fields: the names of the fields that are wanted; None for all.
        style: the style of citations.
    """

    items: bytes
    number: int
    headers: Mapping[str, str]
    fields: Sequence[str] | None = None
    style: str = DEFAULT_STYLE

    @property
    def publications(self) -> Publications:
        """The publications with the wanted fields, in the specification's order."""
        found: Publications = json.loads(b"[%b]" % self.items)
        if self.fields is None:
            return found
        return [{name: row[name] for name in self.fields if name in row} for row in found]


class Renderer(Protocol):
    """One format."""

    @property
    def media_type(self) -> str: ...

    def page(self, page: Page) -> Representation:
        """A page of the list."""

    def single(self, publication: str, style: str) -> Representation:
        """One publication, given as JSON text."""


@dataclass(frozen=True)
class AsJson:
    """JSON in the shape of the specification."""

    media_type: str = JSON

    def page(self, page: Page) -> Representation:
        items = page.items
        if page.fields is not None:
            indented = (json_text(row).replace("\n", f"\n{INDENTATION}") for row in page.publications)
            items = f",\n{INDENTATION}".join(indented).encode()
        body = b'{\n  "count": %d,\n  "publications": %b\n}' % (page.number, array(items))
        return Representation(body, headers=page.headers)

    def single(self, publication: str, style: str) -> Representation:
        return Representation(publication.encode())


@dataclass(frozen=True)
class Exported:
    """A format in which everything can be exported as well."""

    format: Format

    @property
    def media_type(self) -> str:
        return self.format.media_type

    def page(self, page: Page) -> Representation:
        columns = replace(self.format, fields=page.fields) if page.fields is not None else self.format
        return self.named("".join(columns.document(page.publications)), page.headers)

    def single(self, publication: str, style: str) -> Representation:
        return self.named(self.format.single(json.loads(publication)), {})

    def named(self, text: str, headers: Mapping[str, str]) -> Representation:
        """The text, with the name under which a browser would save it."""
        name = {"Content-Disposition": f'inline; filename="{self.format.file_name}"'}
        return Representation(text.encode(), self.media_type, {**name, **headers})


@dataclass(frozen=True)
class AsCitations:
    """A line of text for each publication, as a journal's list of references has it."""

    media_type: str = PLAIN

    def page(self, page: Page) -> Representation:
        return self.lines(page.publications, page.style, page.headers)

    def single(self, publication: str, style: str) -> Representation:
        return self.lines([json.loads(publication)], style, {})

    def lines(self, publications: Publications, style: str, headers: Mapping[str, str]) -> Representation:
        text = "".join(f"{line}\n" for line in citations(publications, style))
        return Representation(text.encode(), self.media_type, headers)


RENDERERS: dict[str, Renderer] = {
    "json": AsJson(),
    **{name: Exported(form) for name, form in FORMATS.items()},
    "citation": AsCitations(),
}
