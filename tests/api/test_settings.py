"""Settings come from the environment; a value that cannot be used ends the process with one sentence."""

from pathlib import Path

import pytest

from api.settings import Settings, from_environment
from tests.conftest import WAITRESS, Run, run_python

ADDRESS = "an address such as https://profile.example.org"
BAD = [
    ("PROFILE_BASE_URL", "profile.example.org", ADDRESS),
    ("PROFILE_BASE_URL", "https://example.org/?q", ADDRESS),
    ("PROFILE_CACHE_MB", "-1", "a whole number of MiB such as 32; 0 turns the cache off"),
    ("PROFILE_CACHE_MB", "1.5", "a whole number of MiB such as 32; 0 turns the cache off"),
    ("PROFILE_ACCESS_LOG", "yes", "1 (log every request) or 0"),
    ("PROFILE_TEMPLATES", "/nowhere", "a folder of templates, see api/templates/README.md"),
]
# Every submodule, then every way to the application.
PROGRAM = """
import importlib, os, pkgutil, api
for module in pkgutil.walk_packages(api.__path__, "api."):
    if module.name != "api.__main__":
        importlib.import_module(module.name)
print("imported", "app" in vars(api))
del os.environ["PROFILE_BASE_URL"]
from api import app
print(callable(app), importlib.import_module("api").app is app)
"""


def test_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty variable counts as not set."""
    defaults = Settings(Path("db/profile.db"), None, 32 << 20, access_log=False, templates=None)
    assert from_environment() == defaults
    for name in ("DB", "BASE_URL", "CACHE_MB", "ACCESS_LOG", "TEMPLATES"):
        monkeypatch.setenv(f"PROFILE_{name}", "")
    assert from_environment() == defaults


def test_all_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    values = {"DB": "x.db", "BASE_URL": "https://example.org/a/", "CACHE_MB": "1", "ACCESS_LOG": "1", "TEMPLATES": str(tmp_path)}
    for name, value in values.items():
        monkeypatch.setenv(f"PROFILE_{name}", value)
    assert from_environment() == Settings(Path("x.db"), "https://example.org/a", 1 << 20, access_log=True, templates=tmp_path)


@pytest.mark.parametrize(("name", "value", "accepted"), BAD)
def test_a_bad_value_is_one_sentence(monkeypatch: pytest.MonkeyPatch, name: str, value: str, accepted: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as ended:
        from_environment()
    assert ended.value.code == f'{name} is "{value}". It must be {accepted}.'


def test_a_bad_setting_ends_a_wsgi_server() -> None:
    done = run_python(*(part.format(port=1) for part in WAITRESS), PROFILE_BASE_URL="example.org")
    assert done.code != 0
    assert f'PROFILE_BASE_URL is "example.org". It must be {ADDRESS}.\n' in done.err
    assert "Traceback" not in done.err


def test_importing_builds_nothing_and_never_exits() -> None:
    """Even with a bad setting; with good ones ``api:app`` is the same application each time."""
    assert run_python("-c", PROGRAM, PROFILE_BASE_URL="example.org") == Run(0, "imported False\nTrue True\n", "")
