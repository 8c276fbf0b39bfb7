"""Text on a page as HTML: ``marked`` and others tag its language where this isn't the page's, and isolate numbers.

``api.page_language`` tells the language of a text. ``api.pages.localized`` chooses the owner's texts in the page's language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from markupsafe import Markup, escape

from api.formats.markdown import html_blocks
from api.page_language import FirstLanguageText, PageLanguage, TextLanguage, language_beside, locale_rules
from api.pages.dates import clock, closure_days, dates, partial_date, period, time_zone, weekday
from db.languages import ARABIC, RIGHT_TO_LEFT, scripts_of
from db.publication.author import split_titles, unbroken_particles, unbroken_titles
from db.publication.owner import family_and_given
from db.text import NO_BREAK_SPACE

# A line must not break between a number and its currency or unit, or a postal code and its town: 640 000 €, 60 min, 8001 Zürich.
SIGNS = "[$£¥\u20a0-\u20cf]"
# The code of a currency (ISO 4217), or another abbreviation, which can stay with its number as well.
THREE_CAPITALS = "[A-Z]{3}"
BESIDE_NUMBERS = (
    rf"(?<=\d )(?=[kM]?{SIGNS}|%|(?:{THREE_CAPITALS}|h|min|mm|cm|km|mg|kg|ml|T)\b)"
    rf"|(?<={SIGNS} )(?=\d)|(?<=\b{THREE_CAPITALS} )(?=\d)|(?<=\d{{4}} )(?=[A-ZÀ-Þ])"
)
# Nor where many languages group the digits of a number, 48 000, or where French has a space before punctuation and in guillemets.
IN_NUMBERS = rf"(?<=\d )(?=\d{{3}}\b)|{BESIDE_NUMBERS}"
UNITS, THOUSANDS, FRENCH_SPACES = (
    re.compile(f" (?:{places})") for places in (BESIDE_NUMBERS, IN_NUMBERS, f"(?<=« )|(?=[»:;!?])|{IN_NUMBERS}")
)
# The sound before which Spanish writes "e" for "y": español e inglés. CLDR's patterns leave this to programs.
SPANISH_I = re.compile("h?[ií](?![aeou])", re.IGNORECASE)
# Lines can break after a space, a hyphen and a maqaf (Unicode Standard Annex #14, classes SP, HY and BA).
JOINTS = frozenset(" -‐־")
# Numbers joined by spaces, dashes and the punctuation of dates, times and volumes; or one number with a plus. Not in an isolate,
# and not after left-to-right letters, because the number has their direction: L4-5, IL-2/4.
NUMBER_WITH_ISSUE = r"\d++(?:\(\d++\))?"
BEFORE_NUMBERS = r"(?<![\d\u2066A-Za-zÀ-ɏͰ-ӿ])(?<![\dA-Za-zÀ-ɏͰ-ӿ][.,:;/–—-])"
# Compiled on first use: only right-to-left pages need it, and compiling it would take a thirtieth of the start.
JOINED_NUMBERS = rf"((?:\+|{BEFORE_NUMBERS}){NUMBER_WITH_ISSUE}(?:(?:[.,:;/–—-]| [–—-] | ){NUMBER_WITH_ISSUE})+|\+\d++)"
# Arabic writes ranges as the rest of its text, see ``PageLanguage.range_direction``.
JOINED_NUMBERS_IN_ARABIC = JOINED_NUMBERS.replace("–—", "")


def language_name(code: str) -> str:
    """The name of a language in its own language, capitalized for links."""
    rules = locale_rules(code.replace("-", "_"))
    name = rules.get_display_name() or code
    return name[:1].upper() + name[1:]


def specialty_of(profile: Mapping[str, Any]) -> str:
    """The specialty; if the person is not a physician, after the profession."""
    return " · ".join(specialties(profile))


def specialties(profile: Mapping[str, Any]) -> list[str]:
    return [profile[field] for field in ("profession", "specialty") if field in profile]


def marked_specialty(profile: Mapping[str, Any], language: PageLanguage) -> Markup:
    """Write profession and specialty as HTML, each in its own language. No line begins with the dot between them."""
    return Markup("\u00a0· ").join([marked(text, language) for text in specialties(profile)])


def spoken_languages(profile: Mapping[str, Any], language: PageLanguage) -> list[str]:
    """The owner's names for the spoken languages in this language, or else CLDR's. The first has a capital."""
    names: list[str] = profile.get("languages", [])
    if any(isinstance(name, FirstLanguageText) for name in names):
        named = (locale_rules(locale).languages.items() for locale in ("en", *(each.locale for each in language.languages)))
        codes = {name.casefold(): code for pairs in named for code, name in pairs}
        names = [language.rules.languages.get(codes.get(name.casefold(), ""), name) for name in names]
    return [*map(capitalize_first, names[:1]), *names[1:]]


def list_text(items: Sequence[str], language: PageLanguage) -> str:
    """Join items in the language's style: ``Hebrew, English and French``."""
    from babel.lists import format_list

    text = format_list(items, locale=language.rules)
    if language.code.partition("-")[0] == "es" and len(items) > 1 and SPANISH_I.match(items[-1]):
        return f"{text.removesuffix(f' y {items[-1]}')} e {items[-1]}"
    return text


