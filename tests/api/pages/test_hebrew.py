"""Whether the data has any Hebrew."""

from pathlib import Path

import pytest

from bench.synthetic import remove_hebrew
from tests.support.messages import edit
from tests.support.site import serving_edited

PAPER = "Levi R,Journal,2020"


@pytest.mark.parametrize(
    ("name", "old", "new", "status"),
    [
        pytest.param("profile.yaml", "links:\n", "links:\n  Hebrew: https://a.example.org/\n", 404, id="a name of the owner's"),
        pytest.param("clinic.yaml", "reason: Passover\n", "reason: Passover\n    reasonHebrew: פסח\n", 200, id="in a list"),
        pytest.param("publications.csv", f"{PAPER},", f"{PAPER},תקציר", 200, id="the summary of a publication"),
    ],
)
def test_one_hebrew_text_anywhere_is_enough(tmp_path: Path, name: str, old: str, new: str, status: int) -> None:
    def change(sources: Path) -> None:
        remove_hebrew(sources)
        (sources / "publications.csv").write_text(f"title,authors,journal,year,summaryHebrew\nTitle,{PAPER},\n", encoding="utf-8")
        edit(sources, name, old, new)

    site = serving_edited(tmp_path, change)
    key = site.json("/api/publications")["publications"][0]["key"]
    statuses = [site.get(path).status_code for path in ("/he", "/he/publications", f"/he/publications/{key}")]
    assert statuses == [status] * 3
    assert ("תקציר" in site.get(f"/he/publications/{key}").text) is (name == "publications.csv")
