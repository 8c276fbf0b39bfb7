"""The picture for networks, read back bit by bit: a sound PNG whose bars are the publications of each year."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from itertools import groupby

from api.pages.card import png
from api.pages.chart import bars
from tests.conftest import Server
from tests.support.wire import ask

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks, each with a checksum that is right (PNG, third edition, section 5.3)."""
    assert picture.startswith(SIGNATURE)
    rest = picture[len(SIGNATURE) :]
    while rest:
        length, kind = struct.unpack(">I4s", rest[:8])
        data = rest[8 : 8 + length]
        assert struct.unpack(">I", rest[8 + length : 12 + length]) == (zlib.crc32(kind + data),)
        yield kind, data
        rest = rest[12 + length :]


def rows(picture: bytes) -> list[str]:
    """The pixels as text: ``#`` where there is ink."""
    parts = dict(chunks(picture))
    assert [*parts] == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    assert struct.unpack(">IIBBBBB", parts[b"IHDR"]) == (1200, 630, 1, 3, 0, 0, 0)
    raw = zlib.decompress(parts[b"IDAT"])
    assert len(raw) == 630 * 151
    lines = [raw[start : start + 151] for start in range(0, len(raw), 151)]
    assert {line[0] for line in lines} == {0}
    return ["".join(f"{byte:08b}" for byte in line[1:]).translate({48: ".", 49: "#"}) for line in lines]


def inked(row: str) -> list[tuple[int, int]]:
    """Where ink begins and how far it goes, from the left."""
    found, place = [], 0
    for sign, group in groupby(row):
        length = len([*group])
        if sign == "#":
            found.append((place, length))
        place += length
    return found


def test_the_picture_of_the_example(server: Server) -> None:
    """Ten years with publications, three of them with two; above the bars and below them nothing."""
    pixels = rows(ask(server, "/card.png").body)
    step, bar = 1020 / 12, 0.72 * 1020 / 12
    left = {year: 90 + (year - 2014) * step + (step - bar) / 2 for year in range(2014, 2026)}
    every, twice = (2014, 2016, 2017, 2019, 2020, 2021, 2022, 2023, 2024, 2025), (2021, 2023, 2025)
    for row, years in ((89, ()), (90, twice), (314, twice), (315, every), (539, every), (540, ()), (0, ()), (629, ())):
        found = inked(pixels[row])
        assert len(found) == len(years), row
        for (begins, width), year in zip(found, years, strict=True):
            assert abs(begins - left[year]) <= 1
            assert abs(width - bar) <= 1


def test_the_picture_of_nothing_and_of_many_years() -> None:
    assert set(rows(png(bars([])))) == {"." * 1200}
    assert len(inked(rows(png(bars([(year, 1) for year in range(1000, 2026)])))[539])) > 0
    assert inked(rows(png(bars([(2020, 3)])))[539]) == [(114, 122)]
