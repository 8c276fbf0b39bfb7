"""PubMed: articles found by the owner's ORCID iD, by a search that the owner wrote, or by identifier, as MEDLINE text.

Sources: Entrez Programming Utilities Help; MEDLINE/PubMed Data Element (Field) Descriptions. Failures have the status 200, so the
IDs in the answer are compared with the requested ones.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bibliography import identifiers
from bibliography.formats import csl, medline
from bibliography.formats.tagged import TagValues, first_value
from bibliography.registries.client import RegistryError
from bibliography.registries.registry import MAX_WORKS, Origin, Registry, RegistryRecord, batches, beginning, json_object, total
from db.text import letters
from pipeline.wording import quote

IDS_PER_REQUEST = 500
# The search for a value, by property of the owner. Other properties are searches themselves.
SEARCH_TERMS = {"orcid": "{}[auid]", "doi": '"{}"[doi]'}
AUTHOR_TAGS = ("AU", "IR")  # investigators (IR) are authors as members of a group


class PubMed(Registry):
    """NCBI's E-utilities, which allow three requests a second."""

    name, priority = "PubMed", 1
    searches = ("orcid", "pubmedSearch", "doi")
    looks_up = "pubmed"
    env_var, default_url = "PUBMED_URL", "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
    seconds_between = 0.37

    @property
    def caller(self) -> dict[str, str]:
        return {"db": "pubmed", "tool": "public-profile-service", **({"email": self.client.email} if self.client.email else {})}

    def search(self, name: str, text: str) -> Iterator[RegistryRecord]:
        term = " OR ".join(SEARCH_TERMS[name].format(value) for value in text.split()) if name in SEARCH_TERMS else text
        form = self.caller | {"term": term, "retmode": "json", "retmax": str(MAX_WORKS)}
        yield from self.look_up(self.ask("/esearch.fcgi", pmids_in, form=form), found_by=name)

    def look_up(self, pmids: Sequence[str], *, found_by: str = "") -> Iterator[RegistryRecord]:
        """Yield the articles with these IDs.

        Raises:
            RegistryError: an article that the search found is missing, or every article of a batch is missing.
        """
        for batch in batches(pmids, IDS_PER_REQUEST):
            form = self.caller | {"id": ",".join(batch), "rettype": "medline", "retmode": "text"}
            records = [values for values in self.ask("/efetch.fcgi", articles, form=form) if first_value(values, "PMID") in batch]
            yield from (to_record(values, self.orcid, found_by) for values in records)
            missing = {*batch}.difference(first_value(values, "PMID") for values in records)
            # An ID that only the list has can be a typing error.
            if missing and (found_by or len(missing) == len(batch) > 1):
                raise RegistryError(f"It sent {len(batch) - len(missing):,} of {len(batch):,} articles.")


def pmids_in(body: bytes) -> list[str]:
    """The IDs that a search found.

    Raises:
        RegistryError: the search failed, or the answer has fewer IDs than it counts.
    """
    result: dict[str, Any] = json_object(body, "esearchresult")
    ids = result.get("idlist")
    if "ERROR" in result or not isinstance(ids, list) or not all(isinstance(pmid, str) and pmid.isdecimal() for pmid in ids):
        raise RegistryError(f"The search failed: {quote(result.get('ERROR', 'no list of IDs'))}.", again=True)
    digits = csl.first_field(result, "count")[:9]
    count = total(int(digits) if digits.isdecimal() else None)
    if len(ids) < count:
        raise RegistryError(f"It found {count:,} articles and named {len(ids):,}.", again=True)
    return ids


def articles(body: bytes) -> list[TagValues]:
    """The records of a MEDLINE text.

    Raises:
        RegistryError: the text is something else, or the last record is cut off.
    """
    text = body.decode("utf-8", "replace")
    lines = name_ids(io.StringIO(text, newline=None))
    records = [values for _, values, _ in medline.MEDLINE_LINES.records(lines) if values["PMID"]]
    if text.strip() and not records:
        raise RegistryError(f"The answer is not MEDLINE text; it begins with {beginning(body)}.", again=True)
    if records and not (records[-1]["SO"] or records[-1]["BTI"]):
        raise RegistryError("The answer is cut off.", again=True)
    return records


def name_ids(lines: Iterable[str]) -> Iterator[str]:
    """Add the author's name, which is on an earlier line, to the lines with an author's iD: ``AUID- Levi R: …``."""
    author = ""
    for line in lines:
        tag, _, value = line.partition("- ")
        if tag.strip() in AUTHOR_TAGS:
            author = value.strip()
        yield f"AUID- {author}: {value}" if tag == "AUID" else line


def to_record(values: TagValues, orcid: str, found_by: str = "") -> RegistryRecord:
    return RegistryRecord(
        PubMed,
        medline.to_reference(values, Origin("PubMed", 0)),
        found_by,
        # Some iDs have no hyphens.
        authors_with_orcid=tuple(text.partition(":")[0] for text in values["AUID"] if orcid and letters(orcid) in letters(text)),
        collaborators=tuple(values["IR"]),
        # "Update of" names the preprint of an article.
        preprints=frozenset(filter(None, map(identifiers.find_labeled_doi, values["UOF"]))),
    )
