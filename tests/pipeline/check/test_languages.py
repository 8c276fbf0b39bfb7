"""Warnings and errors about languages that several files show: missing versions, unlisted languages, other scripts."""

import re
from contextlib import chdir
from pathlib import Path

import pytest

from pipeline.build import check
from tests.support.checking import read
from tests.support.languages import remove_hebrew
from tests.support.messages import append, codes, edit, write


def test_missing_versions_are_counted_by_file(folder: Path) -> None:
    """Degrees and names of networks may be the same in both languages; a heading has its version if it is known or in one row."""
    edit(folder, "profile.yaml", "specialtyHebrew: רדיולוגיה של מערכת השריר והשלד\n", "")
    edit(folder, "profile.yaml", "credentialsHebrew: MD, PhD\n", "")
    profile = (folder / "profile.yaml").read_text()
    links = profile[profile.index("linksHebrew:") : profile.index("bioHebrew:")]
    edit(folder, "profile.yaml", links, "")
    edit(folder, "clinic.yaml", "      reasonHebrew: ראש השנה\n", "")
    edit(folder, "research.yaml", "areas:\n", "areas:\n" + "".join(f"  - name: Area {number}\n" for number in range(20)))
    edit(folder, "cv.csv", ",התנדבות,", ",,")
    edit(folder, "services.csv", ",consultation,,nerve-ultrasound,", ",Teams and clubs,קבוצות ומועדונים,nerve-ultrasound,")
    edit(folder, "services.csv", ",consultation,,,", ",Teams and clubs,,,")
    for name in ("הברך", "שורש כף היד"):
        edit(folder, "services.csv", f",אולטרסאונד של {name},", ",,")
    found = [(Path(problem.file).name, problem.code, problem.message.rpartition(": ")[2]) for problem in check(folder).report]
    assert found == [
        ("clinic.yaml", "missing_versions", "hours.closures.reasonHebrew (1)."),
        ("cv.csv", "missing_versions", "sectionHebrew (1)."),
        ("profile.yaml", "missing_versions", "specialtyHebrew (1)."),
        ("research.yaml", "missing_versions", "areas.nameHebrew (20)."),
        ("services.csv", "missing_versions", "nameHebrew (2)."),
    ]


@pytest.mark.parametrize(
    ("language", "missing"),
    [
        (
            "he",
            {
                "site.yaml": "attributionHebrew (1) and accessibility.nameHebrew (1)",
                "profile.yaml": "nameHebrew (1), specialtyHebrew (1) and positionsHebrew (1)",
                "clinic.yaml": "nameHebrew (1), addressHebrew (1), parentHebrew (1) and 3 more",
                "research.yaml": "areas.nameHebrew (1)",
                "services.csv": "nameHebrew (1)",
                "cv.csv": "titleHebrew (1), organizationHebrew (1) and placeHebrew (1)",
                "publications.csv": "summaryHebrew (1)",
            },
        ),
        (
            "es",
            {
                "profile.yaml": "specialtySpanish (1) and positionsSpanish (1)",
                "clinic.yaml": "shortNameSpanish (1) and locations.shortNameSpanish (1)",
                "research.yaml": "areas.nameSpanish (1)",
                "services.csv": "nameSpanish (1)",
                "cv.csv": "titleSpanish (1)",
                "publications.csv": "summarySpanish (1)",
            },
        ),
    ],
    ids=["another script", "the same script"],
)
def test_proper_names_need_no_version_in_the_same_script(clinic: Path, language: str, missing: dict[str, str]) -> None:
    """Names of people, organizations and places, and addresses; the names of services and areas are words."""
    contact = "accessibility: {name: Desk, email: desk@example.org}\n"
    edit(clinic, "site.yaml", "paper:", f"languages: [en, {language}]\npaper:")
    site = (clinic / "site.yaml").read_text(encoding="utf-8")
    write(clinic, "site.yaml", re.sub(r"(?m)^accessibility:\n(  .*\n)*", contact, site))
    write(clinic, "profile.yaml", "name: Ana Levi\nspecialty: Radiology\n")
    append(clinic, "clinic.yaml", "parent: Hospital\nshortName: Town\nlocations:\n  - {name: Other, shortName: Village}\n")
    write(clinic, "research.yaml", "areas: [{name: Nerves}]\n")
    write(clinic, "services.csv", "name\nUltrasound\n")
    write(clinic, "cv.csv", "section,title,organization,place,endDate\nposition,Head,Hospital,Town,now\n")
    write(clinic, "publications.csv", "title,authors,journal,year,summary\nNerves,Levi A,Journal,2026,In plain words\n")
    found = {
        Path(problem.file).name: problem.message.rpartition(": ")[2].removesuffix(".")
        for problem in check(clinic).report
        if problem.code == "missing_versions"
    }
    assert found == missing


def test_texts_in_another_script_need_no_version(clinic: Path) -> None:
    """Pages in English don't show them in Hebrew."""
    edit(clinic, "site.yaml", "paper:", "languages: [he, en]\npaper:")
    areas = ("{name: סרטן, keywords: [HER2-low, ADC]}", "{name: HER2-low, keywords: [HER2-low, שד]}")
    write(clinic, "research.yaml", "".join(["areas:\n", *(f"  - {area}\n" for area in areas)]))
    write(clinic, "services.csv", "name,category,note\nBRCA,PRP,500 ₪\nכתף,,45 דק׳\n")
    missing = [problem for problem in check(clinic).report if problem.code == "missing_versions"]
    found = {Path(problem.file).name: problem.message.rpartition(": ")[2] for problem in missing}
    assert (found["research.yaml"], found["services.csv"]) == (
        "areas.nameEnglish (1) and areas.keywordsEnglish (1).",
        "nameEnglish (1) and noteEnglish (1).",
    )


