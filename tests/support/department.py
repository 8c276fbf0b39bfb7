"""A department of two made-up people, who share a paper."""

import json
import shutil
from pathlib import Path
from typing import Any

from lxml import html

from cli.__main__ import main
from cli.department.person import Person
from cli.department.settings import Department, read_department
from pipeline.report import Report
from tests.conftest import ROOT, Run, run_main
from tests.support.messages import append, write
from tests.support.static_site import files

BASE = "https://dept.example.org"
SETTINGS = """\
name: Department of Examples
nameHebrew: המחלקה לדוגמאות
base_url: https://dept.example.org
address: 1 Example Street, Example City
languages: [en, he]
accentColor: "#7a1f5c"
webmaster: web-anna
people:
  yael:
    groups: [Headache]
    github: yael-ba
"""
SHARED = 'Headache after COVID-19,"Sample T, Ben-Ami Y, Sample D",Example Neurology,2023,10.5555/neuro.2022.7\n'


def make_department(folder: Path) -> Path:
    """Write the sources of Dana Sample and Yael Ben-Ami into a folder."""
    for slug, profile in {"dana": "resident", "yael": "neurologist"}.items():
        shutil.copytree(ROOT / "tests" / "profiles" / profile, folder / "people" / slug)
    append(folder / "people" / "dana", "publications.csv", SHARED)
    write(folder, "department.yaml", SETTINGS)
    return folder


def example_department(folder: Path) -> Department:
    department = read_department(make_department(folder / "sources"), Report())
    assert department is not None
    return department


def write_department(folder: Path, *, base_url: str = "") -> Run:
    """Write the site of the department in ``folder`` into the folder ``public`` beside it."""
    settings = {"SOURCES": str(folder), "PROFILE_DB": str(folder.parent / "db" / "profile.db"), "PROFILE_BASE_URL": base_url}
    return run_main(main, "site", folder.parent / "public", **settings)


def person(name: str, *papers: dict[str, Any], **fields: Any) -> Person:
    """A person with this name, these publications and more fields of the profile."""
    slug = name.split()[-1].lower()
    url = f"{BASE}/{slug}/"
    listed = [paper(landingPage=f"{url}publications/{number}", **each) for number, each in enumerate(papers, start=1)]
    profile = {"name": name, "specialty": "Neurology", "positions": ["Neurologist"], **fields}
    documents = {"profile": profile, "publications": listed, "clinic": {}, "services": []}
    return Person(slug, Path(), url, {}, documents)


def paper(**values: Any) -> dict[str, Any]:
    cells = {"title": "A trial of salt", "authors": "Levi R, Cohen S", "journal": "Journal", "year": 2021, "doi": "10.5555/a"}
    return {name: value for name, value in (cells | {"key": "key"} | values).items() if value != ""}


def forget(folder: Path, slug: str) -> None:
    """Delete all that a person has from earlier times."""
    shutil.rmtree(folder / "public" / slug)
    for path in (folder / "db" / "people").glob(f"{slug}.*"):
        path.unlink()


def read(folder: Path, name: str) -> Any:
    return json.loads((folder / "public" / name).read_text())


def text(folder: Path, name: str) -> str:
    return (folder / "public" / name).read_text()


def page(folder: Path, path: str) -> Any:
    return html.document_fromstring(text(folder, f"{path}/index.html"))


def written(done: Run) -> list[str]:
    """The people whose sites were written."""
    return [line.removesuffix(": written.") for line in done.out.splitlines() if line.endswith(": written.")]


def specialties(folder: Path) -> list[str]:
    return [person["profile"]["specialty"] for person in read(folder, "people.json")["people"]]


def of_person(folder: Path, slug: str) -> dict[str, bytes]:
    return files(folder / "public" / slug)
