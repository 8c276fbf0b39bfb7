"""The web app manifest (W3C), by which a telephone keeps the site on its home screen."""

from __future__ import annotations

from api.context import Context
from api.http.representation import Representation, of_json
from api.pages.assets import accent
from db.colors import PAPER

MEDIA_TYPE = "application/manifest+json"


def manifest(context: Context) -> Representation:
    """Return name, icons and colours of the site. Its addresses are relative to its own."""
    profile = context.profile
    return of_json(
        {
            "name": profile["name"],
            "description": f"{profile['name']}: {profile['specialty']}",
            "lang": "en",
            "start_url": "./",
            "display": "minimal-ui",  # with a way back
            "theme_color": accent(context.site),
            "background_color": PAPER,
            "icons": [{"src": f"images/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in (192, 512)],
        },
        media_type=MEDIA_TYPE,
    )
