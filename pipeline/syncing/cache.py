"""Answers of services, kept for a day in a folder, so that looking twice costs nothing.

A file is complete or absent, because it is renamed when it is written; readers refuse one that a crash has damaged.
"""

from __future__ import annotations

import hashlib
import time
from contextlib import suppress
from pathlib import Path

from pipeline.loading.publish import temporary_beside

KEPT = 24 * 60 * 60  # seconds


class Cache:
    """Answers by the request that they answer. A folder that cannot be written keeps nothing, which is no error."""

    def __init__(self, folder: Path, *, fresh: bool = False) -> None:
        self.folder = folder
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            for old in folder.glob("*.answer"):
                if fresh or not 0 <= time.time() - old.stat().st_mtime < KEPT:
                    old.unlink()

    def get(self, request: str) -> bytes | None:
        """Return the answer to a request, if it is kept."""
        with suppress(OSError):
            return self.path(request).read_bytes()
        return None

    def put(self, request: str, body: bytes) -> None:
        """Keep an answer."""
        path = self.path(request)
        with suppress(OSError), temporary_beside(path) as temporary:
            temporary.write_bytes(body)
            temporary.replace(path)

    def path(self, request: str) -> Path:
        return self.folder / f"{hashlib.sha256(request.encode()).hexdigest()}.answer"
