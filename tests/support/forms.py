"""Profiles with every form of every field that a check of the sources accepts, made from the schema of the sources.

In a table, each form occurs in several rows, each time among others. A document exists once in a profile, so there each form
occurs in some profile, and of any two optional fields each occurs with and without the other. A new field is included by itself;
a rule or a format that is not listed here stops the tests until its forms are added.
"""

import csv
import json
import re
import shutil
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import combinations, count, cycle, islice
from pathlib import Path
from typing import Any

from pipeline.schema.package import Source
from tests.conftest import SOURCES

Schema = Mapping[str, Any]
ABSENT = object()
# The rows of a table for each form of a field.
NEIGHBORS = 2
# Stands for the number of the row, in values that must differ.
NUMBER = "№"
TEXTS = (
    "A sentence; with a comma, a colon: and a dash - 1–2.",
    "*Stars*, _lines_, `code`, [link](https://e.org) and ![image](x)",
    "<b>bold</b> & &amp; <script>alert('x')</script> <!-- --> ]]> and quotes: \" ' “ ” ‘ ’ « » ״ ׳",
    "=HYPERLINK(1) # 1. @ ~ ^ | {{ braces }} {% if %} {# note #} \\ backslash {brace} %s $1",
    "Ünïcödé ﬁ ½ ß İ 𝔵 🦴 e\u0301 ﷺ 漢字, a joiner\u200d and a soft hyphen\u00ad",
    "A long text " + "of many words " * 60,
    "Supercalifragilistic" * 15,
    "0",
)
MARKDOWN = (
    "First line\nsecond line\n\n- an **item** [with a link](https://e.org/?a=1&b=(2))\n- *another*\n\nThe end.",
    "[x](javascript:alert(1)) # *open\n> quote",
)
HEBREW = tuple(f"טקסט {text}" for text in TEXTS)
URIS = (
    "https://example.org",
    "http://e.org:8080/a%20b/?q=1&r=(2)#part",
    f"https://example.org/{'long/' * 60}",
    "HTTPS://Example.ORG/~a'b*c",
)
RULES: dict[str, Sequence[Any]] = {
    # A start is before each end, whichever two meet.
    "partial_date": ("1998", "1998-04", "1998-04-07", "Apr-98", "04/1998", "1998-04-07 00:00:00"),
    "partial_date_or_now": ("now", "2026", "2026-11", "2026-11-22", "Nov-26", "22.11.2026"),
    "readable_color": ("#0b6260", "#000000", "#8A1C5C"),
    # An end is not before each start, whichever two meet.
    "announcement": ({"from": "2027-04-21", "until": "2027-05-01"}, {"from": "1999-01-01"}, {"until": "2999-12-31"}),
    "authors": (
        "Example N",
        "Levi R, Example N, Cohen D",
        ", ".join(f"Author{chr(65 + index)} A" for index in range(26)),
        "Example Study Group, Levi R, World Health Organization",
        "Levi R, et al",
        "Smith J Jr, King ML 3rd, van der Berg J, O'Neil-Åse Ö, AT&T A",
        "נועה דוגמה, רות לוי",
        "Noa Example, דוגמה נ",
        "Levi, R.; Cohen, D.",
        '<b>Levi</b> R, "Q" *Star* S',
    ),
    "booking_link": (
        "https://booking.example.org/?a=1&b=2",
        "tel:+972-0-555-0100",
        "tel:*5955",
        "sms:+972-0-555-0101",
        "mailto:clinic@example.org?subject=Booking",
    ),
    "closure": (
        {"from": "2027-04-21", "to": "2027-04-21"},
        {"from": "2027-12-30", "to": "2028-02-29"},
        {"from": "1999-01-01", "to": "2999-12-31"},
        {"from": "1999-01-01"},  # without an end, or with one of those of dates
    ),
    "contact": ("mailto:security@example.org?subject=Report", "https://example.org/report", "tel:+44-20-7946-0000"),
    "legal_names": ({"Imprint": "Example Road 1", "Privacy": "https://example.org/privacy"}, {"חוק": "- a\n- b", "§": "**x** <"}),
    "legal_notice": ("https://example.org/privacy?a=1&b=2", "Example Road 1\n\n- Chamber: *Example*", "<b>& ", "1. April"),
    "data_link": ("10.5555/data.1", "10.5555/(SICI)1:2<1::AID-X>2.0.CO", "https://example.org/?a=1&b=(2)"),
    "doi": (
        f"10.5555/plain.{NUMBER}",
        f"10.5555/(SICI)1234-5678(2014)12:3<{NUMBER}::AID-EX1>2.0.CO;2",
        f"10.5555.12/a?b#c&d=%2F/../\\{NUMBER}'\"[]{{}}|^`",
        f"10.123456789/עברית-é-𝔵-{NUMBER}/",
    ),
    "hebrew": HEBREW,
    "image_name": ("portrait.png",),
    "instant": (f"{date.today().year + 1}-01-01T00:00:00Z", "2001-02-03T04:05:06Z"),
    "iso_date": ("2026-11-22", "1999-01-01", "2999-12-31"),
    "known_license": (
        "CC BY 4.0",
        "cc-by-nc-nd",
        "CC0",
        "https://creativecommons.org/licenses/by-sa/3.0/us/",
        "http://e.org/?a=1&b=(2)",
    ),
    "name_alone": TEXTS,
    "no_markup": TEXTS,
    "not_after_next_year": (1800, 1999, date.today().year + 1),
    "not_a_date": ("12-Mar", "e101", "101-109", "S1–S9", "<b>", '"', "=1", "iv", "5-9, 12"),
    "notice": tuple(
        f"{kind}{day}{doi}"
        for kind in ("retracted", "corrected", "expression of concern")
        for day, doi in ((" 2018", ""), (" 2018-04", ""), (" 2018-03-05", ", doi:10.5555/n"), ("", " doi:10.5555/(a)<b>"))
    ),
    "npi": ("1234567893", "1245319599", "2000000002"),
    "opening_hours": (
        {"weekly": [{"days": ["Friday"], "opens": "08:30", "closes": "13:00"}]},
        {
            "weekly": [
                {"days": ["Sunday", "Monday"], "opens": "00:00", "closes": "12:00"},
                {"days": ["Sunday"], "opens": "12:00", "closes": "23:59"},
            ]
        },
        {"weekly": []},
    ),
    "orcid": ("0000-0000-5555-0000", "0000-0002-1694-233X"),
    "spoken_language": ("Hebrew", "English", *TEXTS),
    "secure_uri": ("https://example.org/policy",),
    "telephone": ("+972-0-555-0100", "*1234", "(+44) 20 7946 0000 ext. 5", "03-555-0100", "00972"),
    "trial": (
        *("NCT01234567", "ISRCTN01234567", "2004-012345-67", "2023-512345-67-00"),
        *(text for text in TEXTS if ";" not in text),
    ),
    "timezone": ("Asia/Jerusalem", "UTC", "America/Argentina/Buenos_Aires", "Pacific/Kiritimati"),
}
FORMATS: dict[str, Sequence[str]] = {
    "date": ("2027-02-28", "1999-12-31"),
    "email": ("noa@example.org", "o'neil+tag&co=x@mail.example.co.uk"),
    "uri": URIS,
}
PATTERNS: dict[str, Sequence[str]] = {
    "(100|[1-9]?[0-9])% (100|[1-9]?[0-9])%": ("70% 40%", "0% 100%", "50% 7%"),
    "^([01][0-9]|2[0-3]):[0-5][0-9]$": ("00:00", "23:59"),
    "(?![Ff][Aa][Cc][Ee][Tt][Ss]$)[A-Za-z][A-Za-z0-9_-]{0,99}": (f"Key_{NUMBER}", f"k-{NUMBER}", f"facets{NUMBER}"),
    "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$": ("en", "zh-Hant-TW"),
}
NAMES = ("website", "Name with spaces & <b>", "עברית", "ORCID")


