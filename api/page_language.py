"""The language of a page: its phrases, and the rules of CLDR for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from api.text_files import read_folder
from db.languages import LATIN, Language, direction_of, script_of, scripts_of
from look.phrases import PHRASES_FOLDER

if TYPE_CHECKING:
    from babel import Locale

# Where the site has no other: on an error page without a database, for example.
ENGLISH_ALONE = Language("en", "English", "", LATIN, "en", "Monday")


class TextLanguage(NamedTuple):
    """What the attributes ``lang`` and ``dir`` of a text say."""

    code: str
    direction: str


# The titles of most publications.
ENGLISH = TextLanguage("en", "ltr")


class FirstLanguageText(str):
    """Text of a plain field on a page in another language: it is in the first language, though its script may be that of both."""

    __slots__ = ()


@dataclass(frozen=True)
class PageLanguage(Language):
    """A language of a site, as its pages use it.

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
    def own(self) -> TextLanguage:
        """The one of the page itself."""
        return TextLanguage(self.code, self.direction)

    def fill(self, key: str, **values: str) -> str:
        """Return a phrase with values in the place of its placeholders."""
        text: str = self.phrases[key]
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", value)
        return text

    def count(self, key: str, number: int) -> str:
        """Return a phrase with a number, in the plural form that the language has for it."""
        forms = self.phrases[key]
        text: str = forms.get(self.rules.plural_form(number), forms["other"])
        return text.replace("{number}", str(number))

    def of_text(self, text: str) -> TextLanguage:
        """Tell the language of a text: this one if it has any letter of its script, which is not Latin.

        Otherwise the script of most letters decides: the language of the site that has it, or only the script.
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
        """Tell the language of a publication by its title, which is English if its letters are Latin."""
        return ENGLISH if script_of(title) in (LATIN, None) else self.of_text(title)


def language_by_code(code: str, language: PageLanguage) -> PageLanguage:
    """Return another language of a site, or English, for text among words in it."""
    other = next((each for each in language.languages if each.code == code), ENGLISH_ALONE)
    return page_language(other, language.languages)


def page_language(language: Language, languages: Sequence[Language], own: Path | None = None) -> PageLanguage:
    """Return a language of a site with its phrases; a file of the folder ``own`` adds a language or replaces phrases."""
    return PageLanguage(**vars(language), phrases=read_phrases(language.code, own), languages=tuple(languages))


@cache
def read_phrases(code: str, own: Path | None) -> dict[str, Any]:
    """Return the phrases of a language; English ones where it has none."""
    phrases: dict[str, Any] = {}
    for name, folder in ((ENGLISH_ALONE.code, PHRASES_FOLDER), (code, PHRASES_FOLDER), (code, own)):
        if folder and (content := read_folder(folder).get(f"{name}.json")):
            phrases |= orjson.loads(content)
    return phrases


@cache
def locale_rules(name: str) -> Locale:
    """Return the rules of CLDR for a locale. Babel is imported on the first call, when the first page is made."""
    from babel import Locale

    return Locale.parse(name)
