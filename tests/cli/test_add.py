"""``make add``: publications that the owner names by DOI or PubMed ID."""

from dataclasses import replace

import pytest

from tests.conftest import Run
from tests.support.messages import HEADER, edit, with_fixed_day
from tests.support.replay import Reply
from tests.support.services import HOSTS, Work
from tests.support.syncs import GOUT, LIST, LISTED, MEDIAN, PUBMED, Sync, updates

# A paper of a consortium: nothing in it leads to the owner.
GROUP = Work(
    "Effects of a group on gout", "10.5555/group", "1005", authors=(("Cohen", "Dan"),), on=("Crossref", "PubMed"), linked=()
)


def add(sync: Sync, *arguments: str) -> Run:
    return sync(*arguments, command="add")


def test_what_is_shown_and_written(sync: Sync) -> None:
    """Crossref and PubMed are asked for nothing else. A row has DOI and PubMed ID, whichever is named."""
    sync.services.works = [GROUP, GOUT]
    run = add(sync, "https://doi.org/10.5555/GROUP, 1003")
    assert (run.code, run.err) == (0, "")
    lines, address = run.out.splitlines(), sync.replay.environment
    assert lines[1:4] == [
        f"  Crossref ({address['CROSSREF_URL']}): receives the DOIs of this command and of the works found.",
        f"  PubMed ({address['PUBMED_URL']}): receives the DOIs of this command, and the PubMed IDs of this command and of the "
        "works found.",
        "+ 2 new rows:",
    ]
    assert lines[-2:] == [
        f"Would add 2 rows to {sync.list} and fill 0 cells.",
        "Nothing was written. To write it: make add IDS=... OPTIONS=--write",
    ]
    assert {HOSTS[asked.host] for asked in sync.replay.asked} == {"Crossref", "PubMed"}
    assert sync.list.read_text(encoding="utf-8") == LIST
    add(sync, "--write", "10.5555/group", "1003")
    assert with_fixed_day(sync.list.read_text(encoding="utf-8-sig")).splitlines() == [
        f"{HEADER},added",
        f"{GROUP.title},Cohen D,Levant Journal,2024,3,1,101-9,10.5555/group,{PUBMED}/1005/,,DAY",
        f'{LISTED},"Levi R, Example N",My Journal,2021,,3,,10.5555/median,,,',
        f'"{GOUT.title}","Levi R, Example N",Levant Journal,2019,3,1,101-9,10.5555/gout,{PUBMED}/1003/,,DAY',
    ]
    assert add(sync, "--write", "10.5555/group", "1003").out.splitlines()[-1] == f"{sync.list} needs no change."


def test_a_listed_publication_is_completed(sync: Sync) -> None:
    sync.services.works = [replace(MEDIAN, linked=())]
    assert add(sync, "--write", MEDIAN.doi).out.splitlines()[-1] == f"Added 0 rows to {sync.list} and filled 3 cells."


def test_without_an_orcid_id(sync: Sync) -> None:
    """Of a work that only PubMed knows: its DOI may be another agency's."""
    edit(sync.folder, "profile.yaml", 'orcid: "0000-0000-5555-0000"\n', "")
    sync.services.works = [replace(GROUP, on=("PubMed",))]
    run = add(sync, GROUP.doi)
    assert (run.code, run.out.splitlines()[-3]) == (0, "1 record: 1 new.")


@pytest.mark.parametrize(("identifier", "service"), [("10.5555/nobody", "Crossref"), ("99", "PubMed")])
def test_an_identifier_that_no_service_knows(sync: Sync, identifier: str, service: str) -> None:
    run = add(sync, identifier)
    assert (run.code, run.out.splitlines()[-3:-1]) == (1, [f"- {service} has no record of: {identifier}", "0 records."])


def test_a_notice_is_not_a_publication(sync: Sync) -> None:
    """A service's claim says so. Types and titles decide as in make sync."""
    notice = Work("A word from the editor", "10.5555/notice", on=("Crossref",))
    retracted = replace(GOUT, on=("Crossref",), crossref=updates(retraction=("updated-by", notice.doi, "retraction-watch")))
    sync.services.works = [notice, retracted]
    lines = add(sync, notice.doi, retracted.doi).out.splitlines()
    assert "- 1 left out: notices of retractions and corrections:" in lines
    assert "2 records: 1 new, 1 left out." in lines


def test_a_service_that_fails(sync: Sync) -> None:
    sync.services.works = [GROUP]
    sync.services.faults["Crossref"] = lambda _: Reply(b"", 404)
    run = add(sync, "--write", GROUP.pmid, GROUP.doi)
    assert (run.code, run.out.splitlines()[-1].rpartition(": ")[2]) == (1, 'make add IDS=... OPTIONS="--write --partial"')
    assert sync.list.read_text(encoding="utf-8") == LIST


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Name publications that are yours, by DOI or PubMed ID:"),
        (("10.5555/a my paper",), '"my" is neither a DOI nor a PubMed ID.'),
    ],
)
def test_no_identifiers(sync: Sync, arguments: tuple[str, ...], message: str) -> None:
    run = add(sync, *arguments)
    assert (run.code, run.err.splitlines()[0], sync.replay.asked) == (2, message, [])
