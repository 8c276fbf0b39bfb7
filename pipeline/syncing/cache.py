"""Answers of services, kept for a day in a folder, so that looking twice costs nothing.

A file is complete or absent: it is renamed when it is on the disk. Its first line is the hash of the rest, so that a file which a
crash or a full disk has damaged counts as absent.
"""

from __future__ import annotations

import hashlib
import time
from contextlib import suppress
from pathlib import Path

from pipeline.loading.publish import publish, temporary_beside

KEPT = 24 * 60 * 60  # seconds


class Cache:
    """Answers by the request that they answer. A folder that cannot be written keeps nothing, which is no error."""

    def __init__(self, folder: Path, *, fresh: bool = False) -> None:
        self.folder = folder
        self.fresh = fresh
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            for old in folder.glob("*.answer"):
                if not is_recent(old):
                    old.unlink()

    def get(self, request: str) -> bytes | None:
        """Return the answer to a request, if it is kept and whole."""
        path = self.path(request)
        with suppress(OSError):
            digest, _, body = path.read_bytes().partition(b"\n")
            if not self.fresh and is_recent(path) and digest == hashlib.sha256(body).hexdigest().encode():
                return body
        return None

    def put(self, request: str, body: bytes) -> None:
        """Keep an answer."""
        path = self.path(request)
        with suppress(OSError), temporary_beside(path) as temporary:
            temporary.write_bytes(hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
            publish(temporary, path)

    def path(self, request: str) -> Path:
        return self.folder / f"{hashlib.sha256(request.encode()).hexdigest()}.answer"


def is_recent(path: Path) -> bool:
    return 0 <= time.time() - path.stat().st_mtime < KEPT
