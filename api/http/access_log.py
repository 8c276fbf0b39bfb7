"""One line for each request, for operators who want it; with a proxy in front, that one's log is the better place."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

logger = logging.getLogger("api.access")


class AccessLog:
    """Without it an operator would not see what is asked. Lines go to the logger ``api.access``."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application
        logger.setLevel(logging.INFO)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        began = time.perf_counter()
        status, size = "", "0"

        def noting(line: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            nonlocal status, size
            status = line[:3]
            size = next((value for name, value in headers if name.lower() == "content-length"), "0")
            return start_response(line, headers, *error)

        body = self.application(environ, noting)
        self.log(environ, status, size, 1000 * (time.perf_counter() - began))
        return body

    def log(self, environ: WSGIEnvironment, status: str, size: str, elapsed: float) -> None:
        # Quoted anew: a decoded path may hold line breaks that would forge a line of the log.
        target = quote(environ["PATH_INFO"].encode("latin-1"))
        if environ["QUERY_STRING"]:
            target += "?" + quote(environ["QUERY_STRING"].encode("latin-1"), safe="%&=+;/:,~")
        method, client = quote(environ["REQUEST_METHOD"]), environ.get("REMOTE_ADDR", "-")
        logger.info('%s "%s %s" %s %s %.1fms', client, method, target, status, size, elapsed)
