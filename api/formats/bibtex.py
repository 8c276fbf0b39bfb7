"""BibTeX in UTF-8: what LaTeX documents cite, and every reference manager reads.

Sources: BibTeXing and Designing BibTeX Styles (O. Patashnik, 1988) for names, braces and capitals; the biblatex manual, section
2.2, for the fields doi and url, which are verbatim. BibTeX counts braces wherever they stand, after a backslash too, so that a
brace in a text is written as a macro.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from api.formats.format import Format, Publication
from api.formats.keys import citation_key
from api.formats.links import as_written, pmid
from api.formats.plain import WORD_JOINER, plain
from db.identifiers import doi_url
from db.names import REMEMBERED, is_cut_off, names, person

LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "@": "{@}",
    WORD_JOINER: r"\nobreak{}",
    **{char: f"\\{char}" for char in "$&%#_"},
    # Between signs that LaTeX would make one of.
    "": "{}",
}
SPECIAL = re.compile(rf"[\\{{}}^~<>|@{WORD_JOINER}$&%#_]|(?<=-)(?=-)|(?<=')(?=')|(?<=[`?!])(?=`)")
# Text without one of these has nothing special: a quick look, as most has none.
SUSPECT = re.compile(rf"[\\{{}}^~<>|@{WORD_JOINER}$&%#_`]")
# Many readers look for the next entry at any "@word(", in values too.
ENTRY = re.compile(r"@(?=\w*[({])")
# What a verbatim value cannot hold: it has no escapes.
NOT_VERBATIM = re.compile(rf"[\\{{}}%]|{ENTRY.pattern}")
RANGE = re.compile(r"(?<=[0-9])-(?=[A-Za-z]?[0-9])")
# What no program but this service reads.
AS_WRITTEN = {"pubmed": "pubmed", "url": "weblink"}
OTHERS = " and others"
TEXTS = (("volume", "volume"), ("issue", "number"))


def entry(publication: Publication) -> str:
    """A publication as an ``@article``."""
    fields = "".join([f"  {name:7} = {{{value}}},\n" for name, value in fields_of(publication)])
    return f"@article{{{citation_key(publication)},\n{fields}}}\n"


def fields_of(publication: Publication) -> Iterator[tuple[str, str]]:
    """The fields with what stands between their braces."""
    yield "title", title(publication["title"])
    yield "author", authors(publication["authors"])
    yield "journal", latex(publication["journal"])
    yield "year", publication["year"]
    for field, name in TEXTS:
        if field in publication:
            yield name, latex(publication[field])
    if "pages" in publication:
        yield "pages", RANGE.sub("--", latex(publication["pages"]))
    if "doi" in publication:
        yield "doi", doi(publication["doi"])
    if number := pmid(publication):
        yield "pmid", number
    if "url" in publication:
        yield "url", link(publication["url"])
    for field, address in as_written(publication, number).items():
        yield AS_WRITTEN[field], link(address)


def title(text: str) -> str:
    """A title with braces around words whose capitals are to stay: many styles lower all beyond the first letter of the title."""
    text = latex(text)
    if text[1:] == text[1:].lower():
        return text
    first, *others = text.split(" ")
    if first[1:] != first[1:].lower():
        first = kept(first)
    return " ".join([first, *[word if word == word.lower() else kept(word) for word in others]])


def kept(word: str) -> str:
    """A word in braces; with two pairs where BibTeX would take it for an accented letter, whose case it changes."""
    return f"{{{{{word}}}}}" if word.startswith("\\") else f"{{{word}}}"


def authors(listed: str) -> str:
    return " and ".join(map(author, names(listed))) + (OTHERS if is_cut_off(listed) else "")


@lru_cache(REMEMBERED)
def author(name: str) -> str:
    """``Family, G. I.``, ``Family, Jr, G. I.``, or in braces what is no person."""
    one = person(name)
    if one.literal:
        return f"{{{latex(name)}}}"
    return ", ".join(filter(None, (latex(one.family), one.suffix, one.given)))


def latex(text: str) -> str:
    """A text as LaTeX has it."""
    text = plain(text)
    if not SUSPECT.search(text) and "--" not in text and "''" not in text:
        return text
    return SPECIAL.sub(lambda special: LATEX[special[0]], text)


def doi(text: str) -> str:
    """A DOI as it is, or as an address where it cannot be verbatim: an address has escapes."""
    return doi_url(text) if NOT_VERBATIM.search(text) else text


def link(text: str) -> str:
    """An address: it holds neither braces nor backslashes."""
    return ENTRY.sub("%40", text) if "@" in text else text


FORMAT = Format(
    name="bibtex",
    media_type="application/x-bibtex; charset=utf-8",
    file_name="publications.bib",
    item=entry,
    between="\n",
)
