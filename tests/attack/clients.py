"""Many clients at once, in a process of their own, so that they don't slow down the client that measures."""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from tests.attack.requests import drawn
from tests.support.load import request

# The status of a request that got no complete answer.
NO_ANSWER = 0


def flood(port: int, targets: Sequence[str], clients: int, *, seconds: float, number: int, seed: int = 0) -> Counter[int]:
    """Send requests until the time is over or the number is reached, each client one after the other; return the statuses.

    Another seed (a whole number) draws other requests.
    """
    os.nice(10)  # attackers have their own machines; here they leave the processor to the service and to the client that measures
    statuses: Counter[int] = Counter()

    async def all_clients() -> None:
        share = -(-number // clients)
        lists = [islice(drawn(targets, seed * clients + n), share) for n in range(clients)]
        await asyncio.gather(
            *(client(port, address(n), one, statuses, time.monotonic() + seconds) for n, one in enumerate(lists))
        )

    asyncio.run(all_clients())
    return statuses


def address(number: int) -> str:
    """Return a loopback address for an attacker: a proxy with limits for each client would otherwise stop them all at once."""
    return f"127.1.{number // 250}.{number % 250 + 1}"


async def client(port: int, source: str, targets: Iterator[str], statuses: Counter[int], end: float) -> None:
    """Send requests on one connection, and connect again when the service closes it."""
    reader = writer = None
    for target in targets:
        if time.monotonic() > end:
            break
        try:
            if reader is None or writer is None:
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
            writer.write(request(target, Accept_Encoding="gzip"))
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            await skip(reader, int(head.partition(b"content-length:")[2].split(b"\r\n")[0] or 0))
            statuses[int(head[9:12])] += 1
            is_open = b"connection: close" not in head
        except (OSError, EOFError):
            statuses[NO_ANSWER] += 1
            is_open = False
        if not is_open and writer is not None:
            writer.close()
            reader = writer = None
    if writer is not None:
        writer.close()


async def skip(reader: asyncio.StreamReader, length: int) -> None:
    """Read a body without keeping it.

    Raises:
        EOFError: the connection ended before the body did.
    """
    while length:
        block = await reader.read(min(length, 1 << 18))
        if not block:
            raise EOFError
        length -= len(block)
