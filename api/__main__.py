"""``python -m api``: serve the profile with waitress, and print the addresses to open."""

from __future__ import annotations

import argparse
import logging
import sys

from api.application import UNTIL_THEN, create_app, create_application
from api.context import Application, Context
from api.http.server import Server
from api.settings import Settings, from_environment
from db.file_format import UnavailableError
from db.snapshot import Snapshot

# Addresses to open in a browser.
FIRST_PAGES = (("/api/docs", "interactive API console"), ("/api", "all endpoints"))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m api", description="Serve the profile.")
    add_address(parser)
    options = parser.parse_args()
    settings = from_environment()
    return serve(create_application(settings), settings, options.host, options.port)


def add_address(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", type=port, default=8080, help="port to listen on (default: 8080)")


def serve(application: Application, settings: Settings, host: str, port: int) -> int:
    """Serve until a signal. Return 2 if the address is not available."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    authority = authority_of(host, port)
    wsgi = create_app(application, cache_bytes=settings.cache_bytes, access_log=settings.access_log)
    try:
        server = Server(wsgi, host, port)
    except (OSError, ValueError) as error:
        print(
            f"Cannot listen on {authority} ({error}). "
            "Choose another port or host: make serve PORT=8081, public-profile serve --port 8081, or python -m api "
            "--host 127.0.0.1 --port 8081.",
            file=sys.stderr,
        )
        return 2
    greet(application, f"http://{authority}")
    server.run()
    return 0


def port(text: str) -> int:
    """An argparse type for ports: 1 to 65535."""
    number = int(text)
    if not 1 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"Expected a port from 1 to 65535, got {number}.")
    return number


def authority_of(host: str, port: int) -> str:
    """Host and port in the form of web addresses, with brackets around an IPv6 address (RFC 3986, section 3.2.2)."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def greet(application: Application, address: str) -> None:
    """Print the database and the addresses to open."""
    is_preview = application.preview is not None
    serving = "Serving a preview; nothing is published." if is_preview else f"Serving {application.database.path}."
    print(f"{serving} Open in a browser:")
    context = Context(application, Snapshot(application.database.path))  # this thread answers no request
    try:
        others = [(f"/{language.code}", f"in {language.name}") for language in context.store.languages[1:]]
        last = f"Absolute links begin with {context.base_url} (base_url in site.yaml, or PROFILE_BASE_URL)."
    except UnavailableError as error:
        others, last = [], f"{error.reason} {UNTIL_THEN}"
    if is_preview:
        last = "Save a file of the sources, and reload the page to see the change."
    for path, label in (("/", "the profile"), *others, *FIRST_PAGES):
        print(f"  {address}{path:<20} {label}")
    print(last)
    print("Stop with Ctrl+C.", flush=True)


if __name__ == "__main__":
    sys.exit(main())
