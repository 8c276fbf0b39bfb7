"""The words of the pages in each language, which the pages show, and which a check compares with the owner's."""

from pathlib import Path

PHRASES_FOLDER = Path(__file__).parent
