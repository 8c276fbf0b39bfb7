"""Resources whose JSON is ready in the database: profile, clinic, research areas, services."""

from __future__ import annotations

from api.context import Context
from api.http.representation import Representation, array
from api.parameters import SERVICE_FILTERS, select


def document(context: Context, name: str) -> Representation:
    return Representation(context.store.document(name).encode())


def profile(context: Context) -> Representation:
    return document(context, "profile")


def clinic(context: Context) -> Representation:
    return document(context, "clinic")


def research(context: Context) -> Representation:
    return document(context, "research")


def services(context: Context) -> Representation:
    """Return the services that match ``category`` and ``tag``."""
    return Representation(b'{\n  "services": %b\n}' % array(context.store.services(select(SERVICE_FILTERS, context.values))))
