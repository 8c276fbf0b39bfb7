"""The images in the database at their addresses, and the web app manifest, which names some of them."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tests.support.site import Site, serving


def test_the_photo_has_the_address_that_the_profile_names(example_database: Path) -> None:
    """Below the public address that the operator set, in the larger size."""
    site = serving(example_database, "https://noa.example.org/me")
    address = site.json("/api/profile")["photo"]
    assert address.startswith("https://noa.example.org/me/images/photo-")
    response = site.get(address.removeprefix("https://noa.example.org/me"))
    assert response.headers["content-type"] == "image/jpeg"
    assert Image.open(BytesIO(response.content)).size == (640, 640)
    assert response.headers["cache-control"] == "public, max-age=3600"


def test_the_example_of_an_address_of_the_photo(site: Site) -> None:
    """Only host and digest differ from a real one."""
    [example] = site.json("/api/openapi.json")["components"]["schemas"]["Profile"]["properties"]["photo"]["examples"]
    addresses = (example, site.json("/api/profile")["photo"])
    assert [re.sub("^http.*?(?=/images)|[0-9a-f]{16}", "…", address) for address in addresses] == ["…/images/photo-…-640.jpg"] * 2


@pytest.mark.parametrize("name", ["card.png", "favicon.ico"])
def test_images_with_two_addresses(site: Site, name: str) -> None:
    assert site.get(f"/{name}").content == site.get(f"/images/{name}").content


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
