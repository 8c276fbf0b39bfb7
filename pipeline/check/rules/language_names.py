"""Rules for languages: the codes of the pages' languages in site.yaml, and the names of spoken languages in profile.yaml."""

from __future__ import annotations

from collections.abc import Iterator

from db.languages import code_of, english_names
from db.text import nearest
from pipeline.wording import quote

# Codes that are already addresses of the software.
TAKEN_ADDRESSES = ("cv",)


def language_code(value: str) -> Iterator[str]:
    """Require the code of a language that CLDR knows. Many owners write a name here, as in other files."""
    if value in TAKEN_ADDRESSES:
        yield f"The address /{value} is taken, so pages cannot be in the language {quote(value)}."
    elif value not in english_names():
        if code := code_of(value):
            yield f"Expected a code, got the name {quote(value)}. Write {code}; names of spoken languages go into profile.yaml."
        else:
            from babel.core import get_global  # slow to import

            base, *country = value.replace("_", "-").split("-", maxsplit=1)
            near = get_global("language_aliases").get(base) or nearest(base, english_names())  # iw was the code of he
            fix = f"Did you mean {near}?" if near else "Write codes such as en or de."
            fix += " The time zone of the clinic says how its country writes dates." if near and country else ""
            yield f"{quote(value)} is not the code of a language. {fix}"


def spoken_language(value: str) -> Iterator[str]:
    """Advise the name of a language instead of its code, which belongs only in site.yaml."""
    if name := english_names().get(value):
        yield f"Expected the name of a language, got the code {quote(value)}. Write {name}; codes go into languages of site.yaml."
