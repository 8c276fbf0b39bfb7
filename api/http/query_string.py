"""Query strings: the parameters, their values, and the messages about invalid ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote_to_bytes

from api.errors import ApiError, quotation
from db.text import nearest

# JSON Schemas of the data by the name of the component.
Schemas = Mapping[str, Any]


class InvalidValueError(ValueError):
    """A value that a parameter refuses; the message says what it accepts."""


@dataclass(frozen=True)
class Parameter:
    """One parameter of an endpoint.

    Attributes:
        schema: the JSON Schema of the value, by which it is also read.
        accepted: what an error message says is accepted, if the schema doesn't tell.
        location: query or path, as in OpenAPI.
        listed: returns the allowed values, if the schema of the data lists them.
    """

    name: str
    description: str
    schema: Mapping[str, Any]
    accepted: str = ""
    location: str = "query"
    listed: Callable[[Schemas], Sequence[str]] | None = None

    @property
    def required(self) -> bool:
        return self.location == "path"

    def resolve(self, schemas: Callable[[], Schemas]) -> Parameter:
        """Return this parameter with the values that the schema of the data lists, if any."""
        allowed = self.listed(schemas()) if self.listed else ()
        if not allowed:
            return self
        if self.schema["type"] == "array":
            return replace(self, schema={**self.schema, "items": {**self.schema["items"], "enum": [*allowed]}})
        return replace(self, schema={**self.schema, "enum": [*allowed]})

    def parse(self, text: str) -> Any:
        """Return the value that is written as a text.

        Raises:
            InvalidValueError: the schema doesn't allow it.
        """
        match self.schema:
            case {"type": "integer"}:
                return integer(text, self.schema, self.accepted)
            case {"type": "array", "items": {"enum": allowed}}:
                return some_of(text, allowed)
            case {"type": "array", "items": {"pattern": pattern, "maxLength": longest}, "maxItems": most}:
                return identifier_list(text, pattern, longest, most, self.accepted)
            case {"enum": ["true", "false"] as allowed}:
                return one_of(text.lower(), allowed)  # Python clients send True
            case {"enum": allowed}:
                return one_of(text, allowed)
            case {"maxLength": longest}:
                return free_text(text, longest)
        return text


def integer(text: str, schema: Mapping[str, Any], accepted: str) -> int:
    """Return a number of any length, written in ASCII digits, with a minus sign only if there is no minimum."""
    least, most = schema.get("minimum"), schema.get("maximum")
    digits = text.removeprefix("-") if least is None else text
    if re.fullmatch("[0-9]+", digits):
        value = int(digits.lstrip("0")[:20] or "0")  # 20 digits exceed 64 bits, as longer ones do
        if (least is None or value >= least) and (most is None or value <= most):
            return value if digits == text else -value
    span = f", {least} or more" if most is None else f" from {least} to {most}"
    raise InvalidValueError(accepted or f"a whole number{span}")


def free_text(text: str, longest: int) -> str:
    """Return text that people type, without surrounding whitespace."""
    trimmed = text.strip()
    if len(trimmed) > longest:
        raise InvalidValueError(f"at most {longest} characters long")
    return trimmed


def one_of(text: str, allowed: Sequence[str]) -> str:
    """Return a value of a closed list."""
    if text not in allowed:
        raise InvalidValueError(f"one of {', '.join(allowed)}")
    return text


def some_of(text: str, allowed: Sequence[str]) -> str:
    """Return several values of a closed list, separated by commas, in the order of the list."""
    values = text.split(",")
    if not set(values) <= set(allowed):
        raise InvalidValueError(f"one or more of {', '.join(allowed)}, with commas between them")
    return ",".join(value for value in allowed if value in values)


def identifier_list(text: str, pattern: str, longest: int, most: int, accepted: str) -> str:
    """Return several values that match a pattern, separated by commas."""
    values = split_before(text, pattern)
    start_to_end = re.compile(pattern.replace("$", r"\Z"), re.IGNORECASE)  # Python's $, unlike JSON Schema's, allows a line break
    if len(values) > most or not all(len(value) <= longest and start_to_end.match(value) for value in values):
        raise InvalidValueError(accepted)
    return text


def split_before(text: str, pattern: str) -> list[str]:
    """Return the values of a text, which a comma separates where the next one matches the pattern."""
    return re.split(f",(?={pattern.strip('^$')})", text, flags=re.IGNORECASE)


# Names that other services give to a parameter.
OTHER_NAMES = {"page": "offset", "per_page": "limit", "pmid": "pubmed", "select": "fields"}


def read_query(
    query_string: str, parameters: Sequence[Parameter], schemas: Callable[[], Schemas], *, reject_unknown: bool = True
) -> dict[str, Any]:
    """Return the values that a query string sets, in the order of ``parameters``.

    Args:
        query_string: the bytes of the request decoded as Latin-1, as WSGI has it (PEP 3333).
        parameters: the parameters of the endpoint. Without any, the query string is ignored (cache-busters).
        schemas: returns the schemas of the data, which list the values of some parameters.
        reject_unknown: whether other parameters are an error.

    Raises:
        ApiError: a parameter is unknown, given twice, or has a value that it refuses.
    """
    values: dict[str, Any] = {}
    if not query_string or not parameters:
        return values
    known = {parameter.name: parameter for parameter in parameters}
    for pair in filter(None, query_string.split("&")):
        raw_name, _, raw_value = pair.partition("=")
        name = percent_decode(raw_name)
        if name not in known:
            if not reject_unknown:
                continue
            raise unknown_parameter(name, list(known))
        if name in values:
            raise ApiError("invalid_parameter", f"The parameter {name} is given more than once. Give it once.")
        try:
            values[name] = known[name].resolve(schemas).parse(percent_decode(raw_value, strict=True))
        except InvalidValueError as error:
            value = quotation(percent_decode(raw_value))
            raise ApiError("invalid_parameter", f"The parameter {name} is {value}. It must be {error}.") from None
    return {name: values[name] for name in known if name in values}


def percent_decode(text: str, *, strict: bool = False) -> str:
    """Percent-decode a name or value (WHATWG URL, application/x-www-form-urlencoded)."""
    raw = unquote_to_bytes(text.replace("+", " ").encode("latin-1"))
    try:
        return raw.decode("utf-8", "strict" if strict else "replace")
    except UnicodeDecodeError:
        raise InvalidValueError("percent-encoded UTF-8") from None


def unknown_parameter(name: str, known: list[str]) -> ApiError:
    near = OTHER_NAMES.get(name)
    if near not in known:
        near = nearest(name, known)
    hint = f" Did you mean {near}?" if near else ""
    return ApiError(
        "unknown_parameter",
        f"There is no parameter {quotation(name)} here.{hint} The parameters are {', '.join(known)}.",
    )
