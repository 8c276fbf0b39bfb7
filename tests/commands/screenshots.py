"""Save pictures of the pages: ``python -m tests.commands.screenshots [DIR]``.

Without a folder, the one that the README shows is saved in ``tests/screenshots``. With one, every page of the example
and of the profiles in ``tests/profiles`` is saved there: in both languages, light and dark, on a telephone (also with text at
200 %, where the page is half as wide) and on a wide screen, and printed. It needs Chromium.
"""

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser

from tests.conftest import ROOT, Server
from tests.support.browser import CHROMIUM, chromium
from tests.support.own import PROFILES, serving_profile

FOLDER = ROOT / "tests" / "screenshots"
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
DESKTOP = {"viewport": {"width": 1280, "height": 900}}
DEVICES: dict[str, dict[str, Any]] = {
    "phone": PHONE,
    "large-text": {"viewport": {"width": 195, "height": 422}},
    "desktop": DESKTOP,
}
PUBLICATION = "/publications/10.5555%2Fmsk.2021.001"
# The pages in English and in Hebrew, where they are translated.
PAGES = {
    "home": ("/", "/he"),
    "publications": ("/publications", "/he/publications"),
    "cv": ("/cv", "/he/cv"),
    "publication": (PUBLICATION, f"/he{PUBLICATION}"),
    "error": ("/publication", "/he/publication"),
    "console": ("/api/docs",),
}


@dataclass(frozen=True)
class Shot:
    """A picture: its name, what it shows and how."""

    name: str
    path: str
    options: dict[str, Any]
    whole: bool = False
    printed: bool = False

    def take(self, browser: Browser, server: Server, folder: Path) -> None:
        context = browser.new_context(reduced_motion="reduce", **self.options)
        page = context.new_page()
        page.goto(f"{server.address}{self.path}", wait_until="networkidle")
        if self.path == "/api/docs":
            page.locator(".opblock").first.wait_for()
        if self.printed:
            page.pdf(path=folder / f"{self.name}.pdf", format="A4")
        else:
            file = folder / f"{self.name}.png"
            page.screenshot(path=file, full_page=self.whole)
            Image.open(file).convert("RGB").quantize(255).save(file, optimize=True)  # a third of the bytes
        context.close()


DOCUMENTED = [Shot("desktop", "/", DESKTOP)]


def every(profile: str) -> Iterator[Shot]:
    """Yield every page of a profile in every language, theme and width, and on paper."""
    for page, paths in PAGES.items():
        for path, language in zip(paths, ("en", "he"), strict=False):
            name = f"{profile}-{page}-{language}"
            for theme, device in product(("light", "dark"), DEVICES):
                yield Shot(f"{name}-{device}-{theme}", path, {**DEVICES[device], "color_scheme": theme}, whole=True)
            yield Shot(name, path, DESKTOP, printed=True)


def main() -> int:
    if CHROMIUM is None:
        print("No Chromium is installed; in Debian it is the package chromium-headless-shell.", file=sys.stderr)
        return 2
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for profile in ("example", *PROFILES) if folder != FOLDER else ("example",):
            with tempfile.TemporaryDirectory() as made, serving_profile(profile, Path(made)) as server:
                for shot in every(profile) if folder != FOLDER else DOCUMENTED:
                    # Not every profile has Hebrew, and the publication is the example's.
                    if "error" in shot.name or server.get(shot.path, headers={"Accept": "text/html"}).status_code == 200:
                        shot.take(browser, server, folder)
                        print(folder / shot.name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
