"""The profile as JSON-LD with the vocabulary of schema.org."""

from __future__ import annotations

from typing import Any

import orjson

from api.context import Context
from api.formats import json_ld
from api.formats.schema_org import graph
from api.http.representation import Representation, json_text

MAX_ARTICLES = 50


def profile_jsonld(context: Context) -> Representation:
    """Return the profile as a JSON-LD document."""
    publications, _ = context.store.publications(limit=MAX_ARTICLES)
    return Representation(f"{json_text(profile_graph(context, publications))}\n".encode(), json_ld.FORMAT.media_type)


def embedded(context: Context) -> str:
    """Return the person, the clinic and the services as JSON-LD for a script element, without the publications."""
    return json_ld.safe_in_html(orjson.dumps(profile_graph(context, [])).decode())


def profile_graph(context: Context, publications: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the graph of the person, the clinic, the services and publications."""
    store = context.store
    return graph(
        context.base_url,
        url=context.url,
        site=context.site,
        profile=context.profile,
        clinic=store.values("clinic"),
        services=store.services(),
        research=store.values("research"),
        publications=publications,
        has_hebrew=store.has_hebrew,
    )
