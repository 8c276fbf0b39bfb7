"""HTTPS as deploy/tls.conf sets it up, with a certificate made on the spot; the static site behind nginx."""

import re
import socket
import ssl
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from bench.programs import free_port
from tests.conftest import ROOT, Server
from tests.support.nginx import BODY, DEPLOY, KEPT, NO_PROFILE, UNLIMITED, Recorder, behind_nginx, changed, running_nginx
from tests.support.static_site import example_site, files
from tests.support.waiting import in_background
from tests.support.wire import OF_THE_SERVER

NAME = "profile.example.org"
A_YEAR = "max-age=31536000"


@dataclass(frozen=True)
class Site:
    """A running nginx: its folder with the certificate, and its ports."""

    folder: Path
    http: int
    https: int

    def context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.folder / "certificate.pem")

    def get(self, path: str) -> httpx.Response:
        with httpx.Client(verify=self.context()) as client:
            return client.get(f"https://127.0.0.1:{self.https}{path}", extensions={"sni_hostname": NAME})


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder, port = tmp_path_factory.mktemp("tls"), free_port()
    certificate, key = str(folder / "certificate.pem"), str(folder / "key.pem")
    subject = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    command = ["openssl", "req", "-x509", *curve, *subject, "-keyout", key, "-out", certificate]
    subprocess.run(command, check=True, capture_output=True)
    here = {
        "listen 443 ssl http2 default_server;": f"listen 127.0.0.1:{port} ssl http2 default_server;",
        "listen [::]:443 ssl http2 default_server;": "",
        f"/etc/letsencrypt/live/{NAME}/fullchain.pem": certificate,
        f"/etc/letsencrypt/live/{NAME}/privkey.pem": key,
    }
    (folder / "profile-tls.conf").write_text(changed(DEPLOY / "tls.conf", here), encoding="utf-8")
    changes = {**UNLIMITED, NO_PROFILE: "127.0.0.1 noa;", "/var/www/html": str(folder / "html")}
    with in_background(Recorder(KEPT)) as recorder, behind_nginx(folder, recorder.port, changes) as front:
        yield Site(folder, front.port, port)


def test_every_answer_by_https_asks_browsers_to_stay_there(site: Site) -> None:
    """Those of the application, from the cache too, and nginx's own."""
    answers = [site.get("/api"), site.get("/api"), site.get("/%00"), site.get("/api?" + "x" * 20_000)]
    assert [answer.status_code for answer in answers] == [200, 200, 404, 400]
    assert [answer.headers["strict-transport-security"] for answer in answers] == [A_YEAR] * 4
    assert [answer.headers["server"] for answer in answers] == ["nginx"] * 4
    assert answers[0].content == BODY


def test_http_redirects_to_https(site: Site) -> None:
    """For the name of a profile, with the address byte for byte."""
    answer = httpx.get(f"http://127.0.0.1:{site.http}/api/publications/10.5555%2Fa?x=%20", headers={"Host": f"{NAME.upper()}:80"})
    assert answer.status_code == 308
    headers = {name: value for name, value in answer.headers.items() if name not in OF_THE_SERVER}
    del headers["content-type"], headers["content-length"]
    assert headers == {"location": f"https://{NAME}/api/publications/10.5555%2Fa?x=%20"}


def test_an_unknown_name_is_not_redirected(site: Site) -> None:
    """Not to a certificate that does not name it, nor to anyone's profile."""
    answer = httpx.get(f"http://127.0.0.1:{site.http}/", headers={"Host": "left.example.org"})
    assert (answer.status_code, answer.json()["error"], answer.headers.get("location")) == (404, "not_found", None)
    assert NAME not in str(answer.headers) + answer.text


def test_challenges_of_the_certificate_authority_are_answered(site: Site) -> None:
    challenges = site.folder / "html" / ".well-known" / "acme-challenge"
    challenges.mkdir(parents=True)
    (challenges / "token").write_text("token.key", encoding="ascii")
    answer = site.get("/.well-known/acme-challenge/token")
    assert (answer.status_code, answer.text) == (200, "token.key")


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion.TLSv1_1 is deprecated")
def test_only_modern_connections(site: Site) -> None:
    """HTTP/2 over TLS 1.3, or over 1.2 with forward secrecy and without tickets, whose key would outlive the session."""
    assert connect(site, ssl.TLSVersion.TLSv1_3) == ("TLSv1.3", "h2", False)
    assert connect(site, ssl.TLSVersion.TLSv1_2) == ("TLSv1.2", "h2", False)
    for version, ciphers in ((ssl.TLSVersion.TLSv1_1, "DEFAULT:@SECLEVEL=0"), (ssl.TLSVersion.TLSv1_2, "AES256-GCM-SHA384")):
        with pytest.raises((ssl.SSLError, ConnectionResetError)):
            connect(site, version, ciphers)


