"""Documents about all publications, rendered when first requested and kept with the snapshot of the data."""

from __future__ import annotations

import hashlib
import io
import os
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path
from tempfile import SpooledTemporaryFile

from api.context import Context
from api.formats.format import Format
from api.http.representation import Download, Representation

# A download up to this size is an ordinary representation, held in memory and compressed on request.
MAX_IN_MEMORY = 1 << 20
# The server asks for as much as the connection's buffer takes, which may be megabytes; it gets at most this much at a time.
BLOCK = 1 << 18
# The first part of the keys under which the snapshot keeps documents.
DOCUMENT = "document"


class Rendered:
    """A document, in memory or in an unlinked temporary file, with its size and SHA-256.

    Attributes:
        content: the whole document if it is small.
    """

    content: bytes | None

    def __init__(self, pieces: Iterator[str]) -> None:
        digest = hashlib.sha256()
        self.file = SpooledTemporaryFile(MAX_IN_MEMORY)  # noqa: SIM115 - it stays open for as long as this object is in use
        self.close = weakref.finalize(self, self.file.close)
        for piece in pieces:
            data = piece.encode()
            digest.update(data)
            self.file.write(data)
        self.file.flush()  # readers use the descriptor
        self.size = self.file.tell()
        self.sha256 = digest.hexdigest()
        self.content = None
        if self.size <= MAX_IN_MEMORY:
            self.file.seek(0)
            self.content = self.file.read()


class Stored:
    """A file as it is now: open, with its size and SHA-256, also after another one has replaced it."""

    def __init__(self, path: Path) -> None:
        self.file = path.open("rb")
        self.close = weakref.finalize(self, self.file.close)
        self.sha256 = hashlib.file_digest(self.file, "sha256").hexdigest()
        self.size = self.file.tell()


class Reader(io.RawIOBase):
    """A download as a file for one client.

    The server reads from it in any thread, when the client has room (PEP 3333, wsgi.file_wrapper), so a client that stops
    reading holds up no thread. Readers share the file, and each has its own position.
    """

    def __init__(self, rendered: Rendered | Stored) -> None:
        self.rendered = rendered  # keeps the file open when the data is replaced
        self.position = 0

    def read(self, size: int = -1) -> bytes:
        if size < 0:
            return self.readall()
        block = os.pread(self.rendered.file.fileno(), min(size, BLOCK), self.position)
        self.position += len(block)
        return block

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self.position, io.SEEK_END: self.rendered.size}[whence]
        self.position = start + offset
        return self.position

    def tell(self) -> int:
        return self.position

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True


def document(
    context: Context, name: str, media_type: str, pieces: Callable[[], Iterator[str]], headers: Mapping[str, str]
) -> Representation | Download:
    """Return a document about all publications. The first request for it renders it; one large one at a time."""

    def render() -> Rendered:
        with context.service.rendering if context.is_large else nullcontext():
            return Rendered(pieces())

    rendered = context.store.snapshot.keep((DOCUMENT, name), render)
    if rendered.content is not None:
        return Representation(rendered.content, media_type, headers)
    return Download(Reader(rendered), rendered.size, rendered.sha256, media_type, headers)


def is_missing(name: str) -> Callable[[Context], bool]:
    """Return a function of the context: whether a document is large and must be rendered first."""
    return lambda context: context.is_large and (DOCUMENT, name) not in context.store.snapshot.kept


def export(form: Format) -> Callable[[Context], Representation | Download]:
    """Return the handler of the download of all publications in a format."""

    def handler(context: Context) -> Representation | Download:
        headers = {"Content-Disposition": f'attachment; filename="{form.file_name}"'}
        store = context.store
        return document(context, form.file_name, form.media_type, lambda: form.document(store.all_publications()), headers)

    return handler
