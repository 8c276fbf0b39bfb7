"""What other programs read in the exports: bibtexparser, rispy and the csv module."""

from __future__ import annotations

import rispy
from bibtexparser.entrypoint import parse_string
from bibtexparser.middlewares import NormalizeFieldKeys, SeparateCoAuthors, SplitNameParts
from bibtexparser.middlewares.names import NameParts

from api.formats.registry import FORMATS
from db.identifiers import citation_key
from tests.api.formats.test_exports import FULL, LEAST

BRACES = {**LEAST, "title": "A { and \\ and }} @article{x, y = {z", "doi": "10.5555/a{b"}


def test_bibtexparser_reads_the_fields() -> None:
    library = parse_string(FORMATS["bibtex"].document([FULL, BRACES, LEAST]))
    assert not library.failed_blocks
    assert [entry.key for entry in library.entries] == list(map(citation_key, (FULL, BRACES, LEAST)))
    assert {field.key: field.value for field in library.entries[0].fields} == {
        "title": 'The "double crush" hypothesis: {MRI} \\& {TNF-α}',
        "author": "Example, N. and van der Berg, Jr, R. J. and {Example Study Group} and others",
        "journal": FULL["journal"],
        "year": "2021",
        "volume": "12",
        "number": "3",
        "pages": "101--109",
        "doi": FULL["doi"],
        "pmid": "99000001",
        "url": FULL["url"],
    }


def test_bibtexparser_reads_the_names() -> None:
    middleware = [NormalizeFieldKeys(), SeparateCoAuthors(), SplitNameParts()]
    [entry] = parse_string(FORMATS["bibtex"].document([FULL]), append_middleware=middleware).entries
    assert entry["author"] == [
        NameParts(last=["Example"], first=["N."]),
        NameParts(von=["van", "der"], last=["Berg"], jr=["Jr"], first=["R.", "J."]),
        NameParts(last=["{Example Study Group}"]),
        NameParts(last=["others"]),
    ]


def test_rispy_reads_the_records() -> None:
    records = rispy.loads(FORMATS["ris"].document([FULL, LEAST]))
    assert records == [
        {
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
        },
        {
            "type_of_reference": "JOUR",
            "authors": ["רות לוי,"],
            "title": LEAST["title"],
            "secondary_title": LEAST["journal"],
            "year": "2019",
        },
    ]
