"""Sync with a folder of recorded answers, for every person whose works are recorded.

``python -m tests.commands.try_sync DIR`` (``make try-sync DIR=...``) replays the folder on the loopback interface and prints,
for each person, the preview of a sync into an empty list; requests that nobody recorded are its gaps. It ends with the works
that were recorded and are not in the preview, those that are taken although the person is not among the authors, and free copies
that no recorded answer calls free.
"""

import io
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

from bibliography.values import strip_markup
from cli.__main__ import main as pipeline
from db.text import letters
from tests.conftest import SOURCES
from tests.support.messages import HEADER
from tests.support.replay import ORCID, Recording, answers, recordings, replaying


def people(found: list[Recording]) -> dict[str, list[str]]:
    """The people whose works are recorded: their ORCID iDs, and their names if recorded."""
    good = [recording for recording in found if recording.reply.status == 200]
    works = (recording.asked.path for recording in good if recording.asked.path.endswith("/works"))
    names: dict[str, list[str]] = {orcid: [] for path in works for orcid in ORCID.findall(path)}
    for recording in good:
        path = recording.asked.path
        if path.endswith("/person") and (orcid := ORCID.findall(path)[0]) in names:
            person = json.loads(recording.reply.body)
            given, family, credit = (
                (person["name"].get(key) or {}).get("value", "") for key in ("given-names", "family-name", "credit-name")
            )
            others = (other["content"] for other in person["other-names"]["other-name"])
            names[orcid] = [*dict.fromkeys(filter(None, (f"{given} {family}".strip(), credit, *others)))]
    return names


def works(found: list[Recording], orcid: str) -> Iterator[tuple[str, str]]:
    """Yield the DOI and the title of each recorded work of a person, read with the json module alone."""
    for recording in found:
        if recording.reply.status == 200 and orcid in f"{recording.asked.path} {recording.asked.values}":
            body = json.loads(recording.reply.body)
            for summary in (group["work-summary"][0] for group in body.get("group", ())):
                ids = (summary["external-ids"] or {}).get("external-id", ())
                dois = [each["external-id-value"] for each in ids if each["external-id-type"] == "doi"]
                yield "".join(dois[:1]), summary["title"]["title"]["value"]
            yield from ((item["DOI"], item["title"][0]) for item in body.get("message", {}).get("items", ()))
            yield from ((result.get("doi", ""), result["title"]) for result in body.get("resultList", {}).get("result", ()))


def free_copies(found: list[Recording]) -> Iterator[str]:
    """Yield the addresses of free copies: in PMC, or never marked by Europe PMC as needing a subscription."""
    for body in (recording.reply.body.decode(errors="replace") for recording in found):
        yield from (f"https://pmc.ncbi.nlm.nih.gov/articles/PMC{number}/" for number in re.findall(r"(?m)^PMC - PMC(\d+)", body))
        for result in json.loads(body)["resultList"]["result"] if '"fullTextUrl"' in body else ():
            links = result.get("fullTextUrlList", {}).get("fullTextUrl", ())
            closed = {link["url"].lower() for link in links if link["availabilityCode"] == "S"}
            yield from (link["url"] for link in links if link["url"].lower() not in closed)


def write_sources(folder: Path, orcid: str, names: list[str]) -> None:
    shutil.copytree(SOURCES, folder)
    (folder / "publications.csv").write_text(f"{HEADER}\n", encoding="utf-8")
    name, *variants = names or ["Unknown Person"]
    values = {"orcid": orcid, "name": name, "nameVariants": variants or ["Unknown P"]}
    profile = folder / "profile.yaml"
    kept = re.sub(rf"(?m)^(?:{'|'.join(values)}):.*\n(?:  .*\n)*", "", profile.read_text(encoding="utf-8"))
    lines = (f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in values.items())
    profile.write_text(kept + "".join(lines), encoding="utf-8")


def try_person(folder: Path, found: list[Recording], orcid: str, names: list[str]) -> list[str]:
    """Print the preview of a person's sync, and return what is wrong with it."""
    write_sources(folder / "sources", orcid, names)
    command = ["sync", "--sources", str(folder / "sources"), "--cache", str(folder / "cache")]
    print(f"\n== {orcid} {', '.join(names)}", flush=True)
    pipeline([*command, "--all"])
    with redirect_stdout(io.StringIO()) as output:
        pipeline([*command, "--format", "json"])
    document = json.loads(output.getvalue())
    shown = [*document["records"], *document["undecided"]]
    dois, titles = ({outcome.get("cells", {}).get("doi") for outcome in shown}, {letters(outcome["title"]) for outcome in shown})
    recorded = {*works(found, orcid)}
    missing = [
        f"missing: {title}" for doi, title in recorded if doi.lower() not in dois and letters(strip_markup(title)) not in titles
    ]
    print(f"{len(recorded)} recorded works, {len(missing)} of them missing.")
    family = letters("".join(names[:1]).rpartition(" ")[2])
    new = [outcome for outcome in document["records"] if outcome["status"] == "new"]
    copies = {outcome["cells"]["fullText"] for outcome in shown if "fullText" in outcome.get("cells", {})}
    print(f"{len(copies)} free copies.")
    missing += [f"not free: {copy}" for copy in copies - {*free_copies(found)}]
    return missing + [f"another person's: {row['title']}" for row in new if family not in letters(row["cells"]["authors"])]


def main() -> int:
    if len(sys.argv) != 2 or not Path(sys.argv[1], "requests.json").is_file():
        print('Name a folder of recorded answers with a requests.json: make try-sync DIR="..."', file=sys.stderr)
        return 2
    found = recordings(Path(sys.argv[1]))
    problems = []
    with replaying(answers(found)) as replay, tempfile.TemporaryDirectory() as temporary:
        os.environ.update(replay.environment)
        for orcid, names in people(found).items():
            problems += try_person(Path(temporary, orcid), found, orcid, names)
    print(*problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
