"""The picture that stands beside a link to the profile where it is shared: publications per year, as bars (Open Graph, og:image).

Written here as PNG, because no network shows SVG: two colours, one bit a pixel, no text.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

from api.context import Context
from api.http.representation import Representation
from api.pages.chart import HEIGHT, WIDTH, Bar, bars

PNG = "image/png"
# What networks ask for, in pixels.
CARD_WIDTH, CARD_HEIGHT = 1200, 630
MARGIN = 90
GROUND, INK = b"\xfb\xfa\xf7", b"\x0b\x62\x60"
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def card(context: Context) -> Representation:
    """The picture of the publications that there are."""
    return Representation(png(bars(context.store.facets({}, 0, ("years",))["years"])), PNG)


def png(shown: list[Bar]) -> bytes:
    """The bars as a PNG with a palette (W3C, Portable Network Graphics, third edition)."""
    header = struct.pack(">IIBBBBB", CARD_WIDTH, CARD_HEIGHT, 1, 3, 0, 0, 0)
    rows = b"".join(b"\0" + row for row in pixels(shown))  # each row begins with its filter: none
    chunks = ((b"IHDR", header), (b"PLTE", GROUND + INK), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return SIGNATURE + b"".join(chunk(kind, data) for kind, data in chunks)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def pixels(shown: list[Bar]) -> Iterator[bytes]:
    """The rows from the top, eight pixels a byte; a bit is set where a bar stands."""
    across, down = (CARD_WIDTH - 2 * MARGIN) / WIDTH, (CARD_HEIGHT - 2 * MARGIN) / HEIGHT
    # From where to where each bar goes across, and where it begins.
    placed = [(MARGIN + bar.left * across, MARGIN + (bar.left + bar.width) * across, MARGIN + bar.top * down) for bar in shown]
    floor = CARD_HEIGHT - MARGIN
    for row in range(CARD_HEIGHT):
        bits = bytearray(CARD_WIDTH // 8)
        for left, right, top in placed:
            if top <= row < floor:
                for column in range(round(left), max(round(right), round(left) + 1)):
                    bits[column >> 3] |= 0x80 >> (column & 7)
        yield bytes(bits)
