"""The share card: what it shows, how large, and on which side; read in a PDF of the same template, or in the picture."""

import re
import shutil
from collections.abc import Mapping, Sequence
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from db.languages import languages_for
from look.theme import PAPER, channels
from look.typesetting import TypesettingError, draw_pages, make_pdf
from pipeline.images.card import CARD_FONTS, TEMPLATE, card_cache, draw_card_and_icons, template_values
from tests.support.languages import DEFAULT, ZONE
from tests.support.pdf import needs_poppler, poppler

PROFILE = {
    "name": "Dr. Noa Example",
    "credentials": "MD, PhD",
    "profession": "Nurse",
    "specialty": "Radiology",
    "nameHebrew": "ד״ר נועה דוגמה",
    "specialtyHebrew": "רדיולוגיה (MSK)",
}
PLACES = [{"name": "Clinic"}, {"name": "Second Clinic"}]
WORD = re.compile(r'xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*)</word>')
ACCENT = "#8a1c5c"
NAME = "Prof. Dr. Margaretha Johanna van der Hoeven-Shalev"


def shown(
    profile: Mapping[str, Any], codes: tuple[str, ...] = ("en", "he"), folder: Path | None = None, places: Sequence[Any] = PLACES
) -> list[tuple[int, str]]:
    """Font size in pixels and words from left to right of each line. A word from right to left has its letters in that order.

    In a folder, the card has a photo.
    """
    values: dict[str, Any] = {**template_values(profile, {}, languages_for(codes, ZONE), places), "photo": None, "icons": []}
    template = TEMPLATE
    if folder:
        template = Path(shutil.copy(TEMPLATE, folder))
        (folder / "photo.jpg").write_bytes(jpeg("red"))
        values["photo"] = "photo.jpg"
    boxes = poppler(make_pdf(template, values, template.read_text(encoding="utf-8")), "pdftotext", "-bbox", "-", "-")
    read = re.sub("[\u2060\u2068\u2069]", "", boxes)
    lines = groupby(WORD.findall(read), key=lambda word: (word[1], word[3]))
    return [(round((float(bottom) - float(top)) / 1.2), " ".join(word[4] for word in line)) for (top, bottom), line in lines]


def jpeg(color: str) -> bytes:
    Image.new("RGB", (640, 640), color).save(file := BytesIO(), "JPEG")
    return file.getvalue()


@needs_poppler
def test_the_lines_of_a_card() -> None:
    assert shown(PROFILE) == [
        (88, "Dr. Noa Example"),
        (32, "MD, PhD"),
        (36, "Nurse · Radiology"),
        (48, "המגוד העונ ר״ד"),
        (32, ") MSK ( היגולוידר"),
        (28, "Clinic · Second Clinic"),
    ]


def test_another_language_is_the_first_one_on_its_card() -> None:
    """What has no version in it is as in the other one."""
    places = [{"name": "Clinic", "shortName": "City", "shortNameHebrew": "עיר"}, {"name": "Second Clinic"}]
    values = template_values(PROFILE, {}, DEFAULT[::-1], places)
    first, other = values["first"], values["other"]
    assert (first["name"], other["name"]) == ("ד״ר נועה דוגמה", "Dr. Noa Example")
    assert first["specialty"] == "Nurse\u00a0· רדיולוגיה (MSK)"
    assert values["footers"] == [["עיר", "Second Clinic"]] * 2


def test_the_address_of_the_first_place_is_on_the_card() -> None:
    """Its name may have no town."""
    places: list[dict[str, Any]] = [
        {"name": "Common Road Family Health", "address": "1 Road, Craftsbury, VT"},
        {"name": "Telehealth", "online": True},
    ]
    footers = template_values(PROFILE, {}, DEFAULT, places)["footers"]
    names = ["Common Road Family Health", "Telehealth"]
    assert footers == [["Common Road Family Health", "1 Road, Craftsbury, VT", "Telehealth"], names]


