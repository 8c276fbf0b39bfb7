"""The person and the clinic as a vCard 3.0 (RFC 2426), which every address book reads, in English and in Hebrew."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from api.context import Context
from api.http.representation import Representation
from api.pages.text import twin
from db.names import family_and_given, is_title

Values = Mapping[str, Any]
# The media type of an image and its bytes.
Image = tuple[str, bytes]

MEDIA_TYPE = "text/vcard; charset=utf-8"
# Not an attachment: a telephone then offers to save the contact instead of a file.
HEADERS = {"Content-Disposition": 'inline; filename="contact.vcf"'}
# RFC 2426, section 5.
ESCAPES = str.maketrans({"\\": r"\\", ",": r"\,", ";": r"\;", "\n": r"\n"})
# Octets of a line without its end (RFC 2426, section 2.6).
LONGEST_LINE = 75


def contact(context: Context) -> Representation:
    """Return the contact. Text of the owner that has no Hebrew version is in English."""
    store, language = context.store, context.language
    sizes = store.photo()
    body = vcard(
        context.base_url,
        context.url("/contact.vcf", language),
        profile=translated(store.values("profile"), language),
        clinic=translated(store.values("clinic"), language),
        photo=store.image(sizes[0][0]) if sizes else None,
    )
    return Representation(body.encode(), MEDIA_TYPE, HEADERS)


def translated(values: Values, language: str) -> dict[str, Any]:
    """Return values with the text of a language under the names of the fields."""
    fields = dict.fromkeys(field.removesuffix("Hebrew") for field in values)
    return {field: value for field in fields if (value := twin(values, field, language))}


def vcard(base_url: str, source: str, *, profile: Values, clinic: Values, photo: Image | None = None) -> str:
    """Return a vCard; ``source`` is its own address."""
    properties = [
        ("BEGIN", "VCARD"),
        ("VERSION", "3.0"),
        ("FN", text(profile["name"])),
        ("N", name_parts(profile["name"], profile.get("nameVariants", ()), profile.get("credentials", ""))),
        *pictured(photo),
        ("ORG", ";".join(text(clinic[field]) for field in ("parent", "name") if field in clinic)),
        *(("TITLE", text(position)) for position in profile["positions"]),
        ("ROLE", text(profile["specialty"])),
        ("TEL;TYPE=work,voice", text(clinic["phone"])),
        *(("EMAIL;TYPE=work", text(values["email"])) for values in (profile, clinic) if "email" in values),
        *location(clinic),
        ("URL", base_url),
        ("SOURCE", source),
        ("UID", f"{base_url}/#person"),
        ("END", "VCARD"),
    ]
    return "".join([folded(f"{name}:{value}") for name, value in properties])


def name_parts(name: str, variants: Sequence[str], credentials: str) -> str:
    """Return family name, given name, other names, titles and degrees."""
    family, given = family_and_given(name, variants)
    titles = [word for word in name.partition(",")[0].split() if is_title(word)]
    degrees = ",".join(map(text, credentials.split(", ")))
    return ";".join([*(text(" ".join(words)) for words in (family, given[:1], given[1:], titles)), degrees])


def pictured(photo: Image | None) -> Iterator[tuple[str, str]]:
    """Yield the photo with its bytes, so that a telephone shows it without the network."""
    if photo:
        media_type, content = photo
        yield f"PHOTO;ENCODING=b;TYPE={media_type.partition('/')[2].upper()}", base64.b64encode(content).decode()


def location(clinic: Values) -> Iterator[tuple[str, str]]:
    """Yield address, coordinates and time zone of the clinic.

    The address is one text, so it is the label, and the street for programs that show no label.
    """
    yield "ADR;TYPE=work", f";;{text(clinic['address'])};;;;"
    yield "LABEL;TYPE=work", text(clinic["address"])
    if "coordinates" in clinic:
        yield "GEO", "{latitude};{longitude}".format(**clinic["coordinates"])
    if "hours" in clinic:
        yield "TZ;VALUE=text", text(clinic["hours"]["timezone"])


def text(value: str) -> str:
    return value.translate(ESCAPES)


def folded(line: str) -> str:
    """Return a line with its end, continued on further lines where it is too long. No character is split."""
    lines, size = [""], 0
    for char in line:
        width = len(char.encode())
        if size + width > LONGEST_LINE:
            lines.append(" ")
            size = 1
        lines[-1] += char
        size += width
    return "\r\n".join([*lines, ""])
