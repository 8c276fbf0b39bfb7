"""Send random odd requests to the server that ships.

``python -m tests.support.fuzz --requests 100000`` prints the statuses and the server's memory before and after.
It exits with 1 if an answer is 5xx (except 501 for an unknown transfer coding, RFC 9112, section 6.1), if a complete
request gets no answer, or if the server's memory grows. Requests that waitress itself doesn't survive without closing the
connection (a malformed host in an absolute address, a length of thousands of digits, an expectation without a body) are left out:
nginx refuses them, see tests/deploy.
"""

from __future__ import annotations

import argparse
import random
import re
import socket
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from pipeline.loading.publish import build
from tests.conftest import SOURCES, start
from tests.support.load import SHIPPED, Client, memory
from tests.support.wire import EVERY_PATH

MIB = 1 << 20
MOST_GROWTH = 8 * MIB
CLIENTS = 4
# The cache is full before memory is first measured.
CACHE_MB = 2
LEAST_WARMING = 2000
METHODS = ("GET",) * 12 + ("HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "FOO", "X" * 30, "!#$")
PARAMETERS = (
    "year", "journal", "limit", "offset", "category", "tag", "Year", "page", "", "a" * 50, "q", "author", "year_from", "year_to",
    "journal_is", "has_doi", "sort", "fields", "format", "style",
)  # fmt: skip
VALUES = (
    "", "0", "1", "2025", "-1", "+5", "1e3", "1_000", "٣", "9" * 30, "0" * 400, "1001", "radiología", "%", "_", "\\", "'", '"',
    "\0", "\r\n", "a" * 201, "x' or 1=1 --", "<script>", "../../etc/passwd", "\ufeff", "😀" * 60, "injection", "prp-injection",
    "null", "NaN", "{}", "[]", "%00", "%zz", "%c0%af", "%ff",
    "NEAR(nerve", 'title: "', "nerve OR *", "levi", "עצב", "true", "relevance",
    "title", "title,doi", "bibtex", "ris", "csl", "jsonld", "csv", "citation", "apa", "ama",
)  # fmt: skip
SEGMENTS = (
    "api", "publications", "profile", "..", ".", "", "%2e%2e", "%2F", "%5c", "%00", "%ff", "%c0%ae", "%F0%9F%98%80", "10.5555",
    "msk.2021.001", "doi:10.5555", "https:", "*", "~", ";a=b", "a" * 300, "%0d%0a", "oauth", ".well-known", "//", "@", ":",
)  # fmt: skip
HEADERS = (
    "Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Cache-Control", "Connection", "Cookie", "Host",
    "If-Match", "If-Modified-Since", "If-None-Match", "If-Range", "Origin", "Range", "Referer", "TE", "Trailer", "Upgrade", "Via",
    "X-Forwarded-For", "X-Forwarded-Proto", "X-HTTP-Method-Override", "Content-Type", "Content-Encoding", "Forwarded", "X_Y",
)  # fmt: skip
HEADER_VALUES = (
    "", "*", "gzip", "gzip;q=0", "gzip;q=9", "br, *;q=0.1", "identity;q=0", '"', '""', 'W/""', '"a", W/"b", *', "*/*",
    "application/xml", "bytes=0-1", "bytes=9-1", "keep-alive", "Upgrade", "websocket", "h2c", "100-continue", "100", "a:99999",
    "[::1", "é", "\xff" * 20, "a" * 2000, ",,,,", ";;;;", "Thu, 01 Jan 1970 00:00:00 GMT", "Basic Og==", "trailers", "\t x",
)  # fmt: skip
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3}) ")


@dataclass(frozen=True)
class Shot:
    """Bytes to send.

    Attributes:
        whole: whether they are one complete request, which must get one answer.
        unknown_coding: whether the request names an unknown transfer coding.
    """

    data: bytes
    head: bool = False
    whole: bool = True
    unknown_coding: bool = False


def odd_target(chance: random.Random) -> str:
    """Return an existing or random path with a query of known and unknown parameters."""
    kind = chance.random()
    path = chance.choice(EVERY_PATH)
    if kind < 0.25:
        path = "/" + "/".join(chance.choice(SEGMENTS) for _ in range(chance.randint(0, 6)))
    elif kind < 0.35:
        path = "/api/publications/" + quote(bytes(chance.randrange(256) for _ in range(chance.randint(0, 40))), safe="/")
    elif kind < 0.4:
        path = chance.choice(("http://localhost", "//x", "http://a:b", "?", "#", "/api#", "*")) + path
    pairs = []
    for _ in range(chance.choice((0, 0, 0, 1, 1, 2, 3, 8))):
        value = chance.choice(VALUES) if chance.random() < 0.7 else str(chance.randrange(10**6))
        pairs.append(f"{chance.choice(PARAMETERS)}{chance.choice('====:')}{value if '%' in value else quote(value)}")
    return path + ("?" + chance.choice("&&&;").join(pairs) if pairs else "")


