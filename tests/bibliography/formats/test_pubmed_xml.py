"""PubMed's XML is read as its MEDLINE text, so an article is the same in both."""

from dataclasses import replace

import pytest

from bibliography.reference import Reference
from tests.support.importing import references

START, END = "<PubmedArticleSet><PubmedArticle><MedlineCitation>", "</PubmedArticle></PubmedArticleSet>"
DATED = "<Journal><JournalIssue><PubDate>{}</PubDate></JournalIssue></Journal>"
ARTICLES = {
    "a title with tags": ("TI  - The gene Ex in CO2.\n", "<ArticleTitle>The gene <i>Ex</i> in\nCO<sub>2</sub>.</ArticleTitle>"),
    "a translated title": (
        "TI  - [Chest pain].\nTT  - Brustschmerz.\n",
        "<ArticleTitle>[Chest pain].</ArticleTitle><VernacularTitle>Brustschmerz.</VernacularTitle>",
    ),
    "a date in parts": ("DP  - 2017 Aug 3\n", DATED.format("<Year>2017</Year><Month>Aug</Month><Day>3</Day>")),
    "a date as text": ("DP  - 1998 Dec-1999 Jan\n", DATED.format("<MedlineDate>1998 Dec-1999 Jan</MedlineDate>")),
    "the electronic date alone": (
        "DEP - 20191203\n",
        "<ArticleDate><Year>2019</Year><Month>12</Month><Day>3</Day></ArticleDate>",
    ),
    "an identifier of the publisher": ("LID - e0123 [pii]\n", '<ELocationID EIdType="pii">e0123</ELocationID>'),
    "a DOI": ("LID - 10.5555/a [doi]\n", '<ELocationID EIdType="doi" ValidYN="Y">10.5555/a</ELocationID>'),
    "authors": (
        "FAU - Dimare, John 2nd\nAU  - Dimare J 2nd\nFAU - Madonna\nAU  - Madonna\nCN  - Example Group\n",
        "<AuthorList><Author><LastName>Dimare</LastName><ForeName>John</ForeName><Initials>J</Initials><Suffix>2nd</Suffix>"
        "</Author><Author><CollectiveName>Example Group</CollectiveName></Author><Author><LastName>Madonna</LastName></Author>"
        "</AuthorList>",
    ),
    "types": (
        "PT  - Journal Article\nPT  - Case Reports\n",
        "<PublicationTypeList><PublicationType>Journal Article</PublicationType><PublicationType>Case Reports</PublicationType>"
        "</PublicationTypeList>",
    ),
    "a preprint": ("PT  - Preprint\n", "<PublicationTypeList><PublicationType>Preprint</PublicationType></PublicationTypeList>"),
    "grants": (
        "GR  - MR/P022146/1/MRC_/Medical Research Council/United Kingdom\nGR  - HL/NHLBI NIH HHS/United States\n"
        "GR  - Example Fund/\n",
        "<GrantList><Grant><GrantID>MR/P022146/1</GrantID><Acronym>MRC_</Acronym><Agency>Medical Research Council</Agency>"
        "<Country>United Kingdom</Country></Grant><Grant><Acronym>HL</Acronym><Agency>NHLBI NIH HHS</Agency>"
        "<Country>United States</Country></Grant><Grant><Agency>Example Fund</Agency><Country/></Grant></GrantList>",
    ),
    "a trial and a data set": (
        "SI  - ISRCTN/ISRCTN46889466\nSI  - GEO/GSE1\n",
        "<DataBankList><DataBank><DataBankName>ISRCTN</DataBankName><AccessionNumberList><AccessionNumber>ISRCTN46889466"
        "</AccessionNumber></AccessionNumberList></DataBank><DataBank><DataBankName>GEO</DataBankName><AccessionNumberList>"
        "<AccessionNumber>GSE1</AccessionNumber></AccessionNumberList></DataBank></DataBankList>",
    ),
}
COPY = (
    '<PubmedData><History><PubMedPubDate PubStatus="pmc-release"><Year>{}</Year><Month>8</Month><Day>1</Day></PubMedPubDate>'
    '</History><ArticleIdList><ArticleId IdType="pmc">PMC0000051</ArticleId></ArticleIdList></PubmedData>'
)
DATA = {
    "a free copy": ("PMC - PMC0000051\nPMCR- 2018/08/01 00:00\n", COPY.format(2018)),
    "a copy that is free later": ("PMC - PMC0000051\nPMCR- 9018/08/01 00:00\n", COPY.format(9018)),
    "identifiers of a cited paper": (
        "",
        '<PubmedData><ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.5555/b</ArticleId></ArticleIdList>'
        "</Reference></ReferenceList></PubmedData>",
    ),
}
NOTICES = {"RetractionIn": "RIN", "ExpressionOfConcernIn": "ECI", "ErratumIn": "EIN", "RetractionOf": "ROF", "Cites": "CIN"}


def read(text: str) -> Reference:
    [reference] = references(text)
    return replace(reference, location=replace(reference.location, file="", line=None))


def from_text(lines: str) -> Reference:
    return read(f"PMID- 99000001\nSTAT- MEDLINE\n{lines}SO  - J. 2020.\n")


def from_xml(article: str, others: str = "", data: str = "") -> Reference:
    article = f"<PMID>99000001</PMID><Article>{article}</Article>{others}</MedlineCitation>{data}"
    return read(f"{START}{article}{END}")


@pytest.mark.parametrize(("lines", "article"), ARTICLES.values(), ids=ARTICLES)
def test_an_article_reads_like_its_medline_text(lines: str, article: str) -> None:
    assert from_xml(article) == from_text(lines)


@pytest.mark.parametrize(("lines", "data"), DATA.values(), ids=DATA)
def test_additions_of_pubmed_read_like_their_medline_text(lines: str, data: str) -> None:
    assert from_xml("", data=data) == from_text(lines)


@pytest.mark.parametrize(("kind", "tag"), NOTICES.items())
def test_a_notice_reads_like_its_medline_text(kind: str, tag: str) -> None:
    cited = "J Ex. 2021 Mar 5;13:5. doi: 10.5555/c."
    notice = (
        f'<CommentsCorrectionsList><CommentsCorrections RefType="{kind}"><RefSource>{cited}</RefSource><PMID>99000009</PMID>'
        "</CommentsCorrections></CommentsCorrectionsList>"
    )
    assert from_xml("", notice) == from_text(f"{tag:4}- {cited} PMID: 99000009\n")
