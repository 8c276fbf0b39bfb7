"""What poppler reads in a PDF."""

import re
import shutil
import subprocess

import pytest

needs_poppler = pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext is not installed (Debian: poppler-utils)")
# Marks with which poppler gives the direction of a text (Unicode Standard Annex #9).
DIRECTIONS = re.compile("[\u202a-\u202e]")


def poppler(content: bytes, *command: str) -> str:
    done = subprocess.run(command, input=content, capture_output=True, check=True)
    return DIRECTIONS.sub("", done.stdout.decode(errors="replace"))
