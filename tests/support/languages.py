"""Languages as pages and the pipeline use them, of a site in Israel."""

from api.endpoint import Endpoint, localized_endpoint
from api.page_language import PageLanguage, page_language
from api.routes import ENDPOINTS
from db.languages import DEFAULT_CODES, languages_for

ZONE = "Asia/Jerusalem"
DEFAULT = languages_for(DEFAULT_CODES, ZONE)


def in_code(code: str, *others: str, zone: str = ZONE) -> PageLanguage:
    """A language as its pages use it. Without ``others``, the site also has the default languages."""
    languages = languages_for(dict.fromkeys([*(others or DEFAULT_CODES), code]), zone)
    return page_language(next(each for each in languages if each.code == code), languages)


def endpoints(*codes: str) -> list[Endpoint]:
    others = languages_for([DEFAULT_CODES[0], *codes])[1:]
    return [*ENDPOINTS, *(localized_endpoint(each, language) for each in ENDPOINTS if each.translated for language in others)]
