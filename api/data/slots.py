"""Slots for expensive work."""

from __future__ import annotations

import threading
from types import TracebackType

from api.errors import BusyError


class Slots:
    """Let few threads do expensive work at a time, so that the others answer everything else.

    A thread doesn't wait for a slot, because then the others would soon wait as well.
    """

    def __init__(self, number: int) -> None:
        self.free = threading.Semaphore(number)

    def __enter__(self) -> None:
        """Take a slot.

        Raises:
            BusyError: all slots are taken.
        """
        if not self.free.acquire(blocking=False):
            raise BusyError

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.free.release()
