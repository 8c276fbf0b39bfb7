"""The rule for fields that name an image: the file beside it can be published."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pipeline.problems import Finding
from pipeline.rules.appearance import IMAGE_NAME
from pipeline.rules.rows import RowRule


def readable_image(field: str, folder: Path) -> RowRule:
    """Return a rule that requires an image of a size and type that can be published. Wrong names are left to ``image_name``."""

    def rule(_: int, record: Mapping[str, Any]) -> Iterator[Finding]:
        name = record.get(field)
        if name is None or not IMAGE_NAME.fullmatch(name):
            return
        from pipeline.images.photo import PhotoError, read_photo  # Pillow takes longer to import than the other files to check

        try:
            read_photo(folder / name)
        except PhotoError as error:
            yield Finding((field,), "image", str(error), value=name)

    return rule
