"""Europe PMC: articles and preprints whose authors have linked the owner's ORCID iD.

Source: Europe PMC's RESTful web service. On the last page, the next cursor is missing, or is the one that was sent.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bibliography import identifiers
from bibliography.formats.csl import first_field, object_at, objects_at
from bibliography.funding import Grant
from bibliography.names import Name, read_names, to_author_list
from bibliography.record_types import RecordType, record_type_of, refine_type
from bibliography.reference import Reference
from bibliography.registries.client import RegistryError
from bibliography.registries.registry import Origin, Registry, RegistryRecord, json_object, objects, total
from bibliography.values import find_year, normalize_pages, strip_markup
from db.publication.license import parse_license

RECORDS_PER_PAGE = 500
# The codes of links that everybody can read: open access, and free.
FREE_CODES = ("OA", "F")


class EuropePmc(Registry):
    """Europe PMC's search."""

    name, priority = "Europe PMC", 3
    env_var, default_url = "EUROPEPMC_URL", "https://www.ebi.ac.uk/europepmc/webservices/rest"
    seconds_between = 0.2

    def search(self, name: str, text: str) -> Iterator[RegistryRecord]:
        """Yield the records with the owner's iD. A preprint's DOI is known only if the preprint has the iD too."""
        query = {"query": f'AUTHORID:"{text}"', "format": "json", "resultType": "core", "pageSize": str(RECORDS_PER_PAGE)}
        cursor, count, expected, dois = "*", 0, 1, dict[str, str]()
        while count < expected:
            results, expected, following = self.ask("/search", parse_page, query | {"cursorMark": cursor})
            dois |= {first_field(result, "id"): first_field(result, "doi").lower() for result in results}
            yield from (to_record(result, self.orcid, dois, name) for result in results)
            count += len(results)
            if count < expected and following in ("", cursor):
                raise RegistryError(f"It sent {count:,} of {expected:,} articles.")
            cursor = following


def parse_page(body: bytes) -> tuple[list[dict[str, Any]], int, str]:
    """One page of results, the total number, and the cursor of the next page.

    Raises:
        RegistryError: the answer has another form.
    """
    answer = json_object(body)
    results = objects(object_at(answer, "resultList"), "result")
    return results, total(answer.get("hitCount")), first_field(answer, "nextCursorMark")


def to_record(result: dict[str, Any], orcid: str, dois: dict[str, str], found_by: str) -> RegistryRecord:
    people = objects_at(result, "authorList", "author")
    linked = objects_at(result, "commentCorrectionList", "commentCorrection")
    preprints = [
        *filter(None, (dois.get(first_field(link, "id")) for link in linked if first_field(link, "type") == "Preprint in"))
    ]
    own = [read_author(person) for person in people if first_field(object_at(person, "authorId"), "value") == orcid]
    return RegistryRecord(
        EuropePmc,
        to_reference(result, preprint=next(iter(preprints), "")),
        found_by,
        authors_with_orcid=tuple(to_author_list([name]).text for name in own),
        preprints=frozenset(preprints),
    )


def to_reference(record: dict[str, Any], preprint: str) -> Reference:
    journal, terms = object_at(record, "journalInfo"), parse_license(first_field(record, "license"))
    return Reference.of(
        Origin("Europe PMC", 0),
        record_type(record),
        [*map(read_author, objects_at(record, "authorList", "author"))]
        or read_names(first_field(record, "authorString").rstrip(".")),
        title=first_field(record, "title"),
        journal=first_field(object_at(journal, "journal"), "title", "medlineAbbreviation") or first_field(record, "journalTitle"),
        abbreviation=first_field(object_at(journal, "journal"), "medlineAbbreviation"),
        year=find_year(first_field(record, "pubYear") or first_field(journal, "yearOfPublication")),
        volume=first_field(journal, "volume") or first_field(record, "journalVolume"),
        issue=first_field(journal, "issue") or first_field(record, "issue"),
        pages=normalize_pages(first_field(record, "pageInfo")),
        doi=identifiers.find_doi(first_field(record, "doi")),
        pmid=identifiers.find_pmid(first_field(record, "pmid")),
        fullText=free_copy(record),
        license=terms.name if terms else "",
        preprint=preprint,
        grants=(
            Grant(first_field(grant, "agency"), first_field(grant, "grantId"))
            for grant in objects_at(record, "grantsList", "grant")
        ),
    )


def free_copy(record: dict[str, Any]) -> str:
    """The address of a free copy, preferably Europe PMC's page; "" if there is none.

    An address that is also listed as closed does not count: publishers close pages that were free for a while.
    """
    links = [
        (
            first_field(link, "availabilityCode") in FREE_CODES,
            first_field(link, "url"),
            first_field(link, "site"),
            first_field(link, "documentStyle"),
        )
        for link in objects_at(record, "fullTextUrlList", "fullTextUrl")
    ]
    closed = {url.lower() for is_free, url, _, _ in links if not is_free}
    free = [(site != "Europe_PMC", style != "html", url) for is_free, url, site, style in links if is_free]
    return min((link for link in free if link[2].lower() not in closed), key=lambda link: link[:2], default=(True, True, ""))[2]


def read_author(record: dict[str, Any]) -> Name | str:
    """A person in PubMed's form (Family GI), or an organization."""
    return strip_markup(first_field(record, "fullName")) or Name(strip_markup(first_field(record, "collectiveName")))


def record_type(record: dict[str, Any]) -> RecordType:
    """The record type. The source tells preprints from articles, and an article can have several types."""
    types = object_at(record, "pubTypeList").get("pubType")
    words = [*map(str, types)] if isinstance(types, list) else []
    if any(record_type_of(word, in_journal=True) == RecordType.NOTICE for word in words):
        return RecordType.NOTICE
    certain = "preprint" if first_field(record, "source") == "PPR" else "journal-article" if "Journal Article" in words else ""
    return refine_type(record_type_of(certain, *words, in_journal=True), *words)
