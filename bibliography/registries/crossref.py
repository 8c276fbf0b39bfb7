"""Crossref: works whose publishers deposited the owner's ORCID iD, and works by DOI.

Source: CrossRef/rest-api-doc for filters, offsets (at most 10,000) and the polite pool.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote as escape

from bibliography.formats import csl
from bibliography.formats.csl import first_field, objects_at
from bibliography.registries.client import RegistryError
from bibliography.registries.registry import Origin, Registry, RegistryRecord, batches, json_object, objects, total
from db.publication.notice import strip_retraction_mark

ROWS_PER_REQUEST = 200
# Maximum characters of all DOIs in a filter: a request's first line has at most 4,096 bytes (CrossRef/rest-api-doc, issue 251).
MAX_FILTER_CHARACTERS = 3_900


class Crossref(Registry):
    """Crossref's REST API. The contact in the User-Agent puts requests into the polite pool."""

    name, priority, preferred_fields = "Crossref", 2, frozenset(("doi",))
    looks_up = "doi"
    keeps_journal_case = True
    env_var, default_url = "CROSSREF_URL", "https://api.crossref.org"
    seconds_between = 0.2  # five a second, the limit for clients that give no e-mail address

    def search(self, name: str, text: str) -> Iterator[RegistryRecord]:
        count, expected = 0, 1
        while count < expected:
            # The order of deposits is the same in each request, and new deposits come last.
            order = {"sort": "created", "order": "asc", "offset": str(count)}
            items, expected = self.ask("/works", parse_page, {"filter": f"{name}:{text}", "rows": str(ROWS_PER_REQUEST), **order})
            yield from (to_record(item, self.orcid, found_by=name) for item in items)
            count += len(items)
            if count < expected and len(items) < ROWS_PER_REQUEST:
                raise RegistryError(f"It sent {count:,} of {expected:,} works.")

    def look_up(self, dois: Sequence[str]) -> Iterator[RegistryRecord]:
        """Yield the works with these DOIs. Crossref does not know the DOIs of other agencies."""
        plain = [doi for doi in dois if "," not in doi]
        longest = max((len(escape(f"doi:{doi},", safe="")) for doi in plain), default=1)
        for batch in batches(plain, max(1, MAX_FILTER_CHARACTERS // longest)):
            items, expected = self.ask(
                "/works", parse_page, {"filter": ",".join(f"doi:{doi}" for doi in batch), "rows": str(ROWS_PER_REQUEST)}
            )
            if len(items) < min(expected, len(batch)):
                raise RegistryError(f"It sent {len(items)} of {expected} works.")
            yield from (to_record(item, self.orcid) for item in items)
        for doi in (doi for doi in dois if "," in doi):  # a comma separates filters
            try:
                yield to_record(self.ask(f"/works/{escape(doi, safe='')}", lambda body: json_object(body, "message")), self.orcid)
            except RegistryError as error:
                if error.status != 404:
                    raise


def parse_page(body: bytes) -> tuple[list[dict[str, Any]], int]:
    """One page of works, and the total number.

    Raises:
        RegistryError: the answer has another form.
    """
    message = json_object(body, "message")
    return objects(message, "items"), total(message.get("total-results"))


def to_record(item: dict[str, Any], orcid: str, *, found_by: str = "") -> RegistryRecord:
    # Drop the mark of a retraction from the title: the claim says it.
    reference = csl.to_reference(item | {"title": strip_retraction_mark(first_field(item, "title"))}, Origin("Crossref", 0))
    own = [
        csl.read_author(person) for person in objects_at(item, "author") if orcid and first_field(person, "ORCID").endswith(orcid)
    ]
    return RegistryRecord(
        Crossref,
        reference,
        found_by,
        authors_with_orcid=tuple(name.text for name in own),
        preprints=frozenset(csl.preprints(item)),
    )
