"""Fronts of the application: nginx and Varnish as in deploy/, or gunicorn and granian instead of waitress.

``PROFILE_FRONT=nginx`` (varnish, gunicorn, granian) runs the tests behind one of them.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socketserver
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.cold import free_port
from tests.support.waiting import until_answered

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
PROXIES = ("nginx", "varnish")
# Debian installs the proxies in /usr/sbin, which is not on every user's path.
PATH = f"{os.environ.get('PATH', '')}:/usr/local/sbin:/usr/sbin"
# Commands of the WSGI servers, with four threads each, waitress's default. Two more options let gunicorn pass on URLs longer than
# 4 kB and unknown methods.
WSGI_SERVERS = {
    "waitress": "waitress-serve --listen=127.0.0.1:{port} api:app",
    "gunicorn": "gunicorn --preload --bind=127.0.0.1:{port} --threads=4 --limit-request-line=0"
    " --permit-unconventional-http-method api:app",
    "granian": "granian --interface=wsgi --host=127.0.0.1 --port={port} --blocking-threads=4 api:app",
}
# Where a server answers before the application, and unlike waitress: the tests that must fail under it, and why.
LOWER_CASE = (r"::test_malformed_methods_do_no_harm\[get\]$", "it passes on a lower-case method: 405, not 400")
DIFFERENCES = {
    "gunicorn": (LOWER_CASE,),
    "granian": (
        LOWER_CASE,
        (r"::test_every_form_of_a_doi_finds_it\[.*SICI", "it refuses < and > that are not percent-encoded (RFC 3986)"),
        (r"::test_raw_bytes_in_a_request_line\[/(api/publications.*xc3|.*xd7)", "it takes raw UTF-8 in an address"),
    ),
}
# The ports of the two processes, as the configurations name them.
PORTS = ("8081", "8082")
# Tests send more requests from one address than a client does.
UNLIMITED = {"rate=50r/s": "rate=1000000r/s", "limit_conn profile_connections 100;": "limit_conn profile_connections 60000;"}
# Replaces an operator's /etc/nginx/nginx.conf around the file in deploy/, with the limits that deploy/README.md sets.
NGINX_MAIN = """
pid nginx.pid;
worker_rlimit_nofile 8192;
error_log stderr warn;
worker_processes {workers};
events {{
    worker_connections 4096;
}}
http {{
    access_log off;
    sendfile on;
    tcp_nopush on;
    client_body_temp_path client_body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    include *profile.conf;
}}
"""


def chosen() -> str:
    """Return the front of this test run."""
    return os.environ.get("PROFILE_FRONT") or "waitress"


def program(name: str) -> str | None:
    """Return the path of a program, if it is installed."""
    return shutil.which(name, path=PATH)


def wsgi_command() -> tuple[str, ...]:
    """Return the command that serves the application: waitress, unless another WSGI server was chosen."""
    command, *arguments = WSGI_SERVERS.get(chosen(), WSGI_SERVERS["waitress"]).split()
    return (str(Path(sys.executable).with_name(command)), *arguments)


def difference(test: str) -> str | None:
    """Return why a test (by node id) must fail behind the chosen front; None if it must pass."""
    return next((reason for pattern, reason in DIFFERENCES.get(chosen(), ()) if re.search(pattern, test)), None)


@dataclass(frozen=True)
class Front:
    """A running proxy and its folder."""

    process: subprocess.Popen[bytes]
    port: int
    # Of Varnish, for PURGE.
    purge_port: int
    folder: Path

    @property
    def cache(self) -> Path:
        return self.folder / "cache"

    @property
    def log(self) -> Path:
        return self.folder / "log"


@contextmanager
def proxy(kind: str, folder: Path, backends: Sequence[int], changes: Mapping[str, str] | None = None) -> Iterator[Front]:
    """Run nginx or Varnish in front of two processes, with the configuration in deploy/ except for ports, paths and ``changes``.

    By default, the change is that nginx does not limit clients.
    """
    folder.mkdir(exist_ok=True)
    port, purge_port = free_port(), free_port()
    if kind == "nginx":
        command = nginx(folder, port, backends, UNLIMITED if changes is None else changes)
    else:
        command = varnish(folder, port, purge_port, backends, changes or {})
    with (folder / "log").open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True)
    front = Front(process, port, purge_port, folder)
    try:
        until_answered(process, port, front.log)  # whatever the state of its backends
        yield front
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=20)


def nginx(folder: Path, port: int, backends: Sequence[int], changes: Mapping[str, str]) -> list[str]:
    """Return the command of an nginx that runs without privileges in one folder."""
    here = {
        "listen 80 default_server;": f"listen 127.0.0.1:{port} default_server;",
        "listen [::]:80 default_server;": "",
        "/etc/nginx/profile-tls": str(folder / "profile-tls"),
        "/var/cache/nginx/profile": str(folder / "cache"),
        **{
            f"server 127.0.0.1:{written} ": f"server 127.0.0.1:{backend} "
            for written, backend in zip(PORTS, backends, strict=True)
        },
    }
    (folder / "profile.conf").write_text(changed(DEPLOY / "nginx.conf", here, changes), encoding="utf-8")
    # When started by root, nginx's workers would run as a user who cannot enter the tests' folders.
    user = "user root;" if os.geteuid() == 0 else ""
    main = user + NGINX_MAIN.format(workers=1)
    (folder / "main.conf").write_text(main, encoding="utf-8")
    return [str(program("nginx")), "-p", str(folder), "-c", "main.conf", "-e", "stderr", "-g", "daemon off;"]


def varnish(folder: Path, port: int, purge_port: int, backends: Sequence[int], changes: Mapping[str, str]) -> list[str]:
    """Return the command of a Varnish with the parameters of its unit in deploy/."""
    here = {f'.port = "{written}"': f'.port = "{backend}"' for written, backend in zip(PORTS, backends, strict=True)}
    (folder / "profile.vcl").write_text(changed(DEPLOY / "varnish.vcl", here, changes), encoding="utf-8")
    unit = (DEPLOY / "varnish.conf").read_text(encoding="utf-8")
    parameters = re.findall(r"-p \S+", unit)
    words = [word for parameter in parameters for word in parameter.split()]
    where = ["-n", str(folder / "varnish"), "-a", f"127.0.0.1:{port}", "-a", f"purge=127.0.0.1:{purge_port}"]
    return [str(program("varnishd")), "-F", "-j", "none", *where, "-f", str(folder / "profile.vcl"), "-s", "malloc,32m", *words]


def changed(path: Path, *changes: Mapping[str, str]) -> str:
    """Return a configuration with changes."""
    text = path.read_text(encoding="utf-8")
    for old, new in (pair for each in changes for pair in each.items()):
        text = replaced(text, old, new)
    return text


def replaced(text: str, old: str, new: str) -> str:
    """Replace a passage that must occur exactly once."""
    assert text.count(old) == 1, old
    return text.replace(old, new)


class Recorder(socketserver.ThreadingTCPServer):
    """A backend that records the head of every request and always gives the same answer, or none at all."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, answer: bytes = b"") -> None:
        super().__init__(("127.0.0.1", 0), RecorderHandler)
        self.port = int(self.server_address[1])
        self.answer = answer
        # The answer to health checks, if different.
        self.health: bytes | None = None
        self.heads: list[bytes] = []
        # Of these, the requests that were given up before there was an answer.
        self.dropped: list[bytes] = []

    @contextmanager
    def running(self) -> Iterator[Recorder]:
        thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield self
        finally:
            self.shutdown()
            self.server_close()
            thread.join()

    def asked(self) -> list[bytes]:
        """Return the recorded requests, except Varnish's own health checks."""
        return [head for head in self.heads if b" /api/status " not in head]


class RecorderHandler(socketserver.StreamRequestHandler):
    """One connection with one answer."""

    server: Recorder

    def handle(self) -> None:
        head = b"".join(iter(self.rfile.readline, b"\r\n"))
        self.server.heads.append(head)
        health = self.server.health if b" /api/status " in head else None
        if answer := health or self.server.answer:
            self.wfile.write(answer)
        else:
            self.rfile.read()  # until the other side closes the connection
            self.server.dropped.append(head)
