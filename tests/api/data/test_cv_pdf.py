"""The curriculum vitae as a PDF: what poppler reads in it, its accessibility, and templates of the owner's."""

import logging
import re
from pathlib import Path

import pytest

from api.pages.templates import template_errors
from bench.synthetic import write_csv
from tests.conftest import ROOT
from tests.support.markup import texts
from tests.support.messages import edit
from tests.support.own import build_own
from tests.support.pdf import needs_poppler, poppler
from tests.support.site import Site, serving, serving_edited, serving_list

pytestmark = [needs_poppler, pytest.mark.slow]
HEADER = ["title", "authors", "journal", "year", "doi", "type", "notice"]


def document(site: Site, path: str = "/cv.pdf") -> bytes:
    response = site.get(path)
    assert (response.status_code, response.headers["content-type"]) == (200, "application/pdf"), response.text
    return response.content


def text(content: bytes) -> str:
    """The text as a reader copies it, one line for each paragraph."""
    pages = poppler(content, "pdftotext", "-", "-")
    return "\n".join(" ".join(paragraph.split()) for paragraph in re.split(r"\n\n|\f", pages))


def with_fonts(site: Site, folder: Path) -> str:
    """The fonts with their colors, and each line with its font, as XML."""
    (folder / "cv.pdf").write_bytes(document(site))
    return poppler(b"", "pdftohtml", "-xml", "-i", "-stdout", str(folder / "cv.pdf"))


def in_order(content: str, *parts: str) -> bool:
    """Whether a text has some parts, in this order."""
    return re.search(".*".join(map(re.escape, parts)), content, re.DOTALL) is not None


def test_it_is_shown_in_the_browser_and_cached(site: Site) -> None:
    first = site.get("/he/cv.pdf")
    names = ("content-disposition", "content-language", "cache-control")
    assert [first.headers[name] for name in names] == ['inline; filename="cv.pdf"', "he", "public, max-age=3600"]
    assert site.get("/he/cv.pdf", If_None_Match=first.headers["etag"]).status_code == 304


def test_the_same_data_gives_the_same_bytes(site: Site, example_database: Path) -> None:
    assert document(serving(example_database)) == document(site)


ENGLISH = (
    "Dr. Noa Example MD, PhD",
    "noa@example.org · ORCID 0000-0000-5555-0000 · https://profile.example.org",
    "Positions",
    "Head of Musculoskeletal Ultrasound, Example Medical Center, Exampleton",
    "Languages",
    "Hebrew, English and French",
    "Publications (13)",
    "1. Example N, Sørensen Q, Dugma YT. Shear-wave elastography of the tibial nerve in early diabetic",
    "polyneuropathy: a prospective cohort study. Levant Journal of Musculoskeletal Ultrasound. 2025;23(2):188-197.",
    "13. ",
    "In: Ultrasound of the Hip and Groin (eds. Voorbeeld J, Sample TB). Example University Press; 2014. p. 101-108.",
    "Publications updated: 18 November 2025.",
)
SELECTED = ("Positions", "Selected publications (5)", "5. ", "All publications (13): https://profile.example.org/publications")
# Words, and numbers within them, in the order in which they are read; ranges of years from left to right.
HEBREW = (
    "ד״ר נועה דוגמה",
    "תפקידים",
    "מנהלת היחידה לאולטרסאונד שריר־שלד",
    "2013–2017",
    "פרסומים",
    "Example N, Levi R. Sonography of the median nerve. Journal of Example Radiology. 2021;12(3):101-109.",
)


@pytest.mark.parametrize(("path", "parts"), [("/cv.pdf", ENGLISH), ("/he/cv.pdf", HEBREW), ("/cv-selected.pdf", SELECTED)])
def test_the_text_that_a_reader_copies(site: Site, path: str, parts: tuple[str, ...]) -> None:
    assert in_order(text(document(site, path)), *parts)


def test_an_entry_is_bold_regular_and_soft(site: Site, tmp_path: Path) -> None:
    """The title, the organization and the note."""
    lines = with_fonts(site, tmp_path)
    colors = dict(re.findall(r'<fontspec id="(\d+)".*color="(#\w+)"', lines))
    parts = re.findall(r'font="(\d+)">(.*)</text>\n', lines.partition("Supervision")[2])
    assert [(colors[font], text) for font, text in parts[1:4]] == [
        ("#000000", "<b>Yasmin Sample, MSc</b>"),
        ("#000000", ", Example University"),
        ("#4e5c5b", "\xa0·\xa0Ultrasound of the ulnar nerve in climbers"),
    ]


