"""A static site in tests: written from a database, read as files, and served by a plain file server."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from lxml import html

from api.application import create_application
from api.settings import from_environment
from api.site import written_site
from tests.conftest import Run, run_main
from tests.support.once import make_once
from tests.support.waiting import in_background

# The address of the example's site.
BASE = "https://me.example.org/profile"


def write_site(database: Path, folder: Path, base_url: str = "", **settings: str) -> Run:
    def main() -> int:
        return written_site.write_site(create_application(from_environment()), folder)

    return run_main(main, PROFILE_DB=str(database), PROFILE_BASE_URL=base_url, **settings)


def example_site(database: Path, factory: pytest.TempPathFactory) -> Path:
    """The site of the example, made once for all tests."""

    def make(folder: Path) -> None:
        done = write_site(database, folder / "public", BASE)
        assert done.code == 0, done.err

    return make_once(factory, "site", make) / "public"


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def broken_links(folder: Path, base_url: str) -> list[str]:
    """Broken links within the site, in any document: to a file or a part of a page that doesn't exist."""
    content = files(folder)
    pages = {name: html.document_fromstring(body.decode()) for name, body in content.items() if name.endswith(".html")}
    links = [(name, str(address)) for name, page in pages.items() for address in page.xpath("//@href | //@src | //@action")]
    sources = [(name, sizes) for name, page in pages.items() for sizes in page.xpath("//@srcset")]
    links += [(name, source.split()[0]) for name, sizes in sources for source in sizes.split(", ")]
    absolute = re.compile(rf"{re.escape(base_url)}/[^\s\"'<>)\\]*")
    for name, body in content.items():
        # The description has invented examples; its addresses are tested by themselves.
        if not name.endswith(
            (".png", ".ico", ".jpg", ".webp", ".pdf", ".db", ".woff2", "_headers", "_redirects", "openapi.json")
        ):
            # Without fragments: JSON-LD names things that are no part of a page.
            text = unescape(body.decode()) if name in pages else body.decode()
            links += [(name, address.partition("#")[0]) for address in absolute.findall(text)]
    return [f"{name}: {address}" for name, address in links if is_broken(address, name, base_url, pages, content)]


def is_broken(address: str, name: str, base_url: str, pages: dict[str, Any], content: dict[str, bytes]) -> bool:
    target = urlsplit(urljoin(f"{base_url}/{name}", address))
    root = urlsplit(base_url)
    if target.netloc != root.netloc:
        return False  # another site, or mailto
    if not target.path.startswith(f"{root.path}/"):
        return True
    file = unquote(target.path.removeprefix(f"{root.path}/"))
    file = f"{file}index.html" if file.endswith("/") or not file else file
    if target.fragment and file in pages:
        return not pages[file].xpath("//*[@id=$id]", id=target.fragment)
    return file not in content


@contextmanager
def file_server(folder: Path, port: int = 0) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", port), partial(SimpleHTTPRequestHandler, directory=str(folder)))
    with in_background(server):
        yield f"http://127.0.0.1:{server.server_port}"
