"""``make site`` in a department: the sites of its people, and what it makes of their public documents."""

import re
import shutil
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from cli.department import site
from tests.support.department import BASE, make_department, of_person, page, read, specialties, text, write_department, written
from tests.support.markup import texts
from tests.support.messages import append, edit, write
from tests.support.static_site import broken_links, files

pytestmark = pytest.mark.slow


def test_every_link_leads_to_a_file(built: Path) -> None:
    """The address of a person's site may be without a slash at the end, as base_url is."""
    assert [link for link in broken_links(built / "public", BASE) if not link.endswith(("org/dana", "org/yael"))] == []


def test_each_person_has_an_ordinary_site_in_the_color_of_the_department(built: Path) -> None:
    names = set(of_person(built, "yael"))
    assert names >= {
        "index.html",
        "he/cv.pdf",
        "api/publications.json",
        "sitemap.xml",
        "robots.txt",
        "assets/style.css",
        "_headers",
    }
    home = page(built, "yael/he")
    assert home.xpath("//link[@rel='canonical']/@href") == [f"{BASE}/yael/he/"]
    assert home.xpath("//link[@rel='stylesheet']/@href")[0].startswith("/yael/assets/style.css?")
    assert "Department of Examples" not in text(built, "yael/index.html")
    assert "--brand: #7a1f5c" in text(built, "dana/assets/style.css")


def test_what_hosts_read_only_at_the_root(built: Path) -> None:
    redirects = text(built, "_redirects").splitlines()
    assert "/yael/api/profile /yael/api/profile.json 200" in redirects
    assert "publications/" in redirects[-1]
    assert text(built, ".well-known/security.txt").splitlines() == [
        "Contact: mailto:dana@example.org",
        "Contact: mailto:yael@example.org",
        "Expires: 9998-01-01T00:00:00Z",
        f"Canonical: {BASE}/.well-known/security.txt",
    ]
    catalog, *apis = read(built, ".well-known/api-catalog")["linkset"]
    assert catalog["item"] == [{"href": f"{BASE}/{slug}/api/index.json"} for slug in ("dana", "yael")]
    assert [api["anchor"] for api in apis] == [f"{BASE}/{slug}/api/index.json" for slug in ("dana", "yael")]
    assert text(built, "robots.txt").splitlines() == [
        "User-agent: *",
        "Content-Signal: search=yes, ai-input=yes, ai-train=no",
        "Disallow: /oauth/",
        "Disallow: /*/embed/",
        "Allow: /",
        "",
        f"Sitemap: {BASE}/sitemap.xml",
        f"Sitemap: {BASE}/dana/sitemap.xml",
        f"Sitemap: {BASE}/yael/sitemap.xml",
    ]


def test_a_header_rule_holds_for_everyone_and_no_file_has_two(built: Path) -> None:
    """Hosts join the values of two rules, and Cloudflare Pages only reads 100 rules."""
    headers = text(built, "_headers")
    assert (headers.count("/*\n"), "dana" in headers) == (1, False)
    rules = re.findall("(?m)^/(.+)\n  Content-Type: (.+)$", headers)
    patterns = [(re.escape(path).replace(":person", "[^/]+"), media_type) for path, media_type in rules]
    types = {
        name: [media_type for pattern, media_type in patterns if re.fullmatch(pattern, name)] for name in files(built / "public")
    }
    assert [name for name, each in types.items() if len(each) > 1] == []
    assert types["dana/feed.atom"] == types["feed.atom"] == ["application/atom+xml; charset=utf-8"]
    csv = "  Content-Type: text/csv; charset=utf-8; header=present\n"
    assert f'/:person/api/export.csv\n{csv}  Content-Disposition: attachment; filename="publications.csv"\n' in headers
    assert types["yael/he/index.md"] == ["text/markdown; charset=utf-8"]


@pytest.mark.parametrize(("path", "name"), [(".", "Department of Examples"), ("he", "המחלקה לדוגמאות")])
def test_the_home_page_has_name_and_address(built: Path, path: str, name: str) -> None:
    shown = page(built, path)
    assert (texts(shown, "//h1"), texts(shown, "//p[@class='lead']")) == ([name], ["1 Example Street, Example City"])


def test_the_people_by_family_name(built: Path) -> None:
    assert texts(page(built, "."), "//ul[@class='people']//h2") == ["Prof. Yael Ben-Ami", "Dr. Dana Sample"]
    hebrew = page(built, "he")
    assert hebrew.xpath("//ul[@class='people']//h2/a/@href") == ["/dana/", "/yael/he/"]


@pytest.mark.parametrize("path", [".", "he"])
def test_a_card_shows_the_photo_or_a_monogram(built: Path, path: str) -> None:
    shown = page(built, path)
    assert shown.xpath("//ul[@class='people']//img/@src") == [urlsplit(read(built, "yael/api/profile.json")["photo"]).path]
    assert texts(shown, "//ul[@class='people']//*[contains(@class, 'monogram')]") == ["DS"]


def test_people_as_json_are_what_they_publish(built: Path) -> None:
    dana, yael = read(built, "people.json")["people"]
    assert dana == {"slug": "dana", "url": f"{BASE}/dana/", "profile": read(built, "dana/api/profile.json")}
    assert yael["groups"] == ["Headache"]
    assert yael["clinic"] == read(built, "yael/api/clinic.json")


