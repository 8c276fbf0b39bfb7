"""Print REDbot's notes on URLs as JSON: ``python -m tests.support.red http://127.0.0.1:8080/api …``.

REDbot's event loop runs once per process.
"""

from __future__ import annotations

import json
import sys
from configparser import ConfigParser
from typing import Any

import thor  # type: ignore[import-untyped, unused-ignore]
from redbot.resource import HttpResource  # type: ignore[import-untyped, unused-ignore]


def checked(addresses: list[str]) -> list[dict[str, str]]:
    """Return the notes on every URL, including REDbot's conditional, compressed and range requests."""
    configuration = ConfigParser()
    configuration.read_dict({"redbot": {"enable_local_access": "True"}})
    waiting, notes = [*addresses], list[dict[str, str]]()

    def following() -> None:
        if not waiting:
            thor.stop()
            return
        address = waiting.pop(0)
        resource: Any = HttpResource(configuration["redbot"])
        resource.set_request(address)

        def done() -> None:
            if resource.fetch_error is not None:
                notes.append({"address": address, "level": "bad", "note": "FETCH", "summary": str(resource.fetch_error)})
            notes.extend(
                {"address": address, "level": note.level.value, "note": type(note).__name__, "summary": str(note.summary)}
                for note in resource.response.notes
            )
            thor.schedule(0, following)

        resource.on("check_done", done)
        resource.check()

    thor.schedule(0, following)
    thor.run()
    return notes


if __name__ == "__main__":
    print(json.dumps(checked(sys.argv[1:])))