def test_an_address_is_on_the_card_in_place_of_a_name_in_it() -> None:
    places = [{"name": "Practice", "shortName": "Common Road", "address": "1 Common Road, Craftsbury, VT"}, {"name": "B"}]
    assert template_values(PROFILE, {}, DEFAULT, places)["footers"] == [
        ["1 Common Road, Craftsbury, VT", "B"],
        ["Common Road", "B"],
    ]


def test_a_town_on_the_card_needs_no_address() -> None:
    places = [
        {"name": "Practice", "shortName": "Schwyz (private)", "address": "Herrengasse 12, Schwyz"},
        {"name": "B", "address": "2 Road"},
    ]
    assert template_values(PROFILE, {}, DEFAULT, places)["footers"] == [["Schwyz (private)", "B"]] * 2


@needs_poppler
@pytest.mark.parametrize("codes", [("en", "es", "he"), ("en", "he", "ar")], ids=["same script", "third script"])
def test_the_second_name_is_the_next_one_in_another_script(codes: tuple[str, ...]) -> None:
    names = {"nameSpanish": "Dra. Noa Example", "nameArabic": "نوى"}
    assert shown(PROFILE | names, codes) == shown(PROFILE)


@needs_poppler
@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (NAME, [(56, "Prof. Dr. Margaretha Johanna"), (56, "van der Hoeven-Shalev")]),
        ("Dr. Rania Khoury-Haddad", [(88, "Dr. Rania"), (88, "Khoury-Haddad")]),
        ("Theodora Maria van der Bergmann", [(84, "Theodora Maria"), (84, "van der Bergmann")]),
        (f"{NAME} of Example", [(56, "Prof. Dr. Margaretha Johanna"), (56, "van der Hoeven-Shalev"), (56, "of Example")]),
        ("Donaudampfschifffahrtselektrizitätenwerk", [(36, "Donaudampfschifffahrtselektrizitätenwerk")]),
    ],
    ids=["two lines", "a hyphen", "a particle", "a third line", "one long word"],
)
def test_a_name_has_56_pixels_or_more_in_two_lines(tmp_path: Path, name: str, lines: list[tuple[int, str]]) -> None:
    """Only a longer one has three lines, and only a word that is too long is smaller."""
    assert shown({"name": name, "specialty": "Radiology"}, folder=tmp_path)[:-2] == lines


@needs_poppler
@pytest.mark.parametrize(
    ("family", "lines"),
    [
        ("Wimmer-Wommbacher Mummenwald", [(60, "Ana"), (60, "Wimmer-Wommbacher Mummenwald")]),
        ("Fernández de Córdoba y Álvarez de Toledo", [(88, "Ana Fernández de Córdoba"), (88, "y Álvarez de Toledo")]),
    ],
    ids=["smaller", "in two lines"],
)
def test_a_long_family_name_ends_inside_the_card(family: str, lines: list[tuple[int, str]]) -> None:
    profile = {"name": f"Ana {family}", "nameVariants": [f"{family} A"], "specialty": "Radiology"}
    assert shown(profile)[:-2] == lines


@needs_poppler
def test_no_line_ends_after_a_particle_of_a_long_family_name() -> None:
    family = "Etxeberriandia-Goikoetxeandia de la Torre"
    profile = {"name": f"Dra. María del Pilar {family}", "nameVariants": [f"{family} M"], "specialty": "Radiology"}
    lines = ["Dra. María del Pilar", "Etxeberriandia-Goikoetxeandia", "de la Torre"]
    assert shown(profile)[:-2] == [(56, line) for line in lines]


CROWDED = PROFILE | {
    "name": NAME,
    "specialty": "Pediatric oncology, neuroblastoma and rare solid tumors",
    "nameHebrew": "פרופ׳ ד״ר מרגרטה יוהנה ואן דר הובן־שלו בת אברהם",
}
LONG_SPECIALTY = "אונקולוגיה של ילדים, נוירובלסטומה וגידולים מוצקים נדירים בילדים ובמתבגרים"


