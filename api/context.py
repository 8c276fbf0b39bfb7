"""The running application, and the context of one request."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from api.endpoint import Endpoint, endpoint_address, localized_endpoint
from api.errors import ApiError, quotation
from api.http.response import COMMON_HEADERS, PREVIEW_HEADERS, Representation
from api.page_language import PageLanguage, page_language
from db.publication import Publication
from db.publication.identifiers import without_doi_prefix
from db.snapshot import Database, Snapshot
from db.store import Store
from db.uri import WEB_ADDRESS, legal_slugs

API_VERSION = "1.0.0"
# Examples show this while the list is empty.
NO_PUBLICATION = (2021, "Journal of Example Radiology", "10.5555/msk.2021.001")

Handler = Callable[["Context"], Representation]


@dataclass
class PreviewState:
    """What the owner should know about a preview: the output of the last build if it failed, and when its data was read."""

    problems: list[str] = field(default_factory=list)
    built: str = ""


@dataclass(frozen=True)
class Application:
    """The running application.

    Attributes:
        base_url: the public address, if the operator set one.
        templates: the folder with the owner's templates, if there is one.
        address: makes the address of an endpoint from its path and parameters.
        is_static: whether its responses become files, which take no parameters.
        preview: the state of the preview; None if this is not a preview.
        started: its start on the monotonic clock.
    """

    database: Database
    endpoints: tuple[Endpoint, ...]
    base_url: str | None = None
    templates: Path | None = None
    address: Callable[[str, Mapping[str, Any]], str] = endpoint_address
    is_static: bool = False
    preview: PreviewState | None = None
    started: float = field(default_factory=time.monotonic)

    @property
    def common_headers(self) -> Mapping[str, str]:
        """The headers of every response."""
        return COMMON_HEADERS if self.preview is None else PREVIEW_HEADERS


@dataclass(frozen=True)
class Context:
    """One request.

    Attributes:
        snapshot: the data, which stays the same during the request.
        params: the parameters that the request sets, by name.
        code: the language in the address; empty for the first language.
        markdown: whether the client prefers Markdown to HTML.
        layout: what the pages of a static site share, see ``api.pages.page``; empty for a single page.
    """

    application: Application
    snapshot: Snapshot
    params: dict[str, Any] = field(default_factory=dict)
    code: str = ""
    markdown: bool = False
    layout: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def store(self) -> Store:
        """The data of the snapshot.

        Raises:
            UnavailableError: there is no database, or it cannot be read.
        """
        return self.snapshot.store

    @cached_property
    def language(self) -> PageLanguage:
        """The language of the response; the first one if the address has none."""
        languages = self.store.languages
        chosen = next((each for each in languages if each.code == self.code), languages[0])
        return page_language(chosen, languages, self.application.templates)

    def in_language(self, code: str) -> Context:
        """The same request in another language."""
        return replace(self, code=code)

    def labels(self, resource: str, field: str) -> dict[str, str]:
        """Labels of a field's values, from the software and from the owner's schema."""
        prefix = f"{field.removesuffix('s')}_"
        known = {key.removeprefix(prefix): text for key, text in self.language.phrases.items() if key.startswith(prefix)}
        return {**known, **self.store.labels(resource, field, self.language.code)}

    @cached_property
    def site(self) -> dict[str, Any]:
        """The owner's settings of the site: base_url, name, description, license, attribution."""
        return self.store.document("site")

    @cached_property
    def api_profile(self) -> dict[str, Any]:
        """The API's profile, with the absolute address of the photo instead of its name."""
        profile = self.store.document("profile")
        return {**profile, "photo": self.url("/images/{name}", name=profile["photo"])} if "photo" in profile else profile

    def publication(self, ending: str = "") -> Publication:
        """The publication with the DOI or citation key in the path.

        A DOI can have a prefix such as ``doi:``. A slash or another ``ending`` can belong to it, or to a static site's address.

        Raises:
            ApiError: there is no such publication.
        """
        doi: str = self.params["doi"]
        identifier = without_doi_prefix(doi)
        without_slash = identifier.removesuffix("/")
        for written in dict.fromkeys((identifier, without_slash, without_slash.removesuffix(ending))):
            if publication := self.store.publication(written):
                return publication
        description = f"No publication has the DOI or key {quotation(doi)}. All are listed at /api/publications."
        raise ApiError("not_found", description)

    @property
    def endpoints(self) -> list[Endpoint]:
        """The endpoints, in each language of the site."""
        *names, last = (language.name for language in self.store.languages)
        languages = f"{', '.join(names)} and {last}" if names else last
        described = [
            replace(endpoint, description=endpoint.description.replace("{languages}", languages))
            for endpoint in self.application.endpoints
        ]
        others = self.store.languages[1:]
        return [
            each
            for endpoint in described
            for each in (endpoint, *(localized_endpoint(endpoint, language) for language in others if endpoint.translated))
        ]

    def address(self, path: str, code: str = "", /, **params: Any) -> str:
        """The address of an endpoint within the site, with its parameters: ``address("/publications", "he", year=2021)``.

        Without a code, or with the first language's code, the address is in the first language.

        A link begins with ``root``, an absolute link with ``base_url``. Static sites and servers have different addresses.
        """
        is_first = not code or code == self.store.languages[0].code
        return self.application.address(path if is_first else f"/{code}{path}".rstrip("/"), params)

    def url(self, path: str, code: str = "", /, **params: Any) -> str:
        return self.base_url + self.address(path, code, **params)

    def canonical_link(self, path: str, **params: Any) -> str:
        """The Link header with the address to cite, for a response that has a second address (RFC 6596)."""
        return f'<{self.url(path, **params)}>; rel="canonical"'

    def example(self, endpoint: Endpoint) -> str:
        """A working address of an endpoint, with values from the data in its language."""
        examples = {**self.examples, "slug": self.in_language(endpoint.code).legal_slug}
        in_path = {name: value for name, value in examples.items() if f"{{{name}}}" in endpoint.path}
        params = {name: text.format(**examples) for name, text in endpoint.example.items()}
        return self.application.address(endpoint.path, {**in_path, **params})

    @property
    def base_url(self) -> str:
        """The public address without a slash at the end. Every absolute link begins with it."""
        return self.application.base_url or str(self.site["base_url"]).rstrip("/")

    @property
    def root(self) -> str:
        """The path of the public address. Every link within the site begins with it. Usually empty."""
        return urlsplit(self.base_url).path

    @cached_property
    def examples(self) -> dict[str, Any]:
        """Parameter values from the data, so examples find something."""
        year, journal, doi = self.store.sample() or NO_PUBLICATION
        used = [service["category"] for service in self.store.services() if "category" in service]
        categories = [*used, *self.store.choices("category"), ""]
        sections = [entry["section"] for entry in self.store.cv()] or ["grant"]
        return {
            "year": year,
            "journal": journal,
            "doi": doi,
            "category": categories[0],
            "section": sections[0],
        }

    @property
    def legal_slug(self) -> str:
        """The slug of the first legal notice with a page, in the language of the request."""
        notices = self.site.get(f"legal{self.language.suffix}") or self.site.get("legal", {})
        slugs = (slug for name, slug in legal_slugs(notices).items() if not WEB_ADDRESS.fullmatch(notices[name]))
        return next(slugs, "imprint")
