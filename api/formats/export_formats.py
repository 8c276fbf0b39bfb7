"""All export formats. A new format is a module and a line here."""

from __future__ import annotations

from api.formats.bibtex import BIBTEX_FORMAT
from api.formats.citations import CITATION_FORMAT
from api.formats.csl import CSL_FORMAT
from api.formats.csv import CSV_FORMAT
from api.formats.format import Format
from api.formats.json import JSON_FORMAT
from api.formats.json_ld import JSON_LD_FORMAT
from api.formats.ris import RIS_FORMAT

# Formats of a single publication for other programs. Its page links to them.
RECORD_FORMATS = (BIBTEX_FORMAT, RIS_FORMAT, CSL_FORMAT, JSON_LD_FORMAT)
DEFAULT_FORMAT = JSON_FORMAT
EXPORT_FORMATS: dict[str, Format] = {form.name: form for form in (DEFAULT_FORMAT, CSV_FORMAT, *RECORD_FORMATS, CITATION_FORMAT)}
DOWNLOAD_FORMATS = tuple(form for form in EXPORT_FORMATS.values() if form.download_id)
