"""``python -m cli new``: a profile repository that an owner can fill in, check and publish."""

import json
import re
from pathlib import Path

import pytest

from cli.repository.software import this_software
from tests.conftest import ROOT, Command, Run
from tests.support.messages import locations
from tests.support.repository import ADDRESS, TEMPLATE, WORKFLOWS, git, run

NAMES = ("clinic.yaml", "profile.yaml", "research.yaml")


def written(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_it_writes_every_file_with_the_pin_and_the_locked_libraries(tmp_path: Path, command: Command) -> None:
    folder = tmp_path / "my profile"
    run = command("new", folder, "--software", ADDRESS)
    template = {path.replace("dot-", ".") for path in written(TEMPLATE)}
    assert written(folder) == template | {"software.txt", "sources/README.md", "sources/fields.md", "sources/publications.md"}
    assert (folder / "software.txt").read_text() == f"public-profile-service @ git+{ADDRESS}@{git(ROOT, 'rev-parse', 'HEAD')}\n"
    assert (folder / "requirements.txt").read_bytes() == (TEMPLATE / "requirements.txt").read_bytes()
    assert (folder / "sources" / "README.md").read_bytes() == (ROOT / "sources" / "README.md").read_bytes()
    assert run.out.splitlines()[:3] == [
        f"{folder} is ready. From now on, work in it:",
        f"  cd '{folder}'",
        "  make serve    # then open http://127.0.0.1:8080",
    ]


def test_the_files_have_the_fields_of_the_languages(tmp_path: Path, command: Command) -> None:
    said = command("new", tmp_path / "mine", "--languages", "en ar, nb")
    words = "Menus and buttons are translated into ar, de, en, es, fr, he, ru. In Norwegian Bokmål, they are English."
    assert (said.code, words in said.out.splitlines()) == (0, True)
    folder = tmp_path / "mine" / "sources"
    assert (folder / "services.csv").read_text(encoding="utf-8-sig").splitlines() == [
        "name,nameArabic,nameNorwegianBokmal,category,categoryArabic,categoryNorwegianBokmal,tags,locations,note,noteArabic,"
        "noteNorwegianBokmal,description,descriptionArabic,descriptionNorwegianBokmal",
        "REPLACE with a service,,,consultation,,,,,,,,,,",
    ]
    profile = (folder / "profile.yaml").read_text(encoding="utf-8")
    assert re.findall("The same in (.*), for the page in|(bio[A-Z].*):", profile) == [
        ("Arabic", ""),
        ("", "bioArabic"),
        ("Norwegian Bokmål", ""),
        ("", "bioNorwegianBokmal"),
    ]
    assert "\nlanguages:\n  - en\n  - ar\n  - nb\n" in (folder / "site.yaml").read_text(encoding="utf-8")
    command("new", tmp_path / "hebrew", "--languages", "he en")  # placeholders and known categories are in no language
    assert "Expected Hebrew" not in command("check", "--sources", tmp_path / "hebrew" / "sources").out
    wrong = Run(2, "", 'Expected a code, got the name "english". Write en; names of spoken languages go into profile.yaml.\n')
    assert command("new", tmp_path / "other", "--languages", "english") == wrong


@pytest.mark.parametrize(
    ("languages", "days"),
    [
        ("de", "Monday, Tuesday, Wednesday, Thursday, Friday"),
        ("en-US he", "Monday, Tuesday, Wednesday, Thursday, Friday"),
        ("he en", "Sunday, Monday, Tuesday, Wednesday, Thursday"),
        ("ar", "Sunday, Monday, Tuesday, Wednesday, Thursday"),
        ("fa", "Saturday, Sunday, Monday, Tuesday, Wednesday, Thursday"),
    ],
    ids=["Germany", "United States", "Israel", "Egypt", "Iran"],
)
def test_the_example_of_hours_has_the_working_days_of_the_first_language(
    tmp_path: Path, command: Command, languages: str, days: str
) -> None:
    assert command("new", tmp_path / "mine", "--languages", languages).code == 0
    clinic = (tmp_path / "mine" / "sources" / "clinic.yaml").read_text(encoding="utf-8")
    assert re.findall(r"days: \[(.*)\]", clinic) == [days, "Wednesday"]


def test_the_starting_files_are_of_no_country(tmp_path: Path, command: Command) -> None:
    """The time zone is a placeholder: a wrong one would shift the hours that patients see."""
    command("new", tmp_path / "mine", "--languages", "de")
    texts = [path.read_text(encoding="utf-8") for path in (tmp_path / "mine" / "sources").glob("*.yaml")]
    assert re.findall("(?i)jerusalem|israel|hebrew|passover|health fund|2027", "".join(texts)) == []
    assert len(re.findall("timezone: REPLACE", "".join(texts))) == 2


def test_it_never_overwrites(tmp_path: Path, command: Command) -> None:
    """A folder may have other files, such as those of a new repository on a code host."""
    (tmp_path / "LICENSE").write_text("mine")
    (tmp_path / "README.md").write_text("mine")
    message = f"{tmp_path} already has README.md. Nothing was written: move them, or name a new folder.\n"
    assert command("new", tmp_path) == Run(2, "", message)
    assert written(tmp_path) == {"LICENSE", "README.md"}
    (tmp_path / "README.md").unlink()
    assert command("new", tmp_path).code == 0
    assert (tmp_path / "LICENSE").read_text() == "mine"


@pytest.mark.parametrize(
    ("software", "line"),
    [
        (f"https://noa:a@secret@code.example.org:8443/software@{'a' * 40}", f"https://code.example.org:8443/software@{'a' * 40}"),
        (f"git@code.example.org:noa/software.git@{'a' * 40}", f"https://code.example.org/noa/software.git@{'a' * 40}"),
        (f"ssh://git@code.example.org:2222/noa/software@{'a' * 40}", f"https://code.example.org/noa/software@{'a' * 40}"),
    ],
)
def test_the_address_of_the_software_is_public(software: str, line: str) -> None:
    assert str(this_software(software)) == f"public-profile-service @ git+{line}\n"


SPACES = 'Expected the address of a repository, without spaces and @, got "'
SHORT = 'Expected all 40 digits of a commit after the "@" of SOFTWARE, got "'


@pytest.mark.parametrize(
    ("address", "message"),
    [("http://noa:a/secret@code.example.org/software", SPACES), (f"{ADDRESS}\nother", SPACES), (f"{ADDRESS}@0425d6a", SHORT)],
    ids=["a password", "two lines", "a part of a commit"],
)
def test_an_address_that_update_could_not_read_is_not_written(
    tmp_path: Path, command: Command, address: str, message: str
) -> None:
    run = command("new", tmp_path / "mine", "--software", address)
    assert (run.code, run.err) == (2, message + address.replace("\n", " ") + '".\n')
    assert not (tmp_path / "mine").exists()


def test_workflows_call_those_of_a_software_on_github(tmp_path: Path, command: Command) -> None:
    """What depends on the repository stays in its own workflow: events, permissions, the branch."""
    command("new", tmp_path, "--software", f"https://github.com/noa/software.git@{'a' * 40}")
    assert {path.name: path.read_text() for path in (tmp_path / ".github" / "workflows").iterdir()} == {
        path.name: path.read_text().partition("    runs-on: ubuntu-latest\n")[0]
        + f"    uses: noa/software/.github/workflows/{path.name}@{'a' * 40}\n"
        for path in WORKFLOWS.iterdir()
    }


def test_a_folder_as_software_is_no_address_for_github(tmp_path: Path, command: Command) -> None:
    run = command("new", tmp_path / "mine", "--software", f"{tmp_path}@{'a' * 40}")
    last = f"GitHub cannot install the software from {tmp_path.as_uri()}: write its public address into software.txt."
    assert run.out.splitlines()[-1] == last


@pytest.mark.slow
def test_check_names_every_placeholder_until_it_is_replaced(
    repository: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.chdir(repository)
    check = command("check")
    assert check.code == 0
    assert locations([line for line in check.out.splitlines() if "says REPLACE" in line or "came with" in line]) == [
        "warning: sources/clinic.yaml, lines 9–11",
        "warning: sources/profile.yaml, lines 8, 9 and 12",
        "warning: sources/research.yaml, line 12",
        "warning: sources/services.csv, row 2, name",
        "warning: sources/site.yaml, line 8",
        "warning: sources/site.yaml, lines 9 and 16",
    ]
    site = command("site")
    assert (site.code, "sources/clinic.yaml, lines 9–11" in locations(site.out.splitlines())) == (1, True)
    assert not (repository / "public").exists()
    for path in (repository / "sources").iterdir():
        text = path.read_text().replace("-REPLACE", "-555").replace("REPLACE", "Own")
        path.write_text(text.replace("replace.example.org", "own.net"))
    assert "came with the software" not in command("check").out
    (repository / "templates").mkdir()
    (repository / "templates" / "robots.txt").write_text("Own")
    assert (run(repository, "make site").stderr, (repository / "public" / "robots.txt").read_text()) == ("", "Own")


def test_an_example_behind_a_hash_is_a_placeholder_too(
    repository: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    """These are the lines that pass when an owner deletes every # and writes nothing."""
    folder = repository / "sources"
    for name in NAMES:
        head, _, fields = (folder / name).read_text().partition("\n\n")
        (folder / name).write_text(head + "\n\n" + re.sub("(?m)^( *)# (?=[A-Za-z]+:|  )", r"\1", fields))
    monkeypatch.chdir(repository)
    problems = json.loads(command("check", "--format=json").out)["problems"]
    reported = {(problem["file"], problem.get("line")) for problem in problems}
    passing = [
        text.strip()
        for name in NAMES
        for number, text in enumerate((folder / name).read_text().splitlines(), start=1)
        if re.match(" *([^# ].*: .*[^-]$|- )", text) and (f"sources/{name}", number) not in reported
    ]
    assert passing == [
        "- days: [Monday, Tuesday, Wednesday, Thursday, Friday]",
        'opens: "08:30"',
        'closes: "13:00"',
        "byAppointment: true",
        "newPatients: yes",
        "- days: [Wednesday]",
        'opens: "09:00"',
        'closes: "12:00"',
        "credentials: MD, PhD",
        "photoFocus: 70% 40%",
    ]


@pytest.mark.parametrize("command", re.findall("^make .*", (TEMPLATE / "AGENTS.md").read_text(encoding="utf-8"), re.MULTILINE))
@pytest.mark.slow
def test_the_commands_for_assistants_run(repository: Path, command: str) -> None:
    (repository / "refs.bib").write_text("@article{a, title={A paper}, author={Levi, R}, journal={Levant Journal}, year={2023}}")
    done = run(repository, command)
    assert (done.returncode, done.stderr) == (0, "")
    assert ("A paper" if "import" in command else '"ok": true') in done.stdout


def test_nothing_is_installed_without_a_hash(repository: Path) -> None:
    """Except the software, at its commit: isolation would build it with a setuptools from the network."""
    python = repository / ".venv" / "bin" / "python"
    python.write_text('#!/bin/sh\necho "$@" >> installed\n')
    (repository / ".venv" / "installed").unlink()
    done = run(repository, "make .venv/installed PYTHON=true")
    assert (done.returncode, done.stderr) == (0, "")
    uv = "-P -m uv --quiet --system-certs pip install"
    assert (repository / "installed").read_text().splitlines() == [
        "-P -m pip --disable-pip-version-check --quiet install --require-hashes -r requirements-uv.txt",
        f"{uv} --require-hashes -r requirements.txt",
        f"{uv} --no-deps --reinstall --no-build-isolation -r software.txt",
    ]
    assert "\nsetuptools==" in (repository / "requirements.txt").read_text()


def test_an_old_python_is_named(repository: Path) -> None:
    (repository / ".venv" / "installed").unlink()
    done = run(repository, "make check PYTHON=false")
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, "Python 3.11 or newer is needed. Name it with PYTHON=...")


def test_every_command_is_listed_and_in_the_readme(repository: Path) -> None:
    listed = [line.split()[1] for line in run(repository, "make").stdout.splitlines()]
    assert listed == ["help", "serve", "check", "diff", "import", "add", "cv", "sync", "build-db", "site", "publish", "update"]
    readme = (repository / "README.md").read_text()
    assert [command for command in listed if f"`make {command}" not in readme] == ["help"]
