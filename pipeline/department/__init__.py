"""Departments: the profiles of several people in one folder, and the list of their publications."""

from pathlib import Path

DEPARTMENT_FILE = "department.yaml"


def is_department(sources: Path) -> bool:
    return (sources / DEPARTMENT_FILE).is_file()
