"""The person and the places of work as a vCard 3.0 (RFC 2426), which every address book reads. Its address sets the language."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence

from api.context import Context
from api.http.response import Representation
from api.pages.localized import localize
from db.publication.author import split_titles
from db.publication.owner import family_and_given
from db.store import Store, Values

MEDIA_TYPE = "text/vcard; charset=utf-8"
# Inline: with an attachment, a phone would offer to save a file instead of a contact.
CONTACT_HEADERS = {"Content-Disposition": 'inline; filename="contact.vcf"'}
# RFC 2426, section 5.
ESCAPES = str.maketrans({"\\": r"\\", ",": r"\,", ";": r"\;", "\n": r"\n"})
# Maximum octets of a line without its end (RFC 2426, section 2.6).
MAX_LINE_OCTETS = 75


def contact(context: Context) -> Representation:
    """The vCard. Texts without a version in its language are in the first language."""
    store, language = context.store, context.language
    profile = localize(store.current_profile, language)
    places = [localize(place, language) for place in store.places()]
    properties = [
        ("BEGIN", "VCARD"),
        ("VERSION", "3.0"),
        ("FN", escape_text(profile["name"])),
        ("N", name_value(profile["name"], profile.get("nameVariants", ()), profile.get("credentials", ""))),
        *photo_lines(store),
        *(("ORG", ";".join(escape_text(place[name]) for name in ("parent", "name") if name in place)) for place in places[:1]),
        *(("TITLE", escape_text(position)) for position in profile["positions"]),
        *(("ROLE", escape_text(profile[name])) for name in ("profession", "specialty") if name in profile),
        *((("EMAIL;TYPE=work", escape_text(profile["email"])),) if "email" in profile else ()),
        *(of_place for number, place in enumerate(places) for of_place in place_lines(place, number, named=len(places) > 1)),
        ("URL", context.base_url),
        ("SOURCE", context.url("/contact.vcf", language.code)),
        ("UID", f"{context.base_url}/#person"),
        ("END", "VCARD"),
    ]
    body = "".join([fold_line(f"{name}:{value}") for name, value in properties])
    return Representation(body.encode(), MEDIA_TYPE, CONTACT_HEADERS)


def name_value(name: str, variants: Sequence[str], credentials: str) -> str:
    """The value of N: family name, given name, other names, titles and degrees (RFC 2426, section 3.1.2)."""
    family, given = family_and_given(name, variants)
    titles, _ = split_titles(name)
    degrees = ",".join(map(escape_text, credentials.split(", ")))
    return ";".join([*(escape_text(" ".join(words)) for words in (family, given[:1], given[1:], titles)), degrees])


def photo_lines(store: Store) -> Iterator[tuple[str, str]]:
    """Yield the smallest photo with its bytes, because a phone should show it without the network."""
    for name, _, _ in store.photo()[:1]:
        if image := store.image(name):
            media_type, content = image
            yield f"PHOTO;ENCODING=b;TYPE={media_type.partition('/')[2].upper()}", base64.b64encode(content).decode()


def place_lines(place: Values, number: int, *, named: bool) -> Iterator[tuple[str, str]]:
    """Yield telephone, e-mail and address of a place of work. The first place also sets the person's coordinates and time zone.

    The address is one text, so it is the label, and also the street for programs that ignore labels. Properties of one place have
    the same group (RFC 2426, section 2.1.2). Address books show a group under the name in X-ABLabel.
    """
    group = f"item{number + 1}." if named else ""
    if "phone" in place:
        yield f"{group}TEL;TYPE=work,voice", escape_text(place["phone"])
    if "email" in place:
        yield f"{group}EMAIL;TYPE=work", escape_text(place["email"])
    if "address" in place:
        yield f"{group}ADR;TYPE=work", f";;{escape_text(place['address'])};;;;"
        yield f"{group}LABEL;TYPE=work", escape_text(place["address"])
    if named and {"phone", "email", "address"} & {*place}:
        yield f"{group}X-ABLabel", escape_text(place["name"])
    if number == 0 and "coordinates" in place:
        yield "GEO", "{latitude};{longitude}".format(**place["coordinates"])
    if number == 0 and "hours" in place:
        yield "TZ;VALUE=text", escape_text(place["hours"]["timezone"])


def escape_text(value: str) -> str:
    return value.translate(ESCAPES)


def fold_line(line: str) -> str:
    """End a line, and fold it if it is too long, without splitting a character."""
    lines, size = [""], 0
    for char in line:
        width = len(char.encode())
        if size + width > MAX_LINE_OCTETS:
            lines.append(" ")
            size = 1
        lines[-1] += char
        size += width
    return "\r\n".join([*lines, ""])
