"""``public-profile new --orcid``: a profile that builds, from a public record and the registries."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
import yaml

from pipeline.__main__ import main
from pipeline.commands.from_orcid import NEXT
from tests.conftest import Run
from tests.support.orcid_records import record, review, summary
from tests.support.replay import Replay, Reply
from tests.support.services import OWNER, Services, Work

Online = tuple[Services, Replay]
NEW_ID = "0000-0002-1694-233X"
WORK = Work("Elastography of the tibial nerve", "10.5555/tibial", "1002")


def new(folder: Path, capsys: pytest.CaptureFixture[str], orcid: str = OWNER) -> Run:
    capsys.readouterr()
    code = main(["new", str(folder), "--orcid", orcid, "--software", f"https://code.example.org/software@{'a' * 40}"])
    captured = capsys.readouterr()
    return Run(code, captured.out, captured.err)


def values(folder: Path, name: str) -> Any:
    return yaml.safe_load((folder / "sources" / name).read_text(encoding="utf-8"))


def test_a_record_is_a_profile_that_builds(tmp_path: Path, capsys: pytest.CaptureFixture[str], online: Online) -> None:
    services, folder = online[0], tmp_path / "mine"
    services.works.append(WORK)
    person: dict[str, Any] = {
        "others": ("Noa B. Example",),
        "bio": "Treats “nerves”: all of them.\r\n\r\nTeaches #1.",
        "keywords": ("Gout: early",),
    }
    person["pages"] = (("My lab", "https://lab.example.org"),)
    posts = [summary("Old University", "2003", "2010"), summary("New University", "2015", **{"role-title": "Reader"})]
    services.record = record(person, employments=posts, peer_reviews=[review("Press", "2019")], research_resources=[{}])
    done = new(folder, capsys, f"https://orcid.org/{OWNER}")
    assert (done.code, done.err) == (0, "")
    profile = values(folder, "profile.yaml")
    assert profile == {
        "name": "Noa Example",
        "specialty": "REPLACE with your specialty",
        "bio": "Treats “nerves”: all of them.\n\nTeaches #1.",
        "orcid": OWNER,
        "nameVariants": ["Example N", "Noa B. Example"],
        "links": {"My lab": "https://lab.example.org"},
    }
    assert values(folder, "research.yaml") == {"areas": [{"name": "Gout: early"}]}
    assert values(folder, "site.yaml")["name"] == "Noa Example, Public Profile API"
    assert values(folder, "clinic.yaml") is None
    assert (folder / "sources" / "services.csv").read_text().count("\n") == 1
    with (folder / "sources" / "cv.csv").open(encoding="utf-8", newline="") as file:
        rows = [{name: cell for name, cell in row.items() if cell} for row in csv.DictReader(file)]
    assert rows == [
        {"section": "position", "title": "Position", "organization": "Old University", "place": "Exampleton, IL"}
        | {"startDate": "2003", "endDate": "2010"},
        {"section": "position", "title": "Reader", "organization": "New University", "place": "Exampleton, IL"}
        | {"startDate": "2015", "endDate": "now"},
        {"section": "editorial", "title": "Reviewer", "organization": "Press", "startDate": "2019", "note": "1 review"},
    ]
    assert WORK.title in (folder / "sources" / "publications.csv").read_text(encoding="utf-8")
    shown = done.out[done.out.index("\nFilled ") :].replace(str(folder), "mine").splitlines()[1:]
    assert shown[:17] == [
        "Filled mine/sources from ORCID:",
        "  profile.yaml      name, nameVariants, bio, links, orcid",
        "  research.yaml     1 area",
        "  cv.csv            3 rows",
        "                    2 position",
        "                    1 editorial",
        "  publications.csv  1 row",
        "? ORCID has no end: endDate is now. Correct what has ended:",
        '  position "Reader, New University"',
        "- Not placed:",
        "  1 research resource: cv.csv has no section for them.",
        *NEXT.splitlines(),
        "",
        "mine is ready. Next:",
        "  cd mine",
        "  make serve    # then open http://127.0.0.1:8080",
    ]
    assert main(["build", "--sources", str(folder / "sources"), "--database", str(tmp_path / "profile.db")]) == 0
    assert main(["sync", "--sources", str(folder / "sources"), "--cache", str(tmp_path / "cache")]) == 0
    assert "from your ORCID record" not in capsys.readouterr().out


def test_what_a_record_lacks_is_a_placeholder(tmp_path: Path, capsys: pytest.CaptureFixture[str], online: Online) -> None:
    """The pages can be looked at, and ``make site`` names what is missing."""
    online[0].record = record({"given": None, "family": None, "keywords": ("Gout",)})
    assert new(tmp_path / "mine", capsys).code == 0
    assert values(tmp_path / "mine", "profile.yaml") == {
        "name": "REPLACE with your name",
        "specialty": "REPLACE with your specialty",
        "positions": ["REPLACE with your position, and where"],
        "orcid": OWNER,
    }
    build = ["build", "--sources", str(tmp_path / "mine" / "sources"), "--database", str(tmp_path / "profile.db")]
    assert main(build) == 0
    assert main([*build, "--publish"]) == 1


@pytest.mark.parametrize(
    ("orcid", "reply", "sentence"),
    [
        ("0000-0000-5555-0001", Reply(b""), "is not an ORCID iD: the last digit does not match the others"),
        (OWNER, Reply(b"", 404), "ORCID: It does not know this ORCID iD. Nothing was written."),
        (OWNER, Reply(b"", 409), "ORCID: This ORCID record is locked or deactivated. Nothing was written."),
        (
            OWNER,
            Reply(b"", 301, {"Location": f"https://pub.orcid.org/v3.0/{NEW_ID}/record"}),
            f"ORCID: Your ORCID iD was replaced by {NEW_ID}. Use that. Nothing was written.",
        ),
        (OWNER, None, f"ORCID: The record of {OWNER} is empty."),
        (OWNER, Reply(b"{", cut=True), "ORCID: The answer is cut off. Nothing was written."),
    ],
    ids=["no iD", "unknown", "locked", "replaced", "empty", "no network"],
)
def test_a_record_that_cannot_be_read_leaves_no_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], online: Online, orcid: str, reply: Reply | None, sentence: str
) -> None:
    online[0].faults["ORCID"] = lambda _: reply
    done = new(tmp_path / "mine", capsys, orcid)
    assert done.code == 2
    assert sentence in done.err
    assert [*tmp_path.iterdir()] == []


def test_a_registry_that_fails_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str], online: Online) -> None:
    services = online[0]
    services.works.append(WORK)
    services.record = record(works=[{"work-summary": [WORK.as_summary(1)]}])
    services.faults["Crossref"] = lambda _: Reply(b"", 404)
    done = new(tmp_path / "mine", capsys)
    assert done.code == 0
    assert "x Crossref: It answered 404 Not Found." in done.out.splitlines()
    assert "  publications.csv  1 row" in done.out.splitlines()
