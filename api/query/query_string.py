"""Query strings: classes of parameters, reading their values, and messages about invalid values."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass
from datetime import date
from typing import Any
from urllib.parse import unquote_to_bytes

from api.errors import ApiError, quotation
from db.text import nearest

# A function from the name of a parameter to the values that it accepts with this data.
Choices = Callable[[str], Sequence[str]]

# Maximum number of identifiers in one request, and of characters in each.
MAX_IDENTIFIERS = 100
MAX_IDENTIFIER = 300
TRUE_OR_FALSE = ("true", "false")
# Other services' names for our parameters.
OTHER_NAMES = {"page": "offset", "per_page": "limit", "pmid": "pubmed", "select": "fields"}


class InvalidValueError(ValueError):
    """A value that a parameter refuses; the message says what it accepts."""


@dataclass(frozen=True)
class Parameter(ABC):
    """One parameter of an endpoint.

    Attributes:
        expected: the accepted values in the words of an error message, if the class can't tell.
        location: query or path, as in OpenAPI.
        is_list: whether it takes several values, separated by commas or in repeated parameters.
    """

    name: str
    description: str
    _: KW_ONLY
    expected: str = ""
    location: str = "query"
    default: Any = None
    is_list: bool = False

    @property
    def required(self) -> bool:
        return self.location == "path"

    @abstractmethod
    def schema(self, choices: Choices) -> dict[str, Any]:
        """The JSON Schema of the value."""

    @abstractmethod
    def parse(self, text: str, choices: Choices) -> Any:
        """Read the value from a text.

        Raises:
            InvalidValueError: the schema doesn't allow the value.
        """


@dataclass(frozen=True)
class Integer(Parameter):
    """A number of any length in ASCII digits, with a minus sign only if there is no minimum."""

    _: KW_ONLY
    minimum: int | None = None
    maximum: int | None = None

    def schema(self, choices: Choices) -> dict[str, Any]:
        return json_schema("integer", minimum=self.minimum, maximum=self.maximum, default=self.default)

    def parse(self, text: str, choices: Choices) -> int:
        digits = text.removeprefix("-") if self.minimum is None else text
        if re.fullmatch("[0-9]+", digits):
            value = int(digits.lstrip("0")[:20] or "0")  # 20 digits exceed 64 bits, like any longer number
            if (self.minimum is None or value >= self.minimum) and (self.maximum is None or value <= self.maximum):
                return value if digits == text else -value
        span = f", {self.minimum} or more" if self.maximum is None else f" from {self.minimum} to {self.maximum}"
        raise InvalidValueError(self.expected or f"a whole number{span}")


@dataclass(frozen=True)
class Choice(Parameter):
    """A value from a closed list: ``values`` or, if that is empty, the build's list for this parameter."""

    values: tuple[str, ...] = ()

    def schema(self, choices: Choices) -> dict[str, Any]:
        return json_schema("string", enum=[*(self.values or choices(self.name))], default=self.default)

    def parse(self, text: str, choices: Choices) -> str:
        allowed = self.values or choices(self.name)
        value = text.lower() if allowed == TRUE_OR_FALSE else text  # Python clients send True
        if value not in allowed:
            raise InvalidValueError(f"one of {', '.join(allowed)}")
        return value


@dataclass(frozen=True)
class Text(Parameter):
    """Text that people type, without surrounding whitespace."""

    max_length: int | None = None

    def schema(self, choices: Choices) -> dict[str, Any]:
        min_length = 1 if self.required else None
        return json_schema("string", minLength=min_length, maxLength=self.max_length)

    def parse(self, text: str, choices: Choices) -> str:
        trimmed = text.strip()
        if self.max_length is not None and len(trimmed) > self.max_length:
            raise InvalidValueError(f"at most {self.max_length} characters long")
        return trimmed