def odd_body(chance: random.Random) -> tuple[list[str], bytes, bool]:
    """Return header fields, their body, and whether the transfer coding is unknown."""
    content = bytes(chance.randrange(256) for _ in range(chance.choice((1, 10, 200))))
    kind = chance.random()
    if kind < 0.5:
        return [f"Content-Length: {len(content)}"], content, False
    if kind < 0.8:
        return ["Transfer-Encoding: chunked"], b"%x\r\n%s\r\n0\r\n\r\n" % (len(content), content), False
    if kind < 0.9:
        return [f"Content-Length: {chance.choice(('-1', 'x', '1, 2', '99999999', '0x1'))}"], b"", False
    return [f"Transfer-Encoding: {chance.choice(('gzip', 'gzip, chunked', 'x', 'chunked, gzip'))}"], b"", True


def shot(chance: random.Random) -> Shot:
    """Return a request; one in ten has bytes changed, removed or inserted."""
    method = chance.choice(METHODS)
    names = chance.sample(HEADERS, chance.choice((0, 1, 1, 2, 3, 6)))
    lines = [f"{name}: {chance.choice(HEADER_VALUES)}" for name in names]
    body, unknown_coding = b"", False
    if chance.random() < 0.1:
        fields, body, unknown_coding = odd_body(chance)
        lines += fields
    version = chance.choice(("HTTP/1.1",) * 12 + ("HTTP/1.0", "HTTP/2.0"))
    head = "\r\n".join([f"{method} {odd_target(chance)} {version}", *lines, "", ""])
    data = head.encode("latin-1", "replace") + body
    if chance.random() < 0.1:
        return Shot(broken(chance, data), whole=False)
    return Shot(data, method == "HEAD", unknown_coding=unknown_coding)


def broken(chance: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        position = chance.randrange(len(changed))
        new = bytes(chance.choice(b"\r\n\0 :/%?\xff\x80aA0") for _ in range(chance.randint(0, 3)))
        changed[position : position + chance.randint(0, 3)] = new
    return bytes(changed)


@dataclass
class Gunner:
    """A client that keeps its connection as long as the server does."""

    port: int
    chance: random.Random
    client: Client | None = None
    statuses: Counter[int] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)

    def fire(self, number: int) -> None:
        for _ in range(number):
            each = shot(self.chance)
            try:
                found = self.answers(each) if each.whole else self.whatever(each)
            except OSError as error:
                self.reconnect()
                self.errors.append(f"{error!r} for {each.data!r}")
                continue
            self.statuses.update(found)
            if any(status >= 500 and not (status == 501 and (each.unknown_coding or not each.whole)) for status in found):
                self.errors.append(f"{found} for {each.data!r}")
        self.reconnect()

    def reconnect(self) -> None:
        if self.client is not None:
            self.client.close()
        self.client = None

    def answers(self, each: Shot) -> list[int]:
        """Return the statuses that answer one complete request; the last is final."""
        if self.client is None:
            self.client = Client(self.port)
        self.client.send(each.data)
        statuses = [100]
        while statuses[-1] < 200:
            answer = self.client.read(body=not each.head)
            statuses.append(answer.status)
        if dict(answer.fields).get("connection", "").lower() == "close":
            self.reconnect()
        return statuses[1:]

    def whatever(self, each: Shot) -> list[int]:
        """Return all statuses that answer broken bytes, on a new connection that then half-closes."""
        with Client(self.port) as client:
            client.send(each.data)
            client.socket.shutdown(socket.SHUT_WR)
            received = bytearray()
            with suppress(ConnectionResetError):  # closed with unread data
                while chunk := client.socket.recv(1 << 18):
                    received += chunk
            return [int(status) for status in STATUS.findall(received)]


def bombard(port: int, seed: int, number: int) -> tuple[Counter[int], list[str]]:
    """Send from several clients at once; return the statuses and the errors."""
    gunners = [Gunner(port, random.Random(f"{seed} {client}")) for client in range(CLIENTS)]  # noqa: S311
    with ThreadPoolExecutor(CLIENTS) as threads:
        list(threads.map(lambda gunner: gunner.fire(number // CLIENTS), gunners))
    return sum((each.statuses for each in gunners), Counter[int]()), [error for each in gunners for error in each.errors]


def main() -> int:
    """Build, serve, warm up, send, measure."""
    parser = argparse.ArgumentParser(description="Send odd requests to the server.")
    parser.add_argument("--requests", type=int, default=100_000, help="number of requests (default: 100000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random choices (default: 1)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        build(SOURCES, folder / "fuzz.db")
        server = start(folder / "fuzz.db", folder / "log", command=SHIPPED, PROFILE_CACHE_MB=str(CACHE_MB))
        try:
            _, errors = bombard(server.port, -options.seed, max(options.requests // 10, LEAST_WARMING))
            before, began = memory(server.process.pid), time.monotonic()
            statuses, more = bombard(server.port, options.seed, options.requests)
            seconds, after = time.monotonic() - began, memory(server.process.pid)
            alive = server.get("/api/status").status_code == 200
        finally:
            server.close()
        logged = (folder / "log").read_text().partition("Stop with Ctrl+C.\n")[2]
    errors += more
    print(f"seed {options.seed}: {options.requests} requests in {seconds:.0f} s, answered {dict(sorted(statuses.items()))}")
    print(f"memory of the server: {before / MIB:.1f} MiB before, {after / MIB:.1f} MiB after; {len(errors)} errors")
    for line in (*errors[:10], *logged.splitlines()[:10]):
        print(line)
    return int(bool(errors or logged or not alive or after - before > MOST_GROWTH))


if __name__ == "__main__":
    sys.exit(main())
