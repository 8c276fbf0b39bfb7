"""A list that other programs read and write comes back as it was."""

import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Mapping

import pytest
import rispy
from bibtexparser.entrypoint import parse_string, write_string

from api.formats.export_formats import EXPORT_FORMATS
from bibliography.comparison import cells_agree
from db.publication import Publication
from tests.conftest import ROOT
from tests.support.importing import references

NODE = ROOT / "tests" / "node"
TITLES_AND_AUTHORS = {
    "Sonography of the median nerve in adults with diabetes: a cross-sectional study": "Levi R, Sørensen QA",
    "Über die Läsion des N. ulnaris – Ergebnisse einer Übersicht": "van der Berg RJ, Ejemplo-Ruiz M, Dugma YT",
    "TNF-α and IL-6 in 50% of patients with R&D syndrome": "Müller H, O’Brien P",
    "Does platelet-rich plasma help? A randomised trial of Żółw's method": "Żółw Ł",
    "Prévention des lésions nerveuses à l’hôpital": "Levi R",
    "Effects of #1 rule [in press] on p_value (n = 30)": "Example N, Levant Sonography Study Group, Levi R",
    "טיפול בכאב גב תחתון אצל ילדים": "לוי ר",
}
REST = {
    "journal": "Revista Ejemplar de Cardiología",
    "year": "2020",
    "volume": "3",
    "issue": "1",
    "pages": "1759-1764",
    "doi": "10.5555/j.1(98)00073-7",
    "pubmed": "https://pubmed.ncbi.nlm.nih.gov/99000001/",
    "url": "https://journals.example.org/1?a=1&b=2",
}
SHORT = {
    "title": "COVID-19 and DNA methylation in E. coli",
    "authors": "Levi R",
    "journal": "Bone & Joint Example",
    "year": "2019",
}
ROWS = [*({"title": title, "authors": authors, **REST} for title, authors in TITLES_AND_AUTHORS.items()), SHORT]


def exported(name: str) -> str:
    return EXPORT_FORMATS[name].write_list([Publication(row | {"year": int(row["year"])}) for row in ROWS]).decode()


def through(text: str, *commands: tuple[str, ...]) -> str:
    """Pipe text through commands, and return what the last one writes."""
    for command in commands:
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=NODE, timeout=60)
        text = done.stdout
    return text


def bibutils(writer: str) -> str:
    return through(exported("bibtex"), ("bib2xml", "-i", "unicode"), (writer, "-nb"))


def pandoc(writer: str) -> str:
    return through(exported("csl"), ("pandoc", "-f", "csljson", "-t", writer, "-s"))


def citation_js(writer: str) -> str:
    return through(exported("csl"), ("node", "write.mjs", writer))


FULL = len(TITLES_AND_AUTHORS)
# Each writer with the program that it needs, and in how many rows it loses or changes a field: pandoc's BibTeX has no links,
# bibutils puts organizations last, Citation.js's BibTeX has no Hebrew titles.
WRITERS: Mapping[str, tuple[str, Callable[[], str], dict[str, int]]] = {
    "bibutils BibTeX": ("xml2bib", lambda: bibutils("xml2bib"), {"pubmed": FULL}),
    "bibutils RIS": ("xml2ris", lambda: bibutils("xml2ris"), {"pubmed": FULL, "authors": 1}),
    "bibutils EndNote": ("xml2end", lambda: bibutils("xml2end"), {"pubmed": FULL, "authors": 1}),
    "pandoc BibTeX": ("pandoc", lambda: pandoc("bibtex"), {"pubmed": FULL, "url": FULL, "doi": FULL}),
    "pandoc BibLaTeX": ("pandoc", lambda: pandoc("biblatex"), {"pubmed": FULL}),
    "pandoc CSL-JSON": ("pandoc", lambda: pandoc("csljson"), {}),
    "Citation.js BibTeX": ("node", lambda: citation_js("bibtex"), {"pubmed": FULL, "title": 1}),
    "Citation.js BibLaTeX": ("node", lambda: citation_js("biblatex"), {"title": 1}),
    "Citation.js RIS": ("node", lambda: citation_js("ris"), {"pubmed": FULL}),
    "Citation.js of BibTeX": ("node", lambda: through(exported("bibtex"), ("node", "read.mjs", "bibtex")), {"pubmed": FULL}),
    "Citation.js of RIS": ("node", lambda: through(exported("ris"), ("node", "read.mjs", "ris")), {"pubmed": FULL}),
    "rispy": ("python3", lambda: rispy.dumps(rispy.loads(exported("ris"))), {}),
    "bibtexparser": ("python3", lambda: write_string(parse_string(exported("bibtex"))), {}),
}


@pytest.mark.parametrize("name", WRITERS)
def test_the_rows_come_back(name: str) -> None:
    """Values may differ as they may in a list: in capitals (pandoc), apostrophes (bibutils) and spaces (Citation.js's RIS)."""
    program, write, changed = WRITERS[name]
    if not shutil.which(program) or (program == "node" and not (NODE / "node_modules").is_dir()):
        pytest.skip(f"{program} is not installed")
    pairs = [*zip((reference.cells for reference in references(write())), ROWS, strict=True)]
    different = (
        field
        for cells, row in pairs
        for field in {*cells, *row}
        if not cells_agree(field, cells.get(field, ""), row.get(field, ""))
    )
    assert Counter(different) == changed
