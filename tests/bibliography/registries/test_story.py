"""What registries say of a paper's free copy, license, preprint, trials and funding: one record for each rule.

The forms are those of recorded answers. None has a trial, a grant of PubMed or a release in PMC: these lines follow NLM's
documentation (MEDLINE Databank Sources; Technical Bulletin on ClinicalTrials.gov, ISRCTN and grant numbers).
"""

from dataclasses import replace
from typing import Any

import pytest

from bibliography.funding import Grant, funding_cell
from bibliography.preview import PROVENANCE_FIELDS
from bibliography.registries import crossref, europe_pmc, pubmed
from tests.support.services import OWNER, Work

WORK = Work("A title", "10.5555/a", "77")
BY, PAYWALL = "http://creativecommons.org/licenses/by/4.0/", "http://journals.example.org/terms#vor"
PAGE, FILE, DOI = "https://europepmc.org/articles/PMC1", "https://journals.example.org/a.pdf", "https://doi.org/10.5555/A"
AWARDS = [{"name": "Example Fund", "award": ["1‐7", "1‐8"]}, {"name": "Levant Trust"}, {"name": "Example Fund", "award": ["1-7"]}]
GRANTS = [{"agency": "People&apos;s Fund", "grantId": "1/Z"}, {"agency": "Levant Trust"}, {"agency": "People&apos;s Fund"}]
PREPRINTS = [{"id": "PPR1", "type": "Preprint in"}, {"id": "PPR2", "type": "Comment in"}]


def terms(*terms: tuple[str, int, str]) -> dict[str, Any]:
    return {"license": [{"content-version": name, "start": {"date-parts": [[year, 5]]}, "URL": url} for name, year, url in terms]}


def links(*links: tuple[str, str, str, str]) -> dict[str, Any]:
    names = ("availabilityCode", "site", "documentStyle", "url")
    return {"fullTextUrlList": {"fullTextUrl": [dict(zip(names, link, strict=True)) for link in links]}}


ELSEWHERE, CLOSED, HTML = ("OA", "Unpaywall", "pdf", FILE), ("S", "DOI", "doi", DOI), ("OA", "Europe_PMC", "html", PAGE)
CASES: dict[str, tuple[str, Any, dict[str, str]]] = {
    "the version of record": ("crossref", terms(("tdm", 2018, BY), ("vor", 2018, PAYWALL)), {"license": PAYWALL}),
    "every version": ("crossref", terms(("unspecified", 2018, BY)), {"license": BY}),
    "mining and manuscript alone": ("crossref", terms(("tdm", 2018, BY), ("am", 2018, BY)), {}),
    "after an embargo": ("crossref", terms(("vor", 2019, BY), ("vor", 2018, PAYWALL)), {"license": BY}),
    "before the license starts": ("crossref", terms(("vor", 2018, PAYWALL), ("vor", 2999, BY)), {"license": PAYWALL}),
    "no address": ("crossref", terms(("vor", 2018, "free")), {}),
    "preprint": ("crossref", {"relation": {"has-preprint": [{"id": "10.1101/B"}]}}, {"preprint": "10.1101/b"}),
    "funders": ("crossref", {"funder": AWARDS}, {"funding": "Example Fund (1‐7, 1‐8); Levant Trust"}),
    "a page before a file": ("europe_pmc", links(ELSEWHERE, CLOSED, ("OA", "Europe_PMC", "pdf", FILE), HTML), {"fullText": PAGE}),
    "a copy elsewhere": ("europe_pmc", links(ELSEWHERE, CLOSED), {"fullText": FILE}),
    "closed": ("europe_pmc", links(CLOSED), {}),
    "both free and closed": ("europe_pmc", links(("F", "Unpaywall", "doi", DOI.lower()), CLOSED), {}),
    "license": ("europe_pmc", {"license": "cc by-nc"}, {"license": "CC BY-NC"}),
    "a license without a name": ("europe_pmc", {"license": "publisher specific"}, {}),
    "its preprint": ("europe_pmc", {"commentCorrectionList": {"commentCorrection": PREPRINTS}}, {"preprint": "10.1101/c"}),
    "grants": ("europe_pmc", {"grantsList": {"grant": GRANTS}}, {"funding": "People's Fund (1/Z); Levant Trust"}),
    "released": ("medline", ["PMC - PMC12", "PMCR- 2010/06/05"], {"fullText": "https://pmc.ncbi.nlm.nih.gov/articles/PMC12/"}),
    "not yet released": ("medline", ["PMC - PMC12", "PMCR- 2999/06/05 00:00"], {}),
    "trial": ("medline", ["SI  - GENBANK/AF101386", "SI  - ClinicalTrials.gov/NCT00000161"], {"trial": "NCT00000161"}),
    "acronym": ("medline", ["GR  - R01 GM11/GM/NIGMS NIH HHS/United States"], {"funding": "NIGMS NIH HHS (R01 GM11)"}),
    "number with slashes": (
        "medline",
        ["GR  - 67/Z/2/Z/WT_/Example Trust/United Kingdom"],
        {"funding": "Example Trust (67/Z/2/Z)"},
    ),
    "no country": ("medline", ["GR  - 81400550/Example Fund/"], {"funding": "Example Fund (81400550)"}),
    "no number": ("medline", ["GR  - EMI/Example Institute/United States"], {"funding": "Example Institute"}),
}


@pytest.mark.parametrize(("service", "values", "expected"), CASES.values(), ids=CASES)
def test_what_a_registry_says(service: str, values: Any, expected: dict[str, str]) -> None:
    work = replace(WORK, **{service: values})
    [article] = pubmed.articles(work.as_medline().encode())
    records = {
        "crossref": crossref.to_record(work.as_crossref(), OWNER),
        "europe_pmc": europe_pmc.to_record(work.as_europe_pmc(), OWNER, {"PPR1": "10.1101/c", "PPR2": "10.1101/d"}, "orcid"),
        "medline": pubmed.to_record(article, OWNER),
    }
    assert {name: cell for name, cell in records[service].cells.items() if name in PROVENANCE_FIELDS} == expected


def test_a_long_number_is_one_grant_whatever_its_funder_is_called() -> None:
    same = [Grant("NIAID NIH HHS", "R01 AI139180"), Grant("HHS | National Institutes of Health", "AI139180")]
    short = [Grant("One Fund", "17"), Grant("Another Fund", "17"), Grant("N/A", "1")]
    assert funding_cell([*same, *short]) == "NIAID NIH HHS (R01 AI139180); One Fund (17); Another Fund (17)"
