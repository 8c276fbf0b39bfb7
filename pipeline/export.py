"""Downloads, rendered when the database is built: serving one is then reading bytes, however long it is."""

from __future__ import annotations

import csv
import hashlib
import io
import sqlite3
import tempfile
from typing import BinaryIO, cast

from pipeline.layout import PUBLICATIONS_CSV
from pipeline.tables import Column

COLUMNS = [
    Column("name", "text not null primary key", "Name", "Name of the file."),
    Column("sha256", "text not null", "Hash", "SHA-256 of its bytes."),
    Column("body", "blob not null", "Bytes", "Its bytes."),
]
FIELDS = ("title", "authors", "journal", "year", "volume", "issue", "pages", "doi", "pubmed", "url")
# A text that a spreadsheet would run as a formula gets an apostrophe before it (OWASP, CSV injection).
INERT = "iif(substr({0}, 1, 1) in ('=', '+', '-', '@', char(9), char(13)), '''' || {0}, {0}) as {0}"
PUBLICATIONS = f"""
select {", ".join(name if name == "year" else INERT.format(name) for name in FIELDS)}
from publications
order by year desc, id
"""  # noqa: S608  # nosec B608 - put together from constants
EXPORT = """
insert into exports (name, sha256, body)
values (:name, :sha256, zeroblob(:size))
"""
MOST_IN_MEMORY = 8 << 20
BLOCK = 1 << 20


def export_publications(connection: sqlite3.Connection) -> None:
    """Put the CSV of all publications into the table ``exports``, in memory that does not grow with their number."""
    with tempfile.SpooledTemporaryFile(MOST_IN_MEMORY) as file:
        write_csv(connection.execute(PUBLICATIONS), cast("BinaryIO", file))
        size = file.tell()
        file.seek(0)
        digest = hashlib.sha256()
        while block := file.read(BLOCK):
            digest.update(block)
        values = {"name": PUBLICATIONS_CSV, "sha256": digest.hexdigest(), "size": size}
        row = connection.execute(EXPORT, values).lastrowid
        file.seek(0)
        with connection.blobopen("exports", "body", row or 0) as blob:
            while block := file.read(BLOCK):
                blob.write(block)


def write_csv(cursor: sqlite3.Cursor, file: BinaryIO) -> None:
    """Write rows as CSV after RFC 4180, safe to open in a spreadsheet; the first row names the columns."""
    text = io.TextIOWrapper(file, encoding="utf-8", newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(column[0] for column in cursor.description)
    writer.writerows(cursor)
    text.flush()
    text.detach()
