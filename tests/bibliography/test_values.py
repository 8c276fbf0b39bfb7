"""Text, titles, years, locators, DOIs, PubMed IDs and links in the form of the list, and notes about doubtful values."""

from collections.abc import Callable

import pytest

from bibliography import identifiers, values
from bibliography.comparison import cells_agree, quote_difference, same_journal
from bibliography.values import notes_on_cells

Read = Callable[[str], str]
FORMS: dict[Read, tuple[tuple[str, str], ...]] = {
    values.strip_markup: (
        ("C.&nbsp;elegans  and\nH<sub>2</sub>O", "C. elegans and H2O"),
        ("R&D, Hearing&notes", "R&D, Hearing&notes"),
        ("p<0.05, a<b and c>d", "p<0.05, a<b and c>d"),
        ('<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:mi>β</mml:mi></mml:math>', "β"),
        ("p<i>K</i>a, H<sub>22</sub>O, x<sup>123</sup>y, <b>Mag</b>netic", "pKa, H22O, x123y, Magnetic"),
        # Words stay apart.
        ("Mollick<i>Jim</i>", "Mollick Jim"), ("Rats</i><b>Eat", "Rats Eat"), ("<p>One</p><p>two</p>a<br/>b", "One two a b"),
        ("<jats:title>A</jats:title><jats:p>b</jats:p>", "A b"), ("CaMK<sub>II</sub>Mice", "CaMKIIMice"),
        ("Alzheimer`s, D´Souza", "Alzheimer's, D'Souza"),
        ("soft\u00adhyphen, zero\u200bwidth, e\u0301", "softhyphen, zerowidth, é"),
    ),
    values.normalize_title: (
        ("Reply.", "Reply"), ("``Sick'' or ``well``", "“Sick” or “well”"),
        ("`Sick' and ``so \"", "‘Sick’ and ``so \""), ("``Sick\" of `it`", "“Sick” of ‘it’"), ("5` and 3`", "5` and 3`"),
        ("```````x` y", "```````x` y"),
        *((text, text) for text in ("And then ...", "[Ultrasound.]", "Really?"))),
    values.normalize_pages: (
        ("477 – 489", "477-489"), ("272—288.e11", "272-288.e11"),
        ("156-163; discussion 163-165", "156-163; discussion 163-165"), ("1137-+", "1137"), ("S45", "S45"), ("no-no", ""),
        ("12-", "12"), ("pp. 47-52", "47-52"), ("pp.47--52", "47-52"), ("p. e5", "e5"), ("PP 47–52", "47-52"),
        ("pages 5-6", "5-6"),
        ("P12", "P12"), ("p12-p15", "p12-p15"), ("In Press", ""),
    ),
    values.find_year_or_number: (("1378", "1378"), ("2019-03-1378", "2019"), ("in press", ""), ("20191", "")),
    values.find_year: (("2019///", "2019"), ("Dec 5, 2010", "2010"), ("in press", ""), ("20191", "")),
    # Words in capitals are written in lower case, except where they may be abbreviations.
    values.normalize_journal: (
        ("JOURNAL OF THE LEVANT COLLEGE OF RADIOLOGY", "Journal of the Levant College of Radiology"),
        ("BMC CANCER", "BMC Cancer"), ("PHYSIOLOGY-HEART AND LUNGS (CONFHEART)", "Physiology-Heart and Lungs (CONFHEART)"),
        ("RADIOLOGY", "Radiology"), ("PLOS ONE", "PLOS ONE"), ("Acta NEUROLOGICA", "Acta NEUROLOGICA"), ("N/A", ""),
        ("TÜRKİYE KLİNİKLERİ", "Türkiye Klinikleri"), ("TÜRKİYE TIP VE İLAÇ DERGİSİ", "Türkiye Tıp Ve İlaç Dergisi"),
    ),
    values.normalize_locator: (("51;", "51"), ("NA", ""), ("-", ""), ("1)", "1)"), ("11, SI", "11"), ("2, 1,SI", "2, 1"),
        ("SI", "SI"),
        *((text, "") for text in ("In Press", "in press.", "ASAP", "Publish Ahead of Print", "Online first")),
        ("Press 5", "Press 5")),
    identifiers.find_doi: (
        ("https://dx.doi.org/10.5555/ABC-1", "10.5555/abc-1"), ("https://doi.org/10.5555%2Fabc?utm=1", "10.5555/abc"),
        ("doi: 10.5555/abc.", "10.5555/abc"), ("10.5555/s0022-3999(98)00073-7", "10.5555/s0022-3999(98)00073-7"),
        ("www.doi.org/10.5555/abc?x", "10.5555/abc"),
        ("(10.5555/abc)", "10.5555/abc"), ("10.5555/abc/", "10.5555/abc"), ("10.5555/ab\u200bc [doi]", "10.5555/abc"),
        ("10.5555/(SICI)1<1::AID-X>3.0.CO;2-2", "10.5555/(sici)1<1::aid-x>3.0.co;2-2"),
        ("10.5555/S0022-3999%2898%2900073-7", "10.5555/s0022-3999(98)00073-7"),
        ("10.1101/2020.01.02.20012345v2", "10.1101/2020.01.02.20012345"), ("10.1101/123456v1.full.pdf", "10.1101/123456"),
        ("10.5555/fpsyg.2015.00001/full", "10.5555/fpsyg.2015.00001"), ("10.5555/bmj.x.full.", "10.5555/bmj.x"),
        # Versions that are part of the DOI.
        ("10.21203/rs.3.rs-123456/v1", "10.21203/rs.3.rs-123456/v1"),
        ("10.20944/preprints202001.0001.v1", "10.20944/preprints202001.0001.v1"), ("10.5555/a.v10n2", "10.5555/a.v10n2"),
        (f"10.5555/{')' * 90_000}", f"10.5555/{')' * 90_000}"), ("none", ""),
    ),
    identifiers.find_pmid: (
        ("PMID: 99000001", "99000001"), ("https://www.ncbi.nlm.nih.gov/pubmed/99000001", "99000001"), ("PMC99000001", ""),
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("read", "written", "wanted"),
    [pytest.param(read, *pair, id=f"{read.__name__}: {pair[0][:50]}") for read, pairs in FORMS.items() for pair in pairs],
)
def test_values_in_the_form_of_the_list(read: Read, written: str, wanted: str) -> None:
    assert read(written) == wanted


def test_first_and_last_page() -> None:
    pairs = (("1", "9"), ("349-69", "69"), ("7", "7"), ("119", "VIII"), ("", "5"))
    assert [values.page_range(*pair) for pair in pairs] == ["1-9", "349-69", "7", "119-VIII", "5"]


RETRACTED = "The title says that it was retracted, which belongs in the column notice"


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("title", "Ultrasound of the …", "The title seems to be cut off"),
        ("title", "...of the nerve", "The title seems to be cut off"),
        ("journal", "Journal of Example ...", "The journal seems to be cut off"),
        ("title", "RETRACTED: Gout", RETRACTED),
        ("title", "[Removed] Gout", RETRACTED),
        ("title", "òÛìÐİÛa@@", "The title appears to be garbled"),
        ("title", "A ????? of nerves", "The title appears to be garbled"),
        ("title", "Use of an â € implementation", "The title appears to be garbled"),
        ("title", "Pain‚Äôs role", "The title appears to be garbled"),
        ("authors", "ùìåí R", "The list of authors appears to be garbled"),
        ("authors", "L?vi J", "The list of authors appears to be garbled"),
        ("title", r"5 \micro\gram", "The title still contains LaTeX"),
        ("year", "1378", "The year is not a Gregorian year; convert it"),
        ("year", "2563", "The year is not a Gregorian year; convert it"),
        ("authors", r"M\"uller H", "The list of authors still contains LaTeX"),
    ],
)
def test_doubtful_values_are_noted(field: str, value: str, sentence: str) -> None:
    assert [*notes_on_cells({field: value})] == [f'{sentence}: "{value}".']


