"""Clients that a library does not offer: many at once, silent, slow or rude; and what they cost the server."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import Self

from bench.synthetic import HEADER, rows
from pipeline.loading.publish import build
from tests.conftest import ROOT
from tests.support.own import write_csv
from tests.support.wire import Answer, parse_head, request

# The server that ships (make serve). By default, `start` runs `waitress-serve api:app`.
SHIPPED = (sys.executable, "-m", "api", "--port", "{port}")
# The smallest receive buffer that Linux grants: a client that stops reading soon stops the server from sending.
SMALLEST_BUFFER = 2048


class Client:
    """A connection that stays open, for raw requests and raw answers."""

    def __init__(self, port: int, *, source: str = "127.0.0.1", buffer: int = 0, timeout: float = 20) -> None:
        self.port = port
        self.source = source
        self.buffer = buffer
        self.timeout = timeout
        self.connect()

    def connect(self) -> None:
        self.socket = socket.socket()
        if self.buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.buffer)
        self.socket.settimeout(self.timeout)
        self.socket.bind((self.source, 0))
        self.received = bytearray()
        # Whether the server has announced that it closes the connection, as waitress does after a 304.
        self.ends = False
        try:
            self.socket.connect(("127.0.0.1", self.port))
        except OSError:
            self.socket.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def get(self, target: str, **headers: str) -> Answer:
        if self.ends:
            self.close()
            self.connect()
        self.send(request(target, **headers))
        return self.read()

    def head(self, target: str, **headers: str) -> Answer:
        self.send(request(target, "HEAD", **headers))
        return self.read(body=False)

    def read(self, *, body: bool = True) -> Answer:
        """Read one complete answer.

        Raises:
            ConnectionError: the connection ended before the answer did.
        """
        while (end := self.received.find(b"\r\n\r\n")) < 0:
            self.more()
        status, fields = parse_head(bytes(self.received[:end]))
        self.ends = dict(fields).get("connection", "").lower() == "close"
        length = int(dict(fields).get("content-length", "0")) if body and status != 304 else 0
        del self.received[: end + 4]
        while len(self.received) < length:
            self.more()
        content = bytes(self.received[:length])
        del self.received[:length]
        return Answer(status, fields, content)

    def more(self) -> None:
        chunk = self.socket.recv(1 << 18)
        if not chunk:
            raise ConnectionError(f"the connection ended after {len(self.received)} bytes of an answer")
        self.received += chunk

    def ended(self) -> bool:
        """Whether the server has closed the connection and nothing of an answer is left."""
        try:
            return not self.received and self.socket.recv(1) == b""
        except ConnectionResetError:
            return True


def shipped_with(folder: Path, changes: str) -> tuple[str, ...]:
    """Return the command of the server that ships, with a few lines of Python run before it starts."""
    program = folder / "server.py"
    program.write_text(f"import sys\nsys.path[0] = {str(ROOT)!r}\n{changes}\nfrom api.__main__ import main\nsys.exit(main())\n")
    return (sys.executable, str(program), "--port", "{port}")


def build_big(sources: Path, target: Path, publications: int, authors: int = 0) -> Path:
    """Build a database of many publications, each with ``authors`` more authors."""
    names = ", ".join(f"Example {n}" for n in range(authors))
    longer = ([row[0], f"{row[1]}, {names}" if names else row[1], *row[2:]] for row in rows(publications))
    write_csv(sources / "publications.csv", list(HEADER), longer)
    assert build(sources, target).outcome == "built"
    return target
