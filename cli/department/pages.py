"""The pages and documents of a department, made of what its members publish."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import orjson

from api.context import Application, Context
from api.data import feed, files, well_known
from api.endpoint import Endpoint
from api.errors import ApiError
from api.formats.format import year_and_locators
from api.formats.json_ld import CONTEXT, safe_in_html
from api.http.response import PLAIN, Representation, of_json
from api.pages.discovery import CATALOG, Link
from api.pages.list_page import PARAMETERS, list_page
from api.pages.page import page, translations_of
from api.pages.schema_org import PERSON
from api.pages.templates import render
from api.routes import EXPORTS
from api.settings import from_environment
from api.site.folder import host_files
from api.site.site_files import static_application
from api.site.written_site import WrittenSite, write_documents
from api.text_files import ASSETS_FOLDER, find_file
from cli.department.joint_list import joint_records
from cli.department.member import Member
from cli.department.settings import Department
from db.file_format import DatabaseError
from db.publication import Publication
from db.schema import Field, Resource
from db.snapshot import Database
from db.write import write_database
from pipeline.images.fonts import site_fonts
from pipeline.images.pictures import pictures
from pipeline.report import Report
from pipeline.schema.package import read_package

TEMPLATES = Path(__file__).parent / "templates"
# Files of every site, and what the department's pages add to them.
ADDED = {"page.js": "department.js", "style.css": "department.css"}
IS_PAGE: dict[str, Any] = {"negotiated": True, "translated": True}
# What a joint row has besides the fields of publications.
JOINT_FIELDS = (
    Field("people", "array", "People", "The members who list it."),
    Field("landingPage", "string", "Page", "Its page."),
)


@dataclass(frozen=True)
class Pages:
    """The handlers of a department's pages. ``folders`` are the sites of its people that are below its own."""

    members: Mapping[str, Member]
    folders: Sequence[Path]

    @property
    def endpoints(self) -> tuple[Endpoint, ...]:
        return (
            Endpoint("/", self.home, "The people.", **IS_PAGE),
            Endpoint("/publications", self.joint_list, "The publications.", parameters=PARAMETERS, **IS_PAGE),
            Endpoint("/people.json", self.people, "The people."),
            Endpoint("/publications.json", self.publications, "The publications."),
            *EXPORTS,
            Endpoint("/feed.atom", self.feed, "The latest publications as an Atom feed."),
            Endpoint("/sitemap.xml", self.sitemap, "The pages."),
            Endpoint("/robots.txt", self.robots, "Rules for crawlers."),
            Endpoint(well_known.SECURITY, self.security, "Contacts for security reports."),
            Endpoint(CATALOG, self.catalog, "The APIs of the people."),
            Endpoint("/manifest.webmanifest", files.manifest, "Name, icons and colors for home screens."),
            Endpoint("/images/{name}", files.image, "The icons."),
            Endpoint("/card.png", partial(files.image, name="card.png"), "The name as an image, for link previews."),
            Endpoint("/favicon.ico", partial(files.image, name="favicon.ico"), "Icon of the site."),
            Endpoint("/assets/{name}", files.asset, "A file that the pages load."),
        )

    def home(self, context: Context) -> Representation:
        """Show the people by family name."""
        cards = sorted((member.card(context.language) for member in self.members.values()), key=lambda card: str(card["sort"]))
        for card in cards:
            card["address"] = link(context, card["address"])
            photo = link(context, card["photo"])
            card["photo"] = photo if photo.startswith("/") else ""  # the pages load nothing from other hosts
        employees = [
            {"@type": "Person", "@id": each.url.rstrip("/") + PERSON, "name": each.profile["name"], "url": each.url}
            for each in self.members.values()
        ]
        address = {"address": context.site["address"]} if "address" in context.site else {}
        organization = {"@type": "MedicalOrganization", "name": context.site["name"], "url": f"{context.base_url}/", **address}
        structured = safe_in_html(orjson.dumps({**CONTEXT, **organization, "employee": employees}))
        links = [Link("alternate", context.url("/people.json"), "application/json")]
        return page(context, "department", translations_of(context, "/"), links, people=cards, structured=structured)

    def joint_list(self, context: Context) -> Representation:
        links = [Link("alternate", context.url("/publications.json"), "application/json")]
        return list_page(context, "joint", self.item_links, links)

    def item_links(self, context: Context, publication: Publication) -> tuple[str, Mapping[int, str]]:
        """Link to the page of a publication at the member whose row it is, and to each member among the authors."""
        code, members = context.language.code, [self.members[person["slug"]] for person in publication["people"]]
        names = publication.author_names
        pages = {
            names.index(person["author"]): link(context, member.in_language(member.url, code))
            for person, member in zip(publication["people"], members, strict=True)
            if "author" in person
        }
        return link(context, members[0].in_language(publication["landingPage"], code)), pages

    def people(self, _: Context) -> Representation:
        people = [member.as_json() for member in self.members.values()]
        return of_json({"count": len(people), "people": people})

    def publications(self, context: Context) -> Representation:
        papers = [{**each.document, "source": year_and_locators(each)} for each in context.store.all_publications()]
        return of_json({"count": len(papers), "publications": papers})

    def feed(self, context: Context) -> Representation:
        pages = {each.identifier: each["landingPage"] for each in context.store.all_publications()}
        return feed.feed(context, lambda path, **values: pages[values["doi"]] if "doi" in values else context.url(path, **values))

    def sitemap(self, context: Context) -> Representation:
        pages = [translations_of(context, path) for path in ("/", "/publications")]
        text = render(context.application.templates, "sitemap.xml", base_url=context.base_url, pages=pages)
        return Representation(text, well_known.XML)

    def robots(self, context: Context) -> Representation:
        """Crawlers read only the file at the root: it has the rules and sitemaps of all, and allows what everyone allows."""
        texts = {folder.name: text for folder, text in self.read("robots.txt")}
        rules = [(slug, rule) for slug, text in texts.items() for rule in re.findall("(?m)^Disallow: (.*/embed)/$", text)]
        refused = {name for name in well_known.SIGNALS.values() if any(f"{name}=no" in text for text in texts.values())}
        text = render(
            context.application.templates,
            "robots.txt",
            sitemaps=[context.url("/sitemap.xml"), *re.findall("(?m)^Sitemap: (.*)$", "".join(texts.values()))],
            embeds=[f"{context.root}/{slug}{rule}" for slug, rule in rules],
            signals={name: "no" if name in refused else "yes" for name in well_known.SIGNALS.values()},
        )
        return Representation(text, PLAIN)

    def security(self, context: Context) -> Representation:
        """Contacts of all people, as long as the first one of them is valid (RFC 9116)."""
        text = "".join(text for _, text in self.read(well_known.SECURITY[1:]))
        contacts, ends = ([*dict.fromkeys(re.findall(f"(?m)^{name}: .*$", text))] for name in ("Contact", "Expires"))
        if not contacts:
            raise ApiError("not_found", "Nobody has a contact for security reports.")
        return Representation(
            "\n".join([*contacts, min(ends), f"Canonical: {context.url(well_known.SECURITY)}", ""]).encode(), PLAIN
        )

    def catalog(self, context: Context) -> Representation:
        linksets = [orjson.loads(text)["linkset"] for _, text in self.read(CATALOG[1:])]
        items = [item for catalog, *_ in linksets for item in catalog["item"]]
        linkset = [{"anchor": context.url(CATALOG), "item": items}, *(api for _, *apis in linksets for api in apis)]
        return of_json({"linkset": linkset}, media_type=well_known.LINKSET)

    def read(self, name: str) -> Iterator[tuple[Path, str]]:
        """Yield the folder of each member whose site is here, and its file of this name, if it has one."""
        for folder in self.folders:
            if folder.name in self.members and (path := folder / name).is_file():
                yield folder, path.read_text(encoding="utf-8")

    def host_files(self, site: WrittenSite) -> dict[str, str]:
        """Return the settings of hosts, with those of the people, whose addresses begin with their folders."""
        own = host_files(site.addresses, site.media_types)
        for folder in self.folders:
            redirects, headers = ((folder / name).read_text(encoding="utf-8") for name in ("_redirects", "_headers"))
            own["_redirects"] += re.sub("(?m)(^| )/", rf"\1/{folder.name}/", redirects)
            own["_headers"] += re.sub(
                "(?m)^/", f"/{folder.name}/", headers[headers.index("\n/") + 1 :]
            )  # without that of all files
        # Those for publications last, because Cloudflare Pages reads 2,000 lines.
        lines = sorted(own["_redirects"].splitlines(keepends=True), key=lambda line: "publications/" in line)
        return {**own, "_redirects": "".join(lines)}


