"""Waiting for what another process or thread does, and a server in a thread."""

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from socketserver import BaseServer
from threading import Thread
from typing import TypeVar

AnyServer = TypeVar("AnyServer", bound=BaseServer)


def until(holds: Callable[[], bool], seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    pause = 0.01
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(pause)
        pause = min(1.5 * pause, 0.2)  # what takes long would be asked for too often
    return True


def is_answering(port: int, path: str = "/") -> bool:
    with suppress(OSError, HTTPException), closing(HTTPConnection("127.0.0.1", port, timeout=5)) as connection:
        connection.request("GET", path)
        connection.getresponse().read()
        return True
    return False


def until_answered(process: subprocess.Popen[bytes], port: int, log: Path, path: str = "/api/status") -> None:
    """Wait until a process that was just started answers on its port.

    Raises:
        RuntimeError: it ended, or did not answer in time; with its log.
    """
    # A target of make builds a database first.
    if not until(lambda: is_answering(port, path) or process.poll() is not None, 120) or process.poll() is not None:
        process.kill()
        raise RuntimeError(f"the server did not start: {log.read_text()}")


@contextmanager
def in_background(server: AnyServer) -> Iterator[AnyServer]:
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
