"""The page of one publication, as people, reference managers and search engines read it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from signposting import Signposting, find_signposting_html, find_signposting_http

from tests.conftest import BASE_URL, Server
from tests.support.markup import links, listed, text, texts
from tests.support.messages import edit
from tests.support.site import Site, serving_edited, serving_list

PATH = "/publications/10.5555%2Fmsk.2021.001"
KEY = "sample2016thickness-piybd56r"
FORMATS = {
    "bibtex": "application/x-bibtex",
    "ris": "application/x-research-info-systems",
    "csl": "application/vnd.citationstyles.csl+json",
    "jsonld": "application/ld+json",
}


def citation_tags(document: Any) -> list[tuple[str, str]]:
    return [(tag.get("name"), tag.get("content")) for tag in document.xpath("//meta[starts-with(@name, 'citation_')]")]


def test_content(site: Site) -> None:
    document = site.page(PATH)
    assert texts(document, "//head/title") == ["Sonography of the median nerve"]
    assert texts(document, "//header/h1 | //header/p") == [
        "Sonography of the median nerve",
        "Example N, Levi R",
        "Journal of Example Radiology. 2021;12(3):101-109",
        "doi:10.5555/msk.2021.001 PubMed Full text",
    ]
    assert links(document, "//header[@class='head']//a") == [
        ("doi:10.5555/msk.2021.001", "https://doi.org/10.5555/msk.2021.001"),
        ("PubMed", "https://pubmed.example.org/99000001"),
        ("Full text", "https://journals.example.org/msk/2021/001"),
    ]
    assert texts(document, "//*[@role='radiogroup']/label") == ["Vancouver", "APA", "AMA"]
    assert document.xpath("//*[@role='radiogroup']/input/@id") == document.xpath("//*[@role='radiogroup']/label/@for")
    styles = [site.get(f"/api{PATH}?format=citation&style={style}").text for style in ("vancouver", "apa", "ama")]
    assert texts(document, "//main//blockquote") == [citation.strip() for citation in styles]
    assert links(document, "//section[2]//a") == [
        ("BibTeX", f"/api{PATH}?format=bibtex"),
        ("RIS", f"/api{PATH}?format=ris"),
        ("CSL-JSON", f"/api{PATH}?format=csl"),
        ("JSON-LD", f"/api{PATH}?format=jsonld"),
        ("JSON", f"/api{PATH}"),
    ]


def test_metadata(site: Site) -> None:
    document = site.page(PATH)
    assert citation_tags(document) == [
        ("citation_title", "Sonography of the median nerve"),
        ("citation_author", "Example, N."),
        ("citation_author", "Levi, R."),
        ("citation_publication_date", "2021"),
        ("citation_journal_title", "Journal of Example Radiology"),
        ("citation_volume", "12"),
        ("citation_issue", "3"),
        ("citation_firstpage", "101"),
        ("citation_lastpage", "109"),
        ("citation_doi", "10.5555/msk.2021.001"),
        ("citation_abstract_html_url", BASE_URL + PATH),
    ]
    assert texts(document, "//link[@rel='canonical']/@href") == [BASE_URL + PATH]
    assert {tag.get("property"): tag.get("content") for tag in document.xpath("//meta[@property]")} == {
        "og:site_name": "Dr. Noa Example",
        "og:url": BASE_URL + PATH,
        "og:type": "article",
        "og:title": "Sonography of the median nerve",
        "og:description": "Example N, Levi R. Journal of Example Radiology. 2021;12(3):101-109.",
    }
    [structured] = document.xpath("//script[@type='application/ld+json']/text()")
    assert json.loads(structured) == site.json(f"/api{PATH}?format=jsonld")


def test_in_hebrew(site: Site) -> None:
    document = site.page(f"/he{PATH}")
    assert texts(document, "//main//h2") == ["ציטוט", "ייצוא"]
    [header] = document.xpath("//header[@class='head']")
    assert (document.get("lang"), header.get("lang"), texts(header, "h1/@dir")) == ("he", "en", ["ltr"])
    assert [(text(link), link.get("lang")) for link in header.xpath(".//a")][1:] == [("PubMed", None), ("טקסט מלא", "he")]
    assert links(document, "//p[@class='crumb']/a") == [("פרסומים · 2021", "/he/publications#2021")]
    assert texts(document, "//link[@rel='canonical']/@href") == [f"{BASE_URL}/he{PATH}"]
    assert ("citation_abstract_html_url", BASE_URL + PATH) in citation_tags(document)
    alternates = [("en", BASE_URL + PATH), ("he", f"{BASE_URL}/he{PATH}"), ("x-default", BASE_URL + PATH)]
    assert [(link.get("hreflang"), link.get("href")) for link in document.xpath("//link[@hreflang]")] == alternates


@pytest.mark.parametrize("find", [find_signposting_http, find_signposting_html], ids=["in the header", "in the head"])
@pytest.mark.parametrize(
    ("identifier", "others"),
    [
        (
            "10.5555%2Fmsk.2025.007",
            {
                ("item", "https://repository.example.org/msk/2025-007.pdf", None),
                ("license", "https://creativecommons.org/licenses/by/4.0/", None),
            },
        ),
        (KEY, set()),
    ],
    ids=["a free copy", "neither a DOI nor a license"],
)
def test_signposts(server: Server, find: Callable[[str], Signposting], identifier: str, others: set[Any]) -> None:
    """[signposts] As the reader of signposting.org finds them."""
    posts = {(post.rel.value, post.target, post.type) for post in find(f"{server.address}/publications/{identifier}").signposts}
    assert posts == {
        ("author", "https://orcid.org/0000-0000-5555-0000", None),
        ("type", "https://schema.org/AboutPage", None),
        ("type", "https://schema.org/ScholarlyArticle", None),
        *(
            ("describedby", f"{BASE_URL}/api/publications/{identifier}?format={name}", media_type)
            for name, media_type in FORMATS.items()
        ),
        *others,
    }


def test_the_publishers_copy_is_related(site: Site) -> None:
    """[signposts] It is not the one to cite this page as."""
    links = site.get(PATH).headers["link"].split(", ")
    assert links[-1] == '<https://doi.org/10.5555/msk.2021.001>; rel="related"'
    assert "cite-as" not in str(links)
    assert "related" not in site.get(f"/publications/{KEY}").headers["link"]


def test_every_publication_has_a_page(site: Site, publications: list[dict[str, Any]]) -> None:
    addresses = site.page("/publications").xpath("//ol[@class='publications']/li/h3/a/@href")
    assert [texts(site.page(address), "//h1")[0] for address in addresses] == [row["title"] for row in publications]


def test_a_summary(site: Site) -> None:
    document = site.page("/he/publications/10.5555%2Fmsk.2025.031")
    assert texts(document, "//main//h2")[0] == "מה זה אומר למטופלים"
    summary = [
        "הושוו שתי זריקות לטיפול במרפק טניס. שתיהן היו בטוחות.",
        "קורטיזון הקל על הכאב מהר יותר.",
        "כעבור שנה, יותר מטופלים היו ללא כאב אחרי הזרקת טסיות מדמם (PRP).",
    ]
    assert texts(document, "//main/header/section/div//*[self::p or self::li]") == summary
    assert texts(site.page("/he/publications"), "(//details[@data-words])[1]//*[self::p or self::li]") == summary


def test_access_and_data(site: Site) -> None:
    """The free text is a button; one block has the other links, also in Markdown. The list has the free text once."""
    document = site.page("/publications/10.5555%2Fmsk.2025.007")
    free = "https://repository.example.org/msk/2025-007.pdf"
    assert links(document, "//main//a[@class='button']") == [("Free full text", free)]
    assert texts(document, "//section[1]/*") == [
        "Access and data",
        "License CC BY 4.0 Preprint 10.5555/preprints.2024.118 "
        "Data 10.5555/data.2025.007data.example.org/tibial-nerve "
        "Funding Example Science Foundation (grant 2024-17), Sample Diabetes Fund",
    ]
    targets = [
        *("https://creativecommons.org/licenses/by/4.0/", "https://doi.org/10.5555/preprints.2024.118"),
        *("https://doi.org/10.5555/data.2025.007", "https://data.example.org/tibial-nerve"),
    ]
    assert document.xpath("//section[1]//a/@href") == targets
    markdown = site.markdown("/publications/10.5555%2Fmsk.2025.007")
    assert texts(markdown, "//ul[1]/li")[3:] == [
        *(f"Free full text: {free} (CC BY 4.0)", "Preprint: 10.5555/preprints.2024.118", "Data: 10.5555/data.2025.007"),
        *("Data: https://data.example.org/tibial-nerve",),
        "Funding: Example Science Foundation (grant 2024-17), Sample Diabetes Fund",
    ]
    assert markdown.xpath("//ul[1]/li[position() > 3]/a/@href") == [free, *targets]
    items = site.page("/publications").xpath("//li/p[@class='links']")
    assert [name for name, _ in links(items[0])] == [
        *("Free full text", "doi:10.5555/msk.2025.007DOI", "PubMed", "Data", "Preprint", "Cite"),
    ]
    assert links(items[0])[3:5] == [("Data", targets[2]), ("Preprint", targets[1])]
    assert [name for name, _ in links(items[5])] == ["Free full text", "doi:10.5555/rer.2022.0207DOI", "PubMed", "Cite"]


def test_trials_and_a_license_alone(site: Site) -> None:
    trials = site.page("/he/publications/10.5555%2Fmsk.2025.031").xpath("//main/div/section[1]//li[2]")[0]
    assert [name for name, _ in links(trials)] == ["NCT00000000", "ISRCTN00000000", "2021-000000-00", "2023-500000-00-00"]
    assert text(trials).endswith("Example Trials 2021/17")
    document, address = site.page("/publications/10.5555%2Feasi.2023.104"), "https://journals.example.org/easi/licence"
    assert texts(document, "//section[1]//li") == [f"License {address}"]
    assert links(document, "//section[1]//a") == [(address, address)]


def test_many_authors_are_folded_under_the_summary(tmp_path: Path) -> None:
    """As in the list; descriptions for search engines have the short form. In Markdown they are below the summary too."""
    authors = ", ".join(f"Author{letter} A" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    header = ["title", "authors", "journal", "year", "doi", "summary"]
    site = serving_list(tmp_path, header, [["Many", authors, "Journal", 2020, "10.5555/many", "In short."]])
    document = site.page("/publications/10.5555%2Fmany")
    [head] = document.xpath("//header[@class='head']")
    assert texts(head, "*")[:2] == ["Many", "What this means for patients In short."]
    short = "AuthorA A, AuthorB A, … 23 more …, AuthorZ A"
    assert texts(head, "details[@class='authors']//span | details/p") == [short, "All 26 authors", authors]
    assert texts(document, "//meta[@name='description']/@content") == [f"{short}. Journal. 2020."]
    markdown = site.get("/publications/10.5555%2Fmany", Accept="text/markdown").text
    assert "# Many\n\n## What this means for patients\n\nIn short.\n\nAuthorA A, " in markdown


def test_the_metadata_of_a_chapter_names_its_book(site: Site) -> None:
    assert {
        ("citation_inbook_title", "Ultrasound of the Hip and Groin"),
        ("citation_editor", "Voorbeeld J"),
        ("citation_publisher", "Example University Press"),
    } <= set(citation_tags(site.page("/publications/example2014hip")))


BOOK = "Ultrasound of the Hip and Groin"
EDITORS = "Voorbeeld J, Sample TB"
IN_BOOK = {
    "en": f"Chapter In: {BOOK} (eds. {EDITORS}). Example University Press; 2014. p. 101-108",
    "he": f"פרק בספר In: {BOOK} (eds. {EDITORS}). Example University Press; 2014. p. 101-108",
    "ar": f"فصل In: {BOOK} (eds. {EDITORS}). Example University Press; 2014. p. 101-108",
    "es": f"Capítulo En: {BOOK} (eds. {EDITORS}). Example University Press; 2014. p. 101-108",
    "fr": f"Chapitre Dans : {BOOK} (dir. {EDITORS}). Example University Press; 2014. p. 101-108",
    "de": f"Kapitel In: {BOOK} (Hrsg. {EDITORS}). Example University Press; 2014. S. 101-108",
    "ru": f"Глава В кн.: {BOOK} (под ред. {EDITORS}). Example University Press; 2014. с. 101-108",
}


def test_the_book_of_a_chapter_in_each_language(tmp_path: Path) -> None:
    """On its page and in the list, also as Markdown. The words have the direction of the title."""
    languages = f"languages: [{', '.join(IN_BOOK)}]\npaper:"
    site = serving_edited(tmp_path, lambda folder: edit(folder, "site.yaml", "paper:", languages))
    paths = {code: f"/{code}".removeprefix("/en") + "/publications" for code in IN_BOOK}
    pages = {code: site.page(f"{path}/example2014hip") for code, path in paths.items()}
    assert {code: texts(page, "//p[@class='source']")[0] for code, page in pages.items()} == IN_BOOK
    assert {code: listed(site.page(path))[12]["source"] for code, path in paths.items()} == IN_BOOK
    source = IN_BOOK["en"].removeprefix("Chapter ")
    markdown = [
        text(site.markdown(f"{path}{page}")) for path in ("", "/he") for page in ("/publications/example2014hip", "/publications")
    ]
    assert [source in each.replace("/he/publications", "/publications") for each in markdown] == [True] * 4


BOOKS = {
    "a volume": (["chapter", "Book", "2", "", "", "", ""], "Chapter In: Book. Vol. 2. 2020"),
    "an article number": (["chapter", "Book", "", "", "e214", "Levi R", ""], "Chapter In: Book (ed. Levi R). 2020. p. e214"),
    "proceedings": (
        ["conference-paper", "Proceedings", "", "", "1-2", "", "Press"],
        "Conference paper In: Proceedings. Press; 2020. p. 1-2",
    ),
    "a paper in a journal": (
        ["conference-paper", "J", "3", "4", "1-2", "Levi R", "Press"],
        "Conference paper J (ed. Levi R). Press. 2020;3(4):1-2",
    ),
    "a review": (["review", "Journal", "3", "", "", "", ""], "Review Journal. 2020;3"),
}


def test_what_is_in_a_book(tmp_path: Path) -> None:
    header = ["title", "authors", "year", "type", "journal", "volume", "issue", "pages", "editors", "publisher", "key"]
    rows = [[f"On {name}", "Example N", 2020, *cells, f"key{number}"] for number, (name, (cells, _)) in enumerate(BOOKS.items())]
    site = serving_list(tmp_path, header, rows)
    pages = [site.page(f"/publications/key{number}") for number in range(len(BOOKS))]
    assert {text: texts(page, "//p[@class='source']") for text, page in zip(BOOKS, pages, strict=True)} == {
        text: [source] for text, (_, source) in BOOKS.items()
    }
    assert "In: Book. Vol. 2. 2020" in text(site.page("/he/publications/key0"))
    assert "In: Book 2020" in text(site.page("/he").get_element_by_id("publications"))


def test_without_a_doi_the_publisher_and_the_free_copy_are_linked(tmp_path: Path) -> None:
    publisher, copy = "https://publisher.example.org/a", "https://repository.example.org/a.pdf"
    header = ["title", "authors", "journal", "year", "key", "url", "fullText"]
    site = serving_list(tmp_path, header, [["A", "Example N", "J", 2020, "a", publisher, copy]])
    targets = [page.xpath("//main//a/@href") for page in (site.page("/publications"), site.page("/publications/a"))]
    assert [[publisher in each, copy in each] for each in targets] == [[True, True]] * 2


def test_a_french_page_has_a_space_before_its_colons(tmp_path: Path) -> None:
    site = serving_edited(tmp_path, lambda folder: edit(folder, "site.yaml", "paper:", "languages: [en, he, fr]\npaper:"))
    page = site.page("/fr/publications/example2014hip")
    assert "Dans\u00a0: " in page.xpath("//p[@class='source']")[0].text_content()
    assert "Merci de citer la source\u00a0: " in page.xpath("//footer")[0].text_content()
    assert page.xpath("//@aria-label[starts-with(., 'Copier')]") == [
        f"Copier\u00a0: {style}" for style in ("Vancouver", "APA", "AMA")
    ]
    assert (
        site.page("/fr/embed").xpath("//@aria-label[starts-with(., 'Copier')]")[-1] == "Copier\u00a0: Lire le JSON en cinq lignes"
    )
    title = "Shear-wave elastography of the tibial nerve in early diabetic polyneuropathy: a prospective cohort study"
    names = [
        f"{name}\u00a0: {title}" for name in ("Texte intégral gratuit", "DOI", "PubMed", "Données", "Prépublication", "Citer")
    ]
    assert site.page("/fr").xpath("(//ol[@class='publications'])[1]/li[1]//@aria-label") == names
    assert site.page("/fr/publications").xpath("(//ol)[1]/li[1]//@aria-label") == [names[0], *names[2:]]
    others = site.page("/fr").xpath("//summary/@aria-label | //section[@id='research']//@aria-label")
    assert others[:2] == ["Détails\u00a0: Example City", "Détails\u00a0: Sampleton"]
    assert {label.count("\u00a0: ") for label in others} == {1}


def test_without_a_doi(site: Site) -> None:
    """The address is the citation key. A publication with a DOI has that address too, and its page names the other one."""
    document = site.page(f"/publications/{KEY}")
    assert texts(document, "//link[@rel='canonical']/@href") == [f"{BASE_URL}/publications/{KEY}"]
    assert links(document, "//header[@class='head']//a") == [
        ("PubMed", "https://pubmed.example.org/98000563"),
        ("Full text", "https://journals.example.org/easi/2016/290"),
    ]
    assert links(document, "//section[2]//a")[0] == ("BibTeX", f"/api/publications/{KEY}?format=bibtex")
    assert site.get("/publications/example2021sonography-2quh5q2i").content == site.get(PATH).content


def test_unusual_metadata(tmp_path: Path) -> None:
    """A group as author, a name with particle and suffix, an article number, a PMID, a link that repeats the DOI."""
    header = ["title", "authors", "journal", "year", "pages", "doi", "pubmed", "url", "type"]
    authors = "Example Study Group, van der Berg NA Jr, et al"
    addresses = ["https://pubmed.ncbi.nlm.nih.gov/123/", "https://doi.org/10.5555/a"]
    rows = [["Title", authors, "Proceedings", 2020, "e214", "10.5555/a", *addresses, "conference-paper"]]
    site = serving_list(tmp_path, header, rows)
    document = site.page("/publications/10.5555%2Fa")
    assert 'rel="author"' not in site.get("/publications/10.5555%2Fa").headers["link"]
    assert citation_tags(document) == [
        ("citation_title", "Title"),
        ("citation_author", "Example Study Group"),
        ("citation_author", "van der Berg, N. A., Jr"),
        ("citation_publication_date", "2020"),
        ("citation_conference_title", "Proceedings"),
        ("citation_firstpage", "e214"),
        ("citation_doi", "10.5555/a"),
        ("citation_pmid", "123"),
        ("citation_abstract_html_url", f"{BASE_URL}/publications/10.5555%2Fa"),
    ]
    assert [name for name, _ in links(document, "//header[@class='head']//a")] == ["doi:10.5555/a", "PubMed"]