@pytest.mark.parametrize(
    "title",
    ["Işığın Etkisi", "Příští čtvrtě", "Ångström: Über Öle", "שלום עולם", "超音波検査", "Η μελέτη", "What? Why?", "McÉwan"],
)
def test_values_of_any_language_are_not_doubtful(title: str) -> None:
    assert [*notes_on_cells({"title": title, "journal": "Acceptance and Commitment", "year": "1999"})] == []


def test_the_link_to_a_paper() -> None:
    assert identifiers.find_link(["https://doi.org/10.5555/a", "see https://www.example.org/a?id=1&section=2."]) == (
        "https://www.example.org/a?id=1&section=2"
    )
    assert identifiers.find_link(["https://www.scopus.com/inward/record.uri?eid=2", "www.example.org", "http://[bad"]) == ""
    assert identifiers.find_link(["see www.jstor.org/stable/1."]) == "https://www.jstor.org/stable/1"
    assert identifiers.find_link(["www.ncbi.nlm.nih.gov/pubmed/99000001", "www.doi.org/10.5555/a"]) == ""
    assert identifiers.find_link(["https://www.example.org/é{x}"]) == "https://www.example.org/%C3%A9"


@pytest.mark.parametrize(
    "address",
    [
        "https://search.ebscohost.com/login.aspx?direct=true&db=mdc&AN=1",
        "https://www.proquest.com/docview/1?accountid=2",
        "http://ovidsp.ovid.com/ovidweb.cgi?T=JS&D=med1&AN=1",
        "https://www.lens.org/lens/scholar/article/1",
        "https://app.dimensions.ai/details/publication/pub.1",
        "https://resolver.example.edu/openurl?ctx_ver=Z39.88-2004",
        "https://sfx.example.edu/local?url_ver=Z39.88-2004",
        "https://www.example.org.ezproxy.example.edu/1",
        "https://login.example.edu/login?url=https://www.example.org/1",
        "https://libkey.io/libraries/1/articles/2",
        "https://www.example.org/S0022?_tid=1",
    ],
)
def test_links_to_a_login_or_a_search_are_not_links(address: str) -> None:
    assert identifiers.find_link([address, "https://journals.example.org/2?sid=nlm"]) == "https://journals.example.org/2?sid=nlm"