def test_a_title_with_a_link_is_black(site: Site, tmp_path: Path) -> None:
    """In another color, it would be emphasis."""
    lines = with_fonts(site, tmp_path)
    colors = dict(re.findall(r'<fontspec id="(\d+)".*color="(#\w+)"', lines))
    [font] = re.findall(r'font="(\d+)"><a href="https://radiology.example.org/awards/2021"><b>Young Investigator Award', lines)
    assert colors[font] == "#000000"


def test_a_telephone_number_has_spaces(site: Site) -> None:
    assert "Israel · +972 0 555 0100" in text(document(site))


def test_no_line_ends_between_a_number_and_its_unit(site: Site, tmp_path: Path) -> None:
    lines = with_fonts(site, tmp_path)
    assert "900,000\u00a0₪" in lines


def test_without_selected_publications(tmp_path: Path) -> None:
    response = serving_list(tmp_path, HEADER, [["Title", "Example N", "J", 2025, "", "", ""]]).get("/cv-selected.pdf")
    sentence = "This profile has no selected publications. The whole curriculum vitae is at /cv.pdf."
    assert (response.status_code, response.json()["error_description"]) == (404, sentence)


def test_without_a_career_it_has_the_biography(tmp_path: Path) -> None:
    bio = "name: Noa Example\nspecialty: Radiology\nbio: |\n  First **words**.\n\n  Second words.\n"

    def change(folder: Path) -> None:
        (folder / "profile.yaml").write_text(bio, encoding="utf-8")
        (folder / "cv.csv").unlink()
        write_csv(folder / "publications.csv", HEADER, [])

    site = serving_edited(tmp_path, change)
    assert "\nAbout\nFirst words.\nSecond words.\n" in re.sub("\n+", "\n", poppler(document(site), "pdftotext", "-", "-"))
    assert texts(site.page("/cv"), "//main/section[1]/*") == ["About", "First words. Second words."]
    assert "## About\n\nFirst **words**.\n\nSecond words.\n" in site.get("/cv.md").text


@pytest.mark.parametrize("entries", [9, 11], ids=["text made smaller", "text made larger"])
def test_the_last_sheet_is_not_nearly_empty(tmp_path: Path, entries: int) -> None:
    rows = [["talk", f"Talk {number}"] for number in range(entries)]
    site = serving_edited(tmp_path, lambda folder: write_csv(folder / "cv.csv", ["section", "title"], rows))
    last = poppler(document(site), "pdftotext", "-bbox", "-", "-").split("<page")[-1]
    ends = [float(end) for end in re.findall(r'yMax="([\d.]+)"', last)]
    assert max(end for end in ends if end < 780) > 340  # two fifths of a sheet; the footer is below 780


@pytest.mark.parametrize("talks", [37, 39], ids=["the first", "the last"])
def test_no_sheet_has_a_single_entry_of_a_section(tmp_path: Path, talks: int) -> None:
    rows = [*(["talk", f"Talk {number}"] for number in range(talks)), *(["media", f"Film {number}"] for number in range(4))]
    site = serving_edited(tmp_path, lambda folder: write_csv(folder / "cv.csv", ["section", "title"], rows))
    sheets = poppler(document(site), "pdftotext", "-", "-").removesuffix("\f").split("\f")
    assert [sheet.count("Film ") for sheet in sheets if "Film " in sheet] in ([4], [2, 2])


def test_a_heading_is_on_the_sheet_of_its_publications(tmp_path: Path) -> None:
    """With the line that counts the owner's papers between them."""
    rows = [["talk", f"Talk {number}"] for number in range(35)]
    site = serving_edited(tmp_path, lambda folder: write_csv(folder / "cv.csv", ["section", "title"], rows))
    first, second = poppler(document(site), "pdftotext", "-", "-").removesuffix("\f").split("\f")
    assert (first.count("Publications (13)"), in_order(second, "Publications (13)", "First author: 6", "1.")) == (0, True)


