"""``python -m api.live_department``: show a department to its owner, and write its site again whenever a source file is saved.

The site is files, as it is published; they are in a folder of their own.
"""

from __future__ import annotations

import os
import signal
import subprocess  # nosec B404 - runs only the pipeline and the writer of the site
import sys
import threading
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from api.__main__ import arguments, authority_of, cannot_listen
from api.live_preview import state, watch


class FileHandler(SimpleHTTPRequestHandler):
    """Answers with files, in their newest state, and without a line for each request."""

    def handle(self) -> None:
        with suppress(ConnectionError):  # a browser may leave before the answer
            super().handle()

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Print nothing."""


def main() -> int:
    """Serve until told to stop; return 2 if the address is not available."""
    options = arguments("python -m api.live_department", "Show a department, and write it again when a source file is saved.")
    sources, authority = Path(os.environ.get("SOURCES") or "sources"), authority_of(options.host, options.port)
    with TemporaryDirectory(prefix="preview-", ignore_cleanup_errors=True) as folder:  # a build may still write into it
        public = Path(folder) / "public"
        public.mkdir()
        try:
            server = ThreadingHTTPServer((options.host, options.port), partial(FileHandler, directory=str(public)))
        except OSError as error:
            return cannot_listen(authority, error)
        environment = {
            "PROFILE_DB": f"{folder}/db/profile.db",
            "PROFILE_BASE_URL": f"http://{authority}",
        }
        saved = state(sources)
        write(public, environment)
        print(f"Serving a preview; nothing is published. Open in a browser:\n  http://{authority}/", flush=True)
        threading.Thread(target=watch, args=(sources, saved, partial(write, public, environment)), daemon=True).start()
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # to remove the folder
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            server.server_close()
    return 0


def write(public: Path, environment: dict[str, str]) -> None:
    """Build everyone who has changed, and write the site of those who could be built once."""
    run = partial(subprocess.run, env={**os.environ, **environment}, check=False)
    run([sys.executable, "-m", "cli", "build"])
    if Path(environment["PROFILE_DB"]).exists():
        done = run([sys.executable, "-m", "api.site.department_site", str(public)], stdout=subprocess.DEVNULL)
        state = "still shows the last version without errors" if done.returncode else "is up to date"
        print(f"The preview {state}.", flush=True)


if __name__ == "__main__":
    sys.exit(main())
