"""The least that a WSGI application can do: return a recorded response."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

headers, text = json.loads(Path(os.environ["BENCH_RESPONSE"]).read_bytes())
HEADERS, BODY = [(name, value) for name, value in headers], text.encode()


def app(environ: dict[str, Any], start_response: Any) -> tuple[bytes]:
    start_response("200 OK", HEADERS[:])
    return (BODY,)
