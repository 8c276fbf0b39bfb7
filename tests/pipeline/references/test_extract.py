"""DOIs, PubMed IDs and links in the forms in which people write them."""

from __future__ import annotations

import pytest

from pipeline.references import extract


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
        ("10.5555/S0022-3999%2898%2900073-7", "10.5555/s0022-3999(98)00073-7"),
        ("10.1101/2020.01.02.20012345v2", "10.1101/2020.01.02.20012345"),
        ("10.1101/123456v1.full.pdf", "10.1101/123456"),
        ("10.5555/fpsyg.2015.00001/full", "10.5555/fpsyg.2015.00001"),
        ("10.5555/bmj.x.full.", "10.5555/bmj.x"),
        # Versions that are part of the DOI.
        ("10.21203/rs.3.rs-123456/v1", "10.21203/rs.3.rs-123456/v1"),
        ("10.20944/preprints202001.0001.v1", "10.20944/preprints202001.0001.v1"),
        ("10.5555/a.v10n2", "10.5555/a.v10n2"),
        ("none", ""),
    ],
)
def test_dois(written: str, wanted: str) -> None:
    assert extract.doi(written) == wanted


def test_pubmed_numbers_and_links() -> None:
    assert extract.pmid("PMID: 99000001") == "99000001"
    assert extract.pmid("https://www.ncbi.nlm.nih.gov/pubmed/99000001") == "99000001"
    assert extract.pmid("PMC99000001") == ""
    assert extract.link(["https://doi.org/10.5555/a", "see https://www.example.org/a?id=1&section=2."]) == (
        "https://www.example.org/a?id=1&section=2"
    )
    assert extract.link(["https://www.scopus.com/inward/record.uri?eid=2", "www.example.org", "http://[bad"]) == ""
    assert extract.link(["https://www.example.org/é{x}"]) == "https://www.example.org/%C3%A9"


@pytest.mark.parametrize(
    "address",
    [
        "https://search.ebscohost.com/login.aspx?direct=true&db=mdc&AN=1",
        "https://www.proquest.com/docview/1?accountid=2",
        "http://ovidsp.ovid.com/ovidweb.cgi?T=JS&D=med1&AN=1",
        "https://www.lens.org/lens/scholar/article/1",
        "https://app.dimensions.ai/details/publication/pub.1",
    ],
)
def test_links_to_a_login_or_a_search_are_not_links(address: str) -> None:
    assert extract.link([address, "https://journals.example.org/2?sid=nlm"]) == "https://journals.example.org/2?sid=nlm"
