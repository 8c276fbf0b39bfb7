"""Search patterns from what people type: LIKE patterns, and FTS queries (https://www.sqlite.org/fts5.html, section 3).

Every word of an FTS query is quoted, so nothing that people type acts as an operator.
"""

from __future__ import annotations

from db.publication.identifiers import DOI, without_doi_prefix
from db.publication.owner import family_and_given
from db.text import letters, normalize, words

# Each word costs another search of the index.
MAX_WORDS = 10
# A shorter word next to a family name counts as initials.
MIN_GIVEN_NAME = 3


def like_pattern(text: str) -> str:
    r"""Make a LIKE pattern that finds a literal substring of normalized text; "" for empty text.

    LIKE stops reading a pattern at a NUL and would then match too much. U+FFFD replaces it: the pipeline rejects both
    characters, so the pattern matches nothing.
    """
    escaped = normalize(text).replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_").replace("\0", "\ufffd")
    return f"%{escaped}%" if text else ""


def all_words(text: str) -> str:
    """Make an FTS query for the first words of a text. The last word can be incomplete; "" if the text has no words."""
    *complete, last = search_words(text) or [""]
    quoted = [f'"{word}"' for word in dict.fromkeys(complete)]
    if last and last not in complete:
        quoted.append(f'"{last}" *')
    return " ".join(quoted[:MAX_WORDS])


def search_words(text: str) -> list[str]:
    """Split a text into words as the full-text index has them: a DOI is one word."""
    parts = [(part, without_doi_prefix(part)) for part in text.split()]
    return [word for part, doi in parts for word in ([letters(doi)] if DOI.fullmatch(doi) else words(part))]


def author_phrases(text: str) -> str:
    """Make an FTS query for the words of a name and, if one of them can be a given name, for family name and initial.

    ``Noa Example``, ``Example Noa`` and ``Example, Noa`` find ``Example N``.
    """
    if "," in text:
        family, _, given = text.partition(",")
        readings = [(family, given)]
    else:
        last, first = family_and_given(text)
        family, _, given = text.strip().rpartition(" ")
        readings = [(" ".join(last), " ".join(first)), (family, given)]
    phrases = [phrase(text)]
    phrases += [phrase(f"{family} {words(given)[0][0]}") for family, given in readings if words(family) and is_given_name(given)]
    return " OR ".join(dict.fromkeys(filter(None, phrases)))


def any_phrase(text: str) -> str:
    """Make an FTS query for any of the phrases, separated by commas, in title or summary; "" if there are no words.

    It finds whole words: ALS is not in "also".
    """
    phrases = filter(None, map(words, text.split(",")))
    return " OR ".join(f'{{title details}} : "{" ".join(consecutive)}"' for consecutive in phrases)


def is_given_name(text: str) -> bool:
    """Whether a text begins with a whole name, not with initials."""
    return any(len(word) >= MIN_GIVEN_NAME for word in words(text)[:1])


def phrase(text: str) -> str:
    """Make an FTS query for consecutive words. The last word can be incomplete; "" if the text has no words."""
    consecutive = words(text)
    return f'"{" ".join(consecutive)}" *' if consecutive else ""
