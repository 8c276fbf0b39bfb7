"""Rules for rows: the pages can show their images, and the PDF their letters.

These rules need ``pipeline.images``, which imports ``pipeline.check.rules``, so they cannot be in that package.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from look.theme import COMMON_LETTERS
from pipeline.check.rules.appearance import IMAGE_FILE_NAME
from pipeline.check.rules.rows import RowRule
from pipeline.report import Finding
from pipeline.wording import command_line, join_names, quote

GPS_MESSAGE = (
    "The photo says where it was taken (GPS). Your pages don't show that, but everyone can read it in a public repository. "
    "{command} removes it."
)


def readable_image(field: str, folder: Path) -> RowRule:
    """Make a rule that requires an image of a size and type that can be published. ``image_name`` reports wrong names."""

    def rule(_: int, record: Mapping[str, Any]) -> Iterator[Finding]:
        name = record.get(field)
        if name is None or not IMAGE_FILE_NAME.fullmatch(name):
            return
        # Pillow is slow to import, and most checks need no photo.
        from pipeline.images.photo import PhotoError, has_position, read_photo

        try:
            read_photo(folder / name)
        except PhotoError as error:
            yield Finding((field,), "image", str(error), value=name)
        if has_position(folder / name):
            sentence = GPS_MESSAGE.format(command=command_line("check", "--clean-photo"))
            yield Finding((field,), "position", sentence, "warning", name)

    return rule


def printable(fields: Sequence[str]) -> RowRule:
    """Make a rule that warns of letters that /cv.pdf cannot show, such as Chinese ones."""

    def rule(_: int, record: Mapping[str, Any]) -> Iterator[Finding]:
        for name in fields:
            text = str(value := record.get(name))
            if not (text.isascii() or COMMON_LETTERS.issuperset(text)):
                from pipeline.images.fonts import missing_letters

                if letters := missing_letters(text):
                    quoted = join_names([quote(letter) for letter in letters])
                    yield Finding(
                        (name,), "letters", f"/cv.pdf cannot show {quoted}; boxes will appear instead.", "warning", value
                    )

    return rule
