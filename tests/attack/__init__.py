"""Attacks on a service that runs on this machine, and what other clients notice: ``python -m tests.attack``."""
