"""ORCID, Crossref, PubMed and Europe PMC on the loopback interface: works that a test makes up, in each service's real form.

The forms are those that the services documented or answered in 2026: Europe PMC echoes the last cursor, PubMed counts in strings
and leaves out what it does not know, ORCID's summaries have no authors and are XML unless JSON is asked for.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.support.orcid_records import record
from tests.support.replay import Asked, Reply

OWNER = "0000-0000-5555-0000"
ALL = ("ORCID", "Crossref", "PubMed", "Europe PMC")
HOSTS = dict(zip(("pub.orcid.org", "api.crossref.org", "eutils.ncbi.nlm.nih.gov", "www.ebi.ac.uk"), ALL, strict=True))


@dataclass
class Work:
    """A publication. ``on`` are the services that have it, ``linked`` those that link the author ``whose`` to the owner's iD."""

    title: str
    doi: str
    pmid: str = ""
    authors: tuple[tuple[str, str], ...] = (("Levi", "Rina"), ("Example", "Noa"))
    journal: str = "Levant Journal"
    year: int = 2024
    volume: str = "3"
    issue: str = "1"
    pages: str = "101-109"
    on: tuple[str, ...] = ALL
    linked: tuple[str, ...] = ALL
    whose: str = "Example"
    kind: str = "journal-article"
    crossref: dict[str, Any] = field(default_factory=dict)  # further or other values
    medline: tuple[str, ...] = ()  # further lines
    europe_pmc: dict[str, Any] = field(default_factory=dict)
    orcid: dict[str, Any] = field(default_factory=dict)

    def has_id(self, service: str, family: str) -> bool:
        return service in self.linked and family == self.whose

    def as_crossref(self) -> dict[str, Any]:
        """The work as Crossref has it: titles are lists, and the iD is an address."""
        authors = [
            {"given": given, "family": family, "sequence": "additional", "affiliation": []}
            | ({"ORCID": f"https://orcid.org/{OWNER}", "authenticated-orcid": False} if self.has_id("Crossref", family) else {})
            for family, given in self.authors
        ]
        item = {"DOI": self.doi, "type": self.kind, "title": [self.title], "container-title": [self.journal], "author": authors}
        numbers = {"volume": self.volume, "issue": self.issue, "page": self.pages}
        dates = {"issued": {"date-parts": [[self.year, 5, 1]]}, "URL": f"https://doi.org/{self.doi}"}
        return {"source": "Crossref", "reference-count": 7, **item, **numbers, **dates, **self.crossref}

    def as_medline(self) -> str:
        first, _, last = self.pages.partition("-")
        same = len([1 for one, two in zip(first, last, strict=False) if one == two])
        lines = [f"PMID- {self.pmid}", "OWN - NLM", f"VI  - {self.volume}", f"IP  - {self.issue}", f"DP  - {self.year} May"]
        lines += [f"TI  - {self.title}.", f"PG  - {first}-{last[same:]}" if last else f"PG  - {first}"]
        for family, given in self.authors:
            lines += [f"FAU - {family}, {given}", f"AU  - {family} {''.join(part[0] for part in given.split())}"]
            lines += [f"AUID- ORCID: {OWNER}"] if self.has_id("PubMed", family) else []
        lines += ["PT  - Journal Article", f"JT  - {self.journal}", *self.medline, f"LID - {self.doi} [doi]"]
        return "\n".join([*lines, f"SO  - {self.journal}. {self.year} May;{self.volume}({self.issue}):{first}. doi: {self.doi}."])

    def as_europe_pmc(self) -> dict[str, Any]:
        authors = [
            {"fullName": f"{family} {given[0]}", "firstName": given, "lastName": family, "initials": given[0]}
            | ({"authorId": {"type": "ORCID", "value": OWNER}} if self.has_id("Europe PMC", family) else {})
            for family, given in self.authors
        ]
        return {
            **({"id": self.pmid, "pmid": self.pmid, "source": "MED"} if self.pmid else {"id": self.doi, "source": "PPR"}),
            "doi": self.doi,
            "title": f"{self.title}.",
            "authorString": "…",
            "authorList": {"author": authors},
            "journalInfo": {"volume": self.volume, "issue": self.issue, "journal": {"title": self.journal}},
            "pubYear": str(self.year),
            "pageInfo": self.pages,
            "pubTypeList": {"pubType": ["Journal Article" if self.pmid else "Preprint"]},
            **self.europe_pmc,
        }

    def as_summary(self, code: int) -> dict[str, Any]:
        ids = [external_id(*pair) for pair in (("doi", self.doi), ("pmid", self.pmid)) if pair[1]]
        summary = {"put-code": code, "title": {"title": {"value": self.title}, "subtitle": None}, "type": self.kind}
        place = {"journal-title": {"value": self.journal}, "publication-date": {"year": {"value": str(self.year)}, "month": None}}
        return {**summary, **place, "external-ids": {"external-id": ids}, "url": None, "display-index": "0", **self.orcid}


