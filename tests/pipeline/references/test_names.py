"""Names of authors: how they are read from each notation, and that none of them loses a letter without a note."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from db.names import names as stored_names
from db.names import people
from pipeline.readers import bibtex, csl
from pipeline.references import names
from pipeline.references.authors import Authors, authors
from pipeline.references.degrees import is_degree
from tests.support.importing import references


def read(written: str) -> Authors:
    return authors(names.read(written))


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("Example, Noa G.", "Example NG"),
        ("Noa G. Example", "Example NG"),
        ("Example NG", "Example NG"),
        ("Example N.G.", "Example NG"),
        ("Example-Sample, Jean-Pierre", "Example-Sample JP"),
        ("Luan, Jian'an", "Luan J"),
        ("van der Muster, W. M.", "van der Muster WM"),
        ("Muster, Wiesje M van der", "van der Muster WM"),
        ("Muster, Xavier De", "De Muster X"),
        ("Wiesje M. van der Muster", "van der Muster WM"),
        ("Robert Van Den Berg", "Van Den Berg R"),
        ("Dugma, John R. 2nd", "Dugma JR 2nd"),
        ("Dugma, John, Jr.", "Dugma J Jr"),
        ("Dugma, Jr., John", "Dugma J Jr"),
        ("Example, Jr, B. A.", "Example BA Jr"),
        ("de la Muestra Jr., J.A.", "de la Muestra JA Jr"),
        ("John C. Davies, Jr.", "Davies JC Jr"),
        ("Smith, JR", "Smith JR"),
        ("van der Berg, SR", "van der Berg SR"),
        ("KIM, MIN JI", "KIM MJ"),
        ("Schwarz †, Reinhold", "Schwarz R"),
        ("Levi, (Ruth)", "Levi R"),
        ("World Health Organization", "World Health Organization"),
        ("Example Group,", "Example Group"),
        ("Team, The Global Adaptation Mapping", "The Global Adaptation Mapping Team"),
        ("Example Research Network, The", "The Example Research Network"),
        ("Levi R, Dugma YT", "Levi R, Dugma YT"),
        ("Levi, R.; Dugma, Y.T.", "Levi R, Dugma YT"),
        ("Levi, R. & Dugma, Y.T.", "Levi R, Dugma YT"),
        ("Ruth Levi and Yael Dugma", "Levi R, Dugma Y"),
        ("Levi R, Dugma Y, and Sample K", "Levi R, Dugma Y, Sample K"),
        ("Levi R., Dugma Y.", "Levi R, Dugma Y"),
        ("Levi R 3rd", "Levi R 3rd"),
        ("Dugma J-P", "Dugma JP"),
        ("Иванов ЮА", "Иванов ЮА"),
        ("Levi, Ruth et al.", "Levi R, et al"),
        ("et al.", ""),
        # What follows the family name is initials or given names, even if it looks like a degree.
        ("Griffiths, MD", "Griffiths MD"),
        ("Levi, DO", "Levi DO"),
        ("Jones, RN", "Jones RN"),
        ("Ramirez, MPH", "Ramirez MPH"),
        ("Lockshin, M.D.", "Lockshin MD"),
        ("Hoover, R.N.", "Hoover RN"),
        ("Smith, JR III", "Smith JR III"),
        ("Smith, J. R. III", "Smith JR III"),
        ("Smith, CMV IV", "Smith CMV IV"),
        ("Smith, J. II", "Smith J II"),
        ("Smith, JF II", "Smith JF II"),
        ("John Smith III", "Smith J III"),
        ("Bar-On, Yinon Moshe", "Bar-On YM"),
        ("Force, Thomas Lee", "Force TL"),
        ("The, Anne Marie", "The AM"),
        ("Nguyen, The Anh", "Nguyen TA"),
        ("NIHR Global Health Research Unit", "NIHR Global Health Research Unit"),
        ("Israel Defense Forces Medical Corps", "Israel Defense Forces Medical Corps"),
        ("Unit, MRC Clinical Trials", "MRC Clinical Trials Unit"),
        ("María José de la Fuente y Cabrera", "de la Fuente y Cabrera MJ"),
        ("José Ortega y Gasset", "Ortega y Gasset J"),
        ("P. Mc Donald", "Mc Donald P"),
        ("Seán Ó Néill", "Ó Néill S"),
        ("Smith, J. and others", "Smith J, et al"),
        ("Smith, J. [et al.]", "Smith J, et al"),
        # Family names that are degrees as well.
        ("Jean Paul Mba", "Mba JP"),
        ("Nguyen Mba, Anh", "Nguyen Mba A"),
        ("Jean Paul Ma", "Ma JP"),
        ("Do, Anh Thi", "Do AT"),
        # Scripts without upper and lower case have no initials.
        ("כהן, דוד", "כהן דוד"),
        ('גל ד"ר איתי', 'גל ד"ר איתי'),
        ("王, 小明", "王 小明"),
        ("محمد علي", "محمد علي"),
    ],
)
def test_a_name_is_read_without_a_note(written: str, wanted: str) -> None:
    found = read(written)
    assert (found.text, found.notes) == (wanted, ())


@pytest.mark.parametrize(
    ("written", "wanted", "note"),
    [
        ("Griffiths, Mark, MD", "Griffiths M", 'Left out "MD" of the author "Griffiths, Mark, MD".'),
        ("Griffiths, MD, PhD", "Griffiths MD", 'Left out "PhD" of the author "Griffiths, MD, PhD".'),
        ("Veld, Jan H., M.D., Ph.D.", "Veld JH", 'Left out "M.D., Ph.D" of the author "Veld, Jan H., M.D., Ph.D.".'),
        ("John C. Davies, MD", "Davies JC", 'Left out "MD" of the author "John C. Davies, MD".'),
        ("Griffiths, Mark MD", "Griffiths MMD", 'Read "MD" as initials in the author "Griffiths, Mark MD".'),
        ("Das Gupta, MD", "Das Gupta MD", 'Read "MD" as initials in the author "Das Gupta, MD".'),
        ("Ruth Levi MD", "Ruth Levi MD", 'Read "MD" as initials in the author "Ruth Levi MD".'),
        ("Levi R MD", "Levi R", 'Left out "MD" of the author "Levi R MD".'),
        ("Prof. Ruth Levi", "Levi R", 'Left out "Prof" of the author "Prof. Ruth Levi".'),
        (
            "Smith & Nephew, Inc.",
            "Smith & Nephew Inc.",
            'Removed the comma from the author "Smith & Nephew, Inc.", because commas separate authors.',
        ),
        ("Levi, Ruth (Ruthie)", "Levi R", 'Left out "Ruthie" of the author "Levi, Ruth (Ruthie)".'),
        ("Marie Le Goff", "Le Goff M", 'Read "Le Goff" as the family name of "Marie Le Goff".'),
        ("Goff, Marie Le", "Le Goff M", 'Read "Le" as part of the family name of "Goff, Marie Le".'),
        (
            "Caffo, B Jones, C",
            "Caffo B, Jones C",
            'No "and" or semicolon between the authors in "Caffo, B Jones, C"; read as "Caffo B, Jones C".',
        ),
        (
            "Levi, R., Dugma, Y.",
            "Levi R, Dugma Y",
            'No "and" or semicolon between the authors in "Levi, R., Dugma, Y."; read as "Levi R, Dugma Y".',
        ),
        ("Levi, R and Dugma", "Levi R and Dugma", '"Levi, R and Dugma" may be two authors; separate them.'),
        ("Caffo B Jones C", "Caffo B Jones C", '"Caffo B Jones C" may be two authors; separate them.'),
        (
            "Example Trial Investigators, Haifa",
            "Example Trial Investigators Haifa",
            'Removed the comma from the author "Example Trial Investigators, Haifa", because commas separate authors.',
        ),
        ("Fernandes, JPMRS", "Fernandes JPMRS", 'Read "JPMRS" as initials in the author "Fernandes, JPMRS".'),
        ("Smith, ABC DE", "Smith ABCDE", 'Read "ABC DE" as initials in the author "Smith, ABC DE".'),
        ("Smith, JRR TO", "Smith JRRTO", 'Read "JRR TO" as initials in the author "Smith, JRR TO".'),
        ("Kim, MIN JI", "Kim MINJI", 'Read "MIN JI" as initials in the author "Kim, MIN JI".'),
        ("John Smith PhD", "Smith J", 'Left out "PhD" of the author "John Smith PhD".'),
        ("Hans Müller MD PhD", "Müller H", 'Left out "MD PhD" of the author "Hans Müller MD PhD".'),
        ("Smith, John FRACP", "Smith J", 'Left out "FRACP" of the author "Smith, John FRACP".'),
        ("Smith, John FRCPath", "Smith J", 'Left out "FRCPath" of the author "Smith, John FRCPath".'),
        ("Smith, John MHSc", "Smith J", 'Left out "MHSc" of the author "Smith, John MHSc".'),
        ("Smith, John MHA", "Smith J", 'Left out "MHA" of the author "Smith, John MHA".'),
        ("Smith, J. MPH", "Smith JMPH", 'Read "MPH" as initials in the author "Smith, J. MPH".'),
        ("Smith PhD, John", "Smith J", 'Left out "PhD" of the author "Smith PhD, John".'),
        ("John Smith PhD, MD", "Smith J", 'Left out "PhD, MD" of the author "John Smith PhD, MD".'),
        ("John Smith II", "John Smith II", 'Read "II" as initials in the author "John Smith II".'),
        ("John Smith M.D.", "John Smith MD", 'Read "M.D." as initials in the author "John Smith M.D.".'),
        (
            "ABC Group, Tel Aviv",
            "ABC Group Tel Aviv",
            'Removed the comma from the author "ABC Group, Tel Aviv", because commas separate authors.',
        ),
        (
            "WHO Team, Geneva",
            "WHO Team Geneva",
            'Removed the comma from the author "WHO Team, Geneva", because commas separate authors.',
        ),
        (
            "Smith, J. on behalf of the ABC Study Group",
            "Smith J. on behalf of the ABC Study Group",
            '"Smith, J. on behalf of the ABC Study Group" may be a person and an organization; separate them.',
        ),
        (
            "Smith, J. & the ABC Group",
            "Smith J. & the ABC Group",
            '"Smith, J. & the ABC Group" may be two authors; separate them.',
        ),
        ("Smith J. Jones C.", "Smith J. Jones C", '"Smith J. Jones C." may be two authors; separate them.'),
        ("John Smith, Carl Jones", "John Smith CJ", '"John Smith, Carl Jones" may be two authors; separate them.'),
        ("Xavier Muylder De", "De Muylder X", 'Read "De Muylder" as the family name of "Xavier Muylder De".'),
        ("Mary Ann Mac Donald", "Mac Donald MA", 'Read "Mac Donald" as the family name of "Mary Ann Mac Donald".'),
        ("Hadas Bar Lev", "Bar Lev H", 'Read "Bar Lev" as the family name of "Hadas Bar Lev".'),
        ("Yael Bat Sheva", "Bat Sheva Y", 'Read "Bat Sheva" as the family name of "Yael Bat Sheva".'),
        ("João Filho", "João Filho", 'No initials: "João Filho".'),
        ("Kovács Zs", "Kovács Zs", 'No initials: "Kovács Zs".'),
        ("Levi, PhD", "Levi PHD", 'Read "PhD" as initials in the author "Levi, PhD".'),
        ("Hans Müller PhD MD", "Müller H", 'Left out "PhD MD" of the author "Hans Müller PhD MD".'),
        ("Clinic, Mayo", "Clinic M", '"Clinic, Mayo" may be an organization.'),
        ("Levi", "Levi", 'No initials: "Levi".'),
    ],
)
def test_what_is_left_out_of_a_name_or_doubtful_is_a_note(written: str, wanted: str, note: str) -> None:
    found = read(written)
    assert (found.text, found.notes) == (wanted, (note,))


def test_parts_that_cannot_be_told_are_kept_as_one_author() -> None:
    found = read("Caffo, Brian Jones, Carl")
    assert found.text == "Caffo Brian Jones Carl"
    assert [*found.notes] == [
        'Cannot tell the parts of the author "Caffo, Brian Jones, Carl"; kept as one name.',
        'No initials: "Caffo Brian Jones Carl".',
    ]


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        (r"Lev{\'i}, Ruth and {\.Z}{\'o}{\l}w, K. and others", "Leví R, Żółw K, et al"),
        (r"Jan{\a'e}-Valbuena, J and M{\a`a}s, \a=E", "Jané-Valbuena J, Màs Ē"),
        (r"Levi, R and \L{}ukasz Nowak and \'{A}lvarez, J", "Levi R, Nowak Ł, Álvarez J"),
        ("{Example Study Group} and Jan {van der Berg}", "Example Study Group, van der Berg J"),
        ("{Levi, Ruth and Dugma, Y}", "Levi R, Dugma Y"),
        ("{Levi, Ruth} and {Doctors Without Borders}", "Levi R, Doctors Without Borders"),
        ("{{Ministry of Examples, Samples and Specimens}}", "Ministry of Examples Samples and Specimens"),
        ("R. Levi, Y. Dugma, K. Sample", "Levi R, Dugma Y, Sample K"),
        ("Levi, Ruth and ", "Levi R"),
        ("family=Hasselt, given=Jan, prefix=van and Levi, R", "van Hasselt J, Levi R"),
        ("Edition, Fifth and others", "Edition F, et al"),
        ("Caffo, B Jones, C and Levi, R", "Caffo B, Jones C, Levi R"),
    ],
)
def test_names_in_bibtex(written: str, wanted: str) -> None:
    assert authors(bibtex.people(written)).text == wanted


@pytest.mark.parametrize(
    ("parts", "wanted"),
    [
        ({"family": "Muster", "given": "Ruth A.", "non-dropping-particle": "van der", "suffix": "Jr."}, "van der Muster RA Jr"),
        ({"family": "Muster", "given": "Ruth A., MD", "dropping-particle": "von"}, "von Muster RA"),
        ({"family": "Griffiths", "given": "MD"}, "Griffiths MD"),
        ({"family": "Bar-On", "given": "Yinon Moshe"}, "Bar-On YM"),
        ({"family": "Force", "given": "Thomas Lee"}, "Force TL"),
        ({"family": "Smith", "given": "J. for the ABC Group"}, "Smith J. for the ABC Group"),
        ({"literal": "ABC Group, Tel Aviv"}, "ABC Group Tel Aviv"),
        ({"family": "Team", "given": "The Global Adaptation Mapping"}, "The Global Adaptation Mapping Team"),
        ({"literal": "Ministry of Examples, Samples and Specimens"}, "Ministry of Examples Samples and Specimens"),
        ({"given": "Madonna"}, "Madonna"),
    ],
)
def test_names_in_csl(parts: dict[str, str], wanted: str) -> None:
    assert authors([csl.person(parts)]).text == wanted


def bibtex_of(people: Iterable[str]) -> str:
    return f"@article{{a, title={{A}}, author={{{' and '.join(people)}}}, journal={{J}}, year=2020}}"


def test_names_in_capitals_are_turned_if_the_file_shows_that_given_names_come_first() -> None:
    pattern = bibtex_of(["R LEVI", "A BRESLAVSKY", "M DUGMA"])
    [first, second] = references(pattern + "\n" + bibtex_of(["ZE ESER"]))
    assert (first.cells["authors"], first.notes) == ("LEVI R, BRESLAVSKY A, DUGMA M", ())
    assert (second.cells["authors"], second.notes) == ("ESER ZE", ())


def test_names_in_capitals_without_a_pattern_are_a_note() -> None:
    [reference] = references(bibtex_of(["ZE ESER"]))
    assert reference.cells["authors"] == "ZE ESER"
    assert reference.notes == ('The given name may come first in "ZE ESER".',)
    [reference] = references(bibtex_of(["SMITH JOHN", "COHEN YAEL", "SMITH JONATHAN"]))
    assert [*reference.notes] == ['The given name may come first in "SMITH JOHN", "COHEN YAEL", "SMITH JONATHAN".']
    [reference] = references(bibtex_of(["LEVI R", "BRESLAVSKY AB"]))
    assert (reference.cells["authors"], reference.notes) == ("LEVI R, BRESLAVSKY AB", ())


# Without family names that are degrees or suffixes themselves, such as Msc or Jr: before a degree they are taken for one.
FAMILIES = st.from_regex(
    r"[A-ZÀÉŁŞ][a-zéßøł]{1,8}([ -][A-Z][a-z]{1,6})?|van der [A-Z][a-z]{2,6}|O'[A-Z][a-z]{2,5}|[A-Z]{2,7}|[א-ת]{2,6}",
    fullmatch=True,
).filter(lambda family: not is_degree(family.split()[-1]) and not names.SUFFIX.fullmatch(family.split()[-1]))
GIVEN = st.one_of(
    st.sampled_from(
        ["MD", "DO", "M.D.", "R.N.", "MPH", "PhD", "FACS", "Jr", "Jr.", "III", "Dr", "De", "Le", "der", "(Ruth)", "J.-P."]
    ),
    st.from_regex(r"[A-Z][a-z]{0,6}([ -][A-Z]\.?| [A-Z][a-z]{1,5}){0,2}|[A-Z]{1,4}|([A-Z]\. ?){1,4}|[א-ת]{2,6}", fullmatch=True),
)


def comes_out(family: str, given: str) -> None:
    found = read(f"{family}, {given}")
    rest = found.text.lower().replace(family.lower(), "", 1)
    initial = next(filter(str.isalpha, given)).lower()
    assert family.lower() in found.text.lower(), found
    assert initial in rest, found
    assert len(stored_names(found.text)) == 1
    assert not any(note.startswith("Left out") for note in found.notes), found


@settings(max_examples=150, deadline=None)
@given(FAMILIES, GIVEN)
def test_the_family_name_and_an_initial_come_out_of_family_and_given(family: str, given: str) -> None:
    comes_out(family, given)


@pytest.mark.slow
@settings(max_examples=1000, deadline=None)
@given(FAMILIES, GIVEN)
def test_the_family_name_and_an_initial_come_out_of_many_names(family: str, given: str) -> None:
    comes_out(family, given)


# Names of the test exports and what may happen to them: degrees, particles, suffixes, scripts, capitals, missing commas.
FIXTURES = [
    ("Abreu", "Maria Luísa"),
    ("Carrière", "I."),
    ("Sørensen", "J.E."),
    ("O'Moran", "Pat"),
    ("Ștefănescu", "Ion"),
    ("Levi", "MD"),
]
MUTATIONS: dict[str, Callable[[str, str], str]] = {
    "as it is": lambda family, given: f"{family}, {given}",
    "degree": lambda family, given: f"{family}, {given}, M.D., PhD",
    "degree without a comma": lambda family, given: f"{family}, {given} FACS",
    "suffix at the end": lambda family, given: f"{family}, {given}, Jr.",
    "suffix in the middle": lambda family, given: f"{family}, III, {given}",
    "suffix after the family name": lambda family, given: f"{family} Jr, {given}",
    "particle in front": lambda family, given: f"van der {family}, {given}",
    "particle at the end": lambda family, given: f"{family}, {given} de la",
    "capitalized particle at the end": lambda family, given: f"{family}, {given} De",
    "capitals": lambda family, given: f"{family}, {given}".upper(),
    "capitals without a comma": lambda family, given: f"{given[0]} {family}".upper(),
    "no comma": lambda family, given: f"{family} {given}",
    "given name first": lambda family, given: f"{given} {family}",
    "particle before the family name": lambda family, given: f"{given} Le {family}",
    "bracket": lambda family, given: f"{family}, {given} (Bob)",
    "another script": lambda family, given: f"{family}, דוד {given}",
    "three parts": lambda family, given: f"{family}, {given}, Dugma",
    "missing and": lambda family, given: f"{family}, {given[0]} Dugma, Y",
    "organization": lambda family, given: f"{family} Study Group, {given} Hospital",
}


MUTATED = {(kind, *fixture): mutate(*fixture) for kind, mutate in MUTATIONS.items() for fixture in FIXTURES}


def ris(names: Iterable[str]) -> str:
    return "".join(f"TY  - JOUR\nTI  - A\nAU  - {name}\nT2  - J\nPY  - 2020\nER  - \n" for name in names)


def medline(names: Iterable[str]) -> str:
    return "\n".join(f"PMID- 1\nTI  - A\nFAU - {name}\nJT  - J\nDP  - 2020\nSO  - x\n" for name in names)


def csl_items(names: Iterable[str]) -> list[dict[str, Any]]:
    parts = [name.partition(", ") for name in names]
    people = [{"family": family, "given": given} if comma else {"literal": family} for family, comma, given in parts]
    return [{"type": "article-journal", "title": "A", "container-title": "J", "author": [person]} for person in people]


EXPORTS: dict[str, Callable[[Iterable[str]], str]] = {
    "ris": ris,
    "bibtex": lambda names: "\n".join(bibtex_of([name]) for name in names),
    "medline": medline,
    "csl": lambda names: json.dumps(csl_items(names)),
    "crossref": lambda names: json.dumps({"message": {"items": csl_items(names)}}),
}


@pytest.mark.parametrize("export", EXPORTS)
def test_no_letters_of_a_name_are_lost(export: str) -> None:
    """Every word of the name is in the list, in full or as an initial, or a note says that it was left out."""
    found = references(EXPORTS[export](MUTATED.values()))
    for ((mutation, *_), name), reference in zip(MUTATED.items(), found, strict=True):
        shown = reference.cells["authors"]
        noted = " ".join(note for note in reference.notes if note.startswith("Left out"))
        for word in re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*", name):
            is_initial = any(word[0].upper() in person.initials for person in people(shown))
            assert word in shown or is_initial or word in noted, (name, shown, reference.notes)
        are_two = mutation == "missing and" and export not in ("csl", "crossref")
        assert len(people(shown)) == (2 if are_two else 1), (name, shown)
