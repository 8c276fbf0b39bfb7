"""Degrees after names, some of which may be initials: MD, MS."""

from __future__ import annotations

import re

from db.names import MOST_INITIALS

LETTERS = re.compile(r"[^\W\d_]+")
DEGREES = frozenset(
    ("MD", "DO", "RN", "PHD", "PHARMD", "DSC", "SCD", "MSC", "BSC", "MS", "BS", "MA", "BA", "MBA", "MPH", "DRPH", "MBBS", "DDS",
     "DMD", "DVM", "JD", "FRCP", "FRCS", "FRCPC", "FRCSC", "FACP", "FACS", "FACC", "FACR", "FRACP",
     "FRCA", "FRCPATH", "MHA", "MHS", "MHSC", "DR", "DRMED", "PROF")
)  # fmt: skip


def is_degree(text: str) -> bool:
    """Return whether a text is a degree, or several: ``M.D.``, ``Ph. D.``, ``MD, PhD``."""
    words = [text, *re.split(r"[\s/&,]+", text)]
    whole, *parts = ("".join(LETTERS.findall(word)).upper() for word in words)
    return whole in DEGREES or (bool(whole) and DEGREES.issuperset(filter(None, parts)))


def without_degrees(words: list[str], keep: int = 1) -> list[str]:
    """Return the words of a name without the degrees at its end, if one of them cannot be initials: MD PhD, but not MD."""
    spelled_out, end = any(len(word) > 2 and word[1:].islower() for word in words[:-1]), len(words)
    while end > keep and is_degree(words[end - 1]):
        end -= 1
    return words[:end] if any(is_certain_degree(word, spelled_out=spelled_out) for word in words[end:]) else words


def is_certain_degree(word: str, *, spelled_out: bool = False) -> bool:
    """Return whether a word is a degree that cannot be initials; after a name that is spelled out, three letters suffice."""
    letters = "".join(LETTERS.findall(word))
    certain = spelled_out or not letters.isupper() or len(letters) > MOST_INITIALS
    return is_degree(word) and len(letters) > 2 and certain and letters != "Mba"  # a family name
