"""All export formats. A new format is a module and a line here."""

from __future__ import annotations

from api.formats import bibtex, citations, csl, csv, json, json_ld, ris
from api.formats.format import Format

# Formats of a single publication for other programs. Its page links to them.
RECORD_FORMATS = (bibtex.FORMAT, ris.FORMAT, csl.FORMAT, json_ld.FORMAT)
DEFAULT_FORMAT = json.FORMAT
FORMATS: dict[str, Format] = {form.name: form for form in (DEFAULT_FORMAT, csv.FORMAT, *RECORD_FORMATS, citations.FORMAT)}
EXPORTED = tuple(form for form in FORMATS.values() if form.export)
