"""Citations in Vancouver, APA 7 and AMA 11 style, compared with citations written by hand after the manuals.

The rules that the names of the cases mean are in Citing Medicine, chapter 1, and in the ICMJE's samples (Vancouver), in the
Publication Manual of the APA, chapters 9 and 10, and in the AMA Manual of Style, sections 3.7 to 3.11.
"""

from typing import Any

import pytest

from api.formats.citations import STYLES, cite
from db.publication import Publication

Values = dict[str, Any]
LEAST: Values = {"title": "Hips", "authors": "Levi R", "journal": "Bones", "year": 2021}
LOCATED: Values = LEAST | {"volume": "12", "issue": "3", "pages": "101-109"}
LINKS = {"pubmed": "https://pubmed.ncbi.nlm.nih.gov/12345/", "url": "https://journals.example.org/1"}
CHAPTER: Values = LEAST | {
    "type": "chapter",
    "journal": "Limbs",
    "editors": "Cohen DA, Muster O",
    "publisher": "Example Press",
    "pages": "101-109",
    "doi": "10.5555/limbs.7",
}
PAPER: Values = LEAST | {"type": "conference-paper", "journal": "Proceedings", "pages": "12"}
# A publication, and its citations in the order of the styles.
CASES = {
    "volume, issue, pages, DOI and other addresses": (
        LOCATED | {"doi": "10.5555/1"} | LINKS,
        "Levi R. Hips. Bones. 2021;12(3):101-9. doi: 10.5555/1. PubMed PMID: 12345.",
        "Levi, R. (2021). Hips. Bones, 12(3), 101–109. https://doi.org/10.5555/1",
        "Levi R. Hips. Bones. 2021;12(3):101-109. doi:10.5555/1",
    ),
    "an address only": (
        LOCATED | {"url": "https://journals.example.org/1"},
        "Levi R. Hips. Bones [Internet]. 2021;12(3):101-9. Available from: https://journals.example.org/1",
        "Levi, R. (2021). Hips. Bones, 12(3), 101–109. https://journals.example.org/1",
        "Levi R. Hips. Bones. 2021;12(3):101-109. https://journals.example.org/1",
    ),
    "ahead of print": (
        LEAST | {"doi": "10.5555/1"},
        "Levi R. Hips. Bones. 2021. doi: 10.5555/1.",
        "Levi, R. (2021). Hips. Bones. https://doi.org/10.5555/1",
        "Levi R. Hips. Bones. Published online 2021. doi:10.5555/1",
    ),
    "no volume": (
        LEAST | {"issue": "401", "pages": "230-238"},
        "Levi R. Hips. Bones. 2021;(401):230-8.",
        "Levi, R. (2021). Hips. Bones, (401), 230–238.",
        "Levi R. Hips. Bones. 2021;(401):230-238.",
    ),
    "no volume and no issue": (
        LEAST | {"pages": "1-6"},
        "Levi R. Hips. Bones. 2021:1-6.",
        "Levi, R. (2021). Hips. Bones, 1–6.",
        "Levi R. Hips. Bones. 2021:1-6.",
    ),
    "letter": (
        LOCATED | {"type": "letter", "title": "Is one needle enough?", "pages": "7"},
        "Levi R. Is one needle enough? [letter]. Bones. 2021;12(3):7.",
        "Levi, R. (2021). Is one needle enough? [Letter to the editor]. Bones, 12(3), 7.",
        "Levi R. Is one needle enough? Bones. 2021;12(3):7.",
    ),
    "chapter": (
        CHAPTER,
        "Levi R. Hips. In: Cohen DA, Muster O, editors. Limbs. Example Press; 2021. p. 101-9. doi: 10.5555/limbs.7.",
        "Levi, R. (2021). Hips. In D. A. Cohen & O. Muster (Eds.), Limbs (pp. 101–109). Example Press."
        " https://doi.org/10.5555/limbs.7",
        "Levi R. Hips. In: Cohen DA, Muster O, eds. Limbs. Example Press; 2021:101-109. doi:10.5555/limbs.7",
    ),
    "chapter of a volume with one editor": (
        CHAPTER | {"volume": "2", "editors": "King ML Jr"},
        "Levi R. Hips. In: King ML Jr, editor. Limbs. Vol. 2. Example Press; 2021. p. 101-9. doi: 10.5555/limbs.7.",
        "Levi, R. (2021). Hips. In M. L. King Jr (Ed.), Limbs (Vol. 2, pp. 101–109). Example Press."
        " https://doi.org/10.5555/limbs.7",
        "Levi R. Hips. In: King ML Jr, ed. Limbs. Vol 2. Example Press; 2021:101-109. doi:10.5555/limbs.7",
    ),
    "three editors and more": (
        LEAST | {"type": "chapter", "editors": "Cohen DA, Muster O, Sample TB, et al"},
        "Levi R. Hips. In: Cohen DA, Muster O, Sample TB, et al, editors. Bones. 2021.",
        "Levi, R. (2021). Hips. In D. A. Cohen, O. Muster, T. B. Sample, et al. (Eds.), Bones.",
        "Levi R. Hips. In: Cohen DA, Muster O, Sample TB, et al, eds. Bones. 2021.",
    ),
    "three editors": (
        LEAST | {"type": "chapter", "editors": "Cohen DA, Muster O, Example Study Group", "pages": "5"},
        "Levi R. Hips. In: Cohen DA, Muster O; Example Study Group, editors. Bones. 2021. p. 5.",
        "Levi, R. (2021). Hips. In D. A. Cohen, O. Muster, & Example Study Group (Eds.), Bones (p. 5).",
        "Levi R. Hips. In: Cohen DA, Muster O; Example Study Group, eds. Bones. 2021:5.",
    ),
    "conference paper in proceedings": (
        PAPER | {"publisher": "Example Press", "url": "https://e.example.org/12"},
        "Levi R. Hips. In: Proceedings [Internet]. Example Press; 2021. p. 12. Available from: https://e.example.org/12",
        "Levi, R. (2021). Hips. In Proceedings (p. 12). Example Press. https://e.example.org/12",
        "Levi R. Hips. In: Proceedings. Example Press; 2021:12. https://e.example.org/12",
    ),
    # [abbreviations]
    "an abbreviation": (
        LOCATED | {"journal": "J. Ex. Radiol."},
        "Levi R. Hips. J Ex Radiol. 2021;12(3):101-9.",
        "Levi, R. (2021). Hips. J. Ex. Radiol., 12(3), 101–109.",
        "Levi R. Hips. J Ex Radiol. 2021;12(3):101-109.",
    ),
    "an exclamation mark": (
        LOCATED | {"journal": "Radiology Now!"},
        "Levi R. Hips. Radiology Now! 2021;12(3):101-9.",
        "Levi, R. (2021). Hips. Radiology Now!, 12(3), 101–109.",
        "Levi R. Hips. Radiology Now! 2021;12(3):101-109.",
    ),
    "with its abbreviation": (
        LOCATED | {"journal": "Radiología", "abbreviation": "Radiol"},
        "Levi R. Hips. Radiol. 2021;12(3):101-9.",
        "Levi, R. (2021). Hips. Radiología, 12(3), 101–109.",
        "Levi R. Hips. Radiol. 2021;12(3):101-109.",
    ),
    "conference paper in a journal": (
        PAPER | {"journal": "Bones", "volume": "12"},
        "Levi R. Hips. Bones. 2021;12:12.",
        "Levi, R. (2021). Hips. Bones, 12, 12.",
        "Levi R. Hips. Bones. 2021;12:12.",
    ),
}
SIX = "Levi R, Cohen DA, Example N, Muster O, Sample TB, Dugma YT"
TWENTY = ", ".join([f"Family{letter} G" for letter in "abcdefghijklmnopqrst"])
NINETEEN_IN_APA = ", ".join([f"Family{letter}, G." for letter in "abcdefghijklmnopqrs"])
PARTICLES = "van der Muster N Jr, O'Neil AB III, de la Muestra C 2nd"


