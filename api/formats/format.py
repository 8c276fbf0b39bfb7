"""An export format, and words and locators that several formats share. A format only turns publications into bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from db.publication import Publication


@dataclass(frozen=True)
class Format:
    """An export format.

    Attributes:
        name: the value of the query parameter ``format``.
        title: its usual name.
        media_type: the Content-Type of a response.
        write_list: writes publications as one document, in UTF-8; ``options`` are its keyword arguments.
        write_record: writes one publication as a document, if that differs from a list of one.
        file_name: the name to save a response under; empty if nobody should save it.
        download_id: the operationId of the download of all publications; empty if there is no download.
        options: further values that the format takes: query parameters, and the total of a list.
        schema: the JSON Schema of a response.
    """

    name: str
    title: str
    media_type: str
    write_list: Callable[..., bytes]
    write_record: Callable[..., bytes] | None = None
    file_name: str = ""
    download_id: str = ""
    options: frozenset[str] = frozenset()
    schema: Mapping[str, Any] = field(default_factory=lambda: {"type": "string"})

    @property
    def export_path(self) -> str:
        """The path of the download of all publications: ``/api/export.bib`` for ``publications.bib``."""
        return f"/api/export.{self.file_name.partition('.')[2]}"

    def write_single(self, publication: Publication, **options: Any) -> bytes:
        """Write one publication as a complete document."""
        return self.write_record(publication, **options) if self.write_record else self.write_list([publication], **options)


def year_and_locators(publication: Publication, page_ranges: Callable[[str], str] = str) -> str:
    """Year, volume, issue and pages in the style of medical journals: ``2021;12(3):101-109``."""
    pages = page_ranges(publication.pages)
    numbers = publication.volume + (f"({publication.issue})" if publication.issue else "")
    return f"{publication.year}{f';{numbers}' if numbers else ''}{f':{pages}' if pages else ''}"