@dataclass(frozen=True)
class Day(Parameter):
    """A calendar day: year-month-day."""

    def schema(self, choices: Choices) -> dict[str, Any]:
        return json_schema("string", format="date")

    def parse(self, text: str, choices: Choices) -> str:
        with suppress(ValueError):
            if date.fromisoformat(text).isoformat() == text:  # Python reads 20260131 too
                return text
        raise InvalidValueError("a date such as 2026-01-31")


@dataclass(frozen=True)
class ListParameter(Parameter):
    """Several identifiers that match a JSON Schema pattern or, without a pattern, values from the build's list."""

    _: KW_ONLY
    is_list: bool = True
    pattern: str | None = None
    separator: str = ","

    def schema(self, choices: Choices) -> dict[str, Any]:
        if self.pattern is None:
            return {"type": "array", "items": json_schema("string", enum=[*choices(self.name)]), "minItems": 1}
        items = json_schema("string", pattern=self.pattern, maxLength=MAX_IDENTIFIER)
        return {"type": "array", "items": items, "minItems": 1, "maxItems": MAX_IDENTIFIERS}

    def parse(self, text: str, choices: Choices) -> list[str]:
        values = [value.strip(" ") for value in re.split(self.separator, text)]
        if self.pattern is not None:
            short = len(values) <= MAX_IDENTIFIERS and max(map(len, values)) <= MAX_IDENTIFIER
            if not (short and all(matches(self.pattern, value) for value in values)):
                raise InvalidValueError(self.expected)
            return values
        allowed = choices(self.name)
        if not set(values) <= set(allowed):
            raise InvalidValueError(f"one or more of {', '.join(allowed)}, with commas between them")
        return [value for value in allowed if value in values]


def json_schema(kind: str, **keywords: Any) -> dict[str, Any]:
    return {"type": kind, **{keyword: value for keyword, value in keywords.items() if value is not None}}


def matches(pattern: str, text: str) -> bool:
    """Whether a text matches a JSON Schema pattern, ignoring case. Unlike Python's, its $ does not match before a line break."""
    return bool(re.match(pattern.replace("$", r"\Z"), text, re.IGNORECASE))


def query_value(value: Any) -> Any:
    """Write a value for a query string: a list with commas."""
    return ",".join(value) if isinstance(value, list) else value


def read_query(query_string: str, parameters: Sequence[Parameter], choices: Choices, *, is_page: bool) -> dict[str, Any]:
    """Read the values that a query string sets, in the order of ``parameters``.

    Args:
        query_string: the bytes of the request, decoded as Latin-1, as in WSGI (PEP 3333).
        parameters: the parameters of the endpoint. If there are none, the query string (a cache-buster) is ignored.
        choices: returns the values that the data allows for a parameter.
        is_page: whether the endpoint is a page: browsers submit empty fields, and links from elsewhere add other parameters.

    Raises:
        ApiError: a parameter is unknown, repeated, or has an invalid value.
    """
    known = {parameter.name: parameter for parameter in parameters}
    texts: dict[str, str] = {}  # percent-encoded
    for pair in filter(None, query_string.split("&") if known else ()):
        raw_name, _, text = pair.partition("=")
        name = percent_decode(raw_name)
        if name in texts and not known[name].is_list:
            raise ApiError("invalid_parameter", f"{name} is given more than once. Give it once.")
        if name in known:
            texts[name] = f"{texts[name]},{text}" if name in texts else text
        elif not is_page:
            raise unknown_parameter(name, list(known))
    return {
        name: parse_value(known[name], texts[name], choices) for name in known if name in texts and (texts[name] or not is_page)
    }


def parse_value(parameter: Parameter, text: str, choices: Choices) -> Any:
    """Parse a percent-encoded text."""
    try:
        return parameter.parse(percent_decode(text, strict=True), choices)
    except InvalidValueError as error:
        value = quotation(percent_decode(text))
        raise ApiError("invalid_parameter", f"{parameter.name} is {value}. It must be {error}.") from None


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
        f"{quotation(name)} is not a parameter here.{hint} The parameters are {', '.join(known)}.",
    )
