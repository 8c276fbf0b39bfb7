"""waitress with the options that this service needs, and a graceful stop."""

from __future__ import annotations

import contextlib
import resource
import signal
import time
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.server import create_server

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

# Every option that differs from waitress's default, and why. `waitress-serve` takes the same ones (deploy/README.md).
OPTIONS: dict[str, Any] = {
    # A request computes for less than a millisecond and never waits for a client, so more threads would only compete.
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
    # Send head and body of a response together. (waitress's default of 1 sends each by itself.)
    "send_bytes": 131_072,
    # Responses are finished before they are sent, and files are read while they are sent, so no thread has to wait for a client.
    # With a limit, four clients that stop reading would block all four threads.
    "outbuf_high_watermark": 1 << 62,
    # select() can watch no more than 1,024 files.
    "asyncore_use_poll": True,
    # A client that disconnects is not an error.
    "log_socket_errors": False,
}
# Seconds that running requests get to finish after SIGTERM, and then their clients to receive the responses.
FINISH_TIME = 6
DRAIN_TIME = 24


class Server:
    """A waitress server that stops on SIGTERM or SIGINT, once it has finished the requests that it was running.

    Raises:
        OSError, OverflowError: the address is in use or invalid.
    """

    def __init__(self, application: WSGIApplication, host: str, port: int) -> None:
        self.sockets: dict[int, Any] = {}
        self.stopping = False
        create_server(application, map=self.sockets, host=host, port=port, **OPTIONS)
        # A name such as localhost may have several addresses, each with a listener.
        self.listeners = [each for each in self.sockets.values() if each.accepting]

    def run(self) -> None:
        """Serve until a signal comes, then finish."""
        allow_open_files()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)
        while not self.stopping:
            self.turn()
        # Requests that no thread has begun are dropped: a proxy sends them to another process (deploy/README.md).
        self.listeners[0].task_dispatcher.shutdown(cancel_pending=True, timeout=FINISH_TIME)
        for listener in self.listeners:
            listener.close()
        end = time.monotonic() + DRAIN_TIME
        while time.monotonic() < end and any(each.writable() for each in self.sockets.values()):
            self.turn()

    def turn(self) -> None:
        """Read and write what the sockets are ready for, waiting a second at most."""
        wasyncore.loop(1.0, use_poll=OPTIONS["asyncore_use_poll"], map=self.sockets, count=1)

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
