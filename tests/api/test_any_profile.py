"""Whatever the check of the sources accepts can be shown: on every page, in every format and as files."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree

from api.endpoint import Endpoint
from api.routes import ENDPOINTS
from pipeline.build import build
from tests.support.checking import example_sources
from tests.support.forms import ABSENT, Profiles, field_forms
from tests.support.site import Site, serving
from tests.support.static_site import write_site

PROFILES = Profiles(example_sources())
ACCEPTED = ("text/html", "text/markdown")


@pytest.fixture(params=range(PROFILES.number))
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    PROFILES.write(request.param, tmp_path / "sources")
    result = build(tmp_path / "sources", tmp_path / "profile.db")
    assert result.outcome == "built", [str(problem) for problem in result.report if problem.severity == "error"]
    return tmp_path / "profile.db"


def addresses(site: Site, endpoint: Endpoint) -> Iterator[str]:
    if "{doi}" in endpoint.path:
        listed = site.page("/publications").xpath("//li/h3/a/@href")
        paths = [endpoint.path.replace("{doi}", address.removeprefix("/publications/")) for address in listed]
    else:
        paths = [endpoint.path.format(**{"slug": "imprint", **endpoint.example})]
    for path in paths:
        yield path
        for parameter in endpoint.query_parameters:
            before = "format=citation&" if parameter.name == "style" else ""
            yield from (f"{path}?{before}{parameter.name}={value}" for value in parameter.schema(lambda _: ()).get("enum", ()))


@pytest.mark.parametrize("name", PROFILES.documents)
def test_every_form_of_a_field_occurs(name: str) -> None:
    """Lists may be shorter: a Hebrew version has as many entries as the original."""
    options = field_forms(example_sources()[name.removesuffix(".yaml")])
    occurring = [values.get(field, ABSENT) for field in options for values in PROFILES.documents[name]]
    every = [form for values in options.values() for form in values if not isinstance(form, list)]
    assert [form for form in every if form not in occurring] == []


@pytest.mark.slow
def test_every_profile_that_a_check_accepts_can_be_shown(database: Path) -> None:
    """[any-profile]"""
    failures = []
    site = serving(database)
    for endpoint in (each for each in ENDPOINTS if not each.path.endswith(".pdf")):  # which is among the files
        for address in addresses(site, endpoint):
            for accept in ACCEPTED if endpoint.negotiated else ACCEPTED[:1]:
                response = site.get(address, Accept=accept)
                kind = response.headers["content-type"]
                if response.status_code >= 500:
                    failures.append((address, accept, response.status_code))
                elif "json" in kind and not response.is_redirect:
                    response.json()
                elif "xml" in kind:
                    etree.fromstring(response.content)
    assert failures == []
    site_files = write_site(database, database.parent / "site")
    assert (site_files.code, site_files.err) == (0, "")
