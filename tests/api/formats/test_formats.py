"""The text of every export format, character by character."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api.formats.format import Publication
from api.formats.keys import citation_key
from api.formats.registry import EXPORTED, FORMATS

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
}
LEAST: dict[str, Any] = {"title": "=Échographie", "authors": "רות לוי", "journal": "Annales Fictives", "year": 2019}

LINKED: dict[str, Any] = LEAST | {
    "pubmed": "https://pubmed.example.org/99000412",
    "doi": "10.5555/a",
    "url": "https://doi.org/10.5555/a",
}

TEXTS = {
    "csv": (
        "title,authors,journal,year,volume,issue,pages,doi,pubmed,url\r\n"
        '"The ""double crush"" hypothesis: MRI & TNF-α","Example N, van der Berg RJ Jr, Example Study Group, et al",'
        "Journal of Example Radiology,2021,12,3,101-109,10.5555/(SICI)1234-5678(2014)12:3<101::AID-EX1>2.0.CO;2,"
        "https://pubmed.ncbi.nlm.nih.gov/99000001/,https://journals.example.org/~msk/2021/a_b\r\n"
        "'=Échographie,רות לוי,Annales Fictives,2019,,,,,,\r\n"
    ),
    "bibtex": """\
@article{example2021double-KEY1,
  title   = {The "double crush" hypothesis: {MRI} \\& {TNF-α}},
  author  = {Example, N. and van der Berg, Jr, R. J. and {Example Study Group} and others},
  journal = {Journal of Example Radiology},
  year    = {2021},
  volume  = {12},
  number  = {3},
  pages   = {101--109},
  doi     = {10.5555/(SICI)1234-5678(2014)12:3<101::AID-EX1>2.0.CO;2},
  pmid    = {99000001},
  url     = {https://journals.example.org/~msk/2021/a_b},
}

@article{ref2019echographie-KEY2,
  title   = {{=Échographie}},
  author  = {{רות לוי}},
  journal = {Annales Fictives},
  year    = {2019},
}
""",
    "ris": """\
TY  - JOUR
AU  - Example, N.
AU  - van der Berg, R. J., Jr
AU  - Example Study Group,
AU  - et al,
TI  - The "double crush" hypothesis: MRI & TNF-α
T2  - Journal of Example Radiology
PY  - 2021
VL  - 12
IS  - 3
SP  - 101
EP  - 109
DO  - 10.5555/(SICI)1234-5678(2014)12:3<101::AID-EX1>2.0.CO;2
UR  - https://journals.example.org/~msk/2021/a_b
AN  - 99000001
DB  - PubMed
ER  -\x20

TY  - JOUR
AU  - רות לוי,
TI  - =Échographie
T2  - Annales Fictives
PY  - 2019
ER  -\x20
""".replace("\n", "\r\n"),
    "csl": """\
[
  {
    "id": "example2021double-KEY1",
    "type": "article-journal",
    "title": "The \\"double crush\\" hypothesis: MRI & TNF-α",
    "container-title": "Journal of Example Radiology",
    "volume": "12",
    "issue": "3",
    "page": "101-109",
    "DOI": "10.5555/(SICI)1234-5678(2014)12:3<101::AID-EX1>2.0.CO;2",
    "URL": "https://journals.example.org/~msk/2021/a_b",
    "PMID": "99000001",
    "author": [
      {"family": "Example", "given": "N."},
      {"family": "van der Berg", "given": "R. J.", "suffix": "Jr"},
      {"literal": "Example Study Group"},
      {"literal": "et al"}
    ],
    "issued": {"date-parts": [[2021]]}
  },
  {
    "id": "ref2019echographie-KEY2",
    "type": "article-journal",
    "title": "=Échographie",
    "container-title": "Annales Fictives",
    "author": [
      {"literal": "רות לוי"}
    ],
    "issued": {"date-parts": [[2019]]}
  }
]
""",
}
EMPTY = {
    "csv": "title,authors,journal,year,volume,issue,pages,doi,pubmed,url\r\n",
    "bibtex": "",
    "ris": "",
    "csl": "[\n]\n",
    "jsonld": '{\n  "@context": "https://schema.org",\n  "@graph": [\n  ]\n}\n',
}


def written(name: str, *publications: Publication) -> str:
    return "".join(FORMATS[name].document(publications))


def with_keys(text: str) -> str:
    """The text with the hashes of the keys, which say nothing here."""
    for number, publication in enumerate((FULL, LEAST), start=1):
        text = text.replace(f"KEY{number}", citation_key(publication).rpartition("-")[2])
    return text


@pytest.mark.parametrize("name", TEXTS)
def test_the_text_of_a_list(name: str) -> None:
    assert written(name, FULL, LEAST) == with_keys(TEXTS[name])


@pytest.mark.parametrize("name", EMPTY)
def test_a_list_without_publications(name: str) -> None:
    assert written(name) == EMPTY[name]


@pytest.mark.parametrize("name", [form.name for form in EXPORTED])
def test_one_publication_is_a_list_of_one(name: str) -> None:
    assert FORMATS[name].single(FULL) == written(name, FULL)


def test_one_publication_as_json_ld_is_one_object() -> None:
    doi = "https://doi.org/10.5555/(SICI)1234-5678(2014)12:3%3C101::AID-EX1%3E2.0.CO;2"
    volume = {
        "@type": "PublicationVolume",
        "volumeNumber": "12",
        "isPartOf": {"@type": "Periodical", "name": "Journal of Example Radiology"},
    }
    assert json.loads(FORMATS["jsonld"].single(FULL)) == {
        "@context": "https://schema.org",
        "@type": "ScholarlyArticle",
        "@id": doi,
        "headline": FULL["title"],
        "name": FULL["title"],
        "author": [
            {"@type": "Person", "name": "N. Example", "familyName": "Example", "givenName": "N."},
            {
                "@type": "Person",
                "name": "R. J. van der Berg Jr",
                "familyName": "van der Berg",
                "givenName": "R. J.",
                "honorificSuffix": "Jr",
            },
            {"@type": "Organization", "name": "Example Study Group"},
        ],
        "datePublished": "2021",
        "isPartOf": {"@type": "PublicationIssue", "issueNumber": "3", "isPartOf": volume},
        "pagination": "101-109",
        "identifier": {"@type": "PropertyValue", "propertyID": "DOI", "value": FULL["doi"]},
        "sameAs": [doi, FULL["pubmed"]],
        "url": FULL["url"],
    }


def test_json_ld_of_a_list() -> None:
    assert (
        written("jsonld", LEAST, LEAST)
        == """\
{
  "@context": "https://schema.org",
  "@graph": [
    {
      "@type": "ScholarlyArticle",
      "headline": "=Échographie",
      "name": "=Échographie",
      "author": [{"@type": "Person", "name": "רות לוי"}],
      "datePublished": "2019",
      "isPartOf": {"@type": "Periodical", "name": "Annales Fictives"}
    },
    {
      "@type": "ScholarlyArticle",
      "headline": "=Échographie",
      "name": "=Échographie",
      "author": [{"@type": "Person", "name": "רות לוי"}],
      "datePublished": "2019",
      "isPartOf": {"@type": "Periodical", "name": "Annales Fictives"}
    }
  ]
}
"""
    )


def test_links_that_no_field_keeps_are_written_twice() -> None:
    """A link that is no PubMed address has no number, and reference managers drop links to doi.org."""
    bibtex, ris = (written(name, LINKED) for name in ("bibtex", "ris"))
    assert "  pubmed  = {https://pubmed.example.org/99000412},\n  weblink = {https://doi.org/10.5555/a},\n" in bibtex
    assert "U1  - pubmed: https://pubmed.example.org/99000412\r\nU1  - url: https://doi.org/10.5555/a\r\n" in ris
    assert json.loads(written("csl", LINKED))[0]["custom"] == {"pubmed": LINKED["pubmed"], "url": LINKED["url"]}


@pytest.mark.parametrize(
    ("title", "latex"),
    [
        ("Only the first letter", "Only the first letter"),
        ("TNF in MRI of a Muscle", "{TNF} in {MRI} of a {Muscle}"),
        ("α-Synuclein", "{α-Synuclein}"),
        ("a {b} \\c ~ ^ | > $5 50% x_1 #2 R&D", None),
        ("''quoted'' -- and ?` or ``", "'{}'quoted'{}' -{}- and ?{}` or `{}`"),
        ("me@Home (x)", "{me{@}Home} (x)"),
        ("&amp; <i> p<0.05", r"\&\nobreak{}amp; \textless{}\nobreak{}i\textgreater{} p\textless{}0.05"),
        ("in <B>", r"in {{\textless{}\nobreak{}B\textgreater{}}}"),
        ("two\r\nlines", "two lines"),
    ],
)
def test_titles_as_latex(title: str, latex: str | None) -> None:
    special = (
        r"a \textbraceleft{}b\textbraceright{} \textbackslash{}c \textasciitilde{} \textasciicircum{} \textbar{} \textgreater{}"
        r" \$5 50\% x\_1 \#2 {R\&D}"
    )
    assert f"  title   = {{{latex or special}}},\n" in written("bibtex", LEAST | {"title": title})


@pytest.mark.parametrize("doi", ["10.5555/a{b", "10.5555/a\\b", "10.5555/a%2Fb", "10.5555/@x(1)"])
def test_a_doi_that_bibtex_cannot_hold_is_an_address(doi: str) -> None:
    text = written("bibtex", LEAST | {"doi": doi})
    [line] = [line for line in text.splitlines() if "doi" in line]
    assert line.startswith("  doi     = {https://doi.org/10.5555/")
    assert text.count("{") == text.count("}")
    assert text.count("@") == 1


@pytest.mark.parametrize(
    ("pages", "tags"),
    [
        ("101-109", "SP  - 101\r\nEP  - 109\r\n"),
        ("188-97", "SP  - 188\r\nEP  - 97\r\n"),
        ("S45-S51", "SP  - S45\r\nEP  - S51\r\n"),
        ("e214", "SP  - e214\r\n"),
        ("101-101", "SP  - 101-101\r\n"),
        ("S12-S15, S20", "SP  - S12-S15, S20\r\n"),
    ],
)
def test_pages_in_ris(pages: str, tags: str) -> None:
    assert f"PY  - 2019\r\n{tags}ER  - " in written("ris", LEAST | {"pages": pages})


def test_a_table_of_some_columns() -> None:
    """In the order in which they are asked for; what is not known is an empty cell."""
    assert FORMATS["csv"].page([LEAST, FULL], fields=("year", "doi", "title")) == (
        f'year,doi,title\r\n2019,,\'=Échographie\r\n2021,{FULL["doi"]},"The ""double crush"" hypothesis: MRI & TNF-α"\r\n'
    )
