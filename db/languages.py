"""Languages of a site: their codes, the names of versions of fields, and the scripts of texts.

Names and rules come from CLDR (cldr.unicode.org), through Babel. The build writes the languages into the database, and the
service reads them there.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from babel import Locale

WEEK = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
# Default languages: English, and Hebrew if any field has a Hebrew version, which the contract promises for some names.
DEFAULT_CODES = ("en", "he")
CONTRACT_LANGUAGE = "Hebrew"
# Codes of scripts (ISO 15924) by the first word in Unicode's names of their letters. If one language mixes several scripts, one
# code covers them all.
SCRIPTS = {
    "LATIN": "Latn", "GREEK": "Grek", "CYRILLIC": "Cyrl", "ARMENIAN": "Armn", "GEORGIAN": "Geor", "HEBREW": "Hebr",
    "ARABIC": "Arab", "SYRIAC": "Syrc", "THAANA": "Thaa", "DEVANAGARI": "Deva", "BENGALI": "Beng", "GURMUKHI": "Guru",
    "GUJARATI": "Gujr", "ORIYA": "Orya", "TAMIL": "Taml", "TELUGU": "Telu", "KANNADA": "Knda", "MALAYALAM": "Mlym",
    "SINHALA": "Sinh", "THAI": "Thai", "LAO": "Laoo", "TIBETAN": "Tibt", "MYANMAR": "Mymr", "ETHIOPIC": "Ethi",
    "KHMER": "Khmr", "MONGOLIAN": "Mong", "HANGUL": "Hang", "CJK": "Hani", "HIRAGANA": "Hani", "KATAKANA": "Hani",
}  # fmt: skip
# Mixed scripts, which Unicode does not define, and so Typst does not know.
SAME_SCRIPT = {"Hans": "Hani", "Hant": "Hani", "Jpan": "Hani", "Kore": "Hang"}
LATIN = "Latn"
ARABIC = "Arab"
ARABIC_COMMA = "، "
RIGHT_TO_LEFT = frozenset({"Hebr", "Arab", "Syrc", "Thaa", "Nkoo", "Rohg"})
# A tag of BCP 47 with a language and, optionally, a script and a territory.
CODE = re.compile("[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?")


@dataclass(frozen=True)
class Language:
    """A language of the pages of a site.

    Attributes:
        code: as in addresses (BCP 47).
        name: in English.
        suffix: the end of the names of versions of fields; empty for the first language, whose texts are the plain fields.
        script: the code of its script (ISO 15924).
        locale: the name of its rules in CLDR, with the owner's territory if CLDR has rules for it.
        first_day: the first day of the week, in English.
    """

    code: str
    name: str
    suffix: str
    script: str
    locale: str
    first_day: str

    @property
    def direction(self) -> str:
        return direction_of(self.script)

    @property
    def tag(self) -> str:
        """The locale as browsers name it (BCP 47)."""
        return self.locale.replace("_", "-")


def direction_of(script: str) -> str:
    """The direction of a script in HTML: ``ltr`` or ``rtl``."""
    return "rtl" if script in RIGHT_TO_LEFT else "ltr"


@cache
def english_names() -> dict[str, str]:
    """English names of the languages with rules in CLDR, by code."""
    from babel import Locale, localedata

    known = frozenset(localedata.locale_identifiers())
    names = {name.replace("_", "-"): text for name, text in Locale("en").languages.items() if name in known}
    return {code: text for code, text in names.items() if CODE.fullmatch(code)}


@cache
def autonyms() -> dict[str, str]:
    """Names of languages in their own language, by code. Slow: reading the rules of all languages takes seconds."""
    from babel import Locale

    return {code: Locale.parse(code).get_language_name() or "" for code in english_names() if "-" not in code}


def code_of(name: str) -> str | None:
    """The code of a language by its name in English or in that language, ignoring case; None if CLDR has no such name."""
    wanted = name.strip().casefold()
    for names in (english_names, autonyms):
        if code := next((code for code, text in names().items() if text.casefold() == wanted), None):
            return code
    return None


def language_by_suffix(suffix: str) -> Language | None:
    """The language of a suffix of field names, such as ``Hebrew``; None if no language has it."""
    code = codes_by_suffix().get(suffix)
    return languages_for([DEFAULT_CODES[0], code])[1] if code else None


@cache
def codes_by_suffix() -> dict[str, str]:
    """Codes of languages by the suffixes of their versions: ``he`` for ``Hebrew``."""
    codes: dict[str, str] = {}
    for code, name in english_names().items():
        codes.setdefault(suffix_of(name), code)
    return codes


def language_of_version(name: str, fields: Iterable[str]) -> Language | None:
    """The language of a version of one of the fields: Arabic for ``bioArabic``; None if the name is not a version."""
    suffixes = (name.removeprefix(field) for field in fields if name.startswith(field) and name != field)
    return next(filter(None, map(language_by_suffix, suffixes)), None)


def suffix_of(name: str) -> str:
    """The suffix of versions in a language: its English name in ASCII letters, with each word capitalized."""
    ascii_text = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return "".join(word[:1].upper() + word[1:] for word in re.findall("[A-Za-z]+", ascii_text))


def languages_for(codes: Iterable[str], zone: str = "") -> list[Language]:
    """Languages by their codes, for an owner in a time zone. The plain fields are in the first language."""
    from babel.core import get_global

    territory = get_global("zone_territories").get(zone)
    languages: list[Language] = []
    for code in codes:
        name, locale = english_names()[code], code.replace("-", "_")
        languages.append(
            Language(
                code,
                name,
                suffix_of(name) if languages else "",
                script_of_language(locale),
                regional_locale(locale, territory),
                first_day(locale, territory),
            )
        )
    return languages


def regional_locale(locale: str, territory: str | None) -> str:
    """The name of the rules for a language in a territory, or of the language's own rules if CLDR has none for the territory.

    Plain English would be American. So the result is European English if the territory has a 24-hour clock, or else international
    English.
    """
    from babel import localedata

    regional = f"{locale}_{territory}"
    if regional in localedata.locale_identifiers():
        return regional
    if locale != "en" or not territory:
        return locale
    return "en_001" if "h" in str(rules_of_territory(locale, territory).time_formats["short"]) else "en_150"


def script_of_language(locale: str) -> str:
    from babel import Locale
    from babel.core import get_global

    rules = Locale.parse(locale)
    likely = get_global("likely_subtags").get(rules.language, "").split("_")  # he_Hebr_IL
    script = rules.script or (likely[1] if len(likely) > 1 else LATIN)
    return SAME_SCRIPT.get(script, script)


def first_day(locale: str, territory: str | None) -> str:
    """The first day of the week in a territory, whatever its language. Without a territory, the language decides."""
    return day_name(rules_of_territory(locale, territory).first_week_day)


def working_days(code: str) -> list[str]:
    """The working days of the country where most people speak a language, in the order of its week."""
    from babel import Locale
    from babel.core import get_global

    locale = code.replace("-", "_")
    *_, likely = get_global("likely_subtags").get(code.partition("-")[0], "").split("_")  # he_Hebr_IL
    rules = rules_of_territory(locale, Locale.parse(locale).territory or likely)
    days = ((rules.first_week_day + number) % len(WEEK) for number in range(len(WEEK)))
    return [day_name(day) for day in days if not rules.weekend_start <= day <= rules.weekend_end]


def rules_of_territory(locale: str, territory: str | None) -> Locale:
    """Any locale of the territory, for the week and the clock, which its languages share; without any, the given locale."""
    from babel import Locale, localedata

    regional = (name for name in localedata.locale_identifiers() if territory and name.endswith(f"_{territory}"))
    return Locale.parse(min(regional, default=locale))


def day_name(number: int) -> str:
    """The English name of a day by its number in Babel: Monday is 0."""
    return WEEK[(number + 1) % len(WEEK)]


def versions(document: Mapping[str, Any], field: str) -> dict[str, Any]:
    """The versions of a field by their suffixes: ``nameHebrew`` is the ``Hebrew`` version of ``name``."""
    start = len(field)
    return {
        name[start:]: value for name, value in document.items() if name.startswith(field) and name[start : start + 1].isupper()
    }


def entries_of_list(document: Mapping[str, Any], field: str, name: str) -> list[dict[str, str]]:
    """One dict for each text of a list: the text under ``name``, and its versions. Their lists have the same order."""
    lists = {name: document.get(field, ()), **{f"{name}{suffix}": texts for suffix, texts in versions(document, field).items()}}
    rows = (dict(zip(lists, texts, strict=True)) for texts in zip_longest(*lists.values()))
    return [{key: text for key, text in row.items() if text} for row in rows if row[name]]  # a version can lack its plain text


@cache
def script_of_letter(letter: str) -> str | None:
    """The script of a letter; None for a rare script, and for characters without a script."""
    return SCRIPTS.get(unicodedata.name(letter, "").partition(" ")[0].partition("-")[0]) if letter.isalpha() else None


@lru_cache(1000)  # more than the texts of a page, which ask for it more than once
def scripts_of(text: str) -> tuple[str, ...]:
    """The scripts of a text's letters, most frequent first."""
    if text.isascii():
        return (LATIN,) if any(map(str.isalpha, text)) else ()
    return tuple(script for script, _ in Counter(map(script_of_letter, text)).most_common() if script)


def comma_of(text: str) -> str:
    """The comma between parts of a text: ``، `` if most of its letters are Arabic."""
    return ARABIC_COMMA if script_of(text) == ARABIC else ", "


def script_of(text: str) -> str | None:
    """The most frequent script of a text; None if no letter has a known script."""
    return next(iter(scripts_of(text)), None)
