"""Identifiers and addresses: DOI, PMID, and the link that is neither."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote, unquote, urlsplit

from pipeline.importing.values import INVISIBLE, unescape

# DOI Handbook, section 2.2. Also inside other text, where a DOI ends with the word.
DOI = re.compile(r"10\.[0-9]{4,9}(?:\.[0-9]+)*/[^\s\"<>]\S*", re.IGNORECASE)
DOI_ADDRESS = re.compile(r"https?://(?:www\.)?(?:dx\.)?doi\.org/(\S+)", re.IGNORECASE)
LABELLED_DOI = re.compile(r"\bdoi\s*[:=]?\s*(10\.\S+)", re.IGNORECASE)
# What follows a DOI in a sentence or a list of identifiers.
AFTER_DOI = re.compile(r"(?:\[doi\]|[.,;:'’”]|&gt;)+$", re.IGNORECASE)
PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}

PUBMED = "https://pubmed.ncbi.nlm.nih.gov/{}/"
PMID = re.compile(r"0*([1-9][0-9]{0,8})")
PUBMED_ADDRESS = re.compile(
    r"https?://(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|(?:www\.)?ncbi\.nlm\.nih\.gov/(?:m/)?pubmed|pubmed\.gov)/(?:\?term=)?0*([1-9][0-9]{0,8})\b",
    re.IGNORECASE,
)
LABELLED_PMID = re.compile(r"\b(?:PMID|PubMed(?:\s*ID)?)\s*[:=#]?\s*0*([1-9][0-9]{0,8})\b", re.IGNORECASE)

ADDRESS = re.compile(r"https?://[^\s<>\"{}|\\^`]+", re.IGNORECASE)
# Addresses that say no more than an identifier does, or that work only in the session in which they were made.
NO_LINKS = re.compile(
    r"https?://(?:[^/?#]*\.)?(?:doi\.org/|pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/(?:m/)?(?:pubmed|entrez)|pubmed\.gov"
    # Databases that ask to log in, or that show a search.
    r"|scopus\.com/(?:inward|record)/|(?:gateway|ws)\.(?:isiknowledge|webofknowledge)\.com|webofscience\.com|embase\.com"
    r"|ovid\.com|ebscohost\.com|ebsco\.com|proquest\.com|lens\.org|dimensions\.ai|scholar\.google\.[a-z.]+|localhost|127\."
    # Proxies of libraries, logins, and addresses that hold a session or an account.
    r"|(?:\w*ez|lib|web)?proxy\d*[.-]|[^?#]*/(?:login|signin|openurl|shibboleth|sso)\b"
    r"|[^?#]*;jsessionid=|[^#]*[?&](?:accountid|session(?:id)?|jsessionid)=)",
    re.IGNORECASE,
)
# RFC 3986, section 2: what stands for itself, and the percent sign of what is encoded already.
IN_ADDRESSES = "-._~:/?#[]@!$&'()*+,;=%"


def doi(text: str) -> str:
    """The first DOI in a text, bare and in lower case; "" where there is none."""
    text = INVISIBLE.sub("", unescape(text))
    if address := DOI_ADDRESS.search(text):
        # An address carries more than the DOI: percent signs, a query, a fragment.
        text = unquote(address[1].split("?")[0].split("#")[0])
    elif "%2f" in text.lower():
        text = unquote(text)
    found = DOI.search(text)
    return without_ending(found[0]).rstrip("/").lower() if found else ""


def without_ending(text: str) -> str:
    """A DOI without the punctuation that followed it; a bracket belongs to it if it was opened inside."""
    while True:
        shorter = AFTER_DOI.sub("", text)
        if (opening := PAIRS.get(shorter[-1:])) and shorter.count(shorter[-1]) > shorter.count(opening):
            shorter = shorter[:-1]
        if shorter == text:
            return text
        text = shorter


def labelled_doi(text: str) -> str:
    """The DOI that a note or an address names as one; "" where there is none."""
    found = DOI_ADDRESS.search(text) or LABELLED_DOI.search(text)
    return doi(found[0]) if found else ""


def pmid(text: str) -> str:
    """The PubMed number that a text is or names; "" where there is none."""
    text = text.strip().rstrip(".")
    found = PMID.fullmatch(text) or PUBMED_ADDRESS.search(text) or LABELLED_PMID.search(text)
    return found[1] if found else ""


def labelled_pmid(text: str) -> str:
    """The PubMed number that a note or an address names as one; "" where there is none."""
    found = PUBMED_ADDRESS.search(text) or LABELLED_PMID.search(text)
    return found[1] if found else ""


def pubmed(number: str) -> str:
    """The address of a PubMed record; "" for no number."""
    return PUBMED.format(number) if number else ""


def link(texts: Iterable[str]) -> str:
    """The first address in these texts that leads to the publication itself; "" where there is none."""
    for text in texts:
        for found in ADDRESS.findall(unescape(text)):
            address = quote(without_ending(found), safe=IN_ADDRESSES)
            if not NO_LINKS.match(address) and is_whole(address):
                return address
    return ""


def as_written(text: str) -> str:
    """The address that a text is, whatever it leads to; "" where it is none."""
    return text if ADDRESS.fullmatch(text) and is_whole(text) else ""


def is_whole(address: str) -> bool:
    """Whether an address names a host."""
    try:
        return bool(urlsplit(address).hostname)
    except ValueError:
        return False
