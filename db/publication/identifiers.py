"""DOIs, PubMed IDs, ORCID iDs and numbers of trials: their patterns, the forms that people write, and their URLs."""

from __future__ import annotations

import re
from urllib.parse import quote

ORCID = re.compile(r"[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X]")
# DOI Handbook, section 2.2: "10.", a registrant code, a slash, and a suffix of any printable characters.
DOI = re.compile(r"10\.[0-9]{4,9}(\.[0-9]+)*/\S+")
# The prefixes that the API accepts before a DOI, and careless forms that people's files have.
ACCEPTED_DOI_PREFIX = r"(?:doi:|https?://(?:dx\.)?doi\.org/)"
DOI_PREFIX = re.compile(f"^{ACCEPTED_DOI_PREFIX}", re.IGNORECASE)
PASTED_DOI_PREFIX = re.compile(r"(doi:|(https?://)?(dx\.|www\.)?doi\.org/)\s*", re.IGNORECASE)
# The beginning of a DOI, and the comma after a DOI in a list. A DOI can contain commas, but no other DOI begins after them.
DOI_START = rf"{ACCEPTED_DOI_PREFIX}?10\."
BETWEEN_DOIS = rf"(?i:,\s*(?={DOI_START}))"
# DOI Handbook, section 2.5.2.4: the characters that the URL of a DOI can hold unencoded; "?" and "#" would end its path.
SAFE_IN_DOI_URL = "/:;.,()-_~!$&'*="

# The address of a PubMed record, in its current and earlier forms. PUBMED_URL matches a whole text.
PUBMED_ADDRESS = re.compile(
    r"https?://(?:(?:www\.)?pubmed\.(?:ncbi\.nlm\.nih\.)?gov|(?:www\.)?ncbi\.nlm\.nih\.gov/(?:m/)?pubmed)/"
    r"(?:\?term=)?0*([1-9][0-9]{0,8})\b",
    re.IGNORECASE,
)
PUBMED_URL = re.compile(rf"{PUBMED_ADDRESS.pattern}/?(?:[?#].*)?", re.IGNORECASE)
# The example's publications are not in any registry. Filter and search treat their addresses as PubMed's.
RESERVED_HOST, PUBMED_HOST = "://pubmed.example.org/", "://pubmed.ncbi.nlm.nih.gov/"

# The registries of trials whose numbers are linked: ClinicalTrials.gov, ISRCTN, EudraCT, and CTIS, which followed it.
TRIAL_REGISTRIES = (
    "https://clinicaltrials.gov/study/{}",
    "https://www.isrctn.com/{}",
    "https://www.clinicaltrialsregister.eu/ctr-search/search?query={}",
    "https://euclinicaltrials.eu/ctis-public/view/{}",
)
# A number, in the group of its registry.
TRIAL = re.compile(
    r"\b(?:(NCT[0-9]{8})|(ISRCTN[0-9]{8})|(20[0-9]{2}-[0-4][0-9]{5}-[0-9]{2})|(20[0-9]{2}-5[0-9]{5}-[0-9]{2}-[0-9]{2}))\b"
)


def without_doi_prefix(text: str) -> str:
    """Strip a prefix such as ``doi:`` or ``https://doi.org/``. Other text stays unchanged."""
    return DOI_PREFIX.sub("", text)


def doi_url(doi: str) -> str:
    """The URL of a DOI; "" for an empty DOI."""
    return f"https://doi.org/{quote(doi, safe=SAFE_IN_DOI_URL)}" if doi else ""


def pmid_of(url: str) -> str:
    """The PubMed ID in the address of a PubMed record; "" for any other URL."""
    match = PUBMED_URL.fullmatch(url)
    return match[1] if match else ""


def searched_pmid(url: str) -> str:
    """The PubMed ID for filter and search; in the example, the number in its reserved address."""
    return pmid_of(url.replace(RESERVED_HOST, PUBMED_HOST, 1))


def pubmed_url(pmid: str) -> str:
    """The URL of a PubMed record; "" for an empty ID."""
    return f"https{PUBMED_HOST}{pmid}/" if pmid else ""


def data_url(text: str) -> str:
    """The URL of data that a publication names by address or DOI."""
    return text if text.lower().startswith("http") else doi_url(text)


def trial_url(number: str) -> str:
    """The URL of a trial in its registry; "" for an unknown registry."""
    match = TRIAL.fullmatch(number)
    return TRIAL_REGISTRIES[match.lastindex - 1].format(number) if match and match.lastindex else ""
