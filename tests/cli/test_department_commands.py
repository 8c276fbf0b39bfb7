"""The commands of a department's repository: each proposal touches one person."""

import os
from pathlib import Path

import pytest
import yaml

from cli.__main__ import main
from tests.conftest import Command
from tests.support.department import make_department
from tests.support.messages import append, edit
from tests.support.replay import Replay
from tests.support.repository import ADDRESS, FIRST, IDENTITY, SECOND, git, release
from tests.support.services import Services, Work

RIS = "TY  - JOUR\nAU  - Sample, D\nTI  - A paper on salt\nT2  - Levant Journal\nPY  - 2021\nER  - \n"


@pytest.fixture
def department(hosted: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with the sources of two people, as it is published."""
    monkeypatch.chdir(hosted)
    monkeypatch.setenv("PATH", f"{hosted.parent / 'bin'}:{os.environ['PATH']}")
    for name, value in IDENTITY.items():
        monkeypatch.setenv(name, value)
    git(hosted, "rm", "--quiet", "-r", "sources")
    make_department(hosted / "sources")
    git(hosted, "add", "--all")
    git(hosted, "commit", "--quiet", "--message=A department")
    git(hosted, "push", "--quiet")
    return hosted


def changed(repository: Path, branch: str) -> list[str]:
    return git(repository, "diff", "--name-only", "main", f"origin/public-profile/{branch}").splitlines()


def test_new_writes_a_folder_for_each_person(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", str(tmp_path), "--software", ADDRESS, "--department", "noa sam"]) == 0
    assert "  make serve SOURCES=sources/people/noa    # then open http://127.0.0.1:8080\n" in capsys.readouterr().out
    names = [path.name for path in (tmp_path / "sources").iterdir() if path.suffix != ".md"]
    assert sorted(names) == ["department.yaml", "people"]
    sam, noa = (tmp_path / "sources" / "people" / slug / "profile.yaml" for slug in ("sam", "noa"))
    assert sam.read_bytes() == noa.read_bytes()
    assert (tmp_path / "imports/sam").is_dir()
    capsys.readouterr()
    assert main(["check", "--sources", str(tmp_path / "sources"), "--publish"]) == 1
    first = f"{tmp_path}/sources/department.yaml, line 2, name: This value still says REPLACE. Write your own, or delete it.\n"
    assert capsys.readouterr().out.startswith(first)


def test_new_writes_the_languages_of_the_department_and_of_its_people(tmp_path: Path) -> None:
    assert main(["new", str(tmp_path), "--software", ADDRESS, "--department", "noa", "--languages", "en he ar"]) == 0
    settings = [tmp_path / "sources" / name for name in ("department.yaml", "people/noa/site.yaml")]
    assert [yaml.safe_load(path.read_text())["languages"] for path in settings] == [["en", "he", "ar"]] * 2


@pytest.mark.parametrize("slug", ["Noa", "api", "he", "noa_example", "noa/../sam"])
def test_new_refuses_a_name_that_no_address_can_have(tmp_path: Path, command: Command, slug: str) -> None:
    done = command("new", tmp_path / "new", "--software", ADDRESS, "--department", f"sam {slug}")
    assert (done.code, (tmp_path / "new").exists()) == (2, False)
    assert done.err.startswith(f'"{slug}" cannot be part of an address here. Use lowercase letters, digits and -')


def test_a_check_removes_the_positions_of_all_photos(tmp_path: Path, command: Command, located_photo: bytes) -> None:
    people = make_department(tmp_path) / "people"
    (people / "yael" / "yael.png").write_bytes(located_photo)
    append(people / "yael", "profile.yaml", "\nphoto: yael.png\n")
    warning = "photo: The photo says where it was taken (GPS)."
    assert warning in command("check", "--sources", tmp_path).out
    done = command("check", "--sources", tmp_path, "--clean-photo", "--preview", tmp_path / "preview.png")
    lines = done.out.splitlines()
    assert (done.code, done.err, warning in done.out, lines[:6], lines[-1]) == (
        0,
        "",
        False,
        [
            "",
            "dana:",
            "profile.yaml has no photo that can be read.",
            "",
            "yael:",
            f"Removed the position and other metadata from {people}/yael/yael.png.",
        ],
        f"For a picture of someone's photo, name the person's folder: make check SOURCES={people}/NAME",
    )


def test_publish_writes_the_code_owners(department: Path, command: Command) -> None:
    edit(department / "sources" / "people" / "dana", "profile.yaml", "Internal medicine", "Nephrology")
    done = command("publish")
    assert (done.code, done.err) == (0, "")
    assert git(department, "show", "origin/main:.github/CODEOWNERS").splitlines()[1:] == [
        "* @web-anna",
        "/sources/people/dana/ @web-anna",
        "/imports/dana/ @web-anna",
        "/sources/people/yael/ @yael-ba @web-anna",
        "/imports/yael/ @yael-ba @web-anna",
    ]


def test_an_error_of_one_person_publishes_nothing(department: Path, command: Command) -> None:
    edit(department / "sources" / "people" / "dana", "profile.yaml", "specialty:", "speciality:")
    assert command("publish").code == 1
    assert git(department, "status", "--porcelain") == "M sources/people/dana/profile.yaml"


def test_a_proposal_of_imports_touches_one_person(department: Path, command: Command) -> None:
    for slug, text in {"dana": RIS, "yael": RIS.replace("salt", "light")}.items():
        (department / "imports" / slug).mkdir()
        (department / "imports" / slug / "refs.ris").write_text(text)
    git(department, "add", "--all")
    git(department, "commit", "--quiet", "--message=Add files via upload")
    assert command("propose", "import").code == 0
    assert {slug: changed(department, f"import-{slug}") for slug in ("dana", "yael")} == {
        slug: [f"imports/{slug}/refs.ris", f"sources/people/{slug}/publications.csv"] for slug in ("dana", "yael")
    }


def test_a_sync_asks_for_each_person_with_an_orcid(department: Path, command: Command, online: tuple[Services, Replay]) -> None:
    """What stops one person stops no other."""
    online[0].works.append(Work("A paper on nerves", "10.5555/new.1", authors=(("Ben-Ami", "Yael"),), whose="Ben-Ami"))
    append(department / "sources" / "people" / "dana", "profile.yaml", "\nphoto: nowhere.jpg\norcid: 0000-0002-1825-0097\n")
    git(department, "commit", "--quiet", "--all", "--message=No such photo")
    done = command("propose", "sync")
    assert (done.code, "dana/profile.yaml" in done.err) == (2, True)
    assert changed(department, "sync-yael") == ["sources/people/yael/publications.csv"]


def test_an_update_of_the_software_is_proposed_once(department: Path, software: Path, command: Command) -> None:
    (department / "software.txt").write_text(release(software, FIRST))
    git(department, "commit", "--quiet", "--all", "--message=The first version")
    newest = release(software, SECOND)
    assert command("propose", "update").code == 0
    branches = git(department.parent / "host.git", "branch", "--format=%(refname:short)").split()
    assert (branches, git(department, "show", "origin/public-profile/update:software.txt")) == (
        ["main", "public-profile/update"],
        newest.strip(),
    )


def test_commands_of_one_person_say_so(department: Path, command: Command) -> None:
    """With make or, without the Makefile, with options."""
    person = "sources/people/NAME"
    sentence = "sources is a department. Name the folder of a person:"
    assert command("build").err == f"{sentence} make build-db SOURCES={person}\n"
    (department / "Makefile").unlink()
    names = ("build", "diff", "import", "add", "cv", "serve")
    messages = {name: f"{sentence} public-profile {name} --sources {person}\n" for name in names}
    assert {name: command(name).err for name in names} == messages
    message = f"--orcid-bib writes the file of one person: public-profile sync --orcid-bib=a.bib --sources {person}\n"
    assert command("sync", "--orcid-bib", "a.bib").err == message
