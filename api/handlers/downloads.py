"""Documents about all publications, made when first requested and kept with the snapshot of the data."""

from __future__ import annotations

from api.context import Context, Handler
from api.formats.format import Format
from api.http.representation import Representation


def once(handler: Handler) -> Handler:
    """Return a handler whose response is made once for each snapshot: it depends on nothing but the data and the media type."""

    def kept(context: Context) -> Representation:
        return context.snapshot.keep((handler, context.language, context.markdown), lambda: handler(context))

    return kept


def export(form: Format) -> Handler:
    """Return the handler of the download of all publications in a format."""

    def handler(context: Context) -> Representation:
        body = form.page(context.store.all_publications()).encode()
        return Representation(body, form.media_type, {"Content-Disposition": f'attachment; filename="{form.file_name}"'})

    return once(handler)
