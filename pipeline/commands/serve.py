"""Show your pages on this computer, and build them again when you save a source file."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from pipeline.commands.shared import run_program
from pipeline.department import is_department


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", default="8080", help="port to listen on (default: 8080)")


def run(options: Namespace) -> int:
    sources = Path(os.environ.get("SOURCES") or "sources")
    program = "api.live_department" if is_department(sources) else "api.live_preview"
    return run_program(program, "--host", options.host, "--port", options.port)
