"""Sync with a folder of recorded answers, for every person whose works are recorded.

``python -m tests.support.try_sync DIR`` (``make try-sync DIR=...``) replays the folder on the loopback interface and prints,
for each person, the preview of a sync into an empty list; requests that nobody recorded are its gaps. Then it checks that every
recorded work is in the preview, that each with authors is taken or left out, that each new row has the person among its authors,
and that no later sync changes a cell that the owner has edited. The last preview is that of a list with every recorded DOI and
PubMed ID: it shows their notices.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, redirect_stdout
from pathlib import Path
from typing import Any

from db.text import letters
from pipeline.__main__ import main as pipeline
from pipeline.references.extract import doi
from pipeline.references.values import plain
from pipeline.syncing.client import Cache, Client
from pipeline.syncing.gathering import Gathering, Question
from tests.support.messages import HEADER
from tests.support.replay import ORCID, Recording, answers, recordings, replaying

SOURCES = Path(__file__).parent.parent.parent / "sources"
NOBODY = "0000-0002-1825-0097"  # Josiah Carberry, ORCID's fictitious person


def people(found: list[Recording]) -> dict[str, list[str]]:
    """Return the recorded people: their ORCID iDs, and their recorded names."""
    names: dict[str, list[str]] = {}
    for one in found:
        if one.reply.status == 200 and one.asked.path.endswith("/works") and ORCID.search(one.asked.path):
            names.setdefault(ORCID.findall(one.asked.path)[0], [])
        for orcid in ORCID.findall(one.asked.values.get("query", "")):
            names.setdefault(orcid, [])
    for one in found:
        if one.reply.status == 200 and one.asked.path.endswith("/person"):
            name, others = json.loads(one.reply.body)["name"], json.loads(one.reply.body)["other-names"]["other-name"]
            given, family, credit = (
                (name.get(key) or {}).get("value", "") for key in ("given-names", "family-name", "credit-name")
            )
            spellings = [f"{given} {family}".strip(), credit, *(other["content"] for other in others)]
            names.setdefault(ORCID.findall(one.asked.path)[0], []).extend(filter(None, spellings))
    for orcid in names:
        names[orcid] = names[orcid] or credited(found, orcid)
    return names


def credited(found: list[Recording], orcid: str) -> list[str]:
    """Return the names with which a person's whole works credit the iD, or else the name on most of these works."""
    every, own = Counter[str](), Counter[str]()
    for one in found:
        if f"{orcid}/works/" in one.asked.path:
            for entry in json.loads(one.reply.body)["bulk"]:
                for contributor in entry["work"]["contributors"]["contributor"]:
                    family, _, given = contributor["credit-name"]["value"].partition(", ")
                    name = f"{given} {family}".strip()
                    every[name] += 1
                    own[name] += (contributor["contributor-orcid"] or {}).get("path") == orcid
    return [name for name in own if own[name]] or [name for name, _ in every.most_common(1)]


def works(found: list[Recording], orcid: str) -> Iterator[tuple[str, str]]:
    """Yield the DOI and the title of each recorded work of a person, read with nothing but the json module."""
    for one in found:
        if one.reply.status != 200 or orcid not in f"{one.asked.path} {one.asked.values}":
            continue
        body = json.loads(one.reply.body)
        for group in body.get("group", ()):
            for summary in group["work-summary"]:
                ids = (summary["external-ids"] or {}).get("external-id", [])
                dois = [each["external-id-value"] for each in ids if each["external-id-type"] == "doi"]
                yield doi(dois[0]) if len(dois) == 1 else "", plain(summary["title"]["title"]["value"])
        for item in body.get("message", {}).get("items", ()):
            yield item["DOI"].lower(), plain(item["title"][0])
        for result in body.get("resultList", {}).get("result", ()):
            yield result.get("doi", "").lower(), plain(result["title"])


class Folder:
    """Sources of a person, and syncs into their list."""

    def __init__(self, folder: Path, orcid: str, names: list[str]) -> None:
        self.folder = folder
        shutil.copytree(SOURCES, folder / "sources")
        self.list = folder / "sources" / "publications.csv"
        self.list.write_text(f"{HEADER}\n", encoding="utf-8")
        profile = folder / "sources" / "profile.yaml"
        text = re.sub(r"(?m)^orcid: .*", f'orcid: "{orcid}"', profile.read_text(encoding="utf-8"))
        name = f"name: {json.dumps(names[0] if names else 'Unknown Person', ensure_ascii=False)}"
        variants = json.dumps(names[1:] or ["Unknown P"], ensure_ascii=False)
        text = re.sub(r"(?m)^name: .*", lambda _: name, text)
        text = re.sub(r"(?m)^nameVariants:\n(?:  .*\n)*", "", text) + f"nameVariants: {variants}\n"
        profile.write_text(text, encoding="utf-8")

    def sync(self, *options: str) -> str:
        """Sync, and return what it prints."""
        printed = io.StringIO()
        with redirect_stdout(printed):
            arguments = ["--sources", str(self.folder / "sources"), "--cache", str(self.folder / "cache"), *options]
            code = pipeline(["sync", *arguments])
        if code not in (0, 1):
            raise SystemExit(f"sync ended with {code}: {printed.getvalue()}")
        return printed.getvalue()

    def rows(self) -> list[dict[str, str]]:
        return [*csv.DictReader(io.StringIO(self.list.read_text(encoding="utf-8")))]

    def write(self, rows: list[dict[str, str]]) -> None:
        with self.list.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, HEADER.split(","), extrasaction="ignore", lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


