"""The classes of the words of names. A word may have several, such as MD (a degree or initials): its neighbours decide."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Literal

from db.names import COLLECTIVE, REMEMBERED, is_initials, is_title

Class = Literal["particle", "doubtful particle", "suffix", "degree", "title", "beside a title", "initials", "organization"]

# Words without punctuation. Doubtful particles may be given names; degrees, suffixes and PD may be initials.
TABLE: dict[Class, str] = {
    "particle": "van von der den de del della di dos das do da du la le ter ten te zu zur zum af av el al bin ibn ben y e t d"
    " vander vom Van Von Der Den De Del Della Dos La Le Du Mc Ó",
    "doubtful particle": "Da Do Di Das Ter Ten El Al Bar Bat Ben Bin Ibn Abu Mac St Saint San Santa",
    "suffix": "Jr Sr JR SR jr sr II III IV 2nd 3rd 4th 5th",
    "degree": "MD DO RN PhD PHD PharmD DSc ScD MSc MSC BSc BSC DPhil MS BS MA BA MBA MPH DrPH MBBS DDS DMD DVM JD FRCP FRCS FRCPC"
    " FRCSC FACP FACS FACC FACR FRACP FRCA FRCPath MHA MHS MHSc Dr Prof",
    "title": "UnivProf PrivDoz Drmed",  # besides those of a profile
    "beside a title": "PD Doz med rer nat phil dent habil hc mult Ing Univ",
    "initials": "Zs Sz Cs Gy Dz Ch Sh Kh Zh Th Ph Ts",  # besides letters in capitals
}
PARTICLES = frozenset[Class](("particle", "doubtful particle"))
SETS = {name: frozenset(words.split()) for name, words in TABLE.items()}


@lru_cache(REMEMBERED)
def classes(word: str) -> frozenset[Class]:
    """Return the classes of a word. One without any is a family name or a given name, which only its position shows."""
    tests: dict[Class, object] = {
        "initials": is_initials(bare(word)) and word != "III",
        "title": is_title(word) and not word.isupper(),
        "degree": word.startswith(tuple("([“")),  # what is in brackets is dropped like a degree
        "organization": COLLECTIVE.search(word),
    }
    return frozenset([*(name for name, words in SETS.items() if bare(word) in words), *(name for name in tests if tests[name])])


def bare(word: str) -> str:
    """Return the letters and digits of a word: MD for ``M.D.``"""
    return "".join(filter(str.isalnum, word))


def is_caseless(text: str) -> bool:
    """Return whether a text has letters without upper and lower case (Hebrew, Chinese, ...), which are not used as initials."""
    return not text.isascii() and any(unicodedata.category(char) == "Lo" and char > "º" for char in text)
