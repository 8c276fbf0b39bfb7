"""``make audit`` says what was audited: pip-audit passes when nothing could be."""

import json

import pytest

from tests.commands.audit import verdict

GOOD = {"name": "falcon", "version": "4.4", "vulns": []}
WEAK = {"name": "old", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}
UNKNOWN = {"name": "new", "skip_reason": "Dependency not found and could not be audited: new (1.0)"}
NOTHING = ["No library was audited, because the list of known weaknesses cannot be reached from here."]
PROXY = "requests.exceptions.ProxyError: HTTPSConnectionPool(host='127.0.0.1', port=9): Max retries exceeded"


@pytest.mark.parametrize(
    ("libraries", "errors", "strict", "expected"),
    [
        ([GOOD, GOOD], "", True, (True, ["Libraries audited: 2."])),
        ([GOOD, WEAK], "", False, (False, ["old 1.0 has PYSEC-1; mended in: 1.1.", "Libraries audited: 2."])),
        ([GOOD, UNKNOWN], "", False, (False, [UNKNOWN["skip_reason"], "Libraries audited: 1."])),
        ([UNKNOWN], "", False, (True, NOTHING)),
        ([UNKNOWN], "", True, (False, NOTHING)),
        ([], PROXY, False, (True, NOTHING)),
        ([], PROXY, True, (False, NOTHING)),
        ([], "ERROR: invalid requirements input", False, (False, ["ERROR: invalid requirements input"])),
    ],
    ids=["good", "weak", "one left out", "a mirror", "a mirror, strict", "no network", "no network, strict", "a wrong file"],
)
def test_an_audit_of_nothing_is_named(
    libraries: list[dict[str, object]], errors: str, strict: bool, expected: tuple[bool, list[str]]
) -> None:
    output = json.dumps({"dependencies": libraries}) if libraries else ""
    assert verdict(output, errors, strict=strict) == expected
