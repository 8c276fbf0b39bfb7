"""The services of the home page as a price list, and the conditions that link to them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from typing import Any

from api.page_language import PageLanguage
from api.pages.localized import localize
from db.store import Values
from db.text import words

# Separates the parts of a note.
DOT = " · "
# Longer texts stay out of the columns of durations and prices.
MAX_DURATION_CHARACTERS = 16
MAX_PRICE_CHARACTERS = 48
NUMBER = re.compile(r"\d")
# Units of time in the languages of the phrases, after a number.
DURATION = re.compile(
    r"\d\s*(?:min|h\b|hr|hour|night|std|stunde|nacht|nächte|heure|nuit|hora|noche|мин|час|ч\b|דק|שע|دقيقة|دقائق|ساع)",
    re.IGNORECASE,
)
# Names and abbreviations of currencies, also in lower case. Signs such as € are a category of Unicode.
CURRENCY = re.compile(
    r"(?<![^\W\d_])(?:(?:EUR|USD|GBP|CAD|CHF|NIS|ILS|AED|MAD|DH|TND|DZD|EGP|SAR|QAR|RUB"
    r"|euros?|dollars?|dólar(?:es)?|pesos?|francs?|Franken)\b|Fr\.|руб|р\.)"
    r"|ש[\"״]ח|שקל|درهم|دينار|ريال|جنيه|\b[جدرل]\.[ء-ي]",
    re.IGNORECASE,
)
# A code (ISO 4217), which CLDR knows, beside a number. Elsewhere it can be an abbreviation of medicine, such as AMD or BMD.
CURRENCY_CODE = re.compile(r"(?:(?<=\d)|(?<=\d\s))[A-Z]{3}\b|\b[A-Z]{3}(?=\s?\d)")
# Not free parking, free T4 or freezing.
FREE_OF_CHARGE = re.compile(
    r"free(?=$|[,;(]| (?:of|for|to|with|if|up|under|until)\b)|kostenlos|gratuit|gratis|бесплатно|ללא תשלום|חינם|مجان",
    re.IGNORECASE,
)


def price_list(
    services: Iterable[tuple[str, Values]], headings: Iterable[str], tags: Mapping[str, str], places: Mapping[str, str]
) -> dict[str, list[dict[str, Any]]]:
    """Group services by category in the order of the headings. Services without a category come last, under "".

    ``services`` has pairs of a category from the sources and a service in the language of the page. Each service gets the rest of
    its line: ``id``, ``duration``, ``prices``, ``labels`` and ``facts``. The labels are the tags and, if there is more than one
    place, short names of places. The facts are the rest of the note and the labels.
    """
    groups: dict[str, list[dict[str, Any]]] = {category: [] for category in (*headings, "")}
    for number, (category, service) in enumerate(services, start=1):
        rest, duration, prices = split_note(service.get("note", ""))
        labels = [tags.get(tag, tag) for tag in service.get("tags", ())]
        if len(places) > 1:
            names = [places[name] for name in service.get("locations", ()) if name in places]
            labels += names if names != [service["name"]] else []  # such as a video visit
        line = {"id": f"service-{number}", "duration": duration, "prices": prices, "labels": labels}
        groups[category].append({**service, **line, "facts": [rest, *labels] if rest else labels})
    return {category: group for category, group in groups.items() if group}


def split_note(note: str) -> tuple[str, str, list[str]]:
    """Split ``private room · 60 minutes · $140 each`` into the rest (``private room``), a duration and prices.

    Without a unit of time, a short part with a number beside a price is the duration: ``4 visits · $520``. A part is never split,
    because half a price is a wrong one: ``CHF 1,650 to 1,950``.
    """
    parts = parts_of(note)
    kind = type(note)  # the parts of a text in the first language are in that language, too
    prices = [part for part in parts if len(part) <= MAX_PRICE_CHARACTERS and is_price(part)]
    others = [part for part in parts if part not in prices]
    short = [part for part in others if len(part) <= MAX_DURATION_CHARACTERS]
    durations = [*filter(DURATION.search, short), *filter(NUMBER.search, short if prices else ())]
    duration = next(iter(durations), "")
    rest = [part for part in others if part != duration]
    return kind(DOT.join(rest)), kind(duration), [kind(price) for price in prices]


def parts_of(note: str) -> list[str]:
    """Split a note at its dots. Without any, a comma between a duration and a price separates them: ``30 min, € 140``."""
    if DOT in note:
        return note.split(DOT)
    halves = note.split(", ")
    kinds = [(is_price(half), bool(DURATION.search(half))) for half in halves]
    return halves if sorted(kinds) == [(False, True), (True, False)] else [note]


def is_price(text: str) -> bool:
    return (has_currency(text) and any(map(str.isdigit, text))) or bool(FREE_OF_CHARGE.match(text))


def has_currency(text: str) -> bool:
    """Whether a text names a currency: a sign or a name anywhere, or a code beside a number."""
    has_sign = any(unicodedata.category(character) == "Sc" for character in text)
    return has_sign or bool(CURRENCY.search(text)) or not currency_codes().isdisjoint(CURRENCY_CODE.findall(text))


@cache
def currency_codes() -> frozenset[str]:
    """Codes of the currencies that a country uses today: STN, but no longer STD."""
    from babel.core import get_global

    every = get_global("territory_currencies").values()
    return frozenset(code for currencies in every for code, _, last_day, _ in currencies if not last_day)


def link_conditions(profile: Values, services: Sequence[Values], language: PageLanguage) -> list[tuple[str, str]]:
    """Pair each condition with the ``id`` of the first service whose name and description have all its words, or "".

    A service for another condition does not count: "Depression after birth" is not for "Depression". This compares texts in the
    first language, so pages in every language have the same links.
    """
    conditions = [{*words(condition)} for condition in profile.get("conditions", [])]
    described = [({*words(service["name"])}, {*words(service.get("description", ""))}) for service in services]

    def service_of(wanted: set[str]) -> str:
        others = [condition for condition in conditions if condition != wanted]
        found = (number for number, (name, text) in enumerate(described, start=1) if wanted <= name | text and name not in others)
        return next((f"service-{number}" for number in found), "")

    texts = localize(profile, language).get("conditions", [])
    return [*zip_longest(texts, map(service_of, conditions[: len(texts)]), fillvalue="")]
