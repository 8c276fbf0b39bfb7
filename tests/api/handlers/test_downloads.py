"""Downloads: made once per snapshot of the data, whoever asks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from api.context import Context, Service
from api.data.snapshot import Database
from api.formats.format import Format, Publication
from api.formats.registry import EXPORTED
from api.handlers.downloads import export, once
from api.http.response import Representation
from pipeline.loading.publish import build
from tests.support.messages import edit


def titles(publications: Any) -> str:
    return "\n".join([publication["title"] for publication in publications])


FORMAT = Format(name="titles", title="Titles", media_type="text/plain", document=titles, file_name="titles.txt", export="titles")


def context_of(database: Database, *, markdown: bool = False) -> Context:
    return Context(Service(database, ()), database.snapshot(), markdown=markdown)


@pytest.mark.parametrize("form", EXPORTED, ids=lambda form: form.name)
def test_a_download_is_the_whole_list(example_database: Path, form: Format) -> None:
    context = context_of(Database(example_database))
    answer = export(form)(context)
    assert answer.body.decode() == form.document(context.store.all_publications())
    assert answer.headers == {"Content-Disposition": f'attachment; filename="{form.file_name}"'}


def test_a_download_is_made_once(example_database: Path) -> None:
    """Concurrent requests share its bytes."""
    database, calls = Database(example_database), list[int]()

    def document(publications: list[Publication]) -> str:
        calls.append(1)
        return titles(publications)

    handler = export(replace(FORMAT, document=document))
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda _: handler(context_of(database)), range(8)))
    assert len(calls) == 1
    assert {id(answer.body) for answer in answers} == {id(answers[0].body)}


def test_new_data_is_made_again(folder: Path, target: Path) -> None:
    build(folder, target)
    database, handler = Database(target), export(FORMAT)
    old = handler(context_of(database))
    edit(folder, "publications.csv", "Shear-wave elastography", "Elastography by shear waves")
    build(folder, target)
    database.check()
    new = handler(context_of(database))
    assert (old.body[:10], new.body[:10]) == (b"Shear-wave", b"Elastograp")


def test_what_is_made_once_has_both_media_types(example_database: Path) -> None:
    """A page as HTML and as Markdown."""
    database = Database(example_database)
    handler = once(lambda context: Representation(b"Markdown" if context.markdown else b"HTML"))
    answers = [handler(context_of(database, markdown=markdown)).body for markdown in (False, True, False)]
    assert answers == [b"HTML", b"Markdown", b"HTML"]


def test_a_failure_is_not_kept(example_database: Path) -> None:
    database = Database(example_database)
    failures = [OSError("no space left on device")]

    def handler(context: Context) -> Representation:
        if failures:
            raise failures.pop()
        return Representation(b"made")

    with pytest.raises(OSError, match="no space"):
        once(handler)(context_of(database))
    assert once(handler)(context_of(database)).body == b"made"
