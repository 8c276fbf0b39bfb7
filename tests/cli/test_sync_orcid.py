"""``make sync`` and the owner's works at ORCID: the papers that are not there, as BibTeX."""

from dataclasses import replace

from tests.support.replay import Reply
from tests.support.services import OWNER, Work
from tests.support.syncs import GOUT, LIST, MEDIAN, TIBIAL, Sync

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


def test_a_complete_or_missing_record_writes_no_file(sync: Sync) -> None:
    sync.services.works = [MEDIAN, replace(TIBIAL, on=("Crossref",), linked=())]
    bib = sync.folder / "missing.bib"
    reason = "because your ORCID record has every paper in your list"
    assert sync("--orcid-bib", str(bib)).out.splitlines()[-1] == f"{bib} was not written, {reason}."
    sync.services.faults["ORCID"] = lambda _: Reply(b"", 404)
    assert sync("--orcid-bib", str(bib), "--fresh").out.splitlines()[-1].endswith("because ORCID gave no complete answer.")
    assert (sync.json("--fresh")["missing_at_orcid"], bib.exists()) == (None, False)
    message = '--orcid-bib must be a file name that ends in .bib, not "list.csv".\n'
    assert sync("--orcid-bib", "list.csv").err == message


def test_a_row_with_the_doi_or_the_title_of_a_work_is_not_missing(sync: Sync) -> None:
    """On the record, a title may have the DOI of another paper."""
    typed = Work("A title that was typed", GOUT.doi, on=("ORCID",))
    sync.services.works = [MEDIAN, replace(MEDIAN, on=("ORCID",)), typed, replace(GOUT, on=("Crossref",), linked=())]
    rows = f'"{GOUT.title}",Example N,J,2019,,,,{GOUT.doi},,\n{typed.title},Example N,J,2024,,,,,,\n'
    sync.list.write_text(f"{LIST}{rows}", encoding="utf-8")
    assert sync.json()["missing_at_orcid"] == []
