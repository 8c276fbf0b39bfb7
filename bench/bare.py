"""The least that a WSGI server can do: a constant answer. Which one, the environment says (see bench.peers)."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

FOLDER = Path(os.environ["BENCH_ANSWER"])
BODY = (FOLDER / "body").read_bytes()
HEADERS: list[tuple[str, str]] = [(name, value) for name, value in json.loads((FOLDER / "headers.json").read_bytes())]


def app(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    start_response("200 OK", HEADERS[:])
    return (BODY,)
