"""Answers of registries: the works in a group of ORCID, the author with the iD at PubMed, values of every type, no end."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from copy import copy
from pathlib import Path
from typing import Any

import httpx
import pytest

from bibliography.formats.csl import objects_at
from bibliography.formats.orcid_record import read_orcid_record as read_record
from bibliography.notices import ClaimIndex
from bibliography.registries import client, crossref, europe_pmc, orcid, pubmed
from bibliography.registries.client import AnswerCache, Client, RegistryError
from bibliography.registries.registry import RegistryRecord, json_object, objects
from bibliography.works import group_works
from tests.support.orcid_records import funding, record, review, summary
from tests.support.services import OWNER, Work, external_id, whole

Summary = dict[str, Any]


def version(title: str, *ids: tuple[str, str], kind: str = "journal-article", relation: str = "self") -> Summary:
    found = [external_id(*pair) | {"external-id-relationship": relation} for pair in ids]
    return {"title": {"title": {"value": title}}, "type": kind, "external-ids": {"external-id": found}}


PAPER, OTHER, PREPRINT = ("doi", "10.5555/a"), ("doi", "10.5555/b"), ("doi", "10.1101/2020.01.01.111111")


@pytest.mark.parametrize(
    ("summaries", "expected"),
    [
        ([version("A", PAPER), version("a: longer", PAPER, kind="other")], [[0, 1]]),
        # The same title and type in spite of a mistyped DOI; capitals and markup don't count, nor do old spellings.
        ([version("On <i>gout</i>", PAPER), version("ON GOUT", OTHER, kind="JOURNAL_ARTICLE")], [[0, 1]]),
        ([version("A", PAPER), version("A", OTHER, kind="conference-paper")], [[0], [1]]),
        # Another identifier joins, with or without Scopus's prefix; the number of a journal doesn't.
        ([version("A", ("eid", "2-s2.0-77")), version("B", ("eid", "77"), PAPER), version("C", PAPER)], [[0, 1, 2]]),
        ([version("A", ("issn", "1234-5678")), version("B", ("issn", "1234-5678"))], [[0], [1]]),
        ([version("A", ("doi", "10.5555/book"), relation="part-of"), version("B", ("doi", "10.5555/book"))], [[0], [1]]),
        # An entry with two DOIs belongs to one of the works that it joins: of preprint and paper to the paper.
        ([version("A", PREPRINT, PAPER), version("A", PREPRINT, kind="preprint"), version("B", PAPER)], [[1], [0, 2]]),
        ([version("A", PAPER, OTHER), version("A", PAPER), version("Erratum: A", OTHER)], [[2], [0, 1]]),
    ],
)
def test_works_of_a_group(summaries: list[Summary], expected: list[list[int]]) -> None:
    assert [[summaries.index(one) for one in work] for work in orcid.split_group(summaries)] == expected


@pytest.mark.parametrize("written", [OWNER, OWNER.replace("-", ""), f"http://orcid.org/{OWNER}"])
def test_the_author_with_the_id_at_pubmed(written: str) -> None:
    """An iD follows the author, or the member of a group, to whom it belongs."""
    authors = f"AU  - Levi R\nAU  - Example N\nAUID- ORCID: {written}\nAD  - A\nIR  - Cohen D\nAUID- {written}\n"
    [values] = pubmed.articles(f"PMID- 1\n{authors}SO  - J. 2020.\n".encode())
    assert pubmed.to_record(values, OWNER).authors_with_orcid == ("Example N", "Cohen D")
    assert pubmed.to_record(values, OWNER).collaborators == ("Cohen D",)
    assert pubmed.to_record(values, "0000-0002-1825-0097").authors_with_orcid == ()
    assert pubmed.to_record(values, "").authors_with_orcid == ()


JUNK: tuple[Any, ...] = (None, 0, 1.5, True, "", "10.5555/x", [], {}, ["a"], [{}], [[1]], "\x00", 10**30)
UPDATE = {"DOI": "10.5555/b", "type": "retraction", "source": "publisher", "updated": {"date-parts": [[2020, 1, 1]]}}
RELATION = {"has-preprint": [{"id": "10.1101/2020.01.01.111111"}]}
LINKS = {"commentCorrectionList": {"commentCorrection": [{"id": "PPR1", "type": "Preprint in"}]}}
TERMS = [{"URL": "https://creativecommons.org/licenses/by/4.0/", "content-version": "vor", "start": {"date-parts": [[2020, 1]]}}]
FUNDER = [{"name": "Example Fund", "award": ["17"]}]
CROSSREF = {"updated-by": [UPDATE], "relation": RELATION, "license": TERMS, "funder": FUNDER}
FREE = {"fullTextUrl": [{"availabilityCode": "OA", "url": "https://europepmc.org/articles/PMC1"}]}
STORY = {"fullTextUrlList": FREE, "license": "cc by", "grantsList": {"grant": [{"agency": "Example Fund", "grantId": "17"}]}}
WORK = Work("A title", "10.5555/a", "77", crossref=CROSSREF, europe_pmc=LINKS | STORY)
MEDLINE = WORK.as_medline().encode()


def orcid_records(body: bytes) -> Iterator[RegistryRecord]:
    for group in objects(json_object(body), "group"):
        yield from (
            orcid.to_record(same, {"10.1101/2020.01.01.111111"}) for same in orcid.split_group(objects_at(group, "work-summary"))
        )


ANSWERS: dict[str, tuple[dict[str, Any], Callable[[bytes], Any]]] = {
    "Crossref": (
        {"message": {"items": [WORK.as_crossref()], "total-results": 1}},
        lambda body: [crossref.to_record(item, OWNER) for item in crossref.parse_page(body)[0]],
    ),
    "Europe PMC": (
        {"hitCount": 1, "resultList": {"result": [WORK.as_europe_pmc()]}},
        lambda body: [europe_pmc.to_record(result, OWNER, {}, "orcid") for result in europe_pmc.parse_page(body)[0]],
    ),
    "ORCID": ({"group": [{"work-summary": [whole(WORK, 1), WORK.as_summary(2)]}]}, orcid_records),
    "PubMed": (
        {"esearchresult": {"count": "1", "idlist": ["77"]}},
        lambda body: [pubmed.to_record(article, OWNER) for _ in pubmed.pmids_in(body) for article in pubmed.articles(MEDLINE)],
    ),
}


def variants(document: Any, values: tuple[Any, ...] = JUNK) -> Iterator[Any]:
    parts = document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    for key, part in parts:
        for other in (*values, *variants(part, values)):
            changed = copy(document)
            changed[key] = other
            yield changed


@pytest.mark.parametrize(("service", "works_read"), [("Crossref", 300), ("Europe PMC", 300), ("ORCID", 300), ("PubMed", 1)])
def test_an_answer_is_read_or_refused(service: str, works_read: int) -> None:
    document, read = ANSWERS[service]
    outcomes = []
    for changed in variants(document):
        try:
            records = [*read(json.dumps(changed).encode())]
        except RegistryError:
            outcomes.append("refused")
        else:
            ClaimIndex.of(claim for record in records for claim in record.reference.claims).about("doi:10.5555/a")
            outcomes += ["read" for work in group_works(records) if work.merge(0).cells]
    assert (outcomes.count("refused") > 10, outcomes.count("read") >= works_read) == (True, True)


def test_entries_of_a_record_are_text_with_a_section_and_a_title() -> None:
    person = {"bio": "Text", "others": ("Other",), "pages": (("Lab", "https://lab.example.org"),), "keywords": ("Gout",)}
    post, reviews = summary("University", "2015-03-01", "2018"), [review("Press", "2019")]
    profiles = (("Loop", "9", None),)
    document = record({**person, "profiles": profiles}, employments=[post], fundings=[[funding("A", "B")]], peer_reviews=reviews)
    rows = [read_record(changed).rows for changed in variants(document, (None, 7, "x", [{}]))]
    assert {len(entries) for entries in rows} == {0, 2, 3}
    assert all(row["section"] and row["title"] and {*map(type, row.values())} == {str} for entries in rows for row in entries)


@pytest.mark.parametrize(
    "start",
    [b"HTTP/1.1 200 OK\r\nX-Endless: ", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffff\r\n"],
    ids=["headers", "body"],
)
def test_an_answer_that_drips_is_abandoned(start: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte arrives in time, the last one never. Nobody is asked again, which would take as long, but the next one is."""
    monkeypatch.setattr(client, "ANSWER_SECONDS", 0.5)
    requests, end = list[bytes](), threading.Event()

    def drip(server: socket.socket) -> None:
        for _ in range(2):
            connection, _ = server.accept()
            with connection, suppress(OSError):
                requests.append(connection.recv(1 << 16))
                connection.sendall(start)
                while not end.wait(0.02):
                    connection.sendall(b"x")

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=drip, args=(server,), daemon=True).start()
        request = httpx.Request("GET", f"http://127.0.0.1:{server.getsockname()[1]}/")
        with closing(Client("tests", AnswerCache(tmp_path))) as asking:
            for name in ("A service", "another"):
                with pytest.raises(RegistryError, match=r"^The answer is not complete after 0 seconds\.$"):
                    asking.ask(name, 0, request, bytes)
        end.set()
    assert len(requests) == 2
