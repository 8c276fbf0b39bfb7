"""waitress as this service needs it: limits set on purpose, and an end that loses no request."""

from __future__ import annotations

import contextlib
import resource
import signal
import time
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import create_server
from waitress.task import ThreadedTaskDispatcher, WSGITask

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


class Parser(HTTPRequestParser):
    """waitress's own lets the errors of int() and urlsplit() through: the client got no answer, the log a traceback."""

    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        except ValueError:
            raise ParsingError("The address or a number in the header is none.") from None


class Task(WSGITask):
    """waitress's own closes the connection after every 304 and 204, which have no Content-Length because they need none."""

    def build_response_header(self) -> bytes:
        request: Any = self.request
        asked_to_close = request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or self.version != "1.1" or asked_to_close or self.close_on_finish:
            return super().build_response_header()
        self.close_on_finish = True  # waitress then does not do so itself, and writes no `Connection: close`
        head = super().build_response_header()
        self.close_on_finish = False
        return head


class Channel(HTTPChannel):
    parser_class = Parser
    task_class = Task


class Dispatcher(ThreadedTaskDispatcher):
    """Hands requests to the threads; one that was pipelined waits until its client has taken most of the answers before it.

    Without that, a client that asks for long answers on one connection and reads none would have all of them held in memory.
    """

    def __init__(self, threads: int, most_unsent: int) -> None:
        super().__init__()
        self.most_unsent = most_unsent
        self.held: set[Any] = set()
        self.set_thread_count(threads)

    def add_task(self, task: Any) -> None:
        """What waitress calls a task is a channel with requests."""
        if task.total_outbufs_len < self.most_unsent:
            super().add_task(task)
        else:
            self.held.add(task)

    def release(self, idle_since: float) -> None:
        """Go on where the answers were taken; close where none was since then: waitress closes no connection with requests."""
        for channel in list(self.held):
            if channel.total_outbufs_len < self.most_unsent:
                self.held.discard(channel)
                super().add_task(channel)
            elif channel.last_activity < idle_since:
                channel.will_close = True


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
        self.drain()

    def turn(self, timeout: float = 1.0) -> None:
        """Wait until something can be read or written, and do it."""
        wasyncore.loop(timeout, use_poll=True, map=self.sockets, count=1)
        self.dispatcher.release(time.time() - OPTIONS["channel_timeout"])

    def stop(self, number: int, frame: object) -> None:
        """The first signal asks, a second one ends at once."""
        self.stopping = True
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

    def follow_clock(self, now: float) -> None:
        """Idle connections are found by the time of day: set back by an hour, it would let none be found for an hour."""
        for channel in self.channels:
            channel.last_activity = min(channel.last_activity, now)
        for listener in self.listeners:
            listener.next_channel_cleanup = min(listener.next_channel_cleanup, now + OPTIONS["cleanup_interval"])

    def drain(self) -> None:
        """Refuse new connections, answer what has come in, close each connection when it has its answer."""
        for listener in self.listeners:
            listener.del_channel()
            listener.socket.close()
        end = time.monotonic() + DRAIN_TIME
        idle: set[Any] = set()
        while (channels := self.channels) and time.monotonic() < end:
            before, idle = idle, {each for each in channels if not each.requests and not each.total_outbufs_len}
            for channel in channels:
                self.announce_end(channel)
                # What its socket held has been read in the turn between.
                if channel in before & idle:
                    channel.will_close = True
            self.turn(timeout=0.05)

    @staticmethod
    def announce_end(channel: Any) -> None:
        """Have the last answer of a connection say that no further request is answered."""
        with channel.requests_lock:
            if channel.requests:
                channel.requests[-1].headers["CONNECTION"] = "close"


def raise_file_limit() -> None:
    """Let the process open as many files as the system allows it: each connection is one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
