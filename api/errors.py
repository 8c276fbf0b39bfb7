"""All errors of the API, with one table of codes and one shape of the body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from db.file_format import DatabaseError, SlowQueryError

# Machine-readable codes and their HTTP status.
STATUS_OF = {
    "invalid_parameter": 400,
    "unknown_parameter": 400,
    "unsupported_response_type": 400,
    "unsupported_grant_type": 400,
    "not_found": 404,
    "method_not_allowed": 405,
    "internal_error": 500,
    "service_unavailable": 503,
    "query_timeout": 504,
}
# Seconds until a client should try again. The service notices a new database sooner.
RETRY_LATER = {"Retry-After": "5"}
MAX_QUOTED = 100


def quotation(text: str) -> str:
    """Quote text of a request for a message, shortened but otherwise unchanged."""
    return f'"{text[:MAX_QUOTED]}"'


class ApiError(Exception):
    """An error: a code from the table, and a description.

    Attributes:
        suggestion: a path that the client could have meant; empty if no path is similar.
    """

    def __init__(self, code: str, description: str, headers: Mapping[str, str] | None = None, suggestion: str = "") -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.headers = dict(headers or {})
        self.suggestion = suggestion

    @property
    def status(self) -> int:
        return STATUS_OF[self.code]

    @property
    def body(self) -> dict[str, str]:
        return {"error": self.code, "error_description": self.description}


def error_of_method(method: str, methods: Sequence[str]) -> ApiError:
    """The error for a method that an address does not support. ``methods`` lists the supported ones."""
    allowed = ", ".join(methods)
    message = f"The method {quotation(method[:20])} is not supported here. Use one of {allowed}."
    return ApiError("method_not_allowed", message, {"Allow": allowed})


def error_of_database(error: DatabaseError) -> ApiError:
    """The error for a query that was too slow, or a database that cannot be read now."""
    if isinstance(error, SlowQueryError):
        return ApiError("query_timeout", "The query took too long. Add a filter, or shorten the search text.")
    return ApiError("service_unavailable", f"{error.reason} Try again in a moment.", RETRY_LATER)
