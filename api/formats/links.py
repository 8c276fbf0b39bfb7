"""Links of a publication, as far as formats have a place for them.

Reference managers know a PubMed number and one link. What these do not say is written a second time as it is, into a field that
the import of this service reads and others pass over; so an export loses nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache

from api.formats.format import Publication
from db.identifiers import pmid_of, pubmed_url

# What is neither escaped anywhere (RFC 3986, section 2) nor taken for the punctuation of a sentence.
PLAIN_LINK = re.compile(r"(https?://[A-Za-z0-9.-]+)(?:/[A-Za-z0-9._:/?#@!$&'()*+,=%~-]*)?(?<=[A-Za-z0-9/=_~-])")
# Reference managers, and the import, drop links to these: they say what identifiers say, or work in one session only.
DROPPED = re.compile(r"doi\.org|pubmed\.|nih\.gov|scopus\.com|knowledge\.com|ovid\.com|localhost|//127\.")
MOST_HOSTS = 1024


def pmid(publication: Publication) -> str:
    """The PubMed number; "" where the link leads elsewhere."""
    return pmid_of(publication.get("pubmed", ""))


def as_written(publication: Publication, number: str) -> dict[str, str]:
    """The links that are not told by the PubMed number and the plain address alone, by field."""
    kept = {}
    if (pubmed := publication.get("pubmed")) and pubmed != pubmed_url(number):
        kept["pubmed"] = pubmed
    if (url := publication.get("url")) and (not (found := PLAIN_LINK.fullmatch(url)) or is_dropped(found[1])):
        kept["url"] = url
    return kept


@lru_cache(MOST_HOSTS)
def is_dropped(host: str) -> bool:
    return bool(DROPPED.search(host))
