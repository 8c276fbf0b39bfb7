"""Files that people have but that cannot be imported: one sentence each, which says what to do instead."""

import pytest

from bibliography.formats import import_formats
from bibliography.formats.inputs import InputError
from tests.support.importing import records

PUBMED = "In PubMed, select the articles and choose Save, format PubMed."
ZOTERO = "In Zotero, choose File > Export Library, format BibTeX."
DOCUMENT = (
    "which has no fields for title, authors and journal. Export BibTeX or RIS from the program that you cite with (EndNote, "
    "Zotero, Mendeley), or find the papers in PubMed and choose Save, format PubMed."
)
WORKBOOK = (
    "Open it in Excel and choose File > Save As, file type CSV UTF-8. It needs the columns title, authors, journal and year, or "
    "the columns of PubMed, Scopus or Google Scholar."
)
COMPRESSED = (
    "This is a compressed file. Unpack it and import the files in it, or export BibTeX or RIS from the program that it came from."
)
IDENTIFIERS = 'This is a list of DOIs or PubMed IDs. Add them: make add IDS="10.1000/x 32000001"'
OTHER_COLUMNS = (
    "This is CSV with unknown columns. Name them title, authors, journal and year, or export one of these: "
    f"{import_formats.FORMAT_NAMES}."
)
DIMENSIONS = "This is Dimensions CSV. In Dimensions, choose Save / Export > Export citations, format RIS or BibTeX."
EMBASE = "This is Embase CSV. In Embase, choose Export, format RIS."
OPENALEX, DATACITE = (
    f'This is {name} JSON. Add them by their DOIs: make add IDS="10.1000/x 10.1000/y"' for name in ("OpenAlex", "DataCite")
)
UNKNOWN_XML = f"This is XML in a format that cannot be read. Export one of these instead: {import_formats.FORMAT_NAMES}."
CNKI = "This is CNKI's own text. On cnki.net, export again and choose the format EndNote."
NOT_JSON = "It is cut off, or is not valid JSON. Export or download it again."
ENTITIES = '<?xml version="1.0"?>\n<!DOCTYPE xml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>\n<xml><records/></xml>'
FILES: dict[str, tuple[str | bytes, str]] = {
    "login.bib": (
        "<!DOCTYPE html>\n<html><body>Please log in @article{a}</body></html>",
        "This is a web page, such as a login or an error, not an export. Open it in a browser and download the export again.",
    ),
    "empty.ris": ("", "It is empty. Export it again."),
    "cut.json": ('[{"type": "book"}, {"type', NOT_JSON),
    "deep.json": (f'[{{"type": "book", "title": {"[" * 50_000}{"]" * 50_000}}}]', NOT_JSON),
    "openalex.json": ('{"meta": {}, "results": [{"id": "https://openalex.org/W1", "authorships": []}]}', OPENALEX),
    "openalex-work.json": ('{"id": "https://openalex.org/W1", "title": "A", "authorships": []}', OPENALEX),
    "datacite.json": ('{"data": {"id": "10.5555/a", "type": "dois", "attributes": {}}}', DATACITE),
    "datacite-list.json": ('{"data": [{"id": "10.5555/a", "type": "dois", "attributes": {}}]}', DATACITE),
    "better-bibtex.json": (
        '{"config": {}, "items": [{"itemType": "book", "title": "A", "DOI": "10.5555/a", "creators": []}]}',
        f"This is Better BibTeX JSON. {ZOTERO}",
    ),
    "publish-or-perish.json": (
        '[{"authors": ["R Levi"], "cites": 1, "ecc": 1, "title": "A"}]',
        "This is Publish or Perish JSON. In Publish or Perish, choose Save Results As > BibTeX.",
    ),
    "zeros.bib": (
        b"\0" * 2_000_000,
        "It is not text: it contains zero bytes. It is damaged, or it is not an export. Export or download it again.",
    ),
    "page.png": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), f"This is a picture, {DOCUMENT}"),
    "page.jpg": (b"\xff\xd8\xff\xe0" + bytes(range(256)), f"This is a picture, {DOCUMENT}"),
    "bytes.bib": (
        b"@article{a,\n title={" + bytes(range(128, 256)),
        "Its encoding is unknown. Export it again and choose the encoding UTF-8 (Unicode).",
    ),
    "other.xml": ("<?xml version='1.0'?><article/>", UNKNOWN_XML),
    "entities.xml": (ENTITIES, UNKNOWN_XML),
    "cnki.txt": ("SrcDatabase-来源库: 期刊\nTitle-题名: 神经\nAuthor-作者: 李;\n", CNKI),
    "cnki-study.txt": ("DataType: 1\nTitle-题名: 神经\n", CNKI),
    "noteexpress.txt": (
        "{Reference Type}: Journal Article\n{Title}: 神经\n",
        "This is NoteExpress text. Where you found the papers, export again and choose the format EndNote or RIS.",
    ),
    "refworks.txt": (
        "RT Journal Article\nSR 1\nA1 Levi, R\nT1 A nerve\n",
        "This is RefWorks text. Where you found the papers, export again and choose the format RIS.",
    ),
    "scopus.txt": (
        "Scopus\nEXPORT DATE: 12 Jan 2026\n\nLevi, R.\n",
        "This is Scopus text. In Scopus, export again and choose the format RIS or BibTeX.",
    ),
    "cochrane.txt": (
        "Record #1 of 2\nID: CN-00000001\nTI: A nerve\n",
        "This is the Cochrane Library's text. In the Cochrane Library, export again and choose the format RIS.",
    ),
    "ovid.txt": ("<1>\nUnique Identifier\n  99000001\n", "This is Ovid text. In Ovid, export again and choose the format RIS."),
    "scifinder.txt": (
        "START_RECORD\nFIELD Title:A nerve.\n",
        "This is SciFinder text. In SciFinder, export again and choose the format RIS.",
    ),
    "mods.xml": (
        '<?xml version="1.0"?>\n<modsCollection/>',
        "This is MODS XML. In the program that it came from, export again and choose the format BibTeX or RIS.",
    ),
    "pubmed-entities.xml": ('<!DOCTYPE PubmedArticleSet [<!ENTITY a "a">]>\n<PubmedArticleSet/>', UNKNOWN_XML),
    "savedrecs.tsv": ("PT\tAU\tTI\n", "This is Web of Science's tab-delimited text. In Web of Science, choose Export > RIS."),
    "zotero.csv": ('"Key","Item Type","Publication Year","Author","Title"\n', f"This is Zotero CSV. {ZOTERO}"),
    "lens.csv": (
        "Lens ID,Title,Date Published,Publication Year,Source Title,Author/s,Volume,PMID,DOI\n",
        "This is Lens CSV. On lens.org, choose Export, format RIS or BibTeX.",
    ),
    "dimensions.csv": ('"About the data: Exported on Jan 12, 2026. Criteria: gout."\nRank,DOI,Title\n', DIMENSIONS),
    "dimensions-without-criteria.csv": ("Publication ID,DOI,Title,PubYear,Authors\n", DIMENSIONS),
    "embase.csv": ('"Title","Author Names","Source title","Publication Year"\n', EMBASE),
    "embase-records.csv": ('"TITLE","A nerve"\n"AUTHOR NAMES","Levi R."\n"SOURCE TITLE","J"\n', EMBASE),
    "old-pubmed.csv": (
        "Title,URL,Description,Details,ShortDetails,Resource,Type,Identifiers,Db,EntrezUID,Properties\n",
        f"This is PubMed's CSV from before 2020, which has no separate authors and journal. {PUBMED}",
    ),
    "other.csv": ("Name,Topic,Published,Link\nA,B,2020,x\n", OTHER_COLUMNS),
    "other-semicolons.csv": ("Name;Topic;Published;Link\nA;B;2020;x\n", OTHER_COLUMNS),
    "header.csv": (
        'title,authors,journal,year,"x\nA,B,C,2020\n',
        "Its first line is not CSV: a quotation mark is not closed, or text follows one.",
    ),
    "summary.txt": ("1. Levi R. A paper. J. 2020.\n\nPMID: 99000001\n", f"This is PubMed's summary or abstract text. {PUBMED}"),
    "pmids.txt": ("99000001\nPMID: 99000002\n99000003,\n", IDENTIFIERS),
    "dois.txt": ("10.5555/a.1\nhttps://doi.org/10.5555/b.2\ndoi: 10.5555/c.3\n99000001\n", IDENTIFIERS),
    "letter.txt": ("Dear Noa,\n", f"Unrecognized format. Supported formats: {import_formats.FORMAT_NAMES}."),
    "cv.rtf": ("{\\rtf1\\ansi Publications}", f"This is a Word document (RTF), {DOCUMENT}"),
    "cv.docx": (b"PK\x03\x04[Content_Types].xml word/document.xml", f"This is a Word document, {DOCUMENT}"),
    "papers.xlsx": (b"PK\x03\x04[Content_Types].xml xl/workbook.xml", f"This is an Excel workbook. {WORKBOOK}"),
    "exports.zip": (b"PK\x03\x04refs.bib", COMPRESSED),
    "cv.pdf": (b"%PDF-1.7\n\xff\xfe", f"This is a PDF, {DOCUMENT}"),
    "old.doc": (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        "This is a Word or Excel file in an old format. Export BibTeX or RIS from the program it came from.",
    ),
    "zotero.sqlite": (
        b"SQLite format 3\0",
        "This is a program's database, not an export. In Zotero, choose File > Export Library, format BibTeX; or in EndNote, "
        "choose File > Export, file type XML.",
    ),
    "refs.bib.gz": (b"\x1f\x8b\x08", COMPRESSED),
}


@pytest.mark.parametrize("name", FILES)
def test_the_sentence_about_a_file(name: str) -> None:
    content, sentence = FILES[name]
    with pytest.raises(InputError) as raised:
        records(content)
    assert str(raised.value) == sentence
