"""Identifiers in the values of a record: DOIs, PubMed IDs, and links to the publication."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote, unquote

from bibliography.values import INVISIBLE, unescape
from db.publication.identifiers import PUBMED_ADDRESS
from pipeline.schema.descriptor import MAX_ADDRESS

# DOI Handbook, section 2.2. Inside other text, a DOI ends before the next space.
DOI_IN_TEXT = re.compile(r"10\.[0-9]{4,9}(?:\.[0-9]{1,9}){0,9}/[^\s\"<>]\S*", re.IGNORECASE)
DOI_ADDRESS = re.compile(r"(?:https?://|\b)(?:www\.)?(?:dx\.)?doi\.org/(\S+)", re.IGNORECASE)
# A note can name the DOI of a notice, as the exports of this service do. That is not the publication's DOI.
NOTICE_DOI = re.compile(r"\b(?:retract\w*|correct\w*|expression of concern)\b[^:;]{0,200}\bdoi:\S+", re.IGNORECASE)
LABELED_DOI = re.compile(r"\bdoi\s*+(?:[:=]\s*+)?(10\.\S+)", re.IGNORECASE)
# Characters that can follow a DOI in a sentence.
AFTER_DOI = ".,;:'’”"
# Preprint servers add the version and the view to the DOI in an address: 10.1101/2020.01.02.123456v1.full.pdf.
AFTER_ADDRESS = re.compile(r"(?:(?<=\d{5})v\d\d?)?(?:[./](?:full|abstract)(?:\.pdf)?)?$", re.IGNORECASE)
PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}

PMID_DIGITS = 9
LABELED_PMID = re.compile(r"\b(?:PMID|PubMed(?:\s*+ID)?)\s*+(?:[:=#]\s*+)?0*+([1-9][0-9]{0,8})\b", re.IGNORECASE)

# An address without https:// has to begin with www.
ADDRESS_IN_TEXT = re.compile(r"(?:https?://\w|(?<![\w.-])www\.(?:[\w-]++\.)++[a-z]++/\w)[^\s<>\"{}|\\^`]*", re.IGNORECASE)
# Addresses that only repeat an identifier, or that open a database with a login or a search.
USELESS_ADDRESS = re.compile(
    r"https?://(?:[^/?#]*\.)?(?:doi\.org/|pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/(?:m/)?(?:pubmed|entrez)|pubmed\.gov"
    r"|scopus\.com/(?:inward|record)/|(?:gateway|ws)\.(?:isiknowledge|webofknowledge)\.com|webofscience\.com|embase\.com"
    r"|ovid\.com|ebscohost\.com|ebsco\.com|proquest\.com|lens\.org|dimensions\.ai|scholar\.google\.)",
    re.IGNORECASE,
)
# Addresses of one library, where everybody else gets a login page (OpenURL, SFX, EZproxy, LibKey), and session numbers.
LIBRARY_ADDRESSES = ("openurl", "url_ver=", "/login?", "/sfx", ".sfx", "ezproxy", "libkey", "?_tid=", "&_tid=")
# RFC 3986, section 2: the characters of an address, and the percent sign of characters that are already encoded.
IN_ADDRESSES = "-._~:/?#[]@!$&'()*+,;=%"


def find_doi(text: str) -> str:
    """The first DOI in a text, in lower case and without a prefix; "" if there is none."""
    text = INVISIBLE.sub("", unescape(text))
    if address := DOI_ADDRESS.search(text):
        text = address[1].split("?")[0].split("#")[0]
    match = DOI_IN_TEXT.search(unquote(text))
    return AFTER_ADDRESS.sub("", without_ending(match[0]).rstrip("/")).lower() if match else ""


def without_ending(text: str) -> str:
    """Remove the punctuation after a DOI or an address. A closing bracket stays if it is also opened inside.

    A text that is too long for an address stays as it is.
    """
    while len(text) <= MAX_ADDRESS:
        shorter = text.rstrip(AFTER_DOI).removesuffix("[doi]").removesuffix("&gt;")
        if (opening := PAIRS.get(shorter[-1:])) and shorter.count(shorter[-1]) > shorter.count(opening):
            shorter = shorter[:-1]
        if shorter == text:
            break
        text = shorter
    return text


def find_labeled_doi(*texts: str) -> str:
    """The first DOI that notes or addresses label as one; "" if there is none."""
    texts = tuple(NOTICE_DOI.sub("", text) for text in texts)
    matches = (DOI_ADDRESS.search(text) or LABELED_DOI.search(text) for text in texts)
    return next((find_doi(match[0]) for match in matches if match), "")


def find_pmid(text: str) -> str:
    """The PubMed ID in a text, ``32000001`` or ``PMID: 32000001``; "" if there is none."""
    text = text.strip().rstrip(".")
    number = text.lstrip("0")
    is_number = number.isascii() and number.isdecimal() and len(number) <= PMID_DIGITS
    return number if is_number else find_labeled_pmid(text)


def find_labeled_pmid(*texts: str) -> str:
    """The first PubMed ID that notes or addresses label as one; "" if there is none."""
    matches = (PUBMED_ADDRESS.search(text) or LABELED_PMID.search(text) for text in texts)
    return next((match[1] for match in matches if match), "")


def find_link(texts: Iterable[str]) -> str:
    """The first address in these texts that opens the publication itself; "" if there is none."""
    for text in texts:
        for match in ADDRESS_IN_TEXT.findall(unescape(text)):
            text_of_address = match if "://" in match else f"https://{match}"
            address = quote(without_ending(text_of_address), safe=IN_ADDRESSES)
            if not USELESS_ADDRESS.match(address) and not any(mark in address.lower() for mark in LIBRARY_ADDRESSES):
                return address
    return ""
