"""Options and output that several commands share."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any


class CommandError(Exception):
    """A usage or environment error: its message goes to standard error, and the exit code is 2."""


def add_sources(parser: ArgumentParser) -> None:
    folder = Path(os.environ.get("SOURCES") or "sources")
    parser.add_argument("--sources", type=Path, default=folder, help="folder of the sources")


def print_json(document: Any) -> None:
    print(json.dumps(document, ensure_ascii=False, indent=2))


def plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
