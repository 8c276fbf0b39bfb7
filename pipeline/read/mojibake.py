"""Mojibake: UTF-8 text that a program read in another encoding and saved again."""

from __future__ import annotations

import re
import string
from functools import lru_cache, partial
from itertools import repeat

from pipeline.wording import quote

REPLACEMENT = "\ufffd"
# The encodings of Excel and old Macs: the byte of each non-ASCII character. A byte without a character becomes a control code.
ENCODINGS = {
    name: {bytes([byte]).decode(name, "ignore") or chr(byte): byte for byte in range(0x80, 0x100)}
    for name in ("latin-1", "mac_roman", *(f"cp{number}" for number in range(1250, 1258)))
}


# The characters that the second byte of a UTF-8 letter can look like, and the bytes of a letter (RFC 3629).
SECOND = frozenset(char for table in ENCODINGS.values() for char, byte in table.items() if byte <= 0xBF)
NEIGHBORS = re.compile(r"[^\x00-\x7f]{2}")
UTF_8 = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
# Around a word, quotation marks and dashes look like the second byte of a letter: „Fuß“.
PUNCTUATION = f"“”„‟«»‘’‚‛‹›…–—•{string.punctuation}"
# ftfy knows the Latin encodings, and Cyrillic and Greek without Latin letters next to them. Hebrew text never looks like UTF-8.
# The patterns match whole runs, so a long run is read once.
LETTERS = r"(?<![^\x00-\x7f])[^\x00-\x7f]{2,}+"
BESIDE_LATIN = rf"(?<=[A-Za-z]){LETTERS}|{LETTERS}(?=[A-Za-z])"
MIXED = {"cp1251": BESIDE_LATIN, "cp1253": BESIDE_LATIN, "cp1256": BESIDE_LATIN, "cp1255": LETTERS}
# Rare characters (phonetics, old Greek, Syriac, N'Ko). A word that decodes to one of them was not damaged.
UNLIKELY = re.compile("[\u01b1-\u0217\u021c-\u02ff\u0329-\u0385\u0700-\u08ff]")
REMEDY = "Go back to an earlier copy of the file, or correct every such word."


def find_mojibake(text: str) -> str | None:
    """A message about the first damaged word of a text; None if no word is damaged."""
    if text.isascii() or not (REPLACEMENT in text or NEIGHBORS.search(text)):
        return None
    for word in text.split(" "):
        if REPLACEMENT in word:
            return f"A letter of {quote(word)} was lost when a program saved the file. {REMEDY}"
        core = word.strip(PUNCTUATION)
        if is_suspicious(core) and repair_word(core) != core and not UNLIKELY.search(repair_word(core)):
            whole = word.strip(string.punctuation)  # the end of a damaged word can look like a quotation mark
            named = core if repair_word(whole) == whole else whole
            return (
                f"{quote(named)} was probably {quote(repair_word(named))} until a program read the file in another encoding. "
                f"{REMEDY}"
            )
    return None


@lru_cache(1 << 12)  # names and journals recur
def is_suspicious(word: str) -> bool:
    """Whether a word looks like UTF-8 in one of the encodings."""
    if SECOND.isdisjoint(word) or not NEIGHBORS.search(word):
        return False
    return any(UTF_8.search(bytes(map(table.get, word, repeat(0)))) for table in ENCODINGS.values())


def repair_word(word: str) -> str:
    """Undo the damage to a word; the same word if it is not damaged."""
    for name, pattern in MIXED.items():
        if (before := re.sub(pattern, partial(as_utf_8, name), word)) != word:
            return before
    import ftfy  # takes long to import, and hardly any text needs it

    return ftfy.fix_encoding(word)


def as_utf_8(encoding: str, letters: re.Match[str]) -> str:
    """Decode the bytes of letters in an encoding as UTF-8; the same letters if they are not UTF-8."""
    try:
        return bytes(ENCODINGS[encoding][letter] for letter in letters[0]).decode()
    except (KeyError, UnicodeDecodeError):
        return letters[0]
