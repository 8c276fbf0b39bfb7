"""PROFILE_TEMPLATES: a folder whose templates and assets replace those that ship."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from falcon.testing import TestClient
from jinja2 import meta, nodes

from api.application import create_app, create_application
from api.pages.templates import environment, template_errors
from api.settings import Settings
from api.text_files import TEMPLATES_FOLDER
from tests.conftest import ROOT, Run, Server, run_python
from tests.support.markup import texts
from tests.support.messages import edit
from tests.support.site import Site, serving, serving_edited


def test_files_of_the_folder_replace_those_that_ship(site: Site, example_database: Path, tmp_path: Path) -> None:
    """All others stay; a changed style sheet has another address; files that are no asset are not served."""
    (tmp_path / "style.css").write_text("""/* it's mine */\n  h1/* all */ b { content: "/*" '/*'; color: red }""")
    (tmp_path / "today.js").write_text("""// mine\n/** Adds\n * two. */\n  f("//a"); // b\n  g(`/** c */`);\n""")
    (tmp_path / "publications.html").write_text("<p>{{ total }} works</p>")
    (tmp_path / "publication.md").write_text("{{ publication.title | markdown }}: {{ publication.article_url }}")
    (tmp_path / "notes.txt").write_text("{% not a template")
    assert template_errors(tmp_path) == []
    own = serving(example_database, templates=tmp_path)
    assert own.get("/assets/style.css").text.rpartition("\n")[2] == """h1 b { content: "/*" '/*'; color: red }"""
    assert own.get("/assets/today.js").text == """f("//a"); // b\ng(`/** c */`);\n"""
    assert texts(own.page("/publications"), "//p") == ["13 works"]
    document = own.page("/")
    assert texts(document, "//h1") == ["Dr. Noa Example MD, PhD"]
    markdown = own.get("/publications/10.5555%2Fmsk.2021.001", Accept="text/markdown")
    assert markdown.text == "Sonography of the median nerve: https://journals.example.org/msk/2021/001"
    address = "//link[@rel='stylesheet']/@href"
    assert texts(document, address) != texts(site.page("/"), address)
    refused = own.get("/assets/notes.txt")
    assert (refused.status_code, refused.json()["error"]) == (404, "not_found")


def test_the_words_in_the_readme_replace_those_that_ship(example_database: Path, tmp_path: Path) -> None:
    [words] = re.findall(r"```json\n(.*?)\n```", (TEMPLATES_FOLDER / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "en.json").write_text(words, encoding="utf-8")
    headings = texts(serving(example_database, templates=tmp_path).page("/"), "//h2")
    assert ("What we offer" in headings, "Services" in headings, "Research" in headings) == (True, False, True)


def test_the_accent_color(site: Site, tmp_path: Path) -> None:
    """The value in site.yaml changes the style sheet, and its address with it; tests of the pipeline have the images."""
    own = serving_edited(tmp_path, lambda folder: edit(folder, "site.yaml", "#0b6260", "#7a1f5c"))
    expected = site.get("/assets/style.css").text.replace("#0b6260", "#7a1f5c")
    assert own.get("/assets/style.css").text == expected != site.get("/assets/style.css").text
    address = "//link[@rel='stylesheet']/@href"
    assert texts(own.page("/"), address) != texts(site.page("/"), address)


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("profile.html", b"<h1>\n{{ profile.name }</h1>", ", line 2: unexpected '}'"),
        ("publication.md", b"{% if %}", ", line 1: Expected an expression, got 'end of statement block'"),
        ("llms.txt", b"{{", ", line 1: unexpected 'end of template'"),
        ("page.html", b"\xff", ": it is not saved as UTF-8."),
        ("en.json", b"{", ": it is not JSON (unexpected end of data: line 1 column 2 (char 1))."),
        ("en.json", b"\xff", ": it is not JSON (str is not valid UTF-8: surrogates not allowed: line 1 column 1 (char 0))."),
        ("en.json", b"[]", ": it must have lines of the form “name”: “text”."),
        ("en.json", b'{"services": {"other": "Offers"}}', ": “services” must be a text."),
        ("en.json", b'{"all_authors": "All"}', ": “all_authors” must be {“other”: “text”}."),
        ("en.json", b'{"all_authors": {"one": "All"}}', ": “all_authors” must be {“other”: “text”}."),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, name: str, content: bytes, error: str) -> None:
    (tmp_path / name).write_bytes(content)
    assert template_errors(tmp_path) == [f"{tmp_path / name}{error}"]


