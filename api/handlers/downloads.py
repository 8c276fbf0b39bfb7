"""Files that the build made ready, out of the database; a long one is sent piece by piece and never held whole."""

from __future__ import annotations

import io
import sqlite3
from contextlib import ExitStack
from typing import TYPE_CHECKING

from api.data.store import Store
from api.http.representation import Download, Representation

if TYPE_CHECKING:
    from api.context import Context

# A file up to this size is an answer like every other: kept in memory, compressed on request.
LARGE = 1 << 20
# A server asks for as much as the connection's buffer takes, which may be megabytes; this bounds what is read for it.
BLOCK = 1 << 18


class BlobFile(io.RawIOBase):
    """A value of the database as a file to read, on a connection of its own.

    The server reads from it in whichever thread is free, and when the client has room (PEP 3333, wsgi.file_wrapper): a
    client that stops reading holds up no thread.
    """

    def __init__(self, connection: sqlite3.Connection, blob: sqlite3.Blob) -> None:
        self.connection = connection
        self.blob = blob

    def read(self, size: int = -1) -> bytes:
        return self.blob.read(min(size, BLOCK) if size >= 0 else BLOCK)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self.blob.seek(offset, whence)
        return self.blob.tell()

    def tell(self) -> int:
        return self.blob.tell()

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        if not self.closed:
            self.blob.close()
            self.connection.close()
        super().close()


def download(context: Context, name: str, media_type: str) -> Representation | Download:
    """A file of the table ``exports``, to be saved under its name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    row, sha256, size = context.store.download(name)
    if size <= LARGE:
        with context.store.connection.blobopen("exports", "body", row, readonly=True) as blob:
            return Representation(blob.read(), media_type, headers)
    # A connection of its own may have met a newer file already; so everything is asked of that connection.
    connection = context.service.database.open(any_thread=True)
    with ExitStack() as on_failure:
        on_failure.callback(connection.close)
        # Each page is read once, in order: SQLite's own 2 MB of them would be held for every client that reads slowly.
        connection.execute("pragma cache_size = 16")
        row, sha256, size = Store(connection, context.store.snapshot).download(name)
        blob = connection.blobopen("exports", "body", row, readonly=True)
        on_failure.pop_all()
    return Download(BlobFile(connection, blob), size, sha256, media_type, headers)
