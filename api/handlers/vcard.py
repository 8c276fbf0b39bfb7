"""The contact of the person as a vCard."""

from __future__ import annotations

from api.context import Context
from api.formats.vcard import MEDIA_TYPE, VERSIONS, vcard
from api.http.representation import Representation

# Not an attachment: a telephone then offers to save the contact instead of a file.
HEADERS = {"Content-Disposition": 'inline; filename="contact.vcf"'}


def contact(context: Context) -> Representation:
    """Return the contact in the requested version."""
    store = context.store
    sizes = store.photo()
    body = vcard(
        context.base_url,
        profile=context.profile,
        clinic=store.values("clinic"),
        photo=store.image(sizes[0][0].rpartition("/")[2]) if sizes else None,
        version=context.values.get("version", VERSIONS[0]),
    )
    return Representation(body.encode(), MEDIA_TYPE, HEADERS)
