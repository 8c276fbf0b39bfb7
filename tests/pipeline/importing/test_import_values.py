"""Single values of an import: names, text, identifiers, places, and when two publications are one."""

from __future__ import annotations

import pytest

from pipeline.importing import identifiers, names, values
from pipeline.importing.authors import authors
from pipeline.importing.matching import agree, grouped
from pipeline.importing.readers import bibtex, latex
from pipeline.importing.record_types import RecordType
from pipeline.importing.reference import Location, Reference


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("Example, Noa G.", "Example NG"),
        ("Noa G. Example", "Example NG"),
        ("Example NG", "Example NG"),
        ("Example N.G.", "Example NG"),
        ("Example-Sample, Jean-Pierre", "Example-Sample JP"),
        ("van der Muster, W. M.", "van der Muster WM"),
        ("Muster, Wiesje M van der", "van der Muster WM"),
        ("Wiesje M. van der Muster", "van der Muster WM"),
        ("Robert Van Den Berg", "Van Den Berg R"),
        ("Dugma, John R. 2nd", "Dugma JR 2nd"),
        ("Dugma, John, Jr.", "Dugma J Jr"),
        ("Dugma, Jr., John", "Dugma J Jr"),
        ("de la Muestra Jr., J.A.", "de la Muestra JA Jr"),
        ("John C. Davies, Jr.", "Davies JC Jr"),
        ("Smith, JR", "Smith JR"),
        ("KIM, MIN JI", "KIM MJ"),
        ("Schwarz †, Reinhold", "Schwarz R"),
        ("Veld, Jan H., MD, PhD", "Veld JH"),
        ("כהן, דוד", "כהן דוד"),
        ("王, 小明", "王 小明"),
        ("World Health Organization", "World Health Organization"),
        ("Example Group,", "Example Group"),
        ("The Example Trial Investigators, Haifa", "The Example Trial Investigators Haifa"),
        ("Levi R, Dugma YT", "Levi R, Dugma YT"),
        ("Levi, R.; Dugma, Y.T.", "Levi R, Dugma YT"),
        ("Levi, Ruth et al.", "Levi R, et al"),
        ("et al.", ""),
    ],
)
def test_names_without_parts(written: str, wanted: str) -> None:
    assert authors(names.read(written)).text == wanted


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        (r"Lev{\'i}, Ruth and {\.Z}{\'o}{\l}w, K. and others", "Leví R, Żółw K, et al"),
        ("{Example Study Group} and Jan {van der Berg}", "Example Study Group, van der Berg J"),
        ("{Levi, Ruth and Dugma, Y}", "Levi R, Dugma Y"),
        ("{{Ministry of Examples, Samples and Specimens}}", "Ministry of Examples Samples and Specimens"),
        ("R. Levi, Y. Dugma, K. Sample", "Levi R, Dugma Y, Sample K"),
        ("Levi, Ruth and ", "Levi R"),
        ("family=Hasselt, given=Jan, prefix=van and Levi, R", "van Hasselt J, Levi R"),
        ("Edition, Fifth and others", "Edition F, et al"),
    ],
)
def test_names_in_bibtex(written: str, wanted: str) -> None:
    assert authors(bibtex.people(written)).text == wanted


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        (r"{{Protected}} Carri{\`e}re, {\o}, {\c c}, \v{S}, na{\"\i}ve", "Protected Carrière, ø, ç, Š, naïve"),
        (r"50% of A \& B~C", "50% of A & B C"),
        (r"CO$_2$, $^{18}$F, TNF-$\alpha$, p$<$0.05", "CO2, 18F, TNF-α, p<0.05"),
        (r"{\textless}i{\textgreater}in vivo{\textless}/i{\textgreater}", "in vivo"),
        ("from $5 to $10 and a lone $", "from $5 to $10 and a lone"),
        (r"``\"Uber''", "“Über”"),
        (r"\textit{C. elegans} \foo{bar}", "C. elegans bar"),
        ("{" * 3000 + r"\'e" + "}" * 3000, r"\'e"),
        ("a backslash at the end\\", "a backslash at the end"),
    ],
)
def test_latex(written: str, wanted: str) -> None:
    assert values.plain(latex.decode(written)) == wanted


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("C.&nbsp;elegans  and\nH<sub>2</sub>O", "C. elegans and H2O"),
        ("&amp;lt;i&amp;gt;x&amp;lt;/i&amp;gt;", "x"),
        ("R&D, Hearing&notes", "R&D, Hearing&notes"),
        ("p<0.05, a<b and c>d", "p<0.05, a<b and c>d"),
        ('<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:mi>β</mml:mi></mml:math>', "β"),
        ("soft\u00adhyphen, zero\u200bwidth, e\u0301", "softhyphen, zerowidth, é"),
    ],
)
def test_plain_text(written: str, wanted: str) -> None:
    assert values.plain(written) == wanted


def test_the_full_stop_of_a_title() -> None:
    assert [values.title(text) for text in ("Reply.", "And then ...", "[Ultrasound.]", "Really?")] == [
        "Reply",
        "And then ...",
        "[Ultrasound.]",
        "Really?",
    ]


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("https://dx.doi.org/10.5555/ABC-1", "10.5555/abc-1"),
        ("https://doi.org/10.5555%2Fabc?utm=1", "10.5555/abc"),
        ("doi: 10.5555/abc.", "10.5555/abc"),
        ("10.5555/s0022-3999(98)00073-7", "10.5555/s0022-3999(98)00073-7"),
        ("(10.5555/abc)", "10.5555/abc"),
        ("10.5555/abc/", "10.5555/abc"),
        ("10.5555/ab\u200bc [doi]", "10.5555/abc"),
        ("10.5555/(SICI)1<1::AID-X>3.0.CO;2-2", "10.5555/(sici)1<1::aid-x>3.0.co;2-2"),
        ("none", ""),
    ],
)
def test_dois(written: str, wanted: str) -> None:
    assert identifiers.doi(written) == wanted


