"""The HTTP client of all registries: time limits, bounded retries, bounded sizes, pauses, and a cache for a day."""

from __future__ import annotations

import hashlib
import sys
import time
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from threading import Timer
from typing import TypeVar

import httpx

from db.atomic import write_file
from pipeline.wording import quote

Answer = TypeVar("Answer")

TIMEOUT = httpx.Timeout(20, connect=10)
ANSWER_SECONDS = 60.0  # for a whole answer: httpx limits the time between two bytes
MAX_ANSWER_BYTES = 64 << 20
ATTEMPTS = 3
BACKOFF_SECONDS = 1.0  # before the second attempt, doubled for each further one
MAX_WAIT_SECONDS = 60
KEPT_SECONDS = 24 * 60 * 60


class RegistryError(Exception):
    """A registry cannot be used; the sentence says why.

    ``again`` says that another attempt can help, ``after`` how many seconds later. ``status`` is the HTTP status of the answer; 0
    if there was no answer, or if the status was 200.
    """

    def __init__(self, sentence: str, *, again: bool = False, after: float | None = None, status: int = 0) -> None:
        super().__init__(sentence)
        self.status = status
        self.again = again
        self.after = after


class AnswerCache:
    """Keeps the answer to each request in a folder for a day: asking twice costs nothing.

    If the folder cannot be written, nothing is kept, without an error.
    """

    def __init__(self, folder: Path, *, fresh: bool = False) -> None:
        self.folder = folder
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            for old in folder.glob("*.answer"):
                if fresh or not 0 <= time.time() - old.stat().st_mtime < KEPT_SECONDS:
                    old.unlink()

    def get(self, request: str) -> bytes | None:
        with suppress(OSError):
            return self.path(request).read_bytes()
        return None

    def put(self, request: str, body: bytes) -> None:
        with suppress(OSError):
            write_file(self.path(request), body)

    def path(self, request: str) -> Path:
        return self.folder / f"{hashlib.sha256(request.encode()).hexdigest()}.answer"


class Client:
    """Sends one request after the other. ``email`` is the owner's, for the registry that asks for it."""

    def __init__(
        self, user_agent: str, cache: AnswerCache, email: str = "", *, max_seconds: float = 0, max_bytes: int = 0
    ) -> None:
        # ORCID sends XML to clients that accept anything.
        self.headers = {"User-Agent": user_agent, "Accept": "application/json, */*;q=0.5", "Accept-Encoding": "gzip"}
        self.http = self.connect()
        self.cache = cache
        self.email = email
        self.max_seconds = max_seconds or ANSWER_SECONDS
        self.max_bytes = max_bytes or MAX_ANSWER_BYTES
        self.requests = 0
        self.sent: dict[str, float] = {}  # the time of the last request by registry

    def connect(self) -> httpx.Client:
        # Follow no redirect: it could go to anyone.
        return httpx.Client(timeout=TIMEOUT, headers=self.headers, follow_redirects=False)

    def close(self) -> None:
        self.http.close()

    def ask(self, name: str, seconds_between: float, request: httpx.Request, read: Callable[[bytes], Answer]) -> Answer:
        """Send a request, with retries, and return what ``read`` makes of the answer. The cache keeps answers that it accepts.

        Raises:
            RegistryError: no attempt got an answer that can be read.
        """
        key = f"{request.method} {request.url}\n{request.content.decode()}"
        if (body := self.cache.get(key)) is not None:
            with suppress(RegistryError):
                return read(body)
        attempt = 1
        while True:
            time.sleep(max(0.0, self.sent.get(name, 0.0) + seconds_between - time.monotonic()))
            self.sent[name] = time.monotonic()
            self.requests += 1
            show_progress(f"Asking {name}: request {self.requests:,}")
            try:
                body = self.exchange(request)
                answer = read(body)
            except RegistryError as error:
                if not error.again or attempt == ATTEMPTS:
                    raise
                time.sleep(BACKOFF_SECONDS * 2 ** (attempt - 1) if error.after is None else error.after)
                attempt += 1
            else:
                self.cache.put(key, body)
                return answer
            finally:
                show_progress("")

    def exchange(self, request: httpx.Request) -> bytes:
        """Send a request once, and return the body of its answer.

        Raises:
            RegistryError: there is no answer, or it is not complete in time.
        """
        body = bytearray()
        if self.http.is_closed:  # by the deadline of another request
            self.http = self.connect()
        # A slow answer can send every byte in time. After this deadline, reading the next byte fails.
        deadline = Timer(self.max_seconds, self.http.close)
        deadline.start()
        try:
            with closing(self.http.send(request, stream=True)) as response:
                check_status(response)
                inflater = inflater_of(response)
                # Raw, because httpx would inflate a part of the answer completely, to a thousand times its size for each coding.
                for part in response.iter_raw():
                    body += inflater.decompress(part, self.max_bytes + 1 - len(body)) if inflater else part
                    if len(body) > self.max_bytes:
                        raise RegistryError(f"The answer is longer than {self.max_bytes >> 20} MiB.")
                    if inflater and inflater.eof:
                        break
                if inflater and not inflater.eof:
                    raise RegistryError("The answer is cut off.", again=True)
        except (httpx.HTTPError, zlib.error) as error:
            if self.http.is_closed:
                raise RegistryError(f"The answer is not complete after {self.max_seconds:.0f} seconds.") from None
            raise RegistryError(sentence_on(error), again=True) from None
        finally:
            deadline.cancel()
        return bytes(body)


def sentence_on(error: httpx.HTTPError | zlib.error) -> str:
    if isinstance(error, httpx.TimeoutException):
        return "It does not answer in time."
    if isinstance(error, httpx.RemoteProtocolError | zlib.error):
        return "The answer is cut off."
    return f"It cannot be reached: check the internet connection ({str(error) or type(error).__name__})."


def show_progress(progress: str) -> None:
    """Show progress on a terminal, on one line."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{progress}", end="", file=sys.stderr, flush=True)  # ECMA-48: erase to the end of the line


def inflater_of(response: httpx.Response) -> zlib._Decompress | None:
    """The decompressor for the body of a response; None if the body is not compressed.

    Raises:
        RegistryError: the coding is not gzip, or there are several.
    """
    coding = response.headers.get("content-encoding", "identity").lower()
    if coding not in ("gzip", "identity"):
        raise RegistryError(f"The answer has the encoding {quote(coding)}, which was not requested.")
    return zlib.decompressobj(wbits=16 + zlib.MAX_WBITS) if coding == "gzip" else None


def check_status(response: httpx.Response) -> None:
    """Accept the status 200 only.

    Raises:
        RegistryError: the status is another one.
    """
    status = response.status_code
    if status == 200:
        return
    if response.has_redirect_location:
        raise RegistryError(f"It redirects to {quote(response.headers['location'])}; redirects are not followed.", status=status)
    sentence = f"It answered {status} {response.reason_phrase}".strip()
    wait = response.headers.get("retry-after", "")  # RFC 9110, section 10.2.3; no registry gives a date
    after = float(wait) if wait.isdecimal() else None
    if after is not None and after > MAX_WAIT_SECONDS:
        raise RegistryError(f"{sentence} and asks to wait {after:,.0f} seconds. Repeat the command then.", status=status)
    raise RegistryError(f"{sentence}.", again=status == 429 or status >= 500, after=after, status=status)
