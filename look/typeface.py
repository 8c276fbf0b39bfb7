"""The typeface of the pages: the content and names of its files. The build makes them, and the service sends them."""

from __future__ import annotations

from collections.abc import Iterable

# FiraGO's license reserves the name Fira for the original.
FONT_FAMILY = "Profile Sans"
LICENSE = "OFL.txt"
# Weights in CSS, and their names in theme.FONTS.
WEIGHTS = {400: "regular", 700: "bold"}
# Characters of each file as CSS ranges, by script (ISO 15924; Latx has further Latin letters). A browser loads the files that
# have a character of the page.
RANGES = {
    "Latn": "U+20-7E,U+A0-FF,U+131,U+152-153,U+2C6,U+2DA,U+2DC,U+2000-206F,U+20AC,U+2116,U+2122,U+2190-2193,U+2212,U+2260-2265",
    "Latx": "U+100-130,U+132-151,U+154-24F,U+259,U+300-304,U+306-30C,U+323,U+327-328,U+1E00-1EFF,U+2070-209F,U+20A0-20AB,"
    "U+20AD-20BF",
    "Grek": "U+370-3FF,U+1F00-1FFF",
    "Cyrl": "U+400-52F",
    "Geor": "U+10A0-10FF,U+1C90-1CBF,U+2D00-2D2F",
    "Hebr": "U+590-5FF,U+FB1D-FB4F",
    "Arab": "U+600-6FF,U+750-77F,U+8A0-8FF,U+200C-200D,U+25CC,U+FB50-FDFF,U+FE70-FEFC",
    "Deva": "U+900-970,U+972,U+200C-200D,U+25CC",
    "Thai": "U+E00-E7F,U+200C-200D,U+25CC",
}
# Scripts that every site has: Latin, further Latin letters for names, and Greek letters for science.
COMMON_SCRIPTS = frozenset({"Latn", "Latx", "Grek"})

# Names of files, by script and weight.
FontFiles = dict[tuple[str, int], str]


def font_files(names: Iterable[str]) -> FontFiles:
    """Names of files by script and weight, in the order of ``RANGES``, without the license."""
    known = {tuple(name.split("-")[:2]): name for name in names}
    pairs = ((script, weight) for script in RANGES for weight in WEIGHTS)
    return {pair: known[key] for pair in pairs if (key := (pair[0], str(pair[1]))) in known}
