"""The access log, for operators without a proxy that writes one."""

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
    """Logs a line for each request, even from the cache, to the logger ``api.access``."""

    def __init__(self, wsgi: WSGIApplication) -> None:
        self.wsgi = wsgi
        logger.setLevel(logging.INFO)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        began = time.perf_counter()
        sent: dict[str, str] = {}

        def recording(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            sent.update({name.lower(): value for name, value in headers}, status=status[:3])
            return start_response(status, headers, *error)

        body = self.wsgi(environ, recording)
        elapsed = 1000 * (time.perf_counter() - began)
        # Quoted again, because a decoded path can contain line breaks, which would forge a line of the log.
        target = quote(environ["PATH_INFO"].encode("latin-1"))
        if environ["QUERY_STRING"]:
            target += "?" + quote(environ["QUERY_STRING"].encode("latin-1"), safe="%&=+;/:,~")
        request = f"{quote(environ['REQUEST_METHOD'])} {target}"
        size = sent.get("content-length", "0")
        logger.info('%s "%s" %s %s %.1fms', environ.get("REMOTE_ADDR", "-"), request, sent["status"], size, elapsed)
        return body
