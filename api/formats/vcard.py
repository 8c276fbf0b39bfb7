"""The person and the clinic as a vCard: version 4.0 (RFC 6350), or 3.0 (RFC 2426) for programs that read no other.

Version 4.0 has the Hebrew texts as alternatives; 3.0 knows none, and has the Hebrew name as an additional name.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from db.names import family_and_given, is_title

Values = Mapping[str, Any]
# A property: its name, its parameters, its value.
Property = tuple[str, dict[str, str], str]
# The media type of an image and its bytes.
Image = tuple[str, bytes]

VERSIONS = ("4.0", "3.0")
MEDIA_TYPE = "text/vcard; charset=utf-8"
WORK = {"TYPE": "work"}
# RFC 6350, section 3.4.
ESCAPES = str.maketrans({"\\": r"\\", ",": r"\,", ";": r"\;", "\n": r"\n"})
# RFC 6868: what a quoted value of a parameter cannot hold.
PARAMETER_ESCAPES = str.maketrans({"^": "^^", '"': "^'", "\n": "^n"})
# Octets of a line without its end (RFC 6350, section 3.2).
LONGEST_LINE = 75


def vcard(base_url: str, *, profile: Values, clinic: Values, photo: Image | None = None, version: str = "4.0") -> str:
    """Return the contact in one of ``VERSIONS``."""
    properties = [
        ("BEGIN", {}, "VCARD"),
        ("VERSION", {}, version),
        *identity(profile, version),
        *pictured(photo, version),
        *employment(profile, clinic, version),
        *reachable(profile, clinic),
        *location(clinic, version),
        ("URL", {}, base_url),
        ("SOURCE", {}, f"{base_url}/contact.vcf"),
        ("UID", {}, f"{base_url}/#person"),
        ("END", {}, "VCARD"),
    ]
    return "".join([folded(f"{name}{parameters(given)}:{value}") for name, given, value in properties])


def identity(profile: Values, version: str) -> Iterator[Property]:
    """Yield the name in both languages, whole and in parts."""
    name, hebrew = profile["name"], profile.get("nameHebrew", "")
    variants = profile.get("nameVariants", ())
    suffixes = profile.get("credentials", ""), profile.get("credentialsHebrew", "")
    yield from bilingual("FN", text(name), text(hebrew), version)
    hebrew_parts = name_parts(hebrew, variants, suffixes[1]) if hebrew else ""
    yield from bilingual("N", name_parts(name, variants, suffixes[0]), hebrew_parts, version)
    if hebrew and version == "3.0":
        yield "NICKNAME", {}, text(hebrew)


def name_parts(name: str, variants: Sequence[str], credentials: str) -> str:
    """Return family name, given name, other names, titles and degrees."""
    family, given = family_and_given(name, variants)
    titles = [word for word in name.partition(",")[0].split() if is_title(word)]
    degrees = ",".join(map(text, credentials.split(", ")))
    return ";".join([*(text(" ".join(words)) for words in (family, given[:1], given[1:], titles)), degrees])


def pictured(photo: Image | None, version: str) -> Iterator[Property]:
    """Yield the photo with its bytes, so that a telephone shows it without the network."""
    if photo:
        media_type, content = photo
        data = base64.b64encode(content).decode()
        if version == "4.0":
            yield "PHOTO", {}, f"data:{media_type};base64,{data}"
        else:
            yield "PHOTO", {"ENCODING": "b", "TYPE": media_type.partition("/")[2].upper()}, data


def employment(profile: Values, clinic: Values, version: str) -> Iterator[Property]:
    """Yield the clinic as a part of its parent, the positions and the specialty."""
    parents = clinic.get("parent", ""), clinic.get("parentHebrew", "")
    names = clinic["name"], clinic.get("nameHebrew", "")
    english, hebrew = [";".join(map(text, filter(None, pair))) for pair in zip(parents, names, strict=True)]
    yield from bilingual("ORG", english, hebrew, version)
    twins = profile.get("positionsHebrew") or [""] * len(profile["positions"])
    for number, (position, twin) in enumerate(zip(profile["positions"], twins, strict=True), start=1):
        yield from bilingual("TITLE", text(position), text(twin), version, number)
    yield from bilingual("ROLE", text(profile["specialty"]), text(profile.get("specialtyHebrew", "")), version)


def reachable(profile: Values, clinic: Values) -> Iterator[Property]:
    """Yield the telephone number of the clinic, and the person's e-mail address before that of the clinic."""
    yield "TEL", {"TYPE": "work,voice"}, text(clinic["phone"])
    for values in (profile, clinic):
        if "email" in values:
            yield "EMAIL", WORK, text(values["email"])


def location(clinic: Values, version: str) -> Iterator[Property]:
    """Yield address, coordinates and time zone of the clinic.

    The address is one text, so it is the label, and the street for programs that show no label.
    """
    coordinates = clinic.get("coordinates")
    addresses = clinic["address"], clinic.get("addressHebrew", "")
    if version == "4.0":
        for name, given, address in bilingual("ADR", *addresses, version):
            yield name, {**WORK, **given, "LABEL": address}, street(address)
    else:
        yield "ADR", WORK, street(addresses[0])
        yield "LABEL", WORK, text(addresses[0])
    if coordinates:
        latitude, longitude = coordinates["latitude"], coordinates["longitude"]
        yield "GEO", {}, f"geo:{latitude},{longitude}" if version == "4.0" else f"{latitude};{longitude}"
    if "hours" in clinic:
        yield "TZ", {"VALUE": "text"}, text(clinic["hours"]["timezone"])


def street(address: str) -> str:
    return f";;{text(address)};;;;"


def bilingual(name: str, english: str, hebrew: str, version: str, number: int = 1) -> Iterator[Property]:
    """Yield a property, in version 4.0 with its Hebrew alternative (RFC 6350, section 5.4)."""
    if version != "4.0" or not hebrew:
        yield name, {}, english
        return
    for language, value in (("en", english), ("he", hebrew)):
        yield name, {"ALTID": str(number), "LANGUAGE": language}, value


def text(value: str) -> str:
    return value.translate(ESCAPES)


def parameters(given: Mapping[str, str]) -> str:
    """Return parameters as they follow the name of a property. Only a label needs quotes; ``work,voice`` is a list."""
    written = ""
    for name, value in given.items():
        escaped = value.translate(PARAMETER_ESCAPES)
        quoted = f'"{escaped}"' if name == "LABEL" else escaped
        written += f";{name}={quoted}"
    return written


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
