"""Downloads: made once per snapshot of the data, whoever asks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from api.context import Context, Service
from api.data.snapshot import Database
from api.formats.format import Publication
from api.formats.registry import FORMATS
from api.handlers.downloads import export, once
from api.http.response import Representation


def context_of(database: Database, *, markdown: bool = False) -> Context:
    return Context(Service(database, ()), database.snapshot(), markdown=markdown)


def test_a_download_is_made_once(example_database: Path) -> None:
    """Concurrent requests share its bytes."""
    database, calls = Database(example_database), list[int]()

    def document(publications: list[Publication]) -> str:
        calls.append(len(publications))
        return ""

    handler = export(replace(FORMATS["csv"], document=document))
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda _: handler(context_of(database)), range(8)))
    assert calls == [13]
    assert {id(answer.body) for answer in answers} == {id(answers[0].body)}


def test_what_is_made_once_has_both_media_types(example_database: Path) -> None:
    """A page as HTML and as Markdown."""
    database = Database(example_database)
    handler = once(lambda context: Representation(b"Markdown" if context.markdown else b"HTML"))
    answers = [handler(context_of(database, markdown=markdown)).body for markdown in (False, True, False)]
    assert answers == [b"HTML", b"Markdown", b"HTML"]
