"""Rules for web addresses, e-mail addresses, contacts, and people: names, NPIs and ORCID iDs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from db.publication.author import without_titles
from db.publication.identifiers import ORCID
from db.uri import TELEPHONE, WEB_ADDRESS, is_web_address, legal_slugs
from pipeline.wording import quote

# The everyday form of RFC 5321's mailbox; a domain has at least one dot.
EMAIL = re.compile(
    r"(?=.{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])"
)
# RFC 6068: after the address, fields such as the subject.
MAIL_URL = re.compile(rf"mailto:(?![^@]*\?){EMAIL.pattern}(?:\?.*)?", re.DOTALL)
# RFC 3966, section 5.1.4: a number with its country code; punctuation between the digits only helps readers.
GLOBAL_NUMBER = r"\+[().-]*+[0-9][0-9().-]*+"
TELEPHONE_URL = re.compile(f"tel:{GLOBAL_NUMBER}")
# A short number such as *5955, which works in one country only.
SHORT_NUMBER_URL = re.compile(r"tel:\*[0-9]{3,}+")
# RFC 5724: the same number, for text messages.
MESSAGE_URL = re.compile(f"sms:{GLOBAL_NUMBER}")
# Degrees that can come first after a name, without periods.
DEGREES = frozenset(("MD", "DO", "PhD", "MBBS", "MBChB", "DDS", "DMD", "DPM", "PharmD", "PsyD", "RN", "MPH", "MSc", "MBA"))
# Russian and Ukrainian. Some family names end like a patronymic: Рабинович. So the word before a patronymic must not be one, an
# initial or, before -ич, the given name of a woman.
PATRONYMIC = re.compile(r"\w+(?:ич|[оеії]вна|ична)", re.IGNORECASE)
WITH_PATRONYMIC = re.compile(r"\w+[^\W\dая] \w+ич|\w\w+ \w+(?:[оеії]вна|ична)", re.IGNORECASE)


def uri(value: str) -> Iterator[str]:
    """Require an absolute http or https address."""
    if not is_web_address(value):
        yield f"Expected a web address, got {quote(value)}. Copy it from the browser, with https://."


def legal_notice(value: str) -> Iterator[str]:
    """Require a complete address, if a legal notice is an address. Anything else is its text."""
    if value.startswith(("http:", "https:", "www.")):
        yield from uri(value)


def legal_names(value: Mapping[str, Any]) -> Iterator[str]:
    """Require names of legal notices that make different addresses."""
    names: dict[str, str] = {}
    for name, slug in legal_slugs(value).items():
        if slug in names:
            yield f"{quote(names[slug])} and {quote(name)} would both be at /legal/{slug}. Change one of the names."
        names[slug] = name


def secure_uri(value: str) -> Iterator[str]:
    """Require an https address (RFC 9116, section 2.5)."""
    if problems := [*uri(value)]:
        yield from problems
    elif not value.startswith("https://"):
        yield f"Expected an address that begins with https://, got {quote(value)}."


def email(value: str) -> Iterator[str]:
    """Require an e-mail address."""
    if not EMAIL.fullmatch(value):
        yield f"Expected an e-mail address, got {quote(value)}."


def telephone(value: str) -> Iterator[str]:
    """Require a telephone number. The placeholder of the template counts as digits."""
    if not TELEPHONE.fullmatch(value.replace("REPLACE", "000")):
        signs = "spaces, + * # ( ) . / - and an extension such as ext. 12"
        yield f"Expected a telephone number, got {quote(value)}. Write at least three digits, and otherwise only {signs}."


def country_code(value: str) -> Iterator[str]:
    """Advise a country code, because nobody abroad can call without it. Short numbers such as *1234 have none."""
    if not TELEPHONE.fullmatch(value):
        return  # an error, which the rule telephone reports
    number = value.lstrip("(")
    if number.startswith("00"):
        yield f"{quote(value)} begins with 00, which some countries do not use. Write + instead."
    elif not number.startswith(("+", "*")):
        place = "in place of the 0 at the beginning" if number.startswith("0") else "before it"
        yield f"{quote(value)} has no country code. Write + and the code {place}."


def booking_link(value: str) -> Iterator[str]:
    """Require an address for bookings: a page, a telephone number, text messages or an e-mail address."""
    url = f"tel:{value.replace(' ', '')}"
    if TELEPHONE_URL.fullmatch(url) or SHORT_NUMBER_URL.fullmatch(url):
        yield f"{quote(value)} needs tel: before it. Write {url}."
    elif mail := mail_problem(value):
        yield mail
    elif not (is_contact(value) or any(form.fullmatch(value) for form in (WEB_ADDRESS, MESSAGE_URL, SHORT_NUMBER_URL))):
        numbers = "tel: or sms: and a number such as +44-20-7946-0000"
        yield f"Expected a web address with https://, {numbers}, or mailto: and an e-mail address, got {quote(value)}."


def contact(value: str) -> Iterator[str]:
    """Require a contact that programs can open: mailto:, tel: or https:// (RFC 9116, section 2.5.3)."""
    if mail := mail_problem(value):
        yield mail
    elif value.startswith(("http://", "https://")):
        yield from secure_uri(value)
    elif not is_contact(value):
        forms = (
            "mailto: and an e-mail address, tel: and a number such as +44-20-7946-0000, or an address that begins with https://"
        )
        yield f"Expected {forms}, got {quote(value)}."


