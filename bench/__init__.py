"""Speed, measured beside something that anyone can run: ``make bench`` and ``make bench-scale``."""
