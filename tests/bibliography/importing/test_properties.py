"""Properties of the import that hold for any list, in every format."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.formats.export_formats import DOWNLOAD_FORMATS, EXPORT_FORMATS
from db.publication import Publication
from tests.support.exporters import EXPORTERS, Cells
from tests.support.importing import import_into, read_back
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
LOCATORS = {
    "volume": st.sampled_from(["1", "23", "35 Suppl 1"]),
    "issue": st.sampled_from(["2", "1-2", "Pt 3"]),
    "pages": PAGES,
    "url": st.sampled_from(["https://journals.example.org/1", "https://journals.example.org/2?a=b"]),
}
NAMES = {"authors": AUTHORS, "journal": st.sampled_from(["Journal of Example Radiology", "Revista Ejemplar & Más"])}
# Records that are often the same or nearly the same, and can lack any field.
ALIKE = st.fixed_dictionaries(
    {},
    optional=LOCATORS
    | NAMES
    | {
        "title": st.sampled_from(["Reply", "Sonography of the median nerve in adults", "Gout"]),
        "year": st.sampled_from(["1990", "1991"]),
        "doi": st.sampled_from(["10.5555/a", "10.5555/b(1)", "10.5555/c"]),
        "pubmed": st.sampled_from([f"https://pubmed.ncbi.nlm.nih.gov/9900000{number}/" for number in (1, 2)]),
    },
)


def whole(number: int) -> st.SearchStrategy[dict[str, str]]:
    required = NAMES | {"title": TITLES.map(lambda title: f"{title} {number}"), "year": st.integers(1990, 2026).map(str)}
    identifiers = {"doi": f"10.5555/x.{number}", "pubmed": f"https://pubmed.ncbi.nlm.nih.gov/{98000000 + number}/"}
    return st.fixed_dictionaries(required, optional=LOCATORS | {name: st.just(value) for name, value in identifiers.items()})


LISTS = st.integers(1, 5).flatmap(lambda count: st.tuples(*map(whole, range(count))))


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPORTERS)
@given(before=st.lists(ALIKE, max_size=4), records=st.lists(ALIKE, min_size=1, max_size=6))
def test_importing_twice_changes_nothing_the_second_time(name: str, before: list[Cells], records: list[Cells]) -> None:
    """Whatever the export holds: records without a title, duplicates, one DOI for two; whatever the list held before."""
    text = EXPORTERS[name][0](records)
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
@given(publications=LISTS)
def test_a_list_comes_out_of_every_format_as_it_went_in(name: str, publications: tuple[Cells, ...]) -> None:
    """Every cell that the format has, in the order of the service: year descending, then as in the export."""
    export, fields = EXPORTERS[name]
    expected: list[Cells] = [{field: row[field] for field in fields if field in row} for row in publications]
    assert read_back(export(publications)) == sorted(expected, key=lambda row: -int(row["year"]))


@pytest.mark.slow
@pytest.mark.parametrize("name", [form.name for form in DOWNLOAD_FORMATS])
@given(publications=LISTS)
def test_a_list_that_the_service_exports_can_be_imported(name: str, publications: tuple[Cells, ...]) -> None:
    """Every cell, in the order of the service: latest year first; in RIS and BibTeX with the last page in full."""
    whole = {"101-9": "101-109"} if name in ("ris", "bibtex") else {}
    expected = [{name: whole.get(cell, cell) for name, cell in row.items()} for row in publications]
    exported = EXPORT_FORMATS[name].write_list([Publication({**row, "year": int(row["year"])}) for row in publications]).decode()
    assert read_back(exported) == sorted(expected, key=lambda row: -int(row["year"]))
