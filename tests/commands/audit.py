"""Look for known vulnerabilities in libraries: ``python -m tests.commands.audit [--strict] LOCK_FILE ...`` (``make audit``).

pip-audit passes when it can look up none of the libraries, as behind a mirror without a list of vulnerabilities. This command
then says that nothing was audited, and with ``--strict`` fails. A single library that was left out always fails.
"""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

OPTIONS = ("--progress-spinner=off", "--disable-pip", "--require-hashes", "--format=json")
UNREACHABLE = re.compile("ConnectionError|ProxyError|Timeout|Could not connect")


def main() -> int:
    files = [argument for argument in sys.argv[1:] if argument != "--strict"]
    command = [str(Path(sys.executable).with_name("pip-audit")), *OPTIONS, *(f"--requirement={file}" for file in files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    passes, lines = verdict(done.stdout, done.stderr, strict="--strict" in sys.argv[1:])
    print(f"{', '.join(files)}:", *lines, sep="\n  ")
    return 0 if passes else 1


def verdict(output: str, errors: str, *, strict: bool) -> tuple[bool, Sequence[str]]:
    """Whether an audit passes, and which lines to print."""
    libraries = json.loads(output)["dependencies"] if output else []
    left_out = [library["skip_reason"] for library in libraries if "skip_reason" in library]
    if not libraries and not UNREACHABLE.search(errors):
        return False, errors.splitlines()
    if len(left_out) == len(libraries):
        return not strict, ["No library was audited, because the list of known vulnerabilities cannot be reached from here."]
    vulnerabilities = [
        f"{library['name']} {library['version']} has {vulnerability['id']}; fixed in: {', '.join(vulnerability['fix_versions'])}."
        for library in libraries
        for vulnerability in library.get("vulns", ())
    ]
    problems = [*vulnerabilities, *left_out]
    return not problems, [*problems, f"Libraries audited: {len(libraries) - len(left_out)}."]


if __name__ == "__main__":
    sys.exit(main())
