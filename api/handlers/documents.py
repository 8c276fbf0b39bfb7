"""Profile, clinic, research areas and services as JSON."""

from __future__ import annotations

from api.context import Context, Handler
from api.http.representation import Representation, of_json
from api.parameters import SERVICE_FILTERS, select


def stored(name: str) -> Handler:
    """Return the handler of ``clinic`` or ``research``."""

    def handler(context: Context) -> Representation:
        return of_json(context.store.values(name))

    return handler


def profile(context: Context) -> Representation:
    return of_json(context.profile)


def services(context: Context) -> Representation:
    """Return the services that match ``category`` and ``tag``."""
    return of_json({"services": context.store.services(select(SERVICE_FILTERS, context.values))})
