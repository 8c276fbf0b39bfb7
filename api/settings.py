"""The operator's settings, which are environment variables."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from db.file_format import DEFAULT_DATABASE
from db.uri import is_base_address


@dataclass(frozen=True)
class Settings:
    """The settings with their defaults. ``VARIABLES`` has their environment variables.

    Attributes:
        database: the file to serve; a relative path begins at the current folder.
        base_url: the public address, without a slash at the end, if it differs from the address in the database.
        cache_bytes: the memory for finished responses, in bytes.
        access_log: whether to log every request.
        templates: the folder with the owner's templates of pages.
    """

    database: Path = Path(DEFAULT_DATABASE)
    base_url: str | None = None
    cache_bytes: int = 32 << 20
    access_log: bool = False
    templates: Path | None = None


def parse_base_url(text: str) -> str:
    """Parse an address, without slashes at its end. All absolute links begin with it, so a wrong address would break them all."""
    stripped = text.rstrip("/")
    if not is_base_address(stripped):
        raise ValueError
    return stripped


def parse_mebibytes(text: str) -> int:
    if not re.fullmatch("[0-9]{1,6}", text):
        raise ValueError
    return int(text) << 20


def parse_switch(text: str) -> bool:
    if text not in ("0", "1"):
        raise ValueError
    return text == "1"


def parse_folder(text: str) -> Path:
    if not Path(text).is_dir():
        raise ValueError
    return Path(text)


# Variable, attribute of Settings, parser, and the values that the parser accepts.
VARIABLES: tuple[tuple[str, str, Callable[[str], Any], str], ...] = (
    ("PROFILE_DB", "database", Path, "a file"),
    ("PROFILE_BASE_URL", "base_url", parse_base_url, "an address such as https://profile.example.org"),
    ("PROFILE_CACHE_MB", "cache_bytes", parse_mebibytes, "a whole number of MiB such as 32; 0 turns the cache off"),
    ("PROFILE_ACCESS_LOG", "access_log", parse_switch, "1 (log every request) or 0"),
    ("PROFILE_TEMPLATES", "templates", parse_folder, "a folder of templates, see api/templates/README.md"),
)


def from_environment() -> Settings:
    """Read the settings of this process. An empty variable counts as unset.

    Raises:
        SystemExit: a variable has an invalid value.
    """
    values = {}
    for variable, attribute, parse, accepted in VARIABLES:
        if text := os.environ.get(variable):
            try:
                values[attribute] = parse(text)
            except ValueError:
                raise SystemExit(f'{variable} is "{text}". It must be {accepted}.') from None
    return Settings(**values)
