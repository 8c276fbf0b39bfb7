"""Web addresses, telephone numbers, DOIs and PubMed IDs: their patterns, forms that people write, and URLs; and citation keys.

Documents cite publications by citation keys, which must not change when other publications come or go. A key joins what people
recognize to a short hash that makes it unique: ``example2021sonography-5cpvyqn4``. It has only characters that BibTeX, biber and
pandoc accept in a key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from db.names import SEPARATOR, person
from db.text import transliterate


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

# At least three digits, the signs that people write among them, and an extension.
TELEPHONE = re.compile(r"(?=(?:[ +*#()./-]*+[0-9]){3})[0-9 +*#()./-]++(?:(?:ext\.?|x) *[0-9]++)?", re.IGNORECASE)
EXTENSION = re.compile(r"ext|x", re.IGNORECASE)
NOT_DIALLED = re.compile(r"[^0-9*#]")

ORCID = re.compile(r"[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X]")
# DOI Handbook, section 2.2: "10.", a registrant code, a slash, and a suffix of any printable characters.
DOI = re.compile(r"10\.[0-9]{4,9}(\.[0-9]+)*/\S+")
# The prefixes that the API accepts before a DOI, and the careless forms that occur in people's files.
DOI_PREFIX = re.compile(r"^(doi:|https?://(dx\.)?doi\.org/)", re.IGNORECASE)
PASTED_DOI_PREFIX = re.compile(r"(doi:|(https?://)?(dx\.|www\.)?doi\.org/)\s*", re.IGNORECASE)
# DOI Handbook, section 2.5.2.4: the characters that the URL of a DOI can hold unencoded; "?" and "#" would end its path.
SAFE_IN_DOI_URL = "/:;.,()-_~!$&'*="

# The addresses of a record in PubMed, of today and earlier ones; the second pattern is that of a whole address.
PUBMED_ADDRESS = re.compile(
    r"https?://(?:(?:www\.)?pubmed\.(?:ncbi\.nlm\.nih\.)?gov|(?:www\.)?ncbi\.nlm\.nih\.gov/(?:m/)?pubmed)/"
    r"(?:\?term=)?0*([1-9][0-9]{0,8})\b",
    re.IGNORECASE,
)
PUBMED_URL = re.compile(rf"{PUBMED_ADDRESS.pattern}/?(?:[?#].*)?", re.IGNORECASE)
# The example's publications are in no registry. Their addresses stand for PubMed's in filter and search.
RESERVED_PUBMED, PUBMED = "://pubmed.example.org/", "://pubmed.ncbi.nlm.nih.gov/"

Publication = Mapping[str, Any]

LONGEST_PART = 30
WORD = re.compile(f"[a-z]{{4,{LONGEST_PART}}}")
IDENTITY = ("title", "authors", "journal", "year", "volume", "issue", "pages")
# Five bits a character (base 32, RFC 4648, section 6). Keys collide only if author, year, word and these 40 bits are all equal.
CHARACTERS = bytes(b"abcdefghijklmnopqrstuvwxyz234567"[code % 32] for code in range(256))
HASH_LENGTH = 8
# A key starts with a letter, or BibTeX's tools take it for a number.
LETTERS_FIRST = "ref"


def is_base_address(text: str) -> bool:
    """Whether paths can be appended to an address, once slashes at its end are removed: it has no query and no fragment."""
    return bool(WEB_ADDRESS.fullmatch(text)) and "?" not in text and "#" not in text


def telephone_url(number: str) -> str:
    """Return the URI that dials a telephone number (RFC 3966): with a country code, without the 0 in parentheses."""
    is_global = number.lstrip("(").startswith("+")
    parts = EXTENSION.split(number.replace("(0)", "") if is_global else number, maxsplit=1)
    digits = ";ext=".join([NOT_DIALLED.sub("", part) for part in parts])
    return f"tel:{'+' * is_global}{digits.replace('#', '%23')}"


def without_doi_prefix(text: str) -> str:
    """Return a DOI without a prefix such as ``doi:`` or ``https://doi.org/``; other text is returned unchanged."""
    return DOI_PREFIX.sub("", text)


def doi_url(doi: str) -> str:
    """Return the URL of a DOI; "" if it is empty."""
    return f"https://doi.org/{quote(doi, safe=SAFE_IN_DOI_URL)}" if doi else ""


def pmid_of(url: str) -> str:
    """Return the PubMed ID in the URL of a PubMed record; "" for any other URL."""
    match = PUBMED_URL.fullmatch(url)
    return match[1] if match else ""


def searched_pmid(url: str) -> str:
    """Return the number by which a publication is found: its PubMed ID, or what stands for it in the example."""
    return pmid_of(url.replace(RESERVED_PUBMED, PUBMED, 1))


def pubmed_url(pmid: str) -> str:
    """Return the URL of a PubMed record; "" if the ID is empty."""
    return f"https{PUBMED}{pmid}/" if pmid else ""


def citation_key(publication: Publication) -> str:
    """Return the key that the owner or the build gave a publication, or else one that depends on its own values alone."""
    if key := publication.get("key"):
        return str(key)
    word = WORD.search(transliterate(publication["title"]))
    first = publication["authors"].partition(SEPARATOR)[0]
    readable = f"{author(first)}{publication['year']}{word[0] if word else ''}"
    if not readable[0].isalpha():
        readable = LETTERS_FIRST + readable
    digest = sha256(identity(publication).encode()).digest()
    return f"{readable}-{digest[:HASH_LENGTH].translate(CHARACTERS).decode()}"


def identifier(publication: Publication) -> str:
    """Return what addresses a publication: its DOI or else its citation key."""
    return publication.get("doi") or citation_key(publication)


def author(name: str) -> str:
    """Return the family name of a person, or the first word of any other name."""
    text = transliterate(person(name).family or name.split(" ", 1)[0])
    return "".join(char for char in text if char.isascii() and char.isalnum())[:LONGEST_PART]


def identity(publication: Publication) -> str:
    """Return what identifies a publication: its DOI, regardless of case (DOI Handbook, section 2.4), or what it is cited by."""
    if doi := publication.get("doi"):
        return str(doi).lower()
    return "\n".join([str(publication.get(name, "")) for name in IDENTITY])
