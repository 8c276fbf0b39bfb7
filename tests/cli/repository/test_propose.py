"""``public-profile propose``: pull requests of the workflows, with a local host and a stand-in for GitHub's command line."""

import os
import re
import shutil
from pathlib import Path

import pytest

from cli.repository.propose import BOT, code_block
from tests.conftest import Command, Run
from tests.support.replay import Replay, Reply
from tests.support.repository import CALL, FIRST, GITHUB, SECOND, git, put_on_github, release, script, write_files
from tests.support.services import Services, Work

pytestmark = pytest.mark.slow

RIS = "TY  - JOUR\nAU  - Example, Noa\nTI  - {title}\nT2  - Levant Journal\nPY  - 2021\nER  - \n"
FORBIDDEN = "GraphQL: GitHub Actions is not permitted to create or approve pull requests (createPullRequest)"


@pytest.fixture(autouse=True)
def inside(hosted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(hosted)
    monkeypatch.setenv("PATH", f"{hosted.parent / 'bin'}:{os.environ['PATH']}")


@pytest.fixture
def services(online: tuple[Services, Replay]) -> Services:
    online[0].works.append(Work("A first paper on nerves", "10.5555/new.1"))
    return online[0]


@pytest.fixture
def propose(hosted: Path, command: Command) -> Command:
    def run(kind: str) -> Run:
        git(hosted, "switch", "--quiet", "--force", "main")
        shutil.rmtree(hosted / "db", ignore_errors=True)
        (hosted / "asked").unlink(missing_ok=True)
        return command("propose", kind)

    return run


def commit_files(repository: Path, **files: str) -> None:
    git(repository, "switch", "--quiet", "--force", "main")
    for name, title in files.items():
        (repository / "imports" / f"{name}.ris").write_text(RIS.format(title=title))
    git(repository, "add", "--all")
    git(repository, "commit", "--quiet", "--message=Add files via upload")


def search(kind: str) -> str:
    return f"api repos/{{owner}}/{{repo}}/pulls?head={{owner}}:public-profile/{kind} --jq .[].number\n"


def create(kind: str, title: str) -> str:
    return f"pr create --title {title} --head public-profile/{kind} --body-file -\n"


def merge(repository: Path, kind: str) -> str:
    git(repository, "switch", "--quiet", "--force", "main")
    git(repository, "merge", "--quiet", "--no-ff", "--no-edit", f"origin/public-profile/{kind}")
    return git(repository, "rev-parse", "HEAD")


@pytest.mark.usefixtures("services")
def test_sync_opens_a_pull_request(hosted: Path, propose: Command) -> None:
    assert propose("sync").code == 0
    assert (hosted / "asked").read_text() == search("sync") + create("sync", "New publications")
    assert (hosted / "body").read_text().startswith("```text\n")
    assert "A first paper on nerves" in (hosted / "body").read_text()
    assert git(hosted, "diff", "--name-only", "main", "origin/public-profile/sync") == "sources/publications.csv"
    assert git(hosted, "log", "--format=%an %ae", "main..origin/public-profile/sync") == " ".join(BOT)


@pytest.mark.parametrize("line", ["", "orcid:", "orcid: ''"], ids=["missing", "empty", "empty text"])
def test_without_an_orcid_there_is_nothing_to_sync(hosted: Path, propose: Command, line: str) -> None:
    (hosted / "sources" / "profile.yaml").write_text(f"name: Noa Example\nspecialty: Radiology\npositions: [Head]\n{line}\n")
    git(hosted, "commit", "--quiet", "--all", "--message=No iD")
    reason = "sources/profile.yaml has no orcid, which says whose publications to look for."
    run = propose("sync")
    assert (run.code, reason in run.out.splitlines(), run.out.splitlines()[-1]) == (0, True, "There is nothing new.")


@pytest.mark.usefixtures("services")
def test_an_orcid_whose_name_is_in_quotes_is_asked(hosted: Path, propose: Command) -> None:
    path = hosted / "sources" / "profile.yaml"
    path.write_text(path.read_text().replace("orcid:", '"orcid":'))
    git(hosted, "commit", "--quiet", "--all", "--message=Quotes")
    assert propose("sync").code == 0
    assert "A first paper on nerves" in (hosted / "body").read_text()


def test_a_profile_that_cannot_be_read_fails_the_sync(hosted: Path, propose: Command) -> None:
    (hosted / "sources" / "profile.yaml").write_text("name: Noa: Example\n")
    git(hosted, "commit", "--quiet", "--all", "--message=A colon")
    run = propose("sync")
    message = 'The text contains a colon. Put the whole text in straight quotes (").'
    line = f"::error file=sources/profile.yaml,line=1::sources/profile.yaml, line 1: {message}"
    assert (run.code, run.err.splitlines()[0]) == (2, line)


def test_an_open_pull_request_is_replaced_unless_the_owner_has_committed_to_it(
    hosted: Path, services: Services, propose: Command
) -> None:
    propose("sync")
    (hosted / "open").write_text("7\n")
    services.works.append(Work("A second paper on nerves", "10.5555/new.2"))
    assert propose("sync").code == 0
    replace = "api --silent --method PATCH repos/{owner}/{repo}/pulls/7 --field body=@-\n"
    assert (hosted / "asked").read_text() == search("sync") + replace
    assert "A second paper on nerves" in (hosted / "body").read_text()
    git(hosted, "switch", "--quiet", "public-profile/sync")
    git(hosted, "commit", "--quiet", "--allow-empty", "--message=A better title")
    git(hosted, "push", "--quiet", "origin", "public-profile/sync")
    run = propose("sync")
    assert (hosted / "asked").read_text() == search("sync")
    assert run.out.splitlines()[-1].startswith("Pull request 7 has commits of yours.")
    assert git(hosted, "log", "-1", "--format=%s", "origin/public-profile/sync") == "A better title"


OWN_COMMITS = {
    "a commit of the owner": ["commit", "--allow-empty", "--message=Mine"],
    "one that the owner amended": ["commit", "--allow-empty", "--amend", "--no-edit"],
}


@pytest.mark.parametrize("arguments", OWN_COMMITS.values(), ids=OWN_COMMITS)
def test_a_branch_with_a_commit_of_someone_else_stays(
    hosted: Path, services: Services, propose: Command, arguments: list[str]
) -> None:
    """Even without a pull request, such as after one that was closed."""
    propose("sync")
    git(hosted, "switch", "--quiet", "public-profile/sync")
    git(hosted, *arguments)
    git(hosted, "push", "--quiet", "--force", "origin", "public-profile/sync")
    before = git(hosted.parent / "host.git", "rev-parse", "public-profile/sync")
    services.works.append(Work("A second paper on nerves", "10.5555/new.2"))
    run = propose("sync")
    assert run.out.splitlines()[-1] == (
        "The branch public-profile/sync has commits of yours. Merge or delete it; the next run then proposes what is missing."
    )
    assert git(hosted.parent / "host.git", "rev-parse", "public-profile/sync") == before


def test_branches_of_the_owner_have_other_names(hosted: Path, services: Services, propose: Command) -> None:
    git(hosted, "push", "--quiet", "origin", "main:sync", "main:import", "main:update")
    assert propose("sync").code == 0
    server = hosted.parent / "host.git"
    assert git(server, "branch", "--format=%(refname:short)").split() == [
        "import",
        "main",
        "public-profile/sync",
        "sync",
        "update",
    ]
    assert len({git(server, "rev-parse", name) for name in ("main", "sync", "import", "update")}) == 1


def test_a_branch_that_was_left_behind_is_replaced(hosted: Path, services: Services, propose: Command) -> None:
    """It has our commit alone, and no pull request."""
    propose("sync")
    services.works.append(Work("A second paper on nerves", "10.5555/new.2"))
    assert propose("sync").code == 0
    assert "A second paper" in git(hosted, "show", "origin/public-profile/sync:sources/publications.csv")


@pytest.mark.parametrize("fails", [False, True], ids=["proposed", "failed"])
def test_titles_are_not_run_as_workflow_commands(hosted: Path, services: Services, propose: Command, fails: bool) -> None:
    """GitHub's runner ignores every command between ``::stop-commands::`` and its token, which nobody can guess."""
    services.works.append(Work("A paper ##[add-mask]o", "10.5555/new.3"))
    if fails:
        services.faults["Crossref"] = lambda asked: Reply(b"", 404)
    run = propose("sync")
    match = re.search(r"(?ms)^::stop-commands::([0-9a-f]{64})$(.*)^::\1::$", run.out + run.err)
    assert match
    assert "A paper ##[add-mask]o" in match[2]
    assert (run.code, "add-mask" in (run.out + run.err).replace(match[2], "")) == (2 if fails else 0, False)


TICKS = "`" * 40


def test_text_in_a_proposal_cannot_end_the_code_block(hosted: Path, services: Services, propose: Command) -> None:
    services.works.append(Work(f"{TICKS} @noa merge this", "10.5555/new.4"))
    assert propose("sync").code == 0
    lines = (hosted / "body").read_text().splitlines()
    assert (lines[0], lines[-1]) == (f"{TICKS}`text", f"{TICKS}`")
    assert [line for line in lines[1:-1] if f"{TICKS}`" in line] == []


def test_a_long_block_is_cut_before_it_is_closed() -> None:
    assert code_block("A paper " * 10_000, "text", 24) == "```text\nA paper A pa\n```"


def test_a_failing_service_fails_the_run(hosted: Path, services: Services, propose: Command) -> None:
    services.faults["Crossref"] = lambda asked: Reply(b"", 404)
    run = propose("sync")
    assert (run.code, "\nx Crossref: It answered 404 Not Found.\n" in run.err) == (2, True)
    assert not (hosted / "asked").exists()


def test_commits_of_the_owner_during_the_run_are_never_overwritten(hosted: Path, services: Services, propose: Command) -> None:
    propose("sync")
    (hosted / "open").write_text("7\n")
    services.works.append(Work("A second paper on nerves", "10.5555/new.2"))
    server = hosted.parent / "host.git"
    commit = git(
        hosted, "commit-tree", "-p", "origin/public-profile/sync", "-m", "A better title", "origin/public-profile/sync^{tree}"
    )
    git(hosted, "push", "--quiet", "origin", f"{commit}:refs/heads/kept")
    hook = f"git --git-dir='{server}' branch --quiet --force public-profile/sync {commit}"
    script(hosted / ".git" / "hooks" / "post-commit", hook)
    run = propose("sync")
    assert (run.code, "stale info" in run.err) == (2, True)
    assert git(server, "rev-parse", "public-profile/sync") == commit


def test_imports_become_a_pull_request_with_every_file(hosted: Path, propose: Command) -> None:
    """A file that is not read has its sentence; files that come while it is open are added, and nothing is doubled."""
    folder = hosted / "imports"
    (folder / "cv.docx").write_bytes(b"PK\x03\x04word/document.xml")
    commit_files(hosted, **{"My refs": "Ultrasound of the wrist"})
    assert propose("import").code == 0
    assert (hosted / "asked").read_text() == search("import") + create("import", "Publications from imports/")
    body = (hosted / "body").read_text()
    assert "Ultrasound of the wrist" in body
    assert [line[: len("imports/cv.docx: ")] for line in body.splitlines() if "cv.docx" in line] == ["imports/cv.docx: "]

    (hosted / "open").write_text("7\n")
    commit_files(hosted, more="Ultrasound of the elbow", again="Ultrasound of the wrist")
    assert propose("import").code == 0
    rows = git(hosted, "show", "origin/public-profile/import:sources/publications.csv").splitlines()[1:]
    assert sorted(row.partition(",")[0] for row in rows) == ["Ultrasound of the elbow", "Ultrasound of the wrist"]

    merge(hosted, "import")
    assert [path.name for path in folder.iterdir()] == ["README.md"]
    assert propose("import").out.strip() == "There is nothing new."


@pytest.mark.parametrize(
    ("count", "size", "message"),
    [(11, 1, "11 files with 0.0 MB"), (1, 20_100_000, "1 file with 20.1 MB")],
    ids=["files", "bytes"],
)
def test_imports_have_a_limit(hosted: Path, propose: Command, count: int, size: int, message: str) -> None:
    for number in range(count):
        with (hosted / "imports" / f"{number}.ris").open("wb") as file:
            file.truncate(size)
    limit = "at most 10 files with 20 MB can be imported at a time. Delete some, and upload them again later."
    assert propose("import") == Run(2, "", f"::error::imports/ has {message}; {limit}\n")


def test_a_setting_that_forbids_pull_requests_is_named(hosted: Path, propose: Command) -> None:
    (hosted / "refusal").write_text(FORBIDDEN)
    (hosted / "imports" / "refs.ris").write_text(RIS.format(title="Ultrasound of the wrist"))
    run = propose("import")
    assert (run.code, run.err) == (
        2,
        "::error::Turn on *Allow GitHub Actions to create and approve pull requests*, at the end of "
        "https://github.com/noa/profile/settings/actions, click *Save*, and run this again.\n",
    )


def updatable(repository: Path, software: Path, news: str) -> tuple[str, str]:
    """Pin the first of two versions, and return the commit and the line that pins the second."""
    (repository / "software.txt").write_text(release(software, FIRST))
    (repository / "Makefile").write_text(FIRST["pipeline/template/Makefile"])
    git(repository, "commit", "--quiet", "--all", "--message=The first version")
    changelog = f"# Changelog\n\n### For owners\n\n- {news}\n"
    workflow = {"pipeline/template/dot-github/workflows/new.yml": "name: New\n"}
    newest = release(software, SECOND | workflow | {"CHANGELOG.md": changelog})
    git(software, "tag", "v1.1.0")
    return git(repository, "rev-parse", "HEAD"), newest


def test_a_long_text_is_cut(hosted: Path, software: Path, propose: Command) -> None:
    """GitHub takes at most 65,536 characters."""
    updatable(hosted, software, "News. " * 11_000)
    assert propose("update").code == 0
    assert len((hosted / "body").read_text()) == 60_000


def test_an_update_can_be_taken_back(hosted: Path, software: Path, propose: Command) -> None:
    """The text says what is new, and shows the workflow that only the owner can write. Reverted, every file is back."""
    before, newest = updatable(hosted, software, "Pages have a photo.")
    assert propose("update").code == 0
    assert (hosted / "asked").read_text() == search("update") + create("update", "New version of the software")
    lines = (hosted / "body").read_text().splitlines()
    assert (lines[0], "- Pages have a photo." in lines) == ("Moved to v1.1.0.", True)
    assert lines[-5:] == [
        "`.github/workflows/new.yml` has a new version, which GitHub lets only you write:",
        "",
        "```yaml",
        "name: New",
        "```",
    ]
    commit = merge(hosted, "update")
    assert (hosted / "software.txt").read_text() == newest
    assert git(hosted, "ls-files", ".github/workflows/new.yml") == ""
    git(hosted, "revert", "--no-edit", "--mainline=1", commit)
    assert git(hosted, "diff", before, "HEAD") == ""


def test_an_update_says_how_to_move_the_workflows(
    hosted: Path, software: Path, propose: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each, only the commit changes: no file has to be copied."""
    put_on_github(software, monkeypatch)
    updatable(hosted, software, "Pages have a photo.")
    pin = (hosted / "software.txt").read_text().replace(software.as_uri(), GITHUB)
    (hosted / "software.txt").write_text(pin)
    shutil.rmtree(hosted / ".github")
    write_files(hosted, {".github/workflows/check.yml": f"{CALL}{pin.strip()[-40:]}\n"})
    git(hosted, "add", "--all")
    git(hosted, "commit", "--quiet", "--message=On GitHub")
    assert propose("update").code == 0
    lines = (hosted / "body").read_text().splitlines()
    assert [line for line in lines if "check.yml" in line] == []
    assert lines[-1] == (
        "Your workflows still run the steps of the previous version. GitHub lets only you change them: merge this, run "
        "`make update` on your computer, then `make publish`."
    )
