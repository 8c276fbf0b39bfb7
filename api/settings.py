"""What an operator may set, all of it through the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from pipeline.layout import DEFAULT_DATABASE

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Settings:
    """Attributes:
    database: the file to serve (PROFILE_DB; by default db/profile.db of this checkout).
    base_url: the public address, without a slash at the end (PROFILE_BASE_URL; by default the one in the database).
    """

    database: Path = ROOT / DEFAULT_DATABASE
    base_url: str | None = None


def from_environment() -> Settings:
    """The settings of this process.

    Raises:
        SystemExit: PROFILE_BASE_URL is not an address; links built from it would be wrong everywhere.
    """
    base_url = os.environ.get("PROFILE_BASE_URL", "").rstrip("/")
    parts = urlsplit(base_url)
    if base_url and (parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment):
        raise SystemExit(f'PROFILE_BASE_URL is "{base_url}". It must be an address such as https://profile.example.org.')
    database = os.environ.get("PROFILE_DB")
    return Settings(Path(database) if database else Settings.database, base_url or None)
