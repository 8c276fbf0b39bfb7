"""vCard: every line in both languages, and what vobject reads."""

import re
from pathlib import Path
from typing import Any

import pytest
import vobject

from tests.conftest import Server
from tests.support.site import Site, serving_clinic


def unfolded(text: str) -> list[str]:
    """The unfolded lines of a vCard. Every line as sent must end with CRLF and have at most 75 octets."""
    lines = text.split("\r\n")
    assert lines.pop() == ""
    assert [line for line in lines if len(line.encode()) > 75 or "\n" in line] == []
    return text.replace("\r\n ", "").splitlines()


def test_every_line_in_english(small: Site) -> None:
    """[vcard] Properties of several places have groups; the person is at the coordinates and in the time zone of the first.

    Conditions and the NPI are for patients and search engines.
    """
    assert unfolded(small.get("/contact.vcf").text) == [
        "BEGIN:VCARD",
        "VERSION:3.0",
        r"FN:Prof. Dr. Noa B. van der Example\, MD",
        "N:van der Example;Noa;B.;Prof. Dr.;MD,PhD",
        r"ORG:Center;Clinic\; West",
        r"TITLE:Head\, Ultrasound",
        "TITLE:Lecturer",
        "ROLE:Radiology",
        "EMAIL;TYPE=work:noa@example.org",
        "item1.TEL;TYPE=work,voice:+972-0-555-0100",
        "item1.EMAIL;TYPE=work:clinic@example.org",
        r'item1.ADR;TYPE=work:;;1 "Long" Street\, Example City;;;;',
        r'item1.LABEL;TYPE=work:1 "Long" Street\, Example City',
        r"item1.X-ABLabel:Clinic\; West",
        "GEO:31.5;-34.75",
        "TZ;VALUE=text:Asia/Jerusalem",
        "item2.ADR;TYPE=work:;;2 Road;;;;",
        "item2.LABEL;TYPE=work:2 Road",
        "item2.X-ABLabel:Branch",
        "URL:https://profile.example.org",
        "SOURCE:https://profile.example.org/contact.vcf",
        "UID:https://profile.example.org/#person",
        "END:VCARD",
    ]


def test_the_lines_that_differ_in_hebrew(small: Site) -> None:
    """Of the same person; text without a Hebrew version is in English."""
    english, hebrew = (unfolded(small.get(f"{language}/contact.vcf").text) for language in ("", "/he"))
    assert [line for line in hebrew if line not in english] == [
        "FN:ד״ר נועה דוגמה",
        "N:דוגמה;נועה;;ד״ר;דוקטור לרפואה",
        "ORG:מרכז;מרפאה",
        "TITLE:ראש היחידה",
        "TITLE:מרצה",
        r"item1.ADR;TYPE=work:;;רחוב הדוגמה 1\, עיר הדוגמה;;;;",
        r"item1.LABEL;TYPE=work:רחוב הדוגמה 1\, עיר הדוגמה",
        "item1.X-ABLabel:מרפאה",
        "SOURCE:https://profile.example.org/he/contact.vcf",
    ]
    assert len(hebrew) == len(english)


def test_what_is_unknown_is_left_out(least: Site) -> None:
    assert unfolded(least.get("/contact.vcf").text)[2:-4] == [
        "FN:Noa Example",
        "N:Example;Noa;;;",
        "ORG:Clinic",
        "TITLE:Physician",
        "ROLE:Radiology",
        "TEL;TYPE=work,voice:+972-0-555-0100",
        "ADR;TYPE=work:;;1 Example Street;;;;",
        "LABEL;TYPE=work:1 Example Street",
    ]


def test_a_place_with_nothing_to_label_has_no_label(tmp_path: Path) -> None:
    """Where a visit is at home or online."""
    places = "address: 1 Road\nlocations: [{name: At home}, {name: Online, email: online@example.org}]\n"
    site = serving_clinic(tmp_path, f"name: Clinic\nphone: +1 505 555 0110\n{places}")
    lines = unfolded(site.get("/contact.vcf").text)
    assert [line for line in lines if line.startswith("item")] == [
        "item1.TEL;TYPE=work,voice:+1 505 555 0110",
        "item1.ADR;TYPE=work:;;1 Road;;;;",
        "item1.LABEL;TYPE=work:1 Road",
        "item1.X-ABLabel:Clinic",
        "item3.EMAIL;TYPE=work:online@example.org",
        "item3.X-ABLabel:Online",
    ]


@pytest.mark.parametrize(("path", "suffix"), [("/contact.vcf", ""), ("/he/contact.vcf", "Hebrew")])
def test_vobject_reads_it(server: Server, path: str, suffix: str) -> None:
    """With the photo that the home page loads on a telephone."""
    text = server.get(path).text
    assert unfolded(text)[0] == "BEGIN:VCARD"
    card: Any = vobject.readOne(text)
    clinic, profile = server.json("/api/clinic"), server.json("/api/profile")
    places = [clinic, *clinic["locations"]]
    assert card.fn.value == profile[f"name{suffix}"]
    assert card.org.value == [clinic[f"parent{suffix}"], clinic[f"name{suffix}"]]
    assert [title.value for title in card.title_list] == profile[f"positions{suffix}"]
    assert [telephone.value for telephone in card.tel_list] == [place["phone"] for place in places if "phone" in place]
    assert [address.value.street for address in card.adr_list] == [place[f"address{suffix}"] for place in places]
    [photo] = re.findall(r"/images/photo-[0-9a-f]+-320\.jpg(?= )", server.get("/").text)
    assert (card.photo.type_param, card.photo.value) == ("JPEG", server.get(photo).content)
