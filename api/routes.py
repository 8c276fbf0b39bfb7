"""The registry of endpoints. The router, the index, the OpenAPI description and llms.txt come from it."""

from __future__ import annotations

from functools import partial

from api.data import contact, documents, downloads, feed, files, oauth, publications, resume, well_known
from api.endpoint import Endpoint
from api.formats.csv import CSV_FORMAT
from api.formats.export_formats import DEFAULT_FORMAT, DOWNLOAD_FORMATS, EXPORT_FORMATS
from api.http.response import ATOM, JSON
from api.openapi import description
from api.openapi.components import STRING
from api.pages import accessibility, cv_page, embed, home, legal_page, list_page, publication_page
from api.pages.discovery import CATALOG
from api.pages.page import MARKDOWN_PATHS, as_markdown
from api.query.parameters import (
    CV_FILTERS,
    DOI_OR_KEY,
    FACET_PARAMETERS,
    FILTERS,
    LIST_PARAMETERS,
    PUBLICATION_PARAMETERS,
    SERVICE_FILTERS,
)

# Formats of publications except JSON, which has its own component at each endpoint.
OTHER_FORMATS = {form.media_type: form.schema for form in EXPORT_FORMATS.values() if form is not DEFAULT_FORMAT}


EXPORT_ENDPOINTS = tuple(
    Endpoint(
        form.export_path,
        downloads.export(form),
        f"All publications as a download: {form.title}.",
        form.download_id,
        content={form.media_type: form.schema},
        headers=("Content-Disposition",),
        statuses=(200, 503, 504),
    )
    for form in DOWNLOAD_FORMATS
)
TABLE_ENDPOINTS = tuple(
    Endpoint(
        f"/api/data/{name}.csv",
        downloads.table_csv(name, table),
        f"All {rows} as CSV with every field, for developers: raw values, without protection against formulas in spreadsheets.",
        f"get{name.capitalize()}Table",
        content={CSV_FORMAT.media_type: STRING},
        statuses=statuses,
    )
    for name, rows, table, statuses in (
        ("publications", "publications", "publications", (200, 503, 504)),
        ("services", "services", "services", (200, 503)),
        ("cv", "entries of the curriculum vitae", "cv_entries", (200, 503)),
    )
)
API_ENDPOINTS = (
    Endpoint("/api", description.index, "Index of all endpoints, with descriptions.", "getIndex", "Index", headers=("Link",)),
    Endpoint("/api/profile", documents.profile, "The profile of the physician-researcher.", "getProfile", "Profile"),
    Endpoint(
        "/api/publications",
        publications.publications,
        "Peer-reviewed publications, latest first: search, filter, sort, and choose the format.",
        "listPublications",
        "PublicationList",
        OTHER_FORMATS,
        LIST_PARAMETERS,
        example={"year": "{year}", "limit": "5"},
        statuses=(200, 400, 503, 504),
        headers=("X-Total-Count", "Link"),
    ),
    # This path hides no publication: a DOI begins with "10." (DOI Handbook, section 2.2), and the schema refuses the key facets.
    Endpoint(
        "/api/publications/facets",
        publications.facets,
        "Number of publications by year, journal, author and type, among those that match the same filters.",
        "countPublications",
        "Facets",
        parameters=FACET_PARAMETERS,
        example={"year_from": "{year}"},
        statuses=(200, 400, 503, 504),
    ),
    Endpoint(
        "/api/publications/{doi}",
        publications.publication,
        "One publication by its DOI or citation key, in a format of your choice.",
        "getPublication",
        "Publication",
        OTHER_FORMATS,
        PUBLICATION_PARAMETERS,
        statuses=(200, 400, 404, 503),
    ),
    Endpoint(
        "/api/clinic",
        documents.clinic,
        "The clinic: address, contact, booking links, hours and other locations; 404 if the profile has none.",
        "getClinic",
        "Clinic",
        statuses=(200, 404, 503),
    ),
    Endpoint(
        "/api/services",
        documents.services,
        "Clinical services with {languages} names, filtered by category and tag. Since v1.2.0, category also matches the "
        "additive tags; every earlier use of it stays valid.",
        "listServices",
        "ServiceList",
        parameters=SERVICE_FILTERS,
        example={"category": "{category}"},
        statuses=(200, 400, 503),
    ),
    Endpoint(
        "/api/research", documents.research, "Research areas; none if the profile has no research.", "getResearch", "Research"
    ),
    Endpoint(
        "/api/cv",
        documents.cv,
        "The curriculum vitae: its entries by section, ongoing and latest first.",
        "listCv",
        "CvEntryList",
        parameters=CV_FILTERS,
        example={"section": "{section}"},
        statuses=(200, 400, 503),
    ),
    Endpoint("/api/status", documents.status, "Current health of the service; not cached.", "getStatus", "Status", cached=False),
    *EXPORT_ENDPOINTS,
    Endpoint("/api/openapi.json", description.openapi, "This API described in OpenAPI 3.1.", "getDescription", "Description"),
    Endpoint(
        "/feed.atom",
        feed.feed,
        "The latest publications as an Atom feed (RFC 4287), among those that match the same filters.",
        "getFeed",
        content={ATOM: STRING},
        parameters=FILTERS,
        statuses=(200, 400, 503, 504),
    ),
    Endpoint(
        "/profile.jsonld",
        documents.profile_jsonld,
        "Person, places of work, services and the latest publications as schema.org data (JSON-LD).",
        "getStructuredProfile",
        content={EXPORT_FORMATS["jsonld"].media_type: {"type": "object", "required": ["@context", "@graph"]}},
    ),
    Endpoint(
        "/datapackage.json",
        downloads.data_package,
        "The data as a Data Package (datapackage.org): the address and the fields of each table.",
        "getDataPackage",
        content={JSON: {"type": "object", "required": ["name", "resources"]}},
    ),
    *TABLE_ENDPOINTS,
    Endpoint(
        "/profile.db",
        downloads.database,
        "The data as a SQLite database, with a table that explains every table and column.",
        "getDatabase",
        content={downloads.SQLITE: STRING | {"contentMediaType": downloads.SQLITE}},
        headers=("Content-Disposition",),
    ),
    Endpoint(
        "/resume.json",
        resume.resume,
        "The profile as a JSON Resume (jsonresume.org).",
        "getResume",
        "Resume",
        statuses=(200, 503, 504),
    ),
    Endpoint(
        "/contact.vcf",
        contact.contact,
        "Person and places of work as a contact (vCard 3.0, RFC 2426) for address books and telephones.",
        "getContact",
        content={contact.MEDIA_TYPE: STRING},
        headers=("Content-Disposition",),
        translated=True,
    ),
)
PAGE_ENDPOINTS = (
    Endpoint(
        "/", home.home, "The profile as a page.", parameters=list_page.LIST_PAGE_PARAMETERS, negotiated=True, translated=True
    ),
    Endpoint(
        "/publications",
        list_page.list_page,
        "All publications as a page, by year, with search and filters.",
        parameters=list_page.LIST_PAGE_PARAMETERS,
        example={"year": "{year}"},
        negotiated=True,
        translated=True,
    ),
    Endpoint(
        "/cv", cv_page.cv_page, "The curriculum vitae with all publications, ready to print.", negotiated=True, translated=True
    ),
    Endpoint("/cv.pdf", cv_page.cv_pdf, "The curriculum vitae as a printable PDF.", translated=True),
    Endpoint(
        "/cv-selected.pdf",
        cv_page.selected_cv_pdf,
        "The same with only the publications that the owner selected, if there are any.",
        statuses=(200, 404, 503),
        translated=True,
    ),
    Endpoint(
        "/publications/{doi}",
        publication_page.publication_page,
        "One publication as a page with ready-made citations, also readable by reference managers.",
        parameters=(DOI_OR_KEY,),
        negotiated=True,
        translated=True,
    ),
    Endpoint(
        "/embed",
        embed.embed,
        "How to show the list of publications on another site.",
        negotiated=True,
        translated=True,
    ),
    Endpoint(
        "/legal/{slug}",
        legal_page.legal_page,
        "A legal notice, if site.yaml has the text of any.",
        parameters=(legal_page.NOTICE_SLUG,),
        negotiated=True,
        translated=True,
    ),
    Endpoint(
        "/accessibility",
        accessibility.accessibility,
        "The accessibility statement, if site.yaml has a contact.",
        negotiated=True,
        translated=True,
    ),
)
# For clients that cannot send Accept. On a static site, these are the only addresses of Markdown.
MARKDOWN_ENDPOINTS = tuple(
    Endpoint(path, as_markdown(handler), f"{page} in Markdown.", parameters=parameters, translated=True)
    for path, handler, page, parameters in (
        (MARKDOWN_PATHS["profile"], home.home, "The profile", ()),
        (MARKDOWN_PATHS["publications"], list_page.list_page, "The list of publications", list_page.LIST_PAGE_PARAMETERS),
        (MARKDOWN_PATHS["cv"], cv_page.cv_page, "The curriculum vitae", ()),
    )
)
SITE_ENDPOINTS = (
    *PAGE_ENDPOINTS,
    *MARKDOWN_ENDPOINTS,
    Endpoint(
        embed.EMBED_PATH,
        embed.fragment,
        "The list of publications as an HTML fragment for another site.",
        parameters=embed.EMBED_PARAMETERS,
        example={"year": "{year}"},
        translated=True,
    ),
    Endpoint("/api/docs", description.console, "Interactive API console."),
    Endpoint("/manifest.webmanifest", files.manifest, "Name, icons and colors for home screens (W3C web app manifest)."),
    Endpoint(
        "/images/{name}",
        files.image,
        "The photo in several sizes, and the icons.",
        parameters=(files.IMAGE_NAME,),
        example={"name": "card.png"},
    ),
    Endpoint(
        "/card.png",
        files.card,
        "Photo, name, specialty and places of work as an image, for link previews.",
        translated=True,
    ),
    Endpoint("/favicon.ico", partial(files.image, name="favicon.ico"), "Icon of the site."),
    Endpoint(
        "/assets/{name}",
        files.asset,
        "A file that the pages load.",
        parameters=(files.ASSET_NAME,),
        example={"name": "style.css"},
    ),
    Endpoint("/llms.txt", well_known.llms, "Summary of the site for language models (llmstxt.org)."),
    Endpoint("/robots.txt", well_known.robots, "Rules for crawlers (RFC 9309, contentsignals.org)."),
    Endpoint(
        "/sitemap.xml",
        well_known.sitemap,
        "Pages of the site, including the latest publications (sitemaps.org).",
    ),
    Endpoint(well_known.SECURITY, well_known.security, "Contact for security reports (RFC 9116)."),
    Endpoint(CATALOG, well_known.api_catalog, "Catalog of the APIs on this host (RFC 9727)."),
    Endpoint(
        "/.well-known/oauth-authorization-server",
        oauth.authorization_server,
        "OAuth 2.0 authorization server metadata (RFC 8414); no tokens are issued.",
    ),
    Endpoint(
        "/.well-known/oauth-protected-resource",
        oauth.protected_resource,
        "OAuth 2.0 protected resource metadata (RFC 9728) of the site; no token is needed.",
    ),
    Endpoint(
        "/.well-known/oauth-protected-resource/api",
        partial(oauth.protected_resource, path="/api"),
        "OAuth 2.0 protected resource metadata (RFC 9728) of the API; no token is needed.",
    ),
    Endpoint("/oauth/authorize", oauth.authorize, "Refuses: this API is public and issues no tokens.", statuses=(400,)),
    Endpoint(
        "/oauth/token",
        oauth.token,
        "Refuses: this API is public and issues no tokens.",
        methods=("GET", "POST"),
        statuses=(400,),
    ),
)

ENDPOINTS: tuple[Endpoint, ...] = (*API_ENDPOINTS, *SITE_ENDPOINTS)
