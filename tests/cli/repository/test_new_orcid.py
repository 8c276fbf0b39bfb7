"""``public-profile new --orcid``: a profile that builds, from a public record and the registries."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from cli.repository.from_orcid import NEXT_STEPS
from pipeline.wording import command_line
from tests.conftest import Command, Run
from tests.support.orcid_records import record, review, summary
from tests.support.replay import Replay, Reply
from tests.support.services import OWNER, Services, Work

Online = tuple[Services, Replay]
NEW_ID = "0000-0002-1694-233X"
WORK = Work("Elastography of the tibial nerve", "10.5555/tibial", "1002")


@pytest.fixture
def new(tmp_path: Path, command: Command) -> Command:
    software = f"https://code.example.org/software@{'a' * 40}"
    return lambda orcid=OWNER: command("new", tmp_path / "mine", "--orcid", orcid, "--software", software)


def values(folder: Path, name: str) -> Any:
    return yaml.safe_load((folder / "sources" / name).read_text(encoding="utf-8"))


@pytest.fixture
def made(new: Command, online: Online) -> Run:
    services = online[0]
    services.works.append(WORK)
    person = {
        "others": ("Noa B. Example",),
        "bio": "Treats “nerves”: all of them.\r\n\r\nTeaches #1.",
        "keywords": ("Gout: early",),
        "pages": (("My lab", "https://lab.example.org"),),
    }
    post = summary("New University", "2015", **{"role-title": "Reader"})
    services.record = record(person, employments=[post], peer_reviews=[review("Press", "2019")], research_resources=[{}])
    return new(f"https://orcid.org/{OWNER}")


def test_a_record_fills_the_files(tmp_path: Path, made: Run) -> None:
    folder = tmp_path / "mine"
    assert (made.code, made.err) == (0, "")
    assert values(folder, "profile.yaml") == {
        "name": "Noa Example",
        "specialty": "REPLACE with your specialty",
        "bio": "Treats “nerves”: all of them.\n\nTeaches #1.",
        "orcid": OWNER,
        "nameVariants": ["Example N", "Noa B. Example"],
        "links": {"My lab": "https://lab.example.org"},
    }
    assert values(folder, "research.yaml") == {"areas": [{"name": "Gout: early"}]}
    assert values(folder, "site.yaml")["name"] == "Noa Example, Public Profile API"
    assert values(folder, "clinic.yaml")["name"] == "REPLACE with the name of your clinic"
    assert (folder / "sources" / "services.csv").read_text().count("\n") == 1
    assert [line.rstrip(",") for line in (folder / "sources" / "cv.csv").read_text(encoding="utf-8-sig").splitlines()[1:]] == [
        'position,Reader,New University,"Exampleton, IL",2015,now',
        "editorial,Reviewer,Press,,2019,,,1 review",
    ]
    assert WORK.title in (folder / "sources" / "publications.csv").read_text(encoding="utf-8-sig")


def test_what_was_filled_and_what_to_check_is_printed(tmp_path: Path, made: Run) -> None:
    shown = made.out[made.out.index("\nFilled ") :].replace(str(tmp_path / "mine"), "mine").splitlines()[1:]
    assert shown[:11] == [
        "Filled mine/sources from ORCID:",
        "  profile.yaml      name, nameVariants, bio, links, orcid",
        "  research.yaml     1 area",
        "  cv.csv            2 rows",
        "                    1 position",
        "                    1 editorial",
        "  publications.csv  1 row",
        "? ORCID has no end: endDate is now. Correct what has ended:",
        '  position "Reader, New University"',
        "- Left out:",
        "  1 research resource: cv.csv has no section for them.",
    ]
    assert NEXT_STEPS.format(check=command_line("check")) in made.out


@pytest.mark.usefixtures("made")
def test_the_profile_builds_and_lacks_nothing_of_the_record(tmp_path: Path, command: Command) -> None:
    folder = tmp_path / "mine"
    assert command("build", "--sources", folder / "sources", "--database", tmp_path / "profile.db").code == 0
    sync = command("sync", "--sources", folder / "sources", "--cache", tmp_path / "cache")
    assert (sync.code, "from your ORCID record" in sync.out) == (0, False)


def test_what_a_record_lacks_is_a_placeholder(tmp_path: Path, command: Command, new: Command, online: Online) -> None:
    """The pages can be looked at, and ``make site`` names what is missing."""
    online[0].record = record({"given": None, "family": None, "keywords": ("Gout",)})
    assert new().code == 0
    assert values(tmp_path / "mine", "profile.yaml") == {
        "name": "REPLACE with your name",
        "specialty": "REPLACE with your specialty",
        "positions": ["REPLACE with your position, and where"],
        "orcid": OWNER,
    }
    build = ("build", "--sources", tmp_path / "mine" / "sources", "--database", tmp_path / "profile.db")
    assert (command(*build).code, command(*build, "--publish").code) == (0, 1)


@pytest.mark.parametrize(
    ("orcid", "reply", "sentence"),
    [
        ("0000-0000-5555-0001", Reply(b""), "is not an ORCID iD: the last digit does not match the others"),
        (OWNER, Reply(b"", 409), "ORCID: This ORCID record is locked or deactivated. Nothing was written."),
        (
            OWNER,
            Reply(b"", 301, {"Location": f"https://pub.orcid.org/v3.0/{NEW_ID}/record"}),
            f"ORCID: Your ORCID iD was replaced by {NEW_ID}. Use that. Nothing was written.",
        ),
        (OWNER, None, f"ORCID: The record of {OWNER} is empty."),
    ],
    ids=["no iD", "locked", "replaced", "empty"],
)
def test_a_record_that_cannot_be_read_leaves_no_folder(
    tmp_path: Path, new: Command, online: Online, orcid: str, reply: Reply | None, sentence: str
) -> None:
    online[0].faults["ORCID"] = lambda _: reply
    done = new(orcid)
    assert (done.code, sentence in done.err) == (2, True)
    assert [*tmp_path.iterdir()] == []


def test_a_registry_that_fails_is_named(new: Command, online: Online) -> None:
    services = online[0]
    services.works.append(WORK)
    services.record = record(works=[{"work-summary": [WORK.as_summary(1)]}])
    services.faults["Crossref"] = lambda _: Reply(b"", 404)
    done = new()
    assert done.code == 0
    assert {"x Crossref: It answered 404 Not Found.", "  publications.csv  1 row"} <= {*done.out.splitlines()}
