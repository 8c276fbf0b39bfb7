"""A publication: authors and the owner among them, identifiers, key, notice, type, pages. Pure functions without I/O."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# A publication in the shape of the API: text by field name, the year a number, absent where unknown. The build leaves no line end
# and no control character in what formats write.
Publication = Mapping[str, Any]
