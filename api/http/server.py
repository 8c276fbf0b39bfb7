"""waitress as this service needs it: limits set on purpose, and an end that loses no request."""

from __future__ import annotations

import contextlib
import resource
import signal
import time
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import create_server

from api.http.connection import Channel, Dispatcher

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

# Every option that differs from waitress's own, and why. `waitress-serve` takes the same ones (README, Run it for real).
OPTIONS: dict[str, Any] = {
    # A request computes for well under a millisecond and never waits for a client, so more threads would only contend.
    "threads": 4,
    # A connection that does nothing costs some kilobytes; waitress's own limit of 100 is reached by one slow crawler.
    "connection_limit": 1000,
    # Seconds after which a connection on which nothing moves is closed, and how often that is looked after.
    "channel_timeout": 30,
    "cleanup_interval": 5,
    # The longest request that can be answered, a journal of 200 characters percent-encoded, has 3 KB; browsers send 1 to 8 KB.
    "max_request_header_size": 32_768,
    # No request needs a body.
    "max_request_body_size": 65_536,
    # A socket is read at most so far ahead: what is pipelined beyond it waits until the answers before it are taken.
    "recv_bytes": 2_048,
    # Head and body of an answer go out together. (waitress's own value is 1, so that each is sent by itself.)
    "send_bytes": 131_072,
    # Answers are finished before they are sent and files are read while they are, so no thread ever has to wait for a client.
    # With a limit here, four clients that stop reading would stop all four threads for good; see Dispatcher.
    "outbuf_high_watermark": 1 << 62,
    # select() can watch no more than 1,024 files.
    "asyncore_use_poll": True,
    # A client that goes away is no error.
    "log_socket_errors": False,
}
# Seconds in which a request must have come in whole, however steadily its bytes drip (Slowloris).
REQUEST_TIME = 20.0
# Seconds that running requests get to finish when the service is told to stop.
DRAIN_TIME = 30.0


class Server:
    """A waitress server that ends on SIGTERM or SIGINT: it listens no more, finishes what it has begun, and returns.

    Raises:
        OSError, OverflowError: nothing can listen at that address.
    """

    def __init__(self, application: WSGIApplication, host: str, port: int) -> None:
        self.sockets: dict[int, Any] = {}
        self.stopping = False
        self.unfinished: dict[Any, float] = {}
        # Less than `send_bytes` is not sent while a request waits, so that is the bound.
        self.dispatcher = Dispatcher(OPTIONS["threads"], OPTIONS["send_bytes"])
        create_server(application, map=self.sockets, _dispatcher=self.dispatcher, host=host, port=port, **OPTIONS)
        self.listeners = [each for each in self.sockets.values() if each.accepting]
        for listener in self.listeners:
            listener.channel_class = Channel

    @property
    def channels(self) -> list[Any]:
        return [each for each in self.sockets.values() if isinstance(each, HTTPChannel)]

    def run(self) -> None:
        """Serve until a signal comes, then finish."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)
        looked = time.monotonic()
        while not self.stopping:
            self.turn()
            if time.monotonic() - looked > 1:
                looked = time.monotonic()
                self.close_late_requests(looked)
                self.follow_clock(time.time())
                self.close_stuck()
        self.drain()

    def turn(self, timeout: float = 1.0) -> None:
        """Wait until something can be read or written, and do it."""
        wasyncore.loop(timeout, use_poll=True, map=self.sockets, count=1)
        self.dispatcher.release(time.time() - OPTIONS["channel_timeout"])

    def stop(self, number: int, frame: object) -> None:
        """The first signal asks, a second one ends at once."""
        self.stopping = self.dispatcher.ending = True
        signal.signal(number, signal.SIG_DFL)
        for listener in self.listeners:
            listener.pull_trigger()

    def close_late_requests(self, now: float) -> None:
        """Close connections whose request began long ago and is not there yet."""
        channels = {channel.request: channel for channel in self.channels if channel.request is not None}
        self.unfinished = {request: self.unfinished.get(request, now) for request in channels}
        for request, began in self.unfinished.items():
            if now - began > REQUEST_TIME:
                channels[request].will_close = True

    def close_stuck(self) -> None:
        """Close what is marked for it. By itself waitress would wait until the socket takes bytes again, which it never does for
        a client who reads nothing.
        """
        for channel in self.channels:
            if channel.will_close:
                channel.handle_close()

    def follow_clock(self, now: float) -> None:
        """Idle connections are found by the time of day: set back by an hour, it would let none be found for an hour."""
        for channel in self.channels:
            channel.last_activity = min(channel.last_activity, now)
        for listener in self.listeners:
            listener.next_channel_cleanup = min(listener.next_channel_cleanup, now + OPTIONS["cleanup_interval"])

    def drain(self) -> None:
        """Refuse new connections, answer what has come in, close each connection when it has its answer."""
        self.accept_waiting()
        for listener in self.listeners:
            listener.del_channel()
            listener.socket.close()
        end = time.monotonic() + DRAIN_TIME
        while (channels := self.channels) and time.monotonic() < end:
            for channel in channels:
                if not channel.requests and not channel.total_outbufs_len:
                    channel.will_close = True
            self.turn(timeout=0.05)

    def accept_waiting(self) -> None:
        """Take on who has connected already, one in a turn: they would be cut off with the listening socket. A turn also reads
        what the others have sent.
        """
        for _ in range(OPTIONS["connection_limit"]):
            before = set(self.channels)
            self.turn(timeout=0)
            if before.issuperset(self.channels):
                break


def raise_file_limit() -> None:
    """Let the process open as many files as the system allows it: each connection is one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
