"""Clients that a library does not offer: many at once, silent, slow or rude; and the server that ships."""

import socket
import sys
from http.client import HTTPResponse
from pathlib import Path
from typing import Self

from tests.conftest import ROOT
from tests.support.wire import Answer, request

# The server that ships (make serve). By default, `start` runs `waitress-serve api:app`.
SHIPPED = (sys.executable, "-m", "api", "--port", "{port}")
# The smallest receive buffer that Linux grants: a client that stops reading soon stops the server from sending.
SMALLEST_BUFFER = 2048


class Client:
    def __init__(self, port: int, buffer: int | None = None) -> None:
        self.port = port
        self.buffer = buffer
        self.connect()

    def connect(self) -> None:
        self.socket = socket.socket()
        self.socket.settimeout(20)
        if self.buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.buffer)
        # Whether the server has announced that it closes the connection, as waitress does after a 304.
        self.ends = False
        try:
            self.socket.connect(("127.0.0.1", self.port))
        except OSError:
            self.close()
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

    def read(self) -> Answer:
        response = HTTPResponse(self.socket)
        response.begin()
        self.ends = response.will_close
        fields = [(name.lower(), value) for name, value in response.getheaders()]
        return Answer(response.status, tuple(fields), response.read())

    def ended(self) -> bool:
        """Whether the server has closed the connection."""
        try:
            return self.socket.recv(1) == b""
        except ConnectionResetError:
            return True


def shipped_with(folder: Path, changes: str) -> tuple[str, ...]:
    """The command of the server that ships. A few lines of Python run before it starts."""
    program = folder / "server.py"
    program.write_text(f"import sys\nsys.path[0] = {str(ROOT)!r}\n{changes}\nfrom api.__main__ import main\nsys.exit(main())\n")
    return (sys.executable, str(program), "--port", "{port}")
