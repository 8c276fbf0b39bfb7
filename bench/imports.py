"""How long importing a long export takes, and how much memory: ``python -m bench.imports`` (``make bench-import``).

Each file holds the same synthetic publications with an abstract each. Beside each import stands what the format's library alone
takes to read the file. Median of several rounds.
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import synthetic
from bench.scale import Spent, say, timed
from tests.support.exporters import EXPORTERS

ABSTRACT = "Background: " + "patients and nerves were examined with ultrasound by two readers in turn. " * 20
# Where the abstract goes in each format, and the library's own reading of the file.
FORMATS = {
    "ris": (r"(?m)^ER  - ", f"AB  - {ABSTRACT}\nER  - ", "import rispy; rispy.load(open({path!r}, encoding='utf-8'))"),
    "medline": (
        r"(?m)^PT  - Journal Article",
        f"AB  - {ABSTRACT}\r\nPT  - Journal Article",
        "import rispy; rispy.load(open({path!r}, encoding='utf-8'))",
    ),
    "csl": (r'"type": ', f'"abstract": "{ABSTRACT}", "type": ', "import ijson; [*ijson.items(open({path!r}, 'rb'), 'item')]"),
    "bibtex": (
        r"@article\{key,",
        f"@article{{key,\n  abstract = {{{ABSTRACT}}},",
        "import bibtexparser; bibtexparser.parse_file({path!r})",
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure imports.")
    parser.add_argument("--records", type=int, default=20_000, help="records in each file (default: 20000)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds, of which the median counts (default: 3)")
    options = parser.parse_args()
    publications = [
        {name: cell for name, cell in zip(synthetic.HEADER, row, strict=True) if cell} for row in synthetic.rows(options.records)
    ]
    print(f"{options.records:,} records a file, median of {options.rounds} rounds")
    print(f"{'format':8}  {'MB':>4}  {'import':>8}  {'again':>8}  {'peak':>7}  {'library alone':>13}")
    with TemporaryDirectory() as folder:
        for name, (place, abstract, alone) in FORMATS.items():
            say(f"Writing and importing {name} ...")
            export = Path(folder, name)
            export.write_text(re.sub(place, abstract, EXPORTERS[name][0](publications)), encoding="utf-8", newline="")
            measure(name, export, alone.format(path=str(export)), options.rounds)


def measure(name: str, export: Path, alone: str, rounds: int) -> None:
    """Print what it takes to import a file into an empty list and again into the full one."""
    target = export.with_suffix(".csv")
    command = [sys.executable, "-m", "pipeline", "import", str(export), "--output", str(target), "--write"]
    first, again, library = list[Spent](), list[Spent](), list[Spent]()
    for _ in range(rounds):
        target.unlink(missing_ok=True)
        first.append(timed(command))
        again.append(timed(command))
        library.append(timed([sys.executable, "-c", alone]))
    peak = max(spent.peak for spent in (*first, *again))
    size = export.stat().st_size / 1e6
    print(
        f"{name:8}  {size:4.0f}  {median(first):6.1f} s  {median(again):6.1f} s  {peak:4.0f} MB  {median(library):11.1f} s",
        flush=True,
    )


def median(rounds: list[Spent]) -> float:
    return statistics.median(spent.seconds for spent in rounds)


if __name__ == "__main__":
    main()
