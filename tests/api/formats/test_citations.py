"""Citations in Vancouver, APA 7 and AMA 11 style, compared whole with citations written by hand after the manuals.

The rules that the names of the cases mean are in Citing Medicine, chapter 1, and in the ICMJE's samples (Vancouver), in the
Publication Manual of the APA, chapters 9 and 10, and in the AMA Manual of Style, sections 3.7 to 3.11.
"""

from __future__ import annotations

from typing import Any

import pytest

from api.formats.citations import citation

Publication = dict[str, Any]

JOURNAL = "Journal of Example Radiology"
LEAST: Publication = {"title": "Sonography of the hip", "authors": "Levi R", "journal": JOURNAL, "year": 2021}
LOCATED: Publication = LEAST | {"volume": "12", "issue": "3", "pages": "101-109"}
SIX = "Levi R, Cohen DA, Example N, Muster O, Sample TB, Dugma YT"
CHAPTER: Publication = LEAST | {
    "type": "chapter",
    "title": "Nerves of the elbow",
    "authors": "Levi R, Example N",
    "journal": "Ultrasound of the Limbs",
    "editors": "Cohen DA, Muster O",
    "publisher": "Example University Press",
    "pages": "101-109",
    "doi": "10.5555/limbs.7",
}
PAPER: Publication = LEAST | {"type": "conference-paper", "journal": "Proceedings of the Example Congress", "pages": "12"}
TWENTY = ", ".join([f"Family{letter} G" for letter in "abcdefghijklmnopqrst"])
NINETEEN_IN_APA = ", ".join([f"Family{letter}, G." for letter in "abcdefghijklmnopqrs"])


def case(name: str, publication: Publication, *expected: str) -> Any:
    return pytest.param(publication, list(expected), id=name)


