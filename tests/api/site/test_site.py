"""The static site: the published data as files, for hosts that serve nothing else."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from lxml import html
from openapi_spec_validator import validate

from api.application import create_application
from api.settings import from_environment
from api.site import written_site
from bench.programs import WRITE_SITE
from pipeline.build import build
from pipeline.images.fonts import site_fonts
from tests.conftest import ROOT, Run
from tests.support.languages import remove_hebrew
from tests.support.messages import edit, write
from tests.support.site import Site, serving
from tests.support.static_site import BASE, broken_links, example_site, file_server, files, write_site

pytestmark = pytest.mark.slow


def can_mount() -> bool:
    return shutil.which("unshare") is not None and subprocess.run(["unshare", "-rm", "true"], check=False).returncode == 0


@pytest.fixture(scope="module")
def site(example_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return example_site(example_database, tmp_path_factory)


def written_from(sources: Path, folder: Path) -> Path:
    database, out = folder / "profile.db", folder / "public"
    assert build(sources, database).outcome == "built"
    done = write_site(database, out, BASE)
    assert done.code == 0, done.err
    return out


def test_every_link_leads_to_a_file(site: Path) -> None:
    assert broken_links(site, BASE) == []


def test_every_link_of_a_site_in_one_language_leads_to_a_file(folder: Path, tmp_path: Path) -> None:
    remove_hebrew(folder)
    out = written_from(folder, tmp_path)
    assert broken_links(out, BASE) == []
    assert f"{BASE}/he" not in (out / "llms.txt").read_text()


def test_every_document_and_answer_is_a_file(site: Path) -> None:
    """With what no link and no description names: pages of errors, formats of a publication, files for hosts and crawlers."""
    written = set(files(site))
    assert written >= {
        *("404.html", "he/404.html", "_headers", "_redirects", ".nojekyll"),
        *("index.md", "he/index.md", "publications.md", "he/cv.md", "embed/index.html"),
        *(f"api/publications/10.5555/msk.2025.007{ending}" for ending in (".json", ".bib", ".ris", ".csl.json", ".jsonld")),
        *("sitemap.xml", "robots.txt", "llms.txt", ".well-known/security.txt", ".well-known/api-catalog"),
    }
    assert [name for name in written if "oauth" in name or "status" in name] == []


def test_the_fonts_are_files_with_their_license(site: Path) -> None:
    fonts = dict(site_fonts({"Hebr"}))
    assert len(fonts) == 9
    assert {name: (site / "assets" / name).read_bytes() for name in fonts} == fonts


@pytest.fixture(scope="module")
def service(example_database: Path) -> Site:
    return serving(example_database, BASE)


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("/api/services", "api/services.json"),
        ("/api/publications?limit=1000", "api/publications.json"),
        ("/api/publications/10.5555%2Fmsk.2025.007", "api/publications/10.5555/msk.2025.007.json"),
        ("/api/publications/10.5555%2Fmsk.2025.007?format=bibtex", "api/publications/10.5555/msk.2025.007.bib"),
        ("/api/data/publications.csv", "api/data/publications.csv"),
        ("/he/contact.vcf", "he/contact.vcf"),
        ("/he/embed/publications?limit=1000", "he/embed/publications.html"),
        ("/profile.db", "profile.db"),
    ],
)
def test_answers_are_those_of_the_service(site: Path, service: Site, address: str, file: str) -> None:
    answers = (service.get(address).content, (site / file).read_bytes())
    answer, written = (re.sub(rb'"landingPage": ".*"|href="https://me.*?"', b"", content) for content in answers)
    assert answer == written


def test_the_service_has_the_addresses_of_all_json_files(site: Path, service: Site) -> None:
    """Each answers as the address without the ending does, to which it links."""
    rewrites = [line.split()[:2] for line in (site / "_redirects").read_text().splitlines()]
    answers = {file: service.get(file) for _, file in rewrites}
    assert {file: answer.content for file, answer in answers.items()} == {
        file: service.get(address).content for address, file in rewrites
    }
    links = {file: answer.headers["link"].rpartition(", ")[2] for file, answer in answers.items()}
    assert links == {file: f'<{BASE}{address.replace("10.5555/", "10.5555%2F")}>; rel="canonical"' for address, file in rewrites}


def test_the_service_has_the_addresses_of_all_pages(site: Path, service: Site) -> None:
    pages = [name for name in files(site) if name.endswith("/index.html")]
    assert sum(name.startswith("publications/") for name in pages) == 13 + 1
    statuses = {name: service.get("/" + quote(name.removesuffix("index.html"))).status_code for name in pages}
    assert statuses == dict.fromkeys(pages, 200)


def test_its_description_promises_only_files(site: Path) -> None:
    """No query parameter, no error that a server would give, and every path of it is there."""
    document = json.loads((site / "api/openapi.json").read_text())
    validate(document)
    assert "folder of files" in document["info"]["description"]
    assert document["paths"]["/api/services.json"]["get"]["summary"] == "All clinical services with English and Hebrew names."
    operations = {path: operations["get"] for path, operations in document["paths"].items()}
    assert [path for path in operations if not (site / path.lstrip("/")).is_file()] == ["/api/publications/{doi}.json"]
    parameters = [(path, each["in"]) for path, operation in operations.items() for each in operation.get("parameters", ())]
    assert parameters == [("/api/publications/{doi}.json", "path")]
    assert {status for operation in operations.values() for status in operation["responses"]} == {"200"}
    assert document["components"].keys() == {"schemas"}
    assert {"Status", "Error"} & document["components"]["schemas"].keys() == set()
    assert "Accept" not in (site / "llms.txt").read_text()
    index = json.loads((site / "api/index.json").read_text())
    assert {endpoint["path"] for endpoint in index["endpoints"]} - {"/api/index.json"} <= set(document["paths"])


def test_the_console_of_a_static_site_shows_all_requests(site: Path) -> None:
    page = html.document_fromstring((site / "api/docs/index.html").read_bytes())
    assert [address.partition("/api/")[2] for address in page.xpath("//@data-answer")] == [
        *("index.json", "profile.json", "publications.json", "publications/10.5555/msk.2025.007.json", "clinic.json"),
        *("services.json", "research.json", "export.csv", "openapi.json"),
    ]


def test_pages_have_their_policy_where_hosts_send_no_headers(site: Path, service: Site) -> None:
    """The second element of the head is the header without what a meta element cannot have."""
    named = {name: body.decode() for name, body in files(site).items() if name.endswith(".html")}
    pages = {name: html.document_fromstring(text) for name, text in named.items() if "embed/publications" not in name}
    policies = {name: page.xpath("//head/*[2][@http-equiv='Content-Security-Policy']/@content") for name, page in pages.items()}
    page, console = (service.get(path).headers["content-security-policy"].split("; ") for path in ("/", "/api/docs"))
    assert page.pop() == console.pop() == "frame-ancestors 'none'"
    assert policies == {name: ["; ".join(console if name == "api/docs/index.html" else page)] for name in pages}
    assert service.page("/").xpath("//meta[@http-equiv]") == []


def test_hosts_get_rules_that_never_overlap(site: Path) -> None:
    """Cloudflare Pages joins the headers of all rules that fit an address, and takes 100 rules and 2,000 rewrites."""
    rules = [block.splitlines() for block in re.split(r"\n(?=/)", (site / "_headers").read_text())]
    assert [rule[0] for rule in rules if "*" in rule[0] or "publications/" in rule[0]] == ["/*"]
    assert ["/contact.vcf", "  Content-Type: text/vcard; charset=utf-8"] in rules
    assert {Path(rule[0]).suffix for rule in rules} == {
        *("", ".atom", ".bib", ".csv", ".db", ".jsonld", ".md", ".ris", ".txt", ".vcf", ".webmanifest", ".xml"),
        ".json",  # CSL-JSON has a type of its own
    }
    attached = '  Content-Disposition: attachment; filename="publications.csv"'
    assert ["/api/export.csv", "  Content-Type: text/csv; charset=utf-8; header=present", attached] in rules
    assert "  Access-Control-Allow-Origin: *" in rules[0]
    assert "Content-Type" not in "".join(rules[0][1:]).replace("X-Content-Type", "")
    rewrites = (site / "_redirects").read_text().splitlines()
    assert rewrites[:2] == ["/api /api/index.json 200", "/api/profile /api/profile.json 200"]
    assert rewrites[8] == "/api/publications/10.5555/msk.2025.007 /api/publications/10.5555/msk.2025.007.json 200"
    assert len(rewrites) == 8 + 13


def test_writing_it_again_changes_nothing(example_database: Path, site: Path, tmp_path: Path) -> None:
    """Files of other programs stay."""
    again = tmp_path / "again"
    shutil.copytree(site, again)
    write(again, "CNAME", "me.example.org")
    times = {path: path.stat().st_mtime_ns for path in again.rglob("*.html")}
    assert write_site(example_database, again, BASE).out.endswith(" files, 0 changed.\n")
    assert {path: path.stat().st_mtime_ns for path in again.rglob("*.html")} == times
    assert files(again) == {**files(site), "CNAME": b"me.example.org"}


def test_only_what_changed_is_written_and_what_is_gone_is_removed(sources: Path, site: Path, tmp_path: Path) -> None:
    out = tmp_path / "public"
    shutil.copytree(site, out)
    shutil.rmtree(out / "publications" / "10.5555" / "msk.2019.009")  # by hand, which must not stop the next run
    edit(sources, "publications.csv", "10.5555/msk.2019.009", "10.5555/msk.2019.010")
    written_from(sources, tmp_path)
    before, after = files(site), files(out)
    gone = {name for name in before if "10.5555/msk.2019.009" in name}
    assert len(gone) == 7
    assert before.keys() - after.keys() == gone
    assert not (out / "publications" / "10.5555" / "msk.2019.009").exists()
    assert after["api/research.json"] == before["api/research.json"]


@pytest.mark.parametrize("name", ["notes.txt", ".site"])
def test_a_folder_of_others_is_never_touched(resident_database: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "own").mkdir()
    write(tmp_path / "own", name, "mine")
    done = write_site(resident_database, tmp_path / "own")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"{tmp_path}/own has files that this command did not write. Name a new or an empty folder.\n"
    assert files(tmp_path / "own") == {name: b"mine"}


@pytest.mark.parametrize(
    ("listed", "link", "name"),
    [
        ("../mine/file", "", "{out}/../mine/file"),
        ("{mine}/file", "", "{mine}/file"),
        ("old/file", "old", "{out}/old/file"),
        ("", "robots.txt", "{out}/robots.txt"),
        ("", "cv", "{out}/cv/index.html"),
    ],
    ids=["above", "absolute", "a folder that is a link", "a new file that is a link", "a new folder that is a link"],
)
def test_nothing_outside_the_folder_is_touched(
    resident_database: Path, tmp_path: Path, listed: str, link: str, name: str
) -> None:
    """Whatever its list of files names, and wherever links lead."""
    out, mine = tmp_path / "public", tmp_path / "mine"
    out.mkdir()
    mine.mkdir()
    write(mine, "file", "mine")
    write(out, ".site-files", listed.format(mine=mine))
    if link:
        (out / link).symlink_to(mine)
    done = write_site(resident_database, out)
    reason = "part of it is a symbolic link or .site-files was edited"
    where = name.format(out=out, mine=mine)
    assert done == Run(2, "", f"{where} could be outside {out}, because {reason}. Name a new folder.\n")
    assert (files(mine), [*files(out)]) == ({"file": b"mine"}, [".site-files"])


@pytest.mark.parametrize("end", ["\n", "\r", "\x0b", "\x85", "\u2028"], ids=ascii)
def test_a_doi_in_the_database_names_no_file_of_others(resident_database: Path, tmp_path: Path, end: str) -> None:
    """With a line break, which no check accepts: what would follow it in the list of files stays, here and in the next run."""
    out, database = tmp_path / "public", tmp_path / "profile.db"
    shutil.copy(resident_database, database)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("update publications set doi = ? where id = 1", (f"10.5555/a{end}mine",))
        connection.commit()
    assert write_site(database, out).code == 0
    assert [name for name in files(out) if name.splitlines() != [name]] == []
    (out / "mine").mkdir()
    write(out / "mine", "index.html", "mine")
    assert write_site(resident_database, out).code == 0
    assert (out / "mine" / "index.html").read_text() == "mine"


def test_without_a_database_nothing_is_written(tmp_path: Path) -> None:
    done = write_site(tmp_path / "none.db", tmp_path / "public")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("The database does not exist yet.")
    assert not (tmp_path / "public").exists()


def test_a_page_that_fails_is_named_and_the_folder_stays(example_database: Path, site: Path, tmp_path: Path) -> None:
    """With the row of the publication, in both languages, and without a traceback."""
    out = tmp_path / "public"
    shutil.copytree(site, out)
    write(tmp_path, "publication.html", "{{ 1 // (publication.year - 2019) }}")
    done = write_site(example_database, out, PROFILE_TEMPLATES=str(tmp_path))
    row = "publications.csv, the row of 10.5555/msk.2019.009: ZeroDivisionError: integer division or modulo by zero"
    pages = [f"{path}/10.5555%2Fmsk.2019.009: {row}" for path in ("/publications", "/he/publications")]
    assert done == Run(1, "", "\n".join([f"{out} was left unchanged, because of these problems:", *pages, ""]))
    assert files(out) == files(site)


def test_a_pdf_that_fails_is_named_with_the_message_of_typst(
    resident_database: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write(tmp_path, "cv.typ", '#panic("no room")')
    done = write_site(resident_database, tmp_path / "public", PROFILE_TEMPLATES=str(tmp_path))
    assert caplog.messages[0].startswith("/cv.pdf cannot be made: error: panicked with: no room ")
    assert (done.code, done.err.splitlines()[-1]) == (1, "/cv.pdf: The PDF of the CV cannot be made. The reason was logged.")


# Writes the site of a database into a copy of an older site, on a disk with room for 1 MB more.
FULL_DISK = """
old="$1" disk="$2" program="$3" script="$4"
mount -t tmpfs -o size=$(($(du -sk "$old" | cut -f 1) + 1000))k tmpfs "$disk"
cp -a "$old" "$disk/public"
"$program" -c "$script" "$disk/public"
echo $?
diff -rq "$old" "$disk/public"
"""


@pytest.mark.skipif(not can_mount(), reason="may not mount a disk")
def test_a_full_disk_leaves_the_folder_as_it_was(resident_database: Path, example_database: Path, tmp_path: Path) -> None:
    """Though there is room for many of the new files."""
    assert write_site(resident_database, tmp_path / "old").code == 0
    (tmp_path / "disk").mkdir()
    command = ["unshare", "-rm", "sh", "-c", FULL_DISK, "-", f"{tmp_path}/old", f"{tmp_path}/disk", sys.executable, WRITE_SITE]
    environment = {**os.environ, "PROFILE_DB": str(example_database)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, check=False)
    assert (done.returncode, done.stdout) == (0, "2\n")
    assert done.stderr == f"{tmp_path}/disk/public cannot be written: No space left on device.\n"


def test_a_run_waits_for_another_one(resident_database: Path, tmp_path: Path) -> None:
    assert write_site(resident_database, tmp_path / "public").code == 0
    expected = files(tmp_path / "public")
    application = create_application(replace(from_environment(), database=resident_database))
    with ThreadPoolExecutor() as threads:
        codes = [*threads.map(lambda _: written_site.write_site(application, tmp_path / "public"), range(2))]
    assert (codes, files(tmp_path / "public")) == ([0, 0], expected)


def test_a_folder_that_cannot_be_written_is_named(resident_database: Path, tmp_path: Path) -> None:
    write(tmp_path, "file", "mine")
    done = write_site(resident_database, tmp_path / "file" / "public")
    assert done == Run(2, "", f"{tmp_path}/file/public cannot be written: Not a directory.\n")


def test_of_many_failures_the_first_are_named(example_database: Path, tmp_path: Path) -> None:
    write(tmp_path, "publication.html", "{{ 1 // 0 }}")
    write(tmp_path, "profile.html", "{{ 1 // 0 }}")
    lines = write_site(example_database, tmp_path / "public", PROFILE_TEMPLATES=str(tmp_path)).err.splitlines()[1:]
    assert [line for line in lines[:-1] if ": publications.csv, the row of 10.5555/" not in line] == []
    assert (len(lines), lines[-1]) == (11, "and 18 more")


ODD = (
    *("10.5555/a/../b", "10.5555/a//b", f"10.5555/{'x' * 250}", "10.5555/a.json"),
    *("10.5555/a<b>c%d", "10.5555/b#c?", "10.5555/index.html/c", "10.5555/é"),
)


def test_odd_dois_have_files_and_links(folder: Path, tmp_path: Path) -> None:
    """A segment that no folder can have becomes a hash; the others are percent-encoded in links alone."""
    rows = "".join(f'Title {number},Example N,Journal,2021,"{doi}"\n' for number, doi in enumerate(ODD))
    write(folder, "publications.csv", "title,authors,journal,year,doi\n" + rows)
    out = written_from(folder, tmp_path)
    assert broken_links(out, BASE) == []
    assert len([name for name in files(out) if name.startswith("publications/10.5555/")]) == len(ODD)
    assert (out / "publications/10.5555/a<b>c%d/index.html").is_file()
    assert [name for name in files(out) if "#" in name or "?" in name] == []
    with file_server(out) as address:
        assert httpx.get(f"{address}/api/publications/10.5555%2Fa%3Cb%3Ec%25d.json").json()["doi"] == "10.5555/a<b>c%d"
