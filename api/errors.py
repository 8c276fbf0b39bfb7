"""Every error of the API: one table of codes, one shape of body."""

from __future__ import annotations

from collections.abc import Mapping

from db.file_format import DatabaseError, SlowQueryError, UnavailableError

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
# Seconds after which a client may try again; a database that returns is noticed sooner.
RETRY_LATER = {"Retry-After": "5"}
MAX_QUOTED = 100


def quotation(text: str) -> str:
    """Quote text of a request, as given but cut."""
    return f'"{text[:MAX_QUOTED]}"'


class ApiError(Exception):
    """An error: a code from the table, and a description.

    Attributes:
        suggestion: the path that the client may have meant; empty if no path is near.
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


def error_of_database(error: DatabaseError) -> ApiError:
    """A query was too slow, or the database cannot be read at this moment."""
    if isinstance(error, SlowQueryError):
        return ApiError("query_timeout", "The query took too long. Add a filter, or shorten the search text.")
    reason = error.reason if isinstance(error, UnavailableError) else UnavailableError().reason
    return ApiError("service_unavailable", f"{reason} Try again in a moment.", RETRY_LATER)