@pytest.mark.parametrize("path", ["/cv.pdf", "/he/cv.pdf"])
@pytest.mark.parametrize(
    ("titles", "sides"),
    [
        (("A title", "כותרת", "Another"), ["left", "right", "left"]),
        (("כותרת", "A title", "אחרת", "עוד"), ["right", "left", "right", "right"]),
    ],
    ids=["most from left to right", "most from right to left"],
)
def test_publications_and_their_numbers_begin_where_their_language_does(
    tmp_path: Path, path: str, titles: tuple[str, ...], sides: list[str]
) -> None:
    rows = [[title, "Muster N", "J", 2025, "", "", ""] for title in titles]
    boxes = poppler(document(serving_list(tmp_path, HEADER, rows), path), "pdftotext", "-bbox", "-", "-")
    lines: dict[float, list[tuple[float, str]]] = {}
    for x, y, word in re.findall(r'xMin="([\d.]+)" yMin="([\d.]+)".*>(.*)</word>', boxes):
        lines.setdefault(float(y), []).append((float(x), word))
    listed = [line for _, line in sorted(lines.items()) if "Muster" in [word for _, word in line]]
    counted = [[x for x, word in line if re.fullmatch(r"[1234]\.?", word)] for line in listed]
    written = [min(x for x, word in line if word.isalpha()) for line in listed]
    assert ["left" if x < 60 else "right" for [x] in counted] == sides
    assert ["left" if x < 80 else "right" for x in written] == sides


def test_no_line_ends_inside_a_name(tmp_path: Path) -> None:
    """The owner's and others', after first names of 28 lengths."""
    rows = [[f"Title {n}", f"{'Ex' * 30}{'a' * n} B, Levi-Muster Q, Example N", "J", 2025, "", "", ""] for n in range(28)]
    copied = poppler(document(serving_list(tmp_path, HEADER, rows)), "pdftotext", "-layout", "-", "-")
    assert (copied.count("Levi-Muster Q,"), copied.count("Example N.")) == (28, 28)


def test_names_in_a_hebrew_publication_are_read_from_right_to_left(tmp_path: Path) -> None:
    rows = [["כותרת", "Khoury R, Perelman D, Example N", "J", 2025, "", "", ""]]
    copied = poppler(document(serving_list(tmp_path, HEADER, rows)), "pdftotext", "-layout", "-", "-")
    assert "Example N ,Perelman D ,Khoury R .1" in copied


def test_arabic_names_have_their_comma(tmp_path: Path) -> None:
    rows = [["دراسة", "حداد ر, منصور س", "مجلة", 2025, "", "", ""], ["A title", "Haddad R, Mansour S", "J", 2024, "", "", ""]]
    copied = poppler(document(serving_list(tmp_path, HEADER, rows)), "pdftotext", "-", "-")
    assert (copied.count("،"), copied.count("Haddad R, Mansour S")) == (1, 1)


@pytest.mark.parametrize(("path", "written"), [("/he/cv.pdf", ["2004–2006"]), ("/ar/cv.pdf", ["2006", "2004"])])
def test_a_range_has_the_direction_of_its_language(tmp_path: Path, path: str, written: list[str]) -> None:
    """As on pages. From left to right, the years of an Arabic range are two words."""

    def change(folder: Path) -> None:
        edit(folder, "cv.csv", "רפואה,الطب", "רפואה 2004–2006,الطب 2004–2006")

    site = serving(build_own(tmp_path, change, ROOT / "tests" / "profiles" / "polyglot"))
    words = re.findall(
        r'xMin="([\d.]+)".*>(2004–2006|2004|2006)</word>', poppler(document(site, path), "pdftotext", "-bbox", "-", "-")
    )
    assert [word for _, word in sorted(words, key=lambda word: float(word[0]))] == written


@pytest.mark.parametrize(
    ("end", "start"),
    [("", 2.7), ("2018-03", 3.1)],
    ids=["short", "long"],
)
def test_the_column_of_dates_is_as_wide_as_they_are(tmp_path: Path, end: str, start: float) -> None:
    """From a sixth of the line on, so that most CVs look alike."""
    rows = [["position", "Title", "2015-09", end]]
    content = document(
        serving_edited(tmp_path, lambda folder: write_csv(folder / "cv.csv", ["section", "title", "startDate", "endDate"], rows))
    )
    [left] = re.findall(r'xMin="([\d.]+)".*>Title</word>', poppler(content, "pdftotext", "-bbox", "-", "-"))
    assert float(left) / 72 * 2.54 - 1.9 - 0.4 == pytest.approx(start, abs=0.15)


@pytest.mark.parametrize(
    ("path", "language", "title"), [("/cv.pdf", "en", "CV: Dr. Noa Example"), ("/he/cv.pdf", "he", "קורות חיים: ד״ר נועה דוגמה")]
)
def test_it_is_accessible(site: Site, path: str, language: str, title: str) -> None:
    """PDF/UA-1: tagged, with title and language; without the time at which it was made."""
    content = document(site, path)
    facts = poppler(content, "pdfinfo", "-")
    assert [line.split(maxsplit=1)[1] for line in facts.splitlines() if line.startswith(("Title", "Tagged"))] == [title, "yes"]
    assert "Date" not in facts
    marks = (f"/Lang({language})", "<pdfuaid:part>1</pdfuaid:part>")
    assert [mark for mark in marks if mark.encode() not in content] == []
    structure = poppler(content, "pdfinfo", "-struct", "-")
    assert {"H1", "H2", "P", "L", "LI", "Link"} <= {line.split()[0] for line in structure.splitlines() if line.strip()}


