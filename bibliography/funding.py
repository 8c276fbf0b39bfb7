"""Who funded a work: the services' grants, and the cell that lists them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bibliography.values import normalize_text
from db.text import letters

# Shorter numbers of two funders can be equal by chance.
MIN_LONG_NUMBER = 6


class Grant(NamedTuple):
    """A grant: its funder, and its number if that is known."""

    funder: str
    number: str = ""


def funding_cell(grants: Iterable[Grant]) -> str:
    """The cell for grants, by funder, each once: ``Example Trust (204821/Z/16/Z); Example Fund (2018-17, 2019-3)``.

    Services name funders differently, so a long number is one grant, whatever its funder is called.
    """
    names, numbers = dict[str, str](), dict[str, dict[str, str]]()
    for funder, number in ((normalize_text(grant.funder), normalize_text(grant.number)) for grant in grants):
        key, digits = letters(funder), letters(number)
        if not key or any(same_number(digits, other) for own in numbers.values() for other in own):
            continue
        names.setdefault(key, funder)
        numbers.setdefault(key, {}).setdefault(digits, number)
    lists = ((names[key], ", ".join(filter(None, own.values()))) for key, own in numbers.items())
    return "; ".join(f"{name} ({listed})" if listed else name for name, listed in lists)


def same_number(first: str, second: str) -> bool:
    """Whether two long numbers are the same, even if one lacks the type of grant: AI139180 is R01 AI139180."""
    shorter, longer = sorted((first, second), key=len)
    return len(shorter) >= MIN_LONG_NUMBER and longer.endswith(shorter)
