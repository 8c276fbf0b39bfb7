"""Places of work: the example with two, and a profile without any, in every document."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

import pytest
import yaml

from api.pages.place import Place
from db.uri import telephone_url
from tests.conftest import ROOT
from tests.support.languages import in_code
from tests.support.markup import links, texts
from tests.support.messages import edit, write, write_clinic
from tests.support.own import build_own
from tests.support.site import Site, serving, serving_clinic, serving_edited
from tests.support.static_site import write_site

OSM = "https://www.openstreetmap.org"


@pytest.fixture(scope="module")
def none(resident_database: Path) -> Site:
    return serving(resident_database)


@pytest.mark.parametrize("path", ["/", "/he", "/cv", "/he/cv"])
@pytest.mark.parametrize("accept", ["text/html", "text/markdown"])
def test_every_page_has_both_telephones(site: Site, path: str, accept: str) -> None:
    page = site.get(path, Accept=accept).text.replace("+972 0 555 ", "+972-0-555-")
    assert ("+972-0-555-0100" in page, "+972-0-555-0155" in page) == (True, True)


def test_a_link_that_writes_a_text_message_has_a_speech_bubble(tmp_path: Path) -> None:
    number = "sms:+1-505-555-0100"
    site = serving_edited(tmp_path, lambda folder: edit(folder, "clinic.yaml", "https://booking.example.org/", number))
    button, *_ = re.findall(rf'<a class="[^"]*" href="{re.escape(number)}">.*?</a>', site.get("/").text, re.DOTALL)
    assert '<path d="M3 4h12v9H9l-4 3v-3H3zM17' in button


HOME_VISITS = [{"name": "Visits at home"}]
CALLED = [{"name": "Branch", "phone": "+1 555 0101"}]


@pytest.mark.parametrize(
    ("bookings", "locations", "labels"),
    [
        ({"Online": "https://booking.example.org/"}, CALLED, ["Book an appointment"]),
        ({"WhatsApp": "https://wa.me/15550100"}, CALLED, ["Book an appointment"]),
        ({}, CALLED, ["Call"]),
        ({"WhatsApp": "https://wa.me/15550100"}, HOME_VISITS, ["WhatsApp", "Call"]),
        ({}, HOME_VISITS, ["Call"]),
    ],
    ids=["a page", "WhatsApp", "telephones", "one place", "its telephone"],
)
def test_the_bar_names_what_one_can_do(
    tmp_path: Path, bookings: dict[str, str], locations: list[dict[str, str]], labels: list[str]
) -> None:
    """And only the first way is filled."""
    bar = serving_clinic(tmp_path, clinic_with(bookings, locations)).page("/").xpath("//p[@class='in-reach actions']")[0]
    assert texts(bar, "a") == labels
    assert bar.xpath("a/@class") == ["button", "button plain"][: len(labels)]


def test_the_owners_link_that_a_place_has_is_not_repeated(tmp_path: Path) -> None:
    def change(folder: Path) -> None:
        write_clinic(folder, clinic_with({"WhatsApp": "https://wa.me/15550100"}, CALLED))
        edit(folder, "profile.yaml", "bookingLinks:", "bookingLinks:\n  WhatsApp: https://wa.me/15550100")

    site = serving_edited(tmp_path, change)
    assert "WhatsApp" not in texts(site.page("/"), "//main/header//a")


def test_a_place_without_hours_is_in_the_country_of_the_clinic(tmp_path: Path) -> None:
    clinic = clinic_with({}, [{"name": "Branch", "phone": "+1-210-555-0160 ext. 4410"}])
    page = serving_clinic(tmp_path, f"hours: {{timezone: America/Chicago}}\n{clinic}").page("/")
    assert texts(page, "//article[div/h3='Branch']/address/p") == ["(210) 555-0160 ext. 4410"]


def test_for_visits_at_home_one_calls_the_clinic(tmp_path: Path) -> None:
    page = serving_clinic(tmp_path, clinic_with({}, HOME_VISITS)).page("/")
    assert links(page, "//article[div/h3='Visits at home']//a") == [("Call +1 555 0100", "tel:+15550100")]


def clinic_with(bookings: dict[str, str], locations: list[dict[str, str]]) -> str:
    clinic = {"name": "Clinic", "address": "1 Road", "phone": "+1 555 0100", "bookingLinks": bookings, "locations": locations}
    return yaml.safe_dump(clinic)


MAP = {"mapLink": "https://maps.example.org/x"}
COORDINATES = {"coordinates": {"latitude": 31.5, "longitude": 34.75}}
ADDRESS = {"address": "12 Wing Road, London", "addressHebrew": "בניין העיר 3, תל אביב"}
HEBREW = quote_plus(ADDRESS["addressHebrew"])


@pytest.mark.parametrize(
    ("fields", "language", "shown", "route"),
    [
        (MAP | COORDINATES, "en", MAP["mapLink"], f"{OSM}/directions?to=31.5%2C34.75"),
        (MAP, "en", MAP["mapLink"], MAP["mapLink"]),
        (COORDINATES, "he", f"{OSM}/?mlat=31.5&mlon=34.75#map=17/31.5/34.75", f"{OSM}/directions?to=31.5%2C34.75"),
        ({}, "en", f"{OSM}/search?query=12+Wing+Road%2C+London", f"{OSM}/directions?to=12+Wing+Road%2C+London"),
        ({}, "he", f"{OSM}/search?query={HEBREW}", f"{OSM}/directions?to={HEBREW}"),
        ({"address": ""}, "en", "", ""),
        ({"online": True}, "en", "", ""),
    ],
    ids=["map and coordinates", "map", "coordinates", "address", "address in Hebrew", "nothing", "online"],
)
def test_maps_and_directions(fields: dict[str, Any], language: str, shown: str, route: str) -> None:
    place = Place(ADDRESS | fields, in_code(language))
    assert (place.map_address, place.directions) == (shown, route)


@pytest.mark.parametrize(
    ("number", "url"),
    [
        ("+972-2-555-0100", "tel:+97225550100"),
        ("(+49) 30 / 555.0100 Ext. 12", "tel:+49305550100;ext=12"),
        ("(0)30 5550100x12", "tel:0305550100;ext=12"),
        ("*1234#", "tel:*1234%23"),
    ],
    ids=["country code", "an extension", "without a country code", "short number"],
)
def test_telephone_numbers_dial(number: str, url: str) -> None:
    """RFC 3966."""
    assert telephone_url(number) == url


US, EGYPT, ISRAEL = ("America/Chicago", "en"), ("Africa/Cairo", "ar"), ("Asia/Jerusalem", "en")


@pytest.mark.parametrize(
    ("place", "spans", "shown"),
    [
        (US, ["08:00-12:30", "13:00-17:00", "11:00-20:00"], ["8–12:30", "1–5", "11–8"]),
        (US, ["08:00-12:30", "18:00-21:30"], ["8–12:30", "6–9:30 PM"]),
        (US, ["07:00-08:00", "07:00-15:30"], ["7–8 AM", "7–3:30"]),
        (US, ["08:00-20:30", "20:00-24:00", "00:00-24:00"], ["8 AM–8:30 PM", "8 PM–12 AM", "12 AM–12 AM"]),
        (EGYPT, ["08:00-16:30", "13:00-17:00"], ["8 ص–4:30 م", "1–5 م"]),
        (ISRAEL, ["08:00-12:30", "18:00-21:30", "00:00-24:00"], ["8–12:30", "18–21:30", "0–24"]),
    ],
    ids=["daytime", "an evening", "a morning", "long", "Arabic", "24 hours"],
)
def test_hours_in_a_week_are_unambiguous(place: tuple[str, str], spans: list[str], shown: list[str]) -> None:
    """On a 12-hour clock, an early, late or long span says which half of the day it means.

    In Arabic all do, because some read them backwards.
    """
    zone, code = place
    times = zip(["Sunday", "Monday", "Tuesday"], (span.split("-") for span in spans), strict=False)
    weekly = [{"days": [day], "opens": opens, "closes": closes} for day, (opens, closes) in times]
    week = Place({"name": "Clinic", "hours": {"timezone": zone, "weekly": weekly}}, in_code(code, zone=zone)).short_week
    assert [written.replace("\u00a0", " ") for _, _, day in sorted(week) for written in day] == shown


def test_without_a_clinic_the_endpoint_says_so(none: Site) -> None:
    answer = none.get("/api/clinic")
    error = {"error": "not_found", "error_description": "This profile has no clinic."}
    assert (answer.status_code, answer.json()) == (404, error)
    assert none.json("/api/research") == {"areas": []}


def test_without_a_clinic_pages_begin_with_mail_the_cv_and_other_profiles(none: Site) -> None:
    page = none.page("/")
    assert links(page, "//main/header//a") == [
        ("Email dana@example.org", "mailto:dana@example.org"),
        ("CV (PDF)", "/cv.pdf"),
        ("LinkedIn", "https://linkedin.example.org/dana-sample"),
        ("GitHub", "https://github.example.org/dana-sample"),
    ]
    assert page.xpath("//*[@id='about']//a") == []
    assert page.xpath("//*[@id='clinic' or @id='research' or @id='hours'] | //nav//a[contains(@href, '#')]") == []
    assert page.xpath("//head/meta[@name='description']/@content") == [
        "Dr. Dana Sample: Internal medicine. Resident in internal medicine, Example General Hospital."
    ]
    assert "## Clinic" not in none.get("/", Accept="text/markdown").text


def test_without_a_clinic_or_anything_to_do_there_are_no_actions(tmp_path: Path) -> None:
    def change(folder: Path) -> None:
        (folder / "cv.csv").unlink()
        write(folder, "profile.yaml", "name: Dana Sample\nspecialty: Cardiology\n")
        write(folder, "publications.csv", "title,authors,journal,year\n")

    page = serving(build_own(tmp_path, change, ROOT / "tests" / "profiles" / "resident")).page("/")
    assert [texts(page, "//h1"), page.xpath("//main//p[@class='actions' or @class='links']")] == [["Dana Sample"], []]


def test_without_a_clinic_the_work_comes_first(none: Site) -> None:
    assert texts(none.page("/"), "//div[@class='ledger']/section/h2") == ["Publications", "About", "Education and training"]


def test_without_a_clinic_other_documents_leave_it_out(none: Site) -> None:
    assert {"practicesAt", "workLocation"} & none.json("/profile.jsonld")["@graph"][1].keys() == set()
    assert {"phone", "location"} & none.json("/resume.json")["basics"].keys() == set()
    names = {line.partition(":")[0].partition(";")[0] for line in none.get("/contact.vcf").text.splitlines()}
    assert {"ORG", "TEL", "ADR"} & names == set()
    assert [each["name"] for each in none.json("/datapackage.json")["resources"] if each["type"] == "json"] == ["profile"]
    assert "/api/clinic" not in none.get("/llms.txt").text


def test_without_a_clinic_the_static_site_has_no_such_file(resident_database: Path, tmp_path: Path) -> None:
    assert write_site(resident_database, tmp_path / "site").code == 0
    assert (tmp_path / "site" / "api" / "research.json").is_file()
    assert not (tmp_path / "site" / "api" / "clinic.json").exists()
    assert "/api/clinic" not in (tmp_path / "site" / "_redirects").read_text()


MAIN = "name: Main\naddress: 1 Road\nphone: +1 555 0100"
PLACES = """
locations:
  - {name: Uptown, newPatients: "no"}
  - {name: Downtown, newPatients: referral}
  - {name: Video, online: true, newPatients: "yes", note: 30 min · 40 €}
  - {name: Somewhere}
