"""The HTTP client of all services: timeouts, bounded retries, bounded sizes, rate limits, and answers kept for a day.

Sources: RFC 9110, section 10.2.3, for ``Retry-After``; the services' documentation for their limits.
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from threading import Thread
from typing import TypeVar

import httpx

from pipeline.loading.publish import temporary_beside
from pipeline.messages import quote

Answer = TypeVar("Answer")

TIMEOUT = httpx.Timeout(20, connect=10)
ANSWER_SECONDS = 60.0  # in all; a service that sends a byte now and then would never time out
MOST_BYTES = 64 << 20
ATTEMPTS = 3
BACKOFF = 1.0  # seconds before the second attempt, doubled for each further one
LONGEST_WAIT = 60.0
KEPT_SECONDS = 24 * 60 * 60
TEMPORARY = frozenset((408, 425, 429, 500, 502, 503, 504))


class RegistryError(Exception):
    """A service cannot be used; the sentence says why. ``again`` says that another attempt may help, ``after`` how soon.

    ``status`` is the HTTP status of the answer; 0 if there was none, or if it was 200.
    """

    def __init__(self, sentence: str, *, again: bool = False, after: float | None = None, status: int = 0) -> None:
        super().__init__(sentence)
        self.status = status
        self.again = again
        self.after = after


@dataclass
class Pace:
    """The least number of seconds between two requests to a service, and when the last one was sent."""

    seconds: float
    last: float = 0.0

    def wait(self) -> None:
        time.sleep(max(0.0, self.last + self.seconds - time.monotonic()))
        self.last = time.monotonic()

    def learn(self, headers: httpx.Headers) -> None:
        """Slow down if the headers say so: Crossref's ``x-rate-limit-limit: 5`` and ``x-rate-limit-interval: 1s``."""
        with suppress(KeyError, ValueError, ZeroDivisionError):
            seconds = float(headers["x-rate-limit-interval"].removesuffix("s")) / float(headers["x-rate-limit-limit"])
            self.seconds = max(self.seconds, min(seconds, LONGEST_WAIT))


class Cache:
    """Answers by their request, kept for a day in a folder, so that looking twice costs nothing.

    A file is complete or absent, because it is renamed when it is written; readers refuse one that a crash has damaged. A folder
    that cannot be written keeps nothing, which is no error.
    """

    def __init__(self, folder: Path, *, fresh: bool = False) -> None:
        self.folder = folder
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            for old in folder.glob("*.answer"):
                if fresh or not 0 <= time.time() - old.stat().st_mtime < KEPT_SECONDS:
                    old.unlink()

    def get(self, request: str) -> bytes | None:
        """Return the answer to a request, if it is kept."""
        with suppress(OSError):
            return self.path(request).read_bytes()
        return None

    def put(self, request: str, body: bytes) -> None:
        """Keep an answer."""
        path = self.path(request)
        with suppress(OSError), temporary_beside(path) as temporary:
            temporary.write_bytes(body)
            temporary.replace(path)

    def path(self, request: str) -> Path:
        return self.folder / f"{hashlib.sha256(request.encode()).hexdigest()}.answer"


