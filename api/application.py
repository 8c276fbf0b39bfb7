"""The wiring: registry to router, exceptions to answers."""

from __future__ import annotations

import logging
import sqlite3
from typing import TYPE_CHECKING, Any

import falcon

from api.context import Service
from api.data.database import Database
from api.endpoints import ENDPOINTS
from api.errors import ApiError, UnavailableError
from api.http.access_log import AccessLog
from api.http.fastpath import FastPath
from api.http.middleware import CommonHeaders, MethodCheck
from api.http.representation import JSON, json_text
from api.http.resource import EndpointResource
from api.settings import Settings

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

logger = logging.getLogger(__name__)


def create_service(settings: Settings) -> Service:
    """Return the service that an operator configured. Nothing is opened yet."""
    return Service(Database(settings.database, settings.cache_bytes), ENDPOINTS, settings.base_url, settings.templates)


def create_app(service: Service, *, access_log: bool = False) -> WSGIApplication:
    """The WSGI application of a service. It starts without a database and answers 503 until there is one."""
    # waitress warns at each request that waits for a thread, which at load is every one.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    application: WSGIApplication = FastPath(falcon_app(service), service)
    return AccessLog(application) if access_log else application


def falcon_app(service: Service) -> falcon.App[falcon.Request, falcon.Response]:
    """Every endpoint of the registry, and every error, as Falcon answers them."""
    app = falcon.App()
    for middleware in (CommonHeaders(), MethodCheck()):
        app.add_middleware(middleware)
    for endpoint in service.endpoints:
        resource = EndpointResource(endpoint, service)
        # The router's own converter for the rest of a path: a DOI has slashes.
        app.add_route(endpoint.path.replace("{doi}", "{doi:path}"), resource)
        if not endpoint.path.endswith(("/", "{doi}")):
            # Registered, not stripped: a slash at the end of a DOI belongs to it, and the empty DOI is the list.
            app.add_route(f"{endpoint.path}/", resource)
    # Falcon chooses the handler of the nearest class, and has its own for HTTPError.
    for kind in (Exception, falcon.HTTPError):
        app.add_error_handler(kind, answer_error)
    return app


def answer_error(request: falcon.Request, response: falcon.Response, error: Exception, params: dict[str, Any]) -> None:
    """Give the error's answer in the one shape; what is not expected is logged and not shown."""
    fault = to_api_error(request, error)
    response.status = fault.status
    response.content_type = JSON
    response.set_headers({**fault.headers, "Cache-Control": "no-store"})
    response.data = json_text(fault.body).encode()


def to_api_error(request: falcon.Request, error: Exception) -> ApiError:
    """The error of the table that an exception stands for."""
    if isinstance(error, ApiError):
        return error
    if isinstance(error, falcon.HTTPNotFound):
        return ApiError("not_found", f'There is nothing at "{request.path[:100]}". The endpoints are listed at /api.')
    if isinstance(error, sqlite3.DatabaseError):
        logger.error("The database failed: %s", error)
        too_late = error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT  # see Database.is_late
        return UnavailableError("The answer took too long to find." if too_late else "The database cannot be read.")
    logger.error("Unexpected", exc_info=error)
    return ApiError("internal_error", "Something went wrong here. It was logged; the request was not at fault.")
