"""Rules of one value: what each accepts, its message for what it refuses, where else it holds; and rules that compare rows."""

from datetime import UTC, datetime, timedelta
from typing import Any

import frictionless
import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.uri import WEB_ADDRESS, is_base_address
from look.phrases import LANGUAGE_CODES, PHRASES_FOLDER, parse_phrases
from look.theme import ACCENT
from pipeline.check.fields import FieldCheck
from pipeline.check.lenient_forms import read_end
from pipeline.check.rules import appearance, contacts, dates, language_names, publications
from pipeline.check.rules.rows import RowRule, repeated_title, unique
from pipeline.check.rules.rule_tables import ValueCheck
from pipeline.check.rules.translations import SCRIPT_RULES
from pipeline.report import Finding
from tests.support.checking import example_sources
from tests.support.messages import NEXT_YEAR


def hours(*spans: tuple[str, str, str]) -> dict[str, Any]:
    return {"weekly": [{"days": days.split(), "opens": opens, "closes": closes} for days, opens, closes in spans]}


# Of the other rules, tests/support/forms.py has values that every page shows.
ACCEPTED: dict[ValueCheck, tuple[Any, ...]] = {
    appearance.readable_color: (ACCENT, "#000000", "#8A1C5C", "#1a4d8f", "#3e7469", "#6b6b6b"),
    # Commas are between authors, and nowhere else.
    publications.authors: (
        *("Levi R, et al", "WHO and UNICEF, Wu XY Jr, van der Berg A", "WHO", "Plato, et al", "לוי רינה, כהן א"),
        *("Levi R, Nerves Without Borders", "Example Study Group, Centre of Nerves"),
    ),
    # Any printable characters may follow the prefix (DOI Handbook, section 2.2).
    publications.doi: ("10.5555/a", "10.1000.10/123", "10.5555/(SICI)1:2<1::AID-X>2.0.CO;2", "10.5555/é", "10.5555/a?b#c%20"),
    publications.known_license: ("CC BY 4.0", "cc-by-nc-sa-3.0", "CC BY-ND", "CC0", "CC0 1.0", "https://example.org/terms"),
    publications.data_link: ("10.5555/a", "https://doi.org/10.5555/a"),
    # Those of other registries are text.
    publications.trial: ("NCT01234567", "ISRCTN01234567", "2004-012345-67", "2023-512345-67-00", "MOH_2021-12-30_010500"),
    publications.notice: ("retracted 2024-05-01", "corrected doi:10.5555/a", "expression of concern 2024-05, doi:10.5555/a,b"),
    publications.no_markup: ("H₂O and R&D", "p<0.05 & p > 0.01", "T<sub", "AT&T; more", "AT&TT; more", "<ib>", "a <b and c> d"),
    publications.not_a_date: ("3-12", "e101", "S1-S9", "12 Sup", "Suppl 1", "5 חלק", "March", "Mai", "37"),
    contacts.uri: (
        "http://example.org",
        "https://example.org?q=1",
        "HTTPS://EXAMPLE.ORG/~a'(b);c=1,d@e:f?b=c&d=%20#e/f?g",
        "http://[::1]/",
        "https://user:word@example.org:8443/",
    ),
    contacts.email: ("noa.b+c@mail.example.org",),
    contacts.name_alone: ("Noa Example, Jr.", "Example, Noa", "Noa Example, III", "Noa Do", "Noa Example, M.", ", MD"),
    contacts.given_first: (
        *("Анна Петровна Рабинович", "Михаил Рабинович", "Михаил Ильич Рабинович", "д-р Гульнара Рашитовна Сабирова"),
        *("Анна Петровна", "Сабирова Гульнара", "Noa Example", "Юрий Б. Рабинович", "Анна Мария Рабинович"),
    ),
    # Short numbers work in one country only.
    contacts.country_code: ("+972 (0)3 555 0100", "(+972) 2 555 0100", "*1234", "none"),
    contacts.telephone: ("050/555.0100", "#100", "112", "+1 555 0100 ext. 12", "555-0100X12", "+000-REPLACE"),
    contacts.booking_link: (
        "http://book.example.org",
        "tel:+972-2-555-0100",
        "tel:*5955",
        "sms:+1-505-555-0100",
        "mailto:a@example.org?subject=Appointment",
    ),
    # RFC 9116, section 2.5.3.
    contacts.contact: ("tel:+1(0)555.0100", "https://example.org/a?b#c", "mailto:a.b@example.org?subject=Hello%20you"),
    dates.iso_date: ("2024-02-29",),
    dates.not_after_next_year: (NEXT_YEAR,),
    dates.instant: ("2024-02-29T23:59:59Z",),
    # Malformed values are left to the schema.
    dates.not_past: ("9999-01-01T00:00:00Z", "yesterday"),
    dates.announcement: ({"until": "2027-04-21"}, {"from": "2027-04-21", "until": "2027-04-21"}, {"from": 1, "until": "today"}),
    dates.not_over: ({}, {"until": "9999-01-01"}, {"until": "yesterday"}),
    dates.closure: ({"from": "2027-04-21", "to": "2027-04-21"}, {"from": "tomorrow", "to": "today"}),
    dates.opening_hours: (
        hours(("Monday", "08:00", "13:00"), ("Monday Friday", "13:00", "19:00")),
        hours(("Monday", "8:00", "7:00")),
        *({}, {"weekly": "x"}, {"weekly": ["x", {"days": "Monday"}, {"days": ["Monday"]}]}),
    ),
    # One letter is enough: PRP stays PRP in Hebrew.
    SCRIPT_RULES["hebrew"]: ("הזרקת PRP",),
    language_names.language_code: ("en", "pt-BR", "zh-Hans", "nb"),
    language_names.spoken_language: ("Hebrew", "עברית", "Klingon"),
}
NO_ADDRESS = 'Expected a web address, got "{}". Copy it from the browser, with https://.'
SPACED = '"{}" has a space or a line break. Write %20 for a space, %0A for a line break.'
FORMS = (
    "Expected mailto: and an e-mail address, tel: and a number such as +44-20-7946-0000, "
    'or an address that begins with https://, got "{}".'
)
NO_NOTICE = (
    'Expected retracted, corrected or expression of concern, then a date, a DOI or both, got "{}". '
    "Write it like retracted 2024-05-01, doi:10.5555/msk.2024.001."
)
PALE = (
    '"{{}}" is hard to read on the light background: the contrast is {}:1, but 4.5:1 is needed. '
    'Use a darker color, for example "{}".'
)
MARKUP = 'Expected plain text, got "{}". Write for example H₂O, not H<sub>2</sub>O, and R&D, not R&amp;D.'
# {} is the value.
REFUSED: dict[ValueCheck, dict[str, tuple[Any, ...]]] = {
    # The ratio, and a darker shade that is accepted.
    appearance.readable_color: {PALE.format("2.2", "#3e7469"): ("#5fb3a1",), PALE.format("1.0", "#6b6b6b"): ("#ffffff",)},
    appearance.image_name: {
        'Expected the name of an image next to this file, got "{}". '
        "Save it as .jpg, .png or .webp, under a name of letters, digits, - and _.": ("../portrait.png", "portrait.gif")
    },
    publications.authors: {
        'Expected commas between authors and nowhere else, got "{}".': (
            *("Example N; Levi R", "Example, N., Levi, R.", "Example N and Levi R", "Levi R. & Wu X"),
        ),
        'Expected a family name and initials for each author, got "{}".': (
            *("Smith John, Doe Jane", "John Smith", "J Smith, J Doe, et al", "John Smith, Example Study Group"),
        ),
    },
    publications.doi: {
        'Expected a DOI, got "{}". A DOI begins with "10.", a number and a slash.': (
            *("10.5555", "11.5555/a", "10.5555/", "10.5555/a b", "DOI 10.5555/a"),
        ),
        'Expected a DOI, got "10.5555/a\ufffdb". A DOI begins with "10.", a number and a slash.': ("10.5555/a\u200bb",),
        'Expected the DOI alone, got "{}". Write 10.5555/a.': (
            *("DOI: 10.5555/a", "HTTP://DX.DOI.ORG/10.5555/a", "doi.org/10.5555/a"),
        ),
    },
    publications.known_license: {
        'Expected the address of a license or the name of a Creative Commons license, got "{}". '
        "Write it like CC BY 4.0 or CC BY-NC-ND.": ("CC", "BY 4.0", "CC BY 4", "CC BY-SA-ND", "CC BY 4.0 license", "open access")
    },
    publications.data_link: {
        'Expected the DOI alone, got "{}". Write 10.5555/a.': ("doi:10.5555/a",),
        'Expected a DOI, got "{}". A DOI begins with "10.", a number and a slash.': ("10.5555",),
        NO_ADDRESS: ("GSE12345", "http://a b"),
    },
    publications.trial: {
        'Expected only the number of the trial, got "{}". Write NCT01234567;2004-012345-67.': (
            *("NCT01234567, EudraCT 2004-012345-67", "https://a.org/nct01234567?id=2004-012345-67"),
        ),
        "Expected a number such as NCT01234567, ISRCTN01234567, 2004-012345-67 (EudraCT) or 2023-512345-67-00 (CTIS), "
        'got "{}".': ("NCT0123456", "NCT 01234567", "isrctn123", "EudraCT 2004"),
    },
    contacts.name_alone: {
        'Write "MD" under credentials, and only the name here.': ("Noa Example, MD",),
        'Write "M.D., Ph.D." under credentials, and only the name here.': ("Noa Example, M.D., Ph.D.",),
        'Write "MD/PhD" under credentials, and only the name here.': ("Noa Example, MD/PhD",),
        'Write "MD FACC" under credentials, and only the name here.': ("נועה דוגמה, MD FACC",),
    },
    contacts.given_first: {
        "Write the given name first: Гульнара Рашитовна Сабирова.": (
            *("Сабирова Гульнара Рашитовна", "Prof. Сабирова Гульнара Рашитовна, MD"),
        ),
        "Write the given name first: Лев Ильич Рабинович.": ("Рабинович Лев Ильич",),
        "Write the given name first: ОЛЬГА ІЛЛІВНА КОВАЛЬ.": ("КОВАЛЬ ОЛЬГА ІЛЛІВНА",),
        "Write the given name first: Анна Ильинична Ким.": ("Ким Анна Ильинична",),
    },
    contacts.npi: {
        'Expected an NPI (ten digits, beginning with 1 or 2), got "{}".': ("123456789", "3234567893", "１234567893"),
        '"{}" is not an NPI: the last digit does not match the others, so one digit is mistyped.': ("1234567890", "1243567893"),
    },
    contacts.orcid: {
        'Expected an ORCID iD, got "{}".': (
            *("https://orcid.org/0000-0000-5555-0000", "0000000055550000", "0000-0002-1694-233x"),
        ),
        '"{}" is not an ORCID iD: the last digit does not match the others, so one digit is mistyped.': (
            *("0000-0000-5555-0001", "0000-0000-5555-000X", "0000-0002-1694-2330"),
        ),
    },
    publications.notice: {NO_NOTICE: ("retracted", "retracted 2024-02-30", "withdrawn 2024-05-01", "corrected 10.5555/a")},
    publications.no_markup: {
        MARKUP.format("<sub>"): ("CO<sub>2</sub> retention",),
        MARKUP.format("</I>"): ("In vivo</I>",),
        MARKUP.format('<span class="a">'): ('A <span class="a">nerve</span>',),
        MARKUP.format("&amp;"): ("Pain &amp; sleep", "p &lt 5 &amp;"),
        MARKUP.format("<jats:p>"): ("<jats:p>Nerve</jats:p>",),
        MARKUP.format("&#8211;"): ("1&#8211;2",),
        MARKUP.format("&#x3B1;"): ("&#x3B1;",),
    },
    publications.not_a_date: {
        '"{}" is a date that a spreadsheet made from two numbers. Type them again in a cell formatted as text.': (
            *("12-Mar", "Mar-12", "3/12/2025", "12-מרץ", "12-ספט׳", "03. Apr", "Mrz 37", "03-avr", "août-12", "12-ene", "мар.23"),
            *("12.мар", "12-مارس"),
        )
    },
    contacts.uri: {
        NO_ADDRESS: (
            *("", "example.org", "//example.org", "ftp://a.org", "javascript:alert(1)", "https:///a", "https://a.org/a b"),
            *("https://é.org", 'https://a.org/<">', "http://a.org/%zz", "http://[::1", "http://a.org:x/", "http://a.org/a[1]"),
            "https://[1:2]",
        )
    },
    contacts.legal_notice: {NO_ADDRESS: ("www.example.org/privacy",)},
    contacts.legal_names: {
        '"Impressum" and "IMPRESSUM!" would both be at /legal/impressum. Change one of the names.': (
            {"Impressum": "One", "IMPRESSUM!": "Two"},
        )
    },
    contacts.secure_uri: {
        'Expected an address that begins with https://, got "{}".': ("http://example.org",),
        NO_ADDRESS: ("example.org",),
    },
    contacts.email: {
        'Expected an e-mail address, got "{}".': (
            *("noa", "noa@example", "mailto:noa@example.org", "נועה@example.org", "a@b@example.org"),
        )
    },
    contacts.telephone: {
        'Expected a telephone number, got "{}". Write at least three digits, and otherwise only spaces, + * # ( ) . / - and an '
        "extension such as ext. 12.": (
            *("-", "none", "no phone, please book online", "12", "1 ext. 234", "555 ext.", "03–555", "٠٣٥٥٥"),
        )
    },
    contacts.country_code: {
        '"{}" has no country code. Write + and the code in place of the 0 at the beginning.': ("03-555-0100", "(030) 555 0100"),
        '"{}" has no country code. Write + and the code before it.': ("802-555-0144", "(505) 555-0144"),
        '"{}" begins with 00, which some countries do not use. Write + instead.': ("(00972) 2 555 0100",),
    },
    contacts.booking_link: {
        '"{}" needs mailto: before it. Write mailto:{}.': ("a@example.org",),
        '"{}" needs tel: before it. Write tel:+97225550100.': ("+972 2 555 0100",),
        '"{}" needs tel: before it. Write tel:*5955.': ("*5955",),
        "Expected a web address with https://, tel: or sms: and a number such as +44-20-7946-0000, or mailto: and an e-mail "
        'address, got "{}".': (
            *("whatsapp", "tel:050", "tel:*12", "tel:5955*", "sms:050", "sms:*5955", "sms:+", "mailto:a", "example.org"),
            "whatsapp:+15055550100",
        ),
    },
    contacts.contact: {
        '"{}" needs mailto: before it. Write mailto:{}.': ("a@example.org",),
        FORMS: ("mailto:a", "mailto:a?b@example.org", "tel:050", "tel:+", "tel:*5955", "+972", "sms:+1-505-555-0100"),
        SPACED.format("mailto:a@example.org?x Policy:"): ("mailto:a@example.org?x Policy:", "mailto:a@example.org?x\nPolicy:"),
        'Expected an address that begins with https://, got "{}".': ("http://example.org",),
    },
    dates.iso_date: {
        'Expected a date, got "{}".': ("2027-02-30", "21/04/2027", "20270421"),
        'The order of day, month and year is not clear in "{}".': ("01/04/2027", "23/11/26"),
    },
    dates.instant: {
        f'Expected a date and time in UTC, got "{{}}". Write it like {NEXT_YEAR}-01-01T00:00:00Z.': (
            *("2027-10-31", "2027-10-31T00:00:00", "2027-10-31T00:00:00+02:00", "2027-13-31T00:00:00Z"),
        )
    },
    dates.not_past: {
        f'"{{}}" has expired. Write a date within the next year, like {NEXT_YEAR}-01-01T00:00:00Z.': ("2000-01-01T00:00:00Z",)
    },
    dates.closure: {
        "The closure ends (2027-04-20) before it begins (2027-04-21). Swap the two dates.": (
            {"from": "2027-04-21", "to": "2027-04-20"},
        )
    },
    dates.announcement: {
        "The announcement ends (2027-04-20) before it begins (2027-04-21). Swap the two dates.": (
            {"from": "2027-04-21", "until": "2027-04-20"},
        )
    },
    dates.not_over: {
        "The announcement ended on 2020-01-31, and has been hidden since. Delete it, or change until.": ({"until": "2020-01-31"},)
    },
    dates.opening_hours: {
        "The hours 15:00-15:00 end before they begin. Split hours past midnight into two days.": (
            hours(("Monday", "15:00", "15:00")),
        )
    },
    dates.not_after_next_year: {f'Expected a year up to {NEXT_YEAR}, got "{{}}".': (NEXT_YEAR + 1,)},
    dates.timezone: {'Expected the name of a time zone, got "{}".': ("Israel Time", "asia/jerusalem", "Factory")},
    SCRIPT_RULES["hebrew"]: {
        'Expected Hebrew letters, got "{}". Write it in Hebrew letters, or leave it empty.': ("Łódź",),
        'Expected Hebrew letters, got "{}". Its letters were lost when the file was saved: '
        "write them again, and save the file as UTF-8.": ("????? (PRP)",),
    },
    SCRIPT_RULES["cyrillic"]: {
        'Expected Cyrillic letters, got "{}". Write it in Cyrillic letters, or leave it empty.': ("טלפון", "MD", "123")
    },
    language_names.language_code: {
        'Expected a code, got the name "{}". Write de; names of spoken languages go into profile.yaml.': ("German", "Deutsch"),
        '"{}" is not the code of a language. Write codes such as en or de.': ("qqqqq",),
        '"{}" is not the code of a language. Did you mean he?': ("HE", "iw"),
        '"{}" is not the code of a language. Did you mean es? The time zone of the clinic says how its country writes dates.': (
            "es-CO",
            "es_CO",
        ),
        'The address /cv is taken, so pages cannot be in the language "{}".': ("cv",),
    },
    language_names.spoken_language: {
        'Expected the name of a language, got the code "{}". Write Hebrew; codes go into languages of site.yaml.': ("he",)
    },
}