def link(context: Context, address: str) -> str:
    """Return an address without scheme and host if it is below the department's."""
    own = f"{context.base_url}/"
    return f"{context.root}/{address.removeprefix(own)}" if address.startswith(own) else address


def write_pages(department: Department, members: Sequence[Member], folders: Sequence[Path], made: Path) -> WrittenSite:
    """Write the department's own files into a new folder ``made``; ``folders`` are the sites of its people.

    Raises:
        SiteError, DatabaseError: a value of a member cannot be shown.
    """
    made.mkdir()
    own = from_environment().templates
    templates = Path(shutil.copytree(TEMPLATES, made / "templates"))
    if own:
        shutil.copytree(own, templates, dirs_exist_ok=True)
    for shared, added in ADDED.items():
        (templates / shared).write_bytes(find_file(shared, ASSETS_FOLDER, own)[1] + (templates / added).read_bytes())
    write_joint_database(department, members, made / "joint.db")
    pages = Pages({member.slug: member for member in members}, folders)
    application = Application(Database(made / "joint.db"), pages.endpoints, department.base_url, templates)
    context = Context(application, application.database.snapshot())
    site = write_documents(context, static_application(application), made / "site")
    for name, content in pages.host_files(site).items():
        site.write(name, content.encode())
    return site


def write_joint_database(department: Department, members: Sequence[Member], database: Path) -> None:
    """Write the settings as site, the name as profile, and the joint list."""
    package = read_package(department.folder, Report(), tuple(language.code for language in department.languages))
    if package is None:
        raise DatabaseError(f"{department.folder} has a datapackage.yaml with errors. Move it into the folders of people")
    values = {name: value for name, value in department.values.items() if name.startswith(("name", "address", "accentColor"))}
    site = {**values, "base_url": department.base_url, "attribution": values["name"]}
    records: dict[str, list[dict[str, Any]]] = {source.name: [] for source in package.sources}
    records |= {"site": [site], "profile": [values], "publications": [*joint_records(members)]}
    resources = [joint_resource(source.resource(), records[source.name]) for source in package.sources]
    images = pictures(department.folder, values, site, department.languages)
    fonts = site_fonts({language.script for language in department.languages})
    write_database(database, resources, records, images, fonts, sources_sha256="", languages=department.languages)


def joint_resource(resource: Resource, records: Sequence[Mapping[str, Any]]) -> Resource:
    """Return a resource as the joint database has it: only the settings, and publications of any type with their people."""
    if resource.name in ("site", "profile"):
        return replace(resource, fields=[Field(name, "string", name, "") for name in records[0]])
    if resource.name == "publications":
        return replace(resource, fields=[*(replace(field, constraints={}) for field in resource.fields), *JOINT_FIELDS])
    return resource
