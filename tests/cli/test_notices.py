"""Retractions, corrections and expressions of concern that ``make import`` and ``make sync`` find."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.support.importing import Import
from tests.support.importing import rows as listed
from tests.support.messages import HEADER
from tests.support.services import Work
from tests.support.syncs import GOUT, LIST, LISTED, MEDIAN, PUBMED, TIBIAL, Sync, numbered, updates

RETRACTED = """
PMID- 1
TI  - RETRACTED: Gout, again.
AU  - Example N
JT  - Revista Ejemplar
DP  - 2019
AID - 10.5555/gout [doi]
RIN - Levant J. 2020 Jun 3;4(2):7. doi: 10.5555/Notice. PMID: 77
EIN - Levant J. 2020 Feb;4(1):9. PMID: 76
"""
NOTICED = f"""{RETRACTED}
PMID- 3
TI  - Paper with a retraction that nobody names.
AU  - Levi R
JT  - Levant Journal
DP  - 2017
PT  - Retracted Publication
"""
# The row of RETRACTED in the list, without its notice.
ROW = '"Gout, again",Example N,Revista Ejemplar,2019,,,,10.5555/gout,{pubmed},'


def test_an_import_writes_notices_into_their_column(run: Import) -> None:
    """The column is added, what has no date is only shown, and the second import shows only that."""
    export = run.file("retracted.nbib", NOTICED)
    shown = run(export, "--write").out.splitlines()
    assert shown[shown.index("! 2 publications with a retraction, correction or expression of concern:") + 1 : -2] == [
        "  row 3  Gout, again",
        "         retracted 2020-06-03, doi:10.5555/notice (PubMed)",
        "         corrected 2020-02, pmid:76 (PubMed)",
        "  new  Paper with a retraction that nobody names",
        "       retracted (PubMed)",
    ]
    assert [(row["title"], row.get("notice")) for row in listed(run.list)] == [
        (LISTED, None),
        ("Gout, again", "retracted 2020-06-03, doi:10.5555/notice"),
        ("Paper with a retraction that nobody names", None),
    ]
    again = json.loads(run(export, "--write", "--format", "json").out)
    assert [notice["title"] for notice in again["notices"]] == ["Paper with a retraction that nobody names"]
    assert again["written"] is False


def test_the_record_of_a_notice_alone_names_the_row(run: Import) -> None:
    """Without a record of the article, its title cannot be compared: the notice is shown and not written."""
    claim = updates(retraction=("update-to", "10.5555/GOUT", "publisher"))
    export = run.file("notice.json", json.dumps([Work("Retraction notice", "10.5555/notice", crossref=claim).as_crossref()]))
    assert run(export, "--write").out.splitlines()[-10:-2] == [
        "? 1 row to check:",
        "  record 1  Retraction notice",
        "            It is a notice about doi:10.5555/gout.",
        "! 1 publication with a retraction, correction or expression of concern:",
        "  row 3  Gout, again",
        "         retracted 2024-05-01, doi:10.5555/notice (Crossref)",
        "         Not written, because there is no record to compare. Add it to the",
        "         column notice yourself if it is correct.",
    ]
    assert "2024-05-01" not in run.list.read_text(encoding="utf-8-sig")
    row = f'{ROW.format(pubmed="")},"retracted 2024-05-01, doi:10.5555/notice"'
    run.list.write_text(f"{HEADER},notice\n{row}\n", encoding="utf-8")
    assert json.loads(run(export, "--format", "json").out)["notices"] == []


@pytest.mark.parametrize(
    ("kept", "shown"),
    [('"retracted 2020-06-04, doi:10.5555/notice"', False), ("corrected 2020-01-01", True)],
    ids=["another date", "another kind"],
)
def test_the_notice_of_the_owner_stays(run: Import, kept: str, shown: bool) -> None:
    """The same notice with another date is no difference; a retraction of what the owner calls corrected is."""
    before = f"{HEADER},notice\n{ROW.format(pubmed=f'{PUBMED}/1/')},{kept}\n"
    run.list.write_text(before, encoding="utf-8")
    out = " ".join(run(run.file("gout.nbib", RETRACTED), "--write").out.split())
    sentence = f'notice: "{kept}" stays; PubMed has "retracted 2020-06-03, doi:10.5555/notice"'
    assert (sentence in out, "retraction, correction" in out) == (shown, shown)
    assert run.list.read_text(encoding="utf-8-sig") == before


def test_a_sync_writes_notices_into_their_column(sync: Sync) -> None:
    """Of every listed publication, found by the iD or not; the column is added, and everything else stays."""
    retracted = replace(
        MEDIAN,
        crossref=updates(retraction=("updated-by", "10.5555/Notice", "retraction-watch")) | {"title": [f"RETRACTED: {LISTED}"]},
    )
    gout = replace(GOUT, on=("Crossref", "PubMed"), linked=(), medline=("EIN - Levant J. 2020 Jul.",))
    other = updates(retraction=("updated-by", "10.5555/x", "publisher"))
    mistyped = Work("Another work", "10.5555/other", on=("Crossref",), linked=(), crossref=other)
    tibial = replace(TIBIAL, crossref=updates(expression_of_concern=("updated-by", "10.5555/concern", "publisher")))
    sync.services.works = [retracted, gout, mistyped, tibial]
    rows = f"""\
{LISTED},"Levi R, Example N",Levant Journal,2021,12,3,101-9,10.5555/median,,
"{GOUT.title}","Levi R, Example N",My Journal,2019,,,,,{PUBMED}/1003/,
Mine,"Example N",My Journal,2018,,,,10.5555/OTHER,,
"""
    sync.list.write_text(f"{HEADER}\n{rows}", encoding="utf-8")
    concern, retraction = "expression of concern 2024-05-01, doi:10.5555/concern", "retracted 2024-05-01, doi:10.5555/notice"
    mistake = 'The title there is "Another work"; correct the identifier in the list if it is wrong.'
    assert [(each.get("row"), each["notes"]) for each in sync.json("--write")["notices"]] == [
        (2, [f"{retraction} (Retraction Watch)"]),
        (None, [f"{concern} (Crossref)"]),
        (3, ["corrected 2020-07 (PubMed)"]),
        (4, ["retracted 2024-05-01, doi:10.5555/x (Crossref)", mistake]),
    ]
    assert [(row["title"], row.get("notice")) for row in listed(sync.list)] == [
        (TIBIAL.title, concern),
        (LISTED, retraction),
        (GOUT.title, "corrected 2020-07"),
        ("Mine", None),
    ]
    # A notice that is written is settled.
    assert [notice["title"] for notice in sync.json()["notices"]] == ["Mine"]


def test_a_notice_is_shown_even_if_the_record_is_damaged(sync: Sync) -> None:
    """Text in a wrong encoding is not imported; without a title to compare, the notice is not written either."""
    damaged = {"title": ["Sonography of the mÃ©dian nerve"], **updates(retraction=("updated-by", "10.5555/notice", "publisher"))}
    sync.services.works = [replace(MEDIAN, on=("Crossref",), linked=(), crossref=damaged)]
    notice = "retracted 2024-05-01, doi:10.5555/notice (Crossref)"
    advice = "Not written, because there is no record to compare. Add it to the column notice yourself if it is correct."
    assert f"row 2 {LISTED} {notice} {advice}" in " ".join(sync("--write").out.split())
    assert sync.list.read_text(encoding="utf-8") == LIST


NOTICE = ("left out", "Left out: notices of retractions and corrections.")


NOTICES: dict[str, dict[str, Any]] = {
    "An erratum": {"medline": ("PT  - Published Erratum",)},
    "A retraction": {"medline": ("PT  - Retraction Notice",)},
    "A type of Europe PMC": {"europe_pmc": {"pubTypeList": {"pubType": ["Published Erratum"]}}, "on": ("Europe PMC",)},
    "Retraction: a title": {"on": ("PubMed",)},
    "Correction to: a title at ORCID": {"on": ("ORCID", "Crossref")},
    "A claim of a publisher": {"crossref": updates(correction=("update-to", GOUT.doi, "publisher"))},
}


def test_a_notice_is_never_a_row(sync: Sync) -> None:
    works = NOTICES | {"Correction of scoliosis in adults": {"on": ("Crossref",)}}  # only a similar title
    sync.services.works = [numbered(number, title=title, **works[title]) for number, title in enumerate(works)]
    found = {each["title"]: (each["status"], each.get("notes", [""])[0]) for each in sync.json()["records"]}
    assert found == dict.fromkeys(NOTICES, NOTICE) | {"Correction of scoliosis in adults": ("new", "")}
