"""ORCID: the works on the owner's record.

Source: ORCID's API 3.0, "Works". One answer has all groups of summaries. A group is only a hint that they are one work: an entry
with two DOIs joins a preprint with its paper, a paper with its erratum, or a conference paper with its article.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from db.text import letters
from pipeline.readers import orcid as reader
from pipeline.readers.csl import first, mapping, members
from pipeline.references import extract
from pipeline.references.record_types import PREPRINT_DOI
from pipeline.references.values import plain
from pipeline.syncing.client import Client, ServiceError
from pipeline.syncing.hit import Hit, Origin
from pipeline.syncing.services.service import Service, batches, json_object, objects

CODES = 50
UNKNOWN = {404: "It does not know this ORCID iD.", 409: "This ORCID record is locked or deactivated."}
Summary = dict[str, Any]
Key = tuple[bool, str, str]


class Orcid(Service):
    """ORCID's public API."""

    name = "ORCID"
    setting, public = "ORCID_URL", "https://pub.orcid.org"
    sends = "your ORCID iD"
    seconds_between = 0.1

    def __init__(self, client: Client, contact: str) -> None:
        super().__init__(client, contact)
        self.works: dict[str, list[Summary]] = {}  # the summaries of a work by the number of each

    def search(self, orcid: str) -> Iterator[Hit]:
        """Yield the works on a record, which have no authors.

        Raises:
            ServiceError: the record cannot be read.
        """
        try:
            groups = self.ask(f"/v3.0/{orcid}/works", lambda body: objects(json_object(body), "group"))
        except ServiceError as error:
            raise ServiceError(UNKNOWN.get(error.status, str(error)), status=error.status) from None
        for group in groups:
            dois = {doi for summary in members(group, "work-summary") for doi in dois_of(summary)}
            for summaries in split(members(group, "work-summary")):
                self.works |= dict.fromkeys(codes_of(summaries), summaries)
                yield hit_of(summaries, dois)

    def by_code(self, codes: Sequence[str], orcid: str) -> Iterator[Hit]:
        """Yield works with a summary replaced by the whole version of it, which may have authors."""
        for some in batches(codes, CODES):
            path = f"/v3.0/{orcid}/works/{','.join(some)}"
            for entry in self.ask(path, lambda body: objects(json_object(body), "bulk")):
                # An entry without a work is the error of one code.
                if (code := first(whole := mapping(entry, "work"), "put-code")) in self.works:
                    yield hit_of([whole if first(one, "put-code") == code else one for one in self.works[code]], set())


def hit_of(summaries: list[Summary], dois: set[str]) -> Hit:
    """Return the record of one work; other DOIs of its group that are preprints' are those of its preprints."""
    [reference] = reader.read({"work-summary": summaries}, Origin("ORCID", 0))
    own = reference.cells.get("doi", "")
    preprints = frozenset(doi for doi in dois if PREPRINT_DOI.match(doi) and doi != own)
    return Hit("ORCID", reference, has_id=True, searched=True, preprints=preprints, codes=codes_of(summaries))


def codes_of(summaries: list[Summary]) -> tuple[str, ...]:
    """Return the numbers of summaries, that of the preferred one first."""
    return tuple(filter(None, (first(one, "put-code") for one in sorted(summaries, key=reader.preference, reverse=True))))


def split(summaries: list[Summary]) -> Iterator[list[Summary]]:
    """Yield the works of a group: summaries that share an identifier, or title and type, are one work."""
    works: list[tuple[set[Key], list[Summary]]] = []
    # An entry with several DOIs comes last, and joins nothing that the others keep apart.
    for summary in sorted(summaries, key=lambda summary: len(dois_of(summary)) > 1):
        keys, same = keys_of(summary), [summary]
        joined = [work for work in works if not work[0].isdisjoint(keys)][: 1 if len(dois_of(summary)) > 1 else None]
        for work in joined:
            works.remove(work)
            keys |= work[0]
            same = [*work[1], *same]
        works.append((keys, same))
    for _, same in works:
        yield sorted(same, key=summaries.index)


def keys_of(summary: Summary) -> set[Key]:
    """Return the properties by which a summary is the same work as another; a preprint is never its paper."""
    preprint = reader.is_preprint(summary)
    keys = {(preprint, "doi", doi) for doi in dois_of(summary)}
    for one in members(mapping(summary, "external-ids"), "external-id"):
        kind, value = first(one, "external-id-type").lower(), first(one, "external-id-value").lower()
        # Some entries have the number of their journal or book as their own.
        if kind not in ("doi", "issn", "isbn") and first(one, "external-id-relationship").lower() == "self":
            keys.add((preprint, kind, value.removeprefix("2-s2.0-")))  # Scopus
    title = letters(plain(reader.value(summary, "title", "title")))
    return keys | {(preprint, first(summary, "type").lower().replace("_", "-"), title)}


def dois_of(summary: Summary) -> list[str]:
    """Return a summary's own DOIs."""
    return [*dict.fromkeys(filter(None, map(extract.doi, reader.external_ids([summary], "doi"))))]
