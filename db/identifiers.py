"""DOIs and PubMed IDs: their patterns, the forms in which people write them, and their URLs."""

from __future__ import annotations

import re
from urllib.parse import quote

# DOI Handbook, section 2.2: "10.", a registrant code, a slash, and a suffix of any printable characters.
DOI = re.compile(r"10\.[0-9]{4,9}(\.[0-9]+)*/\S+")
# The prefixes that the API accepts before a DOI, and the careless forms that occur in people's files.
DOI_PREFIX = re.compile(r"doi:|https?://(dx\.)?doi\.org/", re.IGNORECASE)
PASTED_DOI_PREFIX = re.compile(r"(doi:|(https?://)?(dx\.|www\.)?doi\.org/)\s*", re.IGNORECASE)
# DOI Handbook, section 2.5.2.4: the characters that the URL of a DOI can hold unencoded; "?" and "#" would end its path.
SAFE_IN_DOI_URL = "/:;.,()-_~!$&'*="

PUBMED_URL = re.compile(r"https?://(?:pubmed\.ncbi\.nlm\.nih\.gov|(?:www\.)?ncbi\.nlm\.nih\.gov/pubmed)/([1-9][0-9]{0,8})/?")


def without_doi_prefix(text: str) -> str:
    """Return a DOI without a prefix such as ``doi:`` or ``https://doi.org/``; other text is returned unchanged."""
    prefix = DOI_PREFIX.match(text)
    return text[prefix.end() :] if prefix else text


def doi_url(doi: str) -> str:
    """Return the URL of a DOI; "" if it is empty."""
    return f"https://doi.org/{quote(doi, safe=SAFE_IN_DOI_URL)}" if doi else ""


def pmid_of(url: str) -> str:
    """Return the PubMed ID in the URL of a PubMed record; "" for any other URL."""
    match = PUBMED_URL.fullmatch(url)
    return match[1] if match else ""


def pubmed_url(pmid: str) -> str:
    """Return the URL of a PubMed record; "" if the ID is empty."""
    return f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/" if pmid else ""