def test_the_joint_list_has_each_paper_once_with_its_notice(built: Path) -> None:
    document = read(built, "publications.json")
    [joint] = [each for each in document["publications"] if each["title"] == "Headache after COVID-19"]
    assert (joint["year"], joint["notice"]) == (2022, "corrected 2023-04")
    assert joint["people"] == [
        {"slug": "yael", "url": f"{BASE}/yael/", "author": "Ben-Ami Y"},
        {"slug": "dana", "url": f"{BASE}/dana/"},
    ]
    shown = page(built, "publications")
    assert texts(shown, "//ol//h3") == [each["title"] for each in document["publications"]]
    [item] = shown.xpath("//li[.//a='Headache after COVID-19']")
    assert texts(item, ".//p[contains(@class, 'notice')]")[0].startswith("Corrected")
    links = page(built, "he/publications").xpath("//li[.//a='Headache after COVID-19']//a/@href")
    assert "/yael/he/publications/10.5555/neuro.2022.7/" in links
    assert "/yael/he/" in links
    feed = text(built, "feed.atom")
    assert feed.count("[Corrected] Headache after COVID-19</title>") == 1
    assert f'<link rel="alternate" href="{BASE}/yael/publications/10.5555/neuro.2022.7/" type="text/html" />' in feed
    assert text(built, "api/export.bib").count("Headache after {COVID-19}") == 1


def test_only_people_who_changed_are_written_again(copy: Path) -> None:
    sources = copy / "sources"
    assert written(write_department(sources)) == []
    shutil.rmtree(copy / "public" / "dana")
    assert written(write_department(sources)) == ["dana"]
    before = of_person(copy, "yael")
    edit(sources / "people" / "dana", "profile.yaml", "Internal medicine", "Nephrology")
    assert written(write_department(sources)) == ["dana"]
    assert (of_person(copy, "yael"), specialties(copy)[0]) == (before, "Nephrology")
    edit(sources, "department.yaml", "7a1f5c", "0b4a8a")
    assert written(write_department(sources)) == ["dana", "yael"]


def test_a_new_paper_is_in_the_joint_list(copy: Path) -> None:
    append(copy / "sources" / "people" / "dana", "publications.csv", "Salt and sleep,Sample D,Journal,2024,10.5555/new\n")
    assert written(write_department(copy / "sources")) == ["dana"]
    names = ("publications.json", "publications/index.html", "he/publications/index.html", "feed.atom", "api/export.ris")
    assert [name for name in names if "Salt and sleep" not in text(copy, name)] == []


def test_someone_who_has_left_is_in_no_list_and_the_pages_stay(copy: Path) -> None:
    sources, before = copy / "sources", of_person(copy, "dana")
    append(sources, "department.yaml", "  dana:\n    until: 2026-01-31\n")
    edit(sources / "people" / "dana", "profile.yaml", "Internal medicine", "Nephrology")
    assert written(write_department(sources)) == []
    shutil.rmtree(sources / "people" / "dana")
    assert write_department(sources).code == 0
    assert (specialties(copy), of_person(copy, "dana")) == (["Neurology, headache and epilepsy"], before)
    assert "Sodium in soup" not in text(copy, "publications.json")
    assert [name for name in ("robots.txt", "sitemap.xml", "index.html", "feed.atom") if "dana" in text(copy, name)] == []
    assert "/dana/api/profile /dana/api/profile.json 200" in text(copy, "_redirects")


def test_someone_whom_the_department_no_longer_names_is_removed(copy: Path) -> None:
    shutil.rmtree(copy / "sources" / "people" / "dana")
    assert write_department(copy / "sources").code == 0
    assert not (copy / "public" / "dana").exists()
    assert specialties(copy) == ["Neurology, headache and epilepsy"]


def test_the_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "public").mkdir()
    write(tmp_path / "public", "notes.txt", "mine")
    done = write_department(make_department(tmp_path / "sources"))
    assert (done.code, list(files(tmp_path / "public"))) == (2, ["notes.txt"])
    assert done.err.endswith("public has files that this command did not write. Name a new or an empty folder.\n")


def test_a_foreign_site_in_a_subfolder_stays(copy: Path) -> None:
    shutil.copytree(copy / "public" / "dana", copy / "public" / "conference")
    assert write_department(copy / "sources").code == 0
    assert of_person(copy, "conference") == of_person(copy, "dana")


def test_more_files_than_a_host_takes_are_a_warning(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "MAX_HOSTED_FILES", 100)
    assert "\nwarning: Cloudflare Pages accepts at most 100 files.\n" in write_department(copy / "sources").out


@pytest.mark.parametrize(("surplus", "warnings"), [(0, 0), (1, 1)])
def test_more_redirects_than_a_host_reads_are_a_warning(
    copy: Path, monkeypatch: pytest.MonkeyPatch, surplus: int, warnings: int
) -> None:
    """Papers come last in the file."""
    lines = (copy / "public" / "_redirects").read_text().splitlines()
    limit = len(lines) - surplus
    monkeypatch.setattr(site, "MAX_REDIRECTS", limit)
    done = write_department(copy / "sources")
    sentence = f"warning: Cloudflare Pages reads {limit} redirects. Some addresses in api/publications need .json."
    shown = [line for line in done.out.splitlines() if line.startswith("warning: Cl")]
    assert (shown, "/api/publications/" in lines[-1]) == ([sentence] * warnings, True)
