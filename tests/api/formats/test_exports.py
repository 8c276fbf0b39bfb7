"""The text of every export format, character by character. tests/contract/test_formats.py has that of CSV."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from api.formats.csv import DEFAULT_FIELDS
from api.formats.export_formats import EXPORT_FORMATS
from db.publication import Publication
from db.publication.license import parse_license
from tests.support.importing import references
from tests.support.languages import DEFAULT

FULL: dict[str, Any] = {
    "title": 'The "double crush" hypothesis: MRI & TNF-α',
    "authors": "Example N, van der Berg RJ Jr, Example Study Group, et al",
    "journal": "Journal of Example Radiology",
    "year": 2021,
    "volume": "12",
    "issue": "3",
    "pages": "101-109",
    "doi": "10.5555/(SICI)1234-5678(2014)12:3<101::AID-EX1>2.0.CO;2",
    "pubmed": "https://pubmed.ncbi.nlm.nih.gov/99000001/",
    "url": "https://journals.example.org/~msk/2021/a_b",
    "key": "example2021double",
}
LEAST: dict[str, Any] = {
    "title": "=Échographie",
    "authors": "רות לוי",
    "journal": "Annales Fictives",
    "year": 2019,
    "key": "levi2019",
}
EXPECTED = Path(__file__).with_name("expected")
EMPTY = {
    "csv": "title,authors,journal,year,volume,issue,pages,doi,pubmed,url,type,notice\r\n",
    "csl": "[]\n",
    "jsonld": '{\n  "@context": "https://schema.org",\n  "@graph": []\n}\n',
}


@pytest.mark.parametrize(
    ("name", "ending"), [("citation", "txt"), ("bibtex", "bib"), ("ris", "ris"), ("csl", "csl.json"), ("jsonld", "jsonld")]
)
def test_a_list_in_each_format(name: str, ending: str) -> None:
    assert (
        EXPORT_FORMATS[name].write_list([Publication(FULL), Publication(LEAST)])
        == (EXPECTED / f"publications.{ending}").read_bytes()
    )


@pytest.mark.parametrize("name", EMPTY)
def test_an_empty_list_in_each_format(name: str) -> None:
    assert EXPORT_FORMATS[name].write_list([]).decode() == EMPTY[name]


@pytest.mark.parametrize("name", ["csv", "bibtex", "ris", "csl"])
def test_single_publication_is_a_list_of_one(name: str) -> None:
    assert EXPORT_FORMATS[name].write_single(Publication(FULL)) == EXPORT_FORMATS[name].write_list([Publication(FULL)])


def test_single_publication_as_json_ld() -> None:
    """The node of the list, with the context."""
    listed = json.loads(EXPORT_FORMATS["jsonld"].write_list([Publication(FULL)]))
    [node] = listed.pop("@graph")
    assert json.loads(EXPORT_FORMATS["jsonld"].write_single(Publication(FULL))) == listed | node


@pytest.mark.parametrize(
    ("text", "inert"),
    [
        ("x;=cmd|' /C calc'!A0", "x;'=cmd|' /C calc'!A0"),
        ('x;"=1+1";+2', """x;'"=1+1";'+2"""),
        ("=1;=1", "'=1;'=1"),
        ("a; b;c = d;e", "a; b;c = d;e"),
    ],
)
def test_csv_cell_is_no_formula_between_semicolons_either(text: str, inert: str) -> None:
    """A spreadsheet that separates cells with semicolons finds none; whoever reads the file as it is finds an apostrophe more."""
    written = EXPORT_FORMATS["csv"].write_list([Publication(LEAST | dict.fromkeys(DEFAULT_FIELDS, text))]).decode()
    assert [*csv.reader(io.StringIO(written, newline=""))][1] == [inert] * len(DEFAULT_FIELDS)
    cells = [cell for row in csv.reader(io.StringIO(written, newline=""), delimiter=";") for cell in row]
    assert [cell for cell in cells if cell.lstrip('"').startswith(("=", "+", "-", "@"))] == []


@pytest.mark.parametrize(
    ("title", "latex"),
    [
        ("Only the first letter", "Only the first letter"),
        ("TNF in MRI of a Muscle", "{TNF} in {MRI} of a {Muscle}"),
        ("α-Synuclein", "{α-Synuclein}"),
        (
            "a {b} \\c ~ ^ | > $5 50% x_1 #2 R&D",
            r"a \textbraceleft{}b\textbraceright{} \textbackslash{}c \textasciitilde{} \textasciicircum{} \textbar{} "
            r"\textgreater{} \$5 50\% x\_1 \#2 {R\&D}",
        ),
        ("''quoted'' -- and ?` or ``", "'{}'quoted'{}' -{}- and ?{}` or `{}`"),
        ("me@Home (x)", "{me{@}Home} (x)"),
        ("&amp; &#38; <i> p<0.05", r"\&amp; \&\#38; \textless{}i\textgreater{} p\textless{}0.05"),
        ("in <B>", r"in {{\textless{}B\textgreater{}}}"),
        ("@article{x, y}", r"{@}article\textbraceleft{}x, y\textbraceright{}"),
    ],
)
def test_bibtex_title(title: str, latex: str) -> None:
    assert f"  title   = {{{latex}}},\n" in EXPORT_FORMATS["bibtex"].write_list([Publication(LEAST | {"title": title})]).decode()


@pytest.mark.parametrize("doi", ["10.5555/a{b", "10.5555/a\\b", "10.5555/a%2Fb", "10.5555/@x(1)"])
def test_bibtex_doi_that_cannot_be_verbatim_is_a_url(doi: str) -> None:
    text = EXPORT_FORMATS["bibtex"].write_list([Publication(LEAST | {"doi": doi})]).decode()
    [line] = [line for line in text.splitlines() if "doi" in line]
    assert line.startswith("  doi     = {https://doi.org/10.5555/")
    assert text.count("{") == text.count("}")
    assert text.count("@") == 1


@pytest.mark.parametrize(
    ("pages", "tags", "bibtex"),
    [
        ("101-109", "SP  - 101\r\nEP  - 109\r\n", "101--109"),
        ("188-97", "SP  - 188\r\nEP  - 197\r\n", "188--197"),
        ("S12-8", "SP  - S12\r\nEP  - S18\r\n", "S12--S18"),
        ("e2021-0034", "SP  - e2021-0034\r\n", "e2021--0034"),
        ("iii-v", "SP  - iii\r\nEP  - v\r\n", "iii-v"),
        ("101-101", "SP  - 101-101\r\n", "101--101"),
        ("S12-S15, S20", "SP  - S12-S15, S20\r\n", "S12--S15, S20"),
    ],
)
def test_pages_in_ris_and_bibtex(pages: str, tags: str, bibtex: str) -> None:
    """The last page in full."""
    publication = LEAST | {"pages": pages}
    assert f"PY  - 2019\r\n{tags}ER  - " in EXPORT_FORMATS["ris"].write_list([Publication(publication)]).decode()
    assert f"pages   = {{{bibtex}}},\n" in EXPORT_FORMATS["bibtex"].write_list([Publication(publication)]).decode()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("bibtex", "\n  note    = {Retracted 2024-05-01, doi:10.5555/notice\\_1},\n"),
        ("ris", "\r\nN1  - Retracted 2024-05-01, doi:10.5555/notice_1\r\n"),
        ("csl", '\n    "note": "Retracted 2024-05-01, doi:10.5555/notice_1",\n'),
        ("jsonld", '"creativeWorkStatus": "Retracted",\n      "correction": "retracted 2024-05-01, doi:10.5555/notice_1"\n'),
    ],
)
def test_a_notice(name: str, expected: str) -> None:
    """[notices] Exports have it as a note. An import doesn't take the notice's DOI for the publication's."""
    text = (
        EXPORT_FORMATS[name].write_list([Publication(LEAST | {"notice": "retracted 2024-05-01, doi:10.5555/notice_1"})]).decode()
    )
    assert expected in text
    if name != "jsonld":
        assert [reference.cells.get("doi") for reference in references(text)] == [None]