"""


def serving_places(tmp_path: Path, more: str) -> Site:
    return serving_clinic(tmp_path, f"{MAIN}{PLACES}{more}")


def names_of_places(site: Site) -> list[str]:
    return texts(site.page("/"), "//*[@id='clinic']//h3")


def test_places_that_take_new_patients_come_first(tmp_path: Path) -> None:
    assert names_of_places(serving_places(tmp_path, "newPatients: existing")) == [
        "Video",
        "Downtown",
        "Somewhere",
        "Main",
        "Uptown",
    ]


@pytest.mark.parametrize(
    ("main", "sentence"),
    [("yes", "Main and Online. Takes new patients."), ("no", "Online and Main. Online: Takes new patients.")],
    ids=["all", "one"],
)
def test_search_engines_hear_which_places_take_new_patients(tmp_path: Path, main: str, sentence: str) -> None:
    locations = "locations: [{name: Online, online: true, newPatients: 'yes'}]"
    page = serving_clinic(tmp_path, f"{MAIN}\nnewPatients: '{main}'\n{locations}\n").page("/")
    [description] = page.xpath("//meta[@name='description']/@content")
    assert description.endswith(sentence)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [("", "1 Road."), ("newPatients: referral", "1 Road. With a referral.")],
    ids=["unknown", "a referral"],
)
def test_search_engines_hear_the_address_of_an_only_place(tmp_path: Path, answer: str, sentence: str) -> None:
    page = serving_clinic(tmp_path, f"{MAIN}\n{answer}\n").page("/")
    [description] = page.xpath("//meta[@name='description']/@content")
    assert description.endswith(f" {sentence}")


CLOSED = "hours: {timezone: Asia/Jerusalem, closures: [{from: 2026-11-20}]}\nnewPatients: 'yes'\nlocations: [{name: Branch}]"


def test_a_place_that_is_closed_until_further_notice_comes_last(tmp_path: Path) -> None:
    """Nobody is asked to come: its button is outlined, and neither search engines nor Markdown say that it takes new patients."""
    site = serving_clinic(tmp_path, f"{MAIN}\n{CLOSED}\n")
    page = site.page("/")
    assert texts(page, "//*[@id='clinic']//h3") == ["Branch", "Main"]
    assert page.xpath("//article[contains(@class, 'shut')]//a[contains(@class, 'button')]/@class") == ["button plain"]
    [description] = page.xpath("//meta[@name='description']/@content")
    assert ("new patients" in description, "new patients" in site.get("/", Accept="text/markdown").text) == (False, False)


@pytest.mark.parametrize(
    ("main", "other", "classes"),
    [
        ("referral", "", {"Main": "button", "Branch": "button plain"}),
        ("referral", "newPatients: 'yes'", {"Branch": "button", "Main": "button plain"}),
        ("existing", "", {"Main": "button plain", "Branch": "button plain"}),
    ],
    ids=["nothing is easier", "another place is", "no new patients"],
)
def test_a_place_with_a_referral_has_a_filled_button_if_no_other_takes_all(
    tmp_path: Path, main: str, other: str, classes: dict[str, str]
) -> None:
    site = serving_clinic(
        tmp_path, f"{MAIN}\nnewPatients: {main}\nlocations: [{{name: Branch, phone: '+1 555 0101', {other}}}]\n"
    )
    articles = site.page("/").xpath("//article")
    assert {texts(each, ".//h3")[0]: each.xpath("string(p[@class='actions']/a/@class)") for each in articles} == classes


OPEN_IN = "hours: {{timezone: {}, checked: 2026-11-01}}".format
LOCAL = "Times are local ({}).".format
ZONES = {
    "one zone": (f"{OPEN_IN('Europe/Vienna')}\nlocations: [{{name: Branch, {OPEN_IN('Europe/Vienna')}}}]", ["", ""]),
    "two zones": (
        f"{OPEN_IN('Europe/Vienna')}\nlocations: [{{name: Branch, {OPEN_IN('Asia/Jerusalem')}}}]",
        [LOCAL("Vienna"), LOCAL("Jerusalem")],
    ),
}


@pytest.mark.parametrize(("more", "notes"), ZONES.values(), ids=ZONES)
def test_a_time_zone_is_named_if_visitors_can_be_far_away(tmp_path: Path, more: str, notes: list[str]) -> None:
    page = serving_clinic(tmp_path, f"{MAIN}\n{more}\n").page("/")
    shown = texts(page, "//details[@class='more']//p[@class='note']")
    assert shown == [f"{note} Hours checked on 1 November 2026.".lstrip() for note in notes]


def test_the_hours_of_visits_by_video_say_everything_in_sight(tmp_path: Path) -> None:
    """Their time zone, and when the owner checked them: nothing is left to unfold."""
    weekly = "weekly: [{days: [Monday], opens: '08:00', closes: '12:00'}]"
    hours = f"hours: {{timezone: Europe/Vienna, checked: 2026-11-01, {weekly}}}"
    page = serving_clinic(tmp_path, f"{MAIN}\nlocations: [{{name: Video visit, online: true, {hours}}}]\n").page("/")
    shown = texts(page, "//article[2]//p[@class='note']"), page.xpath("count(//article[2]/details)")
    assert shown == ([f"{LOCAL('Vienna')} Hours checked on 1 November 2026."], 0)


def test_a_note_stands_beside_the_hours(tmp_path: Path) -> None:
    page = serving_clinic(tmp_path, f"{MAIN}\nonline: true\nnote: Every second Thursday\n").page("/")
    assert texts(page, "//div[@class='times']/p[not(@class)]") == ["Every second Thursday"]


def test_visits_by_video_are_no_second_clinic_in_the_navigation(tmp_path: Path) -> None:
    page = serving_clinic(tmp_path, f"{MAIN}\nlocations: [{{name: Video visit, online: true}}]\n").page("/")
    assert texts(page, "//nav//a[@href='/#clinic']") == ["Clinic"]


def test_the_owners_order_of_the_places(tmp_path: Path) -> None:
    site = serving_places(tmp_path, "order: mine")
    assert names_of_places(site) == ["Main", "Uptown", "Downtown", "Video", "Somewhere"]


def test_the_share_card_has_the_order_of_the_home_page(tmp_path_factory: pytest.TempPathFactory) -> None:
    for_patients, owners = (
        serving_places(tmp_path_factory.mktemp("places"), f"newPatients: existing{more}") for more in ("", "\norder: mine")
    )
    assert for_patients.get("/card.png").content != owners.get("/card.png").content


def test_the_order_is_a_setting(tmp_path: Path) -> None:
    """It is in no document of the API, which keeps the order of the file."""
    clinic = serving_places(tmp_path, "order: mine").json("/api/clinic")
    assert {*clinic} == {"name", "address", "phone", "locations"}
    assert [place["name"] for place in clinic["locations"]] == ["Uptown", "Downtown", "Video", "Somewhere"]
    assert clinic["locations"][2] == {"name": "Video", "newPatients": "yes", "online": True, "note": "30 min · 40 €"}
