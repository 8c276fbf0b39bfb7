"""``make site`` in a department where somebody publishes elsewhere."""

from pathlib import Path

import pytest

from tests.support.department import BASE, forget, page, specialties, write_department
from tests.support.elsewhere import PAPER, PROFILE, SITE, serve
from tests.support.messages import append, edit, write
from tests.support.static_site import files

pytestmark = pytest.mark.slow


def with_site(folder: Path, address: str) -> Path:
    """Write a department without Rina, where Sam publishes at an address."""
    folder.mkdir()
    write(folder, "department.yaml", f"name: D\nbase_url: {BASE}\npeople: {{sam: {{site: {address.rstrip('/')}}}}}\n")
    return folder


def test_someone_who_publishes_elsewhere(tmp_path: Path) -> None:
    """Shown as the last time while the site does not answer."""
    with serve(SITE) as address:
        sources = with_site(tmp_path / "sources", address)
        assert write_department(sources).code == 0
        first = files(tmp_path / "public")
        assert page(tmp_path, ".").xpath("//h2/a/@href") == [address]
        assert page(tmp_path, "publications").xpath("//h3/a/@href") == [PAPER["landingPage"]]
    done = write_department(sources)
    assert (done.code, files(tmp_path / "public")) == (1, first)
    assert done.out.startswith(f"sam: {address}api/profile.json: It cannot be reached")
    assert done.out.endswith("\nsam failed, for the reason above: the pages and the card stay as they were.\n")


def test_someone_who_publishes_elsewhere_now_is_linked_there(copy: Path) -> None:
    """The pages here stay, with those in Hebrew."""
    with serve(SITE) as address:
        edit(copy / "sources", "department.yaml", "  yael:\n", f"  yael:\n    site: {address.rstrip('/')}\n")
        assert write_department(copy / "sources").code == 0
        assert page(copy, "he").xpath("//h2/a/@href") == [address, "/dana/"]


def test_someone_who_has_left_and_publishes_elsewhere_is_asked_nothing(copy: Path) -> None:
    forget(copy, "dana")
    append(copy / "sources", "department.yaml", "  dana: {until: 2026-01-31, site: 'http://localhost:9/'}\n")
    done = write_department(copy / "sources")
    assert (done.code, specialties(copy)) == (0, ["Neurology, headache and epilepsy"])


def test_unusable_documents_are_replaced_by_the_last_ones(tmp_path: Path) -> None:
    """The database refuses an empty text, which the schema of the API does not."""
    publications = SITE["/api/publications.json"]
    changing = dict(SITE)
    with serve(changing) as address:
        sources = with_site(tmp_path / "sources", address)
        assert write_department(sources).code == 0
        changing["/api/publications.json"] = publications | {"publications": [PAPER | {"volume": ""}]}
        changing["/api/profile.json"] = PROFILE | {"specialty": "Surgery"}
        done = write_department(sources)
    assert (done.code, specialties(tmp_path)) == (1, ["Neurology"])
    assert done.out.endswith("\nsam failed, for the reason above: the pages and the card stay as they were.\n")


def test_unusable_documents_of_a_new_person_stop_nobody(copy: Path) -> None:
    publications = SITE["/api/publications.json"]
    with serve(SITE | {"/api/publications.json": publications | {"publications": [PAPER | {"volume": ""}]}}) as address:
        append(copy / "sources", "department.yaml", f"  sam: {{site: {address.rstrip('/')}}}\n")
        done = write_department(copy / "sources")
    assert (done.code, specialties(copy)) == (1, ["Internal medicine", "Neurology, headache and epilepsy"])
    assert done.out.endswith("\nsam failed, for the reason above: there is no earlier card.\n")
