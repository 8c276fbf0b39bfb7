"""``make sync``: whose works are taken, what is written, and how often the services are asked."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bibliography.preview import PROVENANCE_FIELDS
from bibliography.registries import crossref, europe_pmc, pubmed
from tests.commands import try_sync
from tests.conftest import Run
from tests.support.messages import HEADER, edit, with_fixed_day
from tests.support.services import HOSTS, OWNER, Work, external_id
from tests.support.syncs import LIST, LISTED, MEDIAN, TIBIAL, Sync, numbered

TERMS = "https://creativecommons.org/licenses/by/4.0/"
TITLE = "A work on which services disagree, with a long title"
WRONG_YEAR = Work(TITLE, "10.5555/year", "1004", crossref={"issued": {"date-parts": [[2023]]}})
PREPRINT = Work("A preprint of that work", "10.1101/2024.05.05.123456", on=("Crossref",), kind="posted-content")

LACKING = (
    "? 1 paper of your list is missing from your public ORCID record",
    "    To write BibTeX for ORCID (Works, Add, Import BibTeX):",
    '    make sync OPTIONS="--orcid-bib missing.bib"',
)


def test_a_preview_shows_everything_and_writes_nothing(sync: Sync) -> None:
    sync.services.works = [MEDIAN, WRONG_YEAR, PREPRINT]
    address = sync.replay.environment
    assert sync() == Run(
        0,
        f"""\
