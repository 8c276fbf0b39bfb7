"""CVs in four styles become rows: section and dates of most lines, a note on what was guessed, a reason for every other line."""

import json
from pathlib import Path
from xml.sax.saxutils import escape
from zipfile import ZipFile

import pytest

from pipeline.career.headings import parse_heading
from pipeline.career.periods import OPEN_END, REVERSED, find_periods
from tests.conftest import ROOT, Command
from tests.pipeline.orcid_records import record, summary
from tests.pipeline.replay import Replay
from tests.pipeline.services import OWNER, Services

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
HEADER = "section,title,organization,place,startDate,endDate,note"
PLAIN = """\
Noa Example

EDUCATION
2001-2008  MD, Example University

HOSPITAL APPOINTMENTS
• Sept 2015 - March 2018: Attending radiologist
• since April 2018: Head of unit
• 2020– Deputy director

MILITARY SERVICE
1996-1998 Medic

INVITED TALKS
Congress, Vienna, 2019: Nerves
ECR 2020 and ECR 2021: course

PROFESSIONAL MEMBERSHIPS
Radiological Association

Publications
1. Example N. A paper. Radiology 2018.
"""
HEBREW = """\
השכלה
2001-2008\tרפואה, אוניברסיטת דוגמה\tהעיר דוגמה
ניסיון מקצועי:
מ-2018 ועד היום – מנהלת היחידה
2018-2015 רופאה בכירה
שירות צבאי:
1996-1998 חובשת
פרסים ומלגות
פרס המאמר, 2016
"""


def paragraph(text: str) -> str:
    """A paragraph of Word; with "# " it has the style of a heading, with "**" it is bold."""
    style = '<w:pPr><w:pStyle w:val="1"/></w:pPr>' if text.startswith("# ") else ""
    bold = "<w:rPr><w:b/></w:rPr>" if text.startswith("**") else ""
    parts = (f"<w:r>{bold}<w:t>{escape(part)}</w:t></w:r>" for part in text.strip("#* ").split("\t"))
    return f"<w:p>{style}{'<w:r><w:tab/></w:r>'.join(parts)}</w:p>"


def table(*rows: str) -> str:
    cells = [["".join(map(paragraph, cell.split(" / "))) for cell in row.split(" | ")] for row in rows]
    lines = ("".join(f"<w:tc>{cell}</w:tc>" for cell in row) for row in cells)
    return f"<w:tbl>{''.join(f'<w:tr>{line}</w:tr>' for line in lines)}</w:tbl>"


def write_word(path: Path, body: str) -> None:
    with ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", f"<w:document {W}><w:body>{body}</w:body></w:document>")
        style = '<w:style w:styleId="1"><w:name w:val="heading 1"/></w:style>'
        archive.writestr("word/styles.xml", f"<w:styles {W}>{style}</w:styles>")


