"""The web app manifest."""

from __future__ import annotations

from tests.support.site import Site


def test_manifest(site: Site) -> None:
    response = site.get("/manifest.webmanifest")
    assert response.headers["content-type"] == "application/manifest+json"
    assert response.json() == {
        "name": "Dr. Noa Example",
        "description": "Dr. Noa Example: Musculoskeletal radiology",
        "lang": "en",
        "start_url": "./",
        "display": "minimal-ui",
        "theme_color": "#0b6260",
        "background_color": "#fbfaf7",
        "icons": [
            {"src": "images/icon-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": "images/icon-512.png", "sizes": "512x512", "type": "image/png"},
        ],
    }
