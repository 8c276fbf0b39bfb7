"""The pages and documents of a department, made of what its people publish."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from api.context import Application, Context, Handler
from api.data import feed
from api.endpoint import Endpoint
from api.formats.format import year_and_locators
from api.http.response import JSON, Representation, of_json
from api.pages.discovery import Link
from api.pages.list_page import list_page
from api.pages.page import render_page, translations_of
from api.routes import ENDPOINTS, EXPORT_ENDPOINTS
from api.settings import from_environment
from api.site.written_site import WrittenSite, write_documents
from api.text_files import ASSETS_FOLDER, find_file
from cli.department.joint_list import write_joint_database
from cli.department.person import Person
from cli.department.root_files import JOINED, add_host_files, read_texts
from cli.department.settings import Department
from db.publication import Publication
from db.snapshot import Database

DEPARTMENT_TEMPLATES = Path(__file__).parent / "templates"
# Files of every site, and what a department adds to them.
ADDED_ASSETS = {"publications.js": "department.js", "style.css": "department.css"}
# Endpoints that a department has like every site.
SHARED_ENDPOINTS = (
    "/sitemap.xml",
    "/manifest.webmanifest",
    "/images/{name}",
    "/card.png",
    "/favicon.ico",
    "/assets/{name}",
    *(endpoint.path for endpoint in EXPORT_ENDPOINTS),
)


@dataclass(frozen=True)
class Pages:
    """The department's own pages.

    Attributes:
        people: who is shown, by slug.
        folder: the site, with the sites of all people, including people who have left.
        templates: the templates of these pages.
    """

    department: Department
    people: Mapping[str, Person]
    folder: Path
    templates: Path

    def write(self, made: Path) -> WrittenSite:
        """Write the files, and the database with the joint list, into the folder ``made``.

        Raises:
            SiteError, DatabaseError: a value of a person cannot be shown.
        """
        database = made / "joint.db"
        write_joint_database(self.department, [*self.people.values()], database)
        application = Application(Database(database), self.endpoints, self.department.base_url, self.templates)
        context = Context(application, application.database.snapshot())
        site = write_documents(context, made / "site")
        add_host_files(site, self.folder, [person.slug for person in self.department.people])
        return site

    @property
    def endpoints(self) -> tuple[Endpoint, ...]:
        handlers: dict[str, Handler] = {
            "/": self.home,
            "/publications": self.joint_list,
            "/feed.atom": self.feed,
            **{path: self.joined(path) for path in JOINED},
        }
        return (
            *(each for each in ENDPOINTS if each.path in SHARED_ENDPOINTS),
            *(replace(each, handler=handlers[each.path]) for each in ENDPOINTS if each.path in handlers),
            Endpoint("/people.json", self.people_json, "The people."),
            Endpoint("/publications.json", self.publications_json, "The publications.", content={JSON: {}}),
        )

    def home(self, context: Context) -> Representation:
        """Show the people by family name."""
        cards = []
        for person in self.people.values():
            card = person.card(context.language)
            photo = within(context, card["profile"].get("photo", ""))
            # Pages load nothing from other hosts.
            card |= {"address": self.link(context, person, person.url), "photo": photo if photo.startswith("/") else ""}
            cards.append(card)
        links = [Link("alternate", context.url("/people.json"), "application/json")]
        cards.sort(key=lambda card: str(card["sort"]))
        return render_page(context, "department", translations_of(context, "/"), links, people=cards)

    def joint_list(self, context: Context) -> Representation:
        links = [Link("alternate", context.url("/publications.json"), "application/json")]
        return list_page(context, self.item_links, links)

    def item_links(self, context: Context, publication: Publication) -> tuple[str, Mapping[int, str]]:
        """Link to the page of a publication, which the first person has, and to each person among the authors."""
        names = publication.author_names
        pages = {
            names.index(each["author"]): self.link(context, self.people[each["slug"]], each["url"])
            for each in publication["people"]
            if "author" in each
        }
        first = self.people[publication["people"][0]["slug"]]
        return self.link(context, first, publication["landingPage"]), pages

    def link(self, context: Context, person: Person, address: str) -> str:
        """Link to a page of a person's site, in the language of this page if the site is here and has it."""
        code = context.language.code
        if not person.is_elsewhere and (person.slug, code) in self.translations:
            address = address.replace(person.url, f"{person.url}{code}/", 1)
        return within(context, address)

    @cached_property
    def translations(self) -> set[tuple[str, ...]]:
        """Pairs of a person's slug and a language code: the languages of the person's site, except its first one."""
        return {path.parts[-3:-1] for path in self.folder.glob("*/*/index.html")}

    def people_json(self, _: Context) -> Representation:
        people = [person.as_json() for person in self.people.values()]
        return of_json({"count": len(people), "people": people})

    def publications_json(self, context: Context) -> Representation:
        papers = [{**each.document, "source": year_and_locators(each)} for each in context.store.all_publications()]
        return of_json({"count": len(papers), "publications": papers})

    def feed(self, context: Context) -> Representation:
        pages = {each.identifier: each["landingPage"] for each in context.store.all_publications()}
        return feed.feed(context, lambda path, **values: pages[values["doi"]] if "doi" in values else context.url(path, **values))

    def joined(self, path: str) -> Handler:
        """Make a handler that joins everyone's file at a path."""
        return lambda context: JOINED[path](context, read_texts(self.folder, self.people, path[1:]).values())


def within(context: Context, address: str) -> str:
    """An address, without scheme and host if it is below the department's."""
    own = f"{context.base_url}/"
    return f"{context.root}/{address.removeprefix(own)}" if address.startswith(own) else address


def copy_templates(folder: Path) -> Path:
    """Write the templates and assets of a department into a new folder, with the owner's in place of the software's."""
    own = from_environment().templates
    shutil.copytree(DEPARTMENT_TEMPLATES, folder)
    if own:
        shutil.copytree(own, folder, dirs_exist_ok=True)
    for shared, added in ADDED_ASSETS.items():
        (folder / shared).write_bytes(find_file(shared, ASSETS_FOLDER, own)[1] + (folder / added).read_bytes())
    return folder