def known(table: Mapping[str, Sequence[Any]], name: str, path: str) -> list[Any]:
    assert name in table, f"{path}: {name} has no forms yet. Add values that it accepts to tests/support/forms.py."
    return list(table[name])


def forms(schema: Schema, path: str) -> list[Any]:
    rules = [*schema.get("rules", ()), *schema.get("advice", ())]
    fixed = known(RULES, rules[0], path) if rules else None
    match schema:
        case {"type": "object", "additionalProperties": dict(more)}:
            values = forms(more, f"{path}.*")
            return [dict(zip(NAMES, islice(cycle(values), start, None), strict=False)) for start in range(len(values))]
        case {"type": "object"}:
            return objects(schema, fixed or [{}], path)
        case {"type": "array", "items": items}:
            values = forms(items, f"{path}[]")
            may_be_empty = not {"minItems", "minLength", "required"} & schema.keys()
            return [values[:1], values, *([[]] if may_be_empty else [])]
        case {"enum": values}:
            return list(values)
        case {"contentMediaType": "text/markdown"}:
            return [*(fixed or TEXTS), *(("טקסט " * bool(fixed)) + text for text in MARKDOWN)]
        case _:
            return fixed or scalars(schema, path)


def scalars(schema: Schema, path: str) -> list[Any]:
    """The forms of a text, number or boolean without a rule."""
    match schema:
        case {"format": name} if name != "default":
            return [value for value in known(FORMATS, name, path) if re.fullmatch(schema.get("pattern", ".*"), value)]
        case {"pattern": pattern}:
            return known(PATTERNS, pattern, path)
        case {"type": "number", "minimum": minimum, "maximum": maximum}:
            return [minimum, maximum, 0, 1.5]
        case {"type": "boolean"}:
            return list(schema.get("trueValues", (True, False)))
        case {"type": "string"}:
            return list(TEXTS)
    return known({}, f"the type {schema.get('type')}", path)