@pytest.mark.parametrize(
    ("publication", "expected"),
    [
        case(
            "one author, volume, issue, pages and DOI",
            LOCATED | {"doi": "10.5555/msk.2021.001"},
            "Levi R. Sonography of the hip. Journal of Example Radiology. 2021;12(3):101-9. doi: 10.5555/msk.2021.001.",
            "Levi, R. (2021). Sonography of the hip. Journal of Example Radiology, 12(3), 101–109."
            " https://doi.org/10.5555/msk.2021.001",
            "Levi R. Sonography of the hip. Journal of Example Radiology. 2021;12(3):101-109. doi:10.5555/msk.2021.001",
        ),
        case(
            "ahead of print",
            LEAST | {"doi": "10.5555/msk.2021.001"},
            "Levi R. Sonography of the hip. Journal of Example Radiology. 2021. doi: 10.5555/msk.2021.001.",
            "Levi, R. (2021). Sonography of the hip. Journal of Example Radiology. https://doi.org/10.5555/msk.2021.001",
            "Levi R. Sonography of the hip. Journal of Example Radiology. Published online 2021. doi:10.5555/msk.2021.001",
        ),
        case(
            "persons and an organization",
            LOCATED | {"authors": "Levi R, Cohen DA, Example Study Group"},
            "Levi R, Cohen DA; Example Study Group. Sonography of the hip. Journal of Example Radiology. 2021;12(3):101-9.",
            "Levi, R., Cohen, D. A., & Example Study Group. (2021). Sonography of the hip."
            " Journal of Example Radiology, 12(3), 101–109.",
            "Levi R, Cohen DA; Example Study Group. Sonography of the hip. Journal of Example Radiology. 2021;12(3):101-109.",
        ),
        case(
            "more than six persons and an organization",
            LOCATED | {"authors": f"{SIX}, Lee J, Example Study Group"},
            "Levi R, Cohen DA, Example N, Muster O, Sample TB, Dugma YT, et al; Example Study Group. Sonography of the hip."
            " Journal of Example Radiology. 2021;12(3):101-9.",
            "Levi, R., Cohen, D. A., Example, N., Muster, O., Sample, T. B., Dugma, Y. T., Lee, J., & Example Study Group."
            " (2021). Sonography of the hip. Journal of Example Radiology, 12(3), 101–109.",
            "Levi R, Cohen DA, Example N, et al; Example Study Group. Sonography of the hip."
            " Journal of Example Radiology. 2021;12(3):101-109.",
        ),
        case(
            "suffixes and particles",
            LOCATED | {"authors": "van der Muster N Jr, O'Neil AB III, de la Muestra C 2nd"},
            "van der Muster N Jr, O'Neil AB 3rd, de la Muestra C 2nd. Sonography of the hip."
            " Journal of Example Radiology. 2021;12(3):101-9.",
            "van der Muster, N., Jr., O'Neil, A. B., III, & de la Muestra, C., II. (2021). Sonography of the hip."
            " Journal of Example Radiology, 12(3), 101–109.",
            "van der Muster N Jr, O'Neil AB III, de la Muestra C II. Sonography of the hip."
            " Journal of Example Radiology. 2021;12(3):101-109.",
        ),
        case(
            "three initials",
            LOCATED | {"authors": "Levi RAB"},
            "Levi RA. Sonography of the hip. Journal of Example Radiology. 2021;12(3):101-9.",
            "Levi, R. A. B. (2021). Sonography of the hip. Journal of Example Radiology, 12(3), 101–109.",
            "Levi RAB. Sonography of the hip. Journal of Example Radiology. 2021;12(3):101-109.",
        ),
        case(
            "no volume",
            LEAST | {"issue": "401", "pages": "230-238"},
            "Levi R. Sonography of the hip. Journal of Example Radiology. 2021;(401):230-8.",
            "Levi, R. (2021). Sonography of the hip. Journal of Example Radiology, (401), 230–238.",
            "Levi R. Sonography of the hip. Journal of Example Radiology. 2021;(401):230-238.",
        ),
        case(
            "no volume and no issue",
            LEAST | {"pages": "1-6"},
            "Levi R. Sonography of the hip. Journal of Example Radiology. 2021:1-6.",
            "Levi, R. (2021). Sonography of the hip. Journal of Example Radiology, 1–6.",
            "Levi R. Sonography of the hip. Journal of Example Radiology. 2021:1-6.",
        ),
        case(
            "no issue, and an article number",
            LEAST | {"volume": "6", "pages": "e214"},
            "Levi R. Sonography of the hip. Journal of Example Radiology. 2021;6:e214.",
            "Levi, R. (2021). Sonography of the hip. Journal of Example Radiology, 6, Article e214.",
            "Levi R. Sonography of the hip. Journal of Example Radiology. 2021;6:e214.",
        ),
        case(
            "DOI, PubMed and another address",
            LOCATED
            | {"doi": "10.5555/1", "pubmed": "https://pubmed.ncbi.nlm.nih.gov/12345/", "url": "https://journals.example.org/1"},
            "Levi R. Sonography of the hip. Journal of Example Radiology. 2021;12(3):101-9. doi: 10.5555/1. PubMed PMID: 12345.",
            "Levi, R. (2021). Sonography of the hip. Journal of Example Radiology, 12(3), 101–109. https://doi.org/10.5555/1",
            "Levi R. Sonography of the hip. Journal of Example Radiology. 2021;12(3):101-109. doi:10.5555/1",
        ),
        case(
            "an address only",
            LOCATED | {"url": "https://journals.example.org/1"},
            "Levi R. Sonography of the hip. Journal of Example Radiology [Internet]. 2021;12(3):101-9."
            " Available from: https://journals.example.org/1",
            "Levi, R. (2021). Sonography of the hip. Journal of Example Radiology, 12(3), 101–109. https://journals.example.org/1",
            "Levi R. Sonography of the hip. Journal of Example Radiology. 2021;12(3):101-109. https://journals.example.org/1",
        ),
        case(
            "Hebrew title, and letters with accents",
            LOCATED | {"authors": "Żółw K, Müller-Weiß O, לוי ר", "title": "TNF-α בשורש כף היד", "journal": "Radiología"},
            "Żółw K, Müller-Weiß O, לוי ר. TNF-α בשורש כף היד. Radiología. 2021;12(3):101-9.",
            "Żółw, K., Müller-Weiß, O., & לוי ר. (2021). TNF-α בשורש כף היד. Radiología, 12(3), 101–109.",
            "Żółw K, Müller-Weiß O, לוי ר. TNF-α בשורש כף היד. Radiología. 2021;12(3):101-109.",
        ),
        case(
            "retracted, and the publisher has marked the title",
            LOCATED | {"title": "RETRACTED: Sonography of the hip", "notice": "retracted 2024"},
            "Levi R. [Retracted] Sonography of the hip. Journal of Example Radiology. 2021;12(3):101-9.",
            "Levi, R. (2021). [Retracted] Sonography of the hip. Journal of Example Radiology, 12(3), 101–109.",
            "Levi R. [Retracted] Sonography of the hip. Journal of Example Radiology. 2021;12(3):101-109.",
        ),
        case(
            "corrected",
            LOCATED | {"notice": "corrected 2022-01"},
            "Levi R. [Corrected] Sonography of the hip. Journal of Example Radiology. 2021;12(3):101-9.",
            "Levi, R. (2021). [Corrected] Sonography of the hip. Journal of Example Radiology, 12(3), 101–109.",
            "Levi R. [Corrected] Sonography of the hip. Journal of Example Radiology. 2021;12(3):101-109.",
        ),
        case(
            "an abbreviated journal",
            LOCATED | {"journal": "J. Ex. Radiol."},
            "Levi R. Sonography of the hip. J Ex Radiol. 2021;12(3):101-9.",
            "Levi, R. (2021). Sonography of the hip. J. Ex. Radiol., 12(3), 101–109.",
            "Levi R. Sonography of the hip. J Ex Radiol. 2021;12(3):101-109.",
        ),
        case(
            "a journal that ends with an exclamation mark",
            LOCATED | {"journal": "Radiology Now!"},
            "Levi R. Sonography of the hip. Radiology Now! 2021;12(3):101-9.",
            "Levi, R. (2021). Sonography of the hip. Radiology Now!, 12(3), 101–109.",
            "Levi R. Sonography of the hip. Radiology Now! 2021;12(3):101-109.",
        ),
        *(
            case(
                record_type,
                LOCATED | {"type": record_type},
                "Levi R. Sonography of the hip. Journal of Example Radiology. 2021;12(3):101-9.",
                "Levi, R. (2021). Sonography of the hip. Journal of Example Radiology, 12(3), 101–109.",
                "Levi R. Sonography of the hip. Journal of Example Radiology. 2021;12(3):101-109.",
            )
            for record_type in ("article", "review", "case-report")
        ),
        case(
            "letter",
            LOCATED | {"type": "letter", "title": "Is one needle enough?", "pages": "7"},
            "Levi R. Is one needle enough? [letter]. Journal of Example Radiology. 2021;12(3):7.",
            "Levi, R. (2021). Is one needle enough? [Letter to the editor]. Journal of Example Radiology, 12(3), 7.",
            "Levi R. Is one needle enough? Journal of Example Radiology. 2021;12(3):7.",
        ),
        case(
            "abbreviation of the journal",
            LOCATED | {"abbreviation": "J Example Radiol"},
            "Levi R. Sonography of the hip. J Example Radiol. 2021;12(3):101-9.",
            "Levi, R. (2021). Sonography of the hip. Journal of Example Radiology, 12(3), 101–109.",
            "Levi R. Sonography of the hip. J Example Radiol. 2021;12(3):101-109.",
        ),
        case(
            "chapter",
            CHAPTER,
            "Levi R, Example N. Nerves of the elbow. In: Cohen DA, Muster O, editors. Ultrasound of the Limbs."
            " Example University Press; 2021. p. 101-9. doi: 10.5555/limbs.7.",
            "Levi, R., & Example, N. (2021). Nerves of the elbow. In D. A. Cohen & O. Muster (Eds.), Ultrasound of the Limbs"
            " (pp. 101–109). Example University Press. https://doi.org/10.5555/limbs.7",
            "Levi R, Example N. Nerves of the elbow. In: Cohen DA, Muster O, eds. Ultrasound of the Limbs."
            " Example University Press; 2021:101-109. doi:10.5555/limbs.7",
        ),
        case(
            "chapter of a volume with one editor",
            CHAPTER | {"volume": "2", "editors": "King ML Jr", "authors": "Levi R"},
            "Levi R. Nerves of the elbow. In: King ML Jr, editor. Ultrasound of the Limbs. Vol. 2."
            " Example University Press; 2021. p. 101-9. doi: 10.5555/limbs.7.",
            "Levi, R. (2021). Nerves of the elbow. In M. L. King Jr (Ed.), Ultrasound of the Limbs (Vol. 2, pp. 101–109)."
            " Example University Press. https://doi.org/10.5555/limbs.7",
            "Levi R. Nerves of the elbow. In: King ML Jr, ed. Ultrasound of the Limbs. Vol 2."
            " Example University Press; 2021:101-109. doi:10.5555/limbs.7",
        ),
        case(
            "three editors and more",
            {**LEAST, "type": "chapter", "journal": "Hips", "editors": "Cohen DA, Muster O, Sample TB, et al"},
            "Levi R. Sonography of the hip. In: Cohen DA, Muster O, Sample TB, et al, editors. Hips. 2021.",
            "Levi, R. (2021). Sonography of the hip. In D. A. Cohen, O. Muster, T. B. Sample, et al. (Eds.), Hips.",
            "Levi R. Sonography of the hip. In: Cohen DA, Muster O, Sample TB, et al, eds. Hips. 2021.",
        ),
        case(
            "three editors",
            {**LEAST, "type": "chapter", "journal": "Hips", "editors": "Cohen DA, Muster O, Example Study Group", "pages": "5"},
            "Levi R. Sonography of the hip. In: Cohen DA, Muster O; Example Study Group, editors. Hips. 2021. p. 5.",
            "Levi, R. (2021). Sonography of the hip. In D. A. Cohen, O. Muster, & Example Study Group (Eds.), Hips (p. 5).",
            "Levi R. Sonography of the hip. In: Cohen DA, Muster O; Example Study Group, eds. Hips. 2021:5.",
        ),
        case(
            "conference paper in proceedings",
            PAPER | {"publisher": "Example Press", "url": "https://congress.example.org/12"},
            "Levi R. Sonography of the hip. In: Proceedings of the Example Congress [Internet]. Example Press; 2021. p. 12."
            " Available from: https://congress.example.org/12",
            "Levi, R. (2021). Sonography of the hip. In Proceedings of the Example Congress (p. 12). Example Press."
            " https://congress.example.org/12",
            "Levi R. Sonography of the hip. In: Proceedings of the Example Congress. Example Press; 2021:12."
            " https://congress.example.org/12",
        ),
        case(
            "conference paper in a journal",
            PAPER | {"journal": JOURNAL, "volume": "12"},
            "Levi R. Sonography of the hip. Journal of Example Radiology. 2021;12:12.",
            "Levi, R. (2021). Sonography of the hip. Journal of Example Radiology, 12, 12.",
            "Levi R. Sonography of the hip. Journal of Example Radiology. 2021;12:12.",
        ),
    ],
)
def test_citation(publication: Publication, expected: list[str]) -> None:
    assert [citation(publication, style) for style in ("vancouver", "apa", "ama")] == expected


