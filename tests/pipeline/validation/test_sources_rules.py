"""Each rule of the schema, broken alone: the one line that it gives, and the values on either side of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.messages import HEADER, NEXT_YEAR, append, edit, messages, publication, write

PUBLICATIONS = "publications.csv"
SERVICES = "services.csv"
CLINIC = "clinic.yaml"

DOI_HINT = "Write the DOI alone, for example 10.5555/msk.2021.001."
NO_DOI = f"A DOI begins with 10. and a number, then a slash, as in 10.5555/abc123. {DOI_HINT}"
YEAR_HINT = "Write the four-digit year, for example 2021."
LINK_EXAMPLE = "An example: https://journals.example.org/msk/2021/001."
NO_ADDRESS = f"is not a web address. Write it whole, beginning with https://. {LINK_EXAMPLE}"
BAD_CHARACTER = f"holds a character that a web address cannot. Copy it from the browser's address bar. {LINK_EXAMPLE}"
ORCID_HINT = "Copy the iD from your ORCID page, sixteen digits in four groups, without https://orcid.org/."
BASE_HINT = "Write the address that visitors use, for example https://profile.example.org."


def said_of(folder: Path, column: str, values: list[str]) -> list[str]:
    """What is said of a publications.csv with one row for each value of one column; all else is well."""
    fixed = [{"title": f"Title {number}", "doi": f"10.5555/{number}"} for number in range(len(values))]
    rows = [publication(**{**cells, column: value}) for cells, value in zip(fixed, values, strict=True)]
    write(folder, PUBLICATIONS, f"{HEADER}\n{''.join(rows)}")
    return messages(folder)


def rows_of(column: str, faults: list[str]) -> list[str]:
    """The lines for faults in the rows 2, 3, ..."""
    return [f"sources/publications.csv, row {row}, {column}: {fault}" for row, fault in enumerate(faults, start=2)]


def test_doi_syntax(folder: Path) -> None:
    """Prefix 10 with a registrant's number, a slash, a suffix without blanks."""
    values = ["10.5555", "11.5555/a", "10.5555/", "10.555/a", "10.5555/a b", "10.x/a", "10.5555/a\u200bb", "DOI 10.5555/a"]
    shown = [value.replace("\u200b", "\ufffd") for value in values]
    assert said_of(folder, "doi", values) == rows_of("doi", [f'"{value}" is not a DOI. {NO_DOI}' for value in shown])


def test_doi_in_its_bare_form(folder: Path) -> None:
    """The message says what to write instead."""
    prefixes = ["doi:", "DOI: ", "https://doi.org/", "HTTP://DX.DOI.ORG/", "doi.org/", "https://www.doi.org/"]
    faults = [f'"{prefix}10.5555/a" is not in the bare form. Write 10.5555/a. {DOI_HINT}' for prefix in prefixes]
    assert said_of(folder, "doi", [f"{prefix}10.5555/a" for prefix in prefixes]) == rows_of("doi", faults)


def test_doi_prefix_without_a_doi(folder: Path) -> None:
    """There is nothing to suggest."""
    assert said_of(folder, "doi", ["https://doi.org/"]) == rows_of("doi", [f'"https://doi.org/" is not a DOI. {NO_DOI}'])


def test_unusual_dois_are_dois(folder: Path) -> None:
    """Any printable character may stand in the suffix (DOI Handbook)."""
    values = ["10.1000.10/123", "10.5555/(SICI)1:2<1::AID-X>2.0.CO;2", "10.5555/é", "10.123456789/a/b//c", "10.5555/a?b#c%20"]
    assert said_of(folder, "doi", values) == []


def test_doi_twice_whatever_its_case(folder: Path) -> None:
    """The second row is named, with the first."""
    append(folder, PUBLICATIONS, publication(doi="10.5555/MSK.2021.001"))
    assert messages(folder) == [
        'sources/publications.csv, row 15, doi: "10.5555/MSK.2021.001" stands in row 8 already. Delete one of the two rows.'
    ]


def test_missing_doi_is_a_warning(folder: Path) -> None:
    """Not every publication has one."""
    edit(folder, PUBLICATIONS, "10.5555/msk.2021.001", "")
    assert messages(folder) == [
        "warning: sources/publications.csv, row 8, doi: It is empty. It may be, but users would be glad of a value."
    ]


def test_duplicate_title_is_a_warning(folder: Path) -> None:
    """Whatever its case, accents and punctuation; two publications without letters in their titles are no twins."""
    append(folder, PUBLICATIONS, publication(title="SONÓGRAPHY of the median nerve.", doi="10.5555/a1"))
    append(folder, PUBLICATIONS, publication(title="???", doi="10.5555/a2") + publication(title="!!!", doi="10.5555/a3"))
    assert messages(folder) == [
        'warning: sources/publications.csv, row 15, title: "SONÓGRAPHY of the median nerve." '
        "is also the title of row 8. Is it entered twice?"
    ]


