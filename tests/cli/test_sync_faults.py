"""``make sync``: the failure of a service or a broken answer costs only itself."""

import gzip
import os
import re
import threading
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from urllib.parse import quote

import pytest

from bench.programs import free_port
from bibliography.registries import client, crossref, europe_pmc
from tests.support.messages import HEADER
from tests.support.replay import Asked, Reply
from tests.support.services import ALL, HOSTS, as_json, crossref_list
from tests.support.syncs import GOUT, LIST, LISTED, MEDIAN, PUBMED, TIBIAL, Sync, numbered, updates

pytestmark = pytest.mark.slow


def times(number: int, reply: Reply) -> Callable[[Asked], Reply | None]:
    """Answer the first requests with a fault, and let the others through."""
    left = [reply] * number
    return lambda asked: left.pop() if left else None


FAULTS = {
    "503": (Reply(b"<html>Service Unavailable</html>", 503), "It answered 503 Service Unavailable."),
    "429": (Reply(b"<h1>429 Too Many Requests</h1>", 429, {"Retry-After": "0"}), "It answered 429 Too Many Requests."),
    "429 for long": (
        Reply(b"", 429, {"Retry-After": "3600"}),
        "It answered 429 Too Many Requests and asks to wait 3,600 seconds. Repeat the command then.",
    ),
    "elsewhere": (
        Reply(b"", 302, {"Location": "https://login.example.org/"}),
        'It redirects to "https://login.example.org/"; redirects are not followed.',
    ),
    "HTML": (Reply(b"<!doctype html><title>Log in</title>"), 'begins with "<!doctype html><title>Log in</title>"'),
    "half": (Reply(b'{"group": [], "message": {"items": []', cut=True), "The answer is cut off."),
    "another JSON": (Reply(b'{"group": 7, "message": [1], "esearchresult": {}}'), "unexpected form|no list of IDs"),
    "everything": (
        Reply(
            b'{"message": {"items": [], "total-results": 165000000}, "hitCount": 44000000, "resultList": {"result": []},'
            b'"esearchresult": {"idlist": [], "count": "39000000"}}'
        ),
        "000,000 works, which cannot be one person's.|unexpected form",
    ),
}


# Every fault at one of the services.
@pytest.mark.parametrize(("fault", "service"), [*zip(FAULTS, cycle(ALL), strict=False)])
def test_one_failing_service_does_not_affect_the_others(sync: Sync, service: str, fault: str) -> None:
    """The gap is named, the others' works are shown, the exit code is 1, and nothing is written without --partial."""
    reply, sentence = FAULTS[fault]
    others = tuple(name for name in ALL if name != service)
    sync.services.works = [replace(GOUT, on=(service,)), replace(TIBIAL, on=others)]
    sync.services.faults[service] = lambda _: reply
    run = sync("--write")
    assert run.code == 1
    assert len([line for line in run.out.splitlines() if line.startswith(f"x {service}: ")]) == 1
    assert re.search(sentence if "|" in sentence else re.escape(sentence), " ".join(run.out.split()))
    assert f"{service} has no record of" not in run.out
    assert len([asked for asked in sync.replay.asked if HOSTS[asked.host] == service]) <= 6
    assert run.out.splitlines()[-1] == (
        'Nothing was written, because an answer is missing. To write what arrived: make sync OPTIONS="--write --partial"'
    )
    assert sync.list.read_text(encoding="utf-8") == LIST
    assert sync.titles("--write", "--partial") == {TIBIAL.title: "new"}
    assert TIBIAL.title in sync.list.read_text(encoding="utf-8-sig")


def test_a_service_that_is_down_or_slow(sync: Sync, monkeypatch: pytest.MonkeyPatch) -> None:
    sync.services.works = [TIBIAL]
    monkeypatch.setenv("ORCID_URL", f"http://127.0.0.1:{free_port()}")
    monkeypatch.setenv("EUROPEPMC_URL", "http://mirror:port")
    monkeypatch.setattr(client, "TIMEOUT", 0.2)
    waiting = threading.Event()
    sync.services.faults["PubMed"] = lambda _: Reply(b"") if waiting.wait(20) else None
    run = sync()
    waiting.set()
    assert run.code == 1
    assert [line for line in run.out.splitlines() if line.startswith("x ")] == [
        "x ORCID: It cannot be reached: check the internet connection ([Errno 111] Connection refused).",
        "x PubMed: It does not answer in time.",
        "x Europe PMC: The address \"http://mirror:port\" is not valid: Invalid port: 'port'.",
    ]
    assert sync.titles() == {TIBIAL.title: "new"}
    sync.services.works = []
    last = "Nothing new was found, but ORCID, PubMed, Europe PMC gave no complete answer. Try again later."
    assert sync("--fresh").out.splitlines()[-1] == last


