"""``make sync`` and the owner's works at ORCID: the papers that are not there, as BibTeX, and works that are wrong there."""

from dataclasses import replace

import pytest

from tests.pipeline.replay import Reply
from tests.pipeline.services import OWNER, Work
from tests.pipeline.syncs import GOUT, LIST, LISTED, MEDIAN, TIBIAL, Sync

ADDRESS = f"https://orcid.org/my-orcid?orcid={OWNER}"
ROWS = """\
R&D of {nerves,"Levi R, Hand and Wrist Group",J,2020,7,2,1-9,10.5555/rd,https://pubmed.ncbi.nlm.nih.gov/1009/,,,rd
A chapter,"Example N Jr, et al",Book,2019,,,,,,https://press.example.org/1,chapter,chap
No authors yet,,J,2019,,,,,,,,
"""
BIBTEX = """\
@article{rd,
  author = {Levi, R. and {Hand & Wrist Group}},
  journal = {J},
  title = {R&D of nerves},
  year = {2020},
  volume = {7},
  number = {2},
  pages = {1-9},
  doi = {10.5555/rd},
  pmid = {1009},
}

@incollection{chap,
  author = {Example, Jr, N.},
  booktitle = {Book},
  title = {A chapter},
  year = {2019},
  url = {https://press.example.org/1},
}
"""


def test_papers_that_the_record_lacks_are_bibtex_for_orcid(sync: Sync) -> None:
    """ORCID reads types and identifiers, counts every brace, and takes " and " for the end of a name."""
    text = LIST.replace("url", "url,type,key").replace("median,,", "median,,,,") + ROWS
    sync.list.write_text(text, encoding="utf-8")
    sync.services.works = [MEDIAN]
    bib = sync.folder / "missing.bib"
    lines = sync("--orcid-bib", str(bib), "--all").out.splitlines()
    start = lines.index("? 2 papers of your list are missing from your public ORCID record")
    assert lines[start + 1 : start + 3] == ["  10.5555/rd  R&D of {nerves", "  no DOI  A chapter"]
    assert lines[-1] == f"Wrote 2 papers to {bib}. Import it at {ADDRESS}: Works, Add, Import BibTeX."
    assert bib.read_text(encoding="utf-8") == BIBTEX


def test_a_complete_record_or_none_is_no_file(sync: Sync) -> None:
    sync.services.works = [MEDIAN, replace(TIBIAL, on=("Crossref",), linked=())]
    bib = sync.folder / "missing.bib"
    reason = "because your ORCID record has every paper in your list"
    assert sync("--orcid-bib", str(bib)).out.splitlines()[-1] == f"{bib} was not written, {reason}."
    sync.services.faults["ORCID"] = lambda _: Reply(b"", 404)
    assert sync("--orcid-bib", str(bib), "--fresh").out.splitlines()[-1].endswith("because ORCID gave no complete answer.")
    assert (sync.json("--fresh")["orcid"], bib.exists()) == (None, False)
    message = '--orcid-bib takes a file name ending in .bib, such as missing.bib, got "list.csv".\n'
    assert sync("--orcid-bib", "list.csv").err == message


def test_works_that_are_wrong_on_the_record(sync: Sync, monkeypatch: pytest.MonkeyPatch) -> None:
    """A paper in two groups, and a title with the DOI of another; a row with that DOI or title is not lacking."""
    monkeypatch.setenv("COLUMNS", "40")  # less than an address, which is not broken
    typed = Work("A title that was typed", GOUT.doi, on=("ORCID",))
    sync.services.works = [MEDIAN, replace(MEDIAN, on=("ORCID",)), typed, replace(GOUT, on=("Crossref",), linked=())]
    rows = f'"{GOUT.title}",Example N,J,2019,,,,{GOUT.doi},,\n{typed.title},Example N,J,2024,,,,,,\n'
    sync.list.write_text(f"{LIST}{rows}", encoding="utf-8")
    two = {"title": LISTED, "reason": "It is there 2 times; combine or delete them."}
    mistake = {"title": typed.title, "reason": f'At Crossref, doi:{GOUT.doi} is "{GOUT.title}".'}
    assert sync.json()["orcid"] == {"address": ADDRESS, "missing": [], "wrong": [two, mistake]}
    assert f"? 2 works to correct at ORCID,\n  {ADDRESS}:\n" in sync().out
