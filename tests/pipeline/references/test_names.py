"""Names of authors: how they are read from each notation, and that none of them loses a letter without a note."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from db.names import names as stored_names
from db.text import letters
from pipeline.readers import bibtex, csl
from pipeline.readers.inputs import InputError
from pipeline.references.names import AuthorList, authors, classes, missing, parse, read_names
from tests.support.importing import references


def read(written: str) -> AuthorList:
    return authors(read_names(written))


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
        ("KIM, MIN JI", "Kim MJ"),
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
        ("Jean Paul Mba", "Mba JP"),
        ("Nguyen Mba, Anh", "Nguyen Mba A"),
        ("Jean Paul Ma", "Ma JP"),
        ("Do, Anh Thi", "Do AT"),
        ("כהן, דוד", "כהן דוד"),
        ('גל ד"ר איתי', 'גל ד"ר איתי'),
        ("王, 小明", "王 小明"),
        ("محمد علي", "محمد علي"),
        ("Das Gupta, MD", "Das Gupta MD"),
        ("Marie Le Goff", "Le Goff M"),
        ("João Filho", "Filho J"),
        ("Kovács Zs", "Kovács Z"),
        ("Gofrit ON", "Gofrit ON"),
        ("Unal OF", "Unal OF"),
        ("Bar-On YM", "Bar-On YM"),
        ("Nguyen The A", "Nguyen The A"),
        ("Jemmott 3rd, John B", "Jemmott JB 3rd"),
        ("SPERLING, FELIX AH", "Sperling FAH"),
        ("PINHASI, RON", "Pinhasi R"),
        ("SMITH, JO ANN", "Smith JA"),
        ("Kovács Zs, A. A.", "Kovács Zs AA"),
        ("UK Biobank", "UK Biobank"),
        ("VAN DER BERG, JAN", "van der Berg J"),
        ("DE LA CRUZ, ANA MARIA", "de la Cruz AM"),
        ("O'BRIEN, MARY", "O'Brien M"),
        ("R LEVI", "Levi R"),
        ("LEVI R", "Levi R"),
        ("LEVI RG", "Levi RG"),
        ("LEVI R G", "Levi RG"),
        ("VAN DER BERG J", "van der Berg J"),
        ("DUPONT Jean", "Dupont J"),
        ("Smith J R", "Smith JR"),
        ("Smith, John JR", "Smith J Jr"),
        ("Silva Filho, A", "Silva Filho A"),
        ("PD Smith", "Smith PD"),
        ("MS Smith", "Smith MS"),
        ("Board TL", "Board TL"),
        ("Johnson & Johnson", "Johnson & Johnson"),
        ("Mª José García", "García MJ"),
        ("de Souza IV", "de Souza IV"),
        ("王小明", "王小明"),
        ("John Davies, Jr.", "Davies J Jr"),
    ],
)
def test_a_name_is_read_without_a_note(written: str, wanted: str) -> None:
    found = read(written)
    assert (found.text, found.notes) == (wanted, ())


@pytest.mark.parametrize(
    ("written", "wanted", "note"),
    [
        ("Muster, Xavier De", "De Muster X", 'Read the author "Muster, Xavier De" as "De Muster X".'),
        ("Griffiths, Mark, MD", "Griffiths M", 'Left out "MD" of the author "Griffiths, Mark, MD".'),
        ("Griffiths, MD, PhD", "Griffiths MD", 'Left out "PhD" of the author "Griffiths, MD, PhD".'),
        ("Veld, Jan H., M.D., Ph.D.", "Veld JH", 'Left out "M.D. Ph.D." of the author "Veld, Jan H., M.D., Ph.D.".'),
        ("John C. Davies, MD", "Davies JC", 'Left out "MD" of the author "John C. Davies, MD".'),
        ("Griffiths, Mark MD", "Griffiths M", 'Left out "MD" of the author "Griffiths, Mark MD".'),
        ("Ruth Levi MD", "Ruth Levi MD", 'Cannot tell the parts of the author "Ruth Levi MD"; kept as it is.'),
        ("Levi R MD", "Levi R", 'Left out "MD" of the author "Levi R MD".'),
        ("Prof. Ruth Levi", "Levi R", 'Left out "Prof." of the author "Prof. Ruth Levi".'),
        (
            "Smith & Nephew, Inc.",
            "Smith & Nephew Inc.",
            'Cannot tell the parts of the author "Smith & Nephew, Inc."; kept as it is.',
        ),
        ("Levi, Ruth (Ruthie)", "Levi R", 'Left out "(Ruthie)" of the author "Levi, Ruth (Ruthie)".'),
        ("Goff, Marie Le", "Le Goff M", 'Read the author "Goff, Marie Le" as "Le Goff M".'),
        ("Caffo, B Jones, C", "Caffo B Jones C", 'Cannot tell the parts of the author "Caffo, B Jones, C"; kept as it is.'),
        (
            "Caffo, Brian Jones, Carl",
            "Caffo Brian Jones Carl",
            'Cannot tell the parts of the author "Caffo, Brian Jones, Carl"; kept as it is.',
        ),
        ("Levi, R and Dugma", "Levi R and Dugma", 'Cannot tell the parts of the author "Levi, R and Dugma"; kept as it is.'),
        ("Levi, R., Dugma, Y.", "Levi R. Dugma Y.", 'Cannot tell the parts of the author "Levi, R., Dugma, Y."; kept as it is.'),
        ("Caffo B Jones C", "Caffo B Jones C", 'Cannot tell the parts of the author "Caffo B Jones C"; kept as it is.'),
        (
            "Example Trial Investigators, Haifa",
            "Example Trial Investigators Haifa",
            'Cannot tell the parts of the author "Example Trial Investigators, Haifa"; kept as it is.',
        ),
        ("Fernandes, JPMRS", "Fernandes JPMRS", 'Cannot tell the parts of the author "Fernandes, JPMRS"; kept as it is.'),
        ("Smith, ABC DE", "Smith ABCDE", 'Read the author "Smith, ABC DE" as "Smith ABCDE".'),
        ("Smith, JRR TO", "Smith JRRTO", 'Read the author "Smith, JRR TO" as "Smith JRRTO".'),
        ("Kim, MIN JI", "Kim MINJI", 'Read the author "Kim, MIN JI" as "Kim MINJI".'),
        ("John Smith PhD", "Smith J", 'Left out "PhD" of the author "John Smith PhD".'),
        ("Hans Müller MD PhD", "Müller H", 'Left out "MD PhD" of the author "Hans Müller MD PhD".'),
        ("Smith, John FRACP", "Smith J", 'Left out "FRACP" of the author "Smith, John FRACP".'),
        ("Smith, John FRCPath", "Smith J", 'Left out "FRCPath" of the author "Smith, John FRCPath".'),
        ("Smith, John MHSc", "Smith J", 'Left out "MHSc" of the author "Smith, John MHSc".'),
        ("Smith, John MHA", "Smith J", 'Left out "MHA" of the author "Smith, John MHA".'),
        ("Smith, J. MPH", "Smith J", 'Left out "MPH" of the author "Smith, J. MPH".'),
        ("Smith PhD, John", "Smith J", 'Left out "PhD" of the author "Smith PhD, John".'),
        ("John Smith PhD, MD", "Smith J", 'Left out "PhD MD" of the author "John Smith PhD, MD".'),
        ("John Smith II", "John Smith II", 'Cannot tell the parts of the author "John Smith II"; kept as it is.'),
        ("John Smith M.D.", "John Smith MD", 'Read the author "John Smith M.D." as "John Smith MD".'),
        (
            "ABC Group, Tel Aviv",
            "ABC Group Tel Aviv",
            'Cannot tell the parts of the author "ABC Group, Tel Aviv"; kept as it is.',
        ),
        ("WHO Team, Geneva", "WHO Team Geneva", 'Cannot tell the parts of the author "WHO Team, Geneva"; kept as it is.'),
        (
            "Smith, J. on behalf of the ABC Study Group",
            "Smith J. on behalf of the ABC Study Group",
            'Cannot tell the parts of the author "Smith, J. on behalf of the ABC Study Group"; kept as it is.',
        ),
        (
            "Smith, J. & the ABC Group",
            "Smith J. & the ABC Group",
            'Cannot tell the parts of the author "Smith, J. & the ABC Group"; kept as it is.',
        ),
        ("Smith J. Jones C.", "Smith J. Jones C.", 'Cannot tell the parts of the author "Smith J. Jones C."; kept as it is.'),
        ("John Smith, Carl Jones", "John Smith CJ", 'Read the author "John Smith, Carl Jones" as "John Smith CJ".'),
        ("Xavier Muylder De", "Xavier Muylder De", 'Cannot tell the parts of the author "Xavier Muylder De"; kept as it is.'),
        ("Mary Ann Mac Donald", "Mac Donald MA", 'Read the author "Mary Ann Mac Donald" as "Mac Donald MA".'),
        ("Hadas Bar Lev", "Bar Lev H", 'Read the author "Hadas Bar Lev" as "Bar Lev H".'),
        ("Yael Bat Sheva", "Bat Sheva Y", 'Read the author "Yael Bat Sheva" as "Bat Sheva Y".'),
        ("Levi, PhD", "Levi P", 'Read the author "Levi, PhD" as "Levi P".'),
        ("Hans Müller PhD MD", "Müller H", 'Left out "PhD MD" of the author "Hans Müller PhD MD".'),
        ("Clinic, Mayo", "Mayo Clinic", 'Read the author "Clinic, Mayo" as "Mayo Clinic".'),
        ("Levi", "Levi", 'No initials: "Levi".'),
        ("ד״ר רינה לוי", "רינה לוי", 'Left out "ד״ר" of the author "ד״ר רינה לוי".'),
        ("Hans Müller, PhD", "Müller H", 'Left out "PhD" of the author "Hans Müller, PhD".'),
        ("Levi, Ruth, Jr., MD", "Levi R Jr", 'Left out "MD" of the author "Levi, Ruth, Jr., MD".'),
        ("Dr. med. Ruth Levi", "Levi R", 'Left out "Dr. med." of the author "Dr. med. Ruth Levi".'),
        ("PD Dr. Ruth Levi", "Levi R", 'Left out "PD Dr." of the author "PD Dr. Ruth Levi".'),
        ("Univ.-Prof. Ruth Levi", "Levi R", 'Left out "Univ.-Prof." of the author "Univ.-Prof. Ruth Levi".'),
        ("Levi, Prof. Ruth", "Levi R", 'Left out "Prof." of the author "Levi, Prof. Ruth".'),
        ("Dr. Levi, Ruth", "Levi R", 'Left out "Dr." of the author "Dr. Levi, Ruth".'),
        ("Smith J MD", "Smith J", 'Left out "MD" of the author "Smith J MD".'),
        ("JOHN SMITH", "JOHN SMITH", 'Cannot tell the parts of the author "JOHN SMITH"; kept as it is.'),
        ("SMITH JOHN", "SMITH JOHN", 'Cannot tell the parts of the author "SMITH JOHN"; kept as it is.'),
        ("Smith, J. M.A.", "Smith JMA", 'Read the author "Smith, J. M.A." as "Smith JMA".'),
        ("García López, M.A.", "García López MA", 'Read the author "García López, M.A." as "García López MA".'),
    ],
)
def test_what_is_left_out_of_a_name_or_doubtful_is_a_note(written: str, wanted: str, note: str) -> None:
    found = read(written)
    assert (found.text, found.notes) == (wanted, (note,))


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        (r"Lev{\'i}, Ruth and {\.Z}{\'o}{\l}w, K. and others", "Leví R, Żółw K, et al"),
        (r"Levi, R and \L{}ukasz Nowak and \'{A}lvarez, J", "Levi R, Nowak Ł, Álvarez J"),
        ("{Example Study Group} and Jan {van der Berg}", "Example Study Group, van der Berg J"),
        ("{Levi, Ruth and Dugma, Y}", "Levi R, Dugma Y"),
        ("{Levi, Ruth} and {Doctors Without Borders}", "Levi R, Doctors Without Borders"),
        ("{{Ministry of Examples, Samples and Specimens}}", "Ministry of Examples Samples and Specimens"),
        ("R. Levi, Y. Dugma, K. Sample", "Levi R, Dugma Y, Sample K"),
        ("Levi, Ruth and ", "Levi R"),
        ("family=Hasselt, given=Jan, prefix=van and Levi, R", "van Hasselt J, Levi R"),
        ("Edition, Fifth and others", "Edition F, et al"),
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


def exchanged(*names: str) -> str:
    return "".join(f"TY  - JOUR\nTI  - A {number}\n" + f"AU  - {name}\nER  - \n" for number, name in enumerate(names))


def test_exchanged_names_are_turned_back_with_one_note_for_the_file() -> None:
    first, second, third = references(exchanged("A, TOUROVSKAIA", "X., Masot", "E D, Li\nAU  - et al."))
    assert [reference.cells["authors"] for reference in (first, second, third)] == ["Tourovskaia A", "Masot X", "Li ED, et al"]
    note = 'Family and given names were exchanged in this file, as in "A, TOUROVSKAIA"; they were turned back.'
    assert (first.notes, second.notes, third.notes) == ((note,), (), ())


def test_few_family_names_of_one_letter_are_left_alone() -> None:
    names = ["E, Weinan", "A, Tourovskaia"]
    assert [reference.cells["authors"] for reference in references(exchanged(*names))] == ["E W", "A T"]


def test_a_file_whose_names_cannot_be_turned_back_is_refused() -> None:
    with pytest.raises(InputError) as error:
        references(exchanged("A, Tourovskaia", "B, Masot", "C, Li", "Levi, R"))
    expected = (
        'Most family names have one letter, as in "A, Tourovskaia", so they were exchanged or cut. Export from another program.'
    )
    assert str(error.value) == expected


def bibtex_of(people: Iterable[str]) -> str:
    return f"@article{{a, title={{A}}, author={{{' and '.join(people)}}}, journal={{J}}, year=2020}}"


# Without family names that are degrees or suffixes themselves, such as Msc or Jr: before a degree they are taken for one.
FAMILIES = st.from_regex(
    r"[A-ZÀÉŁŞ][a-zéßøł]{1,8}([ -][A-Z][a-z]{1,6})?|van der [A-Z][a-z]{2,6}|O'[A-Z][a-z]{2,5}|[A-Z]{2,7}|[א-ת]{2,6}",
    fullmatch=True,
).filter(lambda family: not classes(family.split()[-1]) & {"degree", "suffix"})
GIVEN = st.one_of(
    st.sampled_from(
        ["MD", "DO", "M.D.", "R.N.", "MPH", "PhD", "FACS", "Jr", "Jr.", "III", "Dr", "De", "Le", "der", "(Ruth)", "J.-P."]
    ),
    st.from_regex(r"[A-Z][a-z]{0,6}([ -][A-Z]\.?| [A-Z][a-z]{1,5}){0,2}|[A-Z]{1,4}|([A-Z]\. ?){1,4}|[א-ת]{2,6}", fullmatch=True),
)


@given(FAMILIES, GIVEN)
def test_the_family_name_and_an_initial_come_out_of_family_and_given(family: str, given: str) -> None:
    assume(" " not in family or not classes(given) & {"degree", "suffix"})  # then they may be a whole name with a degree
    found = read(f"{family}, {given}")
    rest = found.text.lower().replace(family.lower(), "", 1)
    initial = next(filter(str.isalpha, given)).lower()
    assert family.lower() in found.text.lower(), found
    assert initial in rest, found
    assert len(stored_names(found.text)) == 1
    assert not any(note.startswith("Left out") for note in found.notes), found


# Words of every class, as they may stand beside each other in any order.
ANY_WORD = st.sampled_from(
    [
        "Levi",
        "Ruth",
        "LEVI",
        "RUTH",
        "R",
        "R.",
        "RL",
        "J.-P.",
        "van",
        "De",
        "Le",
        "Bar",
        "Jr.",
        "JR",
        "III",
        "2nd",
        "MD",
        "PhD",
        "Ph.D.",
        "Prof.",
        "Dr.",
        "PD",
        "med.",
        "(Ruthie)",
        "†",
        "Zs",
        "O'Levi",
        "Bar-On",
        "Group",
        "of",
        "&",
        "and",
        "לוי",
        "ד״ר",
        "明",
        ",",
    ]
)


@given(st.lists(ANY_WORD, min_size=1, max_size=6))
def test_every_word_is_shown_abbreviated_or_dropped(words: list[str]) -> None:
    name = parse(" ".join(words))
    assert missing(name) == Counter()
    shown = letters(name.initials)
    assert all(letters(word)[:1] in shown for word in name.given.split())
    assert "," not in name.text
