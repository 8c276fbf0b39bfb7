"""The database with the joint list of a department."""

from pathlib import Path

from cli.department.joint_database import write_joint_database
from cli.department.settings import read_department
from db.snapshot import Snapshot
from pipeline.report import Report
from tests.support.department import make_department, person


def test_a_title_in_another_script_has_its_font(tmp_path: Path) -> None:
    department = read_department(make_department(tmp_path / "sources"), Report())
    assert department
    write_joint_database(department, [person("Rina Levi", {"title": "Зуб мудрости"})], tmp_path / "joint.db")
    names = Snapshot(tmp_path / "joint.db").store.font_names()
    assert [name[:8] for name in names if name.startswith("Cyrl")] == ["Cyrl-400", "Cyrl-700"]
