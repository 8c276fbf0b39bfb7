"""waitress with the options that this service needs. On a stop, it finishes the requests in progress."""

from __future__ import annotations

import select
import signal
import time
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.server import create_server

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

# Options that differ from waitress's defaults, and why.
WAITRESS_OPTIONS: dict[str, Any] = {
    "connection_limit": 1000,  # an idle connection costs a few kilobytes; one slow crawler reaches waitress's limit of 100
    "asyncore_use_poll": hasattr(select, "poll"),  # select() can only watch 1,024 files; Windows has nothing else
    "clear_untrusted_proxy_headers": False,  # nothing here reads them, and removing them takes 3% of a request's time
    "max_request_body_size": 65_536,  # no request needs a body
    "channel_request_lookahead": 1,  # don't answer a client that has left while its request waited for a thread
    "send_bytes": 131_072,  # send head and body of a response together; waitress's default of 1 sends them separately
    "log_socket_errors": False,  # a client that disconnects is not an error
}
# Seconds to finish the requests in progress after a signal.
STOP_SECONDS = 25


class Server:
    """A waitress server. On SIGTERM, SIGHUP or SIGINT it finishes and sends the requests in progress, then ends.

    Raises:
        OSError, ValueError: the address is in use or invalid.
    """

    def __init__(self, wsgi: WSGIApplication, host: str, port: int) -> None:
        self.sockets: dict[int, Any] = {}
        self.waitress = create_server(wsgi, map=self.sockets, host=host, port=port, **WAITRESS_OPTIONS)

    def run(self) -> None:
        if hasattr(signal, "setitimer"):  # on Windows, a signal ends the process immediately
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                if signal.getsignal(number) != signal.SIG_IGN:  # nohup and background shells ignore signals
                    signal.signal(number, self.stop)
            signal.signal(signal.SIGALRM, self.end_when_idle)
        self.waitress.run()

    def stop(self, number: int, frame: object) -> None:
        """Stop accepting connections and reading requests. A second signal ends the process immediately."""
        signal.signal(number, signal.SIG_DFL)
        for listener in [each for each in self.sockets.values() if each.accepting]:
            wasyncore.dispatcher.close(listener)  # but keep its trigger: threads wake this one with it
        self.waitress.adj.channel_request_lookahead = -1
        self.end = time.monotonic() + STOP_SECONDS
        signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)

    def end_when_idle(self, number: int, frame: object) -> None:
        """End waitress with SystemExit, which sends nothing more, once every response has been computed and sent."""
        is_busy = any(getattr(each, "requests", None) or each.writable() for each in self.sockets.values())
        if not is_busy or time.monotonic() > self.end:
            signal.setitimer(signal.ITIMER_REAL, 0)
            raise SystemExit