@needs_poppler
@pytest.mark.parametrize(
    ("change", "sizes"),
    [
        ({}, [56, 56, 32, 36, 36, 48, 48, 32, 28]),
        ({"specialtyHebrew": LONG_SPECIALTY}, [56, 56, 36, 36, 48, 48, 32, 32, 28]),
        ({"specialtyHebrew": LONG_SPECIALTY, "name": f"{NAME} von und zu Beispielhausen"}, [56, 56, 56, 36, 36, 48, 48, 28]),
    ],
    ids=["room for all", "without credentials", "without the second specialty"],
)
def test_credentials_are_dropped_first(tmp_path: Path, change: dict[str, str], sizes: list[int]) -> None:
    assert [size for size, _ in shown(CROWDED | change, folder=tmp_path)] == sizes


@needs_poppler
def test_credentials_that_need_a_second_line_are_left_out() -> None:
    credentials = "Bachelor of Medicine, Bachelor of Surgery, Master of Science, Doctor of Philosophy"
    profile = {"name": "Noa Example", "specialty": "Radiology", "credentials": credentials}
    assert [text for _, text in shown(profile)[:2]] == ["Noa Example", "Radiology"]


@needs_poppler
def test_a_second_name_is_not_larger_than_the_first() -> None:
    long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter"
    assert [size for size, _ in shown({"name": long, "specialty": "Radiology", "nameHebrew": "נועה"})] == [32, 36, 32, 28]


@needs_poppler
def test_long_texts_end_in_an_ellipsis() -> None:
    assert shown({"name": "Noa Example", "specialty": "Radiology and " * 100})[1:4] == [
        (36, "Radiology and Radiology and Radiology and Radiology and"),
        (36, "Radiology and Radiology and Radiology and Radiology and"),
        (36, "Radiology and Radiology and Radiology and Radiology and …"),
    ]


@needs_poppler
def test_characters_that_the_fonts_lack_are_left_out() -> None:
    name = "Dr. Noa \N{X-RAY} Łęvi\N{STAFF OF AESCULAPIUS}\ufe0f ™"
    assert shown({"name": name, "specialty": "Radiology"})[0] == (88, "Dr. Noa Łęvi ™")


def card(code: str, photo: bytes | None) -> Image.Image:
    profile = {"name": "נועה דוגמה" if code == "he" else "Noa Example", "specialty": "MSK"}
    [drawn] = draw_card_and_icons(profile, {"accentColor": ACCENT}, languages_for([code], ZONE), [], photo)
    return Image.open(BytesIO(drawn)).convert("RGB")


@pytest.mark.parametrize(("code", "columns"), [("en", (4, 180, 1195)), ("he", (1195, 1019, 4))], ids=["left", "right"])
def test_the_photo_is_on_a_field_where_lines_begin(code: str, columns: tuple[int, int, int]) -> None:
    field, photo, paper = (card(code, jpeg("#fe0000")).getpixel((column, 315)) for column in columns)
    assert (field, photo, paper) == (channels(ACCENT), (254, 0, 0), channels(PAPER))


def test_without_a_photo_the_name_is_on_the_field() -> None:
    """In white, as on the home page."""
    drawn = card("en", None)
    assert {drawn.getpixel((column, 100)) for column in (4, 600, 1195)} == {channels(ACCENT)}
    assert (255, 255, 255) in {drawn.getpixel((column, 315)) for column in range(80, 600)}


def test_a_long_name_keeps_its_distance_from_the_edge() -> None:
    long = {"name": "Agnieszka Wójcikowska-Szczebrzeszyńska", "specialty": "Anesthesiology"}
    [drawn] = draw_card_and_icons(long, {"accentColor": ACCENT}, DEFAULT[:1], [], None)
    shown = Image.open(BytesIO(drawn)).convert("RGB")
    box = ImageChops.difference(shown, Image.new("RGB", shown.size, ACCENT)).getbbox()
    assert box is not None
    assert 1000 < box[2] <= shown.width - 48


