"""Accept only regular files among the sources: a link could point elsewhere, and reading a pipe or a device would not end."""

from __future__ import annotations

import errno
import stat
from pathlib import Path


def regular_file(path: Path) -> Path:
    """Return the path of a file in the sources.

    Raises:
        OSError: there is no such file, or it is a link, a pipe or a device; ``strerror`` says which.
    """
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        raise OSError(errno.ELOOP, "it is a link; put the file itself in its place", str(path))
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):  # opening a folder fails
        raise OSError(errno.EINVAL, "it is a pipe or a device", str(path))
    return path