def is_contact(value: str) -> bool:
    """Whether a text is a telephone number after tel:, or an e-mail address after mailto:."""
    return bool(TELEPHONE_URL.fullmatch(value) or MAIL_URL.fullmatch(value))


def mail_problem(value: str) -> str | None:
    """A message about an e-mail address that programs cannot open; None for everything else."""
    if EMAIL.fullmatch(value):
        return f"{quote(value)} needs mailto: before it. Write mailto:{value}."
    # A line break would begin a line of security.txt.
    if MAIL_URL.fullmatch(value) and re.search(r"\s", value):
        return f"{quote(value)} has a space or a line break. Write %20 for a space, %0A for a line break."
    return None


def name_alone(value: str) -> Iterator[str]:
    """Advise moving degrees after a name to credentials: ``Noa Example, MD``, but not ``Noa Example, Jr.``."""
    name, _, rest = value.partition(",")
    first = re.split(r"[\s,/]", rest.replace(".", "").strip())[0]
    if name and first in DEGREES:
        yield f"Write {quote(rest.strip())} under credentials, and only the name here."


def given_first(value: str) -> Iterator[str]:
    """Advise the given name first, if a name is in the order of official papers: ``Сабирова Гульнара Рашитовна``."""
    names = without_titles(value)
    if len(names) == 3 and not PATRONYMIC.fullmatch(names[1]) and WITH_PATRONYMIC.fullmatch(" ".join(names[1:])):
        yield f"Write the given name first: {' '.join([*names[1:], names[0]])}."


def npi(value: str) -> Iterator[str]:
    """Require a National Provider Identifier: ten digits, the last one Luhn's checksum after the prefix 80840."""
    if not re.fullmatch("[12][0-9]{9}", value):
        yield f"Expected an NPI (ten digits, beginning with 1 or 2), got {quote(value)}."
        return
    doubled = "".join(str(int(digit) * (2 - index % 2)) for index, digit in enumerate(f"80840{value}"[::-1], start=1))
    if sum(map(int, doubled)) % 10:
        yield f"{quote(value)} is not an NPI: the last digit does not match the others, so one digit is mistyped."


def orcid(value: str) -> Iterator[str]:
    """Require an ORCID iD: sixteen digits in groups of four, the last one a checksum (ISO 7064 MOD 11-2)."""
    if not ORCID.fullmatch(value):
        yield f"Expected an ORCID iD, got {quote(value)}."
        return
    total = 0
    for digit in value.replace("-", "")[:-1]:
        total = (total + int(digit)) * 2
    if "0123456789X"[(12 - total % 11) % 11] != value[-1]:
        yield f"{quote(value)} is not an ORCID iD: the last digit does not match the others, so one digit is mistyped."
