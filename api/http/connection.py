"""One client's connection in waitress, without the faults that would leave a client or the others waiting."""

from __future__ import annotations

from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.task import ThreadedTaskDispatcher, WSGITask


class Parser(HTTPRequestParser):
    """A parser without four faults of waitress's own, each of which leaves a client waiting for an answer."""

    def received(self, data: bytes) -> int:
        """Nobody is asked to go on (``Expect: 100-continue``) with a request that is complete, and one that is refused is the
        last: an answer in HTTP/1.0 would say that the connection is kept, and close it.
        """
        consumed = super().received(data)
        self.expect_continue = self.expect_continue and not self.completed
        if self.error:
            self.headers = {**self.headers, "CONNECTION": "close"}
        return consumed

    def parse_header(self, header_plus: bytes) -> None:
        """What int() and urlsplit() refuse is a bad request, and so are chunks in HTTP/1.0 (RFC 9112, section 6.1)."""
        try:
            super().parse_header(header_plus)
        except ValueError:
            raise ParsingError("The address or a number in the header is none.") from None
        if self.version != "1.1" and "TRANSFER_ENCODING" in self.headers:
            raise ParsingError("HTTP/1.0 has no Transfer-Encoding.")


class Task(WSGITask):
    """waitress's own closes the connection after every 304 and 204, which have no Content-Length because they need none."""

    def build_response_header(self) -> bytes:
        channel: Any = self.channel
        request: Any = self.request
        if channel.server.task_dispatcher.ending and len(channel.requests) == 1:
            # The last answer of a connection says that no further request is answered.
            request.headers["CONNECTION"] = "close"
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
        self.ending = False
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
