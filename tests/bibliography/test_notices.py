"""Who decides whether a publication has a notice, and what is written about it."""

import io
from collections.abc import Sequence

import pytest

from bibliography.formats import csl, medline
from bibliography.notices import ClaimIndex, Notices
from pipeline.check.fields import FieldCheck
from tests.support.importing import SOURCE

ARTICLE, NOTICE = "10.5555/article", "10.5555/notice"
DATE = {"date-parts": [[2010, 2, 6]]}
Update = dict[str, object]


def update(kind: str, doi: str, source: str = "publisher") -> Update:
    return {"DOI": doi.upper(), "type": kind, "source": source, "updated": DATE}


def work(doi: str, *, by: Sequence[Update] = (), to: Sequence[Update] = ()) -> Update:
    return {"DOI": doi, "updated-by": [*by], "update-to": [*to]}


WATCH = "retraction-watch"
RETRACTED = f"retracted 2010-02-06, doi:{NOTICE}"
OF_ARTICLE, OF_NOTICE = update("retraction", ARTICLE), update("retraction", NOTICE)
PART = update("partial_retraction", ARTICLE)


@pytest.mark.parametrize(
    ("works", "expected"),
    [
        # One direction is enough, from the article or from the notice. What publishers withdraw or remove is retracted.
        ([work(ARTICLE, by=[update("withdrawal", NOTICE)])], {ARTICLE: RETRACTED}),
        ([work(NOTICE, to=[update("removal", ARTICLE)])], {ARTICLE: RETRACTED}),
        # A notice with both directions: Retraction Watch decides, whichever of them it has; without it nothing is written.
        ([work(NOTICE, by=[OF_ARTICLE], to=[update("retraction", ARTICLE, WATCH)])], {ARTICLE: RETRACTED}),
        ([work(ARTICLE, by=[update("retraction", NOTICE, WATCH)], to=[OF_NOTICE])], {ARTICLE: RETRACTED}),
        ([work(NOTICE, by=[OF_ARTICLE], to=[OF_ARTICLE])], {}),
        # Two works contradict each other.
        ([work(ARTICLE, by=[OF_NOTICE]), work(NOTICE, by=[OF_ARTICLE])], {}),
        # The same event from two sources, an erratum for the same notice, and new versions.
        ([work(ARTICLE, by=[update("retraction", NOTICE, WATCH), OF_NOTICE, update("erratum", NOTICE)])], {ARTICLE: RETRACTED}),
        ([work(ARTICLE, by=[update("new_version", ARTICLE)])], {}),
        ([work(ARTICLE, by=[update("new_version", NOTICE)])], {}),
        ([work(ARTICLE, by=[update("retraction", "")])], {}),
        # The gravest of several.
        (
            [work(ARTICLE, by=[update("correction", "10.5555/b"), update("expression_of_concern", NOTICE)])],
            {ARTICLE: f"expression of concern 2010-02-06, doi:{NOTICE}"},
        ),
    ],
)
def test_what_crossref_says(works: list[Update], expected: dict[str, str]) -> None:
    register = ClaimIndex.of(claim for item in works for claim in csl.read_claims(item))
    found = {doi: register.about(f"doi:{doi}") for doi in (ARTICLE, NOTICE)}
    assert {doi: notices.text for doi, notices in found.items() if notices and notices.text} == expected


def test_what_is_contradictory_or_partial_is_shown() -> None:
    both = ClaimIndex.of(csl.read_claims(work(NOTICE, by=[OF_ARTICLE], to=[OF_ARTICLE])))
    shown = f"{RETRACTED} (Crossref); another record says the opposite, so check both"
    assert both.about(f"doi:{ARTICLE}") == Notices("", "", (shown,))
    assert both.about("doi:10.5555/unknown", "pmid:1") is None
    part = ClaimIndex.of(csl.read_claims(work(ARTICLE, by=[PART])))
    assert part.about(f"doi:{ARTICLE}") == Notices("", "", ("partial retraction 2010-02-06 (Crossref)",))


MEDLINE = """
PMID- 5
PT  - Journal Article
{lines}
AID - 10.5555/article [doi]
SO  - Levant J. 1998.
"""


@pytest.mark.parametrize(
    ("lines", "text", "others"),
    [
        ("PT  - Journal Article", None, None),
        # Of two retractions the later; citations wrap.
        (
            "PT  - Retracted Publication\nRIN - Levant J. 2004 Mar 6;3(1):7. doi: 10.5555/part. PMID: 6\n"
            "RIN - Levant J. 2010 Feb\n      6;9(1):4. doi: 10.5555/notice. PMID:\n      7",
            RETRACTED,
            ("retracted 2004-03-06, doi:10.5555/part (PubMed)",),
        ),
        ("EIN - Levant J. 2010 Feb 6;9(1):4", "corrected 2010-02-06", ()),
        ("ECI - Levant J. 2010 Feb;9(1):4. doi: 10.5555/notice", "expression of concern 2010-02, doi:10.5555/notice", ()),
        ("RIN - Levant J. 2010;9(1):4. PMID: 7", "retracted 2010", ()),
        # Nothing that the list could hold: no notice is named, or it has no DOI and no date.
        ("PT  - Retracted Publication", "", ("retracted (PubMed)",)),
        ("RIN - Levant J. In press. PMID: 7", "", ("retracted, pmid:7 (PubMed)",)),
        # A notice about another article, in both words for it.
        ("PT  - Retraction Notice\nROF - Levant J. 1998 Feb 28;1(1):1. doi: 10.5555/old. PMID: 1", None, None),
        ("PT  - Retraction of Publication\nEFR - Levant J. 1998. doi: 10.5555/old", None, None),
    ],
)
def test_what_pubmed_says(lines: str, text: str | None, others: tuple[str, ...] | None) -> None:
    [(_, values, _)] = medline.MEDLINE_LINES.records(io.StringIO(MEDLINE.format(lines=lines)))
    found = ClaimIndex.of(medline.read_claims(values)).about("doi:10.5555/article", "pmid:5")
    assert (found and found.text, found and found.others) == (text, others)
    if text:
        [check] = [FieldCheck(field) for field in SOURCE.fields if field.name == "notice"]
        assert check.validate(text) == (text, [])


def test_pubmed_without_a_notice_and_crossref_with_one_say_the_same() -> None:
    [(_, values, _)] = medline.MEDLINE_LINES.records(io.StringIO(MEDLINE.format(lines="PT  - Retracted Publication")))
    claims = [*medline.read_claims(values), *csl.read_claims(work(ARTICLE, by=[OF_NOTICE]))]
    assert ClaimIndex.of(claims).about(f"doi:{ARTICLE}", "pmid:5") == Notices(RETRACTED, "Crossref", ())
