"""Files that tell hosts how to serve the site: headers and redirections (Netlify, Cloudflare Pages), and GitHub Pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from api.handlers.index import POLICY
from api.http.response import CACHEABLE, COMMON_HEADERS
from api.pages.page import HTML_HEADERS
from api.site.documents import SiteFile

# Cloudflare Pages reads no more lines of redirections.
MAX_REDIRECTS = 2000


def host_files(documents: Sequence[SiteFile], media_types: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the name and content of each file; ``media_types`` has the type of each document's file."""
    yield ".nojekyll", ""  # GitHub Pages would leave out names that begin with a dot or an underscore
    yield "_headers", headers(media_types)
    yield "_redirects", "".join(redirects(documents))


def headers(media_types: Mapping[str, str]) -> str:
    """Return the headers: the same as the service's for every response, and the media types of single files.

    Hosts join the values of rules that overlap, and disagree on wildcards within a path. So the files of publications have
    the media types that the host guesses from their endings.
    """
    by_path = {"/*": {**dict(COMMON_HEADERS), **HTML_HEADERS, "Content-Security-Policy": POLICY, "Cache-Control": CACHEABLE}}
    for file, media_type in media_types.items():
        if not file.endswith(".html") and "publications/" not in file:
            by_path[f"/{file}"] = {"Content-Type": media_type}
    return "".join(rule(path, values) for path, values in by_path.items())


def rule(pattern: str, values: Mapping[str, str]) -> str:
    return f"{pattern}\n" + "".join(f"  {name}: {value}\n" for name, value in values.items())


def redirects(documents: Sequence[SiteFile]) -> Iterator[str]:
    """Yield a line for each address of the API without an ending, answered with its file (status 200, no redirection)."""
    answers = [each for each in documents if each.file.endswith(".json") and "?" not in each.address]
    plain = [each for each in answers if not each.address.endswith(".json")]
    # If there are too many lines, drop those for publications.
    for document in sorted(plain, key=lambda each: "publications/" in each.file)[:MAX_REDIRECTS]:
        yield f"{document.address.replace('%2F', '/')} {document.static_address} 200\n"