CHAPTER = LEAST | {
    "title": "Nerves",
    "type": "chapter",
    "editors": "Levi R, Example Study Group, et al",
    "publisher": "Example & Sons",
    "abbreviation": "Ann Fict",
    "summary": "In plain words",
    "summaryHebrew": "במילים פשוטות",
}


@pytest.mark.parametrize(
    ("name", "pattern", "expected"),
    [
        ("bibtex", r"@(\w+)", ["incollection", "inproceedings", "article", "article", "article"]),
        ("ris", r"TY  - (\w+)", ["CHAP", "CPAPER", "JOUR", "JOUR", "JOUR"]),
        ("csl", '"type": "(.+)"', ["chapter", "paper-conference", "article-journal", "article-journal", "article-journal"]),
        ("jsonld", r'\n      "@type": "(\w+)"', ["Chapter", *["ScholarlyArticle"] * 4]),
    ],
)
def test_types_in_each_format(name: str, pattern: str, expected: list[str]) -> None:
    """[type-in-formats]"""
    listed = [LEAST | {"type": kind} for kind in ("chapter", "conference-paper", "letter", "review", "case-report")]
    assert re.findall(pattern, EXPORT_FORMATS[name].write_list(map(Publication, listed)).decode()) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("bibtex", "  booktitle = {Annales Fictives},\n  editor  = {Levi, R. and {Example Study Group} and others},\n"),
        ("bibtex", "  publisher = {Example \\& Sons},\n"),
        ("ris", "A2  - Levi, R.\r\nA2  - Example Study Group,\r\nA2  - et al,\r\n"),
        ("ris", "T2  - Annales Fictives\r\nJ2  - Ann Fict\r\nPB  - Example & Sons\r\n"),
        ("csl", '"container-title-short": "Ann Fict",\n    "publisher": "Example & Sons"'),
    ],
)
def test_fields_of_a_chapter(name: str, expected: str) -> None:
    assert expected in EXPORT_FORMATS[name].write_list([Publication(CHAPTER)]).decode()


