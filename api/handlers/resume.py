"""The profile as a JSON Resume."""

from __future__ import annotations

from api.context import Context
from api.formats.resume import resume
from api.http.representation import Representation, of_json

# More would make a document that no program for curricula vitae reads.
MAX_PUBLICATIONS = 5000


def resume_json(context: Context) -> Representation:
    """Return the profile with its publications, at most MAX_PUBLICATIONS."""
    store = context.store
    publications, _ = store.publications(limit=MAX_PUBLICATIONS)
    documents = {"profile": context.profile, "clinic": store.values("clinic")}
    return of_json(resume(context.base_url, context.url("/resume.json"), **documents, publications=publications))
