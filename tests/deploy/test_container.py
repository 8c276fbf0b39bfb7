"""Containerfile: its steps, followed in a folder, give an image that serves a profile, and its health check notices."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from bench.programs import free_port
from look.typeface import RANGES, WEIGHTS
from pipeline.images.fonts import font_cache
from tests.conftest import ROOT, start
from tests.support.repository import script
from tests.support.waiting import until

# The instructions with their arguments; a line that ends with a backslash goes on.
LINES = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
STEPS = [line.split(maxsplit=1) for line in LINES if line and not line.startswith("#")]


def test_its_base_is_named_by_digest() -> None:
    assert [arguments for name, arguments in STEPS if name == "FROM" and not re.search("@sha256:[0-9a-f]{64}$", arguments)] == []


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """The files of the image, without those of its base and of the libraries."""
    root, folder = tmp_path / "image", Path("/")
    for name, arguments in STEPS:
        if name == "WORKDIR":
            folder = Path(arguments)
            (root / folder.relative_to("/")).mkdir(parents=True, exist_ok=True)
        if name == "COPY":
            *sources, target = arguments.split()
            for source in sources:
                copy(ROOT / source, root / folder.relative_to("/") / target)
    return root


def copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", "*.db"))
    else:
        target.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)


def test_it_builds_and_serves_a_mounted_profile(image: Path, tmp_path: Path) -> None:
    profile = image / "profile"
    shutil.copytree(ROOT / "sources", profile / "sources")
    env = dict(pair.split("=", 1) for name, arguments in STEPS if name == "ENV" for pair in arguments.split())
    env["PYTHONPATH"] = f"{image}{env['PYTHONPATH']}"
    env["XDG_CACHE_HOME"] = os.environ["XDG_CACHE_HOME"]
    command = [sys.executable, "-P", "-m", "cli", "build"]
    built = subprocess.run(command, cwd=profile, env={**os.environ, **env}, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    before = {path for path in image.rglob("*") if path.is_file()}
    [arguments] = [json.loads(arguments) for name, arguments in STEPS if name == "CMD"]
    assert arguments == ["python", "-m", "api", "--host", "0.0.0.0"]  # noqa: S104
    port = free_port()
    served = (sys.executable, "-P", "-m", "api", "--port", str(port))
    with start(profile / "db" / "profile.db", tmp_path / "log", served, cwd=profile, port=port, **env) as server:
        assert server.json("/api/profile")["name"] == "Dr. Noa Example"
        assert health(port) == 0
        (profile / "db" / "profile.db").unlink()
        assert until(lambda: health(port) == 1)
    assert {path for path in image.rglob("*") if path.is_file()} == before - {profile / "db" / "profile.db"}


@pytest.mark.slow
def test_it_holds_the_fonts_of_all_scripts(image: Path, tmp_path: Path) -> None:
    [command] = [shlex.split(arguments) for name, arguments in STEPS if name == "RUN" and "fonts" in arguments]
    made = font_cache().folder
    assert made is not None
    fonts = shutil.copytree(made, tmp_path / "public-profile" / made.name)
    environment = {**os.environ, "PYTHONPATH": f"{image}/software", "XDG_CACHE_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-P", *command[1:]], cwd=image, env=environment, capture_output=True, check=True)
    names = sorted(path.stem for path in fonts.iterdir())
    assert names == sorted(f"{script}-{weight}" for script, weight in product(RANGES, WEIGHTS))


def health(port: int) -> int:
    [check] = [arguments for name, arguments in STEPS if name == "HEALTHCHECK"]
    command = json.loads(check.partition("CMD")[2])
    code = command[-1].replace("8080", str(port))
    return subprocess.run([sys.executable, *command[1:-1], code], capture_output=True, check=False).returncode


def test_make_image_keeps_the_health_check(tmp_path: Path) -> None:
    """Podman's own format has none; docker ignores the variable."""
    program = tmp_path / "container"
    script(program, 'echo "$BUILDAH_FORMAT" "$@"')
    made = subprocess.run(["make", "image", f"CONTAINER={program}"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (made.returncode, made.stdout) == (0, "docker build --tag public-profile --file Containerfile .\n")
