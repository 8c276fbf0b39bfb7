"""Names of authors: how they are read from each notation, and that none of them loses a letter without a note."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibliography.formats import bibtex, csl
from bibliography.names import AuthorList, alphanumeric, parse_name, read_names, to_author_list
from db.text import letters


def read(written: str) -> AuthorList:
    return to_author_list(read_names(written))


@pytest.mark.parametrize(("written", "wanted"), [
    ("Example, Noa G.", "Example NG"), ("Noa G. Example", "Example NG"), ("Example NG", "Example NG"),
    ("Example N.G.", "Example NG"), ("Example-Sample, Jean-Pierre", "Example-Sample JP"),
    ("van der Muster, W. M.", "van der Muster WM"), ("Muster, Wiesje M van der", "van der Muster WM"),
    ("Wiesje M. van der Muster", "van der Muster WM"), ("Dugma, John, Jr.", "Dugma J Jr"),
    ("Dugma, Jr., John", "Dugma J Jr"), ("Smith, JR", "Smith JR"), ("KIM, MIN JI", "Kim MJ"),
    ("Schwarz †, Reinhold", "Schwarz R"), ("World Health Organization", "World Health Organization"),
    ("Example Group,", "Example Group"), ("Team, The Global Adaptation Mapping", "The Global Adaptation Mapping Team"),
    ("Example Research Network, The", "The Example Research Network"), ("Levi R, Dugma YT", "Levi R, Dugma YT"),
    ("Levi, R.; Dugma, Y.T.", "Levi R, Dugma YT"), ("Levi, R. & Dugma, Y.T.", "Levi R, Dugma YT"),
    ("Ruth Levi and Yael Dugma", "Levi R, Dugma Y"), ("Levi R, Dugma Y, and Sample K", "Levi R, Dugma Y, Sample K"),
    ("Dugma J-P", "Dugma JP"), ("Иванов ЮА", "Иванов ЮА"), ("Levi, Ruth et al.", "Levi R, et al"), ("et al.", ""),
    ("Griffiths, MD", "Griffiths MD"), ("Lockshin, M.D.", "Lockshin MD"), ("Smith, JR III", "Smith JR III"),
    ("John Smith III", "Smith J III"), ("Nguyen, The Anh", "Nguyen TA"),
    ("María José de la Fuente y Cabrera", "de la Fuente y Cabrera MJ"), ("José Ortega y Gasset", "Ortega y Gasset J"),
    ("P. Mc Donald", "Mc Donald P"), ("Smith, J. [et al.]", "Smith J, et al"), ("Jean Paul Mba", "Mba JP"),
    ("Nguyen Mba, Anh", "Nguyen Mba A"), ("Do, Anh Thi", "Do AT"), ("כהן, דוד", "כהן דוד"),
    ('גל ד"ר איתי', 'גל ד"ר איתי'), ("王, 小明", "王 小明"), ("Das Gupta, MD", "Das Gupta MD"),
    ("Marie Le Goff", "Le Goff M"),
    ("Kovács Zs", "Kovács Z"), ("Gofrit ON", "Gofrit ON"), ("Bar-On YM", "Bar-On YM"), ("Nguyen The A", "Nguyen The A"),
    ("Jemmott 3rd, John B", "Jemmott JB 3rd"), ("SPERLING, FELIX AH", "Sperling FAH"), ("PINHASI, RON", "Pinhasi R"),
    ("Kovács Zs, A. A.", "Kovács Zs AA"), ("UK Biobank", "UK Biobank"), ("VAN DER BERG, JAN", "van der Berg J"),
    ("O'BRIEN, MARY", "O'Brien M"), ("R LEVI", "Levi R"), ("LEVI RG", "Levi RG"), ("VAN DER BERG J", "van der Berg J"),
    ("DUPONT Jean", "Dupont J"), ("Smith J R", "Smith JR"), ("Smith, John JR", "Smith J Jr"), ("PD Smith", "Smith PD"),
    ("Board TL", "Board TL"), ("Johnson & Johnson", "Johnson & Johnson"), ("Mª José García", "García MJ"),
    ("de Souza IV", "de Souza IV"), ("John Davies, Jr.", "Davies J Jr"), ("DE SOUZA, ANA MARIA", "de Souza AM"),
    ("SMITH, JE", "Smith JE"), ("MS Levi", "Levi MS"), ("Levi RJK, Dugma Y", "Levi RJK, Dugma Y"),
    ("Levi, Ruth,", "Levi R"), ("LEVI, MD", "Levi MD"), ("DUPONT MARTIN Jean R", "Dupont Martin JR"),
    ("BERG, JAN VAN DER", "van der Berg J"), ("Levi*, Ruth", "Levi R"), ("WHO", "WHO"),
    ("van Dijk, Anna Maria", "van Dijk AM"), ("Anh Do", "Do A"), ("R. Levi, Y. Dugma", "Levi R, Dugma Y"),
    ("Levi R, Dugma Y, Example Study Group", "Levi R, Dugma Y, Example Study Group"),
    ("Maria Del Carmen Lopez", "Lopez MDC"), ("Roos, Yvo B W E M", "Roos YBWEM"),
    ("Tolkien, J. R. R. M.", "Tolkien JRRM"), ("DU, X", "Du X"), ("LE, VAN", "Le V"),
    # Turkish: i and ı are two letters, with the capitals İ and I.
    ("SEZGİN, ORHAN", "Sezgin O"), ("YILDIZ, İLKER", "Yıldız İ"), ("İLHAN-ŞİMŞEK, ALİ", "İlhan-Şimşek A"),
    ("YILDIZ, ALI", "Yildiz A"),
    # Initials of several letters, as PubMed transliterates Ю and Я.
    ("Sokolova IuIa", "Sokolova II"), ("Sokolova, Iu. Ia.", "Sokolova II"), ("Sokolova, VYu", "Sokolova VY"),
    # A list as APA style writes it.
    ("Levi, R. G., & Dugma, Y.", "Levi RG, Dugma Y"),
    ("Levi, R., Dugma, Y.-T., & van der Muster, W.", "Levi R, Dugma YT, van der Muster W"),
    ("Levi, R., Dugma, Y.", "Levi R, Dugma Y"), ("Levi, R, Dugma, YT", "Levi R, Dugma YT"),
    ("LEVI, R., DOE, B.", "Levi R, Doe B"),
    ("Levi, R., Dugma, Y., & World Health Organization", "Levi R, Dugma Y, World Health Organization"),
    ("Levi, R., Dugma, Y., et al.", "Levi R, Dugma Y, et al"), ("O`Levi, R", "O'Levi R"),
    *((nobody, "") for nobody in ("[Anonymous]", "NA", "-")),
])  # fmt: skip
def test_a_name_is_read_without_a_note(written: str, wanted: str) -> None:
    found = read(written)
    assert (found.text, found.notes) == (wanted, ())


@pytest.mark.parametrize(
    ("written", "wanted", "left_out"),
    [
        ("Griffiths, Mark, MD", "Griffiths M", "MD"),
        ("Griffiths, MD, PhD", "Griffiths MD", "PhD"),
        ("Veld, Jan H., M.D., Ph.D.", "Veld JH", "M.D. Ph.D."),
        ("Griffiths, Mark MD", "Griffiths M", "MD"),
        ("Levi R MD", "Levi R", "MD"),
        ("Prof. Ruth Levi", "Levi R", "Prof."),
        ("Levi, Ruth (Ruthie)", "Levi R", "(Ruthie)"),
        ("Hans Müller MD PhD", "Müller H", "MD PhD"),
        ("Smith, J. MPH", "Smith J", "MPH"),
        ("Smith, J. M.A.", "Smith J", "M.A."),
        ("Smith PhD, John", "Smith J", "PhD"),
        ("ד״ר רינה לוי", "רינה לוי", "ד״ר"),
        ("Levi, Ruth, Jr., MD", "Levi R Jr", "MD"),
        ("Levi, Ruth, Jr. MD", "Levi R Jr", "MD"),
        ("J. Smith MD", "Smith J", "MD"),
        ("SMITH, JOANNA MD", "Smith J", "MD"),
        ("Dr. med. Ruth Levi", "Levi R", "Dr. med."),
        ("PD Dr. Ruth Levi", "Levi R", "PD Dr."),
        ("Univ.-Prof. Ruth Levi", "Levi R", "Univ.-Prof."),
        ("Levi, Prof. Ruth", "Levi R", "Prof."),
        ("Dr. Levi, Ruth", "Levi R", "Dr."),
        # Nothing was left out, but the reading is doubtful.
        ("Muster, Xavier De", "De Muster X", ""),
        ("Smith, ABC DE", "Smith ABCDE", ""),
        ("John Smith M.D.", "John Smith MD", ""),
        ("John Smith, Carl Jones", "John Smith CJ", ""),
        ("Hadas Bar Lev", "Bar Lev H", ""),
        ("García López, M.A.", "García López MA", ""),
        ("Hitesh Kumar Sharma Soumya Suvra Khan", "Khan HKSSS", ""),
        ("Levi, Noa … Dugma", "Levi ND", ""),
        ("Levi - Dugma, Noa", "Levi Dugma N", ""),
    ],
)
def test_what_is_left_out_of_a_name_or_doubtful_is_a_note(written: str, wanted: str, left_out: str) -> None:
    found, doubt = read(written), f'Read the author "{written}" as "{wanted}".'
    assert (found.text, found.notes) == (wanted, (f'Left out "{left_out}" of the author "{written}".' if left_out else doubt,))


@pytest.mark.parametrize(
    "written",
    [
        "Ruth Levi MD",
        "Smith & Nephew, Inc.",
        "Clinic, Mayo",
        "Ortega y Gasset",
        "Caffo, B Jones, C",
        "Levi, R and Dugma",
        "Levi, R., Jr., Dugma, Y.",
        "LI, WEI, WU, XI",
        "Caffo B Jones C",
        "Fernandes, JPMRS",
        "John Smith II",
        "Smith, J. on behalf of the ABC Study Group",
        "Smith J. Jones C.",
        "Xavier Muylder De",
        "SMITH JOHN",
    ],
)
def test_a_name_of_no_known_shape_is_kept_with_a_note(written: str) -> None:
    found = read(written)
    note = f'Cannot tell the parts of the author "{written}"; kept as it is.'
    assert (found.text, found.notes) == (written.replace(",", ""), (note,))


@pytest.mark.parametrize(
    ("written", "wanted", "notes"),
    [
        ("Levi; Dugma", "Levi, Dugma", ('No initials: "Levi" and "Dugma".',)),
        ("Doctors Without Borders,", "Doctors Without Borders", ('No initials: "Doctors Without Borders".',)),
        ("Levi, PhD", "Levi", ('Left out "PhD" of the author "Levi, PhD".', 'No initials: "Levi".')),
    ],
)
def test_names_without_initials_are_noted(written: str, wanted: str, notes: tuple[str, ...]) -> None:
    found = read(written)
    assert (found.text, found.notes) == (wanted, notes)


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("VAN THIEL PH", "van Thiel PH"),
        ("DE LA CRUZ ABC", "de la Cruz ABC"),
        ("SMITH J Jr", "Smith J Jr"),
        ("LE V", "Le V"),
        ("SEZGİN O", "Sezgin O"),
        ("Nguyen LE", "Nguyen LE"),
        ("O A", "O A"),
        ("WHO", "WHO"),
        ("ENCODE GROUP", "ENCODE GROUP"),
        ("Sokolova IuIa", "Sokolova IuIa"),
        ("Kovács Zs", "Kovács Zs"),
    ],
)
def test_names_in_the_form_of_the_list(written: str, wanted: str) -> None:
    """Only family names in capitals change."""
    assert to_author_list([written]) == AuthorList(wanted, ())


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        (r"Lev{\'i}, Ruth and {\.Z}{\'o}{\l}w, K. and others", "Leví R, Żółw K, et al"),
        (r"Levi, R and \L{}ukasz Nowak and \'{A}lvarez, J", "Levi R, Nowak Ł, Álvarez J"),
        ("{Example Study Group} and Jan {van der Berg}", "Example Study Group, van der Berg J"),
        ("{Levi, Ruth and Dugma, Y}", "Levi R, Dugma Y"),
        ("{Levi, Ruth} and {Doctors Without Borders}", "Levi R, Doctors Without Borders"),
        ("{{Clark Heather M.} and {Botha Hugo}}", "Clark Heather M., Botha Hugo"),
        ("{{Example Group} and Levi, Ruth}", "Example Group, Levi R"),
        (r"Levi, R. G., Dugma, Y., \& Sample, K.", "Levi RG, Dugma Y, Sample K"),
        ("{{Ministry of Examples, Samples and Specimens}}", "Ministry of Examples Samples and Specimens"),
        ("R. Levi, Y. Dugma, K. Sample", "Levi R, Dugma Y, Sample K"),
        ("Levi, Ruth and ", "Levi R"),
        ("family=Hasselt, given=Jan, prefix=van and Levi, R", "van Hasselt J, Levi R"),
    ],
)
def test_names_in_bibtex(written: str, wanted: str) -> None:
    assert to_author_list(bibtex.read_authors(written)).text == wanted


@pytest.mark.parametrize(
    ("parts", "wanted"),
    [
        ({"family": "Muster", "given": "Ruth A.", "non-dropping-particle": "van der", "suffix": "Jr."}, "van der Muster RA Jr"),
        ({"family": "Muster", "given": "Ruth A., MD", "dropping-particle": "von"}, "von Muster RA"),
        ({"family": "Griffiths", "given": "MD"}, "Griffiths MD"),
        ({"family": "Force", "given": "Thomas Lee"}, "Force TL"),
        ({"family": "Smith", "given": "J. for the ABC Group"}, "Smith J. for the ABC Group"),
        ({"family": "Team", "given": "The Global Adaptation Mapping"}, "The Global Adaptation Mapping Team"),
        ({"literal": "Ministry of Examples, Samples and Specimens"}, "Ministry of Examples Samples and Specimens"),
        ({"given": "Madonna"}, "Madonna"),
    ],
)
def test_names_in_csl(parts: dict[str, str], wanted: str) -> None:
    assert to_author_list([csl.read_author(parts)]).text == wanted


# Words of every class, which may be beside each other in any order.
WORDS = """
Levi Ruth LEVI RUTH R R. RL J.-P. van De Le Bar Jr. JR III 2nd MD PhD Ph.D. Prof. Dr. PD med. (Ruthie) † Zs O'Levi Bar-On
SEZGİN YILDIZ İ IuIa Group of & and לוי ד״ר 明 ,
"""


def count_words(text: str) -> Counter[str]:
    """Count words, ignoring case. I is the capital of i, and in Turkish of ı."""
    return Counter(filter(None, map(alphanumeric, text.lower().replace("ı", "i").split())))


@given(st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=6))
def test_every_word_is_shown_abbreviated_or_dropped(words: list[str]) -> None:
    name = parse_name(" ".join(words))
    parts = " ".join((name.family, name.given, name.suffix, *name.dropped))
    assert count_words(name.source.replace(",", " ")) - count_words(parts) == Counter()
    shown = letters(name.initials)
    assert all(letters(word)[:1] in shown for word in name.given.split())
    assert "," not in name.text
