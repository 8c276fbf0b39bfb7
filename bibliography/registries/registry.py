"""A registry: a web service that has records of publications. What it declares about itself, and the form of its records."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

import httpx

from bibliography.reference import Location, Reference
from bibliography.registries.client import Answer, Client, RegistryError
from pipeline.wording import quote

Item = TypeVar("Item")
MAX_WORKS = 10_000


class Registry:
    """One registry. Subclasses declare what they send; the preview prints it.

    Attributes:
        priority: the registry with the smallest number is preferred.
        preferred_fields: the fields where this registry comes before all others.
        searches: the properties of the owner that it can search for.
        looks_up: the field whose identifiers it can look up.
        keeps_journal_case: whether its names of journals have the journal's own capitals.
        env_var: the environment variable that replaces ``default_url``.

    Every method yields the records that arrive, and raises RegistryError if an answer is missing, has another form, or has fewer
    records than it counts.
    """

    name: ClassVar[str]
    priority: ClassVar[int]
    preferred_fields: ClassVar[frozenset[str]] = frozenset()
    searches: ClassVar[tuple[str, ...]] = ("orcid",)
    looks_up: ClassVar[str] = ""
    keeps_journal_case: ClassVar[bool] = False
    env_var: ClassVar[str]
    default_url: ClassVar[str]
    seconds_between: ClassVar[float]

    def __init__(self, client: Client, orcid: str) -> None:
        self.client = client
        self.address = (os.environ.get(self.env_var) or self.default_url).rstrip("/")
        self.orcid = orcid

    def search(self, name: str, text: str) -> Iterable[RegistryRecord]:
        """Yield the records for a property of the owner."""
        raise NotImplementedError

    def look_up(self, identifiers: Sequence[str]) -> Iterable[RegistryRecord]:
        raise NotImplementedError

    def complete(self, works: Iterable[Sequence[RegistryRecord]]) -> Iterable[RegistryRecord]:
        """Yield further records of works without authors."""
        return ()

    def owner_record(self) -> Iterable[dict[str, Any]]:
        """Yield the owner's whole record. Only ORCID has one."""
        return ()

    def ask(
        self,
        path: str,
        read: Callable[[bytes], Answer],
        parameters: dict[str, str] | None = None,
        *,
        form: dict[str, str] | None = None,
    ) -> Answer:
        """Send a request, and return what ``read`` makes of the answer. With a form, the request is a POST.

        Raises:
            RegistryError: there is no answer that can be read.
        """
        method, url = "POST" if form else "GET", f"{self.address}{path}"
        try:
            request = self.client.http.build_request(method, url, params=parameters, data=form)
        except httpx.InvalidURL as error:
            raise RegistryError(f"The address {quote(self.address)} is not valid: {error}.") from None
        return self.client.ask(self.name, self.seconds_between, request, read)


@dataclass(frozen=True)
class Origin(Location):
    """The location of a record or a work: the names of the registries that have it."""

    @property
    def within(self) -> str:
        return self.file

    def __str__(self) -> str:
        return self.file


@dataclass(frozen=True)
class RegistryRecord:
    """A record of a registry.

    Attributes:
        found_by: the property of the owner that found it; "" if it was looked up by an identifier.
        authors_with_orcid: the authors with the owner's ORCID iD.
        on_record: whether it is on the owner's ORCID record.
        collaborators: authors as members of a group.
        preprints: the DOIs of its preprints.
        put_codes: ORCID's numbers for its versions.
    """

    registry: type[Registry]
    reference: Reference
    found_by: str = ""
    authors_with_orcid: tuple[str, ...] = ()
    on_record: bool = False
    collaborators: tuple[str, ...] = ()
    preprints: frozenset[str] = frozenset()
    put_codes: tuple[str, ...] = ()

    @property
    def cells(self) -> Mapping[str, str]:
        return self.reference.cells


def json_object(body: bytes, *keys: str) -> dict[str, Any]:
    """The object at a path of keys in a JSON document.

    Raises:
        RegistryError: the answer is something else, such as an HTML page or half a document.
    """
    try:
        document = json.loads(body)
        if b"\\ud" in body.lower():  # this can be half a character, which no file can hold
            text = json.dumps(document, ensure_ascii=False)
            document = json.loads(text.encode(errors="surrogatepass").decode(errors="replace"))
    except (ValueError, RecursionError):
        raise RegistryError(f"The answer is not JSON; it begins with {beginning(body)}.", again=True) from None
    for key in keys:
        document = document.get(key) if isinstance(document, dict) else None
    if not isinstance(document, dict):
        raise RegistryError(f"The answer has an unexpected form; it begins with {beginning(body)}.", again=True)
    return document


def objects(document: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """The list of objects at a key.

    Raises:
        RegistryError: the value is something else.
    """
    values = document.get(key)
    if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
        raise RegistryError(f"The answer has an unexpected form: {key} is not a list of records.", again=True)
    return values


def total(number: Any) -> int:
    """The number of results of a search, as the answer has it.

    Raises:
        RegistryError: the number is missing, or too large to be one person's works.
    """
    if not isinstance(number, int):
        raise RegistryError("The answer has an unexpected form: it has no number of results.", again=True)
    if number > MAX_WORKS:
        raise RegistryError(f"It found {number:,} works, which cannot be one person's.")
    return number


def beginning(body: bytes) -> str:
    return quote(body[:200].decode(errors="replace"))


def batches(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]
