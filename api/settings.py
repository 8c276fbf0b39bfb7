"""What an operator may set, all of it through the environment."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from api.pages.templates import template_errors
from db.layout import DEFAULT_DATABASE

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Settings:
    """Attributes:
    database: the file to serve (PROFILE_DB; by default db/profile.db of this checkout).
    base_url: the public address, without a slash at the end (PROFILE_BASE_URL; by default the one in the database).
    cache_bytes: how much finished responses may take in memory (PROFILE_CACHE_MB, in MiB; by default 32).
    access_log: whether each request is logged (PROFILE_ACCESS_LOG=1; by default not).
    templates: the folder with the owner's own templates of the pages (PROFILE_TEMPLATES; by default none).
    """

    database: Path = ROOT / DEFAULT_DATABASE
    base_url: str | None = None
    cache_bytes: int = 32 << 20
    access_log: bool = False
    templates: Path | None = None


def from_environment() -> Settings:
    """The settings of this process.

    Raises:
        SystemExit: a setting has a value that it cannot have. Links built from a wrong PROFILE_BASE_URL, for one, would be wrong
            everywhere.
    """
    base_url = os.environ.get("PROFILE_BASE_URL", "").rstrip("/")
    parts = urlsplit(base_url)
    if base_url and (parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment):
        raise SystemExit(f'PROFILE_BASE_URL is "{base_url}". It must be an address such as https://profile.example.org.')
    megabytes = os.environ.get("PROFILE_CACHE_MB") or str(Settings.cache_bytes >> 20)
    if not re.fullmatch("[0-9]{1,6}", megabytes):
        raise SystemExit(
            f'PROFILE_CACHE_MB is "{megabytes}". It must be a whole number of megabytes such as 32; 0 keeps nothing.'
        )
    access_log = os.environ.get("PROFILE_ACCESS_LOG") or "0"
    if access_log not in ("0", "1"):
        raise SystemExit(f'PROFILE_ACCESS_LOG is "{access_log}". It must be 1 (each request is logged) or 0.')
    templates = Path(folder) if (folder := os.environ.get("PROFILE_TEMPLATES")) else None
    if templates and not templates.is_dir():
        raise SystemExit(f'PROFILE_TEMPLATES is "{templates}". It must be a folder of templates, see README.md.')
    if templates and (errors := template_errors(templates)):
        raise SystemExit("\n".join(errors))
    database = Path(os.environ.get("PROFILE_DB") or Settings.database)
    return Settings(database, base_url or None, int(megabytes) << 20, access_log == "1", templates)
