"""The scripts of languages and texts."""

from pathlib import Path

import pytest

from db.career import title_and_organization
from db.languages import english_names, languages_for, script_of
from look.typesetting import draw_pages

MATCHES = '#assert.eq(json(bytes(sys.inputs.data)).scripts.filter(each => "a".contains(regex("\\p{" + each + "}"))), ("Latn",))'


@pytest.mark.parametrize(
    ("code", "text"),
    [("ko", "한국어"), ("ja", "日本語"), ("ja", "ひらがな"), ("zh", "中文"), ("zh-Hant", "繁體")],
)
def test_a_text_has_the_script_of_its_language(code: str, text: str) -> None:
    [language] = languages_for([code])
    assert script_of(text) == language.script


@pytest.mark.parametrize(("code", "direction"), [("he", "rtl"), ("syr", "rtl"), ("nqo", "rtl"), ("rhg", "rtl"), ("iu", "ltr")])
def test_the_direction_of_a_language(code: str, direction: str) -> None:
    [language] = languages_for([code])
    assert language.direction == direction


@pytest.mark.parametrize(
    ("zone", "locale"),
    [("Europe/Paris", "en_FR"), ("Asia/Tbilisi", "en_150"), ("Asia/Amman", "en_001"), ("America/Chicago", "en_US"), ("", "en")],
)
def test_english_has_the_clock_of_the_country(zone: str, locale: str) -> None:
    """CLDR has no rules for English in Georgia, where people count 24 hours, or in Jordan, where they count 12."""
    [language] = languages_for(["en"], zone)
    assert language.locale == locale


def test_typst_knows_the_script_of_every_language(tmp_path: Path) -> None:
    """/cv.pdf finds the language of a text by its script. Typst has Unicode's scripts, which lack some of ISO 15924."""
    scripts = sorted({language.script for language in languages_for(english_names())})
    (tmp_path / "scripts.typ").write_text(MATCHES, encoding="utf-8")
    assert len(draw_pages(tmp_path / "scripts.typ", {"scripts": scripts}, ())) == 1


@pytest.mark.parametrize(
    ("entry", "position"),
    [
        ({"title": "Head of Ultrasound", "organization": "مستشفى مثال"}, "Head of Ultrasound, مستشفى مثال"),
        ({"title": "طبيبة أولى", "organization": "مستشفى مثال"}, "طبيبة أولى، مستشفى مثال"),
        ({"title": "طبيبة أولى"}, "طبيبة أولى"),
    ],
)
def test_a_position_has_the_comma_of_its_script(entry: dict[str, str], position: str) -> None:
    assert title_and_organization(entry) == position
