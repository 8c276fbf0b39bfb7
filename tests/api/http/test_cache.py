"""What is kept of the answers: bounded, right under any sequence of questions, and the same to the byte as what is not kept."""

from __future__ import annotations

import random
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import count, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.data.database import Database
from api.http.cache import OVERHEAD, Key, ResponseCache, StoredResponse
from api.http.representation import Representation, finished
from pipeline.loading.publish import build
from tests.conftest import Server
from tests.support.load import SHIPPED, Client
from tests.support.messages import edit
from tests.support.wire import CACHED, Answer

KIB = 1024
ROOM = 100 * KIB
# A response of that size takes 4 KiB of the room.
SMALL = 4 * KIB - OVERHEAD


def response(size: int = SMALL, etag: str = "") -> StoredResponse:
    return StoredResponse(b"x" * size, [], [], etag)


def kept(cache: ResponseCache) -> dict[Key, StoredResponse]:
    """What is in the cache, after all that must hold of its parts."""
    queued = [*cache.trial.keys, *cache.proven.keys]
    assert len(queued) == len(set(queued))
    assert set(queued) == set(cache.responses)
    for queue in (cache.trial, cache.proven):
        assert queue.used == sum(cache.responses[key].size for key in queue.keys) <= queue.room
    return cache.responses


# A question for one of some keys, whose answer has one of some sizes where it is not kept.
QUESTIONS = st.tuples(st.integers(0, 60), st.sampled_from([0, 1, 500, SMALL, 8 * KIB, 9 * KIB, 200 * KIB]))


@given(st.lists(QUESTIONS, max_size=300))
def test_bounded_in_bytes_and_right_under_any_sequence(questions: list[tuple[int, int]]) -> None:
    """And what is given for a key is what was put under it first, since it is there."""
    cache = ResponseCache(ROOM)
    put: dict[Key, StoredResponse] = {}
    for number, size in questions:
        key = (number,)
        found = cache.get(key)
        if found is None:
            put[key] = response(size)
            cache.put(key, put[key])
        else:
            assert found is put[key]
        assert sum(each.size for each in kept(cache).values()) <= ROOM


@given(st.integers(0, ROOM))
def test_a_response_larger_than_the_room_for_trials_is_not_kept(size: int) -> None:
    """To the byte, and it pushes nothing out."""
    cache = ResponseCache(ROOM)
    cache.put(("first",), response(0))
    before = dict(kept(cache))
    cache.put(("large",), response(size))
    fits = size + OVERHEAD <= ROOM // 10
    assert (("large",) in kept(cache)) == fits
    assert fits or kept(cache) == before


def test_nothing_is_kept_without_room() -> None:
    """PROFILE_CACHE_MB=0."""
    cache = ResponseCache(0)
    cache.put(("key",), response(0))
    assert kept(cache) == {}


@given(st.integers(1, 15), st.integers(1, 2), st.randoms())
def test_a_stream_of_odd_keys_pushes_nothing_out_that_is_in_use(used: int, odd: int, chance: random.Random) -> None:
    """Keys that are asked for again and again stay for good, however many others are asked for once between them."""
    cache = ResponseCache(ROOM)
    numbers = count()

    def ask(key: Key) -> bool:
        found = cache.get(key) is not None
        if not found:
            cache.put(key, response())
        return found

    favourites: list[Key] = [("favourite", number) for number in range(used)]
    for favourite in favourites:  # each comes to be known: asked for twice, then its trial ends
        assert [ask(favourite), ask(favourite)] == [False, True]
        assert [ask(("odd", next(numbers))) for _ in range(3)] == [False] * 3
    for _ in range(30):
        chance.shuffle(favourites)
        for favourite in favourites:
            assert [ask(("odd", next(numbers))) for _ in range(odd)] == [False] * odd
            assert ask(favourite)
    assert set(favourites) <= set(kept(cache))
    assert len(kept(cache)) <= ROOM // (4 * KIB)


def test_many_threads_leave_it_whole() -> None:
    """Eight threads ask and put at once; each gets what belongs to its key, and the bounds hold in the end."""
    cache = ResponseCache(ROOM)
    wrong: list[Key] = []

    def work(seed: int) -> None:
        chance = random.Random(seed)  # noqa: S311
        for _ in range(5000):
            key = (min(chance.randrange(200), chance.randrange(200)),)
            found = cache.get(key)
            if found is None:
                cache.put(key, response(chance.randrange(SMALL), str(key)))
            elif found.etag != str(key):
                wrong.append(key)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(kept(cache)) > 10


