"""Web addresses, DOIs and PubMed IDs: their patterns, the forms in which people write them, and their URLs."""

from __future__ import annotations

import re
from urllib.parse import quote


def any_of(characters: str) -> str:
    """Return a pattern for any number of these characters and percent-encoded ones; possessive, so that it takes linear time."""
    return rf"[{characters}]*+(?:%[0-9A-Fa-f]{{2}}[{characters}]*+)*+"


# RFC 3986, sections 2.2 and 2.3: sub-delimiters and unreserved characters.
UNRESERVED = r"A-Za-z0-9._~!$&'()*+,;=\-"
# RFC 3986, appendix A, limited to http and https.
WEB_ADDRESS = re.compile(
    r"https?://"
    rf"(?:{any_of(UNRESERVED + ':')}@)?"
    rf"(?:\[[0-9A-Fa-f:.]+\]|(?=[^:/?#]){any_of(UNRESERVED)})(?::[0-9]{{0,5}})?"
    rf"(?:/{any_of(UNRESERVED + ':@/')})?(?:\?{any_of(UNRESERVED + ':@/?')})?(?:\#{any_of(UNRESERVED + ':@/?')})?",
    re.IGNORECASE,
)

ORCID = re.compile(r"[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X]")
# DOI Handbook, section 2.2: "10.", a registrant code, a slash, and a suffix of any printable characters.
DOI = re.compile(r"10\.[0-9]{4,9}(\.[0-9]+)*/\S+")
# The prefixes that the API accepts before a DOI, and the careless forms that occur in people's files.
DOI_PREFIX = re.compile(r"doi:|https?://(dx\.)?doi\.org/", re.IGNORECASE)
PASTED_DOI_PREFIX = re.compile(r"(doi:|(https?://)?(dx\.|www\.)?doi\.org/)\s*", re.IGNORECASE)
# DOI Handbook, section 2.5.2.4: the characters that the URL of a DOI can hold unencoded; "?" and "#" would end its path.
SAFE_IN_DOI_URL = "/:;.,()-_~!$&'*="

PUBMED_URL = re.compile(r"https?://(?:pubmed\.ncbi\.nlm\.nih\.gov|(?:www\.)?ncbi\.nlm\.nih\.gov/pubmed)/([1-9][0-9]{0,8})/?")


def is_base_address(text: str) -> bool:
    """Whether paths can be appended to an address, once slashes at its end are removed: it has no query and no fragment."""
    return bool(WEB_ADDRESS.fullmatch(text)) and "?" not in text and "#" not in text


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
