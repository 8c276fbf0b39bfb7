"""The files at the root of a host, such as robots.txt, joined from the sites of all people."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from urllib.parse import unquote

import orjson

from api.context import Context
from api.data import well_known
from api.errors import ApiError
from api.http.response import PLAIN, Representation, of_json
from api.pages.discovery import CATALOG
from api.pages.templates import render
from api.site.folder import FILE_LIST
from api.site.written_site import WrittenSite


def read_texts(folder: Path, slugs: Iterable[str], name: str) -> dict[str, str]:
    """Read a file in the sites of people here, by slug. A site may lack it."""
    paths = {slug: folder / slug / name for slug in slugs if (folder / slug / FILE_LIST).is_file()}
    return {slug: path.read_text(encoding="utf-8") for slug, path in paths.items() if path.is_file()}


def join_robots(context: Context, texts: Collection[str]) -> Representation:
    """Join the rules and sitemaps. What one person refuses, the whole site refuses."""
    joined = "".join(texts)
    refused = re.findall("([a-z-]+)=no", joined)
    text = render(
        context.application.templates,
        "robots.txt",
        sitemaps=[context.url("/sitemap.xml"), *re.findall("(?m)^Sitemap: (.*)$", joined)],
        embeds=[f"{context.root}/*/embed"],  # of every person, in every language
        signals={name: "no" if name in refused else "yes" for name in well_known.SIGNALS.values()},
    )
    return Representation(text, PLAIN)


def join_security(context: Context, texts: Collection[str]) -> Representation:
    """Join the contacts. They expire when the first of them expires (RFC 9116)."""
    text = "".join(texts)
    contacts, ends = ([*dict.fromkeys(re.findall(f"(?m)^{name}: .*$", text))] for name in ("Contact", "Expires"))
    if not contacts:
        raise ApiError("not_found", "Nobody has a contact for security reports.")
    lines = [*contacts, min(ends), f"Canonical: {context.url(well_known.SECURITY)}", ""]
    return Representation("\n".join(lines).encode(), PLAIN)


def join_catalogs(context: Context, texts: Collection[str]) -> Representation:
    linksets = [orjson.loads(text)["linkset"] for text in texts]
    items = [item for catalog, *_ in linksets for item in catalog["item"]]
    linkset = [{"anchor": context.url(CATALOG), "item": items}, *(api for _, *apis in linksets for api in apis)]
    return of_json({"linkset": linkset}, media_type=well_known.LINKSET)


# What joins the files at an address.
JOINED: dict[str, Callable[[Context, Collection[str]], Representation]] = {
    "/robots.txt": join_robots,
    well_known.SECURITY: join_security,
    CATALOG: join_catalogs,
}


def add_host_files(site: WrittenSite, folder: Path, slugs: Iterable[str]) -> None:
    """Add the settings for hosts: of the files in ``site``, and of the sites of people in a folder.

    The sites have the same files, so a media type needs one rule for all of them, with a placeholder for the folder: Cloudflare
    Pages only reads 100 rules.
    """
    slugs = tuple(slugs)
    for slug, text in read_texts(folder, slugs, "_redirects").items():
        for address, file, _ in map(str.split, text.splitlines()):
            site.addresses[f"{slug}{unquote(file)}"] = f"/{slug}{address}"
    for text in read_texts(folder, slugs, "_headers").values():
        for file, media_type in re.findall("(?m)^/(.+)\n  Content-Type: (.+)$", text):
            site.media_types[f":person/{file}"] = media_type
    site.add_host_files()
