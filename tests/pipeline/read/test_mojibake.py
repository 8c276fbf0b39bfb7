"""Text that was read in another encoding: damage is recognized and named, and real text in any language is not."""

from pathlib import Path

import pytest

from pipeline.read.mojibake import find_mojibake
from tests.support.messages import codes, edit

FIX = "Go back to an earlier copy of the file, or correct every such word."


def seen_as(word: str, encoding: str) -> str:
    """What a program shows if it reads UTF-8 in another encoding: ``Ã¶`` for ``ö``."""
    return "".join(bytes([byte]).decode(encoding, "ignore") or chr(byte) for byte in word.encode())


@pytest.mark.parametrize(
    ("word", "encoding"),
    [
        ("Görlich", "cp1252"),
        ("Pain’s", "cp1252"),
        ("5–10", "cp1252"),
        ("Łódź", "cp1250"),
        ("Şahin", "latin-1"),
        ("דוגמה", "cp1252"),
        ("דוגמה", "cp1255"),
        ("Görlich", "cp1255"),
        ("Görlich", "cp1251"),
        ("Иванов", "cp1251"),
        ("Görlich", "cp1253"),
        ("Lévi", "cp1254"),
        ("Görlich", "cp1256"),
        ("Görlich", "mac_roman"),
    ],
)
def test_the_message_names_what_it_was(word: str, encoding: str) -> None:
    """In the code pages of Excel in many countries, and on old Macs."""
    text = f"A study by {seen_as(word, encoding)}, et al"
    assert f'" was probably "{word}" until a program read the file in another encoding. {FIX}' in (find_mojibake(text) or "")


@pytest.mark.parametrize(
    "text",
    [
        "„Fuß“ «Élan» “He said ‘café’” l’École –Ärzte… É” Kicé’…",
        "AÇÃO NÃO MÃE ÅÄÖ ÇÖZÜM Đặng Nguyễn Łódź Żółw Íñigo DARÜ’S-SELAM",
        "MÍ³ DÝ² ½ß 10–20 µm ±0.5 ≥5 ×10³ 2½ TM™ ®É ©2020 §5 €5",
        "Її Ті Ні Её ЁЛКА Ђорђевић COVID-19-ті Ώρα Έλλη",
        "ד״ר צ׳ילי שָׁלוֹם בַּיִת ״ג׳ורג׳״ 5׳ רגע PRP־טיפול",
        "مرحبا رگ اگر ฟรี รก 日本 한국 हिन्दी",
    ],
    ids=["quotes", "accents", "signs", "Cyrillic and Greek", "Hebrew", "others"],
)
def test_real_text_is_not_damaged(text: str) -> None:
    assert [find_mojibake(word) for word in (text, *text.split())] == [None] * (1 + len(text.split()))


def test_any_cell_of_any_source_is_checked(folder: Path) -> None:
    edit(folder, "publications.csv", "Levi R", "Å»Ã³Å‚w R")
    edit(folder, "services.csv", "Ultrasound of the wrist", "Ultrasound of the wr\ufffdst")
    edit(folder, "cv.csv", "900,000 ₪", "900,000 â‚ª")
    edit(folder, "research.yaml", "  - name: ", "  - name: LÃ©vi’s ")
    assert codes(folder) == [
        "sources/cv.csv, row 12, note: encoding",
        "sources/publications.csv, row 3, authors: encoding",
        "sources/research.yaml, line 14, areas[1].name: encoding",
        "sources/services.csv, row 3, name: encoding",
    ]
