"""The places of work on the home page: cards, weeks, visits by video, and Markdown."""

from pathlib import Path

import yaml

from tests.conftest import SOURCES
from tests.support.markup import links, text, texts
from tests.support.site import Site, serving_clinic


def test_the_places(site: Site) -> None:
    """Each is a row: where, whether new patients can come, what to do, when it is open, and what unfolds."""
    clinic, whole = (
        yaml.safe_load((SOURCES / "clinic.yaml").read_text(encoding="utf-8")),
        site.page("/").get_element_by_id("clinic"),
    )
    place, other, closed = whole.xpath("article")
    assert texts(whole, "h2") == ["Where you can see me"]
    parts = ".//h3 | .//h4 | .//p[not(@class='links' or @class='actions' or @class='paper' or @hidden)] | .//li"
    assert texts(place, parts) == [
        "Example City",
        "Takes new patients",
        clinic["name"],
        clinic["parent"],
        clinic["address"],
        clinic["phone"],
        *("By appointment only.", "Sun 8:30–13", "Mon 8:30–13 15–19", "Tue 8:30–13", "Wed 8:30–13 15–19"),
        *("Thu 8:30–13", "Fri 8:30–12", "Sat Closed"),
        "Closed: 21–28 April 2027 (Passover) · 1–3 October 2027 (Rosh Hashana)",
        clinic["note"],
        f"Insurance: {', '.join(clinic['insurance'])}",
        clinic["phone"],
        *("Closed", "21–28 April 2027 (Passover)", "1–3 October 2027 (Rosh Hashana)"),
        *("Good to know", *clinic["goodToKnow"]),
        "Hours checked on 1 November 2026.",
    ]
    assert links(place) == [
        (clinic["phone"], "tel:+97205550100"),
        *(("Book online", "https://booking.example.org/"), ("Call", "tel:+97205550100")),
        ("Book with a referral", "https://booking.example.org/referral"),
        ("Directions", "https://www.openstreetmap.org/directions?to=31.5%2C34.75"),
        (clinic["phone"], "tel:+97205550100"),
        *((clinic["email"], f"mailto:{clinic['email']}"), ("Show on map", clinic["mapLink"])),
    ]
    assert texts(other, parts)[:2] == ["Sampleton", "With a referral"]
    assert links(other)[-1] == ("Show on map", "https://www.openstreetmap.org/?mlat=31.25&mlon=34.5#map=17/31.25/34.5")
    assert texts(closed, ".//h3 | .//span[starts-with(@class, 'badge')] | .//p[@class='status']") == [
        *("Rehabilitation", "Closed", "Current patients only"),
        "Closed: From 1 October 2026 until further notice (renovation)",
    ]


def test_the_weeks_of_all_places_have_the_form_of_the_widest(tmp_path: Path) -> None:
    clinic = """name: Clinic
address: 1 Road
phone: '+1 555 0100'
hours: {timezone: Asia/Jerusalem, weekly: [{days: [Monday], opens: '08:00', closes: '13:00'}]}
locations:
- name: Branch
  hours: {timezone: Asia/Jerusalem, weekly: [{days: [Monday, Thursday, Friday], opens: '08:45', closes: '12:15'}]}
"""
    assert serving_clinic(tmp_path, clinic).page("/").xpath("//ol/@class")[:2] == ["week longer", "week longer"]


def test_only_places_that_take_new_patients_have_a_filled_button(site: Site) -> None:
    buttons = site.page("/").xpath("//article/p[@class='actions']/a/@class")
    assert buttons == ["button", "button plain", "button plain map"]


def test_places_in_markdown(site: Site) -> None:
    lines = site.get("/", Accept="text/markdown").text.partition("## About")[0].splitlines()
    assert [line for line in lines if line.startswith(("- Book", "- Closed", "- Phone"))] == [
        "- Book a video consultation: <https://booking.example.org/video>",
        "- Book online (Example City): <https://booking.example.org/>",
        "- Book with a referral (Example City): <https://booking.example.org/referral>",
        r"- Phone (Example City): \+972-0-555-0100",
        "- Book online (Sampleton): <https://booking.example.org/sports>",
        r"- Phone (Sampleton): \+972-0-555-0155",
        "- Closed (Rehabilitation): From 1 October 2026 until further notice (renovation)",
    ]