def test_open_access_in_json() -> None:
    """[openness] CSL-JSON has no variable for a free copy: its URL is the publication's own address."""
    fields = {
        "fullText": "https://e.org/free",
        "license": "CC BY 4.0",
        "preprint": "10.5555/p",
        "data": ["10.5555/<d>", "https://e.org/d"],
        "trial": ["NCT01234567", "Other 1"],
        "funding": "A fund",
    }
    [node] = json.loads(EXPORT_FORMATS["jsonld"].write_list([Publication(LEAST | fields)]))["@graph"]
    assert {
        name: node[name] for name in node.keys() - json.loads(EXPORT_FORMATS["jsonld"].write_single(Publication(LEAST))).keys()
    } == {
        "isAccessibleForFree": True,
        "encoding": {"@type": "MediaObject", "contentUrl": "https://e.org/free"},
        "license": "https://creativecommons.org/licenses/by/4.0/",
        "isBasedOn": [
            {"@type": "CreativeWork", "@id": "https://doi.org/10.5555/p"},
            {"@type": "Dataset", "@id": "https://doi.org/10.5555/%3Cd%3E"},
            {"@type": "Dataset", "@id": "https://e.org/d"},
        ],
        "about": [
            {"@type": "MedicalTrial", "@id": "https://clinicaltrials.gov/study/NCT01234567", "identifier": "NCT01234567"},
            {"@type": "MedicalTrial", "identifier": "Other 1"},
        ],
        "funding": {"@type": "Grant", "name": "A fund"},
    }
    [item] = json.loads(EXPORT_FORMATS["csl"].write_list([Publication(LEAST | fields)]))
    assert "URL" not in item
    assert EXPORT_FORMATS["csv"].write_list([Publication(LEAST | fields)], ["data"]) == b"data\r\n10.5555/<d>;https://e.org/d\r\n"


LICENSES = {
    "cc-by-nc-nd-3.0": ("CC BY-NC-ND 3.0", "https://creativecommons.org/licenses/by-nc-nd/3.0/"),
    "CC BY": ("CC BY", ""),
    "CC0": ("CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
    "http://creativecommons.org/licenses/by-sa/3.0/us/": ("CC BY-SA 3.0", "http://creativecommons.org/licenses/by-sa/3.0/us/"),
    "https://creativecommons.org/publicdomain/zero/1.0/": ("CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
    "https://e.org/terms": ("", "https://e.org/terms"),
}


@pytest.mark.parametrize(("text", "parsed"), LICENSES.items(), ids=LICENSES)
def test_a_license_has_a_name_or_an_address(text: str, parsed: tuple[str, str]) -> None:
    assert parse_license(text) == parsed


def test_fields_of_a_chapter_in_json() -> None:
    [item] = json.loads(EXPORT_FORMATS["csl"].write_list([Publication(CHAPTER)]))
    assert item["editor"][:2] == [{"family": "Levi", "given": "R."}, {"literal": "Example Study Group"}]
    [node] = json.loads(EXPORT_FORMATS["jsonld"].write_list([Publication(CHAPTER)], languages=DEFAULT))["@graph"]
    assert node["description"] == ["In plain words", {"@value": "במילים פשוטות", "@language": "he"}]
    whole = node["isPartOf"]
    assert [*whole] == ["@type", "name", "alternateName", "editor", "publisher"]
    assert whole["publisher"] == {"@type": "Organization", "name": "Example & Sons"}
