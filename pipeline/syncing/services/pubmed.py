"""PubMed: articles with the owner's ORCID iD, and articles by PubMed ID, as MEDLINE text.

Sources: Entrez Programming Utilities Help; MEDLINE/PubMed Data Element (Field) Descriptions. Failures have the status 200, so the
IDs that come back are compared with those that were asked for.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any

from db.text import letters
from pipeline.messages import quote
from pipeline.readers import csl, medline
from pipeline.readers.tagged import Values, first
from pipeline.references import extract
from pipeline.syncing.client import ServiceError
from pipeline.syncing.hit import Hit, Origin
from pipeline.syncing.services.service import MOST_WORKS, Service, batches, beginning, json_object, total

IDS = 500


class PubMed(Service):
    """NCBI's E-utilities: three requests a second."""

    name = "PubMed"
    setting, public = "PUBMED_URL", "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
    sends = "your ORCID iD, the PubMed IDs of your publications, and a contact"
    seconds_between = 0.37

    @property
    def caller(self) -> dict[str, str]:
        return {"db": "pubmed", "tool": "public-profile-service", **({"email": self.contact} if "@" in self.contact else {})}

    def search(self, orcid: str) -> Iterator[Hit]:
        """Yield the articles with the iD.

        Raises:
            ServiceError: the search fails, or an article that it found is missing.
        """
        parameters = self.caller | {"term": f"{orcid}[auid]", "retmode": "json", "retmax": str(MOST_WORKS)}
        yield from self.by_id(self.ask("/esearch.fcgi", hits, parameters), orcid, searched=True)

    def by_id(self, pmids: Sequence[str], orcid: str, *, searched: bool = False) -> Iterator[Hit]:
        """Yield the articles with these IDs.

        Raises:
            ServiceError: one that the search found is missing, or all of several are.
        """
        for some in batches(pmids, IDS):
            form = self.caller | {"id": ",".join(some), "rettype": "medline", "retmode": "text"}
            records = [values for values in self.ask("/efetch.fcgi", articles, form=form) if first(values, "PMID") in some]
            yield from (hit_of(values, orcid, searched=searched) for values in records)
            missing = {*some}.difference(first(values, "PMID") for values in records)
            # One that only the list has may be mistyped.
            if missing and (searched or len(missing) == len(some) > 1):
                raise ServiceError(f"It sent {len(some) - len(missing):,} of {len(some):,} articles.")


def hits(body: bytes) -> list[str]:
    """Return the IDs that a search found.

    Raises:
        ServiceError: the answer says why there are none, or has fewer than it counts.
    """
    result: dict[str, Any] = json_object(body, "esearchresult")
    ids = result.get("idlist")
    if "ERROR" in result or not isinstance(ids, list) or not all(isinstance(one, str) and one.isdecimal() for one in ids):
        raise ServiceError(f"The search failed: {quote(result.get('ERROR', 'no list of IDs'))}.", again=True)
    digits = csl.first(result, "count")[:9]
    count = total({"count": int(digits) if digits.isdecimal() else None}, "count")
    if len(ids) < count:
        raise ServiceError(f"It found {count:,} articles and named {len(ids):,}.", again=True)
    return ids


def articles(body: bytes) -> list[Values]:
    """Return the records of a MEDLINE text.

    Raises:
        ServiceError: the text is something else, or the last record is cut off.
    """
    text = body.decode("utf-8", "replace")
    records = [values for _, values, _ in medline.LINES.records(io.StringIO(text)) if values["PMID"]]
    if text.strip() and not records:
        raise ServiceError(f"The answer is not MEDLINE text; it begins with {beginning(body)}.", again=True)
    if records and not (records[-1]["SO"] or records[-1]["BTI"]):
        raise ServiceError("The answer is cut off.", again=True)
    return records


def hit_of(values: Values, orcid: str, *, searched: bool = False) -> Hit:
    """Return the record of an article."""
    return Hit(
        "PubMed",
        medline.reference(values, Origin("PubMed", 0)),
        has_id=any(letters(orcid) in letters(author) for author in values["AUID"]),  # some are without hyphens
        searched=searched,
        # "Update of" names the preprint of an article.
        preprints=frozenset(filter(None, map(extract.labelled_doi, values["UOF"]))),
    )
