"""Images that the build made: the photo, the share card and the icons."""

from __future__ import annotations

from api.context import Context, Handler
from api.errors import ApiError, quotation
from api.http.query_string import Parameter
from api.http.representation import Representation

NAME = Parameter("name", "The name of the image.", {"type": "string"}, location="path")


def image(context: Context) -> Representation:
    """Return an image by its name."""
    return found(context, context.values["name"])


def named(name: str) -> Handler:
    """Return the handler of an image with a fixed address."""
    return lambda context: found(context, name)


def found(context: Context, name: str) -> Representation:
    stored = context.store.image(name)
    if stored is None:
        raise ApiError("not_found", f"There is no image {quotation(name)}.")
    media_type, content = stored
    return Representation(content, media_type)