def connect(site: Site, version: ssl.TLSVersion, ciphers: str = "DEFAULT") -> tuple[str | None, str | None, bool]:
    """Connect with one version of TLS; return it, the protocol above it, and whether the server gave a ticket."""
    context = site.context()
    context.set_alpn_protocols(["h2", "http/1.1"])
    context.set_ciphers(ciphers)
    context.minimum_version = context.maximum_version = version
    with (
        socket.create_connection(("127.0.0.1", site.https), timeout=20) as connection,
        context.wrap_socket(connection, server_hostname=NAME) as secure,
    ):
        return secure.version(), secure.selected_alpn_protocol(), secure.session is not None and secure.session.has_ticket


@pytest.fixture(scope="module")
def site_folder(example_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return example_site(example_database, tmp_path_factory)


@pytest.fixture(scope="module")
def static_site(site_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    block = (ROOT / "deploy" / "static.conf").read_text(encoding="utf-8")
    block = block.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("/var/www/profile", str(site_folder))
    with running_nginx(folder, port, f"types {{ text/plain html json; }}\n{block}") as server:
        yield server


# Written for other hosts, which read them.
HOST_FILES = (".nojekyll", ".site-files", "_headers", "_redirects")


@pytest.mark.slow
def test_every_file_has_the_media_type_of_the_service(static_site: Server, site_folder: Path) -> None:
    """As other hosts get it in ``_headers`` or know it, by its ending: CSL-JSON is JSON."""
    rules = re.findall(r"^/(\S+)\n  Content-Type: (.*)$", (site_folder / "_headers").read_text(encoding="utf-8"), re.MULTILINE)
    by_ending = {Path(name).suffix: media_type for name, media_type in rules if not name.endswith(".csl.json")}
    by_ending |= {
        ".html": "text/html; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json; charset=utf-8",
        ".pdf": "application/pdf",
        ".png": "image/png",
        ".jpg": "image/jpeg",
        ".ico": "image/x-icon",
        ".woff2": "font/woff2",
    }
    names = [name for name in files(site_folder) if name not in HOST_FILES]
    served = {name: static_site.get(f"/{quote(name)}").headers["content-type"] for name in names}
    assert served == {name: by_ending[Path(name).suffix] for name in names}


@pytest.mark.slow
def test_files_are_cached_for_an_hour_and_never_sniffed(static_site: Server) -> None:
    headers, missing = (static_site.get(path).headers for path in ("/api/export.bib", "/nowhere"))
    assert headers["cache-control"] == "public, max-age=3600"
    assert headers["x-content-type-options"] == missing["x-content-type-options"] == "nosniff"
    assert "cache-control" not in missing


@pytest.mark.slow
def test_pages_and_answers_are_found(static_site: Server) -> None:
    """A page with and without the slash at its end, data under both forms of a DOI, readable in the browser of any site."""
    assert "<h1" in static_site.get("/").text
    for separator in ("/", "%2F"):
        answer = static_site.get(f"/api/publications/10.5555{separator}msk.2025.007.json")
        assert (answer.json()["doi"], answer.headers["Access-Control-Allow-Origin"]) == ("10.5555/msk.2025.007", "*")
    assert static_site.get("/profile.db").content.startswith(b"SQLite format 3")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "file", "media_type"),
    [
        ("/publications", "/publications/", "text/html; charset=utf-8"),
        ("/api", "/api/index.json", "application/json; charset=utf-8"),
        ("/api/publications", "/api/publications.json", "application/json; charset=utf-8"),
        (
            "/api/publications/10.5555%2Fmsk.2025.007",
            "/api/publications/10.5555/msk.2025.007.json",
            "application/json; charset=utf-8",
        ),
        ("/he/embed/publications", "/he/embed/publications.html", "text/html; charset=utf-8"),
        ("/cv.md", "/cv.md", "text/markdown; charset=utf-8"),
    ],
)
def test_the_addresses_of_the_service(static_site: Server, address: str, file: str, media_type: str) -> None:
    """[same-addresses] Without a redirection."""
    answer = static_site.get(address)
    assert (answer.status_code, answer.headers["content-type"]) == (200, media_type)
    assert answer.content == static_site.get(file).content


@pytest.mark.slow
def test_a_missing_page_is_an_error_of_the_site(static_site: Server) -> None:
    answer = static_site.get("/nowhere")
    assert answer.status_code == 404
    assert "There is no page at this address." in answer.text


@pytest.mark.slow
def test_downloads_and_files_with_a_hash_have_the_headers_of_the_service(
    static_site: Server, site_folder: Path, server: Server
) -> None:
    patterns = ("images/*", "assets/*", "api/export.*", "api/services.json", "profile.db")
    names = [str(path.relative_to(site_folder)) for pattern in patterns for path in site_folder.glob(pattern)]
    found, expected = (
        {
            name: [each.get(f"/{name}").headers.get(header) for header in ("cache-control", "content-disposition")]
            for name in names
        }
        for each in (static_site, server)
    )
    assert found == expected