@pytest.mark.parametrize("name", CASES)
def test_citation(name: str) -> None:
    """[abbreviations]"""
    publication, *expected = CASES[name]
    assert [cite(Publication(publication), style) for style in STYLES] == expected


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("record_type", ["article", "review", "case-report"])
def test_types_that_are_cited_as_articles(style: str, record_type: str) -> None:
    assert cite(Publication(LOCATED | {"type": record_type}), style) == cite(Publication(LOCATED), style)


@pytest.mark.parametrize(
    ("style", "listed", "expected"),
    [
        ("vancouver", SIX, f"{SIX}."),
        ("vancouver", f"{SIX}, Lee J", f"{SIX}, et al."),
        ("vancouver", f"{SIX}, Lee J, Example Group", f"{SIX}, et al; Example Group."),
        ("vancouver", "Levi R, Cohen DA, Example Group", "Levi R, Cohen DA; Example Group."),
        ("vancouver", "Example Group, Levi R", "Example Group; Levi R."),
        ("vancouver", "Levi R, Example Group, et al", "Levi R, et al; Example Group."),
        ("vancouver", "Example Group, et al", "Example Group; et al."),
        ("vancouver", "Noa Example, Levi R Sr", "Noa Example, Levi R Sr."),
        ("vancouver", PARTICLES, "van der Muster N Jr, O'Neil AB 3rd, de la Muestra C 2nd."),
        ("vancouver", "Levi R II, Lee J IV", "Levi R 2nd, Lee J 4th."),
        ("vancouver", "Levi RAB", "Levi RA."),
        ("apa", "Levi R, Cohen DA, Example Group", "Levi, R., Cohen, D. A., & Example Group. (2021)."),
        ("apa", "Example Group, Example Inc.", "Example Group, & Example Inc. (2021)."),
        ("apa", TWENTY, f"{NINETEEN_IN_APA}, & Familyt, G. (2021)."),
        ("apa", f"{TWENTY}, Last G", f"{NINETEEN_IN_APA}, … Last, G. (2021)."),
        ("apa", f"{TWENTY}, Last G, et al", f"{NINETEEN_IN_APA}, et al. (2021)."),
        ("apa", "Noa Example, Levi R Sr", "Noa Example, & Levi, R., Sr. (2021)."),
        ("apa", PARTICLES, "van der Muster, N., Jr., O'Neil, A. B., III, & de la Muestra, C., II. (2021)."),
        ("ama", SIX, f"{SIX}."),
        ("ama", f"{SIX}, Lee J", "Levi R, Cohen DA, Example N, et al."),
        ("ama", f"{SIX}, et al", "Levi R, Cohen DA, Example N, et al."),
        ("ama", f"{SIX}, Lee J, Example Group", "Levi R, Cohen DA, Example N, et al; Example Group."),
        ("ama", "Levi R Sr, Lee J 5th, Muster O 4th, Cohen D Filho", "Levi R Sr, Lee J V, Muster O IV, Cohen D Filho."),
        ("ama", PARTICLES, "van der Muster N Jr, O'Neil AB III, de la Muestra C II."),
        ("ama", "Levi RAB", "Levi RAB."),
    ],
)
def test_authors_in_each_style(style: str, listed: str, expected: str) -> None:
    assert cite(Publication(LEAST | {"authors": listed}), style).partition(" Hips")[0] == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"title": "It works!"}, "It works! "),
        ({"title": "Is it “good?”"}, "Is it “good?” "),
        ({"title": "An aside (or is it?)"}, "An aside (or is it?). "),
        ({"title": "Is <i>x</i> &amp; z > 1"}, "Is <i>x</i> &amp; z > 1. "),
        ({"title": "\"straight\" 'single' “curly”"}, "\"straight\" 'single' “curly”. "),
        ({"title": "It ends with a period."}, "It ends with a period. "),
        ({"title": "lower case, ALL CAPITALS, TNF-α בשורש כף היד"}, "lower case, ALL CAPITALS, TNF-α בשורש כף היד. "),
        ({"title": "RETRACTED: Marked by the publisher", "notice": "retracted 2024"}, "[Retracted] Marked by the publisher. "),
        ({"title": "Hips", "notice": "corrected 2022-01"}, "[Corrected] Hips. "),
    ],
)
@pytest.mark.parametrize(("style", "authors"), [("vancouver", "Levi R. "), ("apa", "Levi, R. (2021). "), ("ama", "Levi R. ")])
def test_title_is_plain_text_with_one_end_mark(style: str, authors: str, fields: Values, expected: str) -> None:
    assert cite(Publication(LEAST | fields), style).partition("Bones")[0] == authors + expected