def test_pubmed_numbers_and_links() -> None:
    assert identifiers.pmid("PMID: 99000001") == "99000001"
    assert identifiers.pmid("https://www.ncbi.nlm.nih.gov/pubmed/99000001") == "99000001"
    assert identifiers.pmid("PMC99000001") == ""
    assert identifiers.link(["https://doi.org/10.5555/a", "see https://www.example.org/a?id=1&section=2."]) == (
        "https://www.example.org/a?id=1&section=2"
    )
    assert identifiers.link(["https://www.scopus.com/inward/record.uri?eid=2", "www.example.org", "http://[bad"]) == ""
    assert identifiers.link(["https://www.example.org/é{x}"]) == "https://www.example.org/%C3%A9"


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("477 – 489", "477-489"),
        ("272—288.e11", "272-288.e11"),
        ("e1--e1", "e1-e1"),
        ("156-163; discussion 163-165", "156-163; discussion 163-165"),
        ("pp. 12-15", "12-15"),
        ("S45", "S45"),
        ("P12", "P12"),
        ("no-no", ""),
        ("12-", "12"),
    ],
)
def test_pages(written: str, wanted: str) -> None:
    assert values.pages(written) == wanted


def test_first_and_last_page_and_years() -> None:
    pairs = (("1", "9"), ("349-69", "69"), ("7", "7"), ("119", "VIII"), ("", "5"))
    assert [values.page_range(*pair) for pair in pairs] == ["1-9", "349-69", "7", "119-VIII", "5"]
    assert [values.year(text) for text in ("2019///", "Dec 5, 2010", "in press", "20191")] == ["2019", "2010", "", ""]


def test_values_that_say_the_same_are_no_conflict() -> None:
    same = {
        "title": ("The <i>Nerve</i>: a review", "The nerve - a review"),
        "pages": ("1521-7", "1521–1527"),
        "doi": ("10.5555/A", "https://doi.org/10.5555/a"),
        "pubmed": ("https://pubmed.ncbi.nlm.nih.gov/99000001/", "https://www.ncbi.nlm.nih.gov/pubmed/99000001"),
        "url": ("http://www.example.org/a/", "https://example.org/a"),
        "journal": ("Arthritis & Nerves", "Arthritis and nerves"),
    }
    assert [field for field, (kept, other) in same.items() if not agree(field, kept, other)] == []
    assert not agree("year", "2019", "2020")
    assert not agree("authors", "Levi R", "Levi R, Dugma YT")
    assert not agree("pages", "1521-7", "1521-8")


NERVE = {"title": "Sonography of the median nerve in adults", "authors": "Levi R", "journal": "J", "year": "2020"}


@pytest.mark.parametrize(
    ("first", "second", "one"),
    [
        ({"doi": "10.5555/a"}, {"doi": "10.5555/A", "title": "Other", "year": "2019"}, True),
        (
            {"pubmed": "https://pubmed.ncbi.nlm.nih.gov/99000001/"},
            {"pubmed": "https://www.ncbi.nlm.nih.gov/pubmed/99000001"},
            True,
        ),
        ({}, {"title": "SONOGRAPHY of the <b>median</b> nerve, in adults"}, True),
        ({"doi": "10.5555/a"}, {}, True),
        ({"doi": "10.5555/a"}, {"doi": "10.5555/b"}, False),
        ({}, {"year": "2019"}, False),
        ({}, {"journal": "medRxiv"}, False),
        ({"doi": "10.5555/a"}, {"doi": "10.5555/a", "title": "Erratum: Sonography of the median nerve in adults"}, False),
        ({"doi": "10.5555/a"}, {"doi": "10.5555/a", "title": "Comment on: Sonography of the median nerve in adults"}, False),
        ({"title": "Reply"}, {"title": "Reply.", "pages": "7"}, False),
        ({"title": "Reply"}, {"title": "Reply."}, True),
    ],
)
def test_when_two_records_are_one_publication(first: dict[str, str], second: dict[str, str], one: bool) -> None:
    references = [
        Reference(Location("refs", number), RecordType.ARTICLE, {**NERVE, **cells})
        for number, cells in enumerate((first, second), start=1)
    ]
    assert len(grouped(references)) == (1 if one else 2)


def test_a_record_with_both_numbers_joins_those_that_have_one() -> None:
    pubmed = "https://pubmed.ncbi.nlm.nih.gov/99000001/"
    cells = ({"doi": "10.5555/a"}, {"pubmed": pubmed, "title": "A"}, {"doi": "10.5555/a", "pubmed": pubmed, "title": "B"})
    references = [
        Reference(Location("refs", number), RecordType.ARTICLE, {**NERVE, **own}) for number, own in enumerate(cells, start=1)
    ]
    [group] = grouped(references)
    assert group.fullest[1] is references[2]


def test_mangled_authors_count_less_than_a_page() -> None:
    whole = Reference(Location("refs", 1), RecordType.ARTICLE, {**NERVE, "doi": "10.5555/a"})
    mangled = Reference(Location("refs", 2), RecordType.ARTICLE, {**NERVE, "doi": "10.5555/a", "authors": "R L", "pages": "7"})
    [group] = grouped([mangled, whole])
    assert group.fullest[1] is whole