@pytest.mark.parametrize(
    ("pages", "other"), [("101-9", "101–109"), ("S9-15", "S9-S15"), ("S12-5", "S12-S15"), ("101-101", "101"), ("s7-s7", "S7")]
)
def test_page_ranges_that_say_the_same(pages: str, other: str) -> None:
    assert cells_agree("pages", pages, other)


def test_values_that_say_the_same_are_no_conflict() -> None:
    same = {
        "title": ("The <i>Nerve</i>: a review", "The nerve - a review"),
        "pages": ("1521-7", "1521–1527"),
        "doi": ("10.5555/A", "https://doi.org/10.5555/a"),
        "pubmed": ("https://pubmed.ncbi.nlm.nih.gov/99000001/", "https://www.ncbi.nlm.nih.gov/pubmed/99000001"),
        "url": ("http://www.example.org/a/", "https://example.org/a"),
        "journal": ("Arthritis & Nerves", "Arthritis and nerves"),
        "license": ("CC BY 4.0", "http://creativecommons.org/licenses/by/4.0"),
        "preprint": ("10.1101/A", "10.1101/a"),
        "trial": ("NCT00000161;ISRCTN46889466", "NCT00000161"),
        "fullText": ("https://repository.example.org/a.pdf", "https://europepmc.org/articles/PMC1"),
        "funding": ("My own words", "Example Fund (17)"),
    }
    assert [field for field, (kept, other) in same.items() if not cells_agree(field, kept, other)] == []
    assert not cells_agree("year", "2019", "2020")
    assert not cells_agree("volume", "12", "13")
    assert not cells_agree("authors", "Levi R", "Levi R, Dugma YT")
    assert not cells_agree("pages", "1521-7", "1521-8")
    assert not cells_agree("license", "CC BY-NC", "https://creativecommons.org/licenses/by/4.0/")
    assert not cells_agree("trial", "NCT00000161", "ISRCTN46889466")


def test_different_values_are_quoted_where_they_differ() -> None:
    title = "Non-canonical activation of the DNA sensing adaptor STING by ATM and IFI16 mediates NF-κB {} after DNA damage"
    assert quote_difference(title.format("signaling"), title.upper().format("signalling")) == (
        '"… mediates NF-κB signaling after DNA damage"',
        '"… MEDIATES NF-ΚB signalling AFTER DNA DAMAGE"',
    )
    assert quote_difference(title, f"{title}: a review")[1] == '"… DNA damage: a review"'
    assert quote_difference("2019", "2020") == ('"2019"', '"2020"')
    assert quote_difference("Levi R, Dugma YT", "Levi R") == ('"Levi R, Dugma YT"', '"Levi R"')


def test_abbreviated_journals() -> None:
    pairs = {
        ("J Natl Ex", "Journal of National Examples"): True,
        ("Natl", "National"): True,
        ("Nat", "National"): True,
        ("Naxl", "National"): False,
        ("Ntlz", "National"): False,
        ("J Ex", "Journal of National Examples"): False,
        ("a" * 30 + "ba", "a" * 90): False,  # a regular expression would try every way to leave letters out
    }
    assert {pair: same_journal(*pair) for pair in pairs} == pairs
