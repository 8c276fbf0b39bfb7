"""Publications as other programs would export them, whatever they lack. tests/api/formats has the formats of the service."""

from collections.abc import Callable, Iterable, Mapping
from xml.etree.ElementTree import Element, SubElement, tostring

from api.formats.csv import DEFAULT_FIELDS as FIELDS
from api.formats.csv import write_list as csv
from db.publication import Publication

Cells = Mapping[str, str]


def people(cells: Cells) -> list[tuple[str, str]]:
    names = [name.rpartition(" ") for name in cells.get("authors", "").split(", ") if name]
    return [
        (family, initials) if family and initials.isupper() else (family + space + initials, "")
        for family, space, initials in names
    ]


def pmid(cells: Cells) -> str:
    return cells["pubmed"].strip("/").rpartition("/")[2]


def ris(publications: Iterable[Cells]) -> str:
    tags = {"title": "TI", "journal": "T2", "year": "PY", "volume": "VL", "issue": "IS", "pages": "SP", "doi": "DO", "url": "UR"}
    records = []
    for cells in publications:
        lines = ["TY  - JOUR"]
        lines += [f"AU  - {family}, {'. '.join(given)}." if given else f"AU  - {family}," for family, given in people(cells)]
        lines += [f"{tag}  - {cells[name]}" for name, tag in tags.items() if name in cells]
        if "pubmed" in cells:
            lines += [f"AN  - {pmid(cells)}", "DP  - NLM"]
        records.append("\n".join([*lines, "ER  - ", ""]))
    return "\n".join(records)


def endnote_xml(publications: Iterable[Cells]) -> str:
    paths = {
        "title": "titles/title",
        "journal": "titles/secondary-title",
        "pages": "pages",
        "volume": "volume",
        "issue": "number",
        "year": "dates/year",
        "doi": "electronic-resource-num",
        "url": "urls/related-urls/url",
    }
    root = Element("xml")
    records = SubElement(root, "records")

    def add(record: Element, path: str, text: str) -> None:
        for name in path.split("/"):
            record = SubElement(record, name)
        SubElement(record, "style", face="normal").text = text

    for cells in publications:
        record = SubElement(records, "record")
        SubElement(record, "ref-type", name="Journal Article").text = "17"
        for name, path in paths.items():
            if name in cells:
                add(record, path, cells[name])
        for family, given in people(cells):
            add(record, "contributors/authors/author", f"{family}, {'. '.join(given)}." if given else f"{family},")
        if "pubmed" in cells:
            add(record, "accession-num", pmid(cells))
            add(record, "remote-database-provider", "NLM")
    return tostring(root, encoding="unicode", xml_declaration=True)


def medline(publications: Iterable[Cells]) -> str:
    tags = {"title": "TI", "journal": "JT", "year": "DP", "volume": "VI", "issue": "IP", "pages": "PG"}
    records = []
    for number, cells in enumerate(publications, start=1):
        lines = ["PMID- " + (pmid(cells) if "pubmed" in cells else ""), "OWN - NLM"]
        lines += [f"{tag:4}- " + cells[name].replace(" ", "\r\n      ", 1) for name, tag in tags.items() if name in cells]
        lines += [f"AU  - {family} {given}".rstrip() for family, given in people(cells)]
        lines += [f"LID - {cells['doi']} [doi]"] if "doi" in cells else []
        records.append("\r\n".join([*lines, "PT  - Journal Article", f"SO  - Source {number}", ""]))
    return "\r\n".join(records)


# Each exporter with the fields of its format.
EXPORTERS: dict[str, tuple[Callable[[Iterable[Cells]], str], tuple[str, ...]]] = {
    "ris": (ris, FIELDS),
    "endnote_xml": (endnote_xml, FIELDS),
    "medline": (medline, tuple(name for name in FIELDS if name != "url")),
    "csv": (lambda publications: csv(map(Publication, publications)).decode(), FIELDS),
}
