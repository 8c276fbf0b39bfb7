"""A department: the sites of its people, and their index and joint list."""

import json
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jsonschema
import pytest
from lxml import html

from cli.__main__ import main
from tests.conftest import Run, run_main
from tests.support.department import make_department, write_department
from tests.support.markup import texts
from tests.support.messages import append, edit, write
from tests.support.static_site import broken_links, files

BASE = "https://dept.example.org"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sources, databases and site of the department."""
    folder = tmp_path_factory.mktemp("department")
    done = write_department(make_department(folder / "sources"))
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("rebuilt: dana, yael.\n")
    return folder


@pytest.fixture
def copy(built: Path, tmp_path: Path) -> Path:
    """The same to be changed."""
    return Path(shutil.copytree(built, tmp_path / "copy"))


def read(folder: Path, name: str) -> Any:
    return json.loads((folder / "public" / name).read_text())


def page(folder: Path, path: str) -> Any:
    return html.document_fromstring((folder / "public" / path / "index.html").read_text())


def summary(done: Run) -> tuple[int, str]:
    return done.code, done.out.rpartition("rebuilt: ")[2].strip()


def test_every_link_leads_to_a_file(built: Path) -> None:
    """The address of a person's site may be without a slash at the end, as base_url is."""
    assert [link for link in broken_links(built / "public", BASE) if not link.endswith(("org/dana", "org/yael"))] == []


def test_each_site_is_as_alone_but_for_what_hosts_read_at_the_root(built: Path) -> None:
    names = set(files(built / "public"))
    assert names >= {"robots.txt", "_headers", "_redirects", ".nojekyll", "assets/style.css", "assets/department.js"}
    assert names >= {"yael/index.html", "yael/he/cv.pdf", "yael/api/publications.json", "dana/feed.atom", "yael/sitemap.xml"}
    shared = ("assets/", ".well-known/", "robots.txt", "_", ".")
    assert [name for name in names if name.startswith(("dana/", "yael/")) and name[5:].startswith(shared)] == []
    home = page(built, "yael/he")
    assert home.xpath("//p[@class='department']/a/@href") == ["/he/"]
    assert texts(home, "//p[@class='department']") == ["המחלקה לדוגמאות"]
    assert home.xpath("//link[@rel='stylesheet' or @rel='canonical']/@href")[1] == f"{BASE}/yael/he/"
    assert home.xpath("//link[@rel='stylesheet']/@href")[0].startswith("/assets/style.css?")
    assert "#7a1f5c" in (built / "public/assets/style.css").read_text()
    assert "/yael/api/profile /yael/api/profile.json 200" in (built / "public/_redirects").read_text().splitlines()
    robots = (built / "public/robots.txt").read_text().splitlines()
    assert f"Sitemap: {BASE}/yael/sitemap.xml" in robots
    assert [rule for rule in robots if rule.startswith("Disallow") and "embed" not in rule] == ["Disallow: /oauth/"]
    assert f"Disallow: {urlsplit(BASE).path}/yael/embed/" in robots


def test_the_people_by_family_name(built: Path) -> None:
    assert texts(page(built, "."), "//ul[@class='people']//h2") == ["Prof. Yael Ben-Ami", "Dr. Dana Sample"]
    hebrew = page(built, "he")
    assert hebrew.xpath("//ul[@class='people']//h2/a/@href") == ["/dana/", "/yael/he/"]
    [structured] = page(built, ".").xpath("//script[@type='application/ld+json']/text()")
    organization = json.loads(structured)
    assert organization["@type"] == "MedicalOrganization"
    assert organization["employee"][1] == {
        "@type": "Person", "@id": f"{BASE}/yael/#person", "name": "Prof. Yael Ben-Ami", "url": f"{BASE}/yael/",
    }  # fmt: skip


def test_people_as_json(built: Path) -> None:
    document = read(built, "people.json")
    jsonschema.validate(document, read(built, "schema.json"))
    dana, yael = document["people"]
    assert dana == {
        "slug": "dana", "url": f"{BASE}/dana/", "name": {"en": "Dr. Dana Sample"}, "specialty": {"en": "Internal medicine"},
        "languages": {"en": [], "he": []}, "places": [],
    }  # fmt: skip
    assert yael["groups"] == ["Headache"]
    assert yael["languages"]["he"] == ["עברית", "אנגלית", "ערבית", "רוסית"]


def test_the_joint_list_has_each_paper_once(built: Path) -> None:
    document = read(built, "publications.json")
    jsonschema.validate(document, read(built, "schema.json"))
    [joint] = [each for each in document["publications"] if each["title"] == "Headache after COVID-19"]
    assert (joint["year"], joint["landingPage"]) == (2022, f"{BASE}/yael/publications/10.5555/neuro.2022.7/")
    assert joint["people"] == [
        {"slug": "yael", "url": f"{BASE}/yael/", "author": "Ben-Ami Y"},
        {"slug": "dana", "url": f"{BASE}/dana/"},
    ]
    titles = texts(page(built, "publications"), "//ol//h3")
    assert titles == [each["title"] for each in document["publications"]]
    assert texts(page(built, "publications/2024"), "//ol//h3") == [
        each["title"] for each in document["publications"] if each["year"] == 2024
    ]
    links = page(built, "he/publications").xpath("//li[.//a='Headache after COVID-19']//a/@href")
    assert links[:2] == ["/yael/he/publications/10.5555/neuro.2022.7/", "/yael/he/"]
    assert (built / "public/feed.atom").read_text().count("Headache after COVID-19</title>") == 1