def test_places_in_markdown_have_their_short_name_and_their_hours(site: Site) -> None:
    lines = site.get("/", Accept="text/markdown").text.partition("## Clinics")[2].partition("\n## ")[0].splitlines()
    assert [line for line in lines if line.startswith("#")] == [
        "### Example City: Example Musculoskeletal Ultrasound Clinic",
        "#### Opening hours",
        "### Sampleton: Example Sports Medicine Center",
        "#### Opening hours",
        "### Rehabilitation: Example Rehabilitation Center",
        "#### Opening hours",
    ]


def test_without_the_script_all_closures_are_listed_once(tmp_path: Path) -> None:
    clinic = """name: Clinic
address: 1 Road
phone: '+1 555 0100'
hours:
  timezone: Asia/Jerusalem
  weekly: []
  closures: [{from: 2026-11-20, to: 2026-12-20}, {from: 2027-01-20, to: 2027-03-20}]
"""
    page = serving_clinic(tmp_path, clinic).page("/")
    assert texts(page, "//p[@class='status'] | //noscript/p") == [
        "Closed: 20 January – 20 March 2027",
        "Closed: 20 November – 20 December 2026",
    ]


def test_what_is_not_known_of_a_place_is_not_shown(tmp_path: Path) -> None:
    site = serving_clinic(tmp_path, "name: Clinic\naddress: 1 Road\nphone: '+1 555 0100'\nlocations: [{name: Branch}]\n")
    page = site.page("/")
    assert [text(place) for place in page.xpath("//article[@class='place']")] == [
        "Clinic 1 Road +1 555 0100 Call +1 555 0100 Directions Details Show on map",
        "Branch Call +1 555 0100",
    ]
    # A name alone is no address.
    assert texts(site.page("/cv"), "//address/p[not(@class)]") == ["Clinic, 1 Road · +1 555 0100"]
    assert "Branch" not in site.get("/cv", Accept="text/markdown").text
    assert site.get("/cv.pdf").status_code == 200


def test_a_place_with_nothing_else_to_say_unfolds_nothing(tmp_path: Path) -> None:
    """Its name and number are then in sight on a telephone, too."""
    video = "{name: Video visits, shortName: Video, online: true, phone: '+1 555 0101'}"
    site = serving_clinic(tmp_path, f"name: Clinic\naddress: 1 Road\nphone: '+1 555 0100'\nlocations: [{video}]\n")
    [_, place] = site.page("/").xpath("//article[@class='place']")
    assert texts(place, ".//address/p[not(@class)]") == ["Video visits"]
    assert texts(place, ".//p[@class='actions']/a") == ["Call +1 555 0101"]
    assert place.xpath(".//details") == []


def test_a_clinic_whose_visits_are_online(tmp_path: Path) -> None:
    """Its pages and its card for address books have no address. The API promises one."""
    clinic = "name: Video visits\nonline: true\nphone: '+1 555 0101'\nnewPatients: 'yes'\nnote: 50 minutes\n"
    site = serving_clinic(tmp_path, clinic)
    shown = texts(site.page("/"), "//article//*[self::h3 or self::p]")
    assert shown == ["Video visits", "Takes new patients", "+1 555 0101", "Call +1 555 0101", "50 minutes"]
    assert texts(site.page("/cv"), "//address/p[not(@class)]") == ["Video visits · +1 555 0101"]
    assert "ADR" not in site.get("/contact.vcf").text
    assert "location" not in site.json("/resume.json")["basics"]
    assert site.json("/api/clinic") == {
        "name": "Video visits",
        "address": "Online",
        "phone": "+1 555 0101",
        "newPatients": "yes",
        "online": True,
        "note": "50 minutes",
    }


def test_a_visit_by_video_without_a_number_has_no_empty_address(tmp_path: Path) -> None:
    places = "[{name: Video, online: true, bookingLinks: {Book: 'https://v.example.org'}}]"
    site = serving_clinic(tmp_path, f"name: Clinic\naddress: 1 Road\nphone: '+1 555 0100'\nlocations: {places}\n")
    assert [len(place.xpath("address")) for place in site.page("/").xpath("//article")] == [1, 0]