UNLISTED = (
    "This site has no versions in {}. Under languages in site.yaml, write the language of the plain fields first and {} "
    "after it, or delete this."
)


def test_without_any_hebrew_nothing_is_missing(folder: Path) -> None:
    remove_hebrew(folder)
    assert codes(folder) == []


def test_a_version_in_a_language_that_is_not_listed(folder: Path) -> None:
    edit(folder, "profile.yaml", "specialty: ", "specialtyArabic: طب\nspecialty: ")
    assert [problem.message for problem in read(folder / "profile.yaml")[1]] == [UNLISTED.format("Arabic", "ar")]


def test_empty_versions_in_a_language_that_is_not_listed(folder: Path) -> None:
    """A text, a text in quotes, a list, inside a value, and a column."""
    edit(folder, "profile.yaml", "specialty: ", "bioArabic:\nspecialtyArabic: ''\nconditionsArabic: []\nspecialty: ")
    edit(folder, "clinic.yaml", "      reasonHebrew: פסח\n", "      reasonHebrew: פסח\n      reasonArabic:\n")
    edit(folder, "services.csv", "name,nameHebrew,category,categoryHebrew", "name,nameHebrew,category,categoryArabic")
    assert codes(folder) == []


@pytest.mark.parametrize("row", [2, 4])
def test_a_column_of_another_language_with_a_value(folder: Path, row: int) -> None:
    lines = ["name,nameArabic\n", *(f"Service {number},{'طب' if number >= row else ''}\n" for number in range(2, 6))]
    write(folder, "services.csv", "".join(lines))
    errors = [*read(folder / "services.csv")[1]]
    assert [(error.row, error.field, error.value) for error in errors] == [
        (number, "nameArabic", "طب") for number in range(row, 6)
    ]
    assert errors[0].message == UNLISTED.format("Arabic", "ar")


def test_a_language_that_is_not_listed_is_one_line_for_each_file(folder: Path) -> None:
    edit(folder, "site.yaml", "paper:", "languages: [en]\npaper:")
    with chdir(folder.parent):
        lines = [*check(Path(folder.name)).report.lines()]
    assert len(lines) == 7
    assert lines[5].removeprefix(f"{folder.name}/") == (
        "services.csv, rows 2, 4, 6, 8, 11, 13, 15, 18 and 19, descriptionHebrew and noteHebrew: "
        + UNLISTED.format("Hebrew", "he")
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("languages: [en, iw]", '"iw" is not the code of a language. Did you mean he?'),
        ("languages: [en, he, cv]", 'The address /cv is taken, so pages cannot be in the language "cv".'),
        (
            "languages: en, ar",
            'Expected a list, got "en, ar". Write one code per line, after a hyphen (-) and a space, for example - en.',
        ),
        ("language: [en, ar]", 'Unknown name "language". Did you mean "languages"?'),
        ("langauges: [en, ar]", 'Unknown name "langauges". Did you mean "languages"?'),
        ("\tlanguages: [en, ar]", "The line has a tab. Use spaces."),
        ("languages: [en, ar", "The brackets opened here lack a comma or the closing bracket."),
    ],
)
def test_languages_that_cannot_be_read_are_the_only_problem(folder: Path, line: str, message: str) -> None:
    """Nobody knows yet whether the versions in the files are in the language that is meant."""
    edit(folder, "profile.yaml", "specialty: ", "specialtyArabic: طب\nspecialty: ")
    edit(folder, "site.yaml", "paper:", f"{line}\npaper:")
    assert [problem.message for problem in check(folder).report] == [message]


def test_hebrew_in_the_place_of_english(folder: Path) -> None:
    """A word in Hebrew beside English is no plain field in Hebrew."""
    edit(folder, "profile.yaml", "specialty: Musculoskeletal radiology", "specialty: רדיולוגיה")
    edit(folder, "profile.yaml", "  - Hebrew\n  - English\n  - French", "  - עברית\n  - אנגלית\n  - צרפתית")
    edit(folder, "services.csv", "Ultrasound of the wrist,", "שורש כף היד,")
    edit(folder, "services.csv", "Ultrasound of the knee,", "Ultrasound of the knee (ברך),")
    assert codes(folder) == [
        "warning: sources/profile.yaml, line 9, specialty: first_language",
        "warning: sources/profile.yaml, line 19, languages: first_language",
        "warning: sources/services.csv, row 3, name: first_language",
    ]


def test_an_abbreviation_is_the_same_in_every_script(folder: Path) -> None:
    edit(folder, "site.yaml", "paper:", "languages: [he, en]\npaper:")
    edit(folder, "services.csv", "Ultrasound of the wrist,", "EMDR,")
    expected = [problem.value for problem in check(folder).report if (problem.code, problem.field) == ("first_language", "name")]
    assert ("EMDR" in expected, "Ultrasound of the knee" in expected) == (False, True)


def test_another_script_on_a_site_in_one_language(folder: Path) -> None:
    remove_hebrew(folder)
    edit(folder, "site.yaml", "paper:", "languages: [en]\npaper:")
    edit(folder, "profile.yaml", "specialty: Musculoskeletal radiology", "specialty: Радиология")
    [warning] = [problem for problem in check(folder).report if problem.code == "first_language"]
    assert warning.message == 'Expected English, got "Радиология". Write it in English.'