def case(rule: Any, value: str, *message: str) -> Any:
    return pytest.param(rule, value, *message, id=f"{rule.__name__}: {value}")


@pytest.mark.parametrize(("rule", "value"), [case(rule, value) for rule, values in ACCEPTED.items() for value in values])
def test_accepted(rule: ValueCheck, value: str) -> None:
    assert list(rule(value)) == []


@pytest.mark.parametrize(
    ("rule", "value", "message"),
    [
        case(rule, value, message.replace("{}", str(value)))
        for rule, messages in REFUSED.items()
        for message, values in messages.items()
        for value in values
    ],
)
def test_refused(rule: ValueCheck, value: str, message: str) -> None:
    assert list(rule(value)) == [message]


@pytest.mark.parametrize("written", [
    "present", "to date", "until now", "heute", "bis heute", "dato", "bis dato", "laufend", "derzeit", "aktuell", "aujourd’hui",
    "aujourd'hui", "à ce jour", "en cours", "actuellement", "actualidad", "la actualidad", "hasta la fecha", "en curso",
    "наст. время", "по наст. время", "по настоящее время", "н.в.", "сейчас", "היום", "עד היום", "כעת", "الآن", "حتى الآن",
    "حاليًا", "Laufend",
])  # fmt: skip
def test_words_for_now(written: str) -> None:
    assert read_end(written) == "now"


