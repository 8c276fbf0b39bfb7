"""Rules beyond types and constraints: small functions, registered in `registry.py`."""
