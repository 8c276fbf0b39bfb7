"""Search patterns: LIKE patterns and FTS queries."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from api.data.patterns import all_words, any_phrase, containing, phrase


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("", ""),
        ("Radiología", "%radiologia%"),
        ("100% _\\", r"%100\% \_\\%"),
        ("a\0b", "%a\ufffdb%"),
    ],
)
def test_containing(text: str, pattern: str) -> None:
    assert containing(text) == pattern


def test_like_takes_the_pattern_literally(subtests: pytest.Subtests) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        matches = r"select :text like :pattern escape '\'"
        for text, part, expected in [("100%", "0%", 1), ("1000", "0%", 0), ("a_b", "_", 1), ("axb", "_", 0), ("a\\b", "\\", 1)]:
            with subtests.test(text=text, part=part):
                assert connection.execute(matches, {"text": text, "pattern": containing(part)}).fetchone() == (expected,)


@pytest.mark.parametrize(
    ("text", "words", "consecutive"),
    [
        ("", "", ""),
        ('* ( " -', "", ""),
        ("Nerve", '"nerve" *', '"nerve" *'),
        ("nerve AND Straße", '"nerve" "and" "strasse" *', '"nerve and strasse" *'),
        ('title:"x', '"title" "x" *', '"title x" *'),
        ("TNF-α", '"tnf" "α" *', '"tnf α" *'),
        ("of OF nerve of ner", '"of" "nerve" "ner" *', '"of of nerve of ner" *'),
        ("of of", '"of"', '"of of" *'),
        ("a b c d e f g h i j k", '"a" "b" "c" "d" "e" "f" "g" "h" "i" "j"', '"a b c d e f g h i j k" *'),
    ],
)
def test_fts_queries(text: str, words: str, consecutive: str) -> None:
    """Operators of FTS5 are words or separators. Each of the first ten words counts once."""
    assert (all_words(text), phrase(text)) == (words, consecutive)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("", ""),
        (" , *,", ""),
        ("TNF-α, OR", '{title details} : "tnf α" OR {title details} : "or"'),
    ],
)
def test_any_phrase(text: str, query: str) -> None:
    assert any_phrase(text) == query
