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
    "site.license": "CC BY 4.0", "profile.photo": "/images/photo-", "cv.featured": "featured", "cv.startDate": "October 2021",
    "publications.featured": "Selected publications", "publications.notice": "Corrected",
}  # fmt: skip
DATA_ONLY = {
    "services.categoryHebrew": "the heading of a category that is not known; test_schema_changes has one",
    "cv.sectionHebrew": "the heading of a section that is not known; test_cv has one",
    "site.paper": "the size of the sheets of /cv.pdf", "profile.npi": "an identifier for programs, in JSON-LD",
    "profile.nameVariants": "emphasizes the owner in lists of authors", "profile.photoFocus": "cuts the photo",
    "profile.pubmedSearch": "a search of make sync", "publications.key": "the address of a page without a DOI",
}  # fmt: skip
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
            yield re.sub("<script.*?</script>", "", response.text, flags=re.DOTALL)


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
