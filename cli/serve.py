"""Show your pages on this computer, and build them again when you save a source file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from cli.shared import run_program


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", default="8080", help="port to listen on (default: 8080)")


def run(options: Namespace) -> int:
    return run_program("cli.live_preview", "--host", options.host, "--port", options.port)
