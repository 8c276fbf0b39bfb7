"""The own pages and documents of a department: its people, the joint list, and what leads to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

import orjson

from api.context import Context, Endpoint
from api.formats.json_ld import CONTEXT, safe_in_html
from api.handlers import feed, files, well_known
from api.http.response import Representation
from api.page_language import PageLanguage
from api.pages.discovery import Link
from api.pages.home import short_name
from api.pages.list_page import MAX_JOURNALS, PARAMETERS, chart
from api.pages.localization import in_language, specialty_of
from api.pages.page import error_context, html, page, translations_of
from api.pages.publication_items import render_items
from api.pages.schema_org import PERSON
from api.pages.templates import DEPARTMENT_SCRIPT, JAVASCRIPT, accent, asset_file, render
from api.site.department_data import Member, people_json, publications_json, schema, spoken, takes_patients
from db.publication.owner import family_and_given, monogram
from db.text import normalize

Values = Mapping[str, Any]
# The page of the joint list has this many, the latest ones.
MAX_LATEST = 200
YEAR = "/publications/{name}"
IS_PAGE: dict[str, Any] = {"negotiated": True, "translated": True}


def endpoints(members: Sequence[Member]) -> tuple[Endpoint, ...]:
    """Return the endpoints of a department with these people."""
    list_page = partial(joint_list, members=members)
    return (
        Endpoint("/", partial(people_page, members=members), "The people.", **IS_PAGE),
        Endpoint("/publications", list_page, "The latest publications.", parameters=PARAMETERS, **IS_PAGE),
        Endpoint(YEAR, list_page, "The publications of a year.", **IS_PAGE),
        Endpoint("/people.json", partial(people_json, members=members), "The people."),
        Endpoint("/publications.json", partial(publications_json, members=members), "The joint list."),
        Endpoint("/schema.json", schema, "The JSON Schemas of both."),
        Endpoint("/feed.atom", feed.feed, "The latest publications as an Atom feed."),
        Endpoint("/sitemap.xml", partial(sitemap, members=members), "The pages of the department."),
        Endpoint("/robots.txt", partial(robots, members=members), "Rules for crawlers."),
        Endpoint("/manifest.webmanifest", files.manifest, "Name, icons and colours for home screens."),
        Endpoint("/images/{name}", files.image, "The icons."),
        Endpoint("/card.png", partial(files.image, name="card.png"), "The name as an image, for link previews."),
        Endpoint("/favicon.ico", partial(files.image, name="favicon.ico"), "Icon of the site."),
        Endpoint("/assets/{name}", files.asset, "A file that the pages load."),
        Endpoint(f"/assets/{DEPARTMENT_SCRIPT}", script, "The script of the department's pages."),
    )


def script(context: Context) -> Representation:
    file = asset_file(context.application.templates, DEPARTMENT_SCRIPT, accent(context.site))
    return Representation(file.content, JAVASCRIPT)


def people_page(context: Context, members: Sequence[Member]) -> Representation:
    """Show the people by family name."""
    language = context.language
    cards = sorted((card(member, language) for member in members), key=lambda card: card["sort"])
    nodes = [
        {
            "@type": "Person",
            "@id": member.url.rstrip("/") + PERSON,
            "name": member.store.values("profile")["name"],
            "url": member.url,
        }
        for member in members
    ]
    site = context.site
    department = {
        **CONTEXT,
        "@type": "MedicalOrganization",
        "name": site["name"],
        "url": f"{context.base_url}/",
        **({"address": site["address"]} if "address" in site else {}),
        "employee": nodes,
    }
    structured = safe_in_html(orjson.dumps(department))
    links = [Link("alternate", context.url("/people.json"), "application/json")]
    return page(context, "department", translations_of(context, "/"), links, people=cards, structured=structured)


def card(member: Member, language: PageLanguage) -> dict[str, Any]:
    """Return what the card of a person shows, in a language or else the person's first one."""
    own, profile, places = member.language(language.code), member.store.values("profile"), member.store.places()
    name = in_language(profile, "name", own)
    family, given = family_and_given(name)
    patients = [place["newPatients"] for place in places if "newPatients" in place]
    return {
        "slug": member.slug,
        "address": member.address("/", language.code),
        "name": name,
        "sort": normalize(" ".join([*family, *given])),
        "specialty": specialty_of(profile, own),
        "photo": next((member.address("/images/{name}", name=name) for name, *_ in member.store.photo()), ""),
        "monogram": monogram(name),
        "places": list(dict.fromkeys(short_name(place, own) for place in places)),
        "languages": spoken(member, next(each for each in language.languages if each.code == language.code)),
        "patients": next((f"new_patients_{value}" for value in ("yes", "referral", "existing", "no") if value in patients), ""),
        "takes_patients": takes_patients(places),
        "groups": member.settings.get("groups", ()),
    }


def joint_list(context: Context, members: Sequence[Member]) -> Representation:
    """Show the latest publications, or all from one year; the search reads the whole list."""
    year, store = context.values.get("name", ""), context.store
    choices = store.facets(limit=MAX_JOURNALS, names=("years", "journals", "types"))
    total = store.total()
    publications, _ = store.publications({"year": int(year)} if year else {}, limit=total if year else MAX_LATEST)
    items = render_items(context, publications, partial(author_links, context, {member.slug: member for member in members}))
    path, values = ("/publications", {}) if not year else (YEAR, {"name": year})
    return page(
        context,
        "joint",
        translations_of(context, path, **values),
        [Link("alternate", context.url("/publications.json"), "application/json")],
        values={},
        downloads=[("JSON", context.address("/publications.json"))],
        cite_as=(),
        total=total,
        year=year,
        is_complete=False,
        years=[(year, [(item, True) for item in group]) for year, group in groupby(items, lambda item: item.publication["year"])],
        is_searchable=bool(total) and not year,
        bars=[] if year else chart(context, dict(choices["years"])),
        choices=choices,
        neighbours={},
        year_pages=[(number, context.address(YEAR, context.language.code, name=str(number))) for number, _ in choices["years"]],
    )


def author_links(context: Context, members: Mapping[str, Member], publication: Values) -> dict[int, str]:
    """Return the addresses of the people here who are authors, by their positions."""
    here = (members[person["slug"]] for person in publication["people"])
    positions = ((position, member) for member in here for position in member.author_positions(publication))
    return {position: context.root + member.address("/", context.language.code) for position, member in positions}


def sitemap(context: Context, members: Sequence[Member]) -> Representation:
    """Return the own pages, and the first page of everyone; the sites of people have sitemaps too."""
    years = [translations_of(context, YEAR, name=str(year)) for year, _ in context.store.facets(names=("years",))["years"]]
    homes = [{each.code: member.address("/", each.code) for each in member.store.languages} for member in members]
    pages = [translations_of(context, "/"), translations_of(context, "/publications"), *years, *homes]
    text = render(context.application.templates, "sitemap.xml", base_url=context.base_url, pages=pages)
    return Representation(text, well_known.XML)


def robots(context: Context, members: Sequence[Member]) -> Representation:
    return well_known.rules_for_crawlers(context, [member.static for member in members])


def farewell(context: Context, settings: Values) -> Representation:
    """Say that someone has left, at the address where the person's site was."""
    moved_to = settings.get("movedTo", "")
    return html(context, "farewell.html", {}, moved_to=moved_to, **error_context(context, "/"))
