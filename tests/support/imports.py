"""``make import`` in tests: imports into a short list."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from pipeline.__main__ import main
from tests.conftest import SOURCES, Run
from tests.support.messages import HEADER

LIST = f"""{HEADER}
Sonography of the median nerve,"Example N, Levi R",Journal of Example Radiology,2021,12,,101-9,,,
"Gout, again",Example N,Revista Ejemplar,2019,,,,10.5555/gout,,
"""


@dataclass
class Import:
    """Imports into a list of publications, in this process."""

    capsys: pytest.CaptureFixture[str]
    folder: Path
    list: Path

    def __call__(self, *arguments: str | Path) -> Run:
        """Run the command with the example's sources and this list."""
        code = main(["import", "--sources", str(SOURCES), "--output", str(self.list), *map(str, arguments)])
        captured = self.capsys.readouterr()
        return Run(code, captured.out, captured.err)

    def file(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path
