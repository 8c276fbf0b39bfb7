"""Rules for web addresses, e-mail addresses and contacts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from db.addresses import UNRESERVED, WEB_ADDRESS, run
from pipeline.messages import quote

SCHEME_AND_HOST = re.compile(r"https?://[^/?#:\s]", re.IGNORECASE)
# The everyday form of RFC 5321's mailbox; a domain has at least one dot.
EMAIL = re.compile(
    r"(?=.{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])"
)
# RFC 3966, section 5.1.4: a number with its country code; punctuation between the digits is for people.
TELEPHONE = re.compile(r"tel:\+[().-]*+[0-9][0-9().-]*+")
# RFC 6068: one address, and fields such as the subject.
MAILTO = re.compile(rf"mailto:([^?]*)(\?{run(UNRESERVED + ':@/?')})?")


def uri(value: str) -> Iterator[str]:
    """Require an absolute http or https address."""
    if WEB_ADDRESS.fullmatch(value):
        return
    if SCHEME_AND_HOST.match(value):
        yield f"{quote(value)} has a character that a web address cannot have. Copy it from the browser's address bar."
    else:
        yield f"Expected a web address, got {quote(value)}. Write all of it, beginning with https://."


def secure_uri(value: str) -> Iterator[str]:
    """Require an https address (RFC 9116, section 2.5)."""
    if problems := [*uri(value)]:
        yield from problems
    elif not value.startswith("https://"):
        yield f"Expected an address that begins with https://, got {quote(value)}."


def base_address(value: str) -> Iterator[str]:
    """Require an address to which paths can be appended: no query, no fragment."""
    if "?" in value or "#" in value:
        yield f"{quote(value)} contains ? or #."


def email(value: str) -> Iterator[str]:
    """Require an e-mail address."""
    if not EMAIL.fullmatch(value):
        yield f"Expected an e-mail address, got {quote(value)}."


def telephone(value: str) -> Iterator[str]:
    """Advise the country code, without which nobody abroad can call; short numbers such as *1234 have none."""
    if value.lstrip("(").startswith("00"):
        yield f"{quote(value)} begins with 00, which some countries do not use. Write + in its place."
    elif not value.lstrip("(").startswith(("+", "*")):
        yield f"{quote(value)} has no country code. Write + and the code in place of the first 0."


def booking_link(value: str) -> Iterator[str]:
    """Require an address that books: of a page, a telephone or an e-mail address."""
    if value.startswith(("tel:", "mailto:")) or EMAIL.fullmatch(value):
        yield from contact(value)
    elif TELEPHONE.fullmatch(f"tel:{value.replace(' ', '')}"):
        yield f"{quote(value)} needs tel: before it. Write tel:{value.replace(' ', '')}."
    else:
        yield from uri(value)


def contact(value: str) -> Iterator[str]:
    """Require a contact that programs can open: mailto:, tel: or https:// (RFC 9116, section 2.5.3)."""
    mailto = MAILTO.fullmatch(value)
    if TELEPHONE.fullmatch(value) or (mailto and EMAIL.fullmatch(mailto[1])):
        return
    if EMAIL.fullmatch(value):
        yield f"{quote(value)} needs mailto: before it. Write mailto:{value}."
    elif value.startswith("mailto:"):
        yield f"Expected an e-mail address after mailto:, got {quote(value)}."
    elif value.startswith("tel:"):
        yield f"Expected a telephone number with its country code, such as tel:+44-20-7946-0000, got {quote(value)}."
    elif value.startswith(("http://", "https://")):
        yield from secure_uri(value)
    else:
        yield f"Expected a contact that begins with mailto:, https:// or tel:, got {quote(value)}."
