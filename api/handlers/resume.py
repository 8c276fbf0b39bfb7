"""The profile as a JSON Resume."""

from __future__ import annotations

from collections.abc import Iterator

from api.context import Context
from api.data.store import parsed
from api.formats.resume import resume
from api.handlers.downloads import document
from api.http.representation import JSON, Download, Representation, json_text

NAME = "resume.json"
# More would make a document that no program for curricula vitae reads.
MAX_PUBLICATIONS = 5000


def resume_json(context: Context) -> Representation | Download:
    """Return the profile with its publications, at most MAX_PUBLICATIONS."""

    def pieces() -> Iterator[str]:
        store = context.store
        _, publications, _ = store.publications(limit=MAX_PUBLICATIONS)
        listed = parsed(publications)
        yield json_text(resume(context.base_url, profile=context.profile, clinic=store.values("clinic"), publications=listed))

    return document(context, NAME, JSON, pieces, {})
