"""The words of the pages in each language. The pages show them, and a check compares the owner's words with them."""

from pathlib import Path

PHRASES_FOLDER = Path(__file__).parent