@pytest.mark.parametrize(
    ("style", "listed", "expected"),
    [
        ("vancouver", SIX, f"{SIX}."),
        ("vancouver", f"{SIX}, Lee J", f"{SIX}, et al."),
        ("vancouver", f"{SIX}, et al", f"{SIX}, et al."),
        ("vancouver", "Levi R, et al.", "Levi R, et al."),
        ("vancouver", "Example Group, Levi R", "Example Group; Levi R."),
        ("vancouver", "Levi R, Example Group, et al", "Levi R, et al; Example Group."),
        ("vancouver", "Example Group, et al", "Example Group; et al."),
        ("apa", "Example Group, Example Inc.", "Example Group, & Example Inc. (2021)."),
        ("ama", "Example Group, Example Inc.", "Example Group; Example Inc."),
        ("vancouver", "Noa Example, Levi R Sr", "Noa Example, Levi R Sr."),
        ("ama", SIX, f"{SIX}."),
        ("ama", f"{SIX}, Lee J", "Levi R, Cohen DA, Example N, et al."),
        ("ama", f"{SIX}, et al", "Levi R, Cohen DA, Example N, et al."),
        ("ama", f"{SIX}, Example Group", f"{SIX}; Example Group."),
        ("ama", "Levi R Sr, Lee J 5th, Cohen D Filho", "Levi R Sr, Lee J V, Cohen D Filho."),
        ("apa", TWENTY, f"{NINETEEN_IN_APA}, & Familyt, G. (2021)."),
        ("apa", f"{TWENTY}, Last G", f"{NINETEEN_IN_APA}, … Last, G. (2021)."),
        ("apa", f"{TWENTY}, Last G, et al", f"{NINETEEN_IN_APA}, et al. (2021)."),
        ("apa", "Noa Example, Levi R Sr", "Noa Example, & Levi, R., Sr. (2021)."),
    ],
)
def test_authors(style: str, listed: str, expected: str) -> None:
    assert citation(LEAST | {"authors": listed}, style).partition(" Sonography")[0] == expected


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("It works!", "It works! "),
        ("Is it “good?”", "Is it “good?” "),
        ("An aside (or is it?)", "An aside (or is it?). "),
        ("Is <i>x</i> &amp; z > 1", "Is <i>x</i> &amp; z > 1. "),
        ("\"straight\" 'single' “curly”", "\"straight\" 'single' “curly”. "),
        ("It ends with a period.", "It ends with a period. "),
        ("lower case, ALL CAPITALS", "lower case, ALL CAPITALS. "),
    ],
)
@pytest.mark.parametrize(("style", "authors"), [("vancouver", "Levi R. "), ("apa", "Levi, R. (2021). "), ("ama", "Levi R. ")])
def test_title_is_plain_text_with_one_end_mark(style: str, authors: str, title: str, expected: str) -> None:
    assert citation(LEAST | {"title": title}, style).partition(JOURNAL)[0] == authors + expected


@pytest.mark.parametrize(
    ("pages", "vancouver", "apa", "ama"),
    [
        ("445", "445", "445", "445"),
        ("101-9", "101-9", "101–109", "101-109"),
        ("1-12", "1-12", "1–12", "1-12"),
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
def test_pages(pages: str, vancouver: str, apa: str, ama: str) -> None:
    start = "Sonography of the hip. Journal of Example Radiology"
    assert [citation(LEAST | {"volume": "5", "pages": pages}, style) for style in ("vancouver", "apa", "ama")] == [
        f"Levi R. {start}. 2021;5:{vancouver}.",
        f"Levi, R. (2021). {start}, 5, {apa}.",
        f"Levi R. {start}. 2021;5:{ama}.",
    ]
