"""The letters of the fonts that ship, and the fonts of the pages, which the build makes from them.

The pages have a file for each script and weight, small enough for a phone. Making them takes seconds, so they are cached.
"""

from __future__ import annotations

import hashlib
import sys
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from functools import cache as cached
from importlib.metadata import distribution, version
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any

from db.languages import Language, scripts_of
from look import typeface
from look.theme import FONTS, font_file
from look.typeface import COMMON_SCRIPTS, FONT_FAMILY, LICENSE, RANGES, WEIGHTS
from pipeline.images.cache import FileCache

# OpenType features to add: figures of one width, for tables. Features to leave out: fractions, whose glyphs no page uses.
ADDED_FEATURES, OMITTED_FEATURES = {"tnum"}, {"frac", "numr", "dnom"}
# OpenType's tags of a script, if they differ from its code.
OPENTYPE_TAGS = {"Deva": ["deva", "dev2"]}
# Names to keep in a font: copyright, subfamily, version, description, address of the license; names that contain the family.
KEPT_NAMES, FAMILY_NAMES = (
    [0, 2, 5, 13, 14],
    {1: "{family}", 3: "{family} {weight}", 4: "{family} {weight}", 6: "{compact}-{weight}"},
)


def scripts_in(languages: Iterable[Language], records: Mapping[str, Iterable[Mapping[str, Any]]]) -> set[str]:
    """The scripts of the languages and of all texts in records: a page in English can have a title in Russian."""
    values = chain.from_iterable(record.values() for record in chain.from_iterable(records.values()))
    texts = (value if isinstance(value, str) else str(value) for value in values)
    characters = set[str]().union(*(text for text in texts if not text.isascii()))
    return {*(language.script for language in languages), *scripts_of("".join(characters))}


def site_fonts(scripts: Collection[str]) -> list[tuple[str, bytes]]:
    """Name and content of each file that pages in some scripts (ISO 15924) need: the fonts and their license."""
    cache = font_cache()
    wanted = [(script, weight) for script in RANGES if script in COMMON_SCRIPTS.union(scripts) for weight in WEIGHTS]
    fonts = {pair: cache.get(cached_name(*pair)) for pair in wanted}
    if None in fonts.values():
        print("Making the fonts of the pages, which takes a few seconds.", file=sys.stderr, flush=True)
    files = []
    for (script, weight), content in fonts.items():
        if content is None:
            content = subset(font_file(WEIGHTS[weight]), script)
            cache.put(cached_name(script, weight), content)
        files.append((f"{script}-{weight}-{hashlib.sha256(content).hexdigest()[:8]}.woff2", content))
    license_text = distribution("pymupdf-fonts").read_text("LICENSE.txt") or ""
    return [*files, (LICENSE, license_text.encode())]


def font_cache() -> FileCache:
    versions = [version(name) for name in ("brotli", "fonttools", "pymupdf-fonts")]
    return FileCache(
        "fonts", [*versions, *(Path(module).read_text(encoding="utf-8") for module in (__file__, typeface.__file__))]
    )


def cached_name(script: str, weight: int) -> str:
    return f"{script}-{weight}.woff2"


def subset(content: bytes, script: str) -> bytes:
    """Reduce a font to the characters of a script, under the family's name, as WOFF2."""
    from fontTools.subset import Options, Subsetter, parse_unicodes  # only a build that makes fonts needs it
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(content), lazy=True, recalcTimestamp=False)
    options = Options(hinting=False, name_IDs=[*KEPT_NAMES, *FAMILY_NAMES])
    # Leave out FiraGO's smaller figures for Hebrew text: pages mark numbers as Latin in some places, and not in others.
    options.layout_scripts = ["DFLT", "latn", *OPENTYPE_TAGS.get(script, [script.lower()])]
    options.layout_features = [*ADDED_FEATURES.union(options.layout_features) - OMITTED_FEATURES]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=set(parse_unicodes(RANGES[script])) & font.getBestCmap().keys())
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in FAMILY_NAMES:
            weight = font["name"].getDebugName(2)
            form = FAMILY_NAMES[record.nameID]
            record.string = form.format(family=FONT_FAMILY, compact=FONT_FAMILY.replace(" ", ""), weight=weight)
    font.flavor, file = "woff2", BytesIO()
    font.save(file)
    return file.getvalue()


def missing_letters(text: str, fonts: Collection[str] = tuple(FONTS)) -> str:
    """Visible characters that none of the fonts has, each once, in the order of the text. ``fonts`` are names of ``FONTS``."""
    visible = [char for char in dict.fromkeys(text) if unicodedata.category(char)[0] not in "CZ"]
    return "".join(char for char in visible if not any(char in font_letters(name) for name in fonts))


@cached
def font_letters(name: str) -> frozenset[str]:
    """The characters of a font in ``FONTS``."""
    from fontTools.ttLib import TTFont  # takes long to import

    return frozenset(map(chr, TTFont(BytesIO(font_file(name)), lazy=True).getBestCmap()))
