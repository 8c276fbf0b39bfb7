"""The curriculum vitae: sections, publications by year, both languages, Markdown."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from lxml import html

from api.pages.cv_page import pdf_item
from bench.synthetic import write_csv
from db.publication import Publication
from tests.support.languages import in_code
from tests.support.markup import links, text, texts
from tests.support.site import Site, serving_edited, serving_list

HEADINGS = [
    *("Positions", "Education", "Training", "Certifications", "Awards", "Grants", "Clinical trials", "Memberships"),
    *("Editorial work and peer review", "Teaching", "Supervision", "Talks", "Media", "Books", "Preprints", "Theses", "Patents"),
    *("Service", "Volunteering"),
]


def test_sections(site: Site) -> None:
    page = site.page("/cv")
    assert texts(page, "//main//h2") == [*HEADINGS, "Languages", "Publications (13)"]
    assert texts(page, "//section[@aria-labelledby='cv-position']/ul/li") == [
        "Apr 2018–present Head of Musculoskeletal Ultrasound, Example Medical Center, Exampleton",
        "Oct 2017–present Senior Lecturer in Radiology, Example University, Exampleton",
        "Sept 2015 – Mar 2018 Attending Radiologist, Example Medical Center, Exampleton",
    ]
    assert texts(page, "//section[@aria-labelledby='cv-grant']/ul/li")[0] == (
        "2024–2027 Ultrasound of entrapped nerves, Example Science Foundation · Principal investigator, 900,000 ₪"
    )
    assert texts(page, "//section[@aria-labelledby='cv-talk']/ul/li")[0].startswith("14–16 May 2025 Seeing nerve pain, Levant")
    assert page.xpath("//section[@aria-labelledby='cv-award']//a/@href") == ["https://radiology.example.org/awards/2021"]
    assert texts(page, "//section[@aria-labelledby='languages']/p") == ["Hebrew, English and French"]
    assert texts(page, "//h1") == ["Dr. Noa Example MD, PhD"]


@pytest.mark.parametrize(
    ("prefix", "names"),
    [("", ["CV (PDF)", "Short CV (PDF)"]), ("/he", ["קורות חיים (PDF)", "קורות חיים מקוצרים (PDF)"])],
)
def test_the_files_of_the_cv(site: Site, prefix: str, names: list[str]) -> None:
    """The whole, and the short one with the selected publications; also in Markdown."""
    files = [f"{prefix}/cv.pdf", f"{prefix}/cv-selected.pdf"]
    assert links(site.page(f"{prefix}/cv"), "//p[@class='actions']/a") == list(zip(names, files, strict=True))
    assert (names[1], f"https://profile.example.org{files[1]}") in links(site.markdown(f"{prefix}/cv"))


def test_a_small_profile(tmp_path: Path) -> None:
    def edit(folder: Path) -> None:
        profile = {"name": "Noa Example", "specialty": "Radiology", "positions": ["Physician"], "training": ["MD, University"]}
        (folder / "profile.yaml").write_text(yaml.safe_dump(profile), encoding="utf-8")
        (folder / "publications.csv").write_text("title,authors,journal,year\n", encoding="utf-8")
        write_csv(folder / "cv.csv", ["section", "title", "sectionHebrew"], [["Walks", "A", ""], ["Walks", "B", "טיולים"]])

    site = serving_edited(tmp_path, edit)
    page, markdown = site.page("/cv"), site.get("/cv", Accept="text/markdown").text
    assert texts(page, "//main//h2") == ["Positions", "Education and training", "Walks"]
    assert re.findall("^## (.*)", markdown, re.MULTILINE) == ["Positions", "Education and training", "Walks"]
    assert texts(page, "//section[@aria-labelledby='cv-training']/ul/li") == ["MD, University"]
    assert texts(site.page("/he/cv"), "//main//h2") == ["תפקידים", "הכשרה", "טיולים"]


def test_a_heading_before_the_positions(tmp_path: Path) -> None:
    def edit(folder: Path) -> None:
        with (folder / "profile.yaml").open("a", encoding="utf-8") as file:
            file.write("training: [MD]\n")
        rows = [[section, "A"] for section in ("Walks", "position", "award", "Rivers", "talk")]
        write_csv(folder / "cv.csv", ["section", "title"], rows)

    headings = ["Walks", "Positions", "Education and training", "Awards", "Rivers", "Talks", "Languages"]
    assert texts(serving_edited(tmp_path, edit).page("/cv"), "//main//h2")[:7] == headings


def test_all_publications_by_type_and_year(site: Site, publications: list[dict[str, Any]]) -> None:
    section = site.page("/cv").xpath("//section[@aria-labelledby='publications']")[0]
    assert texts(section, ".//h3 | .//h4") == [
        "Articles (8)",
        "2025",
        "2023",
        "2021",
        "2020",
        "2017",
        "2016",
        "Reviews (2)",
        "2024",
        "2022",
        "Letters (1)",
        "2019",
        "Conference papers (1)",
        "2023",
        "Book chapters (1)",
        "2014",
    ]
    items = texts(section, ".//div[@class='year']/ul/li")
    assert items[3] == (
        "Example N, Levi R. Sonography of the median nerve. Journal of Example Radiology. 2021;12(3):101-109. "
        "doi:10.5555/msk.2021.001"
    )
    assert len(items) == len(publications)
    assert texts(section, ".//li//b") == ["Example N"] * len(publications)


def test_a_chapter_names_its_book(site: Site) -> None:
    """As in the list of publications."""
    [chapter] = site.page("/cv").xpath("//li[contains(., 'snapping hip')]/div")
    assert text(chapter) == (
        "Example N. Dynamic ultrasound of the snapping hip: a pictorial essay. In: Ultrasound of the Hip and Groin "
        "(eds. Voorbeeld J, Sample TB). Example University Press; 2014. p. 101-108. "
        "doi:10.5555/(SICI)1234-5678(2014)12:3<101::AID-EX1>2.0.CO;2"
    )


def test_many_publications_are_folded_after_the_selected_ones(tmp_path: Path) -> None:
    rows = [[f"Title {number}", "Example N", "J", 2021, "", "yes" if number == 7 else ""] for number in range(20)]
    rows.append(["A letter", "Example N", "J", 2020, "letter", ""])
    page = serving_list(tmp_path, ["title", "authors", "journal", "year", "type", "featured"], rows).page("/cv")
    [section] = page.xpath("//section[@aria-labelledby='publications']")
    assert texts(section, "div/h3 | div//li | .//details[not(@open)]/summary") == [
        "Selected publications",
        "Example N. Title 7. J. 2021.",
        "Articles (20)",
        "Letters (1)",
    ]
    assert links(page, "//nav[@class='contents rows']//a")[-1] == ("Publications (21)", "#publications")


def test_the_cv_in_markdown(site: Site) -> None:
    markdown = site.get("/cv", Accept="text/markdown").text
    assert re.findall("^## (.*)", markdown, re.MULTILINE) == texts(site.page("/cv"), "//main//h2")
    assert len(re.findall(r"^- .*https://doi\.org", markdown, re.MULTILINE)) == 12
    award = "[Young Investigator Award](https://radiology.example.org/awards/2021), Example Society of Radiology"
    assert f"- 4 Nov 2021: {award}\n" in markdown
    book = "In: *Ultrasound of the Hip and Groin* (eds. Voorbeeld J, Sample TB). Example University Press; 2014."
    assert book in markdown


def test_many_authors_in_markdown(tmp_path: Path) -> None:
    authors = ", ".join(f"Levi {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    header, row = ["title", "authors", "journal", "year"], ["A", f"{authors}, Example N", "J", 2020]
    site = serving_edited(tmp_path, lambda folder: write_csv(folder / "publications.csv", header, [row]))
    assert "- Levi A, Levi B, … 24 more …, Example N. A. *J*. 2020.\n" in site.get("/cv", Accept="text/markdown").text


# The addresses of links in HTML, except the link to the other language, and in Markdown.
LINK = re.compile(r'<(?:a|form)\b(?![^>]*hreflang)[^>]* (?:href|action)="([^"]+)"|\]\(([^)]+)\)|<(https?:[^>]+)>')


@pytest.mark.parametrize("accept", ["text/html", "text/markdown"])
@pytest.mark.parametrize("path", ["/he", "/he/cv", "/he/publications", "/he/publications/10.5555%2Fmsk.2021.001"])
def test_links_of_a_hebrew_page_lead_to_hebrew_pages(site: Site, path: str, accept: str) -> None:
    links = ["".join(link) for link in LINK.findall(site.get(path, Accept=accept).text)]
    paths = [link.removeprefix("https://profile.example.org") for link in links]
    assert [link for link in paths if link.startswith("/he")] != []
    assert [link for link in paths if link.startswith(("/cv", "/publications"))] == []


def test_long_author_lists_and_titles_in_hebrew(tmp_path: Path) -> None:
    """More than ten authors are folded to the first, the owner and the last. A Hebrew title gives its whole entry the
    direction.
    """
    others = [f"Levi {letter}" for letter in "ABCDEFGHIJKLM"]
    authors = ", ".join([*others[:7], "Example N", *others[7:]])
    rows = [["A title", authors, "J", 2021], ["דימות של עצבים היקפיים בשיטת ultrasound", "Example N", "J", 2020]]
    site = serving_list(tmp_path, ["title", "authors", "journal", "year"], rows)
    page, hebrew = site.page("/cv"), site.page("/he/cv")
    short = "Levi A, Levi B, … 5 more …, Example N, … 5 more …, Levi M. A title. J. 2021."
    assert texts(page, "//li[div]")[0] == short
    assert texts(hebrew, "//li[@dir='ltr']/div/bdi[@lang='he']") == ["… עוד 5 …", "… עוד 5 …"]
    assert page.xpath("//div[@class='year']/ul/li/@dir") == ["ltr", "rtl"]


@pytest.mark.parametrize(("code", "left_out"), [("fr", "… 11 autres …"), ("ru", "… ещё 11 …"), ("he", "… 11 more …")])
def test_the_pdf_leaves_out_authors_in_its_language(code: str, left_out: str) -> None:
    """But in the title's language if the document has another direction, because the words would break the line."""
    names = ", ".join([f"Levi {letter}" for letter in "ABCDEFGHIJKLMN"])
    publication = Publication({"title": "A title", "authors": names, "journal": "J", "year": 2021, "authorList": []})
    authors = pdf_item(publication, in_code(code))["authors"]
    assert [author["name"] for author in authors if "…" in author["name"]] == [left_out.replace(" ", "\u00a0")]


