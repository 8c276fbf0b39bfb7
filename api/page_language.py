"""The language of a page: its phrases, and CLDR's rules for it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from api.text_files import read_visible_files
from db.languages import ARABIC, LATIN, Language, direction_of, regional_locale, script_of, scripts_of
from look.phrases import ENGLISH_PHRASES, PHRASES_FOLDER, file_names, parse_phrases

if TYPE_CHECKING:
    from babel import Locale

# The only language of pages without a database, such as its error page.
ENGLISH_ALONE = Language("en", "English", "", LATIN, "en", "Monday")


class TextLanguage(NamedTuple):
    """The attributes ``lang`` and ``dir`` of a text."""

    code: str
    direction: str


# The language of most titles of publications.
ENGLISH = TextLanguage("en", "ltr")
# Latin letters and marks that English lacks, except in names and diseases, and words that are rare in other languages.
NOT_ENGLISH = re.compile("[À-ÖØ-öø-ɏ¿¡]")
ENGLISH_WORDS = re.compile(
    r"\b(?:the|of|and|with|from|after|during|between|children|disease|study|trial|review|report|treatment|ultrasound)\b",
    re.IGNORECASE,
)


class FirstLanguageText(str):
    """Text of a plain field on a page in another language. It is in the first language, even if both have the same script."""

    __slots__ = ()


@dataclass(frozen=True)
class PageLanguage(Language):
    """A language of a site, with what its pages need.

    Attributes:
        phrases: the words of the pages; a phrase is a text, or its plural forms (CLDR) if it has a number.
        languages: all languages of the site, the first one first.
    """

    phrases: Mapping[str, Any]
    languages: tuple[Language, ...]

    @property
    def rules(self) -> Locale:
        return locale_rules(self.locale)

    @property
    def range_direction(self) -> str:
        """The direction of ranges such as 8:30–13: Hebrew writes them from left to right, Arabic as the rest of its text."""
        return "rtl" if self.script == ARABIC else "ltr"

    @property
    def own(self) -> TextLanguage:
        """Language and direction of the page itself."""
        return TextLanguage(self.code, self.direction)

    def fill(self, key: str, **values: str) -> str:
        """A phrase with values for its placeholders."""
        text: str = self.phrases[key]
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", value)
        return text

    def count(self, key: str, number: int) -> str:
        """A phrase with a number, in the plural form for it."""
        forms = self.phrases[key]
        text: str = forms.get(self.rules.plural_form(number), forms["other"])
        return text.replace("{number}", str(number))

    def of_text(self, text: str) -> TextLanguage:
        """The language of a text: the page's language, if the text has any letter of its (non-Latin) script.

        Otherwise the most frequent script decides. If no language of the site has this script, the result names only the script.
        """
        scripts, expected = scripts_of(text), self.languages[0] if isinstance(text, FirstLanguageText) else self
        if not scripts:
            return self.own
        if expected.script in scripts and expected.script != LATIN:
            return TextLanguage(expected.code, expected.direction)
        same = next((each for each in (expected, self, *self.languages) if each.script == scripts[0]), None)
        if same:
            return TextLanguage(same.code, same.direction)
        return TextLanguage(f"und-{scripts[0]}", direction_of(scripts[0]))

    def of_title(self, title: str) -> TextLanguage:
        """The language of a publication, from its title. Latin letters mean English.

        But ``Pauvreté et santé`` is in the site's first language. ``Ménière's disease and the ear`` is English.
        """
        if script_of(title) not in (LATIN, None):
            return self.of_text(title)
        first = self.languages[0]
        is_english = first.script != LATIN or not NOT_ENGLISH.search(title) or ENGLISH_WORDS.search(title)
        return ENGLISH if is_english else TextLanguage(first.code, first.direction)


def language_beside(title: str, language: PageLanguage) -> PageLanguage:
    """The language of words beside a title: the page's, or the title's if it has the other direction.

    Words of another direction would break the line in the wrong places.
    """
    code, direction = language.of_title(title)
    if direction == language.direction:
        return language
    return page_language(next((each for each in language.languages if each.code == code), ENGLISH_ALONE), language.languages)


def page_language(language: Language, languages: Sequence[Language], own: Path | None = None) -> PageLanguage:
    """A language of a site with its phrases. A file in the folder ``own`` adds a language or replaces phrases."""
    phrases, locale = merge_phrases(language.code, own), language.locale
    # From right to left, dates in English would be out of order.
    if language.code != "en" and language.direction == "ltr" and phrases == ENGLISH_PHRASES:
        locale = english_locale((locale, *(each.locale for each in languages)))
    return PageLanguage(**vars(language) | {"locale": locale}, phrases=phrases, languages=tuple(languages))


@cache
def merge_phrases(code: str, own: Path | None) -> dict[str, Any]:
    """The phrases of a language. The owner's phrases replace ours, and English phrases replace missing ones."""
    phrases = dict(ENGLISH_PHRASES)
    for folder in (PHRASES_FOLDER, own):
        files = read_visible_files(folder) if folder else {}
        for name in file_names(code):
            phrases |= parse_phrases(files[name]) if name in files else {}
    return phrases


@cache
def english_locale(locales: tuple[str, ...]) -> str:
    """English rules, for the dates and numbers of English phrases, for the first territory of the locales."""
    return regional_locale("en", next(filter(None, (locale_rules(name).territory for name in locales)), None))


@cache
def locale_rules(name: str) -> Locale:
    """CLDR's rules for a locale. The first page imports Babel, not the start of the service."""
    from babel import Locale

    return Locale.parse(name)
