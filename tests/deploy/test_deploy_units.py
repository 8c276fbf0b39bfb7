"""The systemd unit is hardened and names what exists; README.md describes it."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from api.http.server import STOP_SECONDS
from bench.programs import free_port
from tests.conftest import ROOT
from tests.support.nginx import DEPLOY, nginx_command

README = (DEPLOY / "README.md").read_text(encoding="utf-8")


def setting(name: str) -> str:
    [value] = re.findall(f"^{name}=(.*)$", (DEPLOY / "profile@.service").read_text(encoding="utf-8"), re.MULTILINE)
    return str(value)


def test_it_ends_gracefully() -> None:
    assert float(setting("TimeoutStopSec").rstrip("s")) > STOP_SECONDS + 5  # waitress then waits 5 s for its threads
    assert setting("KillMode") == "mixed"  # otherwise the process that makes /cv.pdf would end first


def test_its_command() -> None:
    """The virtual environment's Python, options of `python -m api`, and the port from the settings of the profile."""
    assert setting("EnvironmentFile") == "/etc/default/profile-%i"
    assert setting("ExecStart") == "/srv/%i/.venv/bin/python -m api --host 127.0.0.1 --port ${PORT}"


def test_systemd_itself_accepts_the_unit(tmp_path: Path) -> None:
    if (analyze := shutil.which("systemd-analyze")) is None:
        pytest.skip("systemd is not installed")
    unit = tmp_path / "profile@noa.service"
    python = (DEPLOY / "profile@.service").read_text(encoding="utf-8").replace("/srv/%i/.venv/bin/python", sys.executable)
    unit.write_text(python, encoding="utf-8")
    verified = subprocess.run([analyze, "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")
    command = [analyze, "security", "--offline=true", "--no-pager", "--threshold=10", str(unit)]
    assessed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (assessed.returncode, assessed.stderr) == (0, "")


# README.md


def test_the_readme_names_every_file_of_its_folder() -> None:
    files = sorted(path.name for path in DEPLOY.iterdir() if path.name != "README.md")
    assert [name for name in files if f"[`{name}`]({name})" not in README] == []
    assert [name for name in re.findall(r"\]\(([^):#]+)\)", README) if not (DEPLOY / name).exists()] == []


def test_the_readme_installs_each_file_at_its_location() -> None:
    locations = dict(re.findall(r"^\| \[`(\S+)`\].*\| `(\S+)` \|$", README, re.MULTILINE))
    installed = dict(re.findall(r"^(?:cp|sed \S+) /srv/noa/deploy/(\S+) (?:> )?(\S+)$", README, re.MULTILINE))
    assert installed == {name: location.replace("NAME", "noa") for name, location in locations.items()}


def test_the_steps_of_the_readme_set_up_nginx(tmp_path: Path) -> None:
    """In a copy of Debian's configuration, with its paths and ports: nginx accepts the result."""
    nginx, *_ = nginx_command(tmp_path)
    (tmp_path / "var" / "cache").mkdir(parents=True)
    shutil.copytree("/etc/nginx", tmp_path / "etc" / "nginx")
    [steps] = re.findall(r"```sh\n(sed \S+ \S+/nginx\.conf .*?)nginx -t && systemctl restart nginx\n```", README, re.DOTALL)
    here = {path: f"{tmp_path}{path}" for path in ("/etc/nginx", "/var/cache")}
    subprocess.run(["sh", "-eu", "-c", replaced(steps, {"/srv/noa": str(ROOT), **here})], check=True)
    ports = {"listen 80 ": f"listen {free_port()} ", "listen [::]:80 ": f"listen 127.0.0.1:{free_port()} "}
    files = {"/run/nginx.pid": f"{tmp_path}/pid", "/var/log/nginx": str(tmp_path)}
    for path in (tmp_path / "etc" / "nginx").rglob("*.conf"):
        path.write_text(replaced(path.read_text(encoding="utf-8"), {**here, **ports, **files}), encoding="utf-8")
    command = [nginx, "-t", "-e", "stderr", "-c", f"{tmp_path}/etc/nginx/nginx.conf"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (checked.returncode, "test is successful" in checked.stderr) == (0, True), checked.stderr


def replaced(text: str, changes: dict[str, str]) -> str:
    for old, new in changes.items():
        text = text.replace(old, new)
    return text
