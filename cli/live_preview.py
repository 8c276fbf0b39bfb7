"""``python -m cli.live_preview``: serve the profile to its owner, and build it again whenever a source file is saved.

The preview is built into a file of its own, so that nothing is published while it is tried.
"""

from __future__ import annotations

import os
import subprocess  # nosec B404 - runs only the pipeline
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from api.__main__ import arguments, authority_of, serve
from api.application import create_application
from api.context import Preview
from api.settings import from_environment

ROOT = Path(__file__).parents[1]
# Seconds between two checks of the files.
POLLING_SECONDS = 0.5
State = dict[str, tuple[int, int]]


def main() -> int:
    """Serve until told to stop; return 2 if the address is not available."""
    options = arguments("python -m cli.live_preview", "Serve the profile to its owner, and build it when a source file is saved.")
    sources = Path(os.environ.get("SOURCES") or "sources")
    with TemporaryDirectory(prefix="preview-", ignore_cleanup_errors=True) as folder:  # a build may still write into it
        # base_url is the public address, whose pages do not have the edits yet, or do not exist.
        base_url = f"http://{authority_of(options.host, options.port)}"
        settings = from_environment()
        settings = replace(settings, database=Path(folder) / "preview.db", base_url=base_url)
        saved, preview = state(sources), Preview()
        rebuild = partial(build, settings.database, preview)
        rebuild()
        application = replace(create_application(settings), preview=preview)
        threading.Thread(target=watch, args=(sources, saved, rebuild), daemon=True).start()
        return serve(application, settings, options.host, options.port)


def build(database: Path, preview: Preview) -> None:
    """Build a database and print what the build says; if it fails, the pages show these lines without the warnings."""
    began = time.strftime("%H:%M:%S")
    # -P: the software's code runs, not that of a folder called pipeline in the owner's repository.
    command = [sys.executable, "-P", "-X", "utf8", "-m", "cli", "build", "--preview", "--database", str(database)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, env=environment)  # noqa: S603  # nosec B603
    text = done.stdout + done.stderr
    print(text, end="", flush=True)
    preview.problems = [line for line in text.splitlines() if done.returncode and not line.startswith("warning: ")]
    preview.built = preview.built if done.returncode else began


def state(sources: Path) -> State:
    """Time of the last change (ns) and size of each file of the sources, except those that programs leave beside open ones."""
    files = {}
    for path in sources.rglob("[!.~]*"):
        try:
            facts = path.stat()
        except OSError:  # an editor replaces the file at this moment
            continue
        files[str(path.relative_to(sources))] = (facts.st_mtime_ns, facts.st_size)
    return files


def watch(sources: Path, saved: State, rebuild: Callable[[], None]) -> None:
    """Build after each change of the sources."""
    for _ in lasting_states(poll(sources), saved):
        rebuild()


def poll(sources: Path) -> Iterator[State]:
    while True:
        time.sleep(POLLING_SECONDS)
        yield state(sources)


def lasting_states(states: Iterable[State], built: State) -> Iterator[State]:
    """Yield the states that differ from the one before, as soon as they last: a program may still be writing a file."""
    last = built
    for now in states:
        if now == last != built:
            built = now
            yield now
        last = now


if __name__ == "__main__":
    sys.exit(main())
