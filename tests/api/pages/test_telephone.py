"""Telephone numbers of places, as people write them inside the country of the place."""

from pathlib import Path

import pytest

from api.pages.telephone import local_number, spaced_number, with_spaces_of
from tests.support.markup import links
from tests.support.messages import edit
from tests.support.site import serving_edited

BERLIN, JERUSALEM, DENVER = "Europe/Berlin", "Asia/Jerusalem", "America/Denver"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("+33-4-99-55-01-10", "+33 4 99 55 01 10"),
        ("+43 1 40400-0", "+43 1 40400-0"),
        ("+972-4-955-0120 ext. 4", "+972 4 955 0120 ext. 4"),
        ("04-555-0141", "04-555-0141"),
    ],
)
def test_an_international_number_has_spaces(typed: str, shown: str) -> None:
    assert spaced_number(typed) == shown


@pytest.mark.parametrize(
    ("zone", "typed", "shown"),
    [
        (BERLIN, "+49-5251-555-0120", "05251 555-0120"),
        (BERLIN, "+49 30 1234 5678", "030 1234 5678"),
        (BERLIN, "+49 (5251) 555-0", "05251 555-0"),
        ("Europe/Vienna", "+43 1 40400-0", "01 40400-0"),
        ("Asia/Dubai", "+971-4-555-0164", "04 555 0164"),
        ("Europe/Zurich", "+41 44 255 11 11", "044 255 11 11"),
        ("Europe/Paris", "+33-1-99-00-12-34", "01 99 00 12 34"),
        ("Europe/London", "+44-20-7946-0001", "020 7946 0001"),
        (JERUSALEM, "+972-4-555-0141", "04-555-0141"),
        (JERUSALEM, "+972 50 555 0141", "050-555-0141"),
        ("Europe/Madrid", "+34 915 55 01 04", "915 55 01 04"),
        ("Atlantic/Canary", "+34-928-55-01-04", "928 55 01 04"),
        ("Europe/Dublin", "+353-91-555-012", "091 555 012"),
        ("Europe/Amsterdam", "+31 20 555 0104", "020 555 0104"),
        ("Europe/Brussels", "+32 2 555 01 04", "02 555 01 04"),
        ("Europe/Stockholm", "+46 8 555 010 04", "08 555 010 04"),
        ("Australia/Sydney", "+61 2 5550 0104", "02 5550 0104"),
        ("Europe/Rome", "+39 06 123 4567", "06 123 4567"),
        ("Europe/Rome", "+39 320 123 4567", "320 123 4567"),
        ("Europe/Lisbon", "+351 21 355 0104", "21 355 0104"),
        ("America/Bogota", "+57-601-555-0110", "601 555 0110"),
        ("America/Mexico_City", "+52 55 5555 0110", "55 5555 0110"),
        ("America/Santiago", "+56 2 2555 0110", "2 2555 0110"),
        ("Europe/Moscow", "+7-843-555-01-00", "8 843 555-01-00"),
        ("Europe/Warsaw", "+48 22 555 01 04", "22 555 01 04"),
        ("Europe/Prague", "+420 255 550 104", "255 550 104"),
        ("Europe/Copenhagen", "+45 33 55 01 04", "33 55 01 04"),
        ("Europe/Oslo", "+47 23 55 01 04", "23 55 01 04"),
        (DENVER, "+1-505-555-0110", "(505) 555-0110"),
        ("America/Toronto", "+14165550110", "(416) 555-0110"),
        (DENVER, "+1-505-555-0110 ext. 4", "(505) 555-0110 ext. 4"),
        (BERLIN, "+49-5251-555-0120x12", "05251 555-0120x12"),
    ],
)
def test_a_number_in_its_country(zone: str, typed: str, shown: str) -> None:
    assert local_number(typed, zone) == shown


