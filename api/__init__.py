"""The public profile as a read-only JSON API over one SQLite file: ``waitress-serve api:app``."""

from api.application import create_app
from api.settings import from_environment

app = create_app(from_environment())
