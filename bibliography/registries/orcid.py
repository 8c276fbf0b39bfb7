"""ORCID: the works on the owner's record.

Source: ORCID's API 3.0, "Works". One answer has all groups of summaries. A group can contain several works: an entry with two
DOIs joins a preprint with its paper, a paper with its erratum, or a conference paper with its article.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from bibliography import identifiers
from bibliography.formats import orcid_works
from bibliography.formats.csl import first_field, object_at, objects_at
from bibliography.record_types import PREPRINT_DOI
from bibliography.registries.client import Answer, Client, RegistryError
from bibliography.registries.registry import Origin, Registry, RegistryRecord, batches, json_object, objects
from bibliography.values import strip_markup
from db.publication.identifiers import ORCID
from db.text import letters

CODES_PER_REQUEST = 50
MAX_VERSIONS = 2  # often only one of a work's versions has authors
STATUS_SENTENCES = {404: "It does not know this ORCID iD.", 409: "This ORCID record is locked or deactivated."}
Summary = dict[str, Any]
Key = tuple[bool, str, str]


class Orcid(Registry):
    """ORCID's public API."""

    name, priority = "ORCID", 4
    env_var, default_url = "ORCID_URL", "https://pub.orcid.org"
    seconds_between = 0.1

    def __init__(self, client: Client, orcid: str) -> None:
        super().__init__(client, orcid)
        self.works: dict[str, list[Summary]] = {}  # the summaries of a work, by the put-code of each summary

    def owner_record(self) -> Iterator[dict[str, Any]]:
        yield self.ask_record("record", json_object)

    def search(self, name: str, text: str) -> Iterator[RegistryRecord]:
        """Yield the works on the owner's record, without authors."""
        for group in self.ask_record("works", lambda body: objects(json_object(body), "group")):
            dois = {doi for summary in objects_at(group, "work-summary") for doi in dois_of(summary)}
            for summaries in split_group(objects_at(group, "work-summary")):
                self.works |= dict.fromkeys(orcid_works.put_codes_of(summaries), summaries)
                yield to_record(summaries, dois)

    def ask_record(self, part: str, read: Callable[[bytes], Answer]) -> Answer:
        """Ask for a part of the record, and return what ``read`` makes of the answer.

        Raises:
            RegistryError: the part cannot be read. The record of a deprecated iD redirects to the new iD.
        """
        try:
            return self.ask(f"/v3.0/{self.orcid}/{part}", read)
        except RegistryError as error:
            others = [orcid for orcid in ORCID.findall(str(error)) if orcid != self.orcid]
            if others and 300 <= error.status < 400:
                raise RegistryError(f"Your ORCID iD was replaced by {others[-1]}. Use that.") from None
            raise RegistryError(STATUS_SENTENCES.get(error.status, str(error))) from None

    def complete(self, works: Iterable[Sequence[RegistryRecord]]) -> Iterator[RegistryRecord]:
        """Yield works again, with one summary replaced by its whole version, which can have authors."""
        codes = [code for records in works for code in [code for record in records for code in record.put_codes][:MAX_VERSIONS]]
        for batch in batches(codes, CODES_PER_REQUEST):
            path = f"/v3.0/{self.orcid}/works/{','.join(batch)}"
            for entry in self.ask(path, lambda body: objects(json_object(body), "bulk")):
                # An entry without a work is an error about one put-code.
                if (code := first_field(whole := object_at(entry, "work"), "put-code")) in self.works:
                    versions = self.works[code]
                    yield to_record(
                        [whole if first_field(version, "put-code") == code else version for version in versions], set()
                    )


def to_record(summaries: list[Summary], dois: set[str]) -> RegistryRecord:
    """The record of one work. Other DOIs of its group that look like a preprint's belong to its preprints."""
    reference = orcid_works.to_reference({"work-summary": summaries}, Origin("ORCID", 0))
    own = reference.cells.get("doi", "")
    preprints = frozenset(doi for doi in dois if PREPRINT_DOI.match(doi) and doi != own)
    codes = orcid_works.put_codes_of(orcid_works.by_preference(summaries))
    return RegistryRecord(Orcid, reference, "orcid", on_record=True, preprints=preprints, put_codes=codes)


def split_group(summaries: list[Summary]) -> Iterator[list[Summary]]:
    """Split a group into works: summaries that share an identifier, or title and type, are one work."""
    works: list[tuple[set[Key], list[Summary]]] = []
    # Entries with several DOIs come last, and never join what the others keep apart.
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
    """The keys of a summary. Summaries with a key in common are one work; a preprint never shares one with its paper."""
    preprint = orcid_works.is_preprint_work(summary)
    keys = {(preprint, "doi", doi) for doi in dois_of(summary)}
    for identifier in objects_at(summary, "external-ids", "external-id"):
        kind, value = first_field(identifier, "external-id-type").lower(), first_field(identifier, "external-id-value").lower()
        # Some entries give the number of their journal or book as their own.
        if kind not in ("doi", "issn", "isbn") and first_field(identifier, "external-id-relationship").lower() == "self":
            keys.add((preprint, kind, value.removeprefix("2-s2.0-")))  # Scopus
    title = letters(strip_markup(orcid_works.text_at(summary, "title", "title")))
    return keys | {(preprint, first_field(summary, "type").lower().replace("_", "-"), title)}


def dois_of(summary: Summary) -> list[str]:
    return [*dict.fromkeys(filter(None, map(identifiers.find_doi, orcid_works.external_ids([summary], "doi"))))]