@pytest.mark.parametrize("written", ["nowhere", "datos", "heutig", "2018", "bis", ""])
def test_other_words(written: str) -> None:
    assert read_end(written) == written


@pytest.mark.parametrize("code", LANGUAGE_CODES)
def test_what_pages_write_for_now_is_read_back(code: str) -> None:
    assert read_end(parse_phrases((PHRASES_FOLDER / f"{code}.json").read_bytes())["ongoing"]) == "now"


def test_each_overlap_of_hours_is_named_with_its_day() -> None:
    """A long span also overlaps one that does not come next."""
    spans = hours(("Monday Tuesday", "08:00", "20:00"), ("Monday", "19:30", "21:00"), ("Monday Tuesday", "15:00", "19:00"))
    assert list(dates.opening_hours(spans)) == [
        "On Monday, 08:00-20:00 and 15:00-19:00 overlap. Join them or change one.",
        "On Monday, 08:00-20:00 and 19:30-21:00 overlap. Join them or change one.",
        "On Tuesday, 08:00-20:00 and 15:00-19:00 overlap. Join them or change one.",
    ]


def days_ago(days: int) -> str:
    return (datetime.now(UTC).date() - timedelta(days=days)).isoformat()


def test_hours_are_checked_twice_a_year() -> None:
    """Online visits have no clinic whose hours the owner could compare."""
    assert [*dates.checked_hours({"checked": days_ago(179)}), *dates.checked_hours({"checked": "yesterday"})] == []
    old = days_ago(367)
    assert list(dates.checked_hours({"checked": old})) == [
        f"These hours were checked on {old}, more than 180 days ago. Confirm them, and write today's date under checked."
    ]
    assert list(dates.checked_hours({"weekly": [], "byAppointment": True})) == []
    assert list(dates.checked_hours(hours(("Monday", "08:00", "13:00")))) == [
        "Write under checked, as year-month-day, when you last confirmed these hours."
    ]


