"""A server on the loopback interface that replays recorded answers of the services, and their addresses as settings.

A folder of recordings has a ``requests.json`` that names, for each file, the request (method, URL, form), status and headers. An
answer is found by service and path, and by what is asked for (an ORCID iD, DOIs, PubMed IDs). Any other request is 404.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from bibliography.registries import REGISTRIES
from tests.support.waiting import in_background

SETTINGS = {registry.env_var: registry.default_url for registry in REGISTRIES}
ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")


@dataclass(frozen=True)
class Asked:
    """A request: the service's host, the path, and the values of the query and of the form."""

    host: str
    path: str
    values: dict[str, str]
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Reply:
    """An answer. With ``cut``, fewer bytes are sent than announced."""

    body: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False


@dataclass
class Replay:
    """A running server; ``asked`` are the requests so far."""

    environment: dict[str, str]
    asked: list[Asked] = field(default_factory=list)


@contextmanager
def replaying(answer: Callable[[Asked], Reply]) -> Iterator[Replay]:
    replay = Replay({})

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.reply("")

        def do_POST(self) -> None:
            self.reply(self.rfile.read(int(self.headers["content-length"])).decode())

        def reply(self, form: str) -> None:
            address = urlsplit(self.path)
            _, host, path = address.path.split("/", 2)
            values = {name: value[0] for text in (address.query, form) for name, value in parse_qs(text).items()}
            asked = Asked(host, f"/{unquote(path)}", values, {name.lower(): value for name, value in self.headers.items()})
            replay.asked.append(asked)
            reply = answer(asked)
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            self.wfile.write(reply.body[: len(reply.body) // 2] if reply.cut else reply.body)
            self.close_connection = self.close_connection or reply.cut

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  # a client that has closed its connection
    for name, public in SETTINGS.items():
        address = urlsplit(public)
        replay.environment[name] = f"http://127.0.0.1:{server.server_port}/{address.netloc}{address.path}"
    with in_background(server):
        yield replay


@dataclass(frozen=True)
class Recording:
    asked: Asked
    reply: Reply


def recordings(folder: Path) -> list[Recording]:
    found = []
    for one in json.loads((folder / "requests.json").read_text(encoding="utf-8")):
        address = urlsplit(str(one["url"]).split(" ")[0])
        values = {name: value[0] for text in (address.query, one["request_body"] or "") for name, value in parse_qs(text).items()}
        asked = Asked(address.netloc, unquote(address.path), values)
        headers = {"Content-Type": (one["response_headers"] or {}).get("content-type", "application/octet-stream")}
        found.append(Recording(asked, Reply((folder / one["file"]).read_bytes(), one["status"], headers)))
    return found


def answers(found: list[Recording]) -> Callable[[Asked], Reply]:
    def answer(asked: Asked) -> Reply:
        replies = [one.reply for one in found if subject(one.asked) == subject(asked)]
        if "/works/" in asked.path and asked.host == "pub.orcid.org":
            replies = [*whole_works(found, asked.path.rpartition("/")[2].split(","))]
        return max(replies, key=lambda reply: reply.status == 200, default=Reply(b"Not recorded.", 404))

    return answer


def subject(asked: Asked) -> tuple[str, str, list[str], str]:
    """What identifies a recorded request: service, path, ORCID iDs and page. The rest can differ."""
    path = re.sub(r"^/v[\d.]+/", "/", asked.path)  # ORCID's versions have the same paths
    page = asked.values.get("cursorMark", "*").replace("*", asked.values.get("offset", "0"))
    return asked.host, path.lower(), ORCID.findall(" ".join(asked.values.values())), page


def whole_works(found: list[Recording], codes: list[str]) -> Iterator[Reply]:
    """Yield the recorded whole works of ORCID with these put-codes."""
    bodies = [json.loads(one.reply.body) for one in found if "/works/" in one.asked.path and one.asked.host == "pub.orcid.org"]
    works = [entry for body in bodies for entry in body["bulk"] if str(entry["work"]["put-code"]) in codes]
    if works:
        yield Reply(json.dumps({"bulk": works}).encode())
