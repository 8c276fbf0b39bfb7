"""Save pictures of the example's pages in ``tests/screenshots``: ``python -m tests.support.screenshots``.

It needs Chromium.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.conftest import ROOT, SOURCES, pipeline, start
from tests.support.browser import CHROMIUM, chromium

FOLDER = ROOT / "tests" / "screenshots"
# Name: page, window width and height, browser options.
SHOTS: dict[str, tuple[str, int, int, dict[str, Any]]] = {
    "desktop": ("/", 1280, 1200, {}),
    "phone": ("/", 390, 844, {"is_mobile": True, "has_touch": True, "device_scale_factor": 2}),
    "phone-publications": ("/#publications", 390, 844, {"is_mobile": True, "has_touch": True, "device_scale_factor": 2}),
    "hebrew": ("/he", 1280, 1200, {}),
    "hebrew-publications": ("/he#publications", 1280, 1200, {}),
    "dark": ("/#publications", 1280, 1200, {"color_scheme": "dark"}),
    "publication": ("/publications/10.5555%2Fmsk.2021.001", 1280, 900, {}),
    "console": ("/api/docs", 1280, 900, {}),
}


def main() -> int:
    """Take every picture. Return 2 if there is no browser."""
    if CHROMIUM is None:
        print("No Chromium is installed; in Debian it is the package chromium.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        database = Path(folder, "profile.db")
        built = pipeline("build", "--sources", SOURCES, "--database", database)
        if built.code:
            print(built.err or built.out, file=sys.stderr)
            return 1
        server = start(database, Path(folder, "log"))
        try:
            for name, (path, width, height, options) in SHOTS.items():
                context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **options)
                page = context.new_page()
                page.goto(f"{server.address}{path}", wait_until="networkidle")
                page.screenshot(path=FOLDER / f"{name}.png")
                context.close()
                print(FOLDER.relative_to(ROOT) / f"{name}.png")
        finally:
            server.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
