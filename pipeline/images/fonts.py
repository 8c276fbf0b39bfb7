"""The letters of the fonts that ship, and the fonts of the pages, which are made from them.

The pages have a file for each script and weight, small enough for a phone. Making them takes seconds, so they are kept for later
builds of any profile.
"""

from __future__ import annotations

import hashlib
import os
import sys
import unicodedata
from collections.abc import Collection
from contextlib import suppress
from functools import cache
from importlib.metadata import distribution, version
from io import BytesIO
from pathlib import Path

from db.atomic import replace_file, temporary_beside
from look import typeface
from look.theme import FONTS, font_file
from look.typeface import ALWAYS, FAMILY, LICENSE, RANGES, WEIGHTS, font_files

# OpenType's features besides those that letters need: figures of one width, for tables. Fractions would be never used glyphs.
ADDED, LEFT_OUT = {"tnum"}, {"frac", "numr", "dnom"}
# OpenType's tags of a script, if they aren't its code.
TAGS = {"Deva": ["deva", "dev2"]}
# Of the names in a font: copyright, subfamily, version, description and address of the licence; and those with the family's name.
NAMES, FAMILY_NAMES = [0, 2, 5, 13, 14], {1: "{family}", 3: "{family} {weight}", 4: "{family} {weight}", 6: "{compact}-{weight}"}


def site_fonts(scripts: Collection[str]) -> list[tuple[str, bytes]]:
    """Name and content of each file that pages in some scripts (ISO 15924) need: the fonts and their licence.

    They are made once and kept in the user's cache folder. A folder that cannot be written costs time and nothing else.
    """
    folder = cache_folder()
    cached = read_cached(folder) if folder else {}
    wanted = [(script, weight) for script in RANGES if script in ALWAYS.union(scripts) for weight in WEIGHTS]
    missing = [pair for pair in wanted if pair not in cached]
    if missing:
        print("Making the fonts of the pages, which takes some seconds.", file=sys.stderr, flush=True)
    for script, weight in missing:
        content = subset(font_file(WEIGHTS[weight]), script)
        name = f"{script}-{weight}-{digest(content)}.woff2"
        cached[script, weight] = name, content
        if folder:
            keep(folder / name, content)
    licence = distribution("pymupdf-fonts").read_text("LICENSE.txt") or ""
    return [*(cached[pair] for pair in wanted), (LICENSE, licence.encode())]


def cache_folder() -> Path | None:
    """Folder in the user's cache that holds the fonts of this version of the software; None if the user has no home."""
    windows = os.environ.get("LOCALAPPDATA", "~/AppData/Local")
    system = {"darwin": "~/Library/Caches", "win32": windows}.get(sys.platform, "~/.cache")
    try:
        caches = Path(os.environ.get("XDG_CACHE_HOME") or system).expanduser()
    except RuntimeError:
        return None
    made_by = [version(name) for name in ("brotli", "fonttools", "pymupdf-fonts")]
    made_by += [Path(module).read_text(encoding="utf-8") for module in (__file__, typeface.__file__)]
    return caches / "public-profile" / f"fonts-{digest(repr(made_by).encode())}"


def read_cached(folder: Path) -> dict[tuple[str, int], tuple[str, bytes]]:
    """Name and content of the undamaged files in a folder, by script and weight."""
    found = {}
    with suppress(OSError):
        for pair, name in font_files(path.name for path in folder.glob("*.woff2")).items():
            with suppress(OSError):
                content = (folder / name).read_bytes()
                if name.endswith(f"-{digest(content)}.woff2"):
                    found[pair] = name, content
    return found


def keep(path: Path, content: bytes) -> None:
    """Write a file into the cache, if that is possible."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary_beside(path) as temporary:
            temporary.write_bytes(content)
            replace_file(temporary, path)


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:8]


def subset(content: bytes, script: str) -> bytes:
    """Return a font with the characters of a script, under the family's name, as WOFF2."""
    from fontTools.subset import Options, Subsetter, parse_unicodes  # only the build that makes them needs it
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(content), lazy=True, recalcTimestamp=False)
    options = Options(hinting=False, name_IDs=[*NAMES, *FAMILY_NAMES])
    # Without the smaller figures that FiraGO has for Hebrew text: numbers are marked as Latin in some places, and in others not.
    options.layout_scripts = ["DFLT", "latn", *TAGS.get(script, [script.lower()])]
    options.layout_features = [*ADDED.union(options.layout_features) - LEFT_OUT]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=set(parse_unicodes(RANGES[script])) & font.getBestCmap().keys())
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in FAMILY_NAMES:
            weight = font["name"].getDebugName(2)
            form = FAMILY_NAMES[record.nameID]
            record.string = form.format(family=FAMILY, compact=FAMILY.replace(" ", ""), weight=weight)
    font.flavor, file = "woff2", BytesIO()
    font.save(file)
    return file.getvalue()


def missing_letters(text: str, fonts: Collection[str] = tuple(FONTS)) -> str:
    """Visible characters that none of some fonts has, each once, in the order of the text. ``fonts`` are names of ``FONTS``."""
    visible = [char for char in dict.fromkeys(text) if unicodedata.category(char)[0] not in "CZ"]
    return "".join(char for char in visible if not any(char in font_letters(name) for name in fonts))


@cache
def font_letters(name: str) -> frozenset[str]:
    """Characters of a font, one of ``FONTS``."""
    from fontTools.ttLib import TTFont  # takes long to import

    return frozenset(map(chr, TTFont(BytesIO(font_file(name)), lazy=True).getBestCmap()))
