"""A record as one service has it, with what the list has no column for."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.references.reference import Location, Reference


@dataclass(frozen=True)
class Origin(Location):
    """The location of a record or a work: the services that have it."""

    @property
    def within(self) -> str:
        return self.file

    def __str__(self) -> str:
        return self.file


@dataclass(frozen=True)
class Hit:
    """A record of a service.

    ``has_id`` says that it carries the owner's ORCID iD, ``searched`` that a search for the iD found it; other records were
    looked up by an identifier. ``preprints`` are the DOIs of its preprints, ``codes`` the numbers of its versions at ORCID.
    """

    service: str
    reference: Reference
    has_id: bool
    searched: bool
    preprints: frozenset[str] = frozenset()
    codes: tuple[str, ...] = ()
