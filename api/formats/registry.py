"""The formats that publications are handed out in, by the name by which they are asked for."""

from __future__ import annotations

from api.formats import bibtex, csl, ris
from api.formats import csv as table
from api.formats import json_ld as jsonld
from api.formats.format import Format

# Those in which the whole list is a file, written when the database is built.
EXPORTED = (table.FORMAT, bibtex.FORMAT, ris.FORMAT, csl.FORMAT)
FORMATS: dict[str, Format] = {one.name: one for one in (*EXPORTED, jsonld.FORMAT)}
