"""Clients: timed requests, requests that are given up, and readers who ask at the same time."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from itertools import count
from threading import Event
from urllib.parse import urlsplit

from bench.programs import FACETS, TIMEOUT, NotMeasuredError, get

MAX_FACETS = 1000
CROWD_SECONDS = 6.0
# A client behind nginx may send 50 requests a second.
PAUSE_SECONDS = 0.05


def seconds(address: str) -> float:
    """Return how long a successful response takes until its end."""
    began = time.perf_counter()
    with get(address) as response:
        response.read()
    return time.perf_counter() - began


def abandon(address: str, requests: int) -> None:
    """Ask for facets, each time for another number of them, and leave before the response."""
    parts = urlsplit(address)
    for number in range(1, 1 + requests):
        with socket.create_connection((parts.hostname, parts.port), TIMEOUT) as connection:
            connection.sendall(f"GET {FACETS}?limit={number} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode())


def facets_of(number: int) -> str:
    return f"{FACETS}?limit={1 + number % MAX_FACETS}"


def seconds_in_crowd(
    address: str, readers: int, target: Callable[[int], str] = facets_of, observe: Callable[[], object] = bool
) -> list[float]:
    """Return how long responses of /api/profile take while readers ask without a pause, each time for another number of facets.

    ``target`` gives the address of each request, and ``observe`` is called after each response of /api/profile.

    Raises:
        NotMeasuredError: a reader was refused.
    """
    for _ in range(2):  # nginx keeps what is requested twice
        seconds(f"{address}/api/profile")
    ended = Event()
    with ThreadPoolExecutor(readers) as pool:
        waiting = [pool.submit(read, address, map(target, count(number, readers)), number, ended) for number in range(readers)]
        try:
            end, taken = time.monotonic() + CROWD_SECONDS, list[float]()
            while time.monotonic() < end:
                taken.append(seconds(f"{address}/api/profile"))
                observe()
                time.sleep(PAUSE_SECONDS)
        finally:
            ended.set()
    for reader in waiting:
        reader.result()
    return taken


def read(address: str, targets: Iterator[str], reader: int, ended: Event) -> None:
    """Ask for one address after the other, from an IP address of this reader alone."""
    parts = urlsplit(address)
    with closing(HTTPConnection(parts.netloc, timeout=TIMEOUT, source_address=(f"127.0.1.{1 + reader}", 0))) as connection:
        for target in targets:
            connection.request("GET", target)
            response = connection.getresponse()
            response.read()
            if response.status != 200:
                raise NotMeasuredError(f"A reader of {target} was answered with {response.status}.")
            if ended.is_set():
                return
