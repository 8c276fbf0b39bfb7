"""Fonts of the images and of the CV as a PDF. They come from a package, so that every machine draws the same."""

from __future__ import annotations

from importlib import import_module

# FiraGO has Latin, Greek, Cyrillic and Hebrew letters, the others what it lacks: primes, units, and signs of mathematics.
FONTS = {
    "regular": "FiraGO_Regular",
    "bold": "FiraGO_Bold",
    "italic": "FiraGO_Italic",
    "units": "NotoSans_Regular",
    "mathematics": "NotoSansMath_Regular",
}


def font_file(name: str) -> bytes:
    """Return the bytes of a font of ``FONTS``."""
    content: bytes = import_module(f"pymupdf_fonts.{FONTS[name]}").fontbuffer
    return content