def test_french_has_a_space_before_its_colons(tmp_path: Path) -> None:
    site = serving_edited(tmp_path, lambda folder: edit(folder, "site.yaml", "paper:", "languages: [en, he, fr]\npaper:"))
    content = document(site, "/fr/cv-selected.pdf")
    assert "CV\u00a0: Dr. Noa Example" in poppler(content, "pdfinfo", "-")
    assert "Toutes les publications (13) : https://" in text(content)


def test_many_publications(tmp_path: Path) -> None:
    """Each page has the name and its number; of a long list of authors there are the first two, the owner and the last."""
    others = [f"Sample {chr(letter)}" for letter in range(65, 91)]
    rows = [[f"Title{number}", "Example N", "Journal of Examples", 2025, f"10.5555/{number}", "", ""] for number in range(120)]
    rows[60][1] = ", ".join([*others[:13], "Example N", *others[13:]])
    copied = poppler(document(serving_list(tmp_path, HEADER, rows)), "pdftotext", "-layout", "-", "-")
    feet = [" ".join(page.splitlines()[-1].split()).replace(" / ", "/") for page in copied.removesuffix("\f").split("\f")]
    assert feet == [f"Dr. Noa Example {number}/{len(feet)}" for number in range(1, len(feet) + 1)]
    assert re.findall(r"Title\d+", copied) == [f"Title{number}" for number in range(120)]
    assert "61. Sample A, Sample B, … 11 more …, Example N, … 12 more …, Sample Z. Title60." in " ".join(copied.split())


def test_the_order_of_words_in_hebrew(tmp_path: Path) -> None:
    """A line without Hebrew, such as the credentials, is read from left to right, and a Hebrew one from right to left."""
    rows = [["award", "Course", "Technion", "Haifa", ""], ["award", "Prize", "Technion", "Haifa", "פרס"]]
    columns = ["section", "title", "organization", "place", "titleHebrew"]
    content = document(serving_edited(tmp_path, lambda folder: write_csv(folder / "cv.csv", columns, rows)), "/he/cv.pdf")
    words = re.sub("[\u2066-\u2069]", "", poppler(content, "pdftotext", "-bbox", "-l", "1", "-", "-"))
    lines: dict[str, list[tuple[float, str]]] = {}
    for x, y, word in re.findall(r'xMin="([\d.]+)" yMin="([\d.]+)".*>((?:Course|Technion|Haifa|MD|PhD).*|סרפ)</word>', words):
        lines.setdefault(y, []).append((float(x), word))
    from_left = [" ".join(word for _, word in sorted(line)) for line in lines.values()]
    assert from_left == ["MD, PhD", "Course, Technion, Haifa", "Haifa Technion סרפ"]


