"""Author lists on the pages, which emphasize the owner and fold long lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from api.pages.text import is_right_to_left
from db.names import CUT_OFF, Owner, is_cut_off, names

# A list of more names is folded to this many: the first ones, the owner among them.
LONG = 10
SHOWN = 3
COMMA = Markup(", ")


@dataclass(frozen=True)
class Authors:
    """The authors of a publication as HTML.

    Attributes:
        everyone: the whole list.
        some: the beginning of a long list and the owner; empty for other lists.
        count: the number of names.
    """

    everyone: Markup
    some: Markup
    count: int

    @property
    def others(self) -> int:
        """The number of names that ``some`` leaves out."""
        return self.count - SHOWN


def author_list(publication: Mapping[str, Any], owner: Owner) -> Authors:
    """Return the authors of a publication, with emphasis on the owner."""
    authors = publication["authors"]
    listed = names(authors)
    own = owner.among(listed)
    # Only then could names change their order (Unicode Standard Annex #9).
    isolated = is_right_to_left(publication["title"]) or any(map(is_right_to_left, listed))
    shown = [written(name, index in own, isolated) for index, name in enumerate(listed)]
    everyone = COMMA.join([*shown, CUT_OFF] if is_cut_off(authors) else shown)
    return Authors(everyone, folded(shown, own) if len(listed) > LONG else Markup(), len(listed))


def written(name: str, is_owner: bool, isolated: bool) -> Markup:
    """Return a name as HTML: bold if it is the owner's, isolated if the text around it may have another direction."""
    text = Markup("<b>{}</b>").format(name) if is_owner else Markup.escape(name)
    return Markup("<bdi>{}</bdi>").format(text) if isolated else text


def folded(shown: Sequence[Markup], own: Sequence[int]) -> Markup:
    """Return the first names, and the owner's: ``Levi R, Sample T, … Example N …``."""
    if not own or own[0] < SHOWN:
        return COMMA.join(shown[:SHOWN]) + ", …"
    first = COMMA.join(shown[: SHOWN - 1])
    return Markup("{}, … {}{}").format(first, shown[own[0]], "" if own[0] == len(shown) - 1 else " …")
