"""HTTP as REDbot checks it, at every address: caching, validation, negotiation, headers."""

from configparser import ConfigParser
from functools import partial
from typing import Any

from tests.conftest import Server
from tests.support.wire import ANSWERING, PAGES, REFUSING

# /api/status describes one moment, so it has no validator; two endpoints exist in order to refuse.
EXPECTED = {"/api/status": "FRESHNESS_NO_CACHE_NO_VALIDATOR", **dict.fromkeys(REFUSING, "STATUS_BAD_REQUEST")}


def checked(server: Server, paths: list[str]) -> dict[str, Any]:
    """REDbot's notes on each path, also from conditional, compressed and range requests."""
    # Every process that collects tests would import these otherwise.
    import thor  # type: ignore[import-untyped, unused-ignore]
    from redbot.resource import HttpResource  # type: ignore[import-untyped, unused-ignore]

    configuration = ConfigParser()
    configuration.read_dict({"redbot": {"enable_local_access": "True"}})
    resources: dict[str, Any] = {path: HttpResource(configuration["redbot"]) for path in paths}
    waiting = set(paths)

    def done(path: str) -> None:
        waiting.discard(path)
        if not waiting:
            thor.stop()

    for path, resource in resources.items():
        resource.set_request(f"{server.address}{path}")
        resource.on("check_done", partial(done, path))
        resource.check()
    thor.run()  # it can run once in a process
    return resources


def test_redbot_finds_no_error(server: Server) -> None:
    resources = checked(server, [*PAGES, *ANSWERING, *REFUSING, "/nowhere"])
    assert [resource.fetch_error for resource in resources.values() if resource.fetch_error is not None] == []
    notes = [(path, note, note.level.value) for path, resource in resources.items() for note in resource.response.notes]
    assert {path for path, _, _ in notes} == set(resources)
    assert len([note for _, note, level in notes if level == "good"]) > len(resources)
    assert [(path, str(note.summary)) for path, note, level in notes if level == "bad"] == []
    warnings = {(path, type(note).__name__) for path, note, level in notes if level == "warning"}
    # A cache does not need `public`, but api/README.md promises it.
    assert {(path, name) for path, name in warnings if name != "STORE_PUBLIC_UNNECESSARY"} == set(EXPECTED.items())
