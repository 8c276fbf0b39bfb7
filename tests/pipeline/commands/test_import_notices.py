"""Retractions and corrections that an import finds, in its preview and in the list."""

from __future__ import annotations

import json

import pytest

from tests.support.importing import Import
from tests.support.messages import HEADER, with_fixed_day
from tests.support.services import Work
from tests.support.syncing import PUBMED, updates

GOUT = """
PMID- 1
TI  - RETRACTED: Gout, again.
AU  - Example N
JT  - Revista Ejemplar
DP  - 2019
AID - 10.5555/gout [doi]
RIN - Levant J. 2020 Jun 3;4(2):7. doi: 10.5555/Notice. PMID: 77
EIN - Levant J. 2020 Feb;4(1):9. PMID: 76
"""
NOTICED = f"""{GOUT}
PMID- 3
TI  - Paper with a retraction that nobody names.
AU  - Levi R
JT  - Levant Journal
DP  - 2017
PT  - Retracted Publication
"""
# The row of GOUT in the list, without its notice.
ROW = '"Gout, again",Example N,Revista Ejemplar,2019,,,,10.5555/gout,{pubmed},'


def test_notices_are_written_into_their_column(run: Import) -> None:
    """As make sync does; the column is added, what has no date is only shown, and the second import shows only that."""
    export = run.file("retracted.nbib", NOTICED)
    shown = run(export, "--write").out.splitlines()
    assert shown[shown.index("! 2 publications with a retraction, correction or expression of concern:") + 1 : -2] == [
        "  row 3  Gout, again",
        "         retracted 2020-06-03, doi:10.5555/notice (PubMed)",
        "         corrected 2020-02, pmid:76 (PubMed)",
        "  new  Paper with a retraction that nobody names",
        "       retracted (PubMed)",
    ]
    assert (
        with_fixed_day(run.list.read_text(encoding="utf-8"))
        == f"""{HEADER},notice,added
Sonography of the median nerve,"Example N, Levi R",Journal of Example Radiology,2021,12,,101-9,,,,,
{ROW.format(pubmed=f"{PUBMED}/1/")},"retracted 2020-06-03, doi:10.5555/notice",
Paper with a retraction that nobody names,Levi R,Levant Journal,2017,,,,,{PUBMED}/3/,,,DAY
"""
    )
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
        "         No record to compare it with, so nothing is written: add it to the",
        "         column notice if it is right.",
    ]
    assert "2024-05-01" not in run.list.read_text(encoding="utf-8")
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
    out = " ".join(run(run.file("gout.nbib", GOUT), "--write").out.split())
    sentence = f'notice: "{kept}" stays; PubMed has "retracted 2020-06-03, doi:10.5555/notice"'
    assert (sentence in out, "retraction, correction" in out) == (shown, shown)
    assert run.list.read_text(encoding="utf-8") == before
