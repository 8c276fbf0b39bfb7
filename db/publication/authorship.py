"""The authors of a publication as data, and which of them the owner is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from db.publication.author import COLLECTIVE, is_cut_off, parse_authors
from db.publication.owner import Owner

# The values of the field `authorship`, by which the API filters.
AUTHORSHIPS = ("first", "last", "only")


def author_list(authors: str, owner: Owner) -> list[dict[str, Any]]:
    """Parse a list of authors, and mark the owner.

    ``Example N, STAR Group`` is ``[{"family": "Example", "initials": "N", "isOwner": True}, {"name": "STAR Group"}]``.
    """
    listed = parse_authors(authors)
    own = owner.positions_in([author.name for author in listed])
    return [
        {
            **({"name": author.name} if author.literal else {"family": author.family, "initials": author.initials}),
            **({"suffix": author.suffix} if author.suffix else {}),
            **({"isOwner": True} if position in own else {}),
        }
        for position, author in enumerate(listed)
    ]


def authorship(authors: str, listed: Sequence[dict[str, Any]]) -> str:
    """Whether the owner is the ``first``, ``last`` or ``only`` one in a list of authors; "" for another position, or none.

    In ``Levi R, Example N, STAR Group`` Example is the last author, although a group follows.
    """
    own = [position for position, author in enumerate(listed) if "isOwner" in author]
    if own[:1] == [0]:
        return "first" if len(listed) > 1 or is_cut_off(authors) else "only"
    persons = [position for position, author in enumerate(listed) if not COLLECTIVE.search(author.get("name", ""))]
    return "last" if own and own[-1:] == persons[-1:] and not is_cut_off(authors) else ""
