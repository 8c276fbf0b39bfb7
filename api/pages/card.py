"""The image that social networks show next to a link to the profile (Open Graph, og:image): a chart of publications per year.

Written as PNG because no network accepts SVG: two colours, one bit per pixel, no text.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence

from api.context import Context
from api.http.representation import Representation
from api.pages.chart import HEIGHT, WIDTH, Bar, bars

PNG = "image/png"
# The size in pixels that networks ask for.
CARD_WIDTH, CARD_HEIGHT = 1200, 630
MARGIN = 90
BACKGROUND, FOREGROUND = b"\xfb\xfa\xf7", b"\x0b\x62\x60"
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def card(context: Context) -> Representation:
    """Return the image for the publications in the database."""
    years = context.store.facets(names=("years",))["years"]
    return Representation(png(bars(years)), PNG)


def png(chart: Sequence[Bar]) -> bytes:
    """Return the chart as PNG with a palette (W3C, Portable Network Graphics, third edition)."""
    header = struct.pack(">IIBBBBB", CARD_WIDTH, CARD_HEIGHT, 1, 3, 0, 0, 0)
    rows = b"".join(b"\0" + row for row in pixel_rows(chart))  # each row starts with its filter type: none
    chunks = ((b"IHDR", header), (b"PLTE", BACKGROUND + FOREGROUND), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return SIGNATURE + b"".join(chunk(kind, data) for kind, data in chunks)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def pixel_rows(chart: Sequence[Bar]) -> Iterator[bytes]:
    """Yield the rows from top to bottom, eight pixels per byte; the bits of a bar are set."""
    scale_x, scale_y = (CARD_WIDTH - 2 * MARGIN) / WIDTH, (CARD_HEIGHT - 2 * MARGIN) / HEIGHT
    # Left, right and top edge of each bar.
    edges = [
        (MARGIN + bar.left * scale_x, MARGIN + (bar.left + bar.width) * scale_x, MARGIN + bar.top * scale_y) for bar in chart
    ]
    for row in range(CARD_HEIGHT):
        bits = bytearray(CARD_WIDTH // 8)
        for left, right, top in edges:
            if top <= row < CARD_HEIGHT - MARGIN:
                for column in range(round(left), max(round(right), round(left) + 1)):
                    bits[column >> 3] |= 0x80 >> (column & 7)
        yield bytes(bits)
