"""A public profile as a read-only JSON API over one SQLite file: ``waitress-serve api:app``."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """Build the application when ``api.app`` is first used (PEP 562).

    Importing a submodule builds nothing, so a bad setting cannot end a process that only imports part of the package.
    """
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from api.application import create_app, create_application, log_setup
    from api.settings import from_environment

    settings = from_environment()
    application = create_application(settings)
    log_setup(application)
    app = create_app(application, cache_bytes=settings.cache_bytes, access_log=settings.access_log)
    # If two threads get here together, both use the application of the first.
    return globals().setdefault("app", app)
