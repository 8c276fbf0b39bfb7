"""The public profile as a read-only JSON API over one SQLite file: ``waitress-serve api:app``."""

from api.application import create_app
from api.context import Service
from api.database import Database
from api.endpoints import ENDPOINTS
from api.settings import from_environment

configured = from_environment()
service = Service(Database(configured.database, configured.cache_bytes), ENDPOINTS, configured.base_url, configured.templates)
app = create_app(service, access_log=configured.access_log)
