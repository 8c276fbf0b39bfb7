"""The authors of a publication as data, and the owner's position among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from db.publication.author import is_collective, is_cut_off, name_cache, parse_author, split_authors
from db.publication.owner import Owner

# The values of the field `authorship`. The API has a filter for them.
AUTHORSHIPS = ("first", "last", "only")


def author_list(authors: str, owner: Owner) -> list[dict[str, Any]]:
    """Parse a list of authors, and mark the owner.

    ``Example N, STAR Group`` is ``[{"family": "Example", "initials": "N", "isOwner": True}, {"name": "STAR Group"}]``.
    """
    names = split_authors(authors)
    listed = [*map(author_values, names)]
    for position in owner.positions_in(names):
        listed[position] = {**listed[position], "isOwner": True}
    return listed


@name_cache
def author_values(name: str) -> dict[str, Any]:
    """``{"family": "Levi", "initials": "R", "suffix": "Jr"}``, or the whole name."""
    author = parse_author(name)
    if author.literal:
        return {"name": name}
    suffix = {"suffix": author.suffix} if author.suffix else {}
    return {"family": author.family, "initials": author.initials, **suffix}


def authorship(authors: str, listed: Sequence[dict[str, Any]]) -> str:
    """Whether the owner is the ``first``, ``last`` or ``only`` author of a list; "" for another position, or no owner.

    In ``Levi R, Example N, STAR Group`` Example is the last author, although a group follows.
    """
    own = [position for position, author in enumerate(listed) if "isOwner" in author]
    if own[:1] == [0]:
        return "first" if len(listed) > 1 or is_cut_off(authors) else "only"
    persons = [position for position, author in enumerate(listed) if not is_collective(author.get("name", ""))]
    return "last" if own and own[-1:] == persons[-1:] and not is_cut_off(authors) else ""
