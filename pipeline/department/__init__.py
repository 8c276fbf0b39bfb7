"""Departments: the profiles of several people in one folder, and the list of their publications."""