def test_the_locks_of_editors_are_ignored(example_database: Path, tmp_path: Path) -> None:
    """Emacs makes a link to nothing beside a file that it edits."""
    (tmp_path / ".#page.html").symlink_to("owner@laptop.1234")
    application = create_application(Settings(example_database, templates=tmp_path))
    assert TestClient(create_app(application)).simulate_get("/").status_code == 200


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "page.html").symlink_to("nowhere.html")
    with pytest.raises(SystemExit) as ended:
        create_application(Settings(tmp_path / "profile.db", templates=tmp_path))
    assert ended.value.code == f"{tmp_path / 'page.html'} cannot be used: No such file or directory."


@pytest.mark.slow
def test_an_upgrade_in_place_does_not_reach_a_running_process(
    example_database: Path, serve: Callable[..., Server], server: Server, tmp_path: Path
) -> None:
    """Its templates, style sheets and phrases have the version of its code, even on pages that nobody has requested yet."""
    paths = ("/", "/he", "/cv", "/cv.pdf", "/publications.md", "/assets/style.css", "/sitemap.xml", "/llms.txt")
    for package in ("api", "db", "look"):
        shutil.copytree(ROOT / package, tmp_path / "software" / package, ignore=shutil.ignore_patterns("*.db", "fonts-*"))
    old = serve(example_database, cwd=tmp_path / "software")
    for folder in ("api/templates", "api/assets", "look/phrases"):
        for path in (tmp_path / "software" / folder).glob("*.*"):
            path.write_text("{{ an.attribute.of.the.new.version }}")
    assert {path: old.get(path).content for path in paths} == {path: server.get(path).content for path in paths}


def test_the_service_does_not_start_with_a_broken_template(tmp_path: Path) -> None:
    """The owner sees the error before a visitor does."""
    (tmp_path / "profile.html").write_text("{{")
    done = run_python("-c", "import api; api.app", PROFILE_TEMPLATES=str(tmp_path))
    assert done == Run(1, "", f"{tmp_path / 'profile.html'}, line 1: unexpected 'end of template'\n")


def test_the_readme_lists_the_variables_of_each_template() -> None:
    """What a template uses is described for all pages or for this template, and nothing else is."""
    readme = (TEMPLATES_FOLDER / "README.md").read_text(encoding="utf-8")
    rows = [row.split("|")[1:-1] for row in readme.splitlines() if row.startswith("| `")]
    common = set().union(*(names(row[0]) for row in rows if len(row) == 2))
    described = {name: names(row[2]) for row in rows if len(row) == 3 for name in re.findall(r"`([\w.]+)`", row[0])}
    paths = [*TEMPLATES_FOLDER.iterdir(), *(ROOT / "cli" / "department" / "templates").glob("*.html")]
    used = {path.name: variables(path) for path in paths if path.name != "README.md"}
    assert set(described) == set(used)
    assert {name: missing for name, found in used.items() if (missing := found - common - described[name])} == {}
    assert common.union(*described.values()) - set().union(*used.values()) == set()


def names(cell: str) -> set[str]:
    return set(re.findall(r"`(\w+)(?:\([^`]*\))?`", cell))


def variables(template: Path) -> set[str]:
    if template.suffix == ".typ":
        return set(re.findall(r"\b(?:data|place|section|group|each|author)\.(\w+)", template.read_text(encoding="utf-8")))
    tree = environment(None).parse(template.read_text(encoding="utf-8"))
    assigned = {name.name for name in tree.find_all(nodes.Name) if name.ctx == "store"}
    assigned |= {str(name) for statement in tree.find_all(nodes.FromImport) for name in statement.names}
    return meta.find_undeclared_variables(tree) - assigned - {macro.name for macro in tree.find_all(nodes.Macro)}
