"""A list that other programs read and write comes back as it was."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Mapping

import pytest
import rispy
from bibtexparser.entrypoint import parse_string, write_string

from pipeline.references.comparison import agree
from tests.conftest import ROOT
from tests.support.exporters import bibtex, csl, ris
from tests.support.importing import references

NODE = ROOT / "tests" / "node"
TITLES = (
    "Sonography of the median nerve in adults with diabetes: a cross-sectional study",
    "Über die Läsion des N. ulnaris – Ergebnisse einer Übersicht",
    "TNF-α and IL-6 in 50% of patients with R&D syndrome",
    "Does platelet-rich plasma help? A randomised trial of Żółw's method",
    "Prévention des lésions nerveuses à l’hôpital",
    "Effects of #1 rule [in press] on p_value (n = 30)",
    "COVID-19 and DNA methylation in E. coli",
    "טיפול בכאב גב תחתון אצל ילדים",
)
AUTHORS = (
    "Levi R, Sørensen QA",
    "van der Berg RJ, Ejemplo-Ruiz M, Dugma YT",
    "Müller H, O’Brien P",
    "Żółw Ł",
    "Example N, Levant Sonography Study Group, Levi R",
    "לוי ר",
)
JOURNALS = ("Journal of Example Radiology", "Revista Ejemplar de Cardiología", "Bone & Joint Example", "Gut")
PAGES = ("188-197", "e214", "S45-S51", "101-109", "1759-1764", "12")


def row(number: int) -> dict[str, str]:
    """Return a publication; some lack volume and issue, a DOI, a PubMed ID or a link."""
    cells = {
        "title": f"{TITLES[number % len(TITLES)]}, part {number}",
        "authors": AUTHORS[number % len(AUTHORS)],
        "journal": JOURNALS[number % len(JOURNALS)],
        "year": str(1990 + number % 36),
        "volume": str(1 + number % 90) if number % 5 else "",
        "issue": str(1 + number % 12) if number % 5 and number % 3 else "",
        "pages": PAGES[number % len(PAGES)],
        "doi": f"10.5555/j.{number}(98)00073-{number % 10}" if number % 4 else "",
        "pubmed": f"https://pubmed.ncbi.nlm.nih.gov/{90000000 + number}/" if number % 3 else "",
        "url": f"https://journals.example.org/{number}?a=1&b=2" if number % 7 == 0 else "",
    }
    return {name: cell for name, cell in cells.items() if cell}


ROWS = [row(number) for number in range(200)]


def through(text: str, *commands: tuple[str, ...]) -> str:
    """Return what commands write, each of which reads what the one before wrote."""
    for command in commands:
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=NODE, timeout=60)
        text = done.stdout
    return text


def bibutils(writer: str) -> str:
    return through(bibtex(ROWS), ("bib2xml", "-i", "unicode"), (writer, "-nb"))


def pandoc(writer: str) -> str:
    return through(csl(ROWS), ("pandoc", "-f", "csljson", "-t", writer, "-s"))


def citation_js(writer: str) -> str:
    return through(csl(ROWS), ("node", "write.mjs", writer))


PUBMED = sum("pubmed" in cells for cells in ROWS)
URL = sum("url" in cells for cells in ROWS)
# Each writer with the program that it needs, and in how many rows it loses or changes a field: pandoc's BibTeX has no links,
# bibutils puts organizations last and cuts addresses at "&", Citation.js's BibTeX has no Hebrew titles.
WRITERS: Mapping[str, tuple[str, Callable[[], str], dict[str, int]]] = {
    "bibutils BibTeX": ("xml2bib", lambda: bibutils("xml2bib"), {"pubmed": PUBMED}),
    "bibutils RIS": ("xml2ris", lambda: bibutils("xml2ris"), {"pubmed": PUBMED, "url": URL, "authors": 33}),
    "bibutils EndNote": ("xml2end", lambda: bibutils("xml2end"), {"pubmed": PUBMED, "url": URL, "authors": 33}),
    "pandoc BibTeX": ("pandoc", lambda: pandoc("bibtex"), {"pubmed": PUBMED, "url": URL, "doi": 150}),
    "pandoc BibLaTeX": ("pandoc", lambda: pandoc("biblatex"), {"pubmed": PUBMED}),
    "pandoc CSL-JSON": ("pandoc", lambda: pandoc("csljson"), {}),
    "Citation.js BibTeX": ("node", lambda: citation_js("bibtex"), {"pubmed": PUBMED, "title": 25}),
    "Citation.js BibLaTeX": ("node", lambda: citation_js("biblatex"), {"title": 25}),
    "Citation.js RIS": ("node", lambda: citation_js("ris"), {"pubmed": PUBMED}),
    "rispy": ("python3", lambda: rispy.dumps(rispy.loads(ris(ROWS))), {}),
    "bibtexparser": ("python3", lambda: write_string(parse_string(bibtex(ROWS))), {}),
}


@pytest.mark.parametrize("name", WRITERS)
def test_the_rows_come_back(name: str) -> None:
    """Values may differ as they may in a list: in capitals (pandoc), apostrophes (bibutils) and spaces (Citation.js's RIS)."""
    program, write, changed = WRITERS[name]
    if not shutil.which(program) or (program == "node" and not (NODE / "node_modules").is_dir()):
        pytest.skip(f"{program} is not installed")
    pairs = [*zip((reference.cells for reference in references(write())), ROWS, strict=True)]
    different = (
        field for cells, row in pairs for field in {*cells, *row} if not agree(field, cells.get(field, ""), row.get(field, ""))
    )
    assert Counter(different) == changed
