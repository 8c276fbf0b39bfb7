"""The installed software: a wheel with everything it needs, used from any folder."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT, SOURCES, start


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("installed")
    # A build writes into its folder, and includes what earlier builds left there.
    left_out = shutil.ignore_patterns(".*", "__pycache__", "*.db", "*.egg-info", "build", "tests")
    shutil.copytree(ROOT, source, ignore=left_out, dirs_exist_ok=True)
    options = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--target", str(target)]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(source)], check=True)
    return target


def run(installed: Path, folder: Path, *arguments: str) -> str:
    command = [str(installed / "bin" / "public-profile"), *arguments]
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_no_file_is_a_symbolic_link() -> None:
    """ZIP downloads and clones on Windows turn links into text files."""
    listed = subprocess.run(["git", "ls-files", "--stage"], capture_output=True, text=True, cwd=ROOT, check=True).stdout
    assert [line for line in listed.splitlines() if line.startswith("120000")] == []


@pytest.mark.slow
def test_commands_have_their_files_in_another_folder(installed: Path, tmp_path: Path) -> None:
    """The template, SQL and queries are the software's; the default paths begin at the current folder."""
    software = f"https://code.example.org/software@{'0' * 40}"
    run(installed, tmp_path, "new", ".", "--software", software)
    assert (tmp_path / "software.txt").read_text() == f"public-profile-service @ git+{software}\n"
    assert (tmp_path / "sources" / "README.md").read_bytes() == (SOURCES / "README.md").read_bytes()
    assert run(installed, tmp_path, "build").splitlines()[-1] == "db/profile.db was built: 0 publications, 1 service."
    (tmp_path / "refs.ris").write_text(
        "TY  - JOUR\nAU  - Example, Noa\nTI  - Ultrasound of the wrist\nT2  - Journal of Example Radiology\nPY  - 2021\nER  - \n"
    )
    assert "Ultrasound of the wrist" in run(installed, tmp_path, "import", "refs.ris")
    assert json.loads(run(installed, tmp_path, "describe"))["databases"].keys() == {"profile"}


@pytest.mark.slow
def test_the_service_runs_in_another_folder(installed: Path, tmp_path: Path) -> None:
    """With its templates and assets, and the sources of that folder."""
    shutil.copytree(SOURCES, tmp_path / "sources")
    command = (str(installed / "bin" / "public-profile"), "serve", "--port", "{port}")
    with start(Path(), tmp_path / "log", command, cwd=tmp_path, PROFILE_DB="", PYTHONPATH=str(installed)) as server:
        assert server.json("/api/profile")["name"] == "Dr. Noa Example"
        page = server.get("/", headers={"Accept": "text/html"})
        assert "<title>" in page.text
        assets = re.findall(r'(?:href|src)="(/assets/[^"]+)"', page.text)
        assert assets != []
        assert [path for path in assets if server.get(path).status_code != 200] == []


@pytest.mark.slow
def test_the_site_is_written_in_another_folder(installed: Path, tmp_path: Path) -> None:
    shutil.copytree(SOURCES, tmp_path / "sources")
    assert run(installed, tmp_path, "site").splitlines()[-1].startswith("public: ")
    assert "Dr. Noa Example" in (tmp_path / "public" / "index.html").read_text(encoding="utf-8")
