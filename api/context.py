"""What an endpoint has at hand to answer one request."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from api.data.database import Database
from api.data.store import Store

if TYPE_CHECKING:
    from api.endpoint import Endpoint

API_VERSION = "1.0.0"
# What examples show while the list is empty.
NO_PUBLICATION = (2021, "Journal of Example Radiology", "10.5555/msk.2021.001")


@dataclass(frozen=True)
class Service:
    """The running service.

    Attributes:
        database: what it reads.
        endpoints: what it answers.
        base_url: its public address, if the operator set one.
        templates: the folder with the owner's own looks of the pages, if there is one.
        started: since when it runs, on the monotonic clock.
    """

    database: Database
    endpoints: tuple[Endpoint, ...]
    base_url: str | None = None
    templates: Path | None = None
    started: float = field(default_factory=time.monotonic)

    def status(self) -> tuple[bool, dict[str, Any]]:
        """Whether all is well, and what the components say, from a probe at this moment."""
        probe = self.database.probe()
        ok = bool(probe["ok"])
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return ok, {
            "ok": ok,
            "version": API_VERSION,
            "ts": now,
            "uptime": round(time.monotonic() - self.started, 3),
            "services": {"database": probe},
        }


@dataclass(frozen=True)
class Context:
    """One request: the parameters it set, whether it prefers Markdown, and what it reads from (opened when first asked for)."""

    service: Service
    values: dict[str, Any] = field(default_factory=dict)
    markdown: bool = False

    @cached_property
    def store(self) -> Store:
        """One version of the data for the whole request."""
        return self.service.database.store()

    @cached_property
    def site(self) -> dict[str, Any]:
        return self.store.site()

    @property
    def base_url(self) -> str:
        """The public address without a slash at the end; every absolute link begins with it."""
        return self.service.base_url or str(self.site["base_url"])

    @property
    def root(self) -> str:
        """The path of the base address: what stands before the paths of links within the site; mostly nothing."""
        return urlsplit(self.base_url).path

    @cached_property
    def examples(self) -> dict[str, Any]:
        """Values of parameters that are in the data, for examples that work."""
        year, journal, doi = self.store.sample() or NO_PUBLICATION
        return {"year": year, "journal": journal, "doi": doi, "encoded_doi": quote(doi, safe="")}
