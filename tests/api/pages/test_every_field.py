"""Every field of the schema is on a page, or says here why it is not."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import yaml

from bench.synthetic import write_csv
from pipeline.schema.nested import apply_types
from pipeline.schema.package import Source
from pipeline.schema.phrases import shipped_labels
from tests.support.checking import example_sources
from tests.support.site import Site, serving_edited

TRANSLATED = ("/", "/publications", "/cv", "/accessibility")
PAGES = (*TRANSLATED, "/robots.txt", "/llms.txt", "/.well-known/security.txt", "/assets/style.css", "/feed.atom")
# What pages show in place of a value.
SHOWN_AS = {
    "site.license": "CC BY 4.0",
    "profile.photo": "/images/photo-",
    "cv.featured": "featured",
    "cv.startDate": "Oct 2021",
    "publications.featured": "Selected publications",
    "publications.notice": "Corrected",
    "clinic.hours": "8:30–13",
    "services.note": "from 900 ₪",
}
DATA_ONLY = {
    "services.categoryHebrew": "the heading of a category that is not known; test_schema_changes has one",
    "cv.sectionHebrew": "the heading of a section that is not known; test_cv has one",
    "site.paper": "the size of the sheets of /cv.pdf",
    "profile.npi": "an identifier for programs, in JSON-LD",
    "profile.nameVariants": "emphasizes the owner in lists of authors",
    "profile.photoFocus": "cuts the photo",
    "profile.pubmedSearch": "a search of make sync",
    "publications.key": "the address of a page without a DOI",
    "clinic.order": "the order of the places on pages",
}
FIELDS = [(source, field) for source in example_sources().values() for field in source.fields]


def example_of(source: Source, name: str) -> Any:
    example = source.schema.get_field(name).example
    return in_hebrew(example_of(source, name.removesuffix("Hebrew"))) if example is None else example


def in_hebrew(value: Any) -> Any:
    if isinstance(value, dict):
        return {in_hebrew(name): item for name, item in value.items()}
    if isinstance(value, list):
        return [*map(in_hebrew, value)]
    return "".join(chr(ord("א") + ord(letter) % 26) for letter in value)


def write_examples(folder: Path) -> None:
    for source in example_sources().values():
        values, path = {name: example_of(source, name) for name in source.field_names}, folder / source.path.name
        values.pop("online", None)  # the clinic has an address
        if source.is_table:
            write_csv(path, [*values], [[*values.values()]])
        else:
            path.write_text(yaml.safe_dump(values, allow_unicode=True, sort_keys=False), encoding="utf-8")


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> str:
    return "".join(map(unescape, pages(serving_edited(tmp_path_factory.mktemp("every"), write_examples))))


def pages(site: Site) -> Iterator[str]:
    key = site.json("/api/publications?fields=doi")["publications"][0]["doi"].replace("/", "%2F")
    for path in (*PAGES, f"/publications/{key}"):
        for address in (path, f"/he{path}".rstrip("/")) if path in TRANSLATED or key in path else (path,):
            response = site.get(address)
            assert response.status_code == 200, address
            yield re.sub("<script.*?</script>", "", response.text, flags=re.DOTALL).replace("\u00a0", " ")


def leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from leaves(item)
    elif not isinstance(value, bool):
        yield str(value).splitlines()[0]


@pytest.mark.parametrize(("source", "field"), FIELDS, ids=[f"{source.name}.{field.name}" for source, field in FIELDS])
def test_every_field_is_on_a_page(texts: str, source: Source, field: Any) -> None:
    name = f"{source.name}.{field.name}"
    example = example_of(source, field.name)
    values = example.split(";") if field.type == "list" else [*leaves(apply_types(example, {}))]
    labels = {value: texts["en"] for value, texts in shipped_labels(field.name.removesuffix("s")).items()}
    expected = [SHOWN_AS[name]] if name in SHOWN_AS else [labels.get(value, value) for value in values]
    missing = [text for text in expected if text not in texts]
    assert bool(missing) is (name in DATA_ONLY), missing


# Versions of optional fields, which a text can have in one language alone; by the source or the part of one that has them.
VERSION = "Hebrew"
PARTS = {
    "locations": ("parent", "address", "insurance", "bookingLinks", "goodToKnow", "shortName", "note"),
    "closures": ("reason",),
    "areas": ("description", "keywords"),
}
ALONE = [
    *(
        (source.name, field.name)
        for source, field in FIELDS
        if field.name.endswith(VERSION)
        and f"{source.name}.{field.name}" not in DATA_ONLY
        and not source.schema.get_field(field.name.removesuffix(VERSION)).required
    ),
    *((part, f"{name}{VERSION}") for part, names in PARTS.items() for name in names),
]
HTML, MARKDOWN = "text/html", "text/markdown"
REQUIRED: dict[str, dict[str, Any]] = {
    "site": {
        "base_url": "https://site.example.org",
        "name": "API",
        "description": "Data.",
        "attribution": "Levi",
        "license": {"name": "CC BY 4.0", "url": "https://example.org/license"},
    },
    "research": {},
    "profile": {"name": "Noa Example", "specialty": "Radiology", "positions": ["Physician"]},
    "clinic": {"name": "Clinic", "address": "1 Road", "phone": "+1 555 0100"},
    "locations": {"name": "Branch"},
    "closures": {"from": "2999-10-01", "to": "2999-10-02"},
    "areas": {"name": "Nerves"},
    "services": {"name": "Biopsy"},
    "cv": {"section": "award", "title": "Prize"},
    "publications": {"title": "Title", "authors": "Levi R", "journal": "Journal", "year": 2020},
}


def alone(name: str) -> dict[str, Any]:
    """What a source or a part of one requires, and only the versions of its other texts."""
    fields = {field: in_hebrew(f"{name}{field}") for owner, field in ALONE if owner == name}
    lists, links = (
        ("languages", "training", "conditions", "insurance", "goodToKnow", "keywords"),
        ("links", "bookingLinks", "legal"),
    )
    values: dict[str, Any] = {
        field: [text]
        if field.removesuffix(VERSION) in lists
        else {text: f"https://example.org/{name}"}
        if field.removesuffix(VERSION) in links
        else text
        for field, text in fields.items()
    }
    return REQUIRED[name] | values


@pytest.fixture(scope="module")
def versions_alone(tmp_path_factory: pytest.TempPathFactory) -> Site:
    def change(folder: Path) -> None:
        hours = {"timezone": "Asia/Jerusalem", "weekly": [], "closures": [alone("closures")]}
        documents = {
            "profile": alone("profile"),
            "site": alone("site"),
            "research": alone("research") | {"areas": [alone("areas")]},
            "clinic": alone("clinic") | {"hours": hours, "locations": [alone("locations")]},
        }
        for name, values in documents.items():
            (folder / f"{name}.yaml").write_text(yaml.safe_dump(values, allow_unicode=True), encoding="utf-8")
        for name in ("services", "cv", "publications"):
            write_csv(folder / f"{name}.csv", [*alone(name)], [[*alone(name).values()]])

    return serving_edited(tmp_path_factory.mktemp("alone"), change)


@pytest.mark.parametrize("accept", [HTML, MARKDOWN])
@pytest.mark.parametrize(("owner", "field"), ALONE, ids=[f"{owner}.{field.removesuffix(VERSION)}" for owner, field in ALONE])
def test_a_version_is_shown_without_the_plain_field(versions_alone: Site, owner: str, field: str, accept: str) -> None:
    key = versions_alone.json("/api/publications")["publications"][0]["key"]
    shown = "".join(versions_alone.get(path, Accept=accept).text for path in ("/he", "/he/cv", f"/he/publications/{key}"))
    assert in_hebrew(f"{owner}{field}") in shown
