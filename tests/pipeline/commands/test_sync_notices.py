"""``make sync``: corrections, retractions and expressions of concern."""

from __future__ import annotations

from dataclasses import replace

from tests.support.messages import with_fixed_day
from tests.support.services import Work
from tests.support.syncing import GOUT, HEADER, LIST, LISTED, MEDIAN, PUBMED, TIBIAL, Sync, updates


def test_notices_are_written_into_their_column(sync: Sync) -> None:
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
    shown = sync("--write").out.splitlines()
    start = shown.index("! 4 publications with a retraction, correction or expression of concern:")
    assert shown[start + 1 : -2] == [
        f"  row 2  {LISTED}",
        "         retracted 2024-05-01, doi:10.5555/notice (Retraction Watch)",
        f"  new  {TIBIAL.title}",
        "       expression of concern 2024-05-01, doi:10.5555/concern (Crossref)",
        f"  row 3  {GOUT.title}",
        "         corrected 2020-07 (PubMed)",
        "  row 4  Mine",
        "         retracted 2024-05-01, doi:10.5555/x (Crossref)",
        '         The title there is "Another work"; correct the identifier in the list if it is wrong.',
    ]
    concern, retraction = "expression of concern 2024-05-01, doi:10.5555/concern", "retracted 2024-05-01, doi:10.5555/notice"
    assert (
        with_fixed_day(sync.list.read_text(encoding="utf-8"))
        == f"""\
{HEADER},notice,added
{TIBIAL.title},"Levi R, Example N",Levant Journal,2024,3,1,101-9,10.5555/tibial,{PUBMED}/1002/,,"{concern}",DAY
{LISTED},"Levi R, Example N",Levant Journal,2021,12,3,101-9,10.5555/median,{PUBMED}/1001/,,"{retraction}",
"{GOUT.title}","Levi R, Example N",My Journal,2019,,,,10.5555/gout,{PUBMED}/1003/,,corrected 2020-07,
Mine,"Example N",My Journal,2018,,,,10.5555/OTHER,,,,
"""
    )
    # A notice that is written is settled.
    assert [notice["title"] for notice in sync.json()["notices"]] == ["Mine"]


def test_a_notice_is_shown_even_if_the_record_is_damaged(sync: Sync) -> None:
    """Text in a wrong encoding is not imported; without a title to compare, the notice is not written either."""
    damaged = {"title": ["Sonography of the mÃ©dian nerve"], **updates(retraction=("updated-by", "10.5555/notice", "publisher"))}
    sync.services.works = [replace(MEDIAN, on=("Crossref",), linked=(), crossref=damaged)]
    notice = "retracted 2024-05-01, doi:10.5555/notice (Crossref)"
    advice = "No record to compare it with, so nothing is written: add it to the column notice if it is right."
    assert f"row 2 {LISTED} {notice} {advice}" in " ".join(sync("--write").out.split())
    assert sync.list.read_text(encoding="utf-8") == LIST
