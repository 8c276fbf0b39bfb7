"""The site's colors and their contrast, and the fonts of its images and of /cv.pdf."""

from __future__ import annotations

from importlib import import_module

ACCENT = "#0b6260"
# Backgrounds of the pages in style.css, and the color of text.
PAPER = "#fbfaf7"
INK = "#1b2324"
SOFT = "#4e5c5b"
# The fonts come from a package: every machine draws the same. FiraGO has Latin, Greek, Cyrillic, Hebrew, Arabic, Georgian,
# Devanagari and Thai letters. The others have what it lacks: primes, units, and mathematical signs.
FONTS = {
    "regular": "FiraGO_Regular",
    "bold": "FiraGO_Bold",
    "italic": "FiraGO_Italic",
    "units": "NotoSans_Regular",
    "mathematics": "NotoSansMath_Regular",
}
# Latin, Greek, Cyrillic, Hebrew and Arabic letters, punctuation and currency signs in FiraGO. Text in these needs no check
# against the fonts, which are slow to unpack.
COMMON_RANGES = (
    (0x20, 0x24F), (0x370, 0x3E1), (0x400, 0x479), (0x48A, 0x52F), (0x590, 0x5EE), (0x5F0, 0x5F4), (0x61E, 0x63C), (0x640, 0x656),
    (0x2010, 0x2016), (0x2018, 0x201A), (0x201C, 0x201E), (0x2020, 0x2022), (0x2026, 0x2026), (0x20A0, 0x20BF),
)  # fmt: skip
COMMON_LETTERS = frozenset(chr(code) for first, last in COMMON_RANGES for code in range(first, last + 1))


def channels(color: str) -> tuple[int, int, int]:
    """Red, green and blue of a color such as ``#0b6260``."""
    red, green, blue = bytes.fromhex(color[1:])
    return red, green, blue


def mix(color: str, other: str, part: float) -> str:
    """Mix ``part`` of another color, from 0 to 1, into a color."""
    return "#" + bytes(round(a + (b - a) * part) for a, b in zip(channels(color), channels(other), strict=True)).hex()


def contrast(color: str, other: str) -> float:
    """The contrast ratio of two colors, from 1 to 21 (WCAG 2.2, definition of contrast ratio)."""
    light, dark = sorted((luminance(color), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(color: str) -> float:
    linear = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in (c / 255 for c in channels(color))
    )
    return sum(part * value for part, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def font_file(name: str) -> bytes:
    """The file of a font in ``FONTS``."""
    content: bytes = import_module(f"pymupdf_fonts.{FONTS[name]}").fontbuffer
    return content
