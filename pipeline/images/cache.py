"""Files that take long to make, kept in the user's cache folder for later builds of any profile.

A folder that cannot be written, or was deleted, costs time and nothing else.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from db.atomic import write_file

DIGEST_BYTES = 32


class FileCache:
    """The cached files of one kind.

    Attributes:
        folder: where they are; None if the user has no home. Its name depends on ``made_by``, such as the versions of libraries:
            another version of the software makes its own files.
    """

    def __init__(self, kind: str, made_by: Iterable[str]) -> None:
        windows = os.environ.get("LOCALAPPDATA", "~/AppData/Local")
        system = {"darwin": "~/Library/Caches", "win32": windows}.get(sys.platform, "~/.cache")
        self.folder: Path | None = None
        with suppress(RuntimeError):
            caches = Path(os.environ.get("XDG_CACHE_HOME") or system).expanduser()
            self.folder = caches / "public-profile" / f"{kind}-{hashlib.sha256(repr([*made_by]).encode()).hexdigest()[:8]}"

    def get(self, name: str) -> bytes | None:
        """None for a file that is missing or damaged."""
        with suppress(OSError):
            if self.folder:
                file = (self.folder / name).read_bytes()
                digest, content = file[:DIGEST_BYTES], file[DIGEST_BYTES:]
                return content if hashlib.sha256(content).digest() == digest else None
        return None

    def put(self, name: str, content: bytes) -> None:
        with suppress(OSError):
            if self.folder:
                self.folder.mkdir(parents=True, exist_ok=True)
                write_file(self.folder / name, hashlib.sha256(content).digest() + content)
