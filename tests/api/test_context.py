"""Addresses of endpoints: on a server, and on a site of files."""

from pathlib import Path

import pytest

from api.context import Application
from api.endpoints import ENDPOINTS
from api.site.site_files import static_application
from db.snapshot import Database

DOI = "10.5555/msk.2021.001"
PUBLICATION = "/api/publications/{doi}"
CASES = [
    ("/he/cv", {}, "/he/cv", "/he/cv/"),
    ("/publications", {"year": 2021, "q": "a b"}, "/publications?year=2021&q=a+b", "/publications/?year=2021&q=a+b"),
    ("/publications/{doi}", {"doi": DOI}, "/publications/10.5555%2Fmsk.2021.001", f"/publications/{DOI}/"),
    ("/api", {}, "/api", "/api/index.json"),
    ("/api/docs", {}, "/api/docs", "/api/docs/"),
    ("/api/profile", {}, "/api/profile", "/api/profile.json"),
    ("/api/publications", {"limit": 5}, "/api/publications?limit=5", "/api/publications.json"),
    (PUBLICATION, {"doi": DOI}, "/api/publications/10.5555%2Fmsk.2021.001", f"/api/publications/{DOI}.json"),
    (PUBLICATION, {"doi": "key", "format": "csl"}, "/api/publications/key?format=csl", "/api/publications/key.csl.json"),
    ("/assets/{name}", {"name": "style.css"}, "/assets/style.css", "/assets/style.css"),
]


@pytest.mark.parametrize(("path", "values", "address", "static"), CASES)
def test_addresses(tmp_path: Path, path: str, values: dict[str, str], address: str, static: str) -> None:
    application = Application(Database(tmp_path / "profile.db"), ENDPOINTS)
    assert application.address(path, values) == address
    assert static_application(application).address(path, values) == static