FIELD = frictionless.Field.from_descriptor({"name": "url", "type": "string", "format": "uri"})


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        (contacts.uri, "https://" + "a" * 50_000 + "é"),
        (contacts.uri, "https://a/" + "%20a" * 25_000 + "é"),
        (contacts.contact, "tel:+" + "1" * 200_000 + "é"),
    ],
    ids=["host", "path", "telephone"],
)
def test_a_long_address_is_refused_in_linear_time(rule: ValueCheck, value: str) -> None:
    """With nested repetition in the pattern, this would not end."""
    assert len(list(rule(value))) == 1


@pytest.mark.slow
@given(st.from_regex(WEB_ADDRESS, fullmatch=True))
def test_frictionless_accepts_every_address_that_we_accept(value: str) -> None:
    """So `frictionless validate` finds nothing in sources that pass our check."""
    if "[" not in value:  # it also checks the digits of an IPv6 address
        assert FIELD.read_cell(value) == (value, None)


@pytest.mark.parametrize("end", ["example.org", "example.org/a/", "[::1]", "[1:2]", "a?a", "a#", "a/é", "a/%4"])
def test_the_setting_obeys_the_same_rule(end: str) -> None:
    """PROFILE_BASE_URL is held to what base_url of site.yaml is held to."""
    value = f"https://{end}"
    field = next(field for field in example_sources()["site"].fields if field.name == "base_url")
    assert is_base_address(value) == (FieldCheck(field).validate(value)[1] == [])


def findings(rule: RowRule, field: str, *values: str) -> list[Finding]:
    return [finding for number, value in enumerate(values, start=2) for finding in rule(number, {field: value})]


def test_a_repeated_title_is_a_warning() -> None:
    found = findings(repeated_title(), "title", "Nerve: a study", "???", "NÉRVE, a study.", "!!!")
    text = '"NÉRVE, a study." is also the title of row 2. Was the publication entered twice?'
    assert found == [Finding(("title",), "repeated_title", text, "warning", "NÉRVE, a study.")]


def test_any_field_can_be_unique() -> None:
    found = findings(unique("shelf"), "shelf", "1", "2", "1", "1")
    text = '"1" is already used in row 2 (case is ignored). Change one of them.'
    assert found == [Finding(("shelf",), "unique", text, "error", "1")] * 2
