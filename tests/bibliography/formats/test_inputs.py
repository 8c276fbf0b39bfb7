"""Opening the files that are imported: names, encodings, and records that cannot be read."""

from pathlib import Path

import pytest

from bibliography.formats import import_formats
from bibliography.formats.inputs import InputError, named_files
from bibliography.reference import FailedRecord, Reference
from tests.support.importing import records, references


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        ("My Collection.bib", ["My Collection.bib"]),
        ("Copy of refs.bib", ["Copy of refs.bib"]),
        ("a.ris 'My Collection.bib'", ["a.ris", "My Collection.bib"]),
        ("Noa's refs.bib", ["Noa's refs.bib"]),
        ("*.ris", ["a.ris", "b.ris"]),
        ("a.ris -", ["a.ris", "-"]),
        ("a.ris a.ris", ["a.ris"]),
        ("a.ris missing.ris", ["a.ris", "missing.ris"]),
        ("no such file.bib", ["no such file.bib"]),
        ("a.ris **x.bib ~nobody/x", ["a.ris", "**x.bib", "~nobody/x"]),
    ],
)
def test_names_in_one_argument(argument: str, expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make passes all names in one argument; names with spaces stay whole, with or without quotes."""
    for name in ("My Collection.bib", "Copy of refs.bib", "refs.bib", "Noa's refs.bib", "a.ris", "b.ris"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    assert named_files([argument]) == expected


def test_a_name_in_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.ris").touch()
    monkeypatch.setenv("HOME", str(tmp_path))
    assert named_files(["~/a.ris", "~/*.ris"]) == [str(tmp_path / "a.ris")]


def test_a_name_that_is_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^There is no such file\.$"):
        import_formats.read_export(str(tmp_path / "nowhere.bib"))
    with pytest.raises(InputError, match=r"^It cannot be read: Is a directory\.$"):
        import_formats.read_export(str(tmp_path))


HEADER = "title,authors,journal,year\n"
# Rows that Excel saves as CSV, in the encodings of several countries.
ENCODINGS = {
    "cp1252": ("Windows-1252", 'O’Brien’s sign – a “review” of the “naïve” reader,"Müller H, Lefèvre É",Rev. Española,2015'),
    "cp1255": ("Windows-1255", 'טיפול בכאב גב תחתון אצל ילדים,"לוי ר, כהן ד",הרפואה,2015'),
    "mac_roman": ("Mac Roman", "Prévention des lésions nerveuses à l’hôpital,Lefèvre É,La Revue du Praticien,2015"),
}


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_file_that_is_not_utf_8(encoding: str) -> None:
    """The encoding is guessed; a note on the first record with such letters names it."""
    name, row = ENCODINGS[encoding]
    plain = "A nerve,Levi R,Levant Journal,2020\n" * 300
    *_, first, second = references(f"{HEADER}{plain}{row}\n{row}\n".encode(encoding))
    [expected] = references(f"{HEADER}{row}\n")
    assert first.cells == second.cells == expected.cells
    assert [*first.notes, *second.notes] == [f"The file is not UTF-8 and was read as {name}; check the letters with accents."]


ENDNOTE = "<xml><records><record><titles><title>Ödem</title></titles></record></records></xml>"


@pytest.mark.parametrize(
    "content",
    [
        f'<?xml version="1.0" encoding="ISO-8859-1"?>{ENDNOTE}'.encode("latin-1"),
        "% Encoding: hex\n@article{a, title={Ödem}}".encode(),
        "% Encoding: utf-99\n@article{a, title={Ödem}}".encode(),
    ],
    ids=["of XML", "not one of text", "unknown"],
)
def test_a_declared_encoding(content: bytes) -> None:
    [reference] = references(content)
    assert reference.cells == {"title": "Ödem"}


def test_a_byte_that_is_in_no_encoding_damages_one_record() -> None:
    rows = "Prévention des lésions nerveuses,Lefèvre É,Revue médicale,2015\n" * 300
    *good, damaged = records(f"{HEADER}{rows}".encode("cp1252") + b"N\x81rve,Levi R,Levant Journal,2015\n")
    assert {type(record) for record in good} == {Reference}
    assert isinstance(damaged, FailedRecord)
    assert damaged.reason == 'The text is damaged: title "N\ufffdrve". Export it again as UTF-8, or correct it in the file.'


def test_a_file_with_too_many_records(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bibliography.formats.import_formats.MAX_RECORDS", 2)
    row = "A nerve,Levi R,J,2020\n"
    assert len(records(HEADER + row * 2)) == 2
    with pytest.raises(InputError, match=r"^It has more than 2 records\. Export one person's records only\.$"):
        records(HEADER + row * 3)


GOOD = "TY  - JOUR\nTI  - A good paper\nAU  - Levi, R.\nT2  - Levant Journal\nPY  - 2024\nER  - \n"
GOOD_BIBTEX = "@article{a, title={A good paper}, author={Levi, R.}, journal={Levant Journal}, year={2024}}\n"
GOOD_JSON = (
    '{"type": "article-journal", "title": "A good paper", "author": [{"family": "Levi", "given": "R."}], '
    '"container-title": "Levant Journal", "issued": {"date-parts": [[2024]]}}'
)
GOOD_XML = (
    "<xml><records><record><contributors><authors><author>Levi, R.</author></authors></contributors><titles><title>A good paper"
    "</title><secondary-title>Levant Journal</secondary-title></titles><dates><year>2024</year></dates></record>"
)
NOT_CLOSED = "The entry is not closed: a brace or a quotation mark is missing, or the file ends here."
NOT_XML = "The file is cut off, or is not valid XML from here on. Export it again."
# A file with a good record before a bad one, the location of the bad one, and the reason.
PARTLY_BROKEN: dict[str, tuple[str | bytes, str, str]] = {
    "cut.ris": (
        GOOD + "TY  - JOUR\nTI  - A paper that is cu",
        "line 7",
        "The file ends inside this record: its last line (ER  -) is missing. Export it again.",
    ),
    "cut.bib": (GOOD_BIBTEX + "@article{b,\n title={A paper that is cu", "line 2", NOT_CLOSED),
    "cut inside a character.bib": ((GOOD_BIBTEX + "@article{b, title={é").encode()[:-1], "line 2", NOT_CLOSED),
    "unbalanced.bib": (
        GOOD_BIBTEX + "@article{b, title={{A paper}, year={2020}}\n" + GOOD_BIBTEX.replace("good", "third"),
        "line 2",
        NOT_CLOSED,
    ),
    "other.json": (f'[{GOOD_JSON}, "x"]', "record 2", "It is not a work of CSL-JSON, Crossref or ORCID: it has no type."),
    "cut.xml": (GOOD_XML + "<record><titles><title>A paper that is cu", "record 2", NOT_XML),
    "deep.xml": (GOOD_XML + "<record>" + "<a>" * 500, "record 2", NOT_XML),
    "cut-pubmed.xml": (
        "<PubmedArticleSet><PubmedArticle><MedlineCitation><Article><Journal><JournalIssue><PubDate><Year>2024</Year></PubDate>"
        "</JournalIssue><Title>Levant Journal</Title></Journal><ArticleTitle>A good paper</ArticleTitle><AuthorList><Author>"
        "<LastName>Levi</LastName><Initials>R</Initials></Author></AuthorList></Article></MedlineCitation></PubmedArticle>"
        "<PubmedArticle><Medl",
        "record 2",
        NOT_XML,
    ),
    "cut-savedrecs.txt": (
        "FN Clarivate\nVR 1.0\nPT J\nAU Levi, R\nTI A good paper\nSO Levant Journal\nPY 2024\nER\n\nPT J\nTI A paper that is cu",
        "line 10",
        "The file ends inside this record: its last line (ER) is missing. Export it again.",
    ),
    "mojibake.ris": (
        GOOD + GOOD.replace("Levi", "MÃ¼ller"),
        "line 7",
        'The text is damaged: authors "MÃ¼ller R". Export it again as UTF-8, or correct it in the file.',
    ),
    "a letter was lost.ris": (
        GOOD + "TY  - JOUR\nTI  - A nerve\nVL  - 1\ufffd\nER  - \n",
        "line 7",
        'The text is damaged: volume "1\ufffd". Export it again as UTF-8, or correct it in the file.',
    ),
    "list.csv": (
        'title,authors,journal,year\nA good paper,Levi R,Levant Journal,2024\n"open,Levi R,J,2020\n',
        "line 3",
        "The row is not CSV: a quotation mark is not closed, or text follows one.",
    ),
    "endless.csv": (
        'title,authors,journal,year\nA good paper,Levi R,Levant Journal,2024\n"' + "open\n" * 500_000,
        "line 3",
        "The row is not CSV: a quotation mark is not closed, or text follows one.",
    ),
    "short.csv": (
        "title,authors,journal,year\nA good paper,Levi R,Levant Journal,2024\nA,B\n",
        "line 3",
        "The row has 2 cells, but the header has 4.",
    ),
}


@pytest.mark.parametrize("name", PARTLY_BROKEN)
def test_a_bad_record_does_not_cost_the_good_ones(name: str) -> None:
    text, location, reason = PARTLY_BROKEN[name]
    good, bad, *_ = records(text)
    assert isinstance(good, Reference)
    cells = {"title": "A good paper", "authors": "Levi R", "journal": "Levant Journal", "year": "2024"}
    assert good.cells.items() >= cells.items()
    assert isinstance(bad, FailedRecord)
    assert (bad.location.record, bad.location.within, bad.reason) == (2, location, reason)


@pytest.mark.parametrize("run", [",", " ", ", ", ";", "A", "A ", "a.", ".", "'"])
def test_long_runs_of_one_character_take_linear_time(run: str) -> None:
    """A run of commas took a regular expression hours."""
    text = run * (10_000 // len(run))
    [reference] = references(
        f"@article{{a, title={{x}}, author={{Levi R{text}x and{text}}}, journal={{J}}, year=2020, doi={{10.5555/x{text}!}}}}"
    )
    assert reference.cells["title"] == "x"


XML = "<xml><records><record><a/><b/></record></records></xml>"
RIS = "TY  - JOUR\nTI  - A nerve\nVL  - 1\nER  - \n"


@pytest.mark.parametrize(
    ("limit", "value", "text", "reason"),
    [
        ("inputs.MAX_FILE_BYTES", 10, XML, "more than 0 MB"),
        ("inputs.MAX_LINES", 2, RIS, "more than 2 lines"),
        ("xml_stream.MAX_ELEMENTS", 2, XML, "more than 2 elements of XML"),
        ("import_formats.MAX_READING_SECONDS", -1, XML, "reading it takes more than -1 seconds"),
        ("tagged.MAX_RECORD_LINES", 1, RIS, "a record of more than 1 lines"),
        ("json.MAX_VALUES", 1, "[{}, {}, {}]", "more than 1 values"),
    ],
)
def test_a_file_that_is_too_much_work_is_refused(
    monkeypatch: pytest.MonkeyPatch, limit: str, value: int, text: str, reason: str
) -> None:
    """In time or memory: 9 million lines of one record needed 2.6 GB."""
    monkeypatch.setattr(f"bibliography.formats.{limit}", value)
    with pytest.raises(InputError) as raised:
        records(text)
    assert str(raised.value) == f"The file is too large: {reason}. Export only the publications of one person."
