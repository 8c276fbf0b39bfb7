"""Arabic letters in the forms that they have within a word, for a drawing layout that does not join them.

Unicode has a character for each form (Arabic Presentation Forms A and B), whose decompositions say what it is the form of.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

FIRST_FORM, LAST_FORM = 0xFB50, 0xFEFC
# By whether a letter is joined to the one before it and to the one after it.
NAMES = {(False, False): "isolated", (False, True): "initial", (True, False): "final", (True, True): "medial"}


def decompositions() -> Iterator[tuple[str, str, str]]:
    """Yield the letters, the name and the character of each form; a ligature has two letters, and marks alone are left out."""
    for code in range(FIRST_FORM, LAST_FORM + 1):
        name, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        text = "".join(chr(int(letter, 16)) for letter in letters)
        if name.strip("<>") in NAMES.values() and (len(text) == 1 or re.fullmatch("\u0644[\u0622\u0623\u0625\u0627]", text)):
            yield text, name.strip("<>"), chr(code)


FORMS: dict[str, dict[str, str]] = {}
for letters, form, character in decompositions():
    FORMS.setdefault(letters, {})[form] = character
LETTERS = re.compile("|".join(sorted(FORMS, key=len, reverse=True)) + r"|[^\W]|.", re.DOTALL)


def join_letters(text: str) -> str:
    """Replace letters by their joined forms. Marks between two letters do not part them; an isolated letter stays as it is."""
    parts = LETTERS.findall(text)
    solid = [index for index, part in enumerate(parts) if not unicodedata.combining(part[0])]
    for before, index, after in zip([None, *solid], solid, [*solid[1:], None], strict=False):
        forms = FORMS.get(parts[index], {})
        joins_before = before is not None and "final" in forms and "initial" in FORMS.get(original(parts[before]), {})
        joins_after = after is not None and "initial" in forms and "final" in FORMS.get(parts[after], {})
        name = NAMES[joins_before, joins_after]
        parts[index] = parts[index] if name == "isolated" and len(parts[index]) == 1 else forms.get(name, parts[index])
    return "".join(parts)


def original(part: str) -> str:
    """Return the letters of a form."""
    return unicodedata.normalize("NFKC", part)
