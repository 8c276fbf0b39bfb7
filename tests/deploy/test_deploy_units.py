"""The systemd units are hardened and name what exists; README.md describes them."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from waitress.adjustments import Adjustments

from api import __main__ as command_line
from api.http.server import STOP_SECONDS
from tests.conftest import ROOT
from tests.support.front import DEPLOY, NGINX_MAIN, WSGI_SERVERS

HARDENED = {
    "AmbientCapabilities": [""],
    "CapabilityBoundingSet": [""],
    "DevicePolicy": ["closed"],
    "DynamicUser": ["yes"],
    "IPAddressAllow": ["localhost"],
    "IPAddressDeny": ["any"],
    "KeyringMode": ["private"],
    "LockPersonality": ["yes"],
    "MemoryDenyWriteExecute": ["yes"],
    "MemoryMax": ["512M"],
    "NoNewPrivileges": ["yes"],
    "PrivateDevices": ["yes"],
    "PrivateIPC": ["yes"],
    "PrivateMounts": ["yes"],
    "PrivateTmp": ["yes"],
    "PrivateUsers": ["yes"],
    "ProcSubset": ["pid"],
    "ProtectClock": ["yes"],
    "ProtectControlGroups": ["yes"],
    "ProtectHome": ["yes"],
    "ProtectHostname": ["yes"],
    "ProtectKernelLogs": ["yes"],
    "ProtectKernelModules": ["yes"],
    "ProtectKernelTunables": ["yes"],
    "ProtectProc": ["invisible"],
    "ProtectSystem": ["strict"],
    "RemoveIPC": ["yes"],
    "RestrictAddressFamilies": ["AF_INET AF_INET6"],
    "RestrictNamespaces": ["yes"],
    "RestrictRealtime": ["yes"],
    "RestrictSUIDSGID": ["yes"],
    "SystemCallArchitectures": ["native"],
    "SystemCallErrorNumber": ["EPERM"],
    "SystemCallFilter": ["@system-service", "~@privileged @resources"],
    "UMask": ["0077"],
}


def directives(unit: Path) -> dict[str, list[str]]:
    """Return every setting of a unit; some occur more than once."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in unit.read_text(encoding="utf-8").replace("\\\n", "").splitlines():
        if not line.startswith(("#", "[")) and "=" in line:
            name, _, value = line.partition("=")
            found[name].append(value)
    return found


def test_the_unit_is_hardened() -> None:
    unit = directives(DEPLOY / "profile@.service")
    assert {name: unit[name] for name in HARDENED} == HARDENED
    assert int(unit["LimitNOFILE"][0]) >= 4096
    assert (unit["Restart"], unit["WorkingDirectory"]) == (["always"], ["/srv/profile"])
    assert float(unit["TimeoutStopSec"][0].rstrip("s")) > STOP_SECONDS + 5  # waitress then waits 5 s for its threads
    assert "ReadWritePaths" not in unit
    # On disk: a memory file system would count against MemoryMax.
    assert "TMPDIR=/var/tmp" in unit["Environment"]


def test_its_command_exists(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The virtual environment's Python, and options of `python -m api`."""
    [line] = directives(DEPLOY / "profile@.service")["ExecStart"]
    program, *arguments = shlex.split(line.replace("%i", "8081"))
    assert program == "/srv/profile/.venv/bin/python"
    assert arguments == ["-m", "api", "--host", "127.0.0.1", "--port", "8081"]
    monkeypatch.setattr(sys, "argv", ["api", *arguments[2:], "--help"])
    with pytest.raises(SystemExit) as ended:
        command_line.main()
    assert ended.value.code == 0
    assert {"--host", "--port"} <= set(re.findall(r"--[a-z]+", capsys.readouterr().out))


def test_the_target_starts_the_processes_with_the_machine() -> None:
    unit = directives(DEPLOY / "profile@.service")
    assert unit["WantedBy"] == unit["PartOf"] == ["profile.target"]
    assert directives(DEPLOY / "profile.target")["WantedBy"] == ["multi-user.target"]


def test_systemd_itself_accepts_the_unit(tmp_path: Path) -> None:
    """Its own checker finds nothing to complain about."""
    if (analyze := shutil.which("systemd-analyze")) is None:
        pytest.skip("systemd is not installed")
    unit = tmp_path / "profile@8081.service"
    python = (DEPLOY / "profile@.service").read_text(encoding="utf-8").replace("/srv/profile/.venv/bin/python", sys.executable)
    unit.write_text(python, encoding="utf-8")
    shutil.copy(DEPLOY / "profile.target", tmp_path)
    verified = subprocess.run([analyze, "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")
    command = [analyze, "security", "--offline=true", "--no-pager", "--threshold=10", str(unit)]
    assessed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (assessed.returncode, assessed.stderr) == (0, "")


def test_varnish_changes_neither_compression_nor_ranges_and_is_purged_by_its_machine_alone() -> None:
    unit = directives(DEPLOY / "varnish.conf")
    assert unit["ExecStart"][0] == ""
    assert " -a purge=127.0.0.1:8079 " in unit["ExecStart"][1]
    for parameter in ("http_gzip_support=off", "http_range_support=off", "backend_idle_timeout=20"):
        assert f"-p {parameter}" in unit["ExecStart"][1]


def test_proxies_close_idle_connections_before_waitress_does() -> None:
    """A request sent on a connection that is being closed would fail."""
    configuration = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    varnish = (DEPLOY / "varnish.conf").read_text(encoding="utf-8")
    for idle in (*re.findall(r"keepalive_timeout (\d+)s;", configuration), *re.findall(r"idle_timeout=(\d+)\n", varnish)):
        assert int(idle) < Adjustments.channel_timeout


# README.md


def test_the_readme_names_every_file_of_its_folder() -> None:
    page = (DEPLOY / "README.md").read_text(encoding="utf-8")
    files = sorted(path.name for path in DEPLOY.iterdir() if path.name != "README.md")
    assert [name for name in files if f"[`{name}`]({name})" not in page] == []
    assert [name for name in re.findall(r"\]\(([^):]+)\)", page) if not (DEPLOY / name).exists()] == []
    assert [name for name in re.findall(r"tests/deploy/test_deploy\w*\.py", page) if not (ROOT / name).exists()] == []


def test_the_readme_names_the_commands_that_are_tested() -> None:
    page = (DEPLOY / "README.md").read_text(encoding="utf-8")
    assert [command for command in WSGI_SERVERS.values() if f"| `{command.format(port=8081)}` |" not in page] == []
    for line in ("find /var/cache/nginx/profile -type f -delete", "curl -X PURGE http://127.0.0.1:8079/"):
        assert line in page
    for limit in ("worker_connections 4096;", "worker_rlimit_nofile 8192;"):
        assert limit in page
        assert limit in NGINX_MAIN
    assert "/var/cache/nginx/profile " in (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
