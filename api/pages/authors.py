"""Author lists on pages: emphasize the owner, and fold long lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from markupsafe import Markup, escape

from api.page_language import PageLanguage
from api.pages.text_html import is_right_to_left, marked
from db.languages import comma_of
from db.publication import Publication
from db.publication.author import CUT_OFF, is_cut_off, parse_author
from db.text import NO_BREAK_SPACE

# Shorten lists of more than MAX_AUTHORS authors to the first FIRST_AUTHORS, the owner and the last author.
MAX_AUTHORS = 10
FIRST_AUTHORS = 2
# No line ends inside a person's name with this many characters or fewer: it fits on one line of the list on a phone with
# text of twice the size (155 px). Groups often have longer names, so lines can end between their words.
UNBROKEN_CHARACTERS = 16
NO_LINKS: Mapping[int, str] = {}
T = TypeVar("T")


@dataclass(frozen=True)
class RenderedAuthors:
    """The authors of a publication as HTML.

    Attributes:
        everyone: the whole list.
        some: the first names of a long list, the owner and the last name; empty for other lists.
        count: the number of names.
    """

    everyone: Markup
    some: Markup
    count: int

    @property
    def short(self) -> Markup:
        """The list, folded if it is long."""
        return self.some or self.everyone


def render_authors(publication: Publication, language: PageLanguage, links: Mapping[int, str] = NO_LINKS) -> RenderedAuthors:
    """Render the authors of a publication for a page in a language, with emphasis on the owner.

    ``links`` are the addresses of pages about authors, by position.
    """
    authors, listed = publication.authors, publication.author_names
    own = [*links] or publication.owner_positions
    # Names can change their order only next to right-to-left text (Unicode Standard Annex #9).
    isolated = is_right_to_left(publication.title + authors)
    rendered = [render_name(name, index in own, isolated, links.get(index)) for index, name in enumerate(listed)]
    comma = escape(comma_of(authors))
    everyone = comma.join([*rendered, CUT_OFF] if is_cut_off(authors) else rendered)
    if len(listed) <= MAX_AUTHORS:
        return RenderedAuthors(everyone, Markup(), len(listed))
    code, _ = language.of_title(publication.title)
    some = fold_list(rendered, own, lambda number: marked(language.count("others", number), language, code))
    return RenderedAuthors(everyone, comma.join([*some, CUT_OFF] if is_cut_off(authors) else some), len(listed))


def render_name(name: str, is_owner: bool, isolated: bool, address: str | None) -> Markup:
    """Bold for the owner's name, isolated if the text around it can have another direction, and linked to the address."""
    if len(name) <= UNBROKEN_CHARACTERS and not parse_author(name).collective:
        name = name.replace(" ", NO_BREAK_SPACE)
    elif family := parse_author(name).family:
        name = family + name[len(family) :].replace(" ", NO_BREAK_SPACE)  # keep the initials beside it
    html = f"<b>{escape(name)}</b>" if is_owner else str(escape(name))
    html = f'<a href="{escape(address)}">{html}</a>' if address else html
    return Markup(f"<bdi>{html}</bdi>" if isolated else html)  # noqa: S704 - all parts are escaped


def fold_list(authors: Sequence[T], own: Sequence[int], more: Callable[[int], T]) -> list[T]:
    """Keep the first authors, the owner, and the last author, who is often the senior one.

    ``Levi R, Sample T, … 9 more …, Example N``
    """
    parts: list[T] = []
    end = 0
    for index in sorted({*range(FIRST_AUTHORS), *own[:1], len(authors) - 1}):
        left_out = index - end
        # A single name is as short as "1 more".
        parts += authors[end:index] if left_out == 1 else [more(left_out)] if left_out else []
        parts.append(authors[index])
        end = index + 1
    return parts
