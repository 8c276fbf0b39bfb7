"""A publication: its fields, and properties derived from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from db.publication import identifiers
from db.publication.author import all_names, split_authors
from db.publication.key import make_key
from db.publication.license import License, parse_license
from db.publication.notice import RETRACTED, Notice, parse_notice, strip_retraction_mark
from db.publication.types import ARTICLE, NAMES_BY_TYPE, TypeNames
from db.text import earliest_day


class TextField:
    """A text field; "" if it is unknown. Its name in the API is ``name`` or, by default, the name of the attribute."""

    def __init__(self, name: str = "") -> None:
        self.name = name

    def __set_name__(self, owner: type, attribute: str) -> None:
        self.name = self.name or attribute

    def __get__(self, publication: Publication, owner: type) -> str:
        return str(publication.document.get(self.name, ""))


class Publication:
    """A publication of the list.

    Attributes:
        document: the publication in the API, without unknown fields. It has versions in other languages, fields that the owner's
            schema adds and, in lists that need it, ``authorList``.
    """

    title = TextField()
    authors = TextField()
    journal = TextField()
    volume = TextField()
    issue = TextField()
    pages = TextField()
    doi = TextField()
    pubmed = TextField()
    url = TextField()
    type = TextField()
    full_text = TextField("fullText")
    license = TextField()
    preprint = TextField()
    funding = TextField()
    added = TextField()
    abbreviation = TextField()
    editors = TextField()
    publisher = TextField()
    summary = TextField()
    authorship = TextField()

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document

    def __getitem__(self, name: str) -> Any:
        """A field by its name in the API. Templates write ``publication.titleHebrew``."""
        return self.document[name]

    @property
    def year(self) -> int:
        return int(self.document["year"])

    @property
    def data(self) -> Sequence[str]:
        """Addresses or DOIs of its data."""
        return tuple(self.document.get("data", ()))

    @property
    def trial(self) -> Sequence[str]:
        """Numbers of its trials."""
        return tuple(self.document.get("trial", ()))

    @property
    def is_featured(self) -> bool:
        return bool(self.document.get("featured"))

    @property
    def key(self) -> str:
        """The citation key, from the owner or the build. Without either, this makes it from the values."""
        return str(self.document.get("key") or make_key(self.document))

    @property
    def identifier(self) -> str:
        """The DOI or else the citation key, which the address of its page contains."""
        return self.doi or self.key

    @property
    def author_names(self) -> list[str]:
        """The authors without ``et al``."""
        return split_authors(self.authors)

    @property
    def editor_names(self) -> list[str]:
        """The editors, with ``et al`` as one more name."""
        return all_names(self.editors)

    @property
    def owner_positions(self) -> list[int]:
        """The owner's positions among the authors, from 0, if the document has ``authorList``."""
        return [position for position, author in enumerate(self.document["authorList"]) if "isOwner" in author]

    @property
    def doi_url(self) -> str:
        return identifiers.doi_url(self.doi)

    @property
    def pmid(self) -> str:
        """The number in the PubMed address; "" without an address, or if it is not PubMed's."""
        return identifiers.pmid_of(self.pubmed)

    @property
    def searched_pmid(self) -> str:
        """The PubMed ID for filter and search."""
        return identifiers.searched_pmid(self.pubmed)

    @property
    def article_url(self) -> str:
        """The owner's address of the article; "" if the DOI or the free copy has the same."""
        return "" if self.url in (self.doi_url, self.full_text) else self.url

    @property
    def related_links(self) -> dict[str, list[tuple[str, str]]]:
        """Pairs of text and address for preprint, data and trials, if it has any."""
        links = {
            "preprint": [(doi, identifiers.doi_url(doi)) for doi in (self.preprint,) if doi],
            "data": [(text, identifiers.data_url(text)) for text in self.data],
            "trial": [(number, identifiers.trial_url(number)) for number in self.trial],
        }
        return {name: pairs for name, pairs in links.items() if pairs}

    @property
    def type_names(self) -> TypeNames:
        return NAMES_BY_TYPE.get(self.type, ARTICLE)

    @property
    def is_in_book(self) -> bool:
        """Whether it is cited as a part of a book: a chapter, or a paper of proceedings that are not a journal."""
        return self.type == "chapter" or (self.type == "conference-paper" and not (self.volume or self.issue))

    @property
    def genre(self) -> str:
        """The kind of article, such as ``case report``, for formats that only know articles; "" for other types."""
        return "" if self.type in ("", "article", *NAMES_BY_TYPE) else self.type.replace("-", " ")

    @property
    def terms(self) -> License | None:
        """Its license, if that is recognized."""
        return parse_license(self.license)

    @property
    def notice(self) -> Notice | None:
        return parse_notice(self.document.get("notice", ""))

    def title_with_notice(self, words: Mapping[str, str] | None = None) -> str:
        """The title, after the kind of its notice if it has one: ``[Retracted] A title``. ``words`` translate the kind."""
        if not (notice := self.notice):
            return self.title
        kind = words[notice.kind] if words else notice.kind.capitalize()
        return f"[{kind}] {strip_retraction_mark(self.title) if notice.kind == RETRACTED else self.title}"

    @property
    def announcement_dates(self) -> list[str]:
        """``added`` (a day), and the date of the notice (a day, month or year)."""
        notice = self.notice
        return [date for date in (self.added, notice and notice.date) if date]

    @property
    def announcement_day(self) -> str:
        """The day on which feed readers learn of it. A month or year counts as its first day; without dates, its year does."""
        date = max(self.announcement_dates, default=f"{self.year:04}")
        return earliest_day(date)