def marked(text: object, language: PageLanguage, within: str = "") -> Markup:
    """Write text as HTML, with its language if it differs from the page's or from ``within``, the language of the part around it.

    In right-to-left text, isolate numbers that readers read from left to right.
    """
    return marked_line([str(text)], language, within, kind=kind_of(text))


def capitalized(label: str, language: PageLanguage) -> Markup:
    """Write a label as HTML, with a capital."""
    return marked(capitalize_first(label), language)


def capitalize_first(text: str) -> str:
    """Begin with a capital, and leave other letters: MRT, not Mrt."""
    return kind_of(text)(text[:1].upper() + text[1:])


def prose(text: str, language: PageLanguage) -> list[Markup]:
    """Render the paragraphs, lists and quotes of a Markdown text. Paragraphs have their language, as in :func:`marked`."""
    return html_blocks(text, partial(marked_line, language=language, kind=kind_of(text)))


def kind_of(text: object) -> type[str]:
    """The type for parts of a text: they are in the same language."""
    return FirstLanguageText if isinstance(text, FirstLanguageText) else str


def marked_line(parts: Sequence[str], language: PageLanguage, within: str = "", *, kind: type[str]) -> Markup:
    """Join the parts of a line as HTML with its language and direction. Parts that are ``Markup`` are tags."""
    text = kind("".join([part for part in parts if not isinstance(part, Markup)]))
    own = code, direction = language.of_text(text)
    script = next(filter(RIGHT_TO_LEFT.__contains__, scripts_of(text)), None)
    is_isolated = direction == "rtl" or script is not None
    joined = JOINED_NUMBERS_IN_ARABIC if (script or language.script) == ARABIC else JOINED_NUMBERS
    write = partial(isolate_numbers, joined=joined) if is_isolated else escape
    spaces = unbroken_spaces(code, is_isolated)
    parts = [part if isinstance(part, Markup) else spaces.sub(NO_BREAK_SPACE, part) for part in parts]
    html = Markup("").join([part if isinstance(part, Markup) else write(part) for part in parts])
    if code == (within or language.code) or not any(map(str.isalpha, text)):
        return html
    return tag_language(html, own)


def unbroken_spaces(code: str, is_isolated: bool) -> re.Pattern[str]:
    """The spaces at which no line breaks, in a language. In right-to-left text, digits in groups are isolated instead."""
    return UNITS if is_isolated else FRENCH_SPACES if code == "fr" else THOUSANDS