@needs_poppler
def test_a_latin_address_on_a_card_from_right_to_left() -> None:
    places = [{"name": "עיר", "address": "41 rue Sylvabelle, 13006 Marseille"}]
    assert "41 rue Sylvabelle, 13006 Marseille" in shown({"name": "נועה", "specialty": "רדיולוגיה"}, ("he",), None, places)[-1][1]


@needs_poppler
def test_an_address_without_room_is_left_out_before_a_place(tmp_path: Path) -> None:
    address = "1407 116th Avenue Northeast, Suite 210, Bellevue, WA 98004"
    places = [{"name": "Spine and Pain", "address": address}, {"name": "Cascade Ridge Surgery Center"}, {"name": "Video visit"}]
    assert [line for size, line in shown(PROFILE, ("en",), tmp_path, places) if size == 28] == [
        "Spine and Pain · Cascade Ridge Surgery Center",
        "Video visit",
    ]


@needs_poppler
def test_a_line_breaks_between_places(tmp_path: Path) -> None:
    places = [{"name": "Cabinet d’orthophonie Paul-Bert"}, {"name": "À domicile"}, {"name": "Séance en visio"}]
    assert [line for size, line in shown(PROFILE, ("fr",), tmp_path, places) if size == 28] == [
        "Cabinet d’orthophonie Paul-Bert · À domicile",
        "Séance en visio",
    ]


@needs_poppler
def test_places_have_their_short_names_and_those_without_room_are_left_out(tmp_path: Path) -> None:
    places = [{"name": "Clínica Dermatológica Chamberí", "shortName": "Chamberí"}, *({"name": f"Place {n}"} for n in range(100))]
    assert [line for size, line in shown(PROFILE, ("es",), tmp_path, places) if size == 28] == [
        "Chamberí · Place 0 · Place 1 · Place 2 · Place 3 · Place 4",
        "Place 5 · Place 6 · Place 7 · Place 8 · Place 9 · Place 10 …",
    ]


def test_letters_that_reach_below_their_line_are_whole() -> None:
    """The dots of an Arabic letter."""
    [drawn] = draw_card_and_icons({"name": "ي", "specialty": ""}, {"accentColor": ACCENT}, languages_for(["ar"], ZONE), [], None)
    field = Image.new("RGB", (1200, 630), ACCENT)
    assert ImageChops.difference(Image.open(BytesIO(drawn)).convert("RGB"), field).getbbox() == (1056, 294, 1120, 371)


def test_the_same_values_give_the_same_bytes() -> None:
    values = {**template_values(PROFILE, {}, DEFAULT, PLACES), "photo": None, "icons": [[192, 0.2]]}
    assert draw_pages(TEMPLATE, values, CARD_FONTS) == draw_pages(TEMPLATE, values, CARD_FONTS)


def test_a_card_that_cannot_be_drawn() -> None:
    with pytest.raises(TypesettingError, match=r"^error: file not found .*nothing\.jpg\)"):
        draw_pages(TEMPLATE, {**template_values(PROFILE, {}, DEFAULT, []), "photo": "nothing.jpg", "icons": []}, CARD_FONTS)


@pytest.fixture
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a card in a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    card("en", None)
    folder = card_cache().folder
    assert folder
    [path] = folder.iterdir()
    return path


def test_an_unchanged_card_is_not_drawn_again(cached: Path) -> None:
    other = card("he", None)
    [path] = set(cached.parent.iterdir()) - {cached}
    path.replace(cached)
    assert card("en", None).tobytes() == other.tobytes()


def test_a_damaged_card_is_drawn_again(cached: Path) -> None:
    whole = cached.read_bytes()
    cached.write_bytes(whole[:-1])
    card("en", None)
    assert cached.read_bytes() == whole
