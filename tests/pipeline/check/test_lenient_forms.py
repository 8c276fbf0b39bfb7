"""Values in another form than the schema's, which have a single meaning: they are read, with a warning."""

from pathlib import Path
from typing import Any

import pytest

from db.languages import WEEK, languages_for
from pipeline.build import build, check
from pipeline.check.lenient_forms import normalize_value, read_authors, read_orcid, read_pages, read_telephone
from tests.support.messages import HEADER, codes, edit, publication, write
from tests.support.site import serving

DAYS: dict[str, Any] = {"items": {"type": "string", "enum": [*WEEK]}}
WORKING_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]


@pytest.mark.parametrize(
    "text",
    [
        "https://orcid.org/0000-0002-1694-233X",
        "http://www.orcid.org/0000-0002-1694-233X/",
        "orcid.org/0000-0002-1694-233X",
        "ORCID: 0000-0002-1694-233X",
        "0000-0002-1694-233X",
    ],
)
def test_an_orcid_id_after_its_address(text: str) -> None:
    assert read_orcid(text) == "0000-0002-1694-233X"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("+49 (0)711 555-0", "+49 711 555-0"),
        ("+49(0)711", "+49711"),
        ("(+44) (0) 20 7946", "(+44) 20 7946"),
        ("tel:+49-(0)711-555", "tel:+49-711-555"),
        ("sms:+49(0)171555", "sms:+49171555"),
        ("(0)711 555", "(0)711 555"),
        ("+39 (0)6 555", "+39 (0)6 555"),
        ("https://e.org/+49(0)", "https://e.org/+49(0)"),
    ],
)
def test_a_0_that_callers_from_abroad_do_not_dial(text: str, read: str) -> None:
    """Italian numbers keep their 0."""
    assert read_telephone(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Smith J.A., Doe J.", "Smith JA, Doe J"),
        ("Smith J. A., van der Berg J-P, Doe J.B. Jr.", "Smith JA, van der Berg JP, Doe JB Jr"),
        ("Levi  R,Example\u00a0N ,, Wu X,", "Levi R, Example N, Wu X"),
        ("المجالي خ، حدادين س", "المجالي خ, حدادين س"),
        ("王伟，李娜、Wu X.", "王伟, 李娜, Wu X"),
        ("Levi R., et al.", "Levi R, et al."),
        ("St. John R, 1,000 Genomes Project, O'Neill-Levi B", "St. John R, 1,000 Genomes Project, O'Neill-Levi B"),
        ("Smith, J. A., Doe, J.", "Smith, J. A., Doe, J."),
        ("J. Smith, J. A. Doe", "J. Smith, J. A. Doe"),
        ("Bank of the U.S., Nerves Inc.", "Bank of the U.S., Nerves Inc."),
        (" , ", " , "),
    ],
    ids=[
        "periods",
        "spaces, hyphens and a suffix",
        "white space and commas",
        "Arabic commas",
        "Chinese commas",
        "et al.",
        "other periods, commas and hyphens",
        "initials alone",
        "initials first",
        "organizations",
        "nobody",
    ],
)
def test_authors_in_other_forms(text: str, read: str) -> None:
    assert read_authors(text) == read


def test_every_format_has_authors_and_pages_as_they_were_read(folder: Path, target: Path) -> None:
    """Only white space was different in the second row."""
    edit(folder, "publications.csv", '"Example N, Sørensen Q, Dugma YT"', '"Example N., Sørensen Q.,Dugma Y.-T."')
    edit(folder, "publications.csv", "188-197", "188–197")
    edit(folder, "publications.csv", "Example N, Levi R", "Example\u00a0N,  Levi R")
    assert codes(folder) == [f"warning: sources/publications.csv, row 2, {field}: read_as" for field in ("authors", "pages")]
    build(folder, target)
    site = serving(target)
    [row] = site.json("/api/publications?limit=1")["publications"]
    assert (row["authors"], row["pages"]) == ("Example N, Sørensen Q, Dugma YT", "188-197")
    assert "Example, N. and Sørensen, Q. and Dugma, Y. T." in site.get("/api/publications?limit=1&format=bibtex").text
    assert "SP  - 188\r\nEP  - 197\r\n" in site.get("/api/publications?limit=1&format=ris").text


LONG_LIST = ", ".join(f"Author{chr(65 + number)} A" for number in range(26))