TABLES = (
    paragraph("# Positions"),
    table(
        "From | To | Position | Employer",
        "2015 | 2018 | Attending | Example Hospital",
        "2018 | present | Head | Example Hospital",
    ),
    paragraph("# Volunteers' corps"),
    table("1996-1998 | Medic"),
    table("Awards | 2008 With honours / 2016 Best paper"),
    paragraph("# Grants"),
    table("2019-2022 | Nerves | Example Foundation |  | 900,000 NIS"),
)
TABS = (
    paragraph("**Education and Training"), paragraph("MD, Example University\t2001 – 2008"), paragraph("**Talks"),
    paragraph("13.05.2019\tHydrodissection"), paragraph("01/04/2018\tNerves"), paragraph("A line without a date"),
    paragraph("**Licences"), paragraph("2014"), paragraph("Board of radiology"),
)  # fmt: skip
CVS = {
    "plain": (
        PLAIN,
        [
            'education,"MD, Example University",,,2001,2008,',
            "position,Attending radiologist,,,2015-09,2018-03,",
            "position,Head of unit,,,2018-04,now,",
            "position,Deputy director,,,2020,now,",
            'talk,"Congress, Vienna, 2019: Nerves",,,2019,,',
            "membership,Radiological Association,,,,,",
            "? The end is open, so endDate is now (1 row):",
            "? The date is in the middle of the text, which is kept as it is (1 row):",
            '? Below "MILITARY SERVICE", which is not a known section (1 line in no row):',
            "  MILITARY SERVICE,Medic,,,1996,1998,",
            "? It has several dates (1 line in no row):",
            "- above the first heading with a known section (1 line):",
            "- publications, which `make import` and `make add` add (1 line):",
            "16 lines: 6 headings, 6 in rows, 2 doubtful, 2 not for cv.csv.",
        ],
    ),
    "hebrew": (
        HEBREW,
        [
            'education,"רפואה, אוניברסיטת דוגמה",העיר דוגמה,,2001,2008,',
            "position,מנהלת היחידה,,,2018,now,",
            "position,רופאה בכירה,,,2015,2018,",
            "award,פרס המאמר,,,2016,,",
            "? Its cells are read as title, organization and place, in this order (1 row):",
            "? The later date comes first: the earlier one is the start (1 row):",
            '? Below "שירות צבאי", which is not a known section (1 line in no row):',
            "  שירות צבאי,חובשת,,,1996,1998,",
            "9 lines: 4 headings, 4 in rows, 1 doubtful, 0 not for cv.csv.",
        ],
    ),
    "tables": (
        TABLES,
        [
            "position,Attending,Example Hospital,,2015,2018,",
            "position,Head,Example Hospital,,2018,now,",
            "award,With honours,,,2008,,",
            "award,Best paper,,,2016,,",
            'grant,Nerves,Example Foundation,,2019,2022,"900,000 NIS"',
            "? Its cells are read as title, organization and place, in this order (1 row):",
            '? Below "Volunteers\' corps", which is not a known section (1 line in no row):',
            "  Volunteers' corps,Medic,,,1996,1998,",
            "11 lines: 5 headings, 5 in rows, 1 doubtful, 0 not for cv.csv.",
        ],
    ),
    "tabs": (
        TABS,
        [
            'education,"MD, Example University",,,2001,2008,',
            "talk,Hydrodissection,,,2019-05-13,,",
            "certification,Board of radiology,,,2014,,",
            '? The heading "Education and Training" names several sections; this row is in education (1 row):',
            "? The order of day and month is not clear in 01/04/2018 (1 line in no row):",
            "? It has no date, unlike others under this heading: it may belong to another line (1 line in no row):",
            "9 lines: 3 headings, 4 in rows, 2 doubtful, 0 not for cv.csv.",
        ],
    ),
}


@pytest.fixture
def cv(tmp_path: Path, folder: Path, command: Command) -> Command:
    (folder / "cv.csv").write_text(f"{HEADER}\n", encoding="utf-8")
    return lambda *arguments: command("cv", "--sources", folder, *arguments)


@pytest.mark.parametrize(("content", "expected"), CVS.values(), ids=CVS)
def test_every_line_is_accounted_for(
    tmp_path: Path, folder: Path, cv: Command, content: str | tuple[str], expected: list[str]
) -> None:
    """The rows as they are written, and headings with the numbers of the others. A second run adds nothing."""
    path = tmp_path / ("cv.txt" if isinstance(content, str) else "cv.docx")
    path.write_text(content, encoding="utf-8") if isinstance(content, str) else write_word(path, "".join(content))
    shown = cv(path)
    rows = [line for line in expected if line.count(",") > 4 and not line.startswith("  ")]
    lines = shown.out.splitlines()
    assert [line for line in lines[2:-1] if line in expected or line[0] in "?-"] == expected
    assert shown.code == 0
    assert lines[1:2] == [HEADER]
    assert lines[-1] == f"Nothing was written. To write them: make cv FILE={path} OPTIONS=--write"
    assert cv(path, "--write").out.splitlines()[-1] == "Added them."
    assert (folder / "cv.csv").read_text(encoding="utf-8-sig") == "\n".join([HEADER, *rows, ""])
    assert cv(path, "--write").out.splitlines()[0] == f"= {len(rows)} rows that {folder}/cv.csv already has:"


LANGUAGES = sorted((ROOT / "api" / "pages" / "phrases").glob("*.json"))


@pytest.mark.parametrize("path", LANGUAGES, ids=lambda path: str(path.stem))
def test_the_headings_of_the_pages_are_known(path: Path) -> None:
    phrases = {name: text for name, text in json.loads(path.read_text(encoding="utf-8")).items() if name.startswith("section_")}
    headings = {name: parse_heading(text) for name, text in phrases.items()}
    assert {name: heading and f"section_{heading.section}" for name, heading in headings.items()} == {
        name: name for name in phrases
    }


