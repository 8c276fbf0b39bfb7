"""A site in four languages, one without Hebrew, and the words of the pages."""

import re
from pathlib import Path
from typing import Any

import orjson
import pytest
import yaml
from babel import Locale

from api.page_language import page_language
from api.pages.authors import render_authors
from api.pages.text_html import marked
from bench.synthetic import write_csv
from db.languages import languages_for
from db.publication import Publication
from look.phrases import PHRASES_FOLDER
from tests.conftest import BASE_URL, ROOT
from tests.support.languages import in_code, remove_hebrew
from tests.support.markup import text, texts
from tests.support.messages import edit
from tests.support.own import build_own, profile_database
from tests.support.site import Site, serving, serving_edited
from tests.support.static_site import write_site

CODES = ("de", "he", "ar", "ru")


@pytest.fixture(scope="module")
def polyglot(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return serving(profile_database("polyglot", tmp_path_factory))


@pytest.mark.parametrize(
    ("path", "language", "direction", "locale", "name", "other_names"),
    [
        ("/", "de", "ltr", "de", "Dr. Lea Beispiel", ["עברית", "العربية", "Русский"]),
        ("/he", "he", "rtl", "he-IL", "ד״ר לאה דוגמה", ["Deutsch", "العربية", "Русский"]),
        ("/ar", "ar", "rtl", "ar-IL", "د. ليا مثال", ["Deutsch", "עברית", "Русский"]),
        ("/ru", "ru", "ltr", "ru", "д-р Лея Пример", ["Deutsch", "עברית", "العربية"]),
    ],
)
def test_each_page_is_in_its_language(
    polyglot: Site, path: str, language: str, direction: str, locale: str, name: str, other_names: list[str]
) -> None:
    document = polyglot.page(path)
    root = document.getroottree().getroot()
    assert [root.get(key) for key in ("lang", "dir", "data-locale")] == [language, direction, locale]
    assert texts(document, "//h1") == [name]
    assert texts(document, "//div[@class='languages']/a") == other_names
    alternates = {link.get("hreflang"): link.get("href") for link in document.xpath("//link[@hreflang]")}
    assert alternates == {code: f"{BASE_URL}/{code}".replace("/de", "/") for code in CODES} | {"x-default": f"{BASE_URL}/"}


@pytest.mark.parametrize(
    ("path", "spoken", "days", "closure"),
    [
        ("/", "Deutsch, Hebräisch, Arabisch, Russisch und Klingonisch", ["So", "Di"], "30. April – 2. Mai 2027 (Umbau)"),
        ("/he", "גרמנית, עברית, ערבית, רוסית וקלינגונית", ["א׳", "ג׳"], "30 באפריל – 2 במאי 2027 (שיפוץ)"),
        ("/ru", "Немецкий, иврит, арабский, русский и клингонский", ["вс", "вт"], "30 апреля – 2 мая 2027 г. (Ремонт)"),
    ],
)
def test_cldr_writes_dates_days_and_languages(polyglot: Site, path: str, spoken: str, days: list[str], closure: str) -> None:
    document = polyglot.page(path)
    assert texts(document, "//p[@class='spoken']") == [spoken]
    assert texts(document, "//ol[starts-with(@class, 'week')]/li[.//bdi]/span[1]") == days
    assert texts(document, "//div[@class='closures']//li") == [closure]


def test_text_in_another_script_is_marked(polyglot: Site) -> None:
    """With the language of the site that uses the script, or only the script; telephone numbers are isolated."""
    marks = {bdi.text_content(): (bdi.get("lang"), bdi.get("dir")) for bdi in polyglot.page("/ar").xpath("//bdi")}
    assert marks["050-555-0100"] == (None, "ltr")
    titles = {item.get("lang") for item in polyglot.page("/ar/publications").xpath("//ol[@class='publications']/li")}
    assert titles == {None, "ru"}
    assert marked("Клиника Rambam", in_code("en")) == '<bdi lang="und-Cyrl" dir="ltr">Клиника Rambam</bdi>'
    assert in_code("ar").of_text("Клиника") == ("und-Cyrl", "ltr")
    assert [in_code("ar").of_text(text) for text in ("かな", "カナ", "例")] == [("und-Hani", "ltr")] * 3
    assert in_code("ru", "de", "ru").of_text("عيادة 12") == ("und-Arab", "rtl")
    assert in_code("ru", "de", "ru").of_text("МРТ (MRI scan of the wrist)") == ("ru", "ltr")


def test_descriptions_have_the_punctuation_of_the_language(polyglot: Site, tmp_path: Path) -> None:
    french = serving_edited(tmp_path, lambda folder: edit(folder, "site.yaml", "paper:", "languages: [en, he, fr]\npaper:"))
    description = "string(//meta[@name='description']/@content)"
    name = "Dr. Noa Example\u00a0: "
    assert french.page("/fr").xpath(f"starts-with({description}, '{name}')")
    assert french.page("/fr/publications").xpath(description) == "Publications\u00a0: Dr. Noa Example, Musculoskeletal radiology."
    assert polyglot.page("/ar/publications").xpath(description) == "المنشورات: د. ليا مثال، طب قلب الأطفال."


def test_french_phrases_have_no_break_spaces_beside_their_punctuation() -> None:
    phrases = (PHRASES_FOLDER / "fr.json").read_text(encoding="utf-8")
    assert re.findall(r".*(?: [:;?!»]|« ).*", phrases) == []


@pytest.mark.parametrize(
    ("title", "first", "code"),
    [
        ("Pauvreté du quartier et santé", "fr", "fr"),
        ("Ultraschall der Gefäße bei Kindern", "de", "de"),
        ("Poverty, health and TNF-α", "fr", "en"),
        ("Outcomes of Ménière's disease", "fr", "en"),
        ("Guillain-Barré syndrome in children: a case report", "es", "en"),
        ("Treatment-naïve rheumatoid arthritis", "de", "en"),
        ("Gefäße der Hand", "he", "en"),
        ("Échocardiographie", "en", "en"),
    ],
)
def test_the_language_of_a_publication(title: str, first: str, code: str) -> None:
    """It is English, or the first language of the site if the title has letters that English lacks."""
    assert in_code("he", first, "he").of_title(title).code == code


def test_a_title_has_the_comma_of_its_language(tmp_path: Path) -> None:
    def change(folder: Path) -> None:
        edit(folder, "profile.yaml", "email:", "credentials: MD\nemail:")

    site = serving(build_own(tmp_path, change, ROOT / "tests" / "profiles" / "polyglot"))
    assert texts(site.page("/ar"), "//title") == ["د. ليا مثال، MD · طب قلب الأطفال"]
    assert texts(site.page("/ru"), "//title") == ["д-р Лея Пример, MD · Детская кардиология"]


def test_text_without_a_version_is_in_the_first_language(tmp_path: Path) -> None:
    """Where that has the script of the page, too. What has a version is not marked, and a person's name never is."""

    def change(folder: Path) -> None:
        remove_hebrew(folder)
        edit(folder, "site.yaml", "paper:", "languages: [en, de]\npaper:")
        profile = {
            "name": "Noa Example",
            "profession": "Clinical psychologist",
            "specialty": "Radiology",
            "specialtyGerman": "Radiologie",
            "positions": ["Head", "Lecturer"],
            "bio": "I treat *pain*.",
            "conditions": ["Pain"],
            "conditionsGerman": ["Schmerz"],
            "links": {"institution": "https://example.org/noa"},
            "languages": ["English"],
        }
        (folder / "profile.yaml").write_text(yaml.safe_dump(profile), encoding="utf-8")
        (folder / "clinic.yaml").write_text("name: Clinic\naddress: 1 Road\nphone: '+1 555 0100'\n", encoding="utf-8")
        write_csv(folder / "services.csv", ["name", "nameGerman"], [["Biopsy", "Biopsie"], ["Injection", ""]])
        write_csv(folder / "cv.csv", ["section", "title", "featured"], [["award", "Prize", "yes"]])

    document = serving_edited(tmp_path, change).page("/de")
    english = document.xpath("//main//*[@lang='en'][not(ancestor::*[@id='publications' or @id='research'])]")
    assert {text(part) for part in english} == {
        "Clinical psychologist",
        "Head",
        "Lecturer",
        "I treat pain.",
        "Institution",
        "Clinic",
        "1 Road",
        "Injection",
        "Prize",
    }
    assert texts(document, "//p[@class='specialty']") == ["Clinical psychologist · Radiologie"]


def test_what_describes_the_site_has_its_languages(polyglot: Site) -> None:
    graph = orjson.loads(polyglot.get("/profile.jsonld").content)["@graph"]
    assert graph[0]["inLanguage"] == "de"
    assert [page["inLanguage"] for page in graph[0]["workTranslation"]] == ["he", "ar", "ru"]
    assert graph[1]["alternateName"][2] == {"@value": "д-р Лея Пример", "@language": "ru"}
    assert 'xml:lang="de"' in polyglot.get("/feed.atom").text
    assert "FN:د. ليا مثال" in polyglot.get("/ar/contact.vcf").text
    contacts = [path for path in polyglot.json("/api/openapi.json")["paths"] if path.endswith(".vcf")]
    assert contacts == ["/contact.vcf", "/he/contact.vcf", "/ar/contact.vcf", "/ru/contact.vcf"]


@pytest.mark.parametrize(
    ("codes", "names"),
    [
        ("[he]", "Hebrew"),
        ("[he, ar, en]", "Hebrew, Arabic and English"),
    ],
)
def test_the_services_are_described_with_the_languages_of_the_site(tmp_path: Path, codes: str, names: str) -> None:
    """In the index, in the description, and in the summary for language models."""

    def change(folder: Path) -> None:
        remove_hebrew(folder)
        edit(folder, "site.yaml", "paper:", f"languages: {codes}\npaper:")

    site, sentence = serving_edited(tmp_path, change), f"Clinical services with {names} names, "
    [listed] = [each["description"] for each in site.json("/api")["endpoints"] if each["path"] == "/api/services"]
    described = site.json("/api/openapi.json")
    texts = [listed, described["paths"]["/api/services"]["get"]["summary"], site.get("/llms.txt").text]
    assert [text.count(sentence) for text in texts] == [1, 1, 1]
    assert "nameHebrew" in described["components"]["schemas"]["Service"]["properties"]


def test_the_words_of_a_territory_replace_those_of_its_language(tmp_path: Path) -> None:
    (tmp_path / "es-MX.json").write_text('{"map": "Ver mapa"}', encoding="utf-8")
    [language] = languages_for(["es-MX"])
    phrases = page_language(language, [language], tmp_path).phrases
    assert (phrases["map"], phrases["call"]) == ("Ver mapa", "Llamar")


def test_a_language_without_words_has_english_dates_and_plural_forms(tmp_path: Path) -> None:
    """Its sentences would otherwise mix two languages. Japanese has one form for all numbers."""
    site = serving_edited(tmp_path, lambda folder: edit(folder, "site.yaml", "paper:", "languages: [en, he, ja]\npaper:"))
    page = site.page("/ja")
    assert dict(page.attrib)["lang"] == "ja"
    assert texts(page, "//*[@class='closures']//li")[0] == "21–28 April 2027 (Passover)"
    assert texts(site.page("/ja/publications?year=2022"), "//*[@class='found']") == ["1 publication"]


def test_hebrew_as_the_first_language(tmp_path: Path) -> None:
    """The names that the contract promises in Hebrew are the plain ones."""

    def change(folder: Path) -> None:
        remove_hebrew(folder)
        edit(folder, "site.yaml", "paper:", "languages: [he]\npaper:")

    site = serving_edited(tmp_path, change)
    clinic = site.json("/api/clinic")
    assert [*clinic][:4] == ["name", "address", "phone", "nameHebrew"]
    assert {place["nameHebrew"] == place["name"] for place in (clinic, *clinic["locations"])} == {True}
    assert {service["name"] == service["nameHebrew"] for service in site.json("/api/services")["services"]} == {True}
    assert site.page("/").getroottree().getroot().get("dir") == "rtl"
    assert site.get("/he").status_code == 404


@pytest.mark.slow
def test_the_site_of_files_has_each_language(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> None:
    done = write_site(profile_database("polyglot", tmp_path_factory), tmp_path / "site")
    assert done.code == 0, done.err
    files = {path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site").rglob("*") if path.is_file()}
    pages = {"index.html", "404.html", "cv/index.html", "cv.pdf", "contact.vcf", "publications/10.5555/herz.2/index.html"}
    assert pages | {f"{code}/{page}" for code in ("he", "ar", "ru") for page in pages} <= files
    assert not any(file.startswith("de/") for file in files)
    assert 'href="/ar/publications/10.5555/herz.1/"' in (tmp_path / "site/ar/index.html").read_text(encoding="utf-8")


PAPER = "Levi R,Journal,2020"


@pytest.mark.parametrize(
    ("name", "old", "new", "status"),
    [
        pytest.param("profile.yaml", "links:\n", "links:\n  Hebrew: https://a.example.org/\n", 404, id="a name of the owner's"),
        pytest.param("clinic.yaml", "reason: Passover\n", "reason: Passover\n    reasonHebrew: פסח\n", 200, id="in a list"),
        pytest.param("publications.csv", f"{PAPER},", f"{PAPER},תקציר", 200, id="the summary of a publication"),
    ],
)
def test_one_hebrew_text_anywhere_is_enough(tmp_path: Path, name: str, old: str, new: str, status: int) -> None:
    def change(sources: Path) -> None:
        remove_hebrew(sources)
        (sources / "publications.csv").write_text(f"title,authors,journal,year,summaryHebrew\nTitle,{PAPER},\n", encoding="utf-8")
        edit(sources, name, old, new)

    site = serving_edited(tmp_path, change)
    key = site.json("/api/publications")["publications"][0]["key"]
    statuses = [site.get(path).status_code for path in ("/he", "/he/publications", f"/he/publications/{key}")]
    assert statuses == [status] * 3
    assert ("תקציר" in site.get(f"/he/publications/{key}").text) is (name == "publications.csv")


FILES = sorted(PHRASES_FOLDER.glob("*.json"))


def phrases(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = orjson.loads(path.read_bytes())
    return loaded


def placeholders(phrase: str | dict[str, str]) -> set[str]:
    """The names in braces in a phrase, or in its plural form ``other``, which every language has."""
    return set(re.findall(r"\{(\w*)\}", phrase if isinstance(phrase, str) else phrase["other"]))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_language_has_every_phrase(path: Path) -> None:
    english, translated = phrases(FILES[0].with_name("en.json")), phrases(path)
    assert list(translated) == list(english)
    assert {key: placeholders(phrase) for key, phrase in translated.items()} == {
        key: placeholders(phrase) for key, phrase in english.items()
    }
    assert [key for key in english if isinstance(translated[key], str) != isinstance(english[key], str)] == []
    assert "%" not in str(translated)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_plural_forms_are_those_of_the_language(path: Path) -> None:
    """A form that the language lacks would never be used."""
    forms = {form for phrase in phrases(path).values() if isinstance(phrase, dict) for form in phrase}
    assert forms - {"other"} <= set(Locale.parse(path.stem).plural_form.tags)


@pytest.mark.parametrize(
    ("language", "number", "text"),
    [
        ("en", 1, "1 publication"),
        ("en", 2, "2 publications"),
        ("he", 1, "פרסום אחד"),
        ("he", 2, "שני פרסומים"),
        ("he", 13, "13 פרסומים"),
    ],
)
def test_a_phrase_with_a_number(language: str, number: int, text: str) -> None:
    assert in_code(language).count("publications_found", number) == text


@pytest.mark.parametrize("written", ["van~der~Berg~NA", "van den Hombergh~MW", "חדאד~ר", "WOMAC Group", "AURORE Study Group"])
def test_where_a_line_can_end_inside_a_name(written: str) -> None:
    """At ``~`` it cannot."""
    publication = Publication({"title": "A title", "authors": written.replace("~", " "), "authorList": []})
    assert re.sub("<.*?>", "", render_authors(publication, in_code("en")).everyone).replace("\u00a0", "~") == written


def test_arabic_authors_have_arabic_commas() -> None:
    arabic, mixed = (
        Publication({"title": "عنوان", "authors": authors, "authorList": []}) for authors in ("خطيب ن, سالم ر", "Levi R, سالم ر")
    )
    shown = [render_authors(each, in_code("ar")).everyone.striptags() for each in (arabic, mixed)]
    assert shown == ["خطيب ن، سالم ر", "Levi R, سالم ر"]
