"""Warnings about values that came with the software: the example's, unless the profile has its name, and placeholders.

The canonical links of a site with the example's address would point to someone else's site.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pipeline.problems import Problem, Report, SourceError
from pipeline.reading.lines import read_lines
from pipeline.reading.spreadsheet import read_csv
from pipeline.reading.yaml import MAX_YAML_BYTES
from pipeline.schema.package import Source

# Values that no real person has: RFC 2606 reserves example.org, Crossref reserves the DOI prefix 10.5555.
IN_YAML = re.compile(
    r"\bexample\.org\b|\bNoa Example\b|\bExample [A-Z]\w|fictional person|0000-0000-5555-0000|\bREPLACE\b"
    r"|(?:נועה|הרפואי|אוניברסיטת|מרפאה|חולים|רחוב|העיר|הרדיולוגית) ל?דוגמה|דוגמית"
)
# Authors and titles may contain "Example", so a table has the example's links, or services with unusual names.
IN_TABLE = re.compile(
    r"^10\.5555/|\bexample\.org/|^(?:Ultrasound of muscle injuries in athletes|Dynamic ultrasound of tendons and ligaments)$"
    r"|^REPLACE\b"
)
EXAMPLE = "Noa Example"
REPLACE = "This value came with the software. Replace it with your own, or delete it."


def example_warnings(sources: Iterable[Source]) -> Iterator[Problem]:
    """Yield a warning for each YAML line and CSV cell with a value of the example, unless the profile's name is one."""
    by_name = {source.name: source for source in sources}
    profile = [*yaml_lines(by_name["profile"])] if "profile" in by_name else []
    names = [text for _, text in profile if text.startswith("name:")]
    if not names or EXAMPLE in names[0]:
        return
    for source in by_name.values():
        if source.is_table:
            for row, cells in read_csv(source.path, source.label, source.columns, Report()):
                for name, cell in zip(source.field_names, cells, strict=True):
                    if IN_TABLE.search(cell):
                        yield Problem(source.label, "shipped_value", REPLACE, "warning", row=row, field=name, value=cell)
        else:
            for line, text in yaml_lines(source):
                if IN_YAML.search(text):
                    yield Problem(source.label, "shipped_value", REPLACE, "warning", line=line, value=text.strip())


def yaml_lines(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines of a YAML file without comments; a file that cannot be read has been reported."""
    try:
        for number, text in enumerate(read_lines(source.path, source.label, MAX_YAML_BYTES, []), start=1):
            if not text.lstrip().startswith("#"):
                yield number, text
    except SourceError:
        return