def external_id(kind: str, value: str) -> dict[str, Any]:
    return {"external-id-type": kind, "external-id-value": value, "external-id-relationship": "self"}


class Services:
    """The four services. ``faults`` replace the answers of a service; ``groups`` are ORCID's, one for each work by default.

    ``record`` is the rest of the owner's ORCID record.
    """

    def __init__(self, *works: Work) -> None:
        self.works = [*works]
        self.groups: list[list[dict[str, Any]]] = []
        self.record = record()
        self.faults: dict[str, Callable[[Asked], Reply | None]] = {}
        self.searches: dict[str, list[str]] = {}  # PubMed IDs by the term of a search

    def having(self, service: str) -> list[Work]:
        return [work for work in self.works if service in work.on]

    def answer(self, asked: Asked) -> Reply:
        service = HOSTS[asked.host]
        if service in self.faults and (reply := self.faults[service](asked)):
            return reply
        answers = {"ORCID": self.orcid, "Crossref": self.crossref, "PubMed": self.pubmed, "Europe PMC": self.europe_pmc}
        return answers[service](asked)

    def orcid(self, asked: Asked) -> Reply:
        if not asked.headers["accept"].startswith("application/json"):
            return Reply(b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><activities:works/>')
        works = self.having("ORCID")
        if asked.path == f"/v3.0/{OWNER}/works":
            groups = self.groups or [[work.as_summary(code)] for code, work in enumerate(works, start=1)]
            return as_json({"last-modified-date": None, "group": [{"work-summary": group} for group in groups]})
        if asked.path == f"/v3.0/{OWNER}/record":
            return as_json(self.record)
        codes = asked.path.rpartition("/")[2].split(",")
        return as_json({"bulk": [{"work": whole(works[int(code) - 1], int(code))} for code in codes]})

    def crossref(self, asked: Asked) -> Reply:
        if doi := asked.path.removeprefix("/works").lower():
            found = [work for work in self.having("Crossref") if f"/{work.doi.lower()}" == doi]
            return as_json({"message": found[0].as_crossref()}) if found else Reply(b"Resource not found.", 404)
        if asked.values["filter"].startswith("doi:"):
            dois = asked.values["filter"].lower().removeprefix("doi:").split(",doi:")
            return crossref_list([work for work in self.having("Crossref") if work.doi.lower() in dois])
        found = [work for work in self.having("Crossref") if "Crossref" in work.linked]
        offset = int(asked.values["offset"])
        return crossref_list(found[offset : offset + int(asked.values["rows"])], total=len(found))

    def pubmed(self, asked: Asked) -> Reply:
        if asked.path.endswith("/esearch.fcgi"):
            ids = self.search_pubmed(asked.values["term"])
            return as_json({"header": {"type": "esearch"}, "esearchresult": {"count": str(len(ids)), "idlist": ids}})
        wanted = asked.values["id"].split(",")
        records = [work.as_medline() for work in self.having("PubMed") if work.pmid in wanted]
        return Reply(("\n" + "\n\n".join(records) + "\n").encode(), headers={"Content-Type": "text/plain"})

    def search_pubmed(self, term: str) -> list[str]:
        """The PubMed IDs for a term: an iD, DOIs, or one of ``searches``."""
        works = [work for work in self.having("PubMed") if work.pmid]
        if term == f"{OWNER}[auid]":
            return [work.pmid for work in works if "PubMed" in work.linked]
        if term.endswith('"[doi]'):
            dois = term.lower().split(" or ")
            return [work.pmid for work in works if f'"{work.doi.lower()}"[doi]' in dois]
        return self.searches[term]

    def europe_pmc(self, asked: Asked) -> Reply:
        found = [work for work in self.having("Europe PMC") if "Europe PMC" in work.linked]
        cursor, size = asked.values["cursorMark"], int(asked.values["pageSize"])
        start = 0 if cursor == "*" else int(cursor)
        results = [work.as_europe_pmc() for work in found[start : start + size]]
        following = str(start + size) if start + size < len(found) else cursor
        return as_json({"hitCount": len(found), "nextCursorMark": following, "resultList": {"result": results}})


def whole(work: Work, code: int) -> dict[str, Any]:
    names = [f"{family}, {given}" for family, given in work.authors]
    return work.as_summary(code) | {"contributors": {"contributor": [{"credit-name": {"value": name}} for name in names]}}


def crossref_list(works: Iterable[Work], total: int | None = None) -> Reply:
    items = [work.as_crossref() for work in works]
    message = {"total-results": len(items) if total is None else total, "items": items}
    return as_json({"status": "ok", "message-type": "work-list", "message": message})


def as_json(document: dict[str, Any]) -> Reply:
    return Reply(json.dumps(document).encode(), headers={"Content-Type": "application/json"})
