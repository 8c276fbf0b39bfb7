"""Downloads: rendered once per snapshot of the data, and read by several clients at once."""

from __future__ import annotations

import io
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from api.context import Context, Service
from api.data.database import Database
from api.formats.format import Format, Publication
from api.formats.registry import EXPORTED
from api.handlers.downloads import MAX_IN_MEMORY, Reader, Rendered, export
from api.http.representation import Download, Representation
from pipeline.loading.publish import build
from tests.support.messages import edit

LARGE = b"".join(b"%d\n" % number for number in range(200_000))


def large(publications: Any) -> Iterator[str]:
    """A download that is too large for memory."""
    titles = [publication["title"] for publication in publications]
    yield "\n".join(titles)
    yield LARGE.decode()


FORMAT = Format(name="large", title="Large", media_type="text/plain", document=large, file_name="large.txt", export="large")


def test_a_small_download_is_a_representation(example_database: Path, subtests: pytest.Subtests) -> None:
    """The handlers of all formats answer with the whole text."""
    database = Database(example_database)
    for form in EXPORTED:
        with subtests.test(form=form.name):
            context = Context(Service(database, ()))
            answer = export(form)(context)
            assert isinstance(answer, Representation)
            assert answer.body.decode() == form.page(context.store.all_publications())
            assert answer.headers == {"Content-Disposition": f'attachment; filename="{form.file_name}"'}
    database.close()


def test_a_large_download_is_rendered_once(example_database: Path) -> None:
    """Concurrent requests share one file, and each reads it from the beginning."""
    database, calls = Database(example_database), list[int]()

    def document(publications: Iterator[Publication]) -> Iterator[str]:
        calls.append(1)
        return large(publications)

    handler = export(replace(FORMAT, document=document))

    def request(_: int) -> bytes:
        answer = handler(Context(Service(database, ())))
        assert isinstance(answer, Download)
        body = b"".join(iter(lambda: answer.file.read(1 << 20) or b"", b""))
        assert (answer.size, answer.sha256) == (len(body), sha256(body).hexdigest())
        return body

    with ThreadPoolExecutor(4) as threads:
        bodies = set(threads.map(request, range(8)))
    assert len(calls) == 1
    [body] = bodies
    assert body.endswith(LARGE)


def test_new_data_is_rendered_again(folder: Path, target: Path) -> None:
    """A client that is still reading gets the rest of the old file."""
    build(folder, target)
    database, handler = Database(target), export(FORMAT)
    old = handler(Context(Service(database, ())))
    assert isinstance(old, Download)
    first = old.file.read(10)
    edit(folder, "publications.csv", "Shear-wave elastography", "Elastography by shear waves")
    build(folder, target)
    database.check()
    new = handler(Context(Service(database, ())))
    assert isinstance(new, Download)
    assert (new.sha256 != old.sha256, new.file.read(10)) == (True, b"Elastograp")
    rest = b"".join(iter(lambda: old.file.read(1 << 20) or b"", b""))
    assert sha256((first or b"") + rest).hexdigest() == old.sha256
    database.close()


def test_a_failure_is_not_kept(example_database: Path) -> None:
    database = Database(example_database)

    def fails(publications: Any) -> Iterator[str]:
        raise OSError("no space left on device")
        yield ""

    with pytest.raises(OSError, match="no space"):
        export(replace(FORMAT, document=fails))(Context(Service(database, ())))
    assert isinstance(export(FORMAT)(Context(Service(database, ()))), Download)
    database.close()


def test_a_reader_is_a_seekable_file() -> None:
    """As waitress needs it: it seeks to the end to learn the size, and reads blocks of a bounded size."""
    rendered = Rendered(iter(["x" * MAX_IN_MEMORY, "end"]))
    reader = Reader(rendered)
    assert (reader.readable(), reader.seekable()) == (True, True)
    assert reader.seek(0, io.SEEK_END) == rendered.size == MAX_IN_MEMORY + 3
    assert reader.seek(-3, io.SEEK_CUR) == MAX_IN_MEMORY
    assert (reader.read(), reader.tell(), reader.read()) == (b"end", rendered.size, b"")
    reader.seek(0)
    assert len(reader.read(1 << 30)) == 1 << 18