HOSTILE = '#panic("x") *a* _b_ $x^2$ [c] @d <e> \\f // g `h` = i #read("/etc/passwd")'
PUBLICATIONS = [
    ["A case", "Example N", "J", 2022, "", "case-report", ""],
    ["An article", "Levi R, Example N", "J", 2021, "10.5555/a", "", "retracted 2024-05-01, doi:10.5555/notice"],
    [HOSTILE, "Example N", '"; #panic()', 2021, "", "", ""],
    ["מאמר בעברית", "דוגמה נ", "כתב עת", 2020, "", "", ""],
]


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Publications of several types, text that means something to Typst, and another paper."""

    def change(folder: Path) -> None:
        edit(folder, "profile.yaml", "specialty: Musculoskeletal radiology", "specialty: '#panic(1) } ] \" ,'")
        edit(folder, "site.yaml", "paper: a4", "paper: us-letter")
        write_csv(folder / "publications.csv", HEADER, PUBLICATIONS)

    return serving_edited(tmp_path_factory.mktemp("edited"), change)


def test_types_and_notices(edited: Site) -> None:
    """By type, numbered throughout; a retraction is said beside the title."""
    assert in_order(
        text(document(edited)),
        "Articles",
        "1. Levi R, Example N. An article. [Retracted 1 May 2024 doi:10.5555/notice] J. 2021. doi:10.5555/a",
        "מאמר בעברית",
        "3",
        "Case reports",
        "4. Example N. A case. J. 2022.",
    )


def test_no_text_is_code(edited: Site) -> None:
    """Everything that means something to Typst is printed as it is."""
    copied = text(document(edited))
    assert '#panic(1) } ] " ,' in copied
    assert f'Example N. {HOSTILE}. "; #panic(). 2021.' in copied


def test_us_letter(edited: Site) -> None:
    assert "612 x 792 pts (letter)" in poppler(document(edited), "pdfinfo", "-")


def test_the_rest_is_online(example_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.pages.cv_page.MAX_PDF_PUBLICATIONS", 10)
    copied = text(document(serving(example_database)))
    assert "3 earlier publications are listed online: https://profile.example.org/publications" in copied
    assert re.findall(r"(?<=\s)(?:10|11)\. ", copied) == ["10. "]


def test_letters_that_no_font_has(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    copied = text(document(serving_list(tmp_path, HEADER, [["The 3′ end, 王", "Example N", "J", 2021, "", "", ""]])))
    assert "The 3′ end" in copied
    assert [record.message for record in caplog.records] == [
        'The PDF of cv.typ is not PDF/UA-1: PDF/UA-1 error: the text `"王"` could not be displayed with font `"FiraGO"`'
    ]


def test_a_template_of_the_owner(example_database: Path, tmp_path: Path) -> None:
    (tmp_path / "cv.typ").write_text("#let data = json(bytes(sys.inputs.data))\n{#data.name} has #data.total")
    assert template_errors(tmp_path) == []
    assert text(document(serving(example_database, templates=tmp_path))).strip() == "{Dr. Noa Example} has 13"


def test_an_error_in_a_template_is_logged_and_not_shown(
    example_database: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "cv.typ").write_text("= CV\n#nobody")
    site = serving(example_database, templates=tmp_path)
    with caplog.at_level(logging.ERROR):
        response, again = site.get("/cv.pdf"), site.get("/cv.pdf")
    assert (response.status_code, response.headers["cache-control"]) == (500, "no-store")
    description = "The PDF of the CV cannot be made. The reason was logged."
    assert response.json() == {"error": "internal_error", "error_description": description}
    assert again.content == response.content
    [record] = caplog.records  # the second response is the failure of the first
    assert re.fullmatch(r"/cv\.pdf cannot be made: error: unknown variable: nobody ┌─ \S*cv\.typ:2:1", record.message)


@pytest.mark.parametrize(
    ("template", "cause"),
    [
        ('#("𝔵" * 20000)', ". The reason was logged."),
        ('#("x" * 400000000)', ": it takes more than 256 MB of memory. Shorten the longest texts."),
        ("#for a in range(9999) { for b in range(9999) {} }", ": it takes longer than 20 seconds. Shorten the longest texts."),
    ],
    ids=["panic", "memory", "time"],
)
def test_typst_cannot_harm_the_service(
    example_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, template: str, cause: str
) -> None:
    (tmp_path / "cv.typ").write_text(template)
    monkeypatch.setattr("look.typesetting.MAX_WALL_SECONDS", 1 if "seconds" in cause else 60)
    site = serving(example_database, templates=tmp_path)
    assert site.get("/cv.pdf").json()["error_description"].removeprefix("The PDF of the CV cannot be made") == cause
    assert site.get("/api/profile").status_code == 200


NASTY = {
    "joined": "𝔵" * 20_000,
    "joined by spaces": "𝔵\u00a0" * 10_000,
    "joiners": "ب\u200d" * 10_000,
    "marks": "a" + "\u0301" * 19_999,
    "dates": "א 2013–2017 " * 1_600,
    "one range": "א " + "1-" * 9_998 + "1",
    "directions": "אa" * 10_000,
    "words": "word " * 4_000,
    "end": "Soft hyphen\u00ad",
}


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_the_longest_texts(tmp_path: Path, text: str) -> None:
    """Whatever a check accepts can be shown, linked and alone, and nothing leaves the page, in either direction."""
    address = f"https://example.org/{'a' * 1_980}"

    def change(folder: Path) -> None:
        edit(folder, "profile.yaml", "specialty: Musculoskeletal radiology", f"specialty: {text}")
        entries = [[text, "A", text, ""], ["award", text, "", address]]
        write_csv(folder / "cv.csv", ["section", "title", "note", "url"], entries)
        write_csv(folder / "publications.csv", HEADER, [[text, text, "J", 2021, f"10.5555/{'א' * 292}", "", ""]])

    site = serving_edited(tmp_path, change)
    path = "/he/cv.pdf" if "א" in text else "/cv.pdf"
    edges = re.findall(r'xMax="([-\d.]+)"', poppler(document(site, path), "pdftotext", "-bbox", "-", "-"))
    assert max(map(float, edges)) < 596
