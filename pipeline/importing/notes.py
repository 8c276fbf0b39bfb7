"""Notes about values that are doubtful: they are imported as they are, and the preview tells the owner to look at them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pipeline.problems import quote

# Fields, a pattern that is found in doubtful values, and the sentence about them.
CHECKS = (
    (("title", "journal"), re.compile(r"\A(?:…|\.\.\.)|(?:…|\.\.\.)\Z"), "The {field} seems to be cut off: {value}."),
    (
        ("title", "authors", "journal"),
        # Text in one encoding that was read in another: four accented letters in a row, a capital after an accented letter, "@@",
        # or question marks in place of letters.
        re.compile(r"[À-ÖØ-öø-ÿ]{4,}|[ß-öø-ÿ][À-ÖØ-Þ]|@@|\?{3,}|\w\?\?+\w"),
        "The {field} seems to be damaged: {value}.",
    ),
    (
        ("title", "authors", "journal"),
        re.compile(r"\\[A-Za-z]+|\\['`\"^~=.]"),
        "The {field} still contains LaTeX: {value}.",
    ),
    (
        ("journal",),
        re.compile(
            r"(?:accepted|submitted|to appear|in press|under re(?:view|vision)|in (?:revision|preparation)|forthcoming)\b",
            re.IGNORECASE,
        ),
        "The journal is not a name: {value}.",
    ),
)


def notes_on(cells: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each doubtful value."""
    for fields, pattern, sentence in CHECKS:
        for name in fields:
            value = cells.get(name, "")
            if value and pattern.search(value):
                yield sentence.format(field=name, value=quote(value))