@pytest.mark.parametrize(
    ("typed", "other", "shown"),
    [
        ("+4315550143", "+43 1 555 01 42", "+43 1 555 01 43"),
        ("+4952515550121", "+49-5251-555-0120", "+49-5251-555-0121"),
        ("+576015550142", "+57-601-555-0110 ext. 3305", "+57-601-555-0142"),
        ("+43155501430", "+43 1 555 01 42", "+43155501430"),
        ("+4366455501", "+43 1 555 01 42", "+4366455501"),
        ("+43-1-55501-43", "+43 1 555 01 42", "+43-1-55501-43"),
        ("+4315550143", "", "+4315550143"),
    ],
    ids=["spaces", "hyphens", "an extension", "another length", "another area", "set apart already", "no other number"],
)
def test_a_number_is_set_apart_as_the_other_number_of_a_place(typed: str, other: str, shown: str) -> None:
    assert with_spaces_of(typed, other) == shown


def test_other_telephone_numbers_of_a_place_are_shown(tmp_path: Path) -> None:
    """For those who don't call from the device on which they read, or who print the page."""

    def change(folder: Path) -> None:
        edit(folder, "clinic.yaml", '"+972-0-555-0100"', "+972-4-555-0100")
        edit(folder, "clinic.yaml", "Book with a referral: https://booking.example.org/referral", "Order: tel:+97245550101")

    links_of_place = serving_edited(tmp_path, change).page("/").xpath("//article[1]//span[@class='links']")[0]
    assert links(links_of_place)[:2] == [("Call", "tel:+97245550100"), ("Order 04-555-0101", "tel:+97245550101")]


def test_a_link_to_a_short_number_dials_it(tmp_path: Path) -> None:
    """Health funds have such numbers. On pages in Hebrew, the star is before the digits, too."""

    def change(folder: Path) -> None:
        edit(folder, "clinic.yaml", "Book online: https://booking.example.org/\n", "Appointments: tel:*5955\n")
        edit(folder, "clinic.yaml", "זימון תור באינטרנט: https://booking.example.org/\n", "זימון תור: tel:*5955\n")

    site = serving_edited(tmp_path, change)
    found = [site.page(path).xpath("//article[1]//a[@href='tel:*5955']") for path in ("/", "/he")]
    assert [[(link.text_content(), link.xpath("bdi[@dir='ltr']/text()")) for link in each] for each in found] == [
        [("Appointments *5955", ["*5955"])],
        [("זימון תור *5955", ["*5955"])],
    ]


@pytest.mark.parametrize(
    ("zone", "typed"),
    [
        (BERLIN, "+972-4-555-0141"),
        (JERUSALEM, "+49-5251-555-0120"),
        (DENVER, "+44 20 7946 0001"),
        ("Europe/Rome", "+34 915 55 01 04"),
        ("Europe/Madrid", "+34 915 55 01"),
        ("Europe/Athens", "+30 21 555 0104"),
        ("", "+49-5251-555-0120"),
        ("UTC", "+49-5251-555-0120"),
        (BERLIN, "+4952515550120"),
        (BERLIN, "+49 116 117"),
        (BERLIN, "05251 555-0120"),
        (JERUSALEM, "*2700"),
        (JERUSALEM, "+972-0-555-0100"),
        (JERUSALEM, "+972-1-800-555-014"),
        (JERUSALEM, "+972-4-555-01"),
        ("Europe/Paris", "+33 36 24"),
        (DENVER, "+1-555-0100"),
        (DENVER, "1-505-555-0110"),
    ],
)
def test_other_numbers_are_as_the_owner_writes_them(zone: str, typed: str) -> None:
    """Numbers in other or unknown countries, numbers without an area code, and numbers of services."""
    assert local_number(typed, zone) == typed


def test_a_place_shows_its_local_number(tmp_path: Path) -> None:
    """The link dials the whole number from everywhere."""
    site = serving_edited(tmp_path, lambda folder: edit(folder, "clinic.yaml", "+972-0-555-0155", "+972-4-555-0155"))
    found = [links(site.page(path), "//address//a") for path in ("/", "/he")]
    assert [("04-555-0155", "tel:+97245550155") in each for each in found] == [True, True]