def medline(text: str) -> Callable[[Asked], Reply | None]:
    """A fault of PubMed's articles, not of its searches."""
    return lambda asked: Reply(f"\n{text}\n".encode()) if "id" in asked.values else None


@pytest.mark.parametrize(
    ("service", "fault", "sentence"),
    [
        (
            "Crossref",
            lambda asked: crossref_list([TIBIAL], total=2) if "orcid" in asked.values["filter"] else None,
            "It sent 1 of 2 works.",
        ),
        ("PubMed", medline(TIBIAL.as_medline()), "It sent 1 of 2 articles."),
        ("PubMed", medline(f"{TIBIAL.as_medline()}\n\n{GOUT.as_medline()[:-80]}"), "The answer is cut off."),
        (
            "Europe PMC",
            lambda _: as_json({"hitCount": 2, "resultList": {"result": [TIBIAL.as_europe_pmc()]}}),
            "It sent 1 of 2 articles.",
        ),
    ],
)
def test_an_incomplete_list_is_shown_and_the_gap_is_named(
    sync: Sync, service: str, fault: Callable[[Asked], Reply | None], sentence: str
) -> None:
    sync.services.works = [TIBIAL, GOUT]
    sync.services.faults[service] = fault
    document = sync.json()
    assert {each["name"]: each["gap"] for each in document["services"] if each["gap"]} == {service: sentence}
    assert {record["title"] for record in document["records"]} == {TIBIAL.title, GOUT.title}


def test_identifiers_that_only_the_list_has_are_named(sync: Sync) -> None:
    """They may be mistyped, or those of another agency: that is no failure."""
    listed = [f"Work {number},Example N,J,2020,,,,10.5555/{number},{PUBMED}/{number}1/,\n" for number in (1, 2, 3)]
    sync.list.write_text(f"{HEADER}\n{''.join(listed)}", encoding="utf-8")
    sync.services.works = [numbered(2, pmid="21", on=("Crossref", "PubMed"), linked=())]
    run = sync()
    assert run.code == 0
    assert [line for line in run.out.splitlines() if line.startswith("- ")] == [
        "- Crossref has no record of: 10.5555/1, 10.5555/3",
        "- PubMed has no record of: 11, 31",
    ]


def test_a_doi_with_a_comma_is_asked_for_alone(sync: Sync) -> None:
    """A comma separates the DOIs of a request."""
    rows = f'{LISTED},Example N,J,2020,,,,"10.5555/A,1",,\nB,Example N,J,2020,,,,"10.5555/b,1",,\n'
    sync.list.write_text(f"{HEADER}\n{rows}", encoding="utf-8")
    noticed = updates(retraction=("updated-by", "10.5555/notice", "publisher"))
    sync.services.works = [replace(MEDIAN, doi="10.5555/a,1", on=("Crossref",), linked=(), crossref=noticed)]
    document = sync.json()
    assert (document["ok"], document["unknown"]) == (True, {"Crossref": ["10.5555/b,1"]})
    assert [notice["notes"] for notice in document["notices"]] == [["retracted 2024-05-01, doi:10.5555/notice (Crossref)"]]


def test_long_dois_fit_into_addresses(sync: Sync) -> None:
    """Crossref refuses a request whose first line has more than 4,096 bytes. Old DOIs are long, and most of it is escaped."""
    old = "10.1002/(sici)1097-0258(19980815)17:15/16<1661::aid-sim{}>3.0.co;2-2"
    sync.services.works = [
        numbered(number, doi=old.format(number), pmid="", on=("Crossref",), linked=(), whose="nobody") for number in range(100)
    ]
    rows = "".join(f'{work.title},Example N,J,2024,,,,"{work.doi}",,\n' for work in sync.services.works)
    sync.list.write_text(f"{HEADER}\n{rows}", encoding="utf-8")
    assert sync.json()["unknown"] == {}
    filters = [asked.values["filter"] for asked in sync.replay.asked if asked.values.get("filter", "").startswith("doi:")]
    assert [len(text.split(",")) for text in filters] == [38, 38, 24]
    assert max(len(f"GET /works?filter={quote(text, safe='')}&rows=200 HTTP/1.1") for text in filters) < 4096


