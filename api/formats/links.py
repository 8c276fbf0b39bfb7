"""Links of a publication, as far as formats have a place for them.

Reference managers know a PubMed number and one link. What these do not say is written a second time as it is, into a field that
the import of this service reads and others pass over; so an export loses nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import quote

from api.formats.format import Publication

PUBMED = re.compile(r"https?://(?:pubmed\.ncbi\.nlm\.nih\.gov|(?:www\.)?ncbi\.nlm\.nih\.gov/pubmed)/([1-9][0-9]{0,8})/?")
USUAL_PUBMED = "https://pubmed.ncbi.nlm.nih.gov/{}/"
# What is neither escaped anywhere (RFC 3986, section 2) nor taken for the punctuation of a sentence.
PLAIN_LINK = re.compile(r"(https?://[A-Za-z0-9.-]+)(?:/[A-Za-z0-9._:/?#@!$&'()*+,=%~-]*)?(?<=[A-Za-z0-9/=_~-])")
# Reference managers, and the import, drop links to these: they say what identifiers say, or work in one session only.
DROPPED = re.compile(r"doi\.org|pubmed\.|nih\.gov|scopus\.com|knowledge\.com|ovid\.com|localhost|//127\.")
MOST_HOSTS = 1024
# DOI Handbook, section 2.5.2.4: what an address of a DOI can hold as it is; "?" and "#" would end it.
IN_DOI_ADDRESSES = "/:;.,()-_~!$&'*="


def pmid(publication: Publication) -> str:
    """The PubMed number; "" where the link leads elsewhere."""
    found = PUBMED.fullmatch(publication.get("pubmed", ""))
    return found[1] if found else ""


def as_written(publication: Publication, number: str) -> dict[str, str]:
    """The links that are not told by the PubMed number and the plain address alone, by field."""
    kept = {}
    if (pubmed := publication.get("pubmed")) and pubmed != USUAL_PUBMED.format(number):
        kept["pubmed"] = pubmed
    if (url := publication.get("url")) and (not (found := PLAIN_LINK.fullmatch(url)) or is_dropped(found[1])):
        kept["url"] = url
    return kept


@lru_cache(MOST_HOSTS)
def is_dropped(host: str) -> bool:
    return bool(DROPPED.search(host))


def doi_address(doi: str) -> str:
    """The address of a DOI; "" for none."""
    return f"https://doi.org/{quote(doi, safe=IN_DOI_ADDRESSES)}" if doi else ""