def unbroken_text(text: str, language: PageLanguage) -> str:
    """A text with no-break spaces."""
    code, direction = language.of_text(text)
    return unbroken_spaces(code, direction == "rtl" or is_right_to_left(text)).sub(NO_BREAK_SPACE, text)


def tag_language(html: Markup, language: TextLanguage) -> Markup:
    """Tag HTML with its language and direction."""
    code, direction = language
    return Markup(f'<bdi lang="{code}" dir="{direction}">{html}</bdi>')  # noqa: S704 - codes of languages


def common_language(texts: Iterable[str | None], language: PageLanguage) -> TextLanguage:
    """The language and direction that all parts of a line share, or else the page's.

    Without this, a Hebrew page would show the parts of ``Senior Lecturer, Technion, Haifa`` from right to left.
    """
    shared = {language.of_text(text) for text in texts if text and any(map(str.isalpha, text))}
    return shared.pop() if len(shared) == 1 else language.own


def isolate_numbers(text: str, joined: str) -> Markup:
    """Isolate ranges, dates and telephone numbers in right-to-left text (Unicode Standard Annex #9, N0 to N2).

    Without that, browsers would show ``050 555 0123``, and in Hebrew also ``2020–2023``, from right to left.
    """
    parts = re.split(joined, text)
    return Markup("").join(
        Markup('<bdi dir="ltr">{}</bdi>').format(part) if index % 2 else part for index, part in enumerate(parts)
    )


def unbroken(text: str, language: PageLanguage) -> str:
    """A title with no-break spaces where French does not break a line, if the page or the title is in French."""
    is_french = language.code == "fr" or language.of_title(text).code == "fr"
    return FRENCH_SPACES.sub(NO_BREAK_SPACE, text) if is_french else text


def whole_words(text: str, language: PageLanguage) -> Markup:
    """Write a title as HTML. A line breaks at a hyphen only if the word is longer than the line."""
    return join_whole_words(unbroken(text, language).split(" "), language, kind_of(text))


def whole_name(name: str, language: PageLanguage, variants: Iterable[str] = ()) -> Markup:
    """Write a person's name as HTML in the same way. Lines don't end inside the family name either: ``van der Hoeven``.

    ``variants`` of the name show where a family name of several words begins: ``Ní Bhriain A``.
    """
    titles, names = split_titles(name)
    family, given = family_and_given(name, variants)
    start, end = len(given), len(given) + len(family)
    whole_family = " ".join(unbroken_particles(names[start:end]))
    parts = [*unbroken_titles(titles), *unbroken_particles(names[:start]), whole_family, *names[end:]]
    return join_whole_words([*filter(None, parts)], language)


def join_whole_words(words: Sequence[str], language: PageLanguage, kind: type[str] = str) -> Markup:
    """Join words as HTML. A line breaks inside one of them only if it is longer than the line.

    A person's name has no language, so it gets a tag only if its script differs from the page's.
    """
    mark = Markup('<span class="word">{}</span>').format
    html = Markup(" ").join([word if JOINTS.isdisjoint(word[1:-1]) else mark(word) for word in words])
    own = code, _ = language.of_text(kind(" ".join(words)))
    return html if code == language.code else tag_language(html, own)


def own_direction(direction: str, language: PageLanguage) -> Markup:
    """The attribute ``dir`` of a text, if its direction is not the page's. The part around it is laid out as the page."""
    return Markup(' dir="{}"').format(direction) if direction != language.direction else Markup()


def is_right_to_left(text: str) -> bool:
    """Whether a text has any right-to-left letter."""
    return not RIGHT_TO_LEFT.isdisjoint(scripts_of(text))


# Functions for templates, called with the language of the page.
FUNCTIONS: tuple[Callable[..., Any], ...] = (
    language_beside,
    marked_specialty,
    capitalized,
    marked,
    common_language,
    prose,
    unbroken,
    whole_words,
    whole_name,
    dates,
    closure_days,
    time_zone,
    partial_date,
    period,
    weekday,
    clock,
    spoken_languages,
    list_text,
)
