"""Downloads of all publications, rendered when first requested and kept with the snapshot of the data."""

from __future__ import annotations

import hashlib
import io
import os
import weakref
from collections.abc import Callable, Iterator
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING

from api.http.representation import Download, Representation

if TYPE_CHECKING:
    from api.context import Context
    from api.formats.format import Format

# A download up to this size is an ordinary representation, held in memory and compressed on request.
MAX_IN_MEMORY = 1 << 20
# The server asks for as much as the connection's buffer takes, which may be megabytes; it gets at most this much at a time.
BLOCK = 1 << 18


class Rendered:
    """A download, in memory or in an unlinked temporary file, with its size and SHA-256."""

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

    def read_all(self) -> bytes:
        self.file.seek(0)
        return self.file.read()


class Reader(io.RawIOBase):
    """A rendered download as a file for one client.

    The server reads from it in any thread, when the client has room (PEP 3333, wsgi.file_wrapper), so a client that stops
    reading holds up no thread. Readers share the file, and each has its own position.
    """

    def __init__(self, rendered: Rendered) -> None:
        self.rendered = rendered  # keeps the file open when the data is replaced
        self.position = 0

    def read(self, size: int = -1) -> bytes:
        block = os.pread(self.rendered.file.fileno(), min(size, BLOCK) if size >= 0 else BLOCK, self.position)
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


def render(context: Context, form: Format) -> Rendered:
    """Render all publications in a format, which may take longer than a query may."""
    context.service.database.lift_time_limit()
    return Rendered(form.document(context.store.all_publications()))


def export(form: Format) -> Callable[[Context], Representation | Download]:
    """Return the handler of the download of all publications in a format."""

    def handler(context: Context) -> Representation | Download:
        rendered = context.store.snapshot.keep(("download", form.name), lambda: render(context, form))
        headers = {"Content-Disposition": f'attachment; filename="{form.file_name}"'}
        if rendered.size <= MAX_IN_MEMORY:
            return Representation(rendered.read_all(), form.media_type, headers)
        return Download(Reader(rendered), rendered.size, rendered.sha256, form.media_type, headers)

    return handler
