"""vCard: every line of both versions, and what vobject (3.0) and ical.js (4.0) read."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from typing import Any

import pytest
import vobject

from api.formats.vcard import vcard
from tests.conftest import ROOT, Server

NODE = ROOT / "tests" / "node"
BASE_URL = "https://example.org"
LEAST = {"name": "Noa Example", "specialty": "Radiology", "positions": ["Physician"]}
LEAST_CLINIC = {"name": "Clinic", "address": "1 Example Street", "phone": "+972-0-555-0100"}
PROFILE = {
    "name": "Prof. Dr. Noa B. van der Example, MD",
    "specialty": "Radiology",
    "positions": ["Head, Ultrasound", "Lecturer"],
    "credentials": "MD, PhD",
    "email": "noa@example.org",
    "nameHebrew": "ד״ר נועה דוגמה",
    "specialtyHebrew": "רדיולוגיה",
    "positionsHebrew": ["ראש היחידה", "מרצה"],
    "credentialsHebrew": "דוקטור לרפואה",
    "nameVariants": ["Example N", "van der Example NB"],
}
CLINIC = {
    "name": "Clinic; West",
    "address": '1 "Long" Street, Example City',
    "phone": "+972-0-555-0100",
    "email": "clinic@example.org",
    "parent": "Center",
    "coordinates": {"latitude": 31.5, "longitude": -34.75},
    "hours": {"timezone": "Asia/Jerusalem", "weekly": []},
    "nameHebrew": "מרפאה",
    "parentHebrew": "מרכז",
    "addressHebrew": "רחוב הדוגמה 1, עיר הדוגמה",
}
PHOTO = ("image/jpeg", bytes(range(100)))
DATA = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+P0BBQkNERUZHSElKS0xNTk9QUVJTVFVW"
DATA += "V1hZWltcXV5fYGFiYw=="


def unfolded(text: str) -> list[str]:
    """Return the lines of a vCard; every line that is sent ends with CRLF and has at most 75 octets."""
    lines = text.split("\r\n")
    assert lines.pop() == ""
    assert [line for line in lines if len(line.encode()) > 75 or "\n" in line] == []
    return text.replace("\r\n ", "").splitlines()


def test_version_4() -> None:
    """Hebrew texts are alternatives of the English ones (RFC 6350, section 5.4)."""
    assert unfolded(vcard(BASE_URL, profile=PROFILE, clinic=CLINIC, photo=PHOTO)) == [
        "BEGIN:VCARD",
        "VERSION:4.0",
        r"FN;ALTID=1;LANGUAGE=en:Prof. Dr. Noa B. van der Example\, MD",
        "FN;ALTID=1;LANGUAGE=he:ד״ר נועה דוגמה",
        "N;ALTID=1;LANGUAGE=en:van der Example;Noa;B.;Prof. Dr.;MD,PhD",
        "N;ALTID=1;LANGUAGE=he:דוגמה;נועה;;ד״ר;דוקטור לרפואה",
        f"PHOTO:data:image/jpeg;base64,{DATA}",
        r"ORG;ALTID=1;LANGUAGE=en:Center;Clinic\; West",
        "ORG;ALTID=1;LANGUAGE=he:מרכז;מרפאה",
        r"TITLE;ALTID=1;LANGUAGE=en:Head\, Ultrasound",
        "TITLE;ALTID=1;LANGUAGE=he:ראש היחידה",
        "TITLE;ALTID=2;LANGUAGE=en:Lecturer",
        "TITLE;ALTID=2;LANGUAGE=he:מרצה",
        "ROLE;ALTID=1;LANGUAGE=en:Radiology",
        "ROLE;ALTID=1;LANGUAGE=he:רדיולוגיה",
        "TEL;TYPE=work,voice:+972-0-555-0100",
        "EMAIL;TYPE=work:noa@example.org",
        "EMAIL;TYPE=work:clinic@example.org",
        """ADR;TYPE=work;ALTID=1;LANGUAGE=en;LABEL="1 ^'Long^' Street, Example City":;;1 "Long" Street\\, Example City;;;;""",
        r'ADR;TYPE=work;ALTID=1;LANGUAGE=he;LABEL="רחוב הדוגמה 1, עיר הדוגמה":;;רחוב הדוגמה 1\, עיר הדוגמה;;;;',
        "GEO:geo:31.5,-34.75",
        "TZ;VALUE=text:Asia/Jerusalem",
        "URL:https://example.org",
        "SOURCE:https://example.org/contact.vcf",
        "UID:https://example.org/#person",
        "END:VCARD",
    ]


def test_version_3() -> None:
    """Without alternatives: the Hebrew name is an additional name (RFC 2426, section 3.1.3)."""
    assert unfolded(vcard(BASE_URL, profile=PROFILE, clinic=CLINIC, photo=PHOTO, version="3.0")) == [
        "BEGIN:VCARD",
        "VERSION:3.0",
        r"FN:Prof. Dr. Noa B. van der Example\, MD",
        "N:van der Example;Noa;B.;Prof. Dr.;MD,PhD",
        "NICKNAME:ד״ר נועה דוגמה",
        f"PHOTO;ENCODING=b;TYPE=JPEG:{DATA}",
        r"ORG:Center;Clinic\; West",
        r"TITLE:Head\, Ultrasound",
        "TITLE:Lecturer",
        "ROLE:Radiology",
        "TEL;TYPE=work,voice:+972-0-555-0100",
        "EMAIL;TYPE=work:noa@example.org",
        "EMAIL;TYPE=work:clinic@example.org",
        r'ADR;TYPE=work:;;1 "Long" Street\, Example City;;;;',
        r'LABEL;TYPE=work:1 "Long" Street\, Example City',
        "GEO:31.5;-34.75",
        "TZ;VALUE=text:Asia/Jerusalem",
        "URL:https://example.org",
        "SOURCE:https://example.org/contact.vcf",
        "UID:https://example.org/#person",
        "END:VCARD",
    ]


def test_what_is_unknown_is_left_out() -> None:
    lines = unfolded(vcard(BASE_URL, profile=LEAST, clinic=LEAST_CLINIC))
    assert lines[2:-4] == [
        "FN:Noa Example",
        "N:Example;Noa;;;",
        "ORG:Clinic",
        "TITLE:Physician",
        "ROLE:Radiology",
        "TEL;TYPE=work,voice:+972-0-555-0100",
        'ADR;TYPE=work;LABEL="1 Example Street":;;1 Example Street;;;;',
    ]


def smallest_photo(server: Server) -> bytes:
    """Return the photo that the home page loads on a telephone."""
    path = re.findall(r"/images/photo-[0-9a-f]+-320\.jpg", server.get("/").text)[0]
    return server.get(path).content


def test_vobject_reads_version_3(server: Server) -> None:
    answer = server.get("/contact.vcf?version=3.0")
    assert answer.headers["content-type"] == "text/vcard; charset=utf-8"
    assert answer.headers["content-disposition"] == 'inline; filename="contact.vcf"'
    card: Any = vobject.readOne(answer.text)
    clinic = server.json("/api/clinic")
    assert (card.fn.value, card.n.value.family, card.n.value.given, card.n.value.prefix, card.n.value.suffix) == (
        "Dr. Noa Example",
        "Example",
        "Noa",
        "Dr.",
        ["MD", "PhD"],
    )
    assert card.org.value == [clinic["parent"], clinic["name"]]
    assert [title.value for title in card.title_list] == server.json("/api/profile")["positions"]
    assert (card.tel.value, card.adr.value.street, card.label.value) == (clinic["phone"], clinic["address"], clinic["address"])
    assert [email.value for email in card.email_list] == ["noa@example.org", "clinic@example.org"]
    assert card.nickname.value == server.json("/api/profile")["nameHebrew"]
    assert (card.photo.type_param, card.photo.value) == ("JPEG", smallest_photo(server))


@pytest.mark.skipif(not shutil.which("node") or not (NODE / "node_modules").is_dir(), reason="npm ci --prefix tests/node")
def test_ical_js_reads_version_4(server: Server) -> None:
    text = server.get("/contact.vcf").text
    done = subprocess.run(["node", "read.mjs", "vcard"], input=text, capture_output=True, text=True, cwd=NODE, check=True)
    kind, properties, _ = json.loads(done.stdout)
    assert kind == "vcard"
    clinic = server.json("/api/clinic")
    found = {(name, given.get("language", "en")): values for name, given, _, *values in properties}
    assert found["version", "en"] == ["4.0"]
    assert found["fn", "en"] == ["Dr. Noa Example"]
    assert found["n", "en"] == [["Example", "Noa", "", "Dr.", ["MD", "PhD"]]]
    assert found["org", "en"] == [[clinic["parent"], clinic["name"]]]
    assert found["adr", "en"] == [["", "", clinic["address"], "", "", "", ""]]
    assert found["geo", "en"] == ["geo:{latitude},{longitude}".format(**clinic["coordinates"])]
    [label] = [given["label"] for name, given, *_ in properties if name == "adr" and given.get("language", "en") == "en"]
    assert label == clinic["address"]
    assert found["org", "he"] == [[clinic["parentHebrew"], clinic["nameHebrew"]]]
    assert found["adr", "he"][0][2] == clinic["addressHebrew"]
    assert found["photo", "en"] == [f"data:image/jpeg;base64,{base64.b64encode(smallest_photo(server)).decode()}"]
