"""Properties of the import that hold for any list, in every format."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.exporters import EXPORTERS, Cells
from tests.support.importing import import_into
from tests.support.messages import HEADER

# Characters of titles in any language, including those that are special in LaTeX, but no entities or tags. A title is never a
# formula; the service's CSV adds an apostrophe before one, so a title that begins with an apostrophe would be ambiguous.
LETTERS = "abcXYZ éüßøłș αβ שלום 019 ,:;()[]'’?!/+=*%$#_{}~^\\"
TITLES = (
    st.text(LETTERS, min_size=1, max_size=60)
    .map(lambda text: " ".join(text.split()))
    .filter(lambda text: bool(text) and text[0] not in "'=+@" and ";'" not in text)
)
FAMILIES = st.sampled_from(
    ["Example", "Sørensen", "van der Muster", "Żółw", "O’Specimen", "Ejemplo-Ruiz", "Levi", "de la Muestra"]
)
AUTHORS = st.lists(st.tuples(FAMILIES, st.text("ABGJKNT", min_size=1, max_size=3)).map(" ".join), min_size=1, max_size=4).map(
    ", ".join
)
PAGES = st.one_of(
    st.integers(1, 999).flatmap(lambda first: st.integers(first + 1, first + 30).map(lambda last: f"{first}-{last}")),
    st.sampled_from(["e214", "S45-S51", "101-9", "12", "1759-1764.e6"]),
)


def cells(*, unique: int | None = None) -> st.SearchStrategy[dict[str, str]]:
    """Return publications: with unique values, or with a choice of few, so that two are often the same or nearly."""
    few = unique is None
    optional = {
        "volume": st.sampled_from(["1", "23", "35 Suppl 1"]),
        "issue": st.sampled_from(["2", "1-2", "Pt 3"]),
        "pages": PAGES,
        "doi": st.sampled_from(["10.5555/a", "10.5555/b(1)", "10.5555/c"]) if few else st.just(f"10.5555/x.{unique}"),
        "pubmed": (st.sampled_from([99000001, 99000002]) if few else st.just(98000000 + (unique or 0))).map(
            "https://pubmed.ncbi.nlm.nih.gov/{}/".format
        ),
        "url": st.sampled_from(["https://journals.example.org/1", "https://journals.example.org/2?a=b"]),
    }
    required: dict[str, st.SearchStrategy[str]] = {
        "title": st.sampled_from(["Reply", "Sonography of the median nerve in adults", "Gout"])
        if few
        else TITLES.map(lambda t: f"{t} {unique}"),
        "authors": AUTHORS,
        "journal": st.sampled_from(["Journal of Example Radiology", "Revista Ejemplar & Más"]),
        "year": st.integers(1990, 2026 if not few else 1991).map(str),
    }
    if few:
        return st.fixed_dictionaries({}, optional=required | optional)
    return st.fixed_dictionaries(required, optional=optional)


def rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a list, cells without a value left out."""
    text = path.read_bytes().decode() if path.exists() else ""
    return [{name: cell for name, cell in row.items() if cell} for row in csv.DictReader(io.StringIO(text, newline=""))]


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPORTERS)
@given(data=st.data())
def test_importing_twice_changes_nothing_the_second_time(name: str, data: st.DataObject) -> None:
    """Whatever the export holds: records without a title, duplicates, one DOI for two; whatever the list held before."""
    export, _ = EXPORTERS[name]
    before = data.draw(st.lists(cells(), max_size=4))
    text = export(data.draw(st.lists(cells(), min_size=1, max_size=6)))
    with TemporaryDirectory() as temporary:
        path = Path(temporary, "publications.csv")
        path.write_text(f"{HEADER}\n", encoding="utf-8")
        import_into(path, EXPORTERS["csv"][0](before))
        import_into(path, text)
        first = path.read_bytes()
        again = import_into(path, text)
        assert path.read_bytes() == first
    assert {outcome.status for outcome in again}.isdisjoint({"new", "filled"})


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPORTERS)
@given(data=st.data())
def test_a_list_comes_out_of_every_format_as_it_went_in(name: str, data: st.DataObject) -> None:
    """Every cell that the format has, in the order of the service: year descending, then as in the export."""
    export, fields = EXPORTERS[name]
    publications = data.draw(
        st.integers(1, 5).flatmap(lambda count: st.tuples(*(cells(unique=number) for number in range(count))))
    )
    with TemporaryDirectory() as temporary:
        path = Path(temporary, "publications.csv")
        import_into(path, export(publications))
        found = rows(path)
    expected: list[Cells] = [{field: row[field] for field in fields if field in row} for row in publications]
    assert found == sorted(expected, key=lambda row: -int(row["year"]))
