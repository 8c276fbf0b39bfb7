"""A department: the sites of several people, and an index and a joint list made of what these sites publish."""

from pathlib import Path

DEPARTMENT_FILE = "department.yaml"


def is_department(sources: Path) -> bool:
    return (sources / DEPARTMENT_FILE).is_file()
