"""Files that tell hosts how to serve the site: headers and redirections (Netlify, Cloudflare Pages), and GitHub Pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from api.http.response import CACHEABLE, COMMON_HEADERS
from api.pages.console import POLICY
from api.pages.page import HTML_HEADERS
from api.site.documents import ENDINGS, Document

# Cloudflare Pages reads no more lines of redirections.
MAX_REDIRECTS = 2000


def host_files(documents: Sequence[Document], media_types: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the name and content of each file; ``media_types`` has the type of each document's file."""
    yield ".nojekyll", ""  # GitHub Pages would leave out names that begin with a dot or an underscore
    yield "_headers", headers(media_types)
    yield "_redirects", "".join(redirects(documents))


def headers(media_types: Mapping[str, str]) -> str:
    """Return the headers: the same as the service's for every response, and media types that hosts do not guess."""
    by_pattern = {"/*": {**dict(COMMON_HEADERS), **HTML_HEADERS, "Content-Security-Policy": POLICY, "Cache-Control": CACHEABLE}}
    for file, media_type in media_types.items():
        ending = next((ending for ending in ENDINGS if file.endswith(ending)), "")
        if ending != ".html":
            # One line for an ending in a folder of publications, and one for every other file.
            pattern = f"{file[: file.rindex('/')]}/*{ending}" if ending and file.count("/") > 1 else file
            by_pattern.setdefault(f"/{pattern}", {"Content-Type": media_type})
    return "".join(rule(pattern, values) for pattern, values in by_pattern.items())


def rule(pattern: str, values: Mapping[str, str]) -> str:
    return f"{pattern}\n" + "".join(f"  {name}: {value}\n" for name, value in values.items())


def redirects(documents: Sequence[Document]) -> Iterator[str]:
    """Yield a line for each address of the API without an ending, answered with its file (status 200, no redirection)."""
    plain = [document for document in documents if document.static_address not in (document.address, f"{document.address}/")]
    for document in [each for each in plain if "?" not in each.address][:MAX_REDIRECTS]:
        yield f"{document.address.replace('%2F', '/')} {document.static_address} 200\n"
