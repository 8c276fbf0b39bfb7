"""``python -m api.site DIR``: write the published data as a static site."""

from __future__ import annotations

import sys
from pathlib import Path

from api.context import Application, Context
from api.site.command import run
from api.site.site_files import static_application
from api.site.written_site import WrittenSite, write_documents


def main() -> int:
    return run("python -m api.site", "Write the published data as a static site.", write_profile)


def write_profile(application: Application, _: Path, __: set[str], made: Path) -> tuple[WrittenSite, str]:
    context = Context(application, application.database.snapshot())
    return write_documents(context, static_application(application), made / "site"), ""


if __name__ == "__main__":
    sys.exit(main())
