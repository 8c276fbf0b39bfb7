"""nginx in front of the service, as in deploy/: ``PROFILE_FRONT=nginx`` runs the tests through it."""

import os
import shutil
import socketserver
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench.programs import free_port
from tests.conftest import ROOT, Server
from tests.support.waiting import until_answered
from tests.support.wire import Answer, ask

DEPLOY = ROOT / "deploy"
# As deploy/README.md turns the limits off: tests send more requests from one address than a client does.
UNLIMITED = {"limit_req zone=profile_requests burst=500 nodelay;": "", "limit_conn profile_connections 100;": ""}
# What names without a profile lead to: here they are noa's, unless ``changes`` has it.
NO_PROFILE = 'default "";'
# Replaces an operator's /etc/nginx/nginx.conf around the file in deploy/, with the limits that deploy/README.md sets.
NGINX_MAIN = """
pid nginx.pid;
worker_rlimit_nofile 8192;
error_log stderr warn;
worker_processes 1;
events {
    worker_connections 4096;
}
http {
    access_log off;
    sendfile on;
    tcp_nopush on;
    client_body_temp_path client_body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    include *profile.conf;
}
"""
# An answer for it to keep.
BODY = b'{\n  "name": "Dr. Noa Example"\n}'
HEAD = b"HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: %d\r\nConnection: close\r\n" % len(BODY)
KEPT = HEAD + b'Cache-Control: public, max-age=3600\r\nETag: "a"\r\nVary: Accept-Encoding\r\n\r\n' + BODY


def is_behind_nginx() -> bool:
    """Whether this test run goes through nginx."""
    return os.environ.get("PROFILE_FRONT") == "nginx"


def nginx_command(folder: Path) -> list[str]:
    """The command of an nginx that runs without privileges in one folder, with its `profile.conf`."""
    # Debian installs it in /usr/sbin, which is not on every user's path.
    program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/local/sbin:/usr/sbin")
    if program is None:
        pytest.skip("nginx is not installed")
    # When started by root, its workers would run as a user who cannot enter the tests' folders.
    (folder / "main.conf").write_text(("user root;" if os.geteuid() == 0 else "") + NGINX_MAIN, encoding="utf-8")
    return [program, "-p", str(folder), "-c", "main.conf", "-e", "stderr", "-g", "daemon off;"]


@contextmanager
def behind_nginx(folder: Path, backend: int, changes: Mapping[str, str] | None = None) -> Iterator[Server]:
    """Run nginx in front of a process, with the configuration in deploy/ except for ports, paths, names and ``changes``.

    By default, the change is that it does not limit clients. Its files are in the folder ``nginx``.
    """
    own, port = folder / "nginx", free_port()
    here = {
        "listen 80 default_server;": f"listen 127.0.0.1:{port} default_server;",
        "listen [::]:80 default_server;": "",
        "/etc/nginx/profile-tls": str(folder / "profile-tls"),
        "/var/cache/nginx/profile": str(own / "cache"),
        NO_PROFILE: "default noa;",
        "server 127.0.0.1:8081;": f"server 127.0.0.1:{backend};",
    }
    text = changed(DEPLOY / "nginx.conf", here | (UNLIMITED if changes is None else dict(changes)))
    with running_nginx(own, port, text) as server:
        yield server


@contextmanager
def running_nginx(folder: Path, port: int, configuration: str) -> Iterator[Server]:
    """Run nginx with a configuration that listens on a port."""
    folder.mkdir(exist_ok=True, parents=True)
    (folder / "profile.conf").write_text(configuration, encoding="utf-8")
    with (folder / "log").open("wb") as output:
        process = subprocess.Popen(nginx_command(folder), stdout=output, stderr=output, start_new_session=True)
    with Server(process, port, folder, folder / "log") as server:
        until_answered(process, port, server.log, "/%00")  # which does not reach the process behind it
        yield server


def changed(path: Path, changes: Mapping[str, str]) -> str:
    """A configuration with some passages replaced. Each must occur exactly once."""
    text = path.read_text(encoding="utf-8")
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


class Recorder(socketserver.ThreadingTCPServer):
    """A backend that records the head of every request and always gives the same answer, or none at all."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, answer: bytes = b"") -> None:
        super().__init__(("127.0.0.1", 0), RecorderHandler)
        self.port = int(self.server_address[1])
        self.answer = answer
        self.heads: list[bytes] = []
        # Of these, the requests that were given up before there was an answer.
        self.dropped: list[bytes] = []


class RecorderHandler(socketserver.StreamRequestHandler):
    server: Recorder

    def handle(self) -> None:
        head = b"".join(iter(self.rfile.readline, b"\r\n"))
        self.server.heads.append(head)
        if self.server.answer:
            self.wfile.write(self.server.answer)
        else:
            self.rfile.read()  # until the other side closes the connection
            self.server.dropped.append(head)


def cache_of(answer: Answer) -> str | None:
    return dict(answer.fields).get("x-cache")


def kept(server: Server, target: str, method: str = "GET", **headers: str) -> Answer:
    """Request something twice, after which nginx keeps it; return the answer that is kept."""
    answers = [ask(server, target, method, **headers) for _ in range(2)]
    assert cache_of(answers[0]) == "MISS"
    return answers[1]
