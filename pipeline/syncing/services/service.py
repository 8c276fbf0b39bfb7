"""A service: its address, what it is sent, and how fast it may be asked."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

import httpx

from pipeline.messages import quote
from pipeline.syncing.client import Answer, Client, Pace, ServiceError

Item = TypeVar("Item")
MOST_WORKS = 10_000


class Service:
    """One service. ``setting`` replaces its public address, ``sends`` completes the sentence "It is sent …"."""

    name: ClassVar[str]
    setting: ClassVar[str]
    public: ClassVar[str]
    sends: ClassVar[str]
    seconds_between: ClassVar[float]

    def __init__(self, client: Client, contact: str) -> None:
        self.client = client
        self.address = (os.environ.get(self.setting) or self.public).rstrip("/")
        self.contact = contact
        self.pace = Pace(self.seconds_between)

    def ask(
        self,
        path: str,
        read: Callable[[bytes], Answer],
        parameters: dict[str, str] | None = None,
        *,
        form: dict[str, str] | None = None,
    ) -> Answer:
        """Return what a reader makes of the answer; with a form, the request is a POST.

        Raises:
            ServiceError: there is no answer that can be read.
        """
        method, url = "POST" if form else "GET", f"{self.address}{path}"
        try:
            request = self.client.http.build_request(method, url, params=parameters, data=form)
        except httpx.InvalidURL as error:
            raise ServiceError(f"The address {quote(self.address)} is not valid: {error}.") from None
        return self.client.ask(self.name, self.pace, request, read)


def json_object(body: bytes, *keys: str) -> dict[str, Any]:
    """Return the object at a path of keys in a JSON document.

    Raises:
        ServiceError: the answer is something else, such as a page in HTML or half a document.
    """
    try:
        value = json.loads(body)
        if b"\\ud" in body.lower():  # perhaps half a character, which no file can hold
            value = json.loads(json.dumps(value, ensure_ascii=False).encode(errors="surrogatepass").decode(errors="replace"))
    except (ValueError, RecursionError):
        raise ServiceError(f"The answer is not JSON; it begins with {beginning(body)}.", again=True) from None
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    if not isinstance(value, dict):
        raise ServiceError(f"The answer has an unknown form; it begins with {beginning(body)}.", again=True)
    return value


def objects(document: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """Return a list of objects.

    Raises:
        ServiceError: it is something else.
    """
    value = document.get(key)
    if not isinstance(value, list) or not all(isinstance(member, dict) for member in value):
        raise ServiceError(f"The answer has an unknown form: {key} is not a list of records.", again=True)
    return value


def total(document: Mapping[str, Any], key: str) -> int:
    """Return the number of results of a search.

    Raises:
        ServiceError: it is missing, or so large that the service has not searched for one person.
    """
    value = document.get(key)
    if not isinstance(value, int):
        raise ServiceError(f"The answer has an unknown form: it has no {key}.", again=True)
    if value > MOST_WORKS:
        raise ServiceError(f"It found {value:,} works, which cannot be one person's.")
    return value


def beginning(body: bytes) -> str:
    return quote(body[:200].decode(errors="replace"))


def batches(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]
