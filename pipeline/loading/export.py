"""Downloads, rendered when the database is built: serving one is then reading bytes, however long it is."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import tee
from typing import BinaryIO, cast

from api.formats.registry import EXPORTED
from pipeline.loading.tables import Column

COLUMNS = [
    Column("name", "text not null primary key", "Name", "Name of the file."),
    Column("sha256", "text not null", "Hash", "SHA-256 of its bytes."),
    Column("body", "blob not null", "Bytes", "Its bytes."),
]
PUBLICATIONS = """
select json
from listing
join publications on publications.id = publication_id
order by place
"""
EXPORT = """
insert into exports (name, sha256, body)
values (:name, :sha256, zeroblob(:size))
"""
MOST_IN_MEMORY = 8 << 20
BLOCK = 1 << 20


def export_publications(connection: sqlite3.Connection) -> None:
    """Put all publications, in each format, into the table ``exports``, in memory that does not grow with their number."""
    publications = (json.loads(text) for (text,) in connection.execute(PUBLICATIONS))
    with ExitStack() as at_end:
        files = [cast("BinaryIO", at_end.enter_context(tempfile.SpooledTemporaryFile(MOST_IN_MEMORY))) for _ in EXPORTED]
        # All formats go through the publications side by side: each is read once.
        documents = [form.document(copy) for form, copy in zip(EXPORTED, tee(publications, len(EXPORTED)), strict=True)]
        for pieces in zip(*documents, strict=True):
            for file, piece in zip(files, pieces, strict=True):
                file.write(piece.encode())
        for form, file in zip(EXPORTED, files, strict=True):
            store(connection, form.file_name, file)


def store(connection: sqlite3.Connection, name: str, file: BinaryIO) -> None:
    """Put what was written to a file into the table."""
    size = file.tell()
    digest = hashlib.sha256()
    for block in blocks(file):
        digest.update(block)
    row = connection.execute(EXPORT, {"name": name, "sha256": digest.hexdigest(), "size": size}).lastrowid
    with connection.blobopen("exports", "body", row or 0) as blob:
        for block in blocks(file):
            blob.write(block)


def blocks(file: BinaryIO) -> Iterator[bytes]:
    """The bytes of a file from its beginning."""
    file.seek(0)
    while block := file.read(BLOCK):
        yield block
