"""What an import says about files that it cannot use, in whole or in part, and about a list that is not in order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Run, pipeline
from tests.pipeline.importing.test_import_command import EXPORT, LIST


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A list of publications to import into."""
    path = tmp_path / "mine.csv"
    path.write_text(LIST, encoding="utf-8")
    return path


@pytest.fixture
def export(tmp_path: Path) -> Path:
    path = tmp_path / "my refs.txt"
    path.write_text(EXPORT, encoding="utf-8")
    return path


FORMATS = "BibTeX, RIS, PubMed (.nbib), CSL-JSON, ORCID or Crossref JSON, or the CSV of this service"
# A file, and the sentence about it; nothing of it can be used.
BROKEN = {
    "zeros.bib": (
        b"\0" * 5_000_000,
        "It is no text: it holds zero bytes. The download or the disk damaged it, or it is another file.",
    ),
    "empty.ris": (b"", "It is empty. Export it again."),
    "login.bib": (
        b"<!DOCTYPE html>\n<html><body>Please log in</body></html>",
        "It is a web page, not an export: probably one that asks to log in or says that something went wrong. "
        "Open it in a browser, and download the export again.",
    ),
    "latin.bib": (
        "@article{a,\n title={Nerven},\n author={Müller, Hans}}".encode("latin-1"),
        "Line 3 is not in UTF-8. Export it again and choose the encoding UTF-8 (Unicode).",
    ),
    "half.bib": (
        "@article{a, title={é".encode()[:-1],
        "It breaks off in the middle of a character. Export or download it again.",
    ),
    "letter.txt": (b"Dear Noa,\n", f"It holds nothing that looks like {FORMATS}."),
    "refs.xml": (b'<?xml version="1.0"?><xml/>', f"It is XML, which cannot be read here. Export it as {FORMATS}."),
    "wos.txt": (
        b"FN Clarivate Analytics Web of Science\nVR 1.0\n",
        "It is Web of Science's plain text. Export it as BibTeX or RIS.",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_cannot_be_used_is_one_sentence(mine: Path, tmp_path: Path, name: str) -> None:
    content, sentence = BROKEN[name]
    path = tmp_path / name
    path.write_bytes(content)
    run = pipeline("import", path, "--output", mine, "--write")
    assert run == Run(1, "", f"{path}: {sentence}\n")
    assert mine.read_text(encoding="utf-8") == LIST


def test_names_that_are_no_files(mine: Path, tmp_path: Path) -> None:
    run = pipeline("import", tmp_path / "nowhere.bib", tmp_path, "--output", mine)
    assert run == Run(
        1, "", f"{tmp_path}/nowhere.bib: There is no such file.\n{tmp_path}: It is a folder. Name the files in it.\n"
    )


GOOD = "TY  - JOUR\nTI  - A good paper\nAU  - Levi, R.\nT2  - Levant Journal\nPY  - 2024\nER  - \n"
GOOD_BIBTEX = "@article{a, title={A good paper}, author={Levi, R.}, journal={Levant Journal}, year={2024}}\n"
GOOD_JSON = '{"type": "article-journal", "title": "A good paper", "author": [{"family": "Levi", "given": "R."}], "container-title": "Levant Journal", "issued": {"date-parts": [[2024]]}}'  # noqa: E501
GOOD_MEDLINE = "PMID- 1\nTI  - A good paper.\nAU  - Levi R\nJT  - Levant Journal\nDP  - 2024 Jan\nSO  - x\n\n"
NOT_CLOSED = "The entry is not closed: a brace or a quotation mark is missing, or the file breaks off here."
# A file with a good record before a bad one, the place of the bad one, and the reason.
PARTLY_BROKEN = {
    "cut.ris": (GOOD + "TY  - JOUR\nTI  - A paper that is cu", "line 7",
                "The file breaks off in this record: its last line (ER  -) is missing. Export it again."),
    "cut.nbib": (GOOD_MEDLINE + "PMID- 2\nTI  - A paper that is cu", "line 8",
                 "The file breaks off in this record: its last line (SO  -) is missing. Export it again."),
    "cut.bib": (GOOD_BIBTEX + "@article{b,\n title={A paper that is cu", "line 2", NOT_CLOSED),
    "unbalanced.bib": (
        GOOD_BIBTEX + "@article{b, title={{A paper}, year={2020}}\n" + GOOD_BIBTEX.replace("good", "third"), "line 2", NOT_CLOSED
    ),
    "cut.json": (f"[{GOOD_JSON}, {GOOD_JSON[:50]}", "record 2",
                 "The file breaks off, or is no valid JSON from here on. Export or download it again."),
    "deep.json": (f"[{GOOD_JSON}, {'[' * 5000}", "record 2",
                  "The file is nested more than 100 levels deep. It is no export that can be read."),
    "other.json": (f'[{GOOD_JSON}, "x"]', "record 2", "It is no work of CSL-JSON, ORCID or Crossref: it names no type."),
    "mojibake.ris": (GOOD + GOOD.replace("Levi", "MÃ¼ller"), "line 7",
                     'The text is damaged: authors "MÃ¼ller R". Export it again as UTF-8, or mend it in the file.'),
    "list.csv": ('title,authors,journal,year\nA good paper,Levi R,Levant Journal,2024\n"open,Levi R,J,2020\n', "line 3",
                 "The row is no CSV: a quotation mark is not closed, or text follows one."),
    "short.csv": ("title,authors,journal,year\nA good paper,Levi R,Levant Journal,2024\nA,B\n", "line 3",
                  "The row has 2 cells where the header has 4."),
}  # fmt: skip


@pytest.mark.parametrize("name", PARTLY_BROKEN)
def test_a_bad_record_never_costs_the_good_ones(mine: Path, tmp_path: Path, name: str) -> None:
    text, place, reason = PARTLY_BROKEN[name]
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    run = pipeline("import", path, "--output", mine, "--write", "--format", "json")
    assert run.code == 1
    records = json.loads(run.out)["records"]
    [bad] = [record for record in records if record["status"] == "unreadable"]
    assert (bad["record"], f"line {bad['line']}" if "line" in bad else "record 2", bad["notes"]) == (2, place, [reason])
    row = mine.read_text(encoding="utf-8").splitlines()[1].removesuffix("https://pubmed.ncbi.nlm.nih.gov/1/,").rstrip(",")
    assert row == "A good paper,Levi R,Levant Journal,2024"


def test_a_list_with_faults_is_not_touched(mine: Path, export: Path) -> None:
    mine.write_text(LIST + "One cell too few\n", encoding="utf-8")
    run = pipeline("import", export, "--output", mine, "--write")
    assert run == Run(
        1,
        f"{mine}, row 4: The row has 1 cells where the header has 10. Leave a cell empty by writing nothing between two commas.\n"
        "Nothing was imported. Mend this first.\n",
        "",
    )
    answer = json.loads(pipeline("import", export, "--output", mine, "--format", "json").out)
    assert (answer["ok"], answer["problems"][0]["row"]) == (False, 4)


def test_a_list_that_cannot_be_written(export: Path, tmp_path: Path) -> None:
    run = pipeline("import", export, "--output", tmp_path / "nowhere" / "mine.csv", "--write")
    assert (run.code, run.out) == (2, "")
    assert run.err == "The list cannot be written: No such file or directory. Nothing was changed.\n"
