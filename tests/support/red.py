"""Print REDbot's notes on URLs as JSON: ``python -m tests.support.red http://127.0.0.1:8080/api …``.

REDbot's event loop runs once per process.
"""

from __future__ import annotations

import json
import sys
from configparser import ConfigParser
from functools import partial
from typing import Any

import thor  # type: ignore[import-untyped, unused-ignore]
from redbot.resource import HttpResource  # type: ignore[import-untyped, unused-ignore]


def checked(addresses: list[str]) -> list[dict[str, str]]:
    """Return the notes on every URL, including REDbot's conditional, compressed and range requests."""
    configuration = ConfigParser()
    configuration.read_dict({"redbot": {"enable_local_access": "True"}})
    resources: dict[str, Any] = {address: HttpResource(configuration["redbot"]) for address in addresses}
    waiting = set(addresses)

    def done(address: str) -> None:
        waiting.discard(address)
        if not waiting:
            thor.stop()

    for address, resource in resources.items():
        resource.set_request(address)
        resource.on("check_done", partial(done, address))
        resource.check()
    thor.run()
    assert [resource.fetch_error for resource in resources.values() if resource.fetch_error is not None] == []
    return [
        {"address": address, "level": note.level.value, "note": type(note).__name__, "summary": str(note.summary)}
        for address, resource in resources.items()
        for note in resource.response.notes
    ]


if __name__ == "__main__":
    print(json.dumps(checked(sys.argv[1:])))