class Client:
    """Sends requests one at a time."""

    def __init__(self, user_agent: str, cache: Cache) -> None:
        # ORCID sends XML to clients that accept anything. A redirect could lead to anyone, so none is followed.
        headers = {"User-Agent": user_agent, "Accept": "application/json, */*;q=0.5"}
        self.http = httpx.Client(timeout=TIMEOUT, headers=headers, follow_redirects=False)
        self.cache = cache
        self.requests = 0

    def close(self) -> None:
        self.http.close()

    def ask(self, name: str, pace: Pace, request: httpx.Request, read: Callable[[bytes], Answer]) -> Answer:
        """Return what a reader makes of the answer to a request, which is kept if the reader accepts it.

        Raises:
            RegistryError: no attempt had an answer that can be read.
        """
        key = f"{request.method} {request.url}\n{request.content.decode()}"
        if (body := self.cache.get(key)) is not None:
            with suppress(RegistryError):
                return read(body)
        for attempt in range(ATTEMPTS):
            pace.wait()
            self.show(f"Asking {name}: request {self.requests + 1:,}")
            try:
                body = self.fetch(request, pace)
                answer = read(body)
            except RegistryError as error:
                if not error.again or attempt == ATTEMPTS - 1:
                    raise
                time.sleep(BACKOFF * 2**attempt if error.after is None else error.after)
            else:
                self.cache.put(key, body)
                return answer
            finally:
                self.show("")
        raise AssertionError("the last attempt returns or raises")

    def fetch(self, request: httpx.Request, pace: Pace) -> bytes:
        """Send a request once, and return the body of its answer.

        Raises:
            RegistryError: there is no answer, or none that is complete in time.
        """
        self.requests += 1
        answer: Future[bytes] = Future()

        def run() -> None:
            try:
                answer.set_result(self.exchange(request, pace))
            except BaseException as error:  # raised below, where the answer is awaited
                answer.set_exception(error)

        # httpx limits the time between two bytes, not that of a whole answer. The thread of one that never ends is abandoned.
        Thread(target=run, daemon=True).start()
        try:
            return answer.result(ANSWER_SECONDS)
        except TimeoutError:
            raise RegistryError(f"The answer is not complete after {ANSWER_SECONDS:.0f} seconds.") from None

    def exchange(self, request: httpx.Request, pace: Pace) -> bytes:
        """Send a request, and return the body of its answer, however slowly that arrives."""
        try:
            with closing(self.http.send(request, stream=True)) as response:
                pace.learn(response.headers)
                check_status(response)
                body = bytearray()
                for part in response.iter_bytes():
                    body += part
                    if len(body) > MOST_BYTES:
                        raise RegistryError(f"The answer is longer than {MOST_BYTES >> 20} MiB.")
                return bytes(body)
        except httpx.TimeoutException:
            raise RegistryError("It does not answer in time.", again=True) from None
        except httpx.RemoteProtocolError:
            raise RegistryError("The answer is cut off.", again=True) from None
        except httpx.DecodingError:
            raise RegistryError("The answer is damaged.", again=True) from None
        except httpx.HTTPError as error:
            reason = str(error) or type(error).__name__
            raise RegistryError(f"It cannot be reached: check the internet connection ({reason}).", again=True) from None

    def show(self, text: str) -> None:
        """Show progress on a terminal, on one line."""
        if sys.stderr.isatty():
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)  # ECMA-48: erase to the end of the line


def check_status(response: httpx.Response) -> None:
    """Accept the status 200 only.

    Raises:
        RegistryError: it is another one.
    """
    status = response.status_code
    if status == 200:
        return
    if response.has_redirect_location:
        raise RegistryError(f"It redirects to {quote(response.headers['location'])}; redirects are not followed.", status=status)
    named = f"{status} {response.reason_phrase}".strip()
    if status not in TEMPORARY:
        raise RegistryError(f"It answered {named}.", status=status)
    after = retry_after(response.headers.get("retry-after", ""))
    if after is not None and after > LONGEST_WAIT:
        raise RegistryError(f"It answered {named} and asks to wait {after:,.0f} seconds. Repeat the command then.", status=status)
    raise RegistryError(f"It answered {named}.", again=True, after=after, status=status)


def retry_after(text: str) -> float | None:
    """Return the seconds in ``Retry-After``, which is a number of seconds or a date."""
    if text.isascii() and text.isdigit():
        return float(text)
    with suppress(ValueError):
        date = parsedate_to_datetime(text)  # without a time zone if the text lacks one or says -0000
        return max(0.0, (date.replace(tzinfo=date.tzinfo or UTC) - datetime.now(UTC)).total_seconds())
    return None