DATES: dict[str, tuple[str, str, str] | None] = {
    "2015–19 Resident": ("2015", "2019", ""), "2015/16": ("2015", "2016", ""),
    "1998-02": ("1998-02", "", "1998-02 may be a month, or a period until 2002"),
    "2008-12": ("2008-12", "", "2008-12 may be a month, or a period until 2012"),
    "2008-03 to 2010-12": ("2008-03", "2010-12", ""), "from 2018": ("2018", "now", OPEN_END),
    "Grant 1987/19": ("1987", "2019", "1987/19 may be a period or a number"), "2019-2015 רופא": ("2015", "2019", REVERSED),
    "החל מאפריל 2018": ("2018-04", "now", ""), "2014 – н.в.": ("2014", "now", ""),
    # Other numbers.
    **dict.fromkeys(("Grant 1234/19", "Grant 1234-2019", "$2000", "2000 NIS", "12,2010", "ISO 9001", "Room 2015b")),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), DATES.items(), ids=DATES)
def test_dates_in_a_text(text: str, expected: tuple[str, str, str] | None) -> None:
    assert [(found.start, found.end, found.doubt or found.note) for found in find_periods(text)] == [expected] * bool(expected)


BROKEN = {
    "pdf": (b"%PDF-1.7", "This is a PDF. Save it as .docx"),
    "old": (b"\xd0\xcf\x11\xe0", "This is an old Word document (.doc). Save it as .docx"),
    "zip": (b"PK\x03\x04", "It is damaged, or not a Word document. Save it as .docx"),
    "empty": (b" \n", "It has no text."),
}


@pytest.mark.parametrize(("content", "message"), BROKEN.values(), ids=BROKEN)
def test_files_that_cannot_be_read(tmp_path: Path, cv: Command, content: bytes, message: str) -> None:
    (tmp_path / "cv.docx").write_bytes(content)
    done = cv(tmp_path / "cv.docx")
    assert (done.code, done.err.startswith(f"{tmp_path}/cv.docx: {message}")) == (2, True)


def test_entities_are_refused(tmp_path: Path, cv: Command) -> None:
    with ZipFile(tmp_path / "cv.docx", "w") as archive:
        archive.writestr("word/document.xml", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')
    assert 'Its part "word/document.xml" is not valid.' in cv(tmp_path / "cv.docx").err


def test_a_row_with_the_same_start_is_another_entry(tmp_path: Path, folder: Path, cv: Command) -> None:
    """Unless its title is a part of the line: the owner has moved the rest into other columns."""
    (folder / "cv.csv").write_text(f"{HEADER}\nposition,Head,Example Hospital,,2018,now,\n", encoding="utf-8")
    (tmp_path / "cv.txt").write_text("Positions\n2018- Head, Example Hospital\n2018-2020 Lecturer\n", encoding="utf-8")
    shown = cv(tmp_path / "cv.txt").out.splitlines()
    assert shown[2:4] == ["position,Lecturer,,,2018,2020,", f"= 1 row that {folder}/cv.csv already has:"]


def test_an_orcid_record(folder: Path, command: Command, cv: Command, online: tuple[Services, Replay]) -> None:
    """An entry that is refused stays away, also from ``make sync``; other refusals keep their rows."""
    (folder / "not-mine.csv").write_text("doi,pmid,note\n10.5555/a,,mine?\n", encoding="utf-8")
    posts = [
        summary("New University", "2015", **{"put-code": "17"}),
        summary("Old University", "2001", "2003", **{"put-code": "18"}),
    ]
    online[0].record = record(employments=posts)
    assert cv("--orcid", OWNER).out.splitlines()[5:9] == [
        f'? To refuse one for good, by its number at ORCID: make cv ORCID={OWNER} OPTIONS="--not-mine 17"',
        "  17  Position, New University",
        "  18  Position, Old University",
        "? ORCID has no end: endDate is now. Correct what has ended (1 row):",
    ]
    assert "- 1 refused in not-mine.csv" in cv("--orcid", OWNER, "--not-mine", "18", "--write").out.splitlines()
    assert (folder / "not-mine.csv").read_text(encoding="utf-8-sig") == "doi,pmid,note,putCode\n10.5555/a,,mine?,\n,,,18\n"
    assert (folder / "cv.csv").read_text(encoding="utf-8-sig").splitlines()[1:] == [
        'position,Position,New University,"Exampleton, IL",2015,now,'
    ]
    assert "already has" in cv("--orcid", OWNER).out
    assert json.loads(command("sync", "--sources", folder, "--cache", folder / "cache", "--format", "json").out)["cv"] == []
