"""waitress with the options that this service needs, and a graceful stop."""

from __future__ import annotations

import contextlib
import resource
import signal
import socket
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.server import create_server

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

# Every option that differs from waitress's default, and why. `waitress-serve` takes the same ones (deploy/README.md).
OPTIONS: dict[str, Any] = {
    # A request computes and never waits for a client, so more threads would only compete.
    "threads": 4,
    # An idle connection costs a few kilobytes; one slow crawler reaches waitress's limit of 100.
    "connection_limit": 1000,
    # Seconds until an idle connection is closed, and between two checks for them.
    "channel_timeout": 30,
    "cleanup_interval": 5,
    # The longest valid request, a journal of 200 characters percent-encoded, has 3 KB; browsers send 1 to 8 KB.
    "max_request_header_size": 32_768,
    # No request needs a body.
    "max_request_body_size": 65_536,
    # Read at most this much ahead: requests pipelined beyond it wait until the responses before them are taken.
    "recv_bytes": 2_048,
    # Notice while a request waits for a thread that its client has left, and don't compute it. A client that ends its own side of
    # the connection after the request gets no response either; nginx treats it in the same way.
    "channel_request_lookahead": 1,
    # Send head and body of a response together. (waitress's default of 1 sends each by itself.)
    "send_bytes": 131_072,
    # Unsent bytes beyond this are kept in a temporary file: a thousand clients that stop reading must not fill the memory.
    "outbuf_overflow": 65_536,
    # Responses are finished before they are sent, and files are read while they are sent, so no thread has to wait for a client.
    # With a limit, four clients that stop reading would block all four threads.
    "outbuf_high_watermark": 1 << 62,
    # select() can watch no more than 1,024 files.
    "asyncore_use_poll": True,
    # A client that disconnects is not an error.
    "log_socket_errors": False,
}
# Bytes of a response that the kernel buffers for each client, which count against the unit's memory. It would buffer megabytes.
SEND_BUFFER = 65_536
# Seconds after a signal: open connections get one more response, running requests finish, clients receive the responses.
GRACE_TIME = 1
FINISH_TIME = 6
DRAIN_TIME = 23


class Server:
    """A waitress server that finishes the requests it has accepted on SIGTERM, SIGHUP or SIGINT, then stops.

    Raises:
        OSError, ValueError: the address is in use or invalid.
    """

    def __init__(self, application: WSGIApplication, host: str, port: int) -> None:
        self.application = application
        self.sockets: dict[int, Any] = {}
        self.stopping = False
        create_server(self.answer, map=self.sockets, host=host, port=port, **OPTIONS)
        # A name such as localhost may have several addresses, each with a listener.
        self.listeners = [each for each in self.sockets.values() if each.accepting]
        for listener in self.listeners:
            listener.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request. A response without a length is the last of its connection, and waitress says so to the client."""
        if not self.stopping:
            return self.application(environ, start_response)

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            return start_response(status, [each for each in headers if each[0].lower() != "content-length"], *error)

        return iter(self.application(environ, start))

    def run(self) -> None:
        """Serve until a signal comes, then finish."""
        allow_open_files()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            if signal.getsignal(number) != signal.SIG_IGN:  # as nohup and shells in the background leave them
                signal.signal(number, self.stop)
        while not self.stopping:
            self.turn(1.0)
        for listener in self.listeners:
            for _ in range(listener.adj.backlog):
                listener.handle_accept()  # the system has already connected these clients
            wasyncore.dispatcher.close(listener)  # without its trigger, which wakes this thread
        self.turn_while(lambda: len(self.sockets) > len(self.listeners), GRACE_TIME)
        # Requests that no thread has begun are dropped: a proxy sends them to another process (deploy/README.md).
        self.listeners[0].task_dispatcher.shutdown(cancel_pending=True, timeout=FINISH_TIME)
        self.turn_while(lambda: any(each.writable() for each in self.sockets.values()), DRAIN_TIME)

    def turn(self, seconds: float) -> None:
        """Read and write what the sockets are ready for, waiting so many seconds at most."""
        wasyncore.loop(seconds, use_poll=OPTIONS["asyncore_use_poll"], map=self.sockets, count=1)

    def turn_while(self, condition: Callable[[], bool], seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end and condition():
            self.turn(0.1)

    def stop(self, number: int, frame: object) -> None:
        """Stop at the next turn. A second signal ends the process at once."""
        self.stopping = True
        signal.signal(number, signal.SIG_DFL)
        self.listeners[0].pull_trigger()


def allow_open_files() -> None:
    """Let the process open as many files as the system permits: each connection is one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
