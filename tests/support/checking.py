"""Checks of single files of the sources: faster than a check of the whole folder, and with short paths."""

from contextlib import chdir
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pipeline.check.records import validate_source
from pipeline.report import Report
from pipeline.schema.package import Source, read_package
from tests.conftest import SOURCES
from tests.support.messages import located


@cache
def example_sources() -> dict[str, Source]:
    """The example's sources by name, as the descriptor defines them."""
    package = read_package(SOURCES, Report())
    assert package is not None
    return package.sources


def refusals(folder: Path) -> list[str]:
    """Read a descriptor that is refused, and return its errors without its path."""
    report = Report()
    package = read_package(folder, report)
    assert package is None
    return [str(problem).removeprefix(str(folder / "datapackage.yaml")) for problem in report]


def records_and_problems(path: Path) -> tuple[list[dict[str, Any]], list[str]]:
    records, report = read(path)
    return records, [located(problem) for problem in report]


def read(path: Path) -> tuple[list[dict[str, Any]], Report]:
    source, report = replace(example_sources()[path.stem], path=Path(path.name)), Report()
    with chdir(path.parent):
        return list(validate_source(source, report)), report


def problems(path: Path) -> list[str]:
    return records_and_problems(path)[1]
