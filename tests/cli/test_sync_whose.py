"""``make sync``: whose works they are, whatever registries and ORCID records say."""

from dataclasses import replace
from typing import Any

from tests.support.messages import edit
from tests.support.services import OWNER, Work, external_id
from tests.support.syncs import GOUT, LIST, MEDIAN, TIBIAL, Sync, numbered

ID = f"https://orcid.org/{OWNER}"


def test_a_work_needs_the_id_and_a_name(sync: Sync) -> None:
    works: dict[str, dict[str, Any]] = {
        "Another spelling of the name": {"authors": (("EXAMPLE", "N."),), "whose": "EXAMPLE"},
        "One registry that has the iD on the owner": {
            "whose": "Levi",
            "crossref": {"author": [{"family": "Example", "given": "Noa", "ORCID": ID}]},
        },
        "A namesake with another iD": {"linked": ("Crossref",), "whose": "nobody", "on": ("Crossref",)},
        "Somebody else": {"authors": (("Example", "Tal"),)},
    }
    sync.services.works = [numbered(number, title=title, **works[title]) for number, title in enumerate(works)]
    assert sync.titles() == dict(zip(works, ("new", "new", "undecided", "undecided"), strict=True))


def test_the_id_and_the_name_are_on_one_author(sync: Sync) -> None:
    """A publisher has put the iD on the author before the owner. The owner's ORCID record, filled from that, proves nothing."""
    services = ("Crossref", "PubMed", "Europe PMC")
    sync.services.works = [
        numbered(number, title=f"At {service}", whose="Levi", on=(service, "ORCID")) for number, service in enumerate(services)
    ]
    assert {work["title"]: work["notes"] for work in sync.json()["undecided"]} == {
        f"At {service}": ['Your ORCID iD is on another author, "Levi R".', f"Found at {service}, ORCID."] for service in services
    }


def test_a_title_at_orcid_with_the_doi_of_another(sync: Sync) -> None:
    """It is never a row, whether the other is the owner's or not; a typing error in a title is no other title."""
    ids = {"external-id": [external_id("doi", GOUT.doi), external_id("pmid", "1002")]}
    own = Work("A title that was typed", "", on=("ORCID",), year=2011, orcid={"external-ids": ids})
    typed = replace(TIBIAL, title=TIBIAL.title.replace("tibial", "tibail"), on=("ORCID",))
    sync.services.works = [own, typed, replace(TIBIAL, on=("Crossref", "PubMed")), replace(GOUT, on=("Crossref",), linked=())]
    document = sync.json()
    assert [(each["title"], each["notes"]) for each in document["undecided"]] == [
        ("A title that was typed", [f'At Crossref, doi:10.5555/gout is "{GOUT.title}".', "Found at ORCID."])
    ]
    assert [(each["title"], each["status"]) for each in document["records"]] == [(TIBIAL.title, "new")]
    assert "  10.5555/gout  A title that was typed (2011)" in sync().out.splitlines()


def test_a_title_at_orcid_with_the_doi_of_a_row(sync: Sync) -> None:
    """It fills no cell of that row. Once it is listed under its own DOI, or refused, there is nothing to decide."""
    typed = Work("A title that was typed", MEDIAN.doi, year=2021, volume="99", on=("ORCID",))
    sync.services.works = [typed, replace(MEDIAN, on=("Crossref",), linked=(), volume="")]
    assert [each["title"] for each in sync.json("--write")["undecided"]] == [typed.title]
    assert sync.list.read_text(encoding="utf-8") == LIST
    sync.list.write_text(f"{LIST}{typed.title},Example N,J,2021,,,,10.5555/own,,\n", encoding="utf-8")
    assert sync.titles() == {}
    sync.list.write_text(LIST, encoding="utf-8")
    assert (sync.json("--not-mine", MEDIAN.doi)["refused"], sync.titles()) == (1, {})


def test_a_search_in_pubmed_finds_works_to_decide(sync: Sync) -> None:
    """Older works have no iD. Of a listed one it fills nothing but identifiers; one with the iD is a row as always."""
    edit(sync.folder, "profile.yaml", "nameVariants:", 'pubmedSearch: "Example N[au] AND Hadassah[ad]"\nnameVariants:')
    old = Work("An old work", "10.5555/old", "1008", on=("PubMed",), linked=())
    # The owner is a member of the group that wrote it.
    group = replace(old, title="A work of a group", pmid="1009", authors=(("Cohen", "Dan"),), medline=("IR  - Example N",))
    sync.services.searches = {"Example N[au] AND Hadassah[ad]": ["1001", "1002", "1008", "1009"]}
    sync.services.works = [old, group, TIBIAL, replace(MEDIAN, on=("PubMed",), linked=())]
    document = sync.json()
    notes = ["One of your names is among its authors, but your ORCID iD is not on it.", "Found at PubMed."]
    assert {each["title"]: each["notes"] for each in document["undecided"]} == {old.title: notes, group.title: notes}
    assert [(each["title"], each["status"]) for each in document["records"]] == [(TIBIAL.title, "new")]