def test_only_people_who_changed_are_written_again(copy: Path) -> None:
    sources = copy / "sources"
    assert summary(write_department(sources)) == (0, "nobody.")
    (copy / "public/dana/index.html").unlink()
    assert summary(write_department(sources)) == (0, "dana.")
    before = files(copy / "public")
    edit(sources / "people" / "dana", "profile.yaml", "Internal medicine", "Nephrology")
    assert summary(write_department(sources)) == (0, "dana.")
    after = files(copy / "public")
    assert {name for name in before if name.startswith("yael/") and before[name] != after[name]} == set()
    assert read(copy, "people.json")["people"][0]["specialty"] == {"en": "Nephrology"}
    edit(sources, "department.yaml", "7a1f5c", "0b4a8a")
    assert summary(write_department(sources)) == (0, "dana, yael.")


def test_errors_of_one_person_stop_only_that_person(copy: Path) -> None:
    sources = copy / "sources"
    edit(sources / "people" / "dana", "profile.yaml", "specialty:", "speciality:")
    edit(sources / "people" / "yael", "profile.yaml", "Neurology, headache", "Neurology, pain")
    done = write_department(sources)
    assert summary(done) == (1, "yael.")
    assert "Errors of dana: their pages stay as they were.\n" in done.out
    assert [person["specialty"]["en"] for person in read(copy, "people.json")["people"]] == [
        "Internal medicine",
        "Neurology, pain and epilepsy",
    ]


def test_nothing_is_published_without_an_earlier_site_of_everyone(tmp_path: Path) -> None:
    sources = make_department(tmp_path / "sources")
    edit(sources / "people" / "dana", "profile.yaml", "specialty:", "speciality:")
    done = write_department(sources)
    assert done.code == 1
    assert done.out.endswith("Errors of dana: nothing was published, because no earlier site is here.\n")
    assert not (tmp_path / "public").exists()


def test_someone_who_has_left(copy: Path) -> None:
    """First the pages stay and say so; once the folder is gone, a page at the old address says so."""
    sources = copy / "sources"
    append(sources, "department.yaml", "  dana:\n    until: 2026-01-31\n    movedTo: https://dana.example.org\n")
    assert summary(write_department(sources)) == (0, "dana, yael.")
    note = "//p[contains(@class, 'left')]"
    assert texts(page(copy, "dana"), note) == ["This person has left Department of Examples. New page"]
    assert page(copy, "dana/publications").xpath(f"{note}/a/@href") == ["https://dana.example.org"]
    assert [person["slug"] for person in read(copy, "people.json")["people"]] == ["yael"]
    assert "Sodium in soup" not in (copy / "public/publications.json").read_text()
    assert "/dana/" not in (copy / "public/sitemap.xml").read_text()
    shutil.rmtree(sources / "people" / "dana")
    done = write_department(sources)
    assert (done.code, "\n1 person, " in done.out) == (0, True)
    assert [name for name in files(copy / "public") if name.startswith("dana/")] == ["dana/index.html"]
    assert page(copy, "dana").xpath("//meta[@name='robots']/@content") == ["noindex"]
    assert texts(page(copy, "dana"), "//main//p")[:2] == ["This person has left Department of Examples.", "New page"]


def check(sources: Path) -> list[str]:
    """Return the problems of a check that no profile alone has."""
    done = run_main(main, "check", SOURCES=str(sources))
    lines = [line.replace(f"{sources}/", "") for line in done.out.splitlines()[:-1]]
    return [line for line in lines if "warning" not in line or "same paper" in line]


def test_rows_of_co_authors_that_differ_are_listed(built: Path) -> None:
    other = '"2022" in people/yael/publications.csv, row 3'
    assert check(built / "sources") == [
        f'warning: people/dana/publications.csv, row 4, year: "2023" here, {other}, of the same paper. Correct the wrong one.'
    ]


def test_two_folders_with_one_orcid(copy: Path) -> None:
    sources = copy / "sources"
    append(sources / "people" / "dana", "profile.yaml", "\norcid: 0000-0000-5555-0000\n")
    lines = [line.partition(" too.")[0] for line in check(sources) if "ORCID" in line]
    assert lines == [
        "people/dana/profile.yaml, line 15, orcid: people/yael has this ORCID iD",
        "people/yael/profile.yaml, line 14, orcid: people/dana has this ORCID iD",
    ]
    assert write_department(sources).code == 1


@pytest.mark.parametrize(("line", "message"), [
    ("names: x", 'names: Unknown name "names".'),
    ("people: {Dr X: }", 'people.Dr X: "Dr X" cannot be part of an address here.'),
    ("people: {he: }", 'people.he: "he" cannot be part of an address here.'),
    ("people: {rosa: }", "people.rosa: There is no folder"),
], ids=["unknown name", "characters", "a language", "no folder"])  # fmt: skip
def test_errors_of_department_yaml(tmp_path: Path, line: str, message: str) -> None:
    write(tmp_path, "department.yaml", f"name: D\nbase_url: https://d.example\n{line}\n")
    assert check(tmp_path)[-1].startswith(f"department.yaml, line 3, {message}")
