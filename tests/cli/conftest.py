"""Commands in this process, short lists, a profile repository, and the services of ``make sync`` on this machine."""

import shutil
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bibliography.registries import REGISTRIES, client
from cli.__main__ import main
from pipeline.build import build
from tests.conftest import SOURCES, Command, Run
from tests.support import importing
from tests.support.messages import never_over
from tests.support.once import make_once
from tests.support.replay import Replay, replaying
from tests.support.repository import ADDRESS, TOOL, git, push, script
from tests.support.services import OWNER, Services
from tests.support.syncs import LIST, Sync


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """Commands in this process: ``command("check", "--strict")``."""

    def run(*arguments: str | Path) -> Run:
        capsys.readouterr()
        code = main([*map(str, arguments)])
        out, err = capsys.readouterr()
        return Run(code, out, err)

    return run


@pytest.fixture
def located_photo() -> bytes:
    """A PNG that says where it was taken."""
    exif, file = Image.Exif(), BytesIO()
    exif[0x0112] = 1  # upright
    exif.get_ifd(0x8825)[2] = (31.0, 30.0, 0.0)
    Image.new("RGB", (400, 400)).save(file, "PNG", exif=exif)
    return file.getvalue()


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of ``folder``, as it is before a test edits it."""

    def make(folder: Path) -> None:
        shutil.copytree(SOURCES, folder / "sources")
        assert build(never_over(folder / "sources"), folder / "profile.db").outcome == "built"

    return make_once(tmp_path_factory, "built", make) / "profile.db"


@pytest.fixture
def online(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Services, Replay]]:
    monkeypatch.setattr(client, "BACKOFF_SECONDS", 0.01)
    for registry in REGISTRIES:
        monkeypatch.setattr(registry, "seconds_between", 0.0)
    services = Services()
    with replaying(services.answer) as replay:
        for name, address in replay.environment.items():
            monkeypatch.setenv(name, address)
        yield services, replay


@pytest.fixture
def sync(sources: Path, command: Command, online: tuple[Services, Replay]) -> Sync:
    path = sources / "publications.csv"
    path.write_text(LIST, encoding="utf-8")
    return Sync(command, sources, path, *online)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "my profile"
    assert main(["new", str(folder), "--software", ADDRESS]) == 0
    python = folder / ".venv" / "bin" / "python"
    script(python, f'exec {sys.executable} "$@"')
    python.with_name("public-profile").write_text("import sys\nfrom cli.__main__ import run\nsys.exit(run())\n")
    (folder / ".venv" / "installed").touch()
    return folder


@pytest.fixture
def software(tmp_path: Path) -> Path:
    folder = tmp_path / "software"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")
    return folder


@pytest.fixture
def hosted(repository: Path) -> Path:
    for path in (repository / "sources").iterdir():
        path.write_text(path.read_text().replace("-REPLACE", "-555").replace("REPLACE", "Own"))
    profile = repository / "sources" / "profile.yaml"
    profile.write_text(f"name: Noa Example\nspecialty: Radiology\npositions: [Head]\norcid: {OWNER}\n")
    push(repository, repository.parent / "host.git")
    (repository / ".git" / "info" / "exclude").write_text("asked\nbody\nopen\npages\nrefusal\n")
    (repository / "open").touch()
    (repository / "pages").write_text("workflow\n")
    script(repository.parent / "bin" / "gh", TOOL)
    return repository


@pytest.fixture
def run(tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> importing.Import:
    monkeypatch.setenv("COLUMNS", "80")
    path = tmp_path / "mine.csv"
    path.write_text(importing.LIST, encoding="utf-8")
    return importing.Import(command, tmp_path, path)
