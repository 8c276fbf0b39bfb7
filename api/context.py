"""The running service, and the context in which a handler answers one request."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from api.data.database import Database
from api.data.snapshot import Snapshot
from api.data.store import Store
from api.endpoint import Endpoint
from api.http.query_string import Parameter
from api.parameters import categories_and_tags

API_VERSION = "1.0.0"
# Shown in examples while the list is empty.
NO_PUBLICATION = (2021, "Journal of Example Radiology", "10.5555/msk.2021.001")


@dataclass(frozen=True)
class Service:
    """The running service.

    Attributes:
        base_url: the public address, if the operator set one.
        templates: the folder with the owner's own templates, if there is one.
        is_static: whether its responses become files, which nothing can ask with parameters.
        started: when the service started, on the monotonic clock.
    """

    database: Database
    endpoints: tuple[Endpoint, ...]
    base_url: str | None = None
    templates: Path | None = None
    is_static: bool = False
    started: float = field(default_factory=time.monotonic)


@dataclass(frozen=True)
class Context:
    """One request.

    Attributes:
        snapshot: the data, which is the same from the beginning to the end of the request.
        values: the parameters that the request sets, by name.
        markdown: whether the client prefers Markdown to HTML.
    """

    service: Service
    snapshot: Snapshot
    values: dict[str, Any] = field(default_factory=dict)
    markdown: bool = False

    @cached_property
    def store(self) -> Store:
        """What the snapshot holds.

        Raises:
            UnavailableError: there is no database, or it cannot be read.
        """
        return Store(self.snapshot)

    @cached_property
    def site(self) -> dict[str, Any]:
        """The owner's settings of the site: base_url, name, description, license, attribution."""
        return self.store.values("site")

    @cached_property
    def profile(self) -> dict[str, Any]:
        """The profile, with the absolute address of the largest photo in place of the name of its file."""
        values = self.store.values("profile")
        if sizes := self.store.photo():
            values["photo"] = self.base_url + sizes[-1][0]
        return values

    @property
    def endpoints(self) -> list[Endpoint]:
        """The endpoints that the data has something for: those in Hebrew only if it has any Hebrew."""
        return [each for each in self.service.endpoints if self.store.has_hebrew or not f"{each.path}/".startswith("/he/")]

    def parameters(self, endpoint: Endpoint) -> list[Parameter]:
        """Return the parameters of an endpoint, with the values that the schema of the data lists."""
        return [parameter.resolve(self.store.schemas) for parameter in endpoint.parameters]

    @property
    def base_url(self) -> str:
        """The public address without a slash at the end. Every absolute link begins with it."""
        return self.service.base_url or str(self.site["base_url"])

    @property
    def root(self) -> str:
        """The path of the public address, which precedes every link within the site. Usually empty."""
        return urlsplit(self.base_url).path

    @cached_property
    def examples(self) -> dict[str, Any]:
        """Parameter values that occur in the data, so that examples find something."""
        year, journal, doi = self.store.sample() or NO_PUBLICATION
        used = [service["category"] for service in self.store.services() if "category" in service]
        categories = [*used, *categories_and_tags(self.store.schemas()), ""]
        return {"year": year, "journal": journal, "doi": doi, "category": categories[0]}
