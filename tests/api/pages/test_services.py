"""The services on the home page as a price list, and the conditions that link to them."""

from pathlib import Path

import pytest
import yaml

from api.pages.services import link_conditions, price_list, split_note
from bench.synthetic import write_csv
from tests.conftest import SOURCES
from tests.support.languages import in_code
from tests.support.markup import links, texts
from tests.support.site import Site, serving_edited


def test_what_patients_come_with(site: Site) -> None:
    expected = yaml.safe_load((SOURCES / "profile.yaml").read_text(encoding="utf-8"))["conditions"]
    section = site.page("/").get_element_by_id("conditions")
    assert texts(section, "h2 | .//li") == ["Conditions treated", *expected]
    [link] = links(section)
    assert link == ("Tennis elbow", "#service-12")
    assert texts(site.page("/"), "//li[@id='service-12']//span[@class='name']") == [
        "Ultrasound-guided PRP injection for tennis elbow"
    ]
    assert section.getnext().get("id") == "services"
    markdown = site.get("/", Accept="text/markdown").text
    assert "\n## Conditions treated\n\n" + "".join(f"- {line}\n" for line in expected) in markdown.partition("## Services")[0]


def test_a_condition_does_not_link_to_the_service_for_another_one() -> None:
    services = [{"name": "Depression after birth"}, {"name": "Medicines", "description": "For depression and for anxiety."}]
    profile = {"conditions": ["Depression", "Depression after birth", "Anxiety", "Trauma"]}
    assert link_conditions(profile, services, in_code("en")) == [
        *(("Depression", "service-2"), ("Depression after birth", "service-1"), ("Anxiety", "service-2"), ("Trauma", "")),
    ]


def test_the_services(site: Site) -> None:
    """Grouped by category. A row has a name, duration and price; tags and places are below the name. A description unfolds."""
    section = site.page("/").get_element_by_id("services")
    known = ["Diagnostic ultrasound", "Sports imaging", "Injections", "Procedures", "Consultations"]
    assert texts(section, ".//h3") == known
    groups = section.xpath(".//ul[@class='services rows']")
    assert [len(group.xpath("li")) for group in groups] == [6, 3, 4, 3, 2]
    assert texts(groups[0], "li[3]/div/*") == ["Ultrasound of the knee", "20 minutes", "from 800 ₪"]
    assert texts(groups[2], "li[1]/details/summary//span[@class='note']") == ["joint injection · Example City"]
    assert len(groups[2].xpath("li[1]/details/div//*[self::p or self::li]")) == 4


def test_the_services_in_markdown(tmp_path: Path) -> None:
    """The note as written, then the tags and the place."""
    notes = ["12 to 16 sessions of 45 minutes · $95 each", "30 min, € 140", ""]
    rows = [
        [f"Service {number}", note, "nerve-ultrasound", "Example Musculoskeletal Ultrasound Clinic"]
        for number, note in enumerate(notes)
    ]
    header = ["name", "note", "tags", "locations"]
    site = serving_edited(tmp_path, lambda folder: write_csv(folder / "services.csv", header, [*rows, ["Service 3", "", "", ""]]))
    assert texts(site.markdown("/"), "//h2[.='Services']/following-sibling::ul[1]/li") == [
        "Service 0: 12 to 16 sessions of 45 minutes · $95 each · nerve ultrasound · Example City",
        "Service 1: 30 min, € 140 · nerve ultrasound · Example City",
        "Service 2: nerve ultrasound · Example City",
        "Service 3",
    ]


def test_a_service_does_not_repeat_its_name_as_a_place() -> None:
    video, visit = {"name": "Video visit", "locations": ["Online"]}, {"name": "Follow-up", "locations": ["Online"]}
    places = {"Online": "Video visit", "Clinic": "Clinic"}
    shown = price_list([("", video), ("", visit)], [], {}, places)
    assert [service["facts"] for service in shown[""]] == [[], ["Video visit"]]


@pytest.mark.parametrize(
    ("note", "rest", "duration", "prices"),
    [
        ("private room · 60 minutes · $140", "private room", "60 minutes", ["$140"]),
        ("4 visits · $520", "", "4 visits", ["$520"]),
        ("80 min", "", "80 min", []),
        ("3 visits", "3 visits", "", []),
        ("60 min · 88 € (refunded)", "", "60 min", ["88 € (refunded)"]),
        ("1 h · $140 self-pay", "", "1 h", ["$140 self-pay"]),
        ("30 Minuten, € 140", "", "30 Minuten", ["€ 140"]),
        ("CHF 1,650 to 1,950, 2 h", "", "2 h", ["CHF 1,650 to 1,950"]),
        ("45 Minuten, Kasse", "45 Minuten, Kasse", "", []),
        ("60 min · € 85, often refunded", "", "60 min", ["€ 85, often refunded"]),
        ("30 min · 400 DH", "", "30 min", ["400 DH"]),
        ("30 min · 85 dólares", "", "30 min", ["85 dólares"]),
        ("90 Franken", "", "", ["90 Franken"]),
        ("30 دقيقة · 400 درهم", "", "30 دقيقة", ["400 درهم"]),
        ("30 min · 150 GEL", "", "30 min", ["150 GEL"]),
        ("30 دقيقة · 40 د.أ", "", "30 دقيقة", ["40 د.أ"]),
        ("PLN 250 each", "", "", ["PLN 250 each"]),
        ("30 min · 85 Eur", "", "30 min", ["85 Eur"]),
        ("CPR in euros", "CPR in euros", "", []),
        ("up to 3 STD tests", "up to 3 STD tests", "", []),
        ("BMD at 2 sites · 30 min", "BMD at 2 sites", "30 min", []),
        ("European guidelines", "European guidelines", "", []),
        ("from 1,200 ₪ with anesthesia", "", "", ["from 1,200 ₪ with anesthesia"]),
        ("CHF 120 each", "", "", ["CHF 120 each"]),
        ("80 € / session", "", "", ["80 € / session"]),
        ("free of charge", "", "", ["free of charge"]),
        ("30 min · free", "", "30 min", ["free"]),
        ("free for members", "", "", ["free for members"]),
        ("free parking behind the house · 30 min", "free parking behind the house", "30 min", []),
        ("free T4 and TSH", "free T4 and TSH", "", []),
        ("freezing of a wart", "freezing of a wart", "", []),
        ("please come ten minutes or 10 min early · 20 €", "please come ten minutes or 10 min early", "", ["20 €"]),
        ("2 visits · CHF 1'650 to 1'950", "", "2 visits", ["CHF 1'650 to 1'950"]),
        ("30 min · €48 at the hospital · €110 at the practice", "", "30 min", ["€48 at the hospital", "€110 at the practice"]),
        ("by appointment · $690 per hour", "by appointment", "", ["$690 per hour"]),
        ("group of 6 · $30", "", "group of 6", ["$30"]),
        ("Room 4 · 60 min · $140", "Room 4", "60 min", ["$140"]),
        ("day case or 2 nights · 2 nights", "day case or 2 nights", "2 nights", []),
        ("free for all our members, for everyone else now $140", "free for all our members, for everyone else now $140", "", []),
    ],
)
def test_a_note_is_a_duration_prices_and_the_rest(note: str, rest: str, duration: str, prices: list[str]) -> None:
    assert split_note(note) == (rest, duration, prices)