def try_person(folder: Folder, found: list[Recording], orcid: str, names: list[str]) -> list[str]:
    """Print the preview of a person's sync; return what is wrong with it."""
    preview = folder.sync("--all")
    print(f"\n== {orcid} {', '.join(names)}\n{preview}")
    document: dict[str, Any] = json.loads(folder.sync("--format", "json", "--write", "--partial"))
    with closing(Client("", Cache(folder.folder / "cache"))) as client:
        gathering = Gathering(client, Question.of({"orcid": orcid}, [], "your list"))
        gathering.gather()
    read = [work.reference(0).cells for work in gathering.works]
    shown = len(document["records"]) + len(document["undecided"])
    wrong = [f"{len(read)} works were read, {shown} are shown"] if shown != len(read) else []
    dois, titles = {cells.get("doi", "") for cells in read} - {""}, {letters(cells.get("title", "")) for cells in read}
    recorded = {*works(found, orcid)}
    wrong += [f"not found: {title} {doi}" for doi, title in recorded if doi not in dois and letters(title) not in titles]
    notes = {one["title"]: " ".join(one.get("notes", ())) for one in document["records"] if one["status"] == "left out"}
    wrong += [f"lost: {title}" for title, note in notes.items() if "no authors" not in note and not note.startswith("Left out:")]
    wrong += [f"not taken: {one['title']}" for one in document["undecided"] if names]
    family = letters(names[0].split()[-1]) if names else "?"
    wrong += [f"another person's: {row['title']}" for row in folder.rows() if family not in letters(row["authors"])]
    edited = [{**row, "pages": "", "volume": ""} for row in folder.rows()]
    edited = [row | {"journal": "My journal"} if row["doi"] or row["pubmed"] else row for row in edited]
    folder.write(edited)
    folder.sync("--write", "--partial")
    kept = {row["title"]: row for row in folder.rows()}
    changed = [name for row in edited for name, cell in row.items() if cell and kept[row["title"]].get(name, cell) != cell]
    wrong += [f"changed: {name}" for name in changed]
    print(f"{len(recorded)} recorded works; {len(edited)} rows written; {len(wrong)} problems.")
    return wrong


def try_notices(folder: Folder, found: list[Recording]) -> None:
    """Print the notices on every recorded DOI and PubMed ID."""
    cells = {"authors": "Example N", "journal": "Journal of Example Radiology", "year": "2020"}
    rows = []
    for one in found:
        if one.asked.path.startswith("/works/10.") and one.reply.status == 200:
            message = json.loads(one.reply.body)
            message = message.get("message", message)
            rows.append(cells | {"title": plain(message["title"][0]), "doi": message["DOI"]})
        for match in re.finditer(rb"(?ms)^PMID- (\d+).*?^TI  - (.*?)^\w", one.reply.body):
            pubmed = f"https://pubmed.ncbi.nlm.nih.gov/{match[1].decode()}/"
            rows.append(cells | {"title": " ".join(match[2].decode().split()), "pubmed": pubmed})
    folder.write(rows)
    print(f"\n== Notices on {len(rows)} publications\n{folder.sync('--write', '--partial')}")
    for row in folder.rows():
        print(f"{row.get('notice') or '-':60} {row['title'][:70]}")


def main() -> int:
    """Try the folder given on the command line. Return 1 if a check fails."""
    if len(sys.argv) != 2 or not Path(sys.argv[1], "requests.json").is_file():
        print('Name a folder of recorded answers with a requests.json: make try-sync DIR="..."', file=sys.stderr)
        return 2
    found = recordings(Path(sys.argv[1]))
    wrong = []
    with replaying(answers(found)) as replay, tempfile.TemporaryDirectory() as temporary:
        os.environ.update(replay.environment)
        for orcid, names in people(found).items():
            wrong += try_person(Folder(Path(temporary, orcid), orcid, names), found, orcid, names)
        try_notices(Folder(Path(temporary, "notices"), NOBODY, []), found)
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
