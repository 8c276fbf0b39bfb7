"""Warnings about values that are still the example's after the owner has entered another name.

The canonical links of a site with the example's address would lead to a foreign site.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from pipeline.problems import Problem, Report, ValuePath
from pipeline.reading.csv import read_csv
from pipeline.reading.yaml import read_yaml
from pipeline.schema.package import Source

# Values that no real person has: RFC 2606 reserves example.org, Crossref reserves the DOI prefix 10.5555.
EXAMPLE_TEXT = re.compile(
    r"\b[Ee]xample\.(?:org|com|net)\b|\bNoa Example\b|\bExample [A-Z]\w|fictional person|0000-0000-5555-0000"
)
EXAMPLE_LINK = re.compile(r"10\.5555/|https://[a-z]+\.example\.org/")
# Two of the example's services that a real catalogue is unlikely to have under exactly these names.
EXAMPLE_SERVICES = (
    "Ultrasound of muscle injuries in athletes",
    "Ultrasound-guided barbotage of calcific tendinitis of the shoulder",
)
REPLACE = "Still the example's value. Replace it with your own, or delete it."
REPLACE_SERVICES = "The services are still the example's. Replace them with your own."


def example_warnings(sources: Iterable[Source]) -> Iterator[Problem]:
    """Yield a warning for each value of the example, unless the profile's name is the example's."""
    by_name = {source.name: source for source in sources}
    if "profile" not in by_name or not is_changed(by_name["profile"]):
        return
    for source in by_name.values():
        yield from table_warnings(source) if source.is_table else document_warnings(source)


def is_changed(profile: Source) -> bool:
    """Whether the profile has a name that is not the example's."""
    document = read_yaml(profile.path, profile.label, Report())
    name = document.values.get("name") if document else None
    return isinstance(name, str) and not EXAMPLE_TEXT.search(name)


def document_warnings(source: Source) -> Iterator[Problem]:
    document = read_yaml(source.path, source.label, Report())
    if document is None:
        return
    for path, text in texts(document.values):
        if EXAMPLE_TEXT.search(text):
            # Without the field, so that the warnings of a file share one line.
            yield Problem(source.label, REPLACE, "warning", line=document.location(path)["line"], value=text)


def texts(value: Any, path: ValuePath = ()) -> Iterator[tuple[ValuePath, str]]:
    """Yield each text in a value with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from texts(item, (*path, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from texts(item, (*path, index))


def table_warnings(source: Source) -> Iterator[Problem]:
    """Yield a warning for each publication with a link of the example, and one for the services of the example."""
    found: set[str] = set()
    for row, cells in read_csv(source.path, source.label, source.columns, Report()):
        found.update(cell for cell in cells if cell in EXAMPLE_SERVICES)
        linked = ((field, cell) for field, cell in zip(source.field_names, cells, strict=True) if EXAMPLE_LINK.match(cell))
        for field, cell in islice(linked, 1):
            yield Problem(source.label, REPLACE, "warning", row=row, field=field, value=cell)
    if found.issuperset(EXAMPLE_SERVICES):
        yield Problem(source.label, REPLACE_SERVICES, "warning")