def test_a_temporary_failure_is_retried(sync: Sync) -> None:
    sync.services.works = [TIBIAL]
    for service, fault in zip(ALL, ("503", "429", "HTML", "half"), strict=True):
        sync.services.faults[service] = times(2, FAULTS[fault][0])
    assert sync().code == 0
    assert len(sync.replay.asked) == 7 + 4 * 2


GZIP = gzip.compress(b" " * (8 << 20))


@pytest.mark.parametrize(
    ("body", "encoding", "sentence"),
    [
        (GZIP, "gzip", "The answer is longer than 1 MiB."),
        (b" " * (2 << 20), "identity", "The answer is longer than 1 MiB."),
        (gzip.compress(GZIP), "gzip, gzip", 'The answer has the encoding "gzip, gzip", which was not requested.'),
        (gzip.compress(b"{}")[:-9], "gzip", "The answer is cut off."),
        (b"{}", "gzip", "The answer is cut off."),
    ],
    ids=["gzip", "plain", "twice", "half", "not gzip"],
)
def test_an_answer_is_inflated_once_and_up_to_a_limit(
    sync: Sync, monkeypatch: pytest.MonkeyPatch, body: bytes, encoding: str, sentence: str
) -> None:
    """9.9 kB can be 6.2 GB. With what a sync needs besides, it stays below the 8 MiB of the first one."""
    monkeypatch.setattr(client, "MAX_ANSWER_BYTES", 1 << 20)
    sync.services.works = [TIBIAL]
    sync.services.faults["ORCID"] = lambda _: Reply(body, headers={"Content-Encoding": encoding})
    tracemalloc.start()
    assert f"x ORCID: {sentence}" in " ".join(sync().out.split())
    assert tracemalloc.get_traced_memory()[1] < 6 << 20
    tracemalloc.stop()


def test_answers_are_kept_for_a_day(sync: Sync) -> None:
    """Looking twice asks nothing, --fresh asks again; a damaged or old answer counts as absent, and a failure is never kept."""
    sync.services.works = [TIBIAL, MEDIAN]
    first = sync().out
    asked = len(sync.replay.asked)
    assert (sync().out, len(sync.replay.asked)) == (first, asked)
    assert (sync("--fresh").out, len(sync.replay.asked)) == (first, 2 * asked)
    kept = sorted((sync.folder.parent / "cache").glob("*.answer"))
    assert len(kept) == asked
    os.utime(kept[0], (time.time() - 90_000,) * 2)
    for path in kept[1:3]:
        path.write_bytes(path.read_bytes()[:20])
    assert (sync().out, len(sync.replay.asked)) == (first, 2 * asked + 3)


@pytest.mark.parametrize("service", ["Crossref", "Europe PMC"])
def test_pages_that_arrived_are_kept(sync: Sync, monkeypatch: pytest.MonkeyPatch, service: str) -> None:
    """After a page that failed, only the pages that are missing are asked for."""
    monkeypatch.setattr(crossref, "ROWS_PER_REQUEST", 20)
    monkeypatch.setattr(europe_pmc, "RECORDS_PER_PAGE", 20)
    sync.services.works = [numbered(number, on=(service,)) for number in range(50)]
    pages = iter([None, Reply(b"{}", 404)])
    sync.services.faults[service] = lambda asked: next(pages, None)
    assert f"x {service}: It answered 404 Not Found." in sync().out
    asked = len(sync.replay.asked)
    assert len(sync.titles()) == 50
    values = [one.values.get("offset") or one.values.get("cursorMark") for one in sync.replay.asked[asked:]]
    assert [*filter(None, values)] == ["20", "40"]
    asked = len(sync.replay.asked)
    assert (len(sync.titles()), len(sync.replay.asked)) == (50, asked)