def test_year_is_a_whole_number(folder: Path) -> None:
    """In ASCII digits: nothing else that a program would take for a number."""
    values = ["MMXX", "2020.0", "2e3", "1_000", "+2020", "２０２０", "٢٠٢٠", "1" * 31, "NaN", "0x7E4", "2020-21"]
    assert said_of(folder, "year", values) == rows_of(
        "year", [f'"{value}" is not a whole number. {YEAR_HINT}' for value in values]
    )


def test_year_between_1800_and_next_year(folder: Path) -> None:
    """The year after this one may be printed on what is in press."""
    assert said_of(folder, "year", ["1800", str(NEXT_YEAR)]) == []
    assert said_of(folder, "year", ["1799", "-2020", "0", str(NEXT_YEAR + 1)]) == rows_of(
        "year",
        [
            f'"1799" is less than 1800. {YEAR_HINT}',
            f'"-2020" is less than 1800. {YEAR_HINT}',
            f'"0" is less than 1800. {YEAR_HINT}',
            f'"{NEXT_YEAR + 1}" lies after {NEXT_YEAR}. {YEAR_HINT}',
        ],
    )


@pytest.mark.parametrize(
    ("column", "example"),
    [
        ("title", "Sonography of the median nerve"),
        ("authors", "Example N, Levi R"),
        ("journal", "Journal of Example Radiology"),
    ],
)
def test_required_cells(folder: Path, column: str, example: str) -> None:
    """A publication needs title, authors, journal and year."""
    assert said_of(folder, column, [""]) == rows_of(column, [f"The value is missing. An example: {example}."])


def test_required_year(folder: Path) -> None:
    """The remedy is the year's own."""
    assert said_of(folder, "year", [""]) == rows_of("year", [f"The value is missing. {YEAR_HINT}"])


def test_links_are_whole_web_addresses(folder: Path) -> None:
    """Absolute, http or https, with a host; everything that a browser shows may follow."""
    good = ["http://example.org", "HTTPS://EXAMPLE.ORG/a?b=c&d=%20#e", "https://example.org:8443/~a/(b)", "http://[::1]/"]
    assert said_of(folder, "url", good) == []
    bad = [
        "example.org",
        "//example.org",
        "99000001",
        "ftp://example.org",
        "javascript:alert(1)",
        "https://",
        "https:///a",
        "http://[::1",
        "mailto:noa@example.org",
    ]
    bad += ["http://example.org:99999/", "http://example.org:x/"]
    assert said_of(folder, "url", bad) == rows_of("url", [f'"{value}" {NO_ADDRESS}' for value in bad])
    odd = ["https://example.org/a b", "https://example.org/é", "https://אבג.example.org", 'https://example.org/<">']
    cells = [f'"{value.replace(chr(34), 2 * chr(34))}"' for value in odd]
    assert said_of(folder, "url", cells) == rows_of("url", [f'"{value}" {BAD_CHARACTER}' for value in odd])


def test_pubmed_is_a_web_address(folder: Path) -> None:
    """Not the number alone."""
    assert said_of(folder, "pubmed", ["99000001"]) == rows_of(
        "pubmed",
        [
            '"99000001" is not a web address. Write it whole, beginning with https://. An example: https://pubmed.example.org/99000001.'
        ],
    )


def test_links_of_the_profile(folder: Path) -> None:
    """The place is the link's own name."""
    edit(folder, "profile.yaml", "https://orcid.org/0000-0000-5555-0000", "orcid.org")
    assert messages(folder) == [
        'sources/profile.yaml, line 31, links.orcid: "orcid.org" is not a web address. Write it whole, beginning with https://.'
    ]


@pytest.mark.parametrize(
    "value", ["noa", "noa@example", "noa at example.org", "mailto:noa@example.org", "נועה@example.org", "a@b@example.org"]
)
def test_e_mail_addresses(folder: Path, value: str) -> None:
    """One mailbox at a domain with a dot, of the person and of the clinic."""
    edit(folder, "profile.yaml", "email: noa@example.org", f'email: "{value}"')
    edit(folder, CLINIC, "email: clinic@example.org", f'email: "{value}"')
    fault = f'"{value}" is not an e-mail address.'
    assert messages(folder) == [
        f"sources/clinic.yaml, line 14, email: {fault} An example: clinic@example.org.",
        f"sources/profile.yaml, line 17, email: {fault} An example: noa@example.org.",
    ]


