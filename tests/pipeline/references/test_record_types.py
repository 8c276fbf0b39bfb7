"""Preprints, recognized by their server."""

from __future__ import annotations

import pytest

from pipeline.references.record_types import is_preprint


@pytest.mark.parametrize(
    "journal",
    [
        "PsyArXiv",
        "SocArXiv",
        "EarthArXiv",
        "EdArXiv",
        "EcoEvoRxiv",
        "Authorea",
        "Authorea Preprints",
        "SciELO Preprints",
        "JMIR Preprints",
        "Research Square",
        "Res Sq",
        "SSRN",
        "SSRN Electronic Journal",
        "bioRxiv",
        "bioRxiv : the preprint server for biology",
        "MEDRXIV",
        "arXiv preprint arXiv:2101.00001",
        "arXiv [cs.LG]",
        "ChemRxiv",
        "Preprints",
        "Preprints.org",
        "OSF Preprints",
        "TechRxiv",
    ],
)
def test_the_name_of_a_preprint_server(journal: str) -> None:
    assert is_preprint(journal, "")


@pytest.mark.parametrize(
    "doi",
    [
        "10.31234/osf.io/abcde",
        "10.31235/osf.io/abcde",
        "10.31223/x5abcd",
        "10.35542/osf.io/abcde",
        "10.32942/x2abcd",
        "10.22541/au.123456789.12345678/v1",
        "10.22541/essoar.1234.1234/v1",
        "10.1590/scielopreprints.123",
        "10.2196/preprints.12345",
        "10.21203/rs.3.rs-123456/v1",
        "10.2139/ssrn.1234567",
        "10.1101/2020.01.02.20012345",
        "10.1101/123456",
        "10.64898/2026.01.02.123456",
        "10.48550/arxiv.2101.00001",
    ],
)
def test_the_doi_of_a_preprint(doi: str) -> None:
    assert is_preprint("", doi)


@pytest.mark.parametrize(
    ("journal", "doi"),
    [
        ("Preprints in Medicine", ""),
        ("Levant Journal", "10.1101/2020.01.02.20012345"),
        ("", "10.1101/gr.123456.120"),
        ("", "10.2196/12345"),
        ("", "10.1590/s0102-311x2004000100001"),
        ("Research Squared", ""),
        ("The Archive", ""),
    ],
)
def test_a_paper_is_no_preprint(journal: str, doi: str) -> None:
    """A paper in a journal may have its preprint's DOI; a note says so."""
    assert not is_preprint(journal, doi)
