"""The words of the pages in each language. The pages show them, and a check compares the owner's words with them."""

from pathlib import Path
from typing import Any

import orjson

PHRASES_FOLDER = Path(__file__).parent
# The languages that have a file.
LANGUAGE_CODES = tuple(sorted(path.stem for path in PHRASES_FOLDER.glob("*.json")))
ENGLISH_PHRASES: dict[str, Any] = orjson.loads((PHRASES_FOLDER / "en.json").read_bytes())


def file_names(code: str) -> list[str]:
    """The files with the phrases of a language. ``es-MX.json`` replaces phrases of ``es.json``."""
    return list(dict.fromkeys([f"{code.partition('-')[0]}.json", f"{code}.json"]))


def parse_phrases(content: bytes) -> dict[str, Any]:
    """The phrases in a file: each is a text, or its plural forms (CLDR) if it has a number.

    Raises:
        ValueError: pages cannot use the file; the message says why.
    """
    try:
        phrases = orjson.loads(content)
    except ValueError as error:
        raise ValueError(f"it is not JSON ({error})") from None
    if not isinstance(phrases, dict):
        raise ValueError("it must have lines of the form “name”: “text”")
    for key, phrase in phrases.items():
        usual = ENGLISH_PHRASES.get(key, "")
        if type(phrase) is not type(usual) or (isinstance(phrase, dict) and "other" not in phrase):
            raise ValueError(f"“{key}” must be {'{“other”: “text”}' if isinstance(usual, dict) else 'a text'}")
    return phrases
