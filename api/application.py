"""The wiring: endpoints become routes, exceptions become errors, and the cache comes before Falcon."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import falcon

from api.context import Application, Context
from api.endpoint import METHODS, Endpoint
from api.errors import MAX_QUOTED, ApiError, error_of_database, error_of_method, quotation
from api.http.access_log import AccessLog
from api.http.cache import SNAPSHOT, CacheLookup
from api.http.middleware import CommonHeaders, FinalSlash, LanguageCheck, MethodCheck
from api.http.negotiation import prefers_html
from api.http.response import of_json
from api.pages.page import error_page
from api.pages.templates import template_errors
from api.resource import EndpointResource, send_uncached
from api.routes import ENDPOINTS
from api.settings import Settings
from api.text_files import read_text_files
from db.file_format import DatabaseError, UnavailableError
from db.snapshot import Database, Snapshot
from db.text import nearest

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

logger = logging.getLogger(__name__)
# Other services' names for our addresses.
FACETS_PATH = "/api/publications/facets"
OTHER_ADDRESSES = {"/api/authors": FACETS_PATH, "/api/journals": FACETS_PATH, "/docs": "/api/docs"}
# The example and the starting files have addresses under this domain, which is reserved for examples (RFC 2606).
EXAMPLE_HOST = ".example.org"
# Log this after the reason why the service cannot serve a database.
UNTIL_THEN = "Until then, every response is 503."
# Minimum similarity (difflib) of an address to suggest for another one. With a lower one, /admin would suggest /api.
MIN_SIMILARITY = 0.75


def create_application(settings: Settings) -> Application:
    """Make the application without opening anything.

    Raises:
        SystemExit: a file in the owner's folder of templates cannot be read or has a syntax error.
    """
    try:
        read_text_files(settings.templates)
        errors = template_errors(settings.templates) if settings.templates else []
    except OSError as error:
        errors = [f"{error.filename} cannot be used: {error.strerror}."]
    if errors:
        raise SystemExit("\n".join(errors))
    return Application(Database(settings.database), ENDPOINTS, settings.base_url, settings.templates)


def log_setup(application: Application) -> None:
    """Warn if there is no database to serve, or if absolute links begin with the example's address."""
    context = Context(application, Snapshot(application.database.path))  # this thread answers no request
    try:
        base_url = context.base_url
    except UnavailableError as error:
        logger.warning("%s %s", error.reason, UNTIL_THEN)
        return
    except Exception:  # start with any database, because a better one can follow
        logger.exception("Cannot read the address of the site from the database")
        return
    if f".{urlsplit(base_url).hostname}".endswith(EXAMPLE_HOST):
        advice = "Set base_url in site.yaml, or PROFILE_BASE_URL."
        logger.warning("Absolute links begin with %s, which is only an example. %s", base_url, advice)


def create_app(application: Application, *, cache_bytes: int = 0, access_log: bool = False) -> WSGIApplication:
    """Put the cache and the log before Falcon. The callable starts without a database and answers 503 until there is one."""
    # waitress warns about each request that waits for a thread. Under load, every request does.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    wsgi = CacheLookup(falcon_app(application), application.database, cache_bytes)
    return AccessLog(wsgi) if access_log else wsgi


def falcon_app(application: Application) -> falcon.App[falcon.Request, falcon.Response]:
    """Route every endpoint. This application answers every request that the cache cannot."""
    app = falcon.App()
    app.req_options.strip_url_path_trailing_slash = True
    app.add_middleware([LanguageCheck(), FinalSlash(), MethodCheck(), CommonHeaders(application.common_headers)])
    for endpoint in application.endpoints:
        resource = EndpointResource(endpoint, application)
        for path in (endpoint.path, *((f"/{{language}}{endpoint.path}".rstrip("/"),) if endpoint.translated else ())):
            # "path" is the router's converter for the rest of a path, because a DOI contains slashes.
            app.add_route(path.replace("{doi}", "{doi:path}"), resource)
        if endpoint.file_path:  # a program that reads many profiles uses one address, on servers and static hosts
            app.add_route(endpoint.file_path, EndpointResource(endpoint, application, endpoint.file_path))
    # Falcon chooses the handler of the nearest class, and has its own handler for HTTPError.
    for kind in (Exception, falcon.HTTPError):
        app.add_error_handler(kind, partial(answer_error, application))
    return app


def answer_error(
    application: Application, request: falcon.Request, response: falcon.Response, exception: Exception, params: dict[str, Any]
) -> None:
    """Answer with an error in the shape of all errors. Unexpected exceptions are logged, without details in the answer."""
    context = Context(application, request.env[SNAPSHOT])
    error = to_api_error(context, request, exception)
    representation = of_json(error.body)
    if not f"{request.path}/".startswith("/api/") and prefers_html(request.get_header("Accept", default="")):
        try:
            representation = error_page(context, error, request.path)
        except Exception:  # the template can be the owner's
            logger.exception("Cannot render the error page")
    headers = {**representation.headers, **error.headers, "Cache-Control": "no-store"}
    send_uncached(replace(representation, headers=headers, status=error.status), response)


def known_paths(context: Context) -> list[str]:
    """Paths to suggest for a wrong one, in each language of the site if the languages are known."""
    endpoints: Sequence[Endpoint] = context.application.endpoints
    with suppress(DatabaseError):
        endpoints = context.endpoints
    return [endpoint.path for endpoint in endpoints if "{" not in endpoint.path and 200 in endpoint.statuses]


def to_api_error(context: Context, request: falcon.Request, exception: Exception) -> ApiError:
    """Map an exception to the error for clients. This is the only table of them."""
    path = request.path
    if isinstance(exception, ApiError):
        return exception
    if isinstance(exception, falcon.HTTPNotFound):
        suggestion = OTHER_ADDRESSES.get(path) or nearest(path[:MAX_QUOTED], known_paths(context), MIN_SIMILARITY) or ""
        advice = f"Did you mean {suggestion}?" if suggestion else "The endpoints are listed at /api."
        return ApiError("not_found", f"There is nothing at {quotation(path)}. {advice}", suggestion=suggestion)
    if isinstance(exception, falcon.HTTPBadRequest):  # Falcon raises it for the method WEBSOCKET, which it needs for itself
        return error_of_method(request.method, METHODS)
    if isinstance(exception, DatabaseError):
        if exception.__cause__:  # otherwise the file is missing, or its error was logged when it was read
            logger.error("The database failed: %s", exception.__cause__)
        return error_of_database(exception)
    logger.error("Unexpected exception", exc_info=exception)
    return ApiError("internal_error", "Unexpected error in the service. It was logged.")
