"""Show your pages on this computer, and build them again when you save a source file.

The preview is built into a file of its own, so that nothing is published while it is tried.
"""

from __future__ import annotations

import os
import threading
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from api.__main__ import add_address, authority_of, serve
from api.application import create_application
from api.context import LiveState
from api.settings import from_environment
from cli.build import new_state
from cli.shared import TOO_LARGE, count_line
from db.file_format import DatabaseError
from pipeline.build import build

# Seconds between two checks of the files.
POLLING_SECONDS = 0.5
State = dict[str, tuple[int, int]]


def add_arguments(parser: ArgumentParser) -> None:
    add_address(parser)


def run(options: Namespace) -> int:
    """Serve until told to stop; return 2 if the address is not available."""
    sources = Path(os.environ.get("SOURCES") or "sources")
    with TemporaryDirectory(prefix="preview-", ignore_cleanup_errors=True) as folder:  # a build can still be writing into it
        # Not base_url, the public address: its pages lack the edits, or do not exist yet.
        base_url = f"http://{authority_of(options.host, options.port)}"
        settings = from_environment()
        settings = replace(settings, database=Path(folder) / "preview.db", base_url=base_url)
        saved, preview = state(sources), LiveState()
        rebuild = partial(build_preview, sources, settings.database, preview)
        rebuild()
        application = replace(create_application(settings), preview=preview)
        threading.Thread(target=watch, args=(sources, saved, rebuild), daemon=True).start()
        return serve(application, settings, options.host, options.port)


def build_preview(sources: Path, database: Path, preview: LiveState) -> None:
    """Build a database and print the output of the build. If it fails, the pages show these lines without the warnings."""
    began = time.strftime("%H:%M:%S")
    try:
        result = build(sources, database)
    except (OSError, DatabaseError) as error:
        succeeded, lines = False, [f"The preview cannot be written: {getattr(error, 'strerror', None) or error}."]
    except (MemoryError, RecursionError):
        succeeded, lines = False, [TOO_LARGE]
    else:
        succeeded = result.outcome != "refused"
        kept = "still shows the last version without errors." if database.exists() else "shows only these problems."
        outcome = f"The preview {new_state(result) if succeeded else kept}"
        lines = [*result.report.lines(), count_line(sources, result.report.groups()), outcome]
    print(*lines, sep="\n", flush=True)
    preview.problems = [] if succeeded else [line for line in lines if not line.startswith("warning: ")]
    preview.built = began if succeeded else preview.built


def state(sources: Path) -> State:
    """Time of the last change (ns) and size of each source file, except files that programs keep next to open ones."""
    files = {}
    for path in sources.rglob("[!.~]*"):
        try:
            facts = path.stat()
        except OSError:  # an editor is replacing the file
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
    """Yield each changed state once it is stable for one poll: before that, a program could still be writing a file."""
    last = built
    for now in states:
        if now == last != built:
            built = now
            yield now
        last = now
