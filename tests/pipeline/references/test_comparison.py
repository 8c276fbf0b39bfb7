"""When two values of a field say the same."""

from pipeline.references.comparison import abbreviates, agree, quote_difference


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
    assert [field for field, (kept, other) in same.items() if not agree(field, kept, other)] == []
    assert not agree("year", "2019", "2020")
    assert not agree("volume", "12", "13")
    assert not agree("authors", "Levi R", "Levi R, Dugma YT")
    assert not agree("pages", "1521-7", "1521-8")
    assert not agree("license", "CC BY-NC", "https://creativecommons.org/licenses/by/4.0/")
    assert not agree("trial", "NCT00000161", "ISRCTN46889466")


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
    assert {pair: abbreviates(*pair) for pair in pairs} == pairs
