"""Rules beyond types and constraints: small functions, registered in `rule_tables.py`."""
