"""The owner's documents in the language of a page: templates never choose between a field and its version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.page_language import FirstLanguageText, PageLanguage
from db.languages import CONTRACT_LANGUAGE

# Fields that map labels to addresses or texts.
LABELED = frozenset({"bookingLinks", "legal", "links"})


def localize(document: Mapping[str, Any], language: PageLanguage) -> dict[str, Any]:
    """Put the texts of one language under the names of the plain fields.

    On a Hebrew page, ``{"name": "Dr. Levi", "nameHebrew": "ד״ר לוי", "phone": "+1 555 0100"}`` becomes
    ``{"name": "ד״ר לוי", "phone": "+1 555 0100"}``. A text without a version is a :class:`FirstLanguageText`.
    """
    suffixes = tuple({CONTRACT_LANGUAGE, *(each.suffix for each in language.languages if each.suffix)})
    versions = {name for name in document if name.endswith(suffixes)}
    plain = {name: localize_value(name, document[name], language) for name in document if name not in versions}
    if not language.suffix:
        return plain
    own = {name.removesuffix(language.suffix): document[name] for name in versions if name.endswith(language.suffix)}
    return plain | {name: value for name, value in own.items() if value}


def localize_value(name: str, value: Any, language: PageLanguage) -> Any:
    """Mark texts in the value of a plain field as texts in the first language."""
    if isinstance(value, dict):
        if name in LABELED:
            return {FirstLanguageText(label): item for label, item in value.items()} if language.suffix else value
        return localize(value, language)
    if isinstance(value, list):
        return [localize_value(name, item, language) for item in value]
    return FirstLanguageText(value) if language.suffix and isinstance(value, str) else value