@pytest.mark.parametrize(
    ("pages", "vancouver", "apa", "ama"),
    [
        ("445", "445", "445", "445"),
        ("101-9", "101-9", "101–109", "101-109"),
        ("99-101", "99-101", "99–101", "99-101"),
        ("1199-1205", "1199-205", "1199–1205", "1199-1205"),
        ("445-445", "445", "445", "445"),
        ("126A-127A", "126A-127A", "126A–127A", "126A-127A"),
        ("iii-v", "iii-v", "iii–v", "iii-v"),
        ("S93-S99", "S93-9", "S93–S99", "S93-S99"),
        ("101-109.e2", "101-9.e2", "101–109.e2", "101-109.e2"),
        ("101-101.e2", "101-1.e2", "101–101.e2", "101-101.e2"),
        ("12, 15-18", "12, 15-8", "12, 15–18", "12, 15-18"),
        ("e2021-0034", "e2021-0034", "e2021-0034", "e2021-0034"),
        ("n71", "n71", "Article n71", "n71"),
        ("105234", "105234", "Article 105234", "105234"),
        ("7" * 5000 + "-9", "7" * 5000 + "-9", "7" * 4999 + "7–" + "7" * 4999 + "9", "7" * 5000 + "-" + "7" * 4999 + "9"),
    ],
)
def test_pages_in_each_style(pages: str, vancouver: str, apa: str, ama: str) -> None:
    assert [cite(Publication(LEAST | {"volume": "5", "pages": pages}), style) for style in STYLES] == [
        f"Levi R. Hips. Bones. 2021;5:{vancouver}.",
        f"Levi, R. (2021). Hips. Bones, 5, {apa}.",
        f"Levi R. Hips. Bones. 2021;5:{ama}.",
    ]
