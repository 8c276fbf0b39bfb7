"""Reading the exports with bibtexparser and rispy. Citation.js and pyld read them in test_served.py."""

from __future__ import annotations

import rispy
from bibtexparser.entrypoint import parse_string
from bibtexparser.middlewares import NormalizeFieldKeys, SeparateCoAuthors, SplitNameParts
from bibtexparser.middlewares.names import NameParts

from api.formats.registry import FORMATS
from tests.api.formats.test_exports import FULL, LEAST

BRACES = {**LEAST, "title": "A { and \\ and }} @article{x, y = {z", "doi": "10.5555/a{b"}


def test_bibtexparser() -> None:
    """Every field, and names in their parts."""
    middleware = [NormalizeFieldKeys(), SeparateCoAuthors(), SplitNameParts()]
    library = parse_string(FORMATS["bibtex"].document([FULL, BRACES, LEAST]), append_middleware=middleware)
    assert (library.failed_blocks, len(library.entries)) == ([], 3)
    assert {field.key: field.value for field in library.entries[0].fields} == {
        "title": 'The "double crush" hypothesis: {MRI} \\& {TNF-α}',
        "author": [
            NameParts(last=["Example"], first=["N."]),
            NameParts(von=["van", "der"], last=["Berg"], jr=["Jr"], first=["R.", "J."]),
            NameParts(last=["{Example Study Group}"]),
            NameParts(last=["others"]),
        ],
        "journal": FULL["journal"],
        "year": "2021",
        "volume": "12",
        "number": "3",
        "pages": "101--109",
        "doi": FULL["doi"],
        "pmid": "99000001",
        "url": FULL["url"],
    }


def test_rispy() -> None:
    full, least = rispy.loads(FORMATS["ris"].document([FULL, LEAST]))
    assert full == {
        "type_of_reference": "JOUR",
        "authors": ["Example, N.", "van der Berg, R. J., Jr", "Example Study Group,", "et al,"],
        "title": FULL["title"],
        "secondary_title": FULL["journal"],
        "year": "2021",
        "volume": "12",
        "number": "3",
        "start_page": "101",
        "end_page": "109",
        "doi": FULL["doi"],
        "urls": [FULL["url"]],
        "accession_number": "99000001",
        "name_of_database": "PubMed",
    }
    assert least["authors"] == ["רות לוי,"]
