"""Notes about values that are doubtful: they are imported as they are, and the preview tells the owner to look at them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from db.notices import MARK
from pipeline.messages import quote

UNPUBLISHED = re.compile(r"(?i)(?:accepted|submitted|to appear|forthcoming|(?:in|under) (?:press|review|revision|preparation))\b")
# Fields, a pattern that is found in doubtful values, and the problem.
CHECKS = (
    (("title", "journal"), re.compile(r"\A(?:…|\.\.\.)|(?:…|\.\.\.)\Z"), "seems to be cut off"),
    (
        ("title", "authors", "journal"),
        # Text in one encoding that was read in another: four accented letters in a row, a capital after an accented letter, "@@",
        # the first byte of a character before the others ("â€", in Mac Roman "‚Ä" and "√©"), question marks in place of letters.
        re.compile(r"[À-ÖØ-öø-ÿ]{4,}|[ß-öø-ÿ][À-ÖØ-Þ]|@@|â ?€|‚Ä|Ã[\x80-\xbf]|Â[\x80-\xbf]|√[©®±∂ß¶†°∫≠≥∏ºñ]|\?{3,}|\w\?\?+\w"),
        "appears to be garbled",
    ),
    (("authors",), re.compile(r"(?<!\?)\?(?!\?)"), "appears to be garbled"),
    (("title", "authors", "journal"), re.compile(r"\\[A-Za-z]+|\\['`\"^~=.]"), "still contains LaTeX"),
    (("title",), MARK, "says that it was retracted, which belongs in the column notice"),
    (("journal",), UNPUBLISHED, "is not the name of a journal"),
)


def notes_on(cells: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each doubtful value."""
    for names, pattern, problem in CHECKS:
        for name in names:
            if pattern.search(value := cells.get(name, "")):
                yield f"The {'list of authors' if name == 'authors' else name} {problem}: {quote(value)}."