def test_an_entry_in_another_language_is_one_run(tmp_path: Path) -> None:
    """Otherwise its parts would be read from right to left on a Hebrew page; an entry with any Hebrew part is a Hebrew line."""
    columns = ["section", "title", "titleHebrew", "organization", "place", "note", "featured"]
    rows = [
        ["teaching", "Course", "", "Technion", "Haifa", "by A. Rossi", "yes"],
        ["teaching", "Member", "חברה", "Harefuah", "", "", "yes"],
    ]
    site = serving_edited(tmp_path, lambda folder: write_csv(folder / "cv.csv", columns, rows))
    undated = "//ul[@class='entries']/li[not(.//*[@class='when'])]/span"
    entries = [entry for path in ("/he/cv", "/he") for entry in site.page(path).xpath(undated)[-2:]]
    assert [html.tostring(entry, encoding="unicode").strip() for entry in entries] == 2 * [
        '<span><bdi lang="en" dir="ltr"><b>Course</b>, Technion, Haifa\xa0<span class="soft">· by A. Rossi</span></bdi></span>',
        '<span><b>חברה</b>, <bdi lang="en" dir="ltr">Harefuah</bdi></span>',
    ]


@pytest.mark.skipif(not shutil.which("pandoc"), reason="pandoc is not installed (Debian: pandoc)")
def test_a_word_file(site: Site, tmp_path: Path) -> None:
    """sources/README.md says how to make one."""
    (tmp_path / "cv.md").write_text(site.get("/cv.md").text, encoding="utf-8")
    subprocess.run(["pandoc", "cv.md", "-o", "cv.docx"], cwd=tmp_path, check=True)
    done = subprocess.run(["pandoc", "cv.docx", "-t", "markdown"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert re.findall("(?m)^## (.*)$", done.stdout) == [*HEADINGS, "Languages", "Publications (13)"]
    assert "First author: 6 · Last author: 5" in done.stdout


def test_the_counts_of_first_and_last_authorship(site: Site) -> None:
    """The only author counts as the first one."""
    section = site.page("/cv").xpath("//section[@aria-labelledby='publications']")[0]
    assert texts(section, "p[@class='note']") == ["First author: 6 · Last author: 5"]


def test_fewer_than_ten_publications_are_not_counted(short_list: Site) -> None:
    assert short_list.page("/cv").xpath("//section[@aria-labelledby='publications']/p[@class='note']") == []
