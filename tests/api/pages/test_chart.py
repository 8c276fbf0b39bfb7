"""The chart of publications per year, on the page and as the image for link previews."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from itertools import groupby

import pytest

from api.pages.card import png
from api.pages.chart import bars
from tests.support.markup import texts
from tests.support.site import Site

SIGNATURE = b"\x89PNG\r\n\x1a\n"
COUNTS = {2014: 1, 2016: 1, 2017: 1, 2019: 1, 2020: 1, 2021: 2, 2022: 1, 2023: 2, 2024: 1, 2025: 2}


def test_the_chart_of_the_page(site: Site) -> None:
    """A bar for each year with publications, in proportion, each a link; other years leave a gap."""
    svg = site.page("/").xpath("//figure/svg")[0]
    assert texts(svg, "title") == ["Publications per year"]
    assert [(bar.get("aria-label"), bar.get("href")) for bar in svg.xpath("a")] == [
        (f"{year} ({count})", f"/?year={year}#publications") for year, count in COUNTS.items()
    ]
    assert [(float(rect.get("y")), float(rect.get("height"))) for rect in svg.xpath("a/rect")] == [
        (120 - 60 * count, 60 * count) for count in COUNTS.values()
    ]
    step = 640 / 12
    assert [float(rect.get("x")) for rect in svg.xpath("a/rect")] == [
        pytest.approx((year - 2014) * step + 0.14 * step, abs=0.01) for year in COUNTS
    ]
    assert texts(svg, "g/text") == [*map(str, range(2014, 2026)), *map(str, COUNTS.values())]


@pytest.mark.parametrize(
    ("first", "labelled", "has_counts"),
    [
        (2009, [*range(2009, 2021)], True),
        (2008, [2010, 2015, 2020], True),
        (1990, [*range(1990, 2021, 5)], False),
        (1961, [*range(1965, 2021, 5)], False),
        (1960, [*range(1960, 2021, 10)], False),
    ],
)
def test_labels_of_many_years(first: int, labelled: list[int], has_counts: bool) -> None:
    """Up to 12 years are all labelled, up to 60 every fifth, then every tenth; up to 30 have their number above the bar."""
    chart = bars([(year, 1) for year in range(first, 2021)])
    assert [bar.year for bar in chart if bar.has_label] == labelled
    assert {bar.has_count for bar in chart} == {has_counts}


def test_few_years_have_narrow_bars() -> None:
    [bar] = bars([(2020, 3)])
    assert (bar.left, bar.top, bar.width, bar.height, bar.middle) == (14.93, 0, 76.8, 120, 53.33)
    assert bars([]) == []


# The image


def chunks(image: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the chunks after checking their checksums (PNG, third edition, section 5.3)."""
    assert image.startswith(SIGNATURE)
    rest = image[len(SIGNATURE) :]
    while rest:
        length, kind = struct.unpack(">I4s", rest[:8])
        data = rest[8 : 8 + length]
        assert struct.unpack(">I", rest[8 + length : 12 + length]) == (zlib.crc32(kind + data),)
        yield kind, data
        rest = rest[12 + length :]


def rows(image: bytes) -> list[str]:
    """Return the rows of pixels, with ``#`` for the foreground."""
    parts = dict(chunks(image))
    assert [*parts] == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    assert struct.unpack(">IIBBBBB", parts[b"IHDR"]) == (1200, 630, 1, 3, 0, 0, 0)
    raw = zlib.decompress(parts[b"IDAT"])
    lines = [raw[start : start + 151] for start in range(0, len(raw), 151)]
    assert len(lines) == 630
    assert {line[0] for line in lines} == {0}
    return ["".join(f"{byte:08b}" for byte in line[1:]).translate({48: ".", 49: "#"}) for line in lines]


def runs(row: str) -> list[tuple[int, int]]:
    """Return start and length of each run of foreground pixels."""
    found, start = [], 0
    for sign, group in groupby(row):
        length = len([*group])
        if sign == "#":
            found.append((start, length))
        start += length
    return found


def test_the_image_shows_the_same_chart(site: Site) -> None:
    """Ten years with publications, three of them with two; nothing above and below the bars."""
    pixels = rows(site.get("/card.png").content)
    step, width = 1020 / 12, 0.72 * 1020 / 12
    two = [year for year, count in COUNTS.items() if count == 2]
    for row, years in ((0, []), (89, []), (90, two), (314, two), (315, [*COUNTS]), (539, [*COUNTS]), (540, []), (629, [])):
        found = runs(pixels[row])
        assert len(found) == len(years), row
        for (start, length), year in zip(found, years, strict=True):
            assert abs(start - (90 + (year - 2014) * step + (step - width) / 2)) <= 1
            assert abs(length - width) <= 1


def test_the_image_of_no_year_and_of_a_thousand_years() -> None:
    assert set(rows(png(bars([])))) == {"." * 1200}
    assert len(runs(rows(png(bars([(year, 1) for year in range(1000, 2026)])))[539])) > 0
