"""Notes about values that are doubtful: they are imported as they are, and the preview tells the owner to look at them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pipeline.messages import quote

# Fields, a pattern that is found in doubtful values, and the problem.
CHECKS = (
    (("title", "journal"), re.compile(r"\A(?:…|\.\.\.)|(?:…|\.\.\.)\Z"), "seems to be cut off"),
    (
        ("title", "authors", "journal"),
        # Text in one encoding that was read in another: four accented letters in a row, a capital after an accented letter, "@@",
        # or question marks in place of letters.
        re.compile(r"[À-ÖØ-öø-ÿ]{4,}|[ß-öø-ÿ][À-ÖØ-Þ]|@@|\?{3,}|\w\?\?+\w"),
        "seems to be damaged",
    ),
    (
        ("title", "authors", "journal"),
        re.compile(r"\\[A-Za-z]+|\\['`\"^~=.]"),
        "still contains LaTeX",
    ),
    (
        ("journal",),
        re.compile(
            r"(?:accepted|submitted|to appear|in press|under re(?:view|vision)|in (?:revision|preparation)|forthcoming)\b",
            re.IGNORECASE,
        ),
        "is not the name of a journal",
    ),
)


def notes_on(cells: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each doubtful value."""
    for names, pattern, problem in CHECKS:
        for name in names:
            if pattern.search(value := cells.get(name, "")):
                yield f"The {name} {problem.replace('seems', 'seem') if name == 'authors' else problem}: {quote(value)}."
