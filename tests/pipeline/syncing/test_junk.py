"""No answer, whatever is in it, ends a sync: each value of a record is replaced by values of every type."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from typing import Any

import pytest

from pipeline.readers.orcid_record import read as read_record
from pipeline.references.claims import Register
from pipeline.syncing.client import RegistryError
from pipeline.syncing.registries import crossref, europe_pmc, orcid, pubmed
from pipeline.syncing.registries.base import Hit, json_object, objects
from pipeline.syncing.works import works
from tests.support.orcid_records import funding, record, review, summary
from tests.support.services import OWNER, Work, whole

JUNK: tuple[Any, ...] = (
    None,
    0,
    -1,
    1.5,
    True,
    "",
    "x",
    "10.5555/x",
    [],
    {},
    ["a"],
    [{}],
    [[1]],
    {"a": 1},
    "\x00",
    "é" * 50,
    10**30,
)
UPDATE = {"DOI": "10.5555/b", "type": "retraction", "source": "publisher", "updated": {"date-parts": [[2020, 1, 1]]}}
RELATION = {"has-preprint": [{"id": "10.1101/2020.01.01.111111"}]}
LINKS = {"commentCorrectionList": {"commentCorrection": [{"id": "PPR1", "type": "Preprint in"}]}}
WORK = Work("A title", "10.5555/a", "77", crossref={"updated-by": [UPDATE], "relation": RELATION}, europe_pmc=LINKS)


def orcid_works(summary: dict[str, Any]) -> Iterator[Hit]:
    for same in orcid.split([summary, WORK.as_summary(2)]):
        yield orcid.hit(same, {"10.1101/2020.01.01.111111"})


READERS: dict[str, tuple[dict[str, Any], Callable[[dict[str, Any]], Iterator[Hit]]]] = {
    "Crossref": (WORK.as_crossref(), lambda item: iter([crossref.hit(item, OWNER)])),
    "Europe PMC": (WORK.as_europe_pmc(), lambda result: iter([europe_pmc.hit(result, OWNER, {}, "orcid")])),
    "ORCID": (whole(WORK, 1), orcid_works),
}


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to each value inside a document."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        yield (*path, key)
        yield from paths(one, (*path, key))


@pytest.mark.parametrize("service", READERS)
def test_values_of_any_type(service: str) -> None:
    record, read = READERS[service]
    read_records = 0
    for path in paths(record):
        for junk in JUNK:
            changed = parent = deepcopy(record)
            for key in path[:-1]:
                parent = parent[key]
            parent[path[-1]] = junk
            found = [*read(changed)]
            Register.of(claim for one in found for claim in one.reference.claims).about("doi:10.5555/a")
            read_records += sum(len(work.reference(0).cells) > 0 for work in works(found))
    assert read_records > 500


@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_documents_of_any_form(junk: Any) -> None:
    """A reader of whole answers returns records or says what is wrong."""
    readers: tuple[Callable[[bytes], Any], ...] = (
        crossref.page,
        lambda body: objects(json_object(body), "group"),
        europe_pmc.page,
        pubmed.pmids_in,
        pubmed.articles,
    )
    inside: tuple[Any, ...] = (
        junk,
        {"message": junk, "group": junk, "esearchresult": junk, "resultList": junk},
        {
            "message": {"items": junk, "total-results": 1},
            "esearchresult": {"idlist": junk, "count": "1"},
            "resultList": {"result": junk},
        },
        {"message": {"items": [], "total-results": junk}, "esearchresult": {"idlist": [], "count": junk}, "hitCount": junk},
    )
    for document in inside:
        for read in readers:
            with suppress(RegistryError):
                assert read(json.dumps(document).encode()) is not None


def test_a_whole_record_with_values_of_any_type() -> None:
    """Rows keep a section and a title, and are text."""
    person = {"bio": "Text", "others": ("Other",), "pages": (("Lab", "https://lab.example.org"),), "keywords": ("Gout",)}
    post, reviews = summary("University", "2015-03-01", "2018"), [review("Press", "2019")]
    document = record(
        {**person, "profiles": (("Loop", "9", None),)}, employments=[post], fundings=[[funding("A", "B")]], peer_reviews=reviews
    )
    sizes = set()
    for path in paths(document):
        for junk in JUNK[::3]:
            changed = parent = deepcopy(document)
            for key in path[:-1]:
                parent = parent[key]
            parent[path[-1]] = junk
            rows = read_record(changed).rows
            sizes.add(len(rows))
            assert all(row["section"] and row["title"] and {*map(type, row.values())} == {str} for row in rows)
    assert sizes == {0, 2, 3}
