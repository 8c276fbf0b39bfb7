"""``python -m tests.attack``: attack the service that ships, directly and through nginx, and print what its clients noticed.

Everything runs on this machine (127.0.0.1), with synthetic publications, in a temporary folder.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.attack.scenarios import SCENARIOS, Result
from tests.attack.service import DIRECTLY, NGINX, attack, synthetic

HEADINGS = ("through", "attack", "clients", "p50 ms", "p99 ms", "max ms", "MB", "growth", "answers by status (0: none)")
LINE = "{:9} {:27} {:11} {:>8} {:>8} {:>8} {:>7} {:>7}  {}"


def main() -> None:
    """Run the attacks and print a line for each kind of client."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="size of data and attacks (default: 1)")
    parser.add_argument("--only", default="", help="only scenarios with this text in their names: " + ", ".join(SCENARIOS))
    parser.add_argument("--through", choices=(DIRECTLY, NGINX), help="only directly or only through nginx (default: both)")
    options = parser.parse_args()
    print(LINE.format(*HEADINGS))
    with tempfile.TemporaryDirectory() as folder:
        database = synthetic(Path(folder), options.scale)
        for through in [options.through] if options.through else [DIRECTLY, NGINX]:
            for name in SCENARIOS:
                if options.only in name:
                    for result in attack(database, name, through, options.scale):
                        print(line(through, name, result), flush=True)


def line(through: str, name: str, result: Result) -> str:
    taken = sorted(result.taken)
    times = [f"{taken[int(share * (len(taken) - 1))]:.1f}" for share in (0.5, 0.99, 1)] if taken else ["", "", ""]
    sizes = [f"{size / 1e6:.0f}" if size else "" for size in (result.memory, result.grown)]
    answers = ", ".join(f"{number} x {status}" for status, number in sorted(result.statuses.items()))
    return LINE.format(through, name, result.clients, *times, *sizes, answers)


if __name__ == "__main__":
    main()
