"""The owner's legal notices. A notice is a link, or a text with its own page."""

from __future__ import annotations

from typing import NamedTuple

from api.context import Context
from api.pages.localized import localize
from db.uri import WEB_ADDRESS, legal_slugs


class LegalNotice(NamedTuple):
    """A legal notice in the language of a page.

    Attributes:
        name: the text of links to it.
        address: the owner's own page, or the path of our page, which begins with ``root``.
        slug: the end of the path; empty for a page elsewhere.
        text: Markdown; empty for a page elsewhere.
    """

    name: str
    address: str
    slug: str = ""
    text: str = ""


def legal_notices(context: Context) -> list[LegalNotice]:
    """The notices in the language of the request, or else in the first one."""
    texts = localize(context.site, context.language).get("legal", {})
    notices = []
    for name, slug in legal_slugs(texts).items():
        if WEB_ADDRESS.fullmatch(texts[name]):
            notices.append(LegalNotice(name, texts[name]))
        else:
            path = context.root + context.address("/legal/{slug}", context.language.code, slug=slug)
            notices.append(LegalNotice(name, path, slug, texts[name]))
    return notices