Asking over the network as public-profile-service (https://profile.example.org; mailto:noa@example.org):
  ORCID ({address["ORCID_URL"]}): receives your ORCID iD.
  Crossref ({address["CROSSREF_URL"]}): receives your ORCID iD, and the DOIs of your list and of the works found.
  PubMed ({address["PUBMED_URL"]}): receives your ORCID iD, and the PubMed IDs of your list and of the works found.
  Europe PMC ({address["EUROPEPMC_URL"]}): receives your ORCID iD.
+ 1 new row:
  2024  A work on which services disagree, with a long title
        Levi R, Example N
        Levant Journal
        doi 10.5555/year
~ 1 row with empty cells to fill:
  row 2  Sonography of the median nerve
         PubMed: volume 12, pages 101-9, pubmed https://pubmed.ncbi.nlm.nih.gov/1001/
? 1 row to check:
  PubMed, Crossref, Europe PMC, ORCID
    A work on which services disagree, with a long title
    year: PubMed has "2024", Crossref has "2023".
! 1 record differs from the list; the list's values are kept:
  row 2  Sonography of the median nerve
         journal: "My Journal" stays; PubMed has "Levant Journal"
- 1 left out: preprints, each with its row for cv.csv:
  Crossref  A preprint of that work (2024)
    preprint,A preprint of that work,Levant Journal,,2024,,https://doi.org/10.1101/2024.05.05.123456,"Levi R, Example N",,,,,,
3 records: 1 new, 1 filled, 1 left out.
Would add 1 row to {sync.list} and fill 3 cells.
Nothing was written. To write it: make sync OPTIONS=--write
""",
        "",
    )
    assert sync.list.read_text(encoding="utf-8") == LIST


def test_a_work_of_four_services_is_one_row(sync: Sync) -> None:
    sync.services.works = [MEDIAN, WRONG_YEAR, PREPRINT]
    assert sync("--write").out.splitlines()[-1] == f"Added 1 row to {sync.list} and filled 3 cells."
    written = with_fixed_day(sync.list.read_text(encoding="utf-8-sig"))
    assert (
        written
        == f"""\
{HEADER},added
"A work on which services disagree, with a long title","Levi R, Example N",Levant Journal,2024,3,1,101-9,10.5555/year,https://pubmed.ncbi.nlm.nih.gov/1004/,,DAY
{LISTED},"Levi R, Example N",My Journal,2021,12,3,101-9,10.5555/median,https://pubmed.ncbi.nlm.nih.gov/1001/,,
"""
    )
    assert sync("--write").out.splitlines()[-1] == f"{sync.list} needs no change."
    [conflicts] = [record["conflicts"] for record in sync.json()["records"] if "conflicts" in record]
    assert conflicts == [{"field": "journal", "kept": "My Journal", "other": "Levant Journal", "source": "PubMed"}]


def test_a_paper_gets_its_story_from_every_service_that_has_it(sync: Sync) -> None:
    """Empty cells alone are filled, grants once; what the owner wrote of a free copy stays without a word."""
    terms, funder = {"URL": TERMS, "content-version": "vor"}, {"name": "Fund", "award": ["GM115388"]}
    deposit = {"license": [terms], "funder": [funder], "relation": {"has-preprint": [{"id": "10.1101/a"}]}}
    core = {"license": "cc by", "grantsList": {"grant": [{"agency": "Example Fund"}]}}
    medline = ("PMC - PMC1", "SI  - ISRCTN/ISRCTN46889466", "GR  - R01 GM115388/GM/NIGMS NIH HHS/United States")
    sync.services.works = [replace(MEDIAN, crossref=deposit, medline=medline, europe_pmc=core)]
    own = LIST.replace("pubmed,url", "pubmed,url,fullText").replace("median,,", "median,,,https://repository.example.org/a")
    sync.list.write_text(own, encoding="utf-8")
    [filled] = sync.json("--write")["records"]
    story = {name: (cell, filled["sources"][name]) for name, cell in filled["cells"].items() if name in PROVENANCE_FIELDS}
    assert story == {
        "license": (TERMS, "Crossref"),
        "preprint": ("10.1101/a", "Crossref"),
        "trial": ("ISRCTN46889466", "PubMed"),
        "funding": ("NIGMS NIH HHS (R01 GM115388); Example Fund", "PubMed, Crossref, Europe PMC"),
    }
    [same] = sync.json()["records"]
    assert (same["status"], [conflict["field"] for conflict in same["conflicts"]]) == ("same", ["journal"])


@pytest.mark.parametrize(
    ("pubmed", "linked"),
    [("", MEDIAN.linked), ("https://pubmed.ncbi.nlm.nih.gov/1001/", ())],
    ids=["by the title of a work with the owner's iD", "by the PubMed ID"],
)
def test_a_row_without_a_doi_gets_one(sync: Sync, pubmed: str, linked: tuple[str, ...]) -> None:
    sync.services.works = [replace(MEDIAN, linked=linked)]
    row = f'{LISTED},"Levi R, Example N",{MEDIAN.journal},2021,,3,,,{pubmed},'
    sync.list.write_text(f"{HEADER}\n{row}\n", encoding="utf-8")
    [filled] = sync.json("--write")["records"]
    assert (filled["status"], filled["cells"]["doi"]) == ("filled", "10.5555/median")
    assert ",10.5555/median,https://pubmed.ncbi.nlm.nih.gov/1001/," in sync.list.read_text(encoding="utf-8-sig")


def test_a_work_for_the_owner_to_decide_can_be_refused_for_good(sync: Sync) -> None:
    """By DOI or PubMed ID, in a file beside the list; refusing it again, in another form, adds nothing."""
    sync.services.works = [replace(TIBIAL, authors=(("Levi", "Rina"),), whose="Levi")]
    assert sync().out.splitlines()[5:-2] == [
        "? 1 work for you to decide:",
        f"  10.5555/tibial  {TIBIAL.title} (2024)",
        "                  Levi R",
        "                  Your ORCID iD is on it, but none of your names is among its authors.",
        "                  Found at PubMed, Crossref, Europe PMC, ORCID.",
        "    To take one, by DOI or PubMed ID (to take all of another spelling of your name, add it to",
        "    nameVariants):",
        "    make add IDS=10.5555/tibial OPTIONS=--write",
        "    To refuse one for good:",
        '    make sync OPTIONS="--not-mine 10.5555/tibial"',
        "- Crossref has no record of: 10.5555/median",
        *LACKING,
    ]
    assert sync("--not-mine", "https://doi.org/10.5555/TIBIAL 1003").out.splitlines()[5:] == [
        "- 1 refused in not-mine.csv",
        "- Crossref has no record of: 10.5555/median",
        *LACKING,
        "0 records.",
        f"{sync.list} needs no change.",
    ]
    refused = sync.folder / "not-mine.csv"
    assert sync("--not-mine", "10.5555/tibial").code == 0
    assert refused.read_text(encoding="utf-8-sig") == "doi,pmid,note,putCode\n10.5555/tibial,,,\n,1003,,\n"
    assert sync.titles() == {}
    assert sync("--not-mine", "my other work").err == '--not-mine must be DOIs or PubMed IDs, not "my".\n'


def test_the_command_that_refuses_a_doi_with_brackets_is_quoted_for_the_shell(sync: Sync) -> None:
    doi = "10.5555/s0140-6736(97)1;2-with-more-characters-than-most"
    sync.services.works = [Work(TIBIAL.title, doi, authors=(("Levi", "Rina"),), on=("Crossref",), whose="Levi")]
    assert f"    make sync OPTIONS=\"--not-mine '{doi}'\"" in sync().out.splitlines()
    sync("--not-mine", f"10.5555/a,1, {doi}")
    text = (sync.folder / "not-mine.csv").read_text(encoding="utf-8-sig")
    assert text == f'doi,pmid,note,putCode\n"10.5555/a,1",,,\n{doi},,,\n'


def test_a_group_of_orcid_may_hold_several_works(sync: Sync) -> None:
    """An entry with two DOIs joins a preprint and its paper. They stay apart; the paper names its preprint."""
    paper, preprint = Work("Nerves", "10.5555/nerves"), Work("Nerves", "10.1101/2023.01.01.999999", kind="preprint")
    ids = [external_id("doi", work.doi) for work in (paper, preprint)]
    joining = paper.as_summary(3) | {"external-ids": {"external-id": ids}}
    sync.services.groups = [[paper.as_summary(1), preprint.as_summary(2), joining]]
    sync.services.works = [paper]
    sync.list.write_text(f"{HEADER}\nOn nerves,Example N,bioRxiv,2023,,,,{preprint.doi},,\n", encoding="utf-8")
    records = {record["status"]: record["notes"] for record in sync.json()["records"]}
    assert records == {"new": [f"Row 2 is its preprint, doi {preprint.doi}."], "left out": ["Left out: preprints."]}


def test_requests_of_a_large_list(sync: Sync, monkeypatch: pytest.MonkeyPatch) -> None:
    """Identifiers are asked for in batches, and lists in pages: here in small ones. Who asks says so."""
    monkeypatch.setattr(crossref, "ROWS_PER_REQUEST", 10)
    monkeypatch.setattr(crossref, "MAX_FILTER_CHARACTERS", 250)
    monkeypatch.setattr(europe_pmc, "RECORDS_PER_PAGE", 25)
    monkeypatch.setattr(pubmed, "IDS_PER_REQUEST", 25)
    sync.services.works = [numbered(number) for number in range(50)]
    new = sync.json("--write")
    # ORCID's works and record; Crossref 5 pages and the DOI of the list; PubMed a search and 2 batches; Europe PMC 2 pages.
    assert (new["requests"], len(sync.replay.asked), len(new["records"])) == (13, 13, 50)
    # No iD anywhere: every DOI and PubMed ID of the list is looked up nevertheless.
    sync.services.works = [replace(work, linked=(), on=("Crossref", "PubMed")) for work in sync.services.works]
    assert sync.json("--fresh")["requests"] == 13
    asked = sync.replay.asked[13:]
    looked_up = {one for each in asked for name in ("filter", "id") for one in each.values.get(name, "").split(",")}
    assert {identifier for work in sync.services.works for identifier in (f"doi:{work.doi}", work.pmid)} <= looked_up
    agent = "public-profile-service (https://profile.example.org; mailto:noa@example.org)"
    assert {request.headers["user-agent"] for request in asked} == {agent}
    assert {request.values.get("email") for request in asked if HOSTS[request.host] == "PubMed"} == {"noa@example.org"}


def test_authors_that_only_orcid_has(sync: Sync) -> None:
    """Summaries have no authors. For works that no other service has, one request gets the authors of many."""
    sync.services.works = [numbered(number, doi="", pmid="", on=("ORCID",)) for number in range(60)]
    assert set(sync.titles().values()) == {"new"}
    assert [asked.path.count(",") + 1 for asked in sync.replay.asked if "/works/" in asked.path] == [50, 10]


def test_authors_and_journal_that_only_another_version_at_orcid_has(sync: Sync) -> None:
    """The preferred version says what the work is; a citation may have what the fields of a version lack."""
    eid = {"external-ids": {"external-id": [external_id("eid", "2-s2.0-77")]}}
    bibtex = "@article{a, title={Nerves again}, journal={Hormones}, volume={11}, pages={147-150}, author={Example, N.}}"
    cited = {"citation": {"citation-type": "BIBTEX", "citation-value": bibtex}}
    preferred = Work("Nerves, again", "", authors=(), on=("ORCID",), journal="", orcid={**eid, "display-index": "1"})
    other = Work("Nerves again", "", on=("ORCID",), journal="", year=2023, orcid=eid)
    sync.services.groups = [[other.as_summary(2), preferred.as_summary(1), other.as_summary(3)]]  # only two are asked for
    sync.services.works = [preferred, replace(other, orcid=eid | cited, authors=())]
    assert sync("--write").code == 0
    [_, row, _] = with_fixed_day(sync.list.read_text(encoding="utf-8-sig")).splitlines()
    assert row == '"Nerves, again",Example N,Hormones,2024,11,,147-150,,,,DAY'
    assert [asked.path.rpartition("/")[2] for asked in sync.replay.asked if "/works/" in asked.path] == ["1,2"]


def test_a_damaged_text_of_one_service_is_replaced_by_that_of_another(sync: Sync) -> None:
    moji = {"author": [{"family": "LÃ©vi", "given": "Rina"}, {"family": "Example", "given": "Noa"}]}
    sync.services.works = [replace(TIBIAL, on=("Crossref", "Europe PMC"), crossref=moji)]
    [record] = sync.json()["records"]
    assert (record["status"], record["cells"]["authors"], "notes" in record) == ("new", "Levi R, Example N", False)


def test_half_a_character_at_the_end_of_a_cut_off_title(sync: Sync) -> None:
    """JSON can hold it, a file cannot; a whole one, which JSON may write in two halves, is read as it is."""
    sync.services.works = [
        numbered(1, title="Effects of 𝛼 on the median nerve", on=("Crossref",)),
        numbered(2, title="Effects on the median nerve of \ud835", on=("Crossref",)),
    ]
    [new, left_out] = sync.json()["records"]
    assert (new["status"], new["title"]) == ("new", "Effects of 𝛼 on the median nerve")
    note = 'Left out title of Crossref; the text is damaged: "Effects on the median nerve of ���".'
    assert (left_out["status"], left_out["notes"]) == ("left out", ["It has no title.", note])


def test_without_an_orcid_id_or_with_a_wrong_one_nothing_is_asked(sync: Sync) -> None:
    edit(sync.folder, "profile.yaml", 'orcid: "0000-0000-5555-0000"\n', "")
    assert sync().err.startswith("profile.yaml has no orcid, which says whose publications to look for.")
    edit(sync.folder, "profile.yaml", "email:", 'orcid: "0000-0000-5555-0001"\nemail:')
    assert "the last digit does not match the others" in sync().out
    assert sync.replay.asked == []


@pytest.mark.parametrize(("name", "identifiers"), [("sync", ()), ("add", ("10.5555/x",))], ids=["sync", "add"])
def test_a_list_with_errors_is_not_touched(sync: Sync, name: str, identifiers: tuple[str, ...]) -> None:
    sync.list.write_text(f"{LIST}One cell too few\n", encoding="utf-8")
    run = sync(*identifiers, "--write", command=name)
    assert (run.code, run.out.splitlines()[-1]) == (1, "Nothing was written. Fix these errors first.")
    assert sync.replay.asked == []


def test_progress_on_a_terminal(sync: Sync, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    lines = sync().err.split("\r\x1b[K")
    assert lines[1::2][:3] == ["Asking ORCID: request 1", "Asking Crossref: request 2", "Asking PubMed: request 3"]
    assert lines[2::2] == [""] * (len(lines) // 2)


@pytest.mark.usefixtures("online")
def test_try_sync(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    works = {"group": [{"work-summary": [Work("A recorded work", "10.5555/recorded").as_summary(1)]}]}
    (tmp_path / "works.json").write_text(json.dumps(works), encoding="utf-8")
    url = f"https://pub.orcid.org/v3.0/{OWNER}/works"
    recorded = {"file": "works.json", "url": url, "status": 200, "request_body": None, "response_headers": None}
    (tmp_path / "requests.json").write_text(json.dumps([recorded]), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["try_sync", str(tmp_path)])
    assert try_sync.main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert ("1 recorded works, 0 of them missing." in lines, "x PubMed: It answered 404 Not Found." in lines) == (True, True)
