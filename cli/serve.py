"""Show your pages on this computer, and build them again when you save a file.

The preview has its own database, so nothing is published.
"""

from __future__ import annotations

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
from api.context import PreviewState
from api.settings import from_environment
from cli.build import new_state
from cli.shared import TOO_LARGE, add_sources, count_line
from db.file_format import DatabaseError
from pipeline.build import build

# How often to look for changed files.
POLLING_SECONDS = 0.5
State = dict[str, tuple[int, int]]


def add_arguments(parser: ArgumentParser) -> None:
    add_sources(parser)
    add_address(parser)


def run(options: Namespace) -> int:
    """Serve until Ctrl+C. Return 2 if the address cannot be used."""
    with TemporaryDirectory(prefix="preview-", ignore_cleanup_errors=True) as folder:  # a build can still be writing into it
        # Links stay in the preview: the site at base_url lacks the edits, or does not exist yet.
        base_url = f"http://{authority_of(options.host, options.port)}"
        settings = from_environment()
        settings = replace(settings, database=Path(folder) / "preview.db", base_url=base_url)
        saved, preview = source_state(options.sources), PreviewState()
        rebuild = partial(build_preview, options.sources, settings.database, preview)
        rebuild()
        application = replace(create_application(settings), preview=preview)
        threading.Thread(target=watch, args=(options.sources, saved, rebuild), daemon=True).start()
        return serve(application, settings, options.host, options.port)


def build_preview(sources: Path, database: Path, preview: PreviewState) -> None:
    """Build the preview and print what the build says. If the build fails, the pages show its errors."""
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


def source_state(sources: Path) -> State:
    """Time of the last change (ns) and size of each source file. Lock files of editors (``.~lock.cv.csv#``) don't count."""
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
    for _ in stable_states(poll(sources), saved):
        rebuild()


def poll(sources: Path) -> Iterator[State]:
    while True:
        time.sleep(POLLING_SECONDS)
        yield source_state(sources)


def stable_states(states: Iterable[State], built: State) -> Iterator[State]:
    """Yield each changed state once it has been stable for one poll. Before that, a program could still be writing a file."""
    last = built
    for now in states:
        if now == last != built:
            built = now
            yield now
        last = now
