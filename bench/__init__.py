"""Benchmarks against programs that anyone can run. ``python -m bench`` writes BENCHMARKS.md."""