def odd_responses() -> Iterator[tuple[Key, StoredResponse]]:
    """Responses as the API makes them, for the years that nothing appeared in: the smallest that there are."""
    for number in count():
        body = b'{\n  "count": 0,\n  "publications": []\n}'
        yield (
            ("/api/publications", False, "year", 10**19 + number),
            finished(Representation(body, headers={"X-Total-Count": "0"}), gzip_accepted=False),
        )


def test_the_bound_holds_for_the_memory_that_python_takes() -> None:
    """Not for the bodies alone: real responses, of the smallest size, fill the room and no more."""
    most = 4 << 20
    responses = odd_responses()
    tracemalloc.start()
    try:
        cache = ResponseCache(most)
        for number in range(6000):
            key, stored = next(responses)
            cache.put(key, stored)
            if number < 5000:
                cache.get(key)
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(kept(cache)) > 1500
    assert taken < most


def test_new_data_drops_everything(folder: Path, target: Path) -> None:
    """What was kept belongs to one version of the data and is gone with it."""
    build(folder, target)
    database = Database(target, ROOM)
    first = database.version()
    assert first is not None
    first.responses.put(("key",), response())
    edit(folder, "profile.yaml", "Dr. Noa Example is fictional", "Dr. Noa Example is an example")
    build(folder, target)
    database.look()
    second = database.latest
    assert second is not None
    assert second is not first
    assert kept(second.responses) == {}
    second.responses.put(("other",), response())
    assert first.responses.get(("other",)) is None
    target.unlink()
    database.look()
    assert database.latest is None


QUERIES = ("/api/publications?year=2025", "/api/publications?journal=radiolog%C3%ADa&limit=1", "/api/services?tag=prp-injection")
ENCODINGS: tuple[dict[str, str], ...] = (
    {},
    {"Accept_Encoding": "gzip"},
    {"Accept_Encoding": "identity"},
    {"Accept_Encoding": "br, gzip;q=0.5"},
)


def without_date(answer: Answer) -> tuple[int, tuple[tuple[str, str], ...], bytes]:
    return answer.status, tuple(field for field in answer.fields if field[0] != "date"), answer.body


@pytest.mark.parametrize("megabytes", ["32", "0"])
def test_cold_and_warm_answers_are_the_same(serve: Callable[..., Server], example_database: Path, megabytes: str) -> None:
    """The first of a process and all that follow, headers and bytes: every address, plain and compressed, whole and 304."""
    server = serve(example_database, command=SHIPPED, PROFILE_CACHE_MB=megabytes)
    with Client(server.port) as client:
        for target, encoding in product((*CACHED, *QUERIES), ENCODINGS):
            cold, *warm = (client.get(target, **encoding) for _ in range(3))
            assert cold.status == 200
            assert [without_date(each) for each in warm] == [without_date(cold)] * 2
            etag = cold.headers["etag"]
            for validator in (etag, f'"other", W/{etag}', "*"):
                conditional = client.get(target, If_None_Match=validator, **encoding)
                assert (conditional.status, conditional.body, conditional.headers["etag"]) == (304, b"", etag)
            assert without_date(client.get(target, If_None_Match='"other"', **encoding)) == without_date(cold)
            head = client.head(target, **encoding)
            assert (head.status, head.headers) == (200, cold.headers)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_conditional_request_may_be_the_first(
    serve: Callable[..., Server], example_database: Path, encoding: dict[str, str]
) -> None:
    """A 304 before anything was kept, and after it, is the same; what the first one left behind is the whole answer."""
    server, other = (serve(example_database, command=SHIPPED) for _ in range(2))
    with Client(server.port) as client, Client(other.port) as reference:
        for target in (*CACHED, *QUERIES):
            cold, warm = (client.get(target, If_None_Match="*", **encoding) for _ in range(2))
            assert without_date(cold) == without_date(warm)
            assert without_date(client.get(target, **encoding)) == without_date(reference.get(target, **encoding))
