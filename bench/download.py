"""Reading long answers: as fast as they come, to their end, or not at all."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from bench import machine
from bench.servers import PATIENCE, Server

BLOCK = 1 << 18
MEGABYTE = 1e6
WINDOW = 2.0


@dataclass(frozen=True)
class Stream:
    """Megabytes a second, and milliseconds of CPU for each."""

    rate: float
    cpu: float


def begin(server: Server, path: str) -> socket.socket:
    """Ask for a path, and read no more than that the answer is good."""
    reader = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    reader.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n".encode())
    status = reader.recv(12)
    if status != b"HTTP/1.1 200":
        reader.close()
        raise ConnectionError(f"{server.name}, {path}: {status.decode(errors='replace')}")
    return reader


def stream(server: Server, path: str) -> Stream:
    """Read for a while, or to the end if that comes first."""
    buffer, total = bytearray(BLOCK), 0
    with begin(server, path) as reader:
        reader.recv_into(buffer)
        before, began = machine.cpu_seconds(server.pid), time.perf_counter()
        while (elapsed := time.perf_counter() - began) < WINDOW and (size := reader.recv_into(buffer)):
            total += size
        spent = machine.cpu_seconds(server.pid) - before
    megabytes = total / MEGABYTE
    return Stream(megabytes / elapsed, 1000 * spent / megabytes)


def read_whole(server: Server, path: str) -> int:
    """Read an answer to its end; how many bytes came."""
    buffer, total = bytearray(BLOCK), 0
    with begin(server, path) as reader:
        while size := reader.recv_into(buffer):
            total += size
    return total


@contextmanager
def stalled(server: Server, path: str, number: int) -> Iterator[None]:
    """Readers that have begun a download and stopped reading, until the block ends."""
    with ExitStack() as stack:
        for _ in range(number):
            stack.enter_context(begin(server, path))
        yield