def objects(schema: Schema, fixed: list[Any], path: str) -> list[Any]:
    options = {
        name: [*forms(each, f"{path}.{name}"), *([] if name in schema.get("required", ()) else [ABSENT])]
        for name, each in schema["properties"].items()
    }
    number = max(len(fixed), *map(len, options.values()))
    # Each property begins elsewhere, so that all optional ones are not absent together.
    rows = (
        {name: each[(row + column) % len(each)] for column, (name, each) in enumerate(options.items())} for row in range(number)
    )
    return [present(row) | fixed[index % len(fixed)] for index, row in enumerate(rows)]


def present(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not ABSENT}


def field_forms(source: Source) -> dict[str, list[Any]]:
    """The forms of each field of a source. For an optional field, the first is ABSENT."""
    result = {}
    for field in source.fields:
        descriptor = field.to_descriptor()
        schema = {**descriptor, **descriptor.get("constraints", {}), **descriptor.get("jsonSchema", {})}
        # The fields are those of the example, whose versions are Hebrew.
        values = (
            [["en", "he"]]
            if field.name == "languages" and source.name == "site"
            else forms(schema, f"{source.name}.{field.name}")
        )
        result[field.name] = [*([] if field.required else [ABSENT]), *values]
    return result


def documents(source: Source) -> list[dict[str, Any]]:
    options = field_forms(source)
    number = next(size for size in count(max(map(len, options.values())) + 2) if size * (size - 1) / 2 >= len(options))
    result = [{name: values[0] for name, values in options.items()}]
    absences = combinations(range(number), 2)
    values = {name: cycle([value for value in each if value is not ABSENT]) for name, each in options.items()}
    absent = {name: next(absences) if each[0] is ABSENT else () for name, each in options.items()}
    result += [{name: ABSENT if row in absent[name] else next(values[name]) for name in options} for row in range(number)]
    return [same_lengths(present(row)) for row in result]


def same_lengths(values: dict[str, Any]) -> dict[str, Any]:
    """Make each Hebrew list as long as the list that it is a version of, at any depth."""
    result = {}
    for name, value in values.items():
        original = values.get(name.removesuffix("Hebrew"))
        if isinstance(value, list):
            value = [same_lengths(item) if isinstance(item, dict) else item for item in value]
            if isinstance(original, list):
                value = list(islice(cycle(value), len(original)))
            if isinstance(original, list) and len(value) < len(original):
                continue  # an empty list is no Hebrew version of a longer one
        result[name] = same_lengths(value) if isinstance(value, dict) else value
    return result


def rows(source: Source) -> list[dict[str, Any]]:
    options = field_forms(source)
    number = max(map(len, options.values()))
    return [
        present({name: each[(start + column * step) % number % len(each)] for column, (name, each) in enumerate(options.items())})
        for start in range(number)
        for step in range(NEIGHBORS)
    ]


def cell(value: Any, number: int) -> str:
    return ";".join(value) if isinstance(value, list) else str(value).replace(NUMBER, str(number))


class Profiles:
    """As many profiles as the document with the most forms needs. The rows of the tables are spread over all but the first."""

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self.documents = {source.path.name: documents(source) for source in sources.values() if not source.is_table}
        self.tables = {source.path.name: (source.field_names, rows(source)) for source in sources.values() if source.is_table}
        self.number = max(map(len, self.documents.values()))

    def write(self, number: int, folder: Path) -> None:
        folder.mkdir()
        shutil.copy(SOURCES / "portrait.png", folder)
        clinic = self.documents["clinic.yaml"][number % len(self.documents["clinic.yaml"])]
        places = dict.fromkeys(place["name"] for place in (clinic, *clinic.get("locations", ())))
        for name, values in self.documents.items():
            # JSON is YAML too.
            (folder / name).write_text(json.dumps(values[number % len(values)], ensure_ascii=False), encoding="utf-8")
        for name, (columns, every) in self.tables.items():
            with (folder / name).open("w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, columns)
                writer.writeheader()
                for index, row in enumerate(every[number - 1 :: self.number - 1] if number else ()):
                    if "locations" in row:  # which are names in clinic.yaml
                        row = row | {"locations": [place for place in places if ";" not in place][: 1 + index % 3]}
                    writer.writerow({column: cell(value, index) for column, value in row.items()})
