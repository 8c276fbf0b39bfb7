"""``python -m api.site.department_site DIR``: write a department as a static site, with the site of each person below it.

What a person's site is made of has a key, which the build gives it. A site in the folder with the same key stays as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson

from api.context import Application, Context, Membership
from api.endpoints import ENDPOINTS
from api.pages.localization import in_language
from api.site.command import run
from api.site.department_data import Member
from api.site.department_pages import endpoints, farewell
from api.site.folder import is_rewritten, is_typed
from api.site.site_files import static_application
from api.site.written_site import SiteError, WrittenSite, write_documents
from db.publication.key import identifier
from db.publication.owner import Owner
from db.snapshot import Database

# The folder of the people's databases, beside the joint one.
PEOPLE = "people"
# What each person's site in a folder was made of, and what hosts need to know of its files.
SITES = ".site-people"
MAX_NAMED = 10
PUBLICATION = "/publications/{doi}"


def main() -> int:
    return run("python -m api.site.department_site", "Write a department as a site.", write_department)


def write_department(application: Application, folder: Path, before: set[str], made: Path) -> tuple[WrittenSite, str]:
    """Write the sites of people that differ from the ones in a folder, and the department's own pages.

    Return the whole site, and whose sites were written.
    """
    context = Context(application, application.database.snapshot())
    members, sites, new = [*members_of(context)], read_sites(folder), []
    site = write_own_pages(context, members, made / "own pages")  # no slug has a space
    for member in members:
        slug, key = member.slug, member.settings["key"]
        files = {name: folder / name for name in before if name.startswith(f"{slug}/")}
        if sites.get(slug, {}).get("key") != key or not all(map(Path.is_file, files.values())):
            own = write_person(member, made / slug)
            files = {f"{slug}/{name}": path for name, path in own.files.items()}
            sites[slug] = {"key": key, **for_hosts(own, slug)}
            new.append(slug)
        site.files.update(files)
        site.addresses.update(sites[slug]["addresses"])
        site.media_types.update(sites[slug]["mediaTypes"])
    site.write(SITES, orjson.dumps({member.slug: sites[member.slug] for member in members}))
    again = ", ".join(new) if len(new) <= MAX_NAMED else f"{len(new):,} people"
    return site, f"; rebuilt: {again or 'nobody'}"


def write_person(member: Member, folder: Path) -> WrittenSite:
    """Write the site of a person.

    Raises:
        SiteError: documents cannot be made; the message begins with the person.
    """
    try:
        return write_documents(member.context, member.static.application, folder)
    except SiteError as error:
        raise SiteError(f"{member.slug}:\n{error}") from error


def members_of(context: Context) -> Iterator[Member]:
    """Yield the people whose databases are there, each with the context of the own site."""
    profile, languages = context.store.values("profile"), context.store.languages
    names = {language.code: in_language(profile, "name", language) for language in languages}
    addresses = {language.code: f"{context.root}/{f'{language.code}/' if language.suffix else ''}" for language in languages}
    folder = context.application.database.path.parent / PEOPLE
    for settings in context.site[PEOPLE]:
        if "key" in settings:  # otherwise the person's folder is gone
            database = Database(folder / f"{settings['slug']}.db")
            membership = Membership(names, addresses, context.root, settings["hasLeft"], settings.get("movedTo", ""))
            base_url = f"{context.base_url}/{settings['slug']}"
            own = replace(context.application, database=database, endpoints=ENDPOINTS, base_url=base_url, membership=membership)
            alone = Context(own, database.snapshot())
            static = replace(alone, application=static_application(own))
            yield Member(settings, alone, static, Owner(alone.store.values("profile")))


def write_own_pages(context: Context, members: list[Member], folder: Path) -> WrittenSite:
    """Write the department's own documents, and a page for everyone who has left and whose folder is gone."""
    here = [member for member in members if not member.has_left]
    application = replace(context.application, endpoints=endpoints(here))
    static = static_application(application)
    pages = {identifier(publication): publication["people"][0] for publication in context.store.all_publications()}
    by_slug = {member.slug: member for member in members}
    known = {endpoint.path for endpoint in application.endpoints}
    codes = {language.code for language in context.store.languages}

    def address(path: str, values: Mapping[str, Any]) -> str:
        """Publications have their pages at a person's; what only people have is at the first page."""
        code, _, rest = path.removeprefix("/").partition("/")
        code, plain = (code, f"/{rest}") if code in codes else ("", path)
        if plain == PUBLICATION:
            page = pages[values["doi"]]
            return by_slug[page["slug"]].address(PUBLICATION, code, doi=page["identifier"])
        return static_address(path, values) if plain in known else "/"

    static_address, static = static.address, replace(static, address=address)
    site = write_documents(replace(context, application=application), static, folder)
    for settings in context.site[PEOPLE]:
        if settings["slug"] not in by_slug:
            page = farewell(replace(context, application=static), settings)
            site.add(f"{settings['slug']}/index.html", f"/{settings['slug']}/", page)
    return site


def for_hosts(site: WrittenSite, slug: str) -> dict[str, dict[str, str]]:
    """Return what hosts must be told about a person's files: addresses and media types, below the person's address."""
    addresses, kinds = site.addresses.items(), site.media_types.items()
    return {
        "addresses": {f"{slug}/{name}": f"/{slug}{address}" for name, address in addresses if is_rewritten(name, address)},
        "mediaTypes": {f"{slug}/{name}": kind for name, kind in kinds if is_typed(name)},
    }


def read_sites(folder: Path) -> dict[str, Any]:
    try:
        sites: dict[str, Any] = orjson.loads((folder / SITES).read_bytes())
    except (OSError, orjson.JSONDecodeError):
        return {}
    return sites


if __name__ == "__main__":
    sys.exit(main())
