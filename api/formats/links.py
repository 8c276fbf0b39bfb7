"""Links of a publication that export formats would lose.

Reference managers read a PMID and a URL. Links that they would drop or change are written a second time, unchanged, into a field
that only the import of this service reads, so that an export loses nothing.
"""

from __future__ import annotations

import re

from api.formats.format import Publication
from db.identifiers import pmid_of, pubmed_url

# Characters that need no escaping (RFC 3986, section 2), and an end that is not taken for the punctuation of a sentence.
PLAIN_LINK = re.compile(r"(https?://[A-Za-z0-9.-]+)(?:/[A-Za-z0-9._:/?#@!$&'()*+,=%~-]*)?(?<=[A-Za-z0-9/=_~-])")
# Reference managers and the import drop these: they repeat an identifier, or work in one session only.
DROPPED_HOSTS = re.compile(r"doi\.org|pubmed\.|nih\.gov|scopus\.com|knowledge\.com|ovid\.com|localhost|//127\.")


def pmid(publication: Publication) -> str:
    """Return the PMID of a publication; "" if its link leads elsewhere or it has none."""
    return pmid_of(publication.get("pubmed", ""))


def lost_links(publication: Publication) -> dict[str, str]:
    """Return the links, by field, that a PMID and a plain URL do not tell."""
    lost = {}
    if (pubmed := publication.get("pubmed")) and pubmed != pubmed_url(pmid(publication)):
        lost["pubmed"] = pubmed
    if (url := publication.get("url")) and (not (plain := PLAIN_LINK.fullmatch(url)) or DROPPED_HOSTS.search(plain[1])):
        lost["url"] = url
    return lost