@pytest.mark.parametrize(
    ("authors", "message"),
    [
        (f"{LONG_LIST}, Dugma Y-T, Levi R", 'Read "Dugma Y-T" as Dugma YT.'),
        (f"{LONG_LIST}, Dugma Y-T, Levi R., Cohen A.", 'Read "Dugma Y-T" as Dugma YT.'),
        ("Dugma Y-T", 'Read "Dugma Y-T" as Dugma YT.'),
        (f"{LONG_LIST}, Levi R,Cohen A", 'Read "Levi R,Cohen A" as Levi R, Cohen A.'),
        (f"{LONG_LIST}, Levi  R,, Cohen A", 'Read "Levi R,, Cohen A" as Levi R, Cohen A.'),
        ("المجالي خ، حدادين س", 'Read "المجالي خ، حدادين س" as المجالي خ, حدادين س.'),
    ],
    ids=["a hyphen", "several changes", "one author", "no space", "two commas", "Arabic commas"],
)
def test_only_the_first_change_of_a_list_of_authors_is_quoted(authors: str, message: str) -> None:
    """A quote of the whole list would end before the change."""
    _, [finding] = normalize_value(authors, {}, ["authors"])
    assert finding.message == message


def test_the_same_change_in_several_rows_is_one_line(folder: Path) -> None:
    lists = ("Example N, Dugma Y-T", "Dugma Y-T", "Levi R, Dugma Y-T, Example N")
    rows = [publication(title=f"Title {row}", authors=f'"{text}"', doi=f"10.1/{row}") for row, text in enumerate(lists)]
    write(folder, "publications.csv", "".join([f"{HEADER}\n", *rows]))
    [line] = [line for line in check(folder).report.lines() if "authors" in line]
    assert line.removeprefix(f"warning: {folder}/") == 'publications.csv, rows 2–4, authors: Read "Dugma Y-T" as Dugma YT.'


@pytest.mark.parametrize("written", ["188–197", "188 — 197", "188 - 197", "188‑197"])
def test_dashes_between_pages(written: str) -> None:
    assert read_pages(written) == "188-197"


def test_the_0_in_brackets_is_in_no_document(folder: Path, target: Path) -> None:
    edit(folder, "clinic.yaml", "+972-0-555-0100", "+49 (0)711 555-0")
    edit(folder, "clinic.yaml", "https://booking.example.org/", "tel:+49-(0)711-555-1")
    assert codes(folder) == [
        "warning: sources/clinic.yaml, line 11, phone: read_as",
        "warning: sources/clinic.yaml, line 25, bookingLinks.Book online: read_as",
    ]
    build(folder, target)
    site = serving(target)
    clinic = site.json("/api/clinic")
    assert (clinic["phone"], clinic["bookingLinks"]["Book online"]) == ("+49 711 555-0", "tel:+49-711-555-1")
    assert "TEL;TYPE=work,voice:+49 711 555-0\r\n" in site.get("/contact.vcf").text
    assert '"telephone": "+49 711 555-0"' in site.get("/profile.jsonld").text
    assert 'href="tel:+497115550"' in site.get("/").text


@pytest.mark.parametrize(
    ("codes", "written", "days"),
    [
        ("de", ["Montag", "Di", "mi."], ["Monday", "Tuesday", "Wednesday"]),
        ("de", ["Mo-Fr"], WORKING_DAYS),
        ("de en", ["Montag – Fri"], WORKING_DAYS),
        ("he", ["ראשון", "יום שני", "ג׳"], ["Sunday", "Monday", "Tuesday"]),
        ("pt", ["segunda-feira", "sexta"], ["Monday", "Friday"]),
        ("mt", ["Is-Sibt"], ["Saturday"]),
        ("ru ar", ["пн", "الأحد"], ["Monday", "Sunday"]),
        ("en", ["Fri–Sun"], ["Friday", "Saturday", "Sunday"]),
        ("en", ["Montag", "S"], ["Montag", "S"]),
        ("es hu", ["K"], ["Tuesday"]),
        ("et hu", ["K"], ["K"]),
    ],
    ids=[
        "German",
        "a range",
        "two languages",
        "Hebrew",
        "Portuguese",
        "Maltese, where Is and Sibt are the same day",
        "Russian and Arabic",
        "English",
        "another language",
        "a letter",
        "two days",
    ],
)
def test_days_in_the_languages_of_the_site(codes: str, written: list[str], days: list[str]) -> None:
    read, findings = normalize_value(written, DAYS, languages=tuple(languages_for(codes.split())))
    assert read == days
    assert [finding.code for finding in findings] == ["read_as"] * len([text for text in written if text not in days])


def test_the_days_of_all_opening_hours_share_a_message(folder: Path) -> None:
    edit(folder, "clinic.yaml", "days: [Sunday, Monday, Tuesday, Wednesday, Thursday]", "days: [Mon, Tue, Thursday]")
    edit(folder, "clinic.yaml", "days: [Monday, Wednesday]", "days: [Mon, Wed]")
    edit(folder, "clinic.yaml", "days: [Friday]", "days: [Fri]")
    edit(folder, "clinic.yaml", "byAppointment: true", "byAppointment: yes")
    days = 'Read "Mon" as Monday, "Tue" as Tuesday, "Wed" as Wednesday and 1 more.'
    assert [(problem.line, problem.field, problem.message) for problem in check(folder).report] == [
        (31, "hours.weekly[1].days[1]", days),
        (51, "hours.byAppointment", 'Read "yes" as true.'),
    ]
