"""``python -m api``: the service on waitress, with the addresses to open."""

from __future__ import annotations

import argparse
import logging
import sys

from waitress.server import create_server

from api import app
from api.settings import from_environment


def main() -> int:
    """Serve until stopped; 2 when the address cannot be had."""
    parser = argparse.ArgumentParser(prog="python -m api", description="Serve the profile.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", type=int, default=8080, help="port to listen on (default: 8080)")
    options = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    try:
        server = create_server(app, host=options.host, port=options.port)
    except (OSError, OverflowError) as error:
        print(f"Nothing can listen on {options.host}:{options.port} ({error}). Choose another port with --port.", file=sys.stderr)
        return 2
    address = f"http://{options.host}:{options.port}"
    print(f"Serving {from_environment().database}. Open in a browser:")
    for path, what in (("/api", "all endpoints"), ("/api/publications", "publications"), ("/api/openapi.json", "description")):
        print(f"  {address}{path:<20} {what}")
    print("Stop with Ctrl+C.", flush=True)
    server.run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