@pytest.mark.parametrize("value", ["0000-0000-5555-0001", "0000-0000-5555-000X", "0000-0002-1694-2330"])
def test_orcid_checksum(folder: Path, value: str) -> None:
    """A digit that was mistyped is found."""
    edit(folder, "profile.yaml", '"0000-0000-5555-0000"', f'"{value}"')
    assert messages(folder) == [
        f'sources/profile.yaml, line 16, orcid: "{value}" is not an ORCID iD: '
        f"its last digit does not fit the others, so one of them is mistyped. {ORCID_HINT}"
    ]


@pytest.mark.parametrize(
    "value", ["https://orcid.org/0000-0000-5555-0000", "0000000055550000", "0000-0002-1694-233x", "0000-0000-5555-00000"]
)
def test_orcid_form(folder: Path, value: str) -> None:
    """Four groups, and a capital X where there is one."""
    edit(folder, "profile.yaml", '"0000-0000-5555-0000"', f'"{value}"')
    assert messages(folder) == [f'sources/profile.yaml, line 16, orcid: "{value}" is not an ORCID iD. {ORCID_HINT}']


def test_orcid_that_ends_in_x(folder: Path) -> None:
    """X stands for the checksum 10 (ISO 7064)."""
    edit(folder, "profile.yaml", '"0000-0000-5555-0000"', '"0000-0002-1694-233X"')
    assert messages(folder) == []


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ("profile.example.org", "is not a web address. Write it whole, beginning with https://."),
        ("https://profile.example.org/", "ends with a slash. Take it away."),
        ("https://profile.example.org?a=b", "holds a ? or #."),
        ("https://profile.example.org#a", "holds a ? or #."),
    ],
)
def test_base_address(folder: Path, value: str, fault: str) -> None:
    """Every absolute link is built from it."""
    edit(folder, "site.yaml", "base_url: https://profile.example.org", f'base_url: "{value}"')
    assert messages(folder) == [f'sources/site.yaml, line 9, base_url: "{value}" {fault} {BASE_HINT}']


@pytest.mark.parametrize("value", ["sport-imaging", "Injection", "nerve-ultrasound", "injection;procedure"])
def test_category_from_the_closed_list(folder: Path, value: str) -> None:
    """A tag is no category, and a service has one only."""
    edit(folder, SERVICES, "sports-imaging", value)
    assert messages(folder) == [
        f'sources/services.csv, row 8, category: "{value}" is not allowed here. '
        "Write one of: diagnostic-ultrasound, sports-imaging, injection, procedure, consultation."
    ]


@pytest.mark.parametrize("value", ["knee", "PRP-injection", "injection", "prp-injection,joint-injection"])
def test_tags_from_the_closed_list(folder: Path, value: str) -> None:
    """The wrong one of several is named by its number."""
    edit(folder, SERVICES, "prp-injection;joint-injection", f'"prp-injection;{value}"')
    assert messages(folder) == [
        f'sources/services.csv, row 14, tags[2]: "{value}" is not allowed here. '
        "Write one of: nerve-ultrasound, prp-injection, joint-injection."
    ]


def test_a_tag_that_stands_twice(folder: Path) -> None:
    """A service has it or has it not."""
    edit(folder, SERVICES, "prp-injection;joint-injection", "prp-injection; prp-injection")
    assert messages(folder) == [
        'sources/services.csv, row 14, tags: An entry stands twice in "prp-injection, prp-injection". Keep one.'
    ]


def test_hebrew_names_hold_hebrew_letters(folder: Path) -> None:
    """One letter is enough: PRP stays PRP in Hebrew."""
    edit(folder, SERVICES, "אולטרסאונד של הברך", "Knee")
    edit(folder, CLINIC, "nameHebrew: מרפאה", "nameHebrew: Clinic # ")
    edit(folder, "research.yaml", "nameHebrew: הדמיה של פציעות ספורט", "nameHebrew: Sport")
    remedy = "holds no Hebrew letter. Write the Hebrew name here, or leave it empty."
    assert messages(folder) == [
        f'sources/clinic.yaml, line 12, nameHebrew: "Clinic" {remedy} An example: מרפאה לדוגמה.',
        f'sources/research.yaml, line 32, areas[3].nameHebrew: "Sport" {remedy}',
        f'sources/services.csv, row 4, nameHebrew: "Knee" {remedy} An example: אולטרסאונד של שורש כף היד.',
    ]


def test_missing_hebrew_names_are_warnings(folder: Path) -> None:
    """Of services and of the clinic."""
    edit(folder, SERVICES, "אולטרסאונד של הברך", "")
    edit(folder, CLINIC, "nameHebrew:", "# nameHebrew:")
    assert messages(folder) == [
        "warning: sources/clinic.yaml, nameHebrew: It is empty. It may be, but users would be glad of a value.",
        "warning: sources/services.csv, row 4, nameHebrew: It is empty. It may be, but users would be glad of a value.",
    ]
